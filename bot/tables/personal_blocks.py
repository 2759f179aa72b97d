"""The blocks of a person against others: who cannot come to a table, and whom somebody is warned of before they do."""

from __future__ import annotations

from typing import Final

from bot.store import BlockStore, CountedRows, FewerThan, PersonRow
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
        """Raises RequestRefused if the person has blocked too many, Unmet if they have meanwhile."""
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

    async def unwelcome(self, table: Table, person: str) -> tuple[str, ...]:
        """Return whom of the people at a table the person has blocked.

        Raises RequestRefused, which names nobody, if one of them has blocked the person.
        """
        blocks, there = await self._store.blocks(person), company(table) - {person}
        if blocks.by & there:
            raise RequestRefused(fact(Refusal.CANNOT_JOIN, table=table.name))
        return tuple(key for key in blocks.blocked if key in there)
