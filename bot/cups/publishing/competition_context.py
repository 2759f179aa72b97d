"""The context of the scenes of cups and leagues beside their records: names of people, tables of matches, cups."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_service import CupService
from bot.cups.leagues.divisions import everybody_in
from bot.cups.leagues.league import League, Season
from bot.cups.messages.cup_text import MatchTable
from bot.members.people import PeopleService
from bot.publishing.table_context import TableContexts
from bot.store import PersonRow
from bot.tables import TableService


class CupContext(NamedTuple):
    """`names`: of people by their keys, "" if erased. `tables`: of matches, by the ids of the tables.

    `ids`: the Discord ids of people by their keys.
    """

    names: Mapping[str, str]
    tables: Mapping[int, MatchTable]
    ids: Mapping[str, int] = MappingProxyType({})


class CupContexts:
    """Reads the contexts of cups."""

    def __init__(self, tables: TableService, people: PeopleService, table_contexts: TableContexts) -> None:
        self._tables = tables
        self._people = people
        self._table_contexts = table_contexts

    async def context(self, cup: Cup, at: int | None = None) -> CupContext:
        """Return the context of a cup with the tables of the round `at`, from 0; usual: the last round."""
        found = await self._people_of(cup)
        return CupContext(_names(found), await self._tables_of(cup, at), _ids(found))

    async def names(self, cup: Cup) -> dict[str, str]:
        """Return the names of everybody who is named in the record of a cup."""
        return _names(await self._people_of(cup))

    async def _people_of(self, cup: Cup) -> dict[str, PersonRow]:
        return await self._people.rows(await asyncio.to_thread(_people_in_cup, cup))  # a record may be long

    async def _tables_of(self, cup: Cup, at: int | None) -> dict[int, MatchTable]:
        number = len(cup.rounds) - 1 if at is None else at
        matches = cup.rounds[number].matches if 0 <= number < len(cup.rounds) else ()
        found = {match.table: await self._table(match.table) for match in matches if match.table is not None}
        return {table_id: table for table_id, table in found.items() if table is not None}

    async def _table(self, table_id: int) -> MatchTable | None:
        loaded = await self._tables.get(table_id)
        if loaded is None:  # it was removed because it is old
            return None
        head = (await self._table_contexts.context(loaded)).head
        place = await self._table_contexts.place(loaded)
        is_there = place.thread_id is not None or place.lobby_message_id is not None
        return MatchTable(head.name, head.link if is_there else "", loaded.row.lost_at is not None)


def _names(people: Mapping[str, PersonRow]) -> dict[str, str]:
    return {key: person.name for key, person in people.items()}


def _ids(people: Mapping[str, PersonRow]) -> dict[str, int]:
    return {key: person.discord_id for key, person in people.items() if person.discord_id is not None}


def _people_in_cup(cup: Cup) -> set[str]:
    return {*cup.people, *_people_in_record(cup)}


def _people_in_record(cup: Cup) -> Iterator[str]:
    """Yield the keys of people in the record who need not be entrants now: organisers, the asked, those who went."""
    for entry in cup.record:
        if (by := getattr(entry.action, "by", None)) is not None:
            yield by
        match entry.action:
            case cup_actions.BanPerson(person=person) | cup_actions.WithdrawEntrant(person=person) if person:
                yield person
            case cup_actions.AskPartner(person=asked) | cup_actions.JoinCup(partner=asked) if asked:
                yield asked
            case cup_actions.EnterLate(people=people):
                yield from people
            case cup_actions.ReplacePartner(out=out, person=person):
                yield from (out, person)


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

    async def context(self, league: League, seasons: Iterable[Season]) -> LeagueContext:
        """Return the context of some seasons of a league."""
        found = [await self._cups.get(cup) for season in seasons for cup in season.known_cups]
        cups = {loaded.cup.id: loaded.cup for loaded in found if loaded is not None}
        named = await self._people.rows(await asyncio.to_thread(_people_in, league, cups.values()))  # may be many
        return LeagueContext(_names(named), cups, _ids(named))


def _people_in(league: League, cups: Iterable[Cup]) -> set[str]:
    return _people_in_league(league).union(*(entrant.people for cup in cups for entrant in cup.entrants))


def _people_in_league(league: League) -> set[str]:
    """Return the keys of everybody who is named in a league."""
    found = {getattr(entry.action, "by", None) or "" for entry in league.record}
    for season in league.seasons:
        found.update(*map(everybody_in, (season.entrants, *season.divisions, *season.tables)))
        found.update(request.person for request in season.partner_requests)
    return found - {""}
