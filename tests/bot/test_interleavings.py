"""Reads, plays and moves of rows in every order: the memory always agrees with the store."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import pytest

from bot.runtime.time_units import HOUR
from bot.store import (
    ActRow,
    Condition,
    DatabaseBusy,
    QueuedRow,
    RecordRow,
    ResultRow,
    Retention,
    RubberRow,
    SeatRow,
    Store,
    Stored,
    TableRow,
)
from bot.store.sql import outages, pruning
from bot.store.sql import tables as sql
from bot.tables import TableService, actions, table_service
from bot.tables.deadlines import Delays
from bot.tables.queued_plays import numbered
from bot.tables.table import present
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import Days, days
from tests.bot.interleavings import Stops, all_orders
from tests.bot.running_bot import WHERE


class Stopped:
    """The store's SQL on a database in memory; each call stops before it, and again before it returns."""

    def __init__(self, image: sqlite3.Connection, stops: Stops) -> None:
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        image.backup(self.db)
        self._stops = stops
        self.fails: str | None = None
        """The call that fails although it has done its work."""

    async def _do(self, name: str, work: Callable[[], Any]) -> Any:
        found = await self._stops.around(work)
        if self.fails == name:
            raise DatabaseBusy(Path("memory"), holder="another")
        return found

    async def table(self, table_id: int) -> Stored | None:
        return cast(Stored | None, await self._do("table", lambda: sql.table(self.db, table_id)))

    async def rows(self, table_ids: Iterable[int]) -> list[TableRow]:
        wanted = list(table_ids)
        return cast(list[TableRow], await self._do("rows", lambda: sql.rows(self.db, wanted)))

    async def append(
        self,
        row: TableRow,
        seats: Sequence[SeatRow] | None,
        entries: Sequence[RecordRow],
        interaction: int | None,
        queue: Sequence[QueuedRow] | None = None,
        ended: Sequence[ResultRow] = (),
        acts: Sequence[ActRow] = (),
        rubber: RubberRow | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        assert not conditions
        more = (interaction, queue, ended, acts, rubber)
        await self._do("append", lambda: sql.append(self.db, 0, row, seats, entries, *more)())

    async def put_queue(self, table_id: int, queue: Sequence[QueuedRow]) -> None:
        await self._do("put_queue", lambda: sql.put_queue(self.db, table_id, queue))

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = MappingProxyType({})
    ) -> list[int]:
        return cast(list[int], await self._do("credit", lambda: outages.credit(self.db, since, until, guild)))

    async def shift(self, by: int, now: int, noted: Mapping[str, str] = MappingProxyType({})) -> list[int]:
        return cast(list[int], await self._do("shift", lambda: outages.shift(self.db, by, now)))

    async def prune_tables(self, limits: Retention) -> list[int]:
        return cast(list[int], await self._do("prune_tables", lambda: pruning.prune_tables(self.db, limits)))

    async def row(self, table_id: int) -> TableRow | None:
        return cast(TableRow | None, await self._do("row", lambda: sql.row(self.db, table_id)))

    async def record(self, table_id: int) -> list[RecordRow]:
        return cast(list[RecordRow], await self._do("record", lambda: sql.record(self.db, table_id, 0)))

    def close(self) -> None:
        self.db.close()

    def stored(self, table_id: int) -> Stored | None:
        return sql.table(self.db, table_id)


class Image:
    """A table in play as its database has it, from which each order begins."""

    def __init__(self, here: Days, db: sqlite3.Connection, laid: QueuedRow) -> None:
        self.here, self.db, self._laid = here, db, laid
        self.before = sql.table(db, here.id)

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
        yield Image(here, db, QueuedRow(seat, here.keys[seat], *present(table, seat), 0, "any", card.code))


def agree(tables: TableService, store: Stopped, table_id: int) -> None:
    """Check that the memory agrees with the store."""
    loaded, stored = tables.at_hand(table_id), store.stored(table_id)
    if loaded is not None:
        assert stored is not None
        assert (loaded.row, [*numbered((*loaded.queue, *loaded.failed))]) == (stored.row, stored.queue)
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
        monkeypatch.setattr(table_service, "LRUCache", Forgetful)

    async def run(stops: Stops) -> None:
        with closing(Stopped(image.db, stops)) as store:
            tables = image.tables(store)
            ended = await stops.drive(*(one(image, tables) for one in doing))
            assert not [one for one in ended if isinstance(one, BaseException)]
            agree(tables, store, image.here.id)
            stored = store.stored(image.here.id)
            assert image.before is not None
            assert stored is not None
            assert stored.row.credited == image.before.row.credited + credited
            assert len(stored.record) == len(image.before.record) + doing.count(Image.propose)
            assert len(stored.queue) == doing.count(Image.queue_plays)

    assert await all_orders(run) > len(doing)


@pytest.mark.parametrize("fails", ["credit", "rows", "append", "table"])
async def test_memory_is_right_also_when_a_call_fails_that_has_done_its_work(image: Image, fails: str) -> None:
    async def run(stops: Stops) -> None:
        with closing(Stopped(image.db, stops)) as store:
            tables = image.tables(store)
            store.fails = fails
            await stops.drive(*(one(image, tables) for one in (Image.propose, Image.credit)))
            agree(tables, store, image.here.id)
            store.fails = None
            assert await tables.get(image.here.id)
            agree(tables, store, image.here.id)

    await all_orders(run)


async def test_a_table_that_is_removed_while_it_is_read_is_not_kept_in_memory(image: Image) -> None:
    image.db.execute("UPDATE tables SET stage = 'over'")

    async def run(stops: Stops) -> None:
        with closing(Stopped(image.db, stops)) as store:
            tables = image.tables(store)
            await stops.drive(*(one(image, tables) for one in (Image.look, Image.prune, Image.look)))
            assert tables.at_hand(image.here.id) is None
            assert await tables.get(image.here.id) is None

    assert await all_orders(run) >= 6
