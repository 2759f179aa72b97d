"""Reads, plays and moves of rows in every order: the memory always agrees with the store."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pytest

from bot.ledger import record_service
from bot.runtime.database import Database
from bot.runtime.times import HOUR
from bot.store import (
    CountStore,
    DatabaseBusy,
    OutageStore,
    PruningStore,
    QueuedRow,
    RecordStore,
    Retention,
    Store,
    Stored,
    TableLists,
)
from bot.store.sql.connection import Work
from bot.store.sql.port import Writer
from bot.tables import TableService, actions
from bot.tables.automatic_plays import rank_plays
from bot.tables.deadlines import Delays
from bot.tables.table import present_play
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import Days, days
from tests.bot.interleavings import Stops, all_orders
from tests.bot.running_bot import WHERE

T = TypeVar("T")
FAILING: Final = ("credit", "rows", "append", "table")
"""The calls that can be told to fail."""
Do = Callable[[Work[Any]], Awaitable[Any]]
"""Does work on a database, as the store's connections do."""


class DirectReader:
    path: Database = Path("memory")

    def __init__(self, do: Do) -> None:
        self._do = do

    async def run(self, work: Work[T]) -> T:
        return cast(T, await self._do(work))

    async def close(self) -> None: ...


class DirectWriter(Writer):
    """Does each piece of work by itself."""

    def __init__(self, do: Do) -> None:
        self._do = do

    async def write(self, work: Work[T]) -> T:
        return cast(T, await self._do(work))

    async def write_late(self, work: Work[Callable[[], T]]) -> T:
        return cast(T, await self._do(lambda db: work(db)()))


