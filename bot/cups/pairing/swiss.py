"""Swiss pairing: entrants with as many points as possible in common meet, and nobody meets anybody twice if avoidable.

A round is a perfect matching of least cost. What matters more costs more than all that matters less together: earlier
meetings, earlier byes, the place of the bye, the difference in points, the distance from top half against bottom half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import Final, NamedTuple

import rustworkx

from bot.cups.notices import PairingReason
from bot.cups.pairing.contenders import Contender, Pairing, seat_order, why_first
from bot.texts.notices import fact
from rules.core.contract import Fact

ALL_EDGES_UP_TO: Final = 200
NEAREST: Final = 30
"""With more entrants, only so many of the nearest opponents are considered, as long as they suffice."""


class Costs(NamedTuple):
    """The cost of one of each fault."""

    points: int
    bye_place: int
    bye: int
    rematch: int


class ScoreGroup(NamedTuple):
    start: int
    size: int


def pair(ranked: Sequence[Contender]) -> list[Pairing]:
    """Return the pairings of a round; `ranked`: the contenders by standing, the best first."""
    return [Pairing(tuple(c.number for c in table), why(table)) for table in _tables(ranked)]


def _tables(ranked: Sequence[Contender]) -> Iterator[tuple[Contender, ...]]:
    pairs = _match(ranked)
    for one, other in sorted((min(pair), max(pair)) for pair in pairs):
        yield seat_order((ranked[one], ranked[other])) if other < len(ranked) else (ranked[one],)


def _match(ranked: Sequence[Contender]) -> list[tuple[int, int]]:
    """Return pairs of ranks; the rank after the last stands for the bye."""
    within = first_width(ranked)
    while True:
        pairs = list(rustworkx.max_weight_matching(graph_of(ranked, within), max_cardinality=True, weight_fn=int))
        suffices = 2 * len(pairs) >= len(ranked) and not _has_fault(ranked, pairs)
        if suffices or within >= len(ranked):
            return pairs
        within *= 4


def first_width(ranked: Sequence[Contender]) -> int:
    """Return how many of the nearest opponents are considered at first."""
    return NEAREST if len(ranked) > ALL_EDGES_UP_TO else len(ranked)


def _has_fault(ranked: Sequence[Contender], pairs: Iterable[tuple[int, int]]) -> bool:
    """Return whether there is a rematch, or a bye that somebody else should have: more edges may avoid it."""
    fewest = min(contender.byes for contender in ranked)
    for one, other in pairs:
        high, low = min(one, other), max(one, other)
        if low == len(ranked):
            if ranked[high].byes > fewest:
                return True
        elif ranked[high].times_met(ranked[low]):
            return True
    return False


def graph_of(ranked: Sequence[Contender], within: int) -> rustworkx.PyGraph[int, int]:
    """Return the possible pairs, the cheapest with the greatest weight."""
    costs = _costs(ranked)
    groups = _groups(ranked)
    nodes = len(ranked) + len(ranked) % 2
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    edges = [(one, other, _cost(ranked, groups, costs, one, other)) for one, other in _edges(ranked, groups, within)]
    edges += [(rank, len(ranked), _bye_cost(ranked, costs, rank)) for rank in _bye_ranks(ranked, within)]
    dearest = max((cost for _, _, cost in edges), default=0)
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    return graph


def _costs(ranked: Sequence[Contender]) -> Costs:
    size = len(ranked) + 1
    difference = int(2 * (ranked[0].points - min(contender.points for contender in ranked)))
    points = size**3
    bye_place = points * (size * difference**2 + 1)
    bye = bye_place * size
    return Costs(points, bye_place, bye, bye * (max(contender.byes for contender in ranked) + 1))


def _cost(ranked: Sequence[Contender], groups: Sequence[ScoreGroup], costs: Costs, one: int, other: int) -> int:
    difference = int(2 * (ranked[one].points - ranked[other].points))
    apart = groups[one].size // 2 if groups[one] == groups[other] else 1
    cost = costs.rematch * ranked[one].times_met(ranked[other])
    return cost + costs.points * difference**2 + (abs(other - one) - apart) ** 2


def _bye_cost(ranked: Sequence[Contender], costs: Costs, rank: int) -> int:
    return costs.bye * ranked[rank].byes + costs.bye_place * (len(ranked) - 1 - rank)


def _groups(ranked: Sequence[Contender]) -> list[ScoreGroup]:
    """Return the group of equal points of each rank."""
    found: list[ScoreGroup] = []
    for _, members in groupby(ranked, lambda contender: contender.points):
        size = len(list(members))
        found += [ScoreGroup(len(found), size)] * size
    return found


def _edges(ranked: Sequence[Contender], groups: Sequence[ScoreGroup], within: int) -> Iterable[tuple[int, int]]:
    if within >= len(ranked):
        return combinations(range(len(ranked)), 2)
    return sorted({edge for rank in range(len(ranked)) for edge in _nearest(ranked, groups[rank], rank, within)})


def _nearest(ranked: Sequence[Contender], group: ScoreGroup, rank: int, within: int) -> Iterator[tuple[int, int]]:
    """Yield edges to the nearest in standing, and to the nearest of the place that this rank should meet."""
    half = group.size // 2
    aim = rank + half if rank < group.start + half else rank - half
    for middle in (rank, aim):
        for other in range(max(0, middle - within // 2), min(len(ranked), middle + within // 2 + 1)):
            if other != rank:
                yield min(rank, other), max(rank, other)


def _bye_ranks(ranked: Sequence[Contender], within: int) -> Sequence[int]:
    if len(ranked) % 2 == 0:
        return ()
    return sorted(range(len(ranked)), key=lambda rank: (ranked[rank].byes, -rank))[:within]


def why(table: Sequence[Contender]) -> tuple[Fact, ...]:
    """Return why these contenders meet, or why one has a bye."""
    if len(table) == 1:
        byes = table[0].byes
        return (fact(PairingReason.BYE_AGAIN, count=byes) if byes else fact(PairingReason.LOWEST_BYE),)
    one, other = table
    met = one.times_met(other)
    again = fact(PairingReason.REMATCH, count=met) if met else fact(PairingReason.FIRST_MEETING)
    return (_points_reason(one.points, other.points), again, *why_first(table))


def _points_reason(one: Fraction, other: Fraction) -> Fact:
    if one == other:
        return fact(PairingReason.SAME_POINTS, points=int(one))
    return fact(PairingReason.NEAR_POINTS, points=int(max(one, other)), others=int(min(one, other)))
