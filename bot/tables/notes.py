"""Notes: what a table says of people who come and go, until its next hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from bot.tables import actions, table_terms
from bot.tables.actions import TableAction
from bot.tables.proposals import is_decided_alone
from bot.tables.table import Answered, Table
from bot.texts.notices import Notice, fact
from rules.core.contract import Fact

MOST: Final = 3
"""The most notes that a table keeps, the last ones."""


def noted(before: Table, action: TableAction, after: Table) -> Table:
    """Return the table after an action with the note of it, and those before that still belong to its hand."""
    kept = [note for note in before.notes if _moment(before) == _moment(after) and holds(note, after)]
    note = note_of(action, after)
    kept = [one for one in kept if one != note]
    return replace(after, notes=(*kept, note)[-MOST:] if note else tuple(kept))


def _moment(table: Table) -> tuple[int, bool]:
    """The hand, and whether it is over; before the deal the first one."""
    return (1 if table.hand is None else table.hand.number), table.is_hand_over


def holds(note: Fact, after: Table) -> bool:
    """Return whether what a note says of the present is still true; what somebody did is."""
    person = note.about.get("person")
    match note.kind:
        case Notice.RESTS:
            return after.rests
        case Notice.LEFT_ALONE:
            return after.is_abandoned
        case Notice.SEAT_OPENED | Notice.RESIGNED | Notice.DEPARTED:
            return bool(after.seats[note.about["seat"]].open)
        case Notice.RETURNED | Notice.SEAT_TAKEN:
            return bool(after.seats[note.about["seat"]].person == person)
        case Notice.AWAY | Notice.AWAY_PAUSED:
            return after.is_away(str(person))
        case Notice.BACK:
            return any(seat.person == person and seat.away is None for seat in after.seats)
        case Notice.RESUMED | Notice.TABLE_CUP_RESUMED:
            return not (after.paused or after.rests)
    return True


def note_of(action: TableAction, after: Table) -> Fact | None:
    """Return what is said of an action by which somebody comes or goes; `after`: the table after it."""
    table = after.name
    match action:
        case actions.Rest():
            return fact(Notice.RESTS, table=table)
        case actions.Resume(cup=True):
            return fact(Notice.TABLE_CUP_RESUMED, table=table)
        case actions.Resume(by=by):
            return fact(Notice.RESUMED, table=table, person=by)
        case actions.Propose(what=table_terms.PACE) if is_decided_alone(after):
            return fact(Notice.PACE_SET, table=table)
        case actions.Away(by=by, until=until) if not _asks(after):
            kind = Notice.AWAY_PAUSED if after.paused_for == by else Notice.AWAY
            return fact(kind, table=table, person=by, until=until // 1000)
        case actions.Back(seat=seat) if after.seats[seat].person is not None:
            return fact(Notice.BACK, table=table, person=after.seats[seat].person)
        case actions.Take(by=by) | actions.Return(by=by) | actions.Admit(person=by) if not _is_granted(action, after):
            return _taken(after, by)
    return _left(action, after)


def _asks(after: Table) -> bool:
    """Return whether the last entry asks the others."""
    return after.pending is not None and after.pending.seq == after.seq


def _is_granted(action: TableAction, after: Table) -> bool:
    """Return whether a seat was given by the answer to a proposal, which says so itself."""
    asked = after.proposal
    has_settled = asked is not None and asked.settled == after.seq and asked.answered is Answered.GRANTED
    return isinstance(action, actions.Admit) and has_settled


def _left(action: TableAction, after: Table) -> Fact | None:
    """Return what is said of somebody who has left; nothing if they have only withdrawn a request for a seat."""
    match action:
        case actions.OpenSeat(seat=seat):
            return fact(leaving(Notice.SEAT_OPENED, after), table=after.name, seat=seat, person=after.seats[seat].was)
        case actions.Resign(by=person) if after.tenures[-1].since == after.seq:
            kind = Notice.RESIGNED
        case actions.Depart(person=person) if after.tenures[-1].since == after.seq:
            kind = Notice.DEPARTED
        case _:
            return None
    return fact(leaving(kind, after), table=after.name, seat=after.tenures[-1].seat, person=person)


def leaving(usual: Notice, after: Table) -> Notice:
    """Return what is told of somebody who has left: another notice if they were the last and the table waits."""
    return Notice.LEFT_ALONE if after.is_abandoned and not after.humans else usual


def _taken(after: Table, person: str) -> Fact | None:
    """Return what is said of somebody who has a seat again, or a new one; None if they only ask for one."""
    seat = after.seat_of(person)
    if seat is None:
        return None
    held = (tenure.person for tenure in after.tenures.tenures_of(after.tenures[-1].seat) if tenure.person)
    kind = Notice.RETURNED if [*islice(held, 2)] == [person, person] else Notice.SEAT_TAKEN
    return fact(kind, table=after.name, seat=seat, person=person)
