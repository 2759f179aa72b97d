"""Who is behind a key, when more people have been met than are remembered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import people
from bot.people import People
from bot.store import Store
from tests.bot.club import Time


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "a.db", now=Time()) as opened:
        yield opened


async def test_whoever_is_asked_for_is_told_also_when_that_pushes_others_out(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "REMEMBERED", 2)
    keys = [(await store.person(one, f"Person {one}")).key for one in range(4)]
    club = People(store)
    await club.named(keys[:2])
    assert set(await club.named([keys[0], keys[2], keys[3]])) == {keys[0], keys[2], keys[3]}


async def test_who_comes_often_is_not_forgotten_for_having_come_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "REMEMBERED", 2)
    club = People(store)
    first = await club.meet(1, "Aja", now=10)
    await club.meet(2, "Malik", now=20)
    await club.meet(1, "Aja", now=30)
    await club.meet(3, "Ivalu", now=40)
    assert club.last_here(first.key) == 30


async def test_who_is_not_renamed_keeps_the_name_also_after_a_restart(store: Store) -> None:
    await People(store).meet(1, "Aja in the server", now=10)
    club = People(store)
    assert (await club.meet(1, "aja", now=20, renamed=False)).name == "Aja in the server"
    assert club.changes == 1
    assert (await club.meet(1, "aja", now=30, renamed=False)).name == "Aja in the server"
    assert club.changes == 1
    assert (await club.meet(1, "Ajaraq", now=40)).name == "Ajaraq"


async def test_a_stranger_who_is_not_renamed_is_known_by_the_name_that_there_is(store: Store) -> None:
    assert (await People(store).meet(1, "aja", now=10, renamed=False)).name == "aja"
