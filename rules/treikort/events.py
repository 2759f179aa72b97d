"""The events of a hand before its opening lead, as each audience may know them (§10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.contract import Event
from rules.treikort.ranking import ROLL
from rules.treikort.state import (
    ASK,
    DECLINE,
    RETURN,
    TreikortState,
    has_seven_passed,
    high_giver,
    is_hand_over,
)

POPE: Final = "pope"
"""The kind of the event that a seat is Pope in this hand."""
HIGH: Final = "high"
"""The kind of the event that a seat gave the Pope its highest card."""
SEVEN: Final = "seven"
"""The kind of the event that a seat gave the Pope a Seven."""
NO_SEVEN: Final = "no_seven"
"""The kind of the event that a seat has no Seven to give to the Pope (§5.6, §10.4)."""


def events(state: TreikortState, seat: int | None) -> tuple[Event, ...]:
    """The events of this hand, with the cards that `seat` (None: everybody) may know."""
    return tuple(_events(state, seat)) if state.pope >= 0 else ()


def _events(state: TreikortState, seat: int | None) -> Iterator[Event]:
    pope, asked = state.pope, state.asked
    yield Event(POPE, pope)
    if asked < 0:
        if not state.owed:
            yield Event(DECLINE, pope)
        return
    yield Event(ASK, pope, to=asked)
    high, *others = state.given
    yield _passing(state, seat, HIGH, high_giver(state), pope, high)
    if has_seven_passed(state):
        yield _passing(state, seat, SEVEN, asked, pope, others.pop(0))
    else:
        yield Event(NO_SEVEN, asked, to=pope)
    for to, card in zip((high_giver(state), asked), others, strict=False):
        yield _passing(state, seat, RETURN, pope, to, card)


def _passing(state: TreikortState, seat: int | None, kind: str, giver: int, to: int, place: int) -> Event:
    """A card passes: giver and receiver know which, and all others once the hand is over (§10.4, §10.5, §10.7)."""
    if seat in (giver, to) or is_hand_over(state):
        return Event(kind, giver, (ROLL[place],), to)
    return Event(kind, giver, to=to, hidden=True)
