"""Tables in memory are a cache of their records, whoever reads at the same time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.publishing import table_context
from bot.publishing.table_context import TableContexts
from bot.store import DatabaseBusy, PlaceRow
from tests.bot.read_gate import ReadGate, waiting_at
from tests.bot.running_bot import RunningBot

AJA = 11


async def test_a_slow_reader_does_not_forget_where_a_table_is_shown(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, *_ = await bot.meet(AJA)
    table = await bot.open(key)
    loaded = await bot.tables.get(table.id)
    assert loaded
    await bot.shown()
    slow = TableContexts(bot.store, bot.people)
    gate = ReadGate(bot.store.place)
    monkeypatch.setattr(bot.store, "place", gate)
    reading = await waiting_at(gate, slow.place(loaded))
    await slow.move((await slow.place(loaded))._replace(thread_id=77))
    gate.open()
    assert (await reading).thread_id == 77
    assert (await slow.place(loaded)).thread_id == 77


async def test_who_takes_another_name_is_called_by_it_from_then_on(bot: RunningBot) -> None:
    key, *_ = await bot.meet(AJA)
    table = await bot.open(key)
    loaded = await bot.tables.get(table.id)
    assert loaded
    contexts = TableContexts(bot.store, bot.people)
    assert (await contexts.context(loaded)).holders[key].name == "Person 11"
    await bot.people.meet(AJA, "Nivi", None)
    assert (await contexts.context(loaded)).holders[key].name == "Nivi"


async def test_tables_that_are_only_looked_at_do_not_fill_the_memory(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_context, "REMEMBERED", 2)
    key, *_ = await bot.meet(AJA)
    tables = [await bot.open(key) for _ in range(3)]
    await bot.shown()
    asked: list[int] = []
    where = bot.store.place

    async def reading(table_id: int) -> PlaceRow | None:
        asked.append(table_id)
        return await where(table_id)

    monkeypatch.setattr(bot.store, "place", reading)
    shown = TableContexts(bot.store, bot.people)
    for table in (*tables, tables[2], tables[0]):
        loaded = await bot.tables.get(table.id)
        assert loaded
        await shown.context(loaded)
    assert asked == [table.id for table in (*tables, tables[0])]


async def test_a_table_of_which_it_is_not_known_whether_it_was_written_is_read_anew(
    bot: RunningBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await bot.started(AJA)
    writes = bot.store.append

    async def writes_and_fails(*written: Any, **conditions: Any) -> None:
        await writes(*written, **conditions)
        raise DatabaseBusy(tmp_path / "a.db", holder="another")

    monkeypatch.setattr(bot.store, "append", writes_and_fails)
    with pytest.raises(DatabaseBusy):
        await bot.play_on(table.id)
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    assert loaded.table.seq == len(await bot.store.record(table.id)) > table.seq
    await bot.shown()
