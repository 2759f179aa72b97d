"""The level `steady`: a heuristic player that uses only a seat's view and memory.

It weighs every candidate: who is likely to win the trick, what that is worth on the ladder, and what the cards would
have been worth later. Before that it removes the plays that harm its partner.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse, islice
from typing import Final, NamedTuple

from players import Memory
from players.voormsi import ladder
from players.voormsi.card_worth import best_equals, best_seven, total
from players.voormsi.forecast import Forecast, chance_of_execution, dangers, forecast, seats_after
from players.voormsi.heading_play import HeadingPlay, betrays, next_heading
from players.voormsi.knowledge import Knowledge
from players.voormsi.situation import STEADY, Situation, Temper, table_of
from rules.core.contract import Play, SeatAction, View
from rules.voormsi.proof import DECLINE
from rules.voormsi.ranking import THREE, TOQUTSIT, VOORMSI, mask_of

KEPT: Final = VOORMSI | TOQUTSIT | THREE
"""The cards that a stand-in keeps for its person if it may (`Temper.keep`)."""


class Done(NamedTuple):
    """The trick after a play of the seat: what it knows then, the heading play, whether it is its own, who follows."""

    known: Knowledge
    heading: HeadingPlay
    heads: bool
    to_play: tuple[int, ...]


def choose(view: View, memory: Memory, temper: Temper = STEADY) -> SeatAction:
    """A legal play of the seat whose turn it is (RULES §5). It asks to see no hand: it would not use it (§11.4)."""
    assert view.seat is not None
    if view.moves:
        return next(move for move in view.moves if move.kind == DECLINE)
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    table = table_of(view, memory, temper)
    legal = {mask_of(cards): cards for cards in view.legal}
    candidates = sorted(_careful(table, _sensible(table, _candidates(table, list(legal)))))
    return Play(view.seat, legal[_best(table, candidates)])


def _best(table: Situation, candidates: Sequence[int]) -> int:
    """The candidate that is worth most; one without the cards to be kept if these would win nothing, or hardly more."""
    worth = {cards: _weigh(table, cards) for cards in candidates}
    best = max(candidates, key=worth.__getitem__)
    kept = [cards for cards in candidates if not cards & KEPT]
    if not table.temper.keep or not kept or not best & KEPT:
        return best
    other = max(kept, key=worth.__getitem__)
    is_dear = worth[best] - worth[other] >= table.temper.keep and _play(table, best).heads
    return best if is_dear else other


def _candidates(table: Situation, legal: Sequence[int]) -> Sequence[int]:
    """The legal plays; if they are too many, the cheapest that take the head and the cheapest that do not."""
    heading = table.heading
    if len(legal) <= table.temper.many or heading is None:
        return legal

    def takes(cards: int) -> bool:
        return next_heading(table.attempt(cards), heading) is not None

    cheapest = sorted(legal, key=lambda cards: (_exposes(table, cards), total(cards, table.worths), cards))
    return [*islice(filter(takes, cheapest), 4), *islice(filterfalse(takes, cheapest), 3)]


def _sensible(table: Situation, candidates: Sequence[int]) -> Sequence[int]:
    """The candidates without those that lose the rubber or take the partner's trick, if any others are left."""
    heading = table.heading
    if heading is None or heading.side != table.known.side:
        return candidates
    loyal = [cards for cards in candidates if not betrays(table.attempt(cards), heading)] or candidates
    if not _is_safe(table, heading):
        return loyal
    return [cards for cards in loyal if not _robs(table, cards, heading)] or loyal


def _careful(table: Situation, candidates: Sequence[int]) -> Sequence[int]:
    """The candidates without those that risk an execution of Voormsi, if any others have no greater danger.

    A Voormsi that is kept can still be thrown off on a trick that it does not head; one that was executed is lost.
    """
    exposing = [cards for cards in candidates if _exposes(table, cards)]
    if not exposing:
        return candidates
    least = min(_danger(table, cards) for cards in exposing)
    return [cards for cards in candidates if cards not in exposing and _danger(table, cards) <= least] or candidates


def _exposes(table: Situation, cards: int) -> bool:
    """Return whether it is too likely that another seat beats the play's Voormsi by Toqutsit."""
    if not cards & VOORMSI:
        return False
    done = _play(table, cards)
    chance = chance_of_execution(done.known, done.heading, done.to_play, cards.bit_count()) if done.heads else 0.0
    return chance > table.temper.risk


def _danger(table: Situation, cards: int) -> float:
    done = _play(table, cards)
    return dangers(table, done.known, done.heading, done.to_play, cards.bit_count())


def _is_safe(table: Situation, heading: HeadingPlay) -> bool:
    to_play = seats_after(table.known, table.order, heads=False)
    return forecast(table.known, heading, to_play, table.order + 1).stays >= table.temper.safe


def _robs(table: Situation, cards: int, heading: HeadingPlay) -> bool:
    """Return whether the play takes its own side's trick without adding points to it."""
    taken = next_heading(table.attempt(cards), heading)
    return taken is not None and taken.prize <= heading.prize


def _weigh(table: Situation, cards: int) -> float:
    """The points that the side can expect from this play, relative to its opponents'."""
    known, heading, heads, to_play = _play(table, cards)
    outlook = forecast(known, heading, to_play, table.order + 1)
    size = cards.bit_count()
    points = _outcomes(table, heading, outlook, size) - dangers(table, known, heading, to_play, size)
    if heads:
        points += outlook.stays * _worth_of_lead(table, known)
    return points - total(cards, table.worths)


def _play(table: Situation, cards: int) -> Done:
    heading = table.heading_after(cards)
    heads = heading.order == table.order
    known = table.known._replace(hand=table.known.hand & ~cards)
    return Done(known, heading, heads, seats_after(known, table.order, heads))


def _worth_of_lead(table: Situation, known: Knowledge) -> float:
    temper = table.temper
    return temper.lead + temper.lead_of_seven * best_seven(known) + temper.lead_of_set * best_equals(known)


def _outcomes(table: Situation, heading: HeadingPlay, outlook: Forecast, size: int) -> float:
    """The expected difference on the ladder, over all possible winners of the trick."""
    points = outlook.stays * _difference(table, heading.side, heading.prize, size)
    for side, chance in enumerate(outlook.taken):
        if chance > 0:
            points += chance * _difference(table, side, 0, size)
    return points


def _difference(table: Situation, winner: int, prize: int, size: int) -> float:
    view, me = table.view, table.known.side
    places = tuple(map(ladder.RaceValue, view.units, view.scores, view.waiting))
    after = ladder.after_trick(places, winner, prize, size, table.left, table.race)
    others = [points for side, points in enumerate(after) if side != me]
    return after[me] - sum(others) / len(others)
