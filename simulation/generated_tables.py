"""Tables of all sizes and paces, written to a database as if people had played there for days."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.runtime.times import DAY, SECOND
from bot.store import Store
from bot.store.engine import open_store
from bot.tables import LoadedTable, Location, actions, table_terms
from bot.tables.deadlines import Delays
from bot.tables.due_actions import chosen_action
from bot.tables.table import Stage
from rules import registry
from simulation.unpublished_tables import UnpublishedTables

AT_ONCE: Final = 64
DELAYS: Final = Delays(computer=1_500, between_hands=12_000, lobby=24 * 3_600_000)
"""The bot's default paces."""
SHARES: Final = {"live": 6, "evening": 14, "day": 35, "three-days": 25, "none": 20}
"""The percentage of tables with each pace."""
LENGTHS: Final = ("hands:1", "hands:1", "hands:2", "hands:3", "rubber")
MOST_PLAYED: Final = 4
"""The most plays by people at a table before the bot comes."""


class TableParameters(NamedTuple):
    """The parameters of a table: seats, how many of them people hold, options and terms."""

    seats: int
    people: int
    options: dict[str, str]
    terms: dict[str, str]


class GeneratedTable(NamedTuple):
    """A table written here: its id, its pace, and the number of its last entry."""

    table: int
    pace: str
    seq: int


class GuildChannels(NamedTuple):
    """A guild's id and the ids of its channels."""

    id: int
    channels: Sequence[int]


def random_parameters(chance: random.Random) -> TableParameters:
    """Random parameters of a table."""
    seats = chance.choice((2, 3, 4))
    people = seats if chance.random() < 0.5 else chance.randint(1, seats)
    pace = chance.choices(list(SHARES), list(SHARES.values()))[0]
    options = {option.name: option.default for option in registry.game(registry.USUAL).options}
    options["length"] = chance.choice(LENGTHS)
    if seats > 2 and chance.random() < 0.3:
        options["deal"] = "all"
    at_deadline = chance.choices((table_terms.COMPUTER, table_terms.OPEN, table_terms.FORFEIT), (6, 3, 1))[0]
    opens = chance.choices(("2", "3", "0"), (6, 3, 1))[0]
    forced = chance.choice(("on", "off"))
    chosen = {
        table_terms.PACE: pace,
        table_terms.AT_DEADLINE: at_deadline,
        table_terms.OPENS_AFTER: opens,
        table_terms.FORCED: forced,
    }
    return TableParameters(seats, people, options, chosen)


async def generate(
    database: Path,
    servers: Sequence[GuildChannels],
    people: dict[int, str],
    count: int,
    chance: random.Random,
    now: int,
) -> list[GeneratedTable]:
    """Create `count` tables in a new database, with people (names by Discord id) drawn at random; `now` in ms since the
    epoch.

    The turns at slow tables began up to nine tenths of their time ago, so that some deadlines fall soon.
    """
    room = asyncio.Semaphore(AT_ONCE)
    async with await open_store(database, now=lambda: now) as store:
        keys = {one: (await store.person(one, name, "en-US")).key for one, name in people.items()}

        async def one_of() -> GeneratedTable:
            wanted, server = random_parameters(chance), chance.choice(servers)
            seated = [keys[one] for one in chance.sample(list(keys), wanted.people)]
            where = Location(server.id, chance.choice(server.channels), "en")
            played, age = chance.randint(0, MOST_PLAYED), _age(wanted, chance)
            async with room:
                return await TableGenerator(store, now - age).generate(wanted, seated, where, played)

        return list(await asyncio.gather(*(one_of() for _ in range(count))))


def _age(wanted: TableParameters, chance: random.Random) -> int:
    """The approximate time since the table's last turn began, in ms."""
    time = table_terms.pace(wanted.terms[table_terms.PACE])
    longest = 0.9 * (time.play or DAY) if time.is_slow else 20 * SECOND
    return int(chance.uniform(0, longest))


class TableGenerator:
    """Creates one table, on a clock of its own that advances only when something is due."""

    def __init__(self, store: Store, moment: int) -> None:
        self._moment = moment
        self._tables = UnpublishedTables(store, DELAYS, lambda: self._moment)

    async def generate(
        self, wanted: TableParameters, people: Sequence[str], where: Location, played: int
    ) -> GeneratedTable:
        by = people[0]
        version = registry.game(registry.USUAL).version
        opening = actions.Open(
            by, "", registry.USUAL, version, wanted.seats, wanted.options, terms={**table_terms.usual(), **wanted.terms}
        )
        table = (await self._tables.open(opening, where, None)).id
        for person in people:
            await self._tables.submit(table, actions.Join(person))
        for _ in range(wanted.seats - len(people)):
            await self._tables.submit(table, actions.AddComputer(by))
        await self._tables.submit(table, actions.Start(by))
        kept = await self._play(table, played)
        return GeneratedTable(table, wanted.terms[table_terms.PACE], kept.table.seq)

    async def _play(self, table: int, plays: int) -> LoadedTable:
        """Make `plays` plays of people, chosen by a computer, and those of computers, until a person is to play."""
        while True:
            kept = await self._tables.get(table)
            assert kept is not None
            if kept.table.stage is not Stage.PLAYING:
                return kept
            asked = kept.table.asked
            if asked is None:
                self._moment = max(self._moment, kept.row.due_at or 0)
                await self._tables.tick(table)
            elif plays:
                plays -= 1
                await self._tables.submit(table, chosen(kept))
            else:
                return kept


def chosen(kept: LoadedTable) -> actions.TakeTurn:
    """The play that a computer would make for the person to play."""
    table = kept.table
    assert table.turn is not None
    return actions.take_turn(chosen_action(table), table.seats[table.turn].person)
