"""Groups of three by standing; computers fill the last tables of a field that does not divide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.cups.cup_actions import COMPUTER
from bot.cups.notices import PairingReason
from bot.cups.pairing.contenders import Contender, Pairing, seat_order, why_first
from bot.texts.notices import fact
from rules.core.contract import Fact

ContenderGroup = list[Contender]


def pair(ranked: Sequence[Contender]) -> list[Pairing]:
    """Return the groups of a round; `ranked`: by standing, the best first. The first round takes one of each third."""
    is_first = len(ranked) > 1 and not any(contender.met or contender.byes for contender in ranked)
    filled, whole = _split(ranked)
    groups = _spread(whole) if is_first else [whole[at : at + 3] for at in range(0, len(whole), 3)]
    groups += [filled[at : at + 2] for at in range(0, len(filled), 2)]
    return [_pairing(group, is_first) for group in _avoid_rematches(groups)]


def _split(ranked: Sequence[Contender]) -> tuple[ContenderGroup, ContenderGroup]:
    """Return those who meet computers, two at a table, and all others: the lowest of those who did so least often."""
    computers = min(-len(ranked) % 3, len(ranked) // 2)
    order = sorted(range(len(ranked)), key=lambda rank: (ranked[rank].byes, -rank))
    chosen = set(order[: 2 * computers])
    return (
        [contender for rank, contender in enumerate(ranked) if rank in chosen],
        [contender for rank, contender in enumerate(ranked) if rank not in chosen],
    )


def _spread(whole: ContenderGroup) -> list[ContenderGroup]:
    third = len(whole) // 3
    return [[whole[at], whole[at + third], whole[at + 2 * third]] for at in range(third)]


def _meetings(group: Sequence[Contender]) -> int:
    return sum(one.times_met(other) for one, other in combinations(group, 2))


def _avoid_rematches(groups: list[ContenderGroup]) -> list[ContenderGroup]:
    """Return the groups with people exchanged, between near groups first, as long as it saves a rematch."""
    while any(_exchange(groups, at) for at in range(len(groups)) if _meetings(groups[at])):
        pass
    return groups


def _exchange(groups: list[ContenderGroup], at: int) -> bool:
    for other in sorted(range(len(groups)), key=lambda number: abs(number - at)):
        if other != at:
            before = _meetings(groups[at]) + _meetings(groups[other])
            for one, two in _exchanges(groups[at], groups[other]):
                if _meetings(one) + _meetings(two) < before:
                    groups[at], groups[other] = one, two
                    return True
    return False


def _exchanges(one: ContenderGroup, other: ContenderGroup) -> Iterator[tuple[ContenderGroup, ContenderGroup]]:
    """Yield both groups with two people exchanged. Who met computers less often stays where computers are."""
    for mine in reversed(range(len(one))):
        for theirs in range(len(other)):
            if len(one) != len(other) and one[mine].byes != other[theirs].byes:
                continue
            left, right = list(one), list(other)
            left[mine], right[theirs] = right[theirs], left[mine]
            yield left, right


def _pairing(group: ContenderGroup, is_first: bool) -> Pairing:
    table = seat_order(group)
    return Pairing((*(contender.number for contender in table), *[COMPUTER] * (3 - len(table))), why(table, is_first))


def why(table: Sequence[Contender], is_first: bool) -> tuple[Fact, ...]:
    """Return why these contenders meet; `is_first`: in the first round."""
    return tuple(_reasons(table, is_first))


def _reasons(table: Sequence[Contender], is_first: bool) -> Iterator[Fact]:
    if len(table) < 3:
        yield fact(PairingReason.FILLED, count=3 - len(table))
    else:
        yield fact(PairingReason.SPREAD if is_first else PairingReason.NEIGHBOURS)
    if met := _meetings(table):
        yield fact(PairingReason.REMATCH, count=met)
    yield from why_first(table)
