"""Invitations: seats of a lobby that are kept for people until they join or decline, or for some time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from bot.runtime.times import DAY, HOUR
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.seat_holders import Holder
from bot.tables.table import (
    FREE,
    Invitation,
    InvitationState,
    Stage,
    Table,
    free_seats,
    handles,
    opener_refusal,
)
from bot.tables.table_terms import Pace
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

KEPT_FOR: Final = HOUR
"""The time for which a seat is kept at a pace below a day for a play, in ms."""
KEPT_FOR_SLOW: Final = DAY
"""The same at slower paces."""


def keeping_time(pace: Pace) -> int:
    return KEPT_FOR_SLOW if pace.is_slow else KEPT_FOR


def kept_refusal(table: Table, number: int | None = None) -> Fact:
    """Return the refusal of a seat that is kept for somebody else; None: of all free seats."""
    seats = table.seats if number is None else [table.seats[number]]
    people = tuple(seat.kept_for for seat in seats if seat.kept_for is not None)
    return fact(Refusal.SEAT_KEPT, table=table.name, people=people)


def private_refusal(table: Table) -> Fact:
    """Return the refusal of a seat at a private table."""
    return fact(Refusal.PRIVATE_TABLE, table=table.name, person=table.opener)


def next_lapse(table: Table) -> int | None:
    """Return when the next seat is no longer kept, ms since the epoch; None: never."""
    return min((invitation.until for invitation in table.open_invitations if invitation.until), default=None)


def invite(table: Table, people: Iterable[str], until: int, seq: int, but_not: Collection[int] = ()) -> Table | Fact:
    """Return the table with seats kept for these people and nobody else; those who sit there need none.

    `but_not`: the free seats that are kept for none of them.
    """
    wanted = [key for key in dict.fromkeys(people) if table.seat_of(key) is None]
    seats = [FREE if seat.kept_for and seat.kept_for not in wanted else seat for seat in table.seats]
    new = [key for key in wanted if all(seat.kept_for != key for seat in seats)]
    free = sum(seat.is_free for seat in seats)
    if len(new) > free:
        return fact(Refusal.NO_SEATS_TO_KEEP, table=table.name, count=free + len(wanted) - len(new))
    for key in new:
        kept = next(number for number in free_seats(table, seats) if number not in but_not)
        seats[kept] = FREE._replace(kept_for=key)
    made = tuple(Invitation(key, until, seq, nth) for nth, key in enumerate(new))
    return replace(table, seats=tuple(seats), open_invitations=table.open_invitations + made)


def settle(table: Table) -> Table:
    """Return the table after an action with the invitations that it has ended, and no seat kept for nothing."""
    if not table.open_invitations:
        return table
    is_lobby = table.stage is Stage.LOBBY
    seats = tuple(
        FREE if seat.kept_for and (not is_lobby or table.seat_of(seat.kept_for) is not None) else seat
        for seat in table.seats
    )
    kept_now = {seat.kept_for for seat in seats}
    ended = table.ended_invitations
    for invitation in table.open_invitations:
        if invitation.person not in kept_now:
            ended = ended.with_entry(_end(table, invitation))
    still_open = tuple(invitation for invitation in table.open_invitations if invitation.person in kept_now)
    return replace(table, seats=seats, open_invitations=still_open, ended_invitations=ended)


def _end(table: Table, invitation: Invitation) -> Invitation:
    joined = table.seat_of(invitation.person) is not None
    return invitation._replace(state=InvitationState.JOINED if joined else InvitationState.OVER, settled=table.seq)


def _release_seats(table: Table, people: frozenset[str]) -> Table:
    seats = tuple(FREE if seat.kept_for in people else seat for seat in table.seats)
    return replace(table, seats=seats)


@handles(actions.Invite, Stage.LOBBY)
def _invite(table: Table, action: actions.Invite) -> Table | Fact:
    if action.by != table.opener:
        return opener_refusal(table)
    return invite(table, action.people, action.until, table.seq + 1)


@handles(actions.Decline, Stage.LOBBY)
def _decline(table: Table, action: actions.Decline) -> Table | Fact:
    invitation = table.invitation_of(action.by)
    if invitation is None:
        return fact(Refusal.NOT_INVITED, table=table.name)
    declined = invitation._replace(state=InvitationState.DECLINED, settled=table.seq + 1)
    return replace(
        _release_seats(table, frozenset({action.by})),
        open_invitations=tuple(other for other in table.open_invitations if other is not invitation),
        ended_invitations=table.ended_invitations.with_entry(declined),
    )


@handles(actions.Lapse, Stage.LOBBY)
def _lapse(table: Table, action: actions.Lapse) -> Table | Fact:
    over = {invitation.person for invitation in table.open_invitations if 0 < invitation.until <= action.until}
    return _release_seats(table, frozenset(over))


def has_kept_seats(table: Table) -> bool:
    return any(seat.kind is Holder.EMPTY and seat.kept_for is not None for seat in table.seats)


def reached_people(table: Table, action: TableAction) -> tuple[str, ...]:
    """Return the keys of the people whom an action reaches: not those for whom a seat is kept already."""
    if not isinstance(action, actions.Invite):
        return ()
    known = {action.by, *table.humans, *(seat.kept_for for seat in table.seats)}
    return tuple(person for person in dict.fromkeys(action.people) if person not in known)
