from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.availability.outages import Outages
from bot.ledger import record_clock
from bot.runtime import background_tasks
from bot.store import DiskFull, Store
from bot.store.engine import open_store
from bot.tables import TableService, actions
from bot.tables.deadline_clock import DeadlineClock
from bot.tables.deadlines import Delays
from bot.tables.table import Stage
from rules.core.contract import Phase
from simulation.scripted_people import LONG
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.read_gate import ReadGate, waiting_at
from tests.bot.running_bot import HOUR, OPTIONS, WHERE, SetClock


async def test_a_lobby_that_nobody_starts_closes_when_it_is_due_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = SetClock()
    async with await open_store(tmp_path / "a.db", now=time) as store:
        tables = UnpublishedTables(store, Delays(0, 0, lobby=24 * HOUR), time)
        clock = DeadlineClock(store, tables, time, Outages(store, tables, time))
        tables.listen(clock.follow)
        aja = (await store.person(1, "Aja")).key
        table = await tables.open(actions.Open(aja, "", "voormsi", 1, 4, OPTIONS), WHERE, None)
        await looked(clock, store, monkeypatch)
        assert await stage_of(tables, table.id) is Stage.LOBBY
        time.now += 24 * HOUR
        await looked(clock, store, monkeypatch)
        assert await stage_of(tables, table.id) is Stage.CLOSED


async def test_computers_among_themselves_do_not_pause_between_hands(tmp_path: Path) -> None:
    time = SetClock()
    async with await open_store(tmp_path / "a.db", now=time) as store:
        tables = UnpublishedTables(store, Delays(computer=5, between_hands=10_000, lobby=24 * HOUR), time)
        aja = (await store.person(1, "Aja")).key
        table = await tables.open(actions.Open(aja, "", "voormsi", 1, 2, OPTIONS), WHERE, None)
        await tables.submit(table.id, actions.Start(aja, fill=True))
        loaded = await tables.existing(table.id)
        while loaded.table.phase is not Phase.DEAL:
            assert loaded.row.due_at
            time.now = loaded.row.due_at
            await tables.tick(table.id)
            loaded = await tables.existing(table.id)
        assert loaded.row.due_at == loaded.row.wait_since + 5


async def looked(clock: DeadlineClock, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock looks once: all that is due has been done when it would sleep."""
    gate = ReadGate(store.next_due)
    with monkeypatch.context() as patched:
        patched.setattr(store, "next_due", gate)
        looking = await waiting_at(gate, clock.look())
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
    await clock.stop()


async def stage_of(tables: TableService, table_id: int) -> Stage:
    loaded = await tables.get(table_id)
    assert loaded is not None
    return loaded.table.stage


async def test_a_deadline_that_comes_while_the_clock_reads_is_not_slept_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = SetClock()
    async with await open_store(tmp_path / "a.db", now=time) as store:
        tables = UnpublishedTables(store, Delays(0, 0, lobby=10), time)
        clock = DeadlineClock(store, tables, time, Outages(store, tables, time))
        tables.listen(clock.follow)
        aja = (await store.person(1, "Aja")).key
        opening = actions.Open(aja, "", "voormsi", 1, 4, OPTIONS)
        first = await tables.open(opening, WHERE, None)
        await looked(clock, store, monkeypatch)
        await tables.submit(first.id, actions.Close(aja))  # what was slept to does not come
        time.now += 20
        gate = ReadGate(store.next_due)
        monkeypatch.setattr(store, "next_due", gate)
        looking = await waiting_at(gate, clock.look())
        await tables.open(opening, WHERE, None)
        gate.open()
        async with asyncio.timeout(LONG):
            await looking


class OverdueTable:
    """A store and tables with one table that is always due, and whose tick fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.is_connected, self.lost_guilds = True, frozenset[int]()
        self.ticks = 0

    async def due(self, now: int, lost_guilds: frozenset[int]) -> list[int]:
        return [1]

    async def next_due(self, now: int) -> int:
        return now

    async def tick(self, table_id: int) -> None:
        self.ticks += 1
        raise self.error

    def clock(self) -> DeadlineClock:
        return DeadlineClock(self, self, SetClock(), self)  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [DiskFull(Path("v.db"), detail="full"), ValueError("a bug")])
async def test_what_could_not_be_done_is_not_tried_again_without_a_pause(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert record_clock.PAUSE_AFTER_FAILURE >= 1
    monkeypatch.setattr(record_clock, "PAUSE_AFTER_FAILURE", 3600)
    overdue = OverdueTable(error)
    clock = overdue.clock()
    for _ in range(20):
        await clock.look()
    assert overdue.ticks == 1
    await clock._acting.stop()


async def test_a_clock_that_may_not_act_does_not_ask_again_without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    assert background_tasks.PAUSE_WHILE_LOST >= 0.1
    monkeypatch.setattr(background_tasks, "PAUSE_WHILE_LOST", 3600)
    overdue = OverdueTable(ValueError("not to be asked"))
    overdue.is_connected = False
    looking = asyncio.ensure_future(overdue.clock().look())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not looking.done()
    looking.cancel()
