"""Conditions under which people come to a table: nobody who is banned from its server, or blocked by people there."""

from __future__ import annotations

from bot.store import Condition, Unbanned, Unblocked
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.personal_blocks import company
from bot.tables.table import Table


def to_open(action: actions.Open, guild_id: int) -> tuple[Condition, ...]:
    """Return the conditions of opening a table; those of cups are their cup's matter."""
    if action.match is not None:
        return ()
    people = frozenset({action.by, *filter(None, action.seated), *action.invited})
    others = tuple(sorted(people - {action.by}))
    asked = (Unblocked(one, (action.by,)) for one in others)
    return (Unbanned(guild_id, tuple(sorted(people))), Unblocked(action.by, others), *asked)


def to_come(before: Table, action: TableAction, after: Table, guild_id: int) -> tuple[Condition, ...]:
    """Return the conditions of an action after which people sit, are invited or have asked for a seat."""
    match action:
        case actions.Join(by=by) | actions.Sit(by=by) | actions.Take(by=by) if by not in before.humans:
            there = () if _is_back(before, after, by) else tuple(sorted(company(before) - {by}))
            return (Unbanned(guild_id, (by,)), Unblocked(by, there))
        case actions.Invite(by=by, people=people):
            there = tuple(sorted(company(before)))
            asked = (Unblocked(one, there) for one in people)
            return (Unbanned(guild_id, tuple(people)), Unblocked(by, tuple(people)), *asked)
        case actions.Admit(cup=False) | actions.Agree() if new := after.humans - before.humans:
            return (Unbanned(guild_id, tuple(sorted(new))),)
    return ()


def _is_back(before: Table, after: Table, person: str) -> bool:
    """Return whether a person has taken the seat that they left."""
    seat = after.seat_of(person)
    return seat is not None and before.seats[seat].was == person
