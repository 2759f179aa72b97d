"""The store: all ports on two connections of an engine, one that writes and one that reads."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Self

from bot.store.rows import Transferred
from bot.store.sql.conditions import CountStore
from bot.store.sql.conduct import BlockStore, ConductStore
from bot.store.sql.connection import ReadingConnection, SqlConnection, Work
from bot.store.sql.cup_templates import CupDraftStore, WeeklyCupStore
from bot.store.sql.cups import CupStore
from bot.store.sql.guilds import GuildStore, OrganisingStore, RoleMentionStore, WelcomeStore
from bot.store.sql.key_value import KeyValueStore
from bot.store.sql.leagues import LeagueStore
from bot.store.sql.learning import LearningStore
from bot.store.sql.messages import MessageStore, PlaceStore
from bot.store.sql.outages import OutageStore
from bot.store.sql.people import PeopleStore
from bot.store.sql.port import StoreHealth, Writer
from bot.store.sql.pruning import PruningStore
from bot.store.sql.reminders import AnnouncementStore, ReminderStore, announce
from bot.store.sql.results import ResultStore
from bot.store.sql.table_lists import TableLists
from bot.store.sql.tables import RecordStore
from bot.store.sql.transfer import Row, transfer


class Store(
    RecordStore,
    TableLists,
    OutageStore,
    CountStore,
    CupStore,
    LeagueStore,
    CupDraftStore,
    WeeklyCupStore,
    ResultStore,
    PlaceStore,
    MessageStore,
    RoleMentionStore,
    ReminderStore,
    AnnouncementStore,
    PeopleStore,
    GuildStore,
    WelcomeStore,
    OrganisingStore,
    ConductStore,
    BlockStore,
    LearningStore,
    KeyValueStore,
    PruningStore,
    StoreHealth,
):
    """All ports of one database; it closes at the end of `async with`."""

    def __init__(
        self, writer: Writer, reader: ReadingConnection, now: Callable[[], int], opened: AsyncExitStack
    ) -> None:
        super().__init__(writer, reader, now)
        self._opened = opened

    async def close(self) -> None:
        """Write what is queued, then close the database. A second call does nothing."""
        await self._opened.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @staticmethod
    @abstractmethod
    def _greatest_numbers(db: SqlConnection) -> dict[str, int]:
        """The greatest numbers given to rows: table -> number; only tables that give none twice, and have given one."""

    @staticmethod
    @abstractmethod
    def _set_greatest_numbers(db: SqlConnection, numbers: Mapping[str, int]) -> None:
        """Number new rows from these numbers on."""

    @staticmethod
    def _finish_filling(db: SqlConnection) -> None:
        """Make a database ready in which all rows have just been stored."""


async def fill(target: Store, source: Store) -> Transferred:
    """Store everything that another database holds, in one transaction, and compare it.

    Raises NotEmpty, Differs.
    """
    numbers = await source._reader.run(source._greatest_numbers)
    loop = asyncio.get_running_loop()

    def read(query: Work[list[Row]]) -> list[Row]:
        return asyncio.run_coroutine_threadsafe(source._reader.run(query), loop).result()

    def work(db: SqlConnection) -> Transferred:
        done = transfer(db, target._reader.path, read)
        target._set_greatest_numbers(db, numbers)
        target._finish_filling(db)
        return done

    return await target._writer.write(work)


async def announce_by(connection: ReadingConnection, text: str, at: int) -> int:
    """Queue an announcement by a connection, which is closed; return for how many tables."""
    try:
        return await connection.run(lambda db: announce(db, at, text))
    finally:
        await connection.close()
