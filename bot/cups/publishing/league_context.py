"""The context of a league's scenes beside its record: the names of its people, and its cups."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.cups.cup import Cup
from bot.cups.cup_service import CupService
from bot.cups.leagues.league import League, Season
from bot.cups.messages.league_words import people_of
from bot.members.people import PeopleService


class LeagueContext(NamedTuple):
    """`names`: of people by their keys, "" if erased; `ids`: of those in Discord. `cups`: of the seasons asked for."""

    names: Mapping[str, str]
    cups: Mapping[int, Cup]
    ids: Mapping[str, int]


class LeagueContexts:
    """Reads the contexts of leagues."""

    def __init__(self, cups: CupService, people: PeopleService) -> None:
        self._cups = cups
        self._people = people

    async def of(self, league: League, seasons: Iterable[Season]) -> LeagueContext:
        """Return the context of some seasons of a league."""
        found = [await self._cups.get(cup) for season in seasons for cup in season.known_cups]
        cups = {one.cup.id: one.cup for one in found if one is not None}
        named = await self._people.named(await asyncio.to_thread(_people_in, league, cups.values()))  # may be many
        ids = {key: person.discord_id for key, person in named.items() if person.discord_id is not None}
        return LeagueContext({key: person.name for key, person in named.items()}, cups, ids)


def _people_in(league: League, cups: Iterable[Cup]) -> set[str]:
    return people_of(league).union(*(one.people for cup in cups for one in cup.entrants))