class MemoryStore(RecordStore, TableLists, OutageStore, PruningStore, CountStore):
    """The ports on a database in memory."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(DirectWriter(self._do), DirectReader(self._do), lambda: 0)
        self.db = db

    async def _do(self, work: Work[Any]) -> Any:
        return work(self.db)

    async def compact(self) -> None: ...


class Stopped(MemoryStore):
    """Each call stops before its work on a database of its own, and again before it returns."""

    def __init__(self, image: sqlite3.Connection, stops: Stops) -> None:
        super().__init__(sqlite3.connect(":memory:", isolation_level=None))
        image.backup(self.db)
        self._stops = stops
        self.fails: str | None = None
        """The call that fails although it has done its work."""
        for name in FAILING:
            setattr(self, name, self._or_failing(name, getattr(self, name)))

    async def _do(self, work: Work[Any]) -> Any:
        return await self._stops.around(lambda: work(self.db))

    def _or_failing(self, name: str, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def called(*args: Any, **more: Any) -> Any:
            found = await call(*args, **more)
            if self.fails == name:
                raise DatabaseBusy(Path("memory"), holder="another")
            return found

        return called

    def close(self) -> None:
        self.db.close()


class Image:
    """A table in play as its database has it, from which each order begins."""

    def __init__(self, here: Days, db: sqlite3.Connection, laid: QueuedRow, before: Stored | None) -> None:
        self.here, self.db, self._laid, self.before = here, db, laid, before

    @property
    def now(self) -> int:
        return self.here.time.now

    def tables(self, store: Stopped) -> TableService:
        """The tables of a process that has just begun."""
        return UnpublishedTables(cast(Store, store), Delays(1, 1, 1), self.here.time)

    def look(self, tables: TableService) -> Awaitable[object]:
        return tables.get(self.here.id)

    def propose(self, tables: TableService) -> Awaitable[object]:
        return tables.submit(self.here.id, actions.Propose(self.here.keys[0], "pace", "evening"))

    def queue_plays(self, tables: TableService) -> Awaitable[object]:
        return tables.queue_plays(self.here.id, self._laid.person, self._laid.seat, [self._laid])

    def lose(self, tables: TableService) -> Awaitable[object]:
        return tables.lose(self.here.id)

    def credit(self, tables: TableService) -> Awaitable[object]:
        return tables.credit(self.now - HOUR, self.now)

    def credit_server(self, tables: TableService) -> Awaitable[object]:
        return tables.credit(self.now - 2 * HOUR, self.now - HOUR, WHERE.guild_id)

    def prune(self, tables: TableService) -> Awaitable[object]:
        return tables.remove(Retention(0, self.now + 1, None))


TableDeed = Callable[[Image, TableService], Awaitable[object]]


@pytest.fixture
async def image(tmp_path: Path) -> AsyncIterator[Image]:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        seat = ((table.turn or 0) + 1) % 4
        card = table.view(seat).hand[-1]
        here.time.now += 3 * HOUR
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        with closing(sqlite3.connect(tmp_path / "a.db")) as file:
            file.backup(db)
        laid = QueuedRow(seat, here.keys[seat], *present_play(table, seat), 0, "any", card.code)
        yield Image(here, db, laid, await MemoryStore(db).table(here.id))


async def agree(tables: TableService, store: Stopped, table_id: int) -> None:
    """Check that the memory agrees with the store."""
    loaded, stored = tables.get_cached(table_id), await MemoryStore(store.db).table(table_id)
    if loaded is not None:
        assert stored is not None
        assert (loaded.row, [*rank_plays((*loaded.queue, *loaded.failed))]) == (stored.row, stored.queue)
        assert loaded.table.seq == len(stored.record)


class Forgetful(dict[Any, Any]):
    """A cache that keeps nothing."""

    def __init__(self, _: int) -> None: ...

    def __setitem__(self, key: Any, value: Any) -> None: ...


@pytest.mark.parametrize("caches", [False, True], ids=["nothing is cached", "all is cached"])
@pytest.mark.parametrize(
    ("doing", "credited"),
    [
        ((Image.look, Image.credit), HOUR),
        ((Image.propose, Image.credit), HOUR),
        ((Image.lose, Image.credit), HOUR),
        ((Image.credit_server, Image.credit), 2 * HOUR),
        ((Image.look, Image.queue_plays), 0),
        *(
            pytest.param(doing, credited, marks=pytest.mark.slow)
            for doing, credited in (
                ((Image.look, Image.propose, Image.credit), HOUR),
                ((Image.look, Image.look, Image.credit), HOUR),
                ((Image.propose, Image.credit, Image.credit_server), 2 * HOUR),
                ((Image.look, Image.credit, Image.credit_server), 2 * HOUR),
                ((Image.look, Image.propose, Image.queue_plays), 0),
                ((Image.look, Image.credit, Image.queue_plays), HOUR),
                ((Image.look, Image.lose, Image.credit), HOUR),
            )
        ),
    ],
)
async def test_nothing_that_is_written_is_lost_whatever_comes_first(
    image: Image, monkeypatch: pytest.MonkeyPatch, caches: bool, doing: Sequence[TableDeed], credited: int
) -> None:
    if not caches:
        monkeypatch.setattr(record_service, "LRUCache", Forgetful)

    async def run(stops: Stops) -> None:
        with closing(Stopped(image.db, stops)) as store:
            tables = image.tables(store)
            ended = await stops.drive(*(one(image, tables) for one in doing))
            assert not [one for one in ended if isinstance(one, BaseException)]
            await agree(tables, store, image.here.id)
            stored = await MemoryStore(store.db).table(image.here.id)
            assert image.before is not None
            assert stored is not None
            assert stored.row.credited == image.before.row.credited + credited
            assert len(stored.record) == len(image.before.record) + doing.count(Image.propose)
            assert len(stored.queue) == doing.count(Image.queue_plays)

    assert await all_orders(run) > len(doing)


@pytest.mark.parametrize("fails", FAILING)
async def test_memory_is_right_also_when_a_call_fails_that_has_done_its_work(image: Image, fails: str) -> None:
    async def run(stops: Stops) -> None:
        with closing(Stopped(image.db, stops)) as store:
            tables = image.tables(store)
            store.fails = fails
            await stops.drive(*(one(image, tables) for one in (Image.propose, Image.credit)))
            await agree(tables, store, image.here.id)
            store.fails = None
            assert await tables.get(image.here.id)
            await agree(tables, store, image.here.id)

    await all_orders(run)


async def test_a_table_that_is_removed_while_it_is_read_is_not_kept_in_memory(image: Image) -> None:
    image.db.execute("UPDATE tables SET stage = 'over'")

    async def run(stops: Stops) -> None:
        with closing(Stopped(image.db, stops)) as store:
            tables = image.tables(store)
            await stops.drive(*(one(image, tables) for one in (Image.look, Image.prune, Image.look)))
            assert tables.get_cached(image.here.id) is None
            assert await tables.get(image.here.id) is None

    assert await all_orders(run) >= 6
