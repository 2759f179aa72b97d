"""Ratings of servers and across them, as they follow from the store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ratings.service import RatingService
from bot.store import RubberRow, Store
from bot.store.engine import open_store
from bot.tables.results import Rubber, Spell, rubber_row
from tests.store.samples import NOW, now, result

GAME = "voormsi"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "voormsi.db", now=now) as opened:
        yield opened


def won_by(first: str, second: str, number: int, guild_id: int) -> RubberRow:
    """A rubber of two hands between two people."""
    spells = (Spell(0, first, 1, 2), Spell(1, second, 1, 2))
    return rubber_row(Rubber(number, guild_id, NOW + number, ((0,), (1,)), (0,), ((3, 0), (3, 0)), spells), GAME)


async def ended(store: Store, *rows: RubberRow) -> None:
    for row in rows:
        people = [spell.person for spell in map(Spell._make, row.body["spells"])]
        results = [result(row.rubber, person, guild_id=row.guild_id) for person in people if person]
        await store.replace_results(row.rubber, results, row)


async def met(store: Store, *names: str) -> list[str]:
    return [(await store.person(number, name)).key for number, name in enumerate(names, 1)]


async def test_servers_are_rated_apart(store: Store) -> None:
    aja, malik = await met(store, "Aja", "Malik")
    await ended(store, won_by(aja, malik, 1, 7), won_by(malik, aja, 2, 8))
    ratings = RatingService(store)
    here, there = [(await ratings.rated_people(guild_id, GAME)).of(aja)[2] for guild_id in (7, 8)]
    assert here.mu > there.mu


async def test_across_servers_only_rubbers_count_in_which_everybody_wants_that(store: Store) -> None:
    aja, malik, ivalu = await met(store, "Aja", "Malik", "Ivalu")
    await ended(store, won_by(aja, malik, 1, 7), won_by(aja, malik, 2, 8), won_by(ivalu, aja, 3, 7))
    ratings = RatingService(store)
    await store.change_preferences(aja, {"across": True})
    assert (await ratings.rated_people(None, GAME)).of(aja) == {}
    await store.change_preferences(malik, {"across": True})
    both = (await ratings.rated_people(None, GAME)).of(aja)[2]
    assert both.rubbers == 2
    assert both.mu > (await ratings.rated_people(None, GAME)).of(malik)[2].mu
    assert (await ratings.rated_people(None, GAME)).of(ivalu) == {}
    await store.change_preferences(malik, {"across": False})
    assert (await ratings.rated_people(None, GAME)).of(aja) == {}


async def test_the_rubbers_of_an_erased_person_no_longer_count_across_servers(store: Store) -> None:
    aja, malik = await met(store, "Aja", "Malik")
    for person in (aja, malik):
        await store.change_preferences(person, {"across": True})
    await ended(store, won_by(aja, malik, 1, 7))
    ratings = RatingService(store)
    assert (await ratings.rated_people(None, GAME)).of(aja)[2].rubbers == 1
    await store.erase(malik)
    assert (await ratings.rated_people(None, GAME)).of(aja) == {}


async def test_a_rating_across_servers_follows_the_next_rubber(store: Store) -> None:
    aja, malik = await met(store, "Aja", "Malik")
    for person in (aja, malik):
        await store.change_preferences(person, {"across": True})
    ratings = RatingService(store)
    await ended(store, won_by(aja, malik, 1, 7))
    first = (await ratings.rated_people(None, GAME)).of(aja)[2]
    await ended(store, won_by(aja, malik, 2, 8))
    assert (await ratings.rated_people(None, GAME)).of(aja)[2].mu > first.mu
