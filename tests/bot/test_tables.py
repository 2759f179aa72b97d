"""Tables in memory are a cache of their records, whoever reads at the same time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing.backdrops import Backdrops
from tests.bot.club import Club, Time
from tests.bot.fake_discord import FakeDiscord
from tests.bot.gate import Gate, waiting_at

AJA = 11


async def test_a_slow_reader_does_not_put_an_older_table_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await first.started(AJA)
    await first.die()
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    gate = Gate(club.tables.record)
    monkeypatch.setattr(club.tables, "record", gate)
    reading = await waiting_at(gate, club.tables.get(table.id))
    await club.play_on(table.id)
    gate.open()
    assert (await reading).table.seq == table.seq + 1
    assert await club.play_on(table.id)
    await club.shown()
    await club.die()


async def test_a_slow_reader_does_not_forget_where_a_table_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    key, *_ = await club.meet(AJA)
    table = await club.open(key)
    kept = await club.tables.get(table.id)
    assert kept
    await club.shown()
    backdrops = Backdrops(club.store, club.people)
    gate = Gate(club.store.where)
    monkeypatch.setattr(club.store, "where", gate)
    reading = await waiting_at(gate, backdrops.place(kept))
    await backdrops.move((await backdrops.place(kept))._replace(thread_id=77))
    gate.open()
    assert (await reading).thread_id == 77
    assert (await backdrops.place(kept)).thread_id == 77
    await club.die()
