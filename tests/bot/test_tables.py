"""Tables in memory are a cache of their records, whoever reads at the same time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.publishing import table_context
from bot.publishing.table_context import TableContexts
from bot.store import DatabaseBusy, PlaceRow
from tests.bot.club import Club, Time
from tests.bot.fake_discord import FakeDiscord
from tests.bot.gate import Gate, waiting_at

AJA = 11


async def test_a_slow_reader_does_not_forget_where_a_table_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    key, *_ = await club.meet(AJA)
    table = await club.open(key)
    loaded = await club.tables.get(table.id)
    assert loaded
    await club.shown()
    slow = TableContexts(club.store, club.people)
    gate = Gate(club.store.place)
    monkeypatch.setattr(club.store, "place", gate)
    reading = await waiting_at(gate, slow.place(loaded))
    await slow.move((await slow.place(loaded))._replace(thread_id=77))
    gate.open()
    assert (await reading).thread_id == 77
    assert (await slow.place(loaded)).thread_id == 77
    await club.die()


async def test_tables_that_are_only_looked_at_do_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_context, "REMEMBERED", 2)
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    key, *_ = await club.meet(AJA)
    tables = [await club.open(key) for _ in range(3)]
    await club.shown()
    asked: list[int] = []
    where = club.store.place

    async def reading(table_id: int) -> PlaceRow | None:
        asked.append(table_id)
        return await where(table_id)

    monkeypatch.setattr(club.store, "place", reading)
    shown = TableContexts(club.store, club.people)
    for table in (*tables, tables[2], tables[0]):
        loaded = await club.tables.get(table.id)
        assert loaded
        await shown.of(loaded)
    assert asked == [table.id for table in (*tables, tables[0])]
    await club.die()


async def test_a_table_of_which_it_is_not_known_whether_it_was_written_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA)
    writes = club.store.append

    async def writes_and_fails(*written: Any) -> None:
        await writes(*written)
        raise DatabaseBusy(tmp_path / "a.db", holder="another")

    monkeypatch.setattr(club.store, "append", writes_and_fails)
    with pytest.raises(DatabaseBusy):
        await club.play_on(table.id)
    loaded = await club.tables.get(table.id)
    assert loaded is not None
    assert loaded.table.seq == len(await club.store.record(table.id)) > table.seq
    await club.shown()
    await club.die()
