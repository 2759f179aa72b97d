"""The reader's own line of a server's standings: among the lines of the page, or else once below them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.members.profiles import Period
from bot.messages.kit.rendering import draw
from bot.messages.people.guild_standings import StandingsScene, WantedStandings
from bot.ratings.ratings import RatedPeople
from bot.store import StandingRow
from bot.texts import Translator
from bot.texts.reader import Reader
from cogs import standings
from tests.messages.given import said

READER = Reader(Translator())
ROWS = [StandingRow(f"p{number:02}", 20, 20 - number, 0, number, 20.0 - number) for number in range(12)]


class StoredStandings:
    async def standings(self, *_: object) -> list[StandingRow]:
        return ROWS


class People:
    async def rows(self, keys: Any) -> dict[str, SimpleNamespace]:
        return {key: SimpleNamespace(name=key.title()) for key in keys}


class NoRatings:
    async def rated_people(self, *_: object) -> RatedPeople:
        return RatedPeople()


async def page_of(person: str, page: int) -> StandingsScene:
    """A page of the standings of `ROWS`, as a person reads it."""
    request: Any = SimpleNamespace(
        interaction=SimpleNamespace(guild_id=1, guild=None),
        services=SimpleNamespace(store=StoredStandings(), people=People(), ratings=NoRatings(), now=lambda: 0),
        person=SimpleNamespace(key=person),
    )
    return await standings._scene(request, WantedStandings("voormsi", Period.ALL, None, 1, page))


@pytest.mark.parametrize(("person", "page"), [("p03", 0), ("p11", 1)])
async def test_a_line_of_ones_own_on_the_page_is_not_told_again_below(person: str, page: int) -> None:
    scene = await page_of(person, page)
    assert [line.name for line in scene.lines if line.own] == [person.title()]
    assert scene.mine is None
    assert said(draw(scene, READER)).count(person.title()) == 1


@pytest.mark.parametrize(("person", "page"), [("p11", 0), ("p03", 1)])
async def test_a_line_of_ones_own_on_another_page_is_told_below(person: str, page: int) -> None:
    scene = await page_of(person, page)
    assert not [line for line in scene.lines if line.own]
    assert f"You: **{int(person[1:]) + 1}. {person.title()}" in said(draw(scene, READER))


async def test_who_is_not_in_the_standings_has_no_line_below() -> None:
    assert (await page_of("p99", 0)).mine is None
