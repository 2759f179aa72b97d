"""The people who may come to a table: nobody who is banned from its server, or blocked by people there."""

from __future__ import annotations

from typing import Final

from bot.store import BlockStore, Condition, CountedRows, FewerThan, PersonRow, Unbanned, Unblocked
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.table import Table
from bot.texts.notices import Refusal, RequestRefused, fact

MOST_BLOCKED: Final = 100
"""The most people whom one person can block."""


def company(table: Table) -> frozenset[str]:
    """Return the keys of the people seated at a table, and of who opened it."""
    return table.humans | {table.opener}


class PersonalBlocks:
    """The people whom each person has blocked, given by their keys."""

    def __init__(self, store: BlockStore) -> None:
        self._store = store

    async def block(self, person: str, blocked: str) -> None:
        """Block a person. Raises RequestRefused if too many are blocked, Unmet if they have meanwhile."""
        known = (await self._store.blocks(person)).blocked
        if blocked in known:
            return
        if len(known) >= MOST_BLOCKED:
            raise RequestRefused(fact(Refusal.TOO_MANY_BLOCKED, count=MOST_BLOCKED))
        fewer = FewerThan(MOST_BLOCKED, CountedRows.BLOCKS_OF_PERSON, person)
        await self._store.block(person, blocked, conditions=[fewer])

    async def check_invitable(self, person: PersonRow, by: str, there: frozenset[str]) -> None:
        """Raise RequestRefused if the person has blocked who invites them, or is blocked by people who are there."""
        blocks = await self._store.blocks(person.key)
        if by in blocks.blocked or blocks.by & there:
            raise RequestRefused(fact(Refusal.CANNOT_INVITE, name=person.name))

    async def check_nudge(self, table: Table, by: str) -> None:
        """Raise RequestRefused if the person on turn has blocked who nudges them."""
        if table.asked is not None and table.asked.person in (await self._store.blocks(by)).by:
            raise RequestRefused(fact(Refusal.CANNOT_NUDGE, table=table.name, seat=table.turn), table.id)

    async def unwelcome(self, table: Table, person: str) -> tuple[str, ...]:
        """Return whom of the people at a table the person has blocked.

        Raises RequestRefused, which names nobody, if one of them has blocked the person.
        """
        blocks, there = await self._store.blocks(person), company(table) - {person}
        if blocks.by & there:
            raise RequestRefused(fact(Refusal.CANNOT_JOIN, table=table.name))
        return tuple(key for key in blocks.blocked if key in there)


def opening_conditions(action: actions.Open, guild_id: int) -> tuple[Condition, ...]:
    """Return the conditions of opening a table; those of cups are their cup's matter."""
    if action.match is not None:
        return ()
    people = frozenset({action.by, *filter(None, action.seated), *action.invited})
    others = tuple(sorted(people - {action.by}))
    asked = (Unblocked(person, (action.by,)) for person in others)
    return (Unbanned(guild_id, tuple(sorted(people))), Unblocked(action.by, others), *asked)


def arrival_conditions(before: Table, action: TableAction, after: Table, guild_id: int) -> tuple[Condition, ...]:
    """Return the conditions of an action after which people sit, are invited, nudged or have asked for a seat."""
    match action:
        case actions.Join(by=by) | actions.Sit(by=by) | actions.Take(by=by) if by not in before.humans:
            there = () if _is_back(before, after, by) else tuple(sorted(company(before) - {by}))
            return (Unbanned(guild_id, (by,)), Unblocked(by, there))
        case actions.Invite(by=by, people=people):
            there = tuple(sorted(company(before)))
            asked = (Unblocked(person, there) for person in people)
            return (Unbanned(guild_id, tuple(people)), Unblocked(by, tuple(people)), *asked)
        case actions.Nudge(by=by) if before.asked is not None and before.asked.person is not None:
            return (Unblocked(by, (before.asked.person,)),)
        case actions.Admit(cup=False) | actions.Agree() if new := after.humans - before.humans:
            return (Unbanned(guild_id, tuple(sorted(new))),)
    return ()


def _is_back(before: Table, after: Table, person: str) -> bool:
    """Return whether a person has taken the seat that they left."""
    seat = after.seat_of(person)
    return seat is not None and before.seats[seat].was == person
