"""Nudges: whoever waits for a person on turn lets a message tell them so, once a turn.

All functions here are pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.runtime.times import MINUTE
from bot.tables import actions
from bot.tables.table import Nudged, Stage, Table, handles, seat_refusal
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

WATCHED: Final = 2 * MINUTE
"""The time for which people watch a table; their hands are not redrawn only because they may nudge after longer."""


@handles(actions.Nudge, Stage.PLAYING)
def _nudge(table: Table, action: actions.Nudge) -> Table | Fact:
    refused = nudge_refusal(table, action.by, action.waited)
    if refused is not None or table.turn is None or table.hand is None:
        return refused or fact(Refusal.NOBODY_TO_NUDGE, table=table.name)
    nudged = Nudged(action.by, table.seats[table.turn].person, table.hand.number, len(table.hand.plays))
    return replace(table, nudge=nudged)


def nudge_refusal(table: Table, by: str, waited: int) -> Fact | None:
    """Return why a person may not nudge whoever is on turn, for `waited` ms; None if they may."""
    seat = table.seat_of(by)
    if seat is None:
        return seat_refusal(table)
    if table.paused:
        return table.pause_refusal()
    if table.asked is None or table.missing == table.turn or table.hand is None:
        return fact(Refusal.NOBODY_TO_NUDGE, table=table.name)
    if table.turn == seat:
        return fact(Refusal.OWN_TURN, table=table.name)
    if table.nudged_by is not None:
        return fact(Refusal.ALREADY_NUDGED, table=table.name, seat=table.turn, person=table.nudged_by)
    if waited < table.agreed.pace.nudge_after:
        return fact(Refusal.JUST_ON_TURN, table=table.name, seat=table.turn)
    return None


def others_may_nudge(table: Table, waited: int) -> bool:
    """Return whether anybody's hand has the button to nudge (`offers_nudge`), and so the post that all see."""
    return any(offers_nudge(table, number, waited) for number, seat in enumerate(table.seats) if seat.person)


def offers_nudge(table: Table, seat: int, waited: int) -> bool:
    """Return whether a seat's hand has the button to nudge; where nobody watches, it is there from the beginning."""
    after = table.agreed.pace.nudge_after
    return nudge_refusal(table, table.seats[seat].person or "", after if after >= WATCHED else waited) is None
