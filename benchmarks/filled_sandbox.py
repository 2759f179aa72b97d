"""A sandbox with many open tables, and the database that knows them.

There are lobbies, paused tables and rubbers in mid-hand at all paces, in guilds of two hundred tables. Some tables are
lively: they have a channel and a thread of their own, and their last action is not shown yet. A bot that starts shows
it, and then people can play there.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from benchmarks import table_histories
from benchmarks.table_histories import DELAYS, SampleHistory
from bot.availability.outages import BEAT
from bot.publishing import reminder_clock
from bot.runtime.database import Database, PostgresAddress
from bot.runtime.times import DAY
from bot.store import OwedRow, PlaceRow, Store
from bot.store.engine import open_store
from bot.tables import actions
from bot.tables.table_names import free_name
from sandbox import Person, Sandbox, TextChannel, Thread
from sandbox.api import threads
from sandbox.world.guilds import Guild
from simulation.unpublished_tables import UnpublishedTables

T = TypeVar("T")

IN_A_SERVER: Final = 200
"""Open tables of a guild; the settings allow no more."""
FAST, SLOW = ("live", "evening"), ("day", "three-days", "none")
AT_ONCE: Final = 400


class SampleHistories:
    """Sample histories of tables, `each` of every kind."""

    def __init__(self, chance: random.Random, each: int) -> None:
        self._chance = chance
        self.lively = [table_histories.rubber(chance, SLOW, computers=False) for _ in range(each)]
        self.others = [table_histories.rubber(chance, SLOW) for _ in range(each)]
        self.paused = [table_histories.rubber(chance, FAST, paused=True) for _ in range(each)]
        self.lobbies = [table_histories.lobby(chance) for _ in range(each)]

    def one(self, *, lively: bool) -> SampleHistory:
        """A random story. One table in three is a lobby or paused, since no table rests in play at a fast pace."""
        kinds = [self.lively] if lively else [self.others, self.others, self.others, self.lobbies, self.paused]
        return self._chance.choice(self._chance.choice(kinds))

    def rested(self, story: SampleHistory) -> int:
        """The time since a story's last action, ms; short enough that nothing is due."""
        moments = [at for at in (story.row.due_at, story.row.deadline_at) if at is not None]
        return self._chance.randrange(min([*moments, 5 * DAY]) * 9 // 10)


class PlayableTable(NamedTuple):
    """A table where people play."""

    id: int
    thread: Thread


class FilledSandbox:
    """A sandbox and its database with so many open tables, `lively` of them for play. Call `fill` before use."""

    def __init__(self, database: Database, tables: int, lively: int, seed: int = 1) -> None:
        self.database = database
        self.tables = tables
        self.lively: list[PlayableTable] = []
        self._each = tables // lively
        """Every so-many-th table is lively."""
        self._chance = random.Random(seed)
        servers = -(-tables // IN_A_SERVER)
        in_each = min(tables, IN_A_SERVER)
        self.box = Sandbox(
            people=[f"Person 0.{number}" for number in range(max(4, in_each))],
            channels=["cards"],
            validate=False,
            keep_traffic=False,
        )
        for server in range(1, servers):
            members = [self.box.add_person(f"Person {server}.{number}") for number in range(in_each)]
            self.box.add_server(f"Server {server}", members, ["cards"])

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of a bot for this sandbox and database."""
        url = self.database.url if isinstance(self.database, PostgresAddress) else str(self.database)
        return self.box.environment | {"DATABASE": url}

    async def fill(self, told: SampleHistories) -> None:
        """Open all tables."""
        async with await open_store(self.database, now=_now) as store:
            people = [store.person(one.id, one.name, one.locale) for one in self.box.people]
            keys = {one.discord_id: one.key for one in await _all(people)}
            guilds = list(self.box.world.guilds.values())
            names: dict[int, set[str]] = {guild.id: set() for guild in guilds}
            await _all(
                self._open(store, told, guilds[number // IN_A_SERVER], number % self._each == 0, keys, names)
                for number in range(self.tables)
            )
            await store.put_value(BEAT, str(_now()))

    async def _open(
        self,
        store: Store,
        told: SampleHistories,
        guild: Guild,
        is_lively: bool,
        keys: dict[int | None, str],
        names: dict[int, set[str]],
    ) -> None:
        """Write one table with its record and its message state."""
        of = told.one(lively=is_lively)
        members = [one.user for one in guild.members.values() if isinstance(one.user, Person)]
        people = self._chance.sample(members, len(of.people))
        name = free_name(names[guild.id])
        names[guild.id].add(name)
        channel = self._channel(guild, name, is_lively)
        holders = dict(zip(of.people, (keys[one.id] for one in people), strict=True))
        story = of.told(_now() - told.rested(of), guild.id, channel.id, name, holders)
        ids = self.box.world.ids
        table = await store.open_table(story.row, story.seats, story.entries, ids.next())
        thread = self._thread(channel, name, people) if story.row.stage == "playing" else None
        await store.put_place(PlaceRow(table, channel.id, thread.id if thread else None, ids.next()))
        await self._note_shown(store, story, table, thread, is_lively)
        await self._note_reminded(store, story, table)
        if is_lively and thread:
            self.lively.append(PlayableTable(table, thread))

    def _channel(self, guild: Guild, name: str, own: bool) -> TextChannel:
        return (
            self.box.world.add_channel(guild, name.lower().replace(" ", "-"))
            if own
            else next(iter(guild.channels.values()))
        )

    def _thread(self, channel: TextChannel, name: str, people: Iterable[Person]) -> Thread:
        thread = threads.start(self.box.world, channel, {"name": name, "auto_archive_duration": 10080})
        thread.members |= {one.id: self.box.clock.stamp() for one in people}
        return thread

    async def _note_shown(
        self, store: Store, story: SampleHistory, table: int, thread: Thread | None, lively: bool
    ) -> None:
        """Note all posts as shown; at a lively table all but the last."""
        last = story.row.seq
        public = thread.id if thread else story.row.channel_id
        await store.put_message_states(
            *story.marks(table, public, last if lively else last + 1, self.box.world.ids.next)
        )
        await store.raise_shown_seqs({table: last - 1 if lively else last})

    async def _note_reminded(self, store: Store, story: SampleHistory, table: int) -> None:
        """Note reminders as sent to everybody who has been waited for long enough."""
        row, now = story.row, _now()
        if row.turn_seat is None or row.deadline_at is None:
            return
        person = story.seats[row.turn_seat].holder or ""
        wait = (row.wait_since, row.credited, row.deadline_at, row.call_after)
        owed = OwedRow(table, row.guild_id, row.turn_seat, person, *wait)
        await store.count_reminders([(owed, reminder_clock.times(owed, now))], [])

    async def play_unseen(self, tables: Sequence[PlayableTable]) -> None:
        """Add one play at each of these tables without showing it, as if the bot had died between commit and post."""
        async with await open_store(self.database, now=_now) as store:
            club = UnpublishedTables(store, DELAYS, _now)
            for one in tables:
                kept = await club.get(one.id)
                if kept is None or kept.table.asked is None or kept.table.turn is None:
                    continue
                by, seat = kept.table.asked.person, kept.table.turn
                await club.submit(one.id, actions.TakeTurn(by, seat, kept.table.view(seat).legal[0]))
            await store.put_value(BEAT, str(_now()))


async def _all(works: Iterable[Awaitable[T]]) -> list[T]:
    """Await all of them, a limited number at a time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(work: Awaitable[T]) -> T:
        async with room:
            return await work

    return await asyncio.gather(*map(one, works))


def _now() -> int:
    return time.time_ns() // 1_000_000
