from __future__ import annotations

import asyncio
from pathlib import Path

from bot.store import Store
from bot.tables import Tables, actions
from bot.tables.clock import Clock
from bot.tables.paces import Paces
from bot.tables.table import Stage
from tests.bot.club import HOUR, OPTIONS, WHERE, Time


async def test_a_lobby_that_nobody_starts_closes_when_it_is_due_and_not_before(tmp_path: Path) -> None:
    time = Time()
    async with await Store.open(tmp_path / "a.db", now=time) as store:
        tables = Tables(store, Paces(0, 0, lobby=24 * HOUR), time)
        clock = Clock(store, tables, time)
        tables.listen(clock.changed)
        aja = (await store.person(1, "Aja")).key
        table = await tables.open(actions.Open(aja, "", "voormsi", 1, 4, OPTIONS), WHERE, None)
        assert await stage_after(clock, tables, table.id) is Stage.LOBBY
        time.now += 24 * HOUR
        assert await stage_after(clock, tables, table.id) is Stage.CLOSED


async def stage_after(clock: Clock, tables: Tables, table_id: int) -> Stage:
    """The table's stage when the clock has looked once."""
    looking = asyncio.create_task(clock.look())
    done, _ = await asyncio.wait({looking}, timeout=0.2)
    if not done:
        looking.cancel()
    await clock.stop()
    kept = await tables.get(table_id)
    assert kept is not None
    return kept.table.stage
