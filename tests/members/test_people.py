"""The people behind keys, when more have been met than are remembered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.members import people
from bot.members.people import PeopleService
from bot.store import PersonRow, Store
from bot.store.engine import open_store
from tests.bot.read_gate import ReadGate, waiting_at
from tests.bot.running_bot import SetClock


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "a.db", now=SetClock()) as opened:
        yield opened


async def test_whoever_is_asked_for_is_told_also_when_that_pushes_others_out(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "REMEMBERED", 2)
    keys = [(await store.person(one, f"Person {one}")).key for one in range(4)]
    service = PeopleService(store)
    await service.rows(keys[:2])
    assert set(await service.rows([keys[0], keys[2], keys[3]])) == {keys[0], keys[2], keys[3]}


async def test_who_comes_often_is_not_forgotten_for_having_come_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "REMEMBERED", 2)
    service = PeopleService(store)
    first = await service.meet(1, "Aja", now=10)
    await service.meet(2, "Malik", now=20)
    await service.meet(1, "Aja", now=30)
    await service.meet(3, "Ivalu", now=40)
    assert service.last_active(first.key) == 30


async def erased_while(
    service: PeopleService, store: Store, person: PersonRow, reading: asyncio.Task[Any], gate: ReadGate
) -> None:
    """The person is erased while somebody reads who they are."""
    await store.erase(person.key)
    service.forget(person)
    gate.open()
    await reading


async def test_who_is_erased_while_their_name_is_read_is_not_remembered(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, service = await store.person(1, "Aja"), PeopleService(store)
    gate = ReadGate(store.people)
    monkeypatch.setattr(store, "people", gate)
    await erased_while(service, store, person, await waiting_at(gate, service.rows([person.key])), gate)
    (found,) = (await service.rows([person.key])).values()
    assert (found.discord_id, found.name) == (None, "")


async def test_who_is_erased_while_they_press_something_is_somebody_new(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, service = await store.person(1, "Aja"), PeopleService(store)
    gate = ReadGate(store.person)
    monkeypatch.setattr(store, "person", lambda *given, **_: gate(*given))
    await erased_while(service, store, person, await waiting_at(gate, service.meet(1, "Aja", now=10)), gate)
    assert (await service.meet(1, "Aja", now=20)).key != person.key


async def test_a_slow_reader_does_not_put_an_old_name_in_place_of_a_new_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, service = await store.person(1, "Aja"), PeopleService(store)
    gate = ReadGate(store.people)
    monkeypatch.setattr(store, "people", gate)
    reading = await waiting_at(gate, service.rows([person.key]))
    await service.meet(1, "Ajaraq", now=10)
    gate.open()
    assert (await reading)[person.key].name == "Ajaraq"
    assert (await service.rows([person.key]))[person.key].name == "Ajaraq"
