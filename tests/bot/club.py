"""A club without a connection: real store, tables and publisher, a fake Discord, a clock set by hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from bot.availability.outages import Outages
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.presentation.picture_cache import PictureCache
from bot.publishing.delivery.circuit_breaker import CircuitBreaker
from bot.publishing.delivery.invalid_request_guard import InvalidRequestGuard
from bot.publishing.publisher import Publisher
from bot.publishing.reminders.reminders import Reminders
from bot.publishing.table_context import TableContexts
from bot.store import Store
from bot.tables import ActionResult, Location, TableService, actions
from bot.tables.deadlines import Paces
from bot.tables.seat_holders import Holder
from bot.tables.table import Table
from tests.bot.fake_discord import FakeDiscord
from tests.bot.fake_pictures import FakePictures

HOUR = 3_600_000
GUILD, CHANNEL = 1, 2
WHERE = Location(GUILD, CHANNEL, "en")
OPTIONS = {"deal": "four", "spade_king": "on_capture", "both_out": "draw", "proof": "vouched",
           "forced_execution": "loses", "length": "rubber"}  # fmt: skip


@dataclass
class Time:
    """A `steady_clock.Clock` set by hand: it shows `now`; the system's clock is `jumped` ms ahead of it."""

    now: int = 1_800_000_000_000
    jumped: int = 0

    def __call__(self) -> int:
        return self.now

    def ahead(self) -> int:
        return self.jumped

    def follow(self, by: int) -> None:
        self.now += by
        self.jumped -= by


@dataclass(eq=False)
class Club:
    """One life of the process. Several may follow each other on the same store file, Discord and clock."""

    store: Store
    discord: FakeDiscord
    time: Time
    notice_after: int = 120_000
    pictures: FakePictures = field(default_factory=FakePictures)
    people: PeopleService = field(init=False)
    guilds: Guilds = field(init=False)
    picture_cache: PictureCache = field(init=False)
    table_contexts: TableContexts = field(init=False)
    tables: TableService = field(init=False)
    alive: ClassVar[list[Club]] = []
    request_guard: InvalidRequestGuard = field(init=False)
    breaker: CircuitBreaker = field(init=False)
    publisher: Publisher = field(init=False)
    outages: Outages = field(init=False)
    reminders: Reminders = field(init=False)

    def __post_init__(self) -> None:
        Club.alive.append(self)
        self.people = PeopleService(self.store)
        self.guilds = Guilds(self.store)
        self.picture_cache = PictureCache(self.pictures.of)
        self.table_contexts = TableContexts(self.store, self.people)
        self.request_guard = InvalidRequestGuard(self.time)
        self.breaker = CircuitBreaker(self.discord, self.request_guard, self.time)
        self.tables = TableService(self.store, Paces(computer=0, between_hands=0, lobby=24 * HOUR), self.time)
        self.outages = Outages(self.store, self.tables, self.time)
        self.publisher = Publisher(
            self.store,
            self.tables,
            self.people,
            self.table_contexts,
            self.breaker,
            self.guilds,
            self.picture_cache,
            self.outages,
            self.time,
            self.notice_after,
        )
        self.reminders = Reminders(self.store, self.publisher.desk, self.publisher.public, self.outages)
        self.tables.listen(self.publisher.changed)
        self.tables.listen(self.reminders.changed)
        self.outages.listen(self.reminders.ring)
        self.outages.listen(self.publisher.ring)

    @classmethod
    async def born(cls, path: Path, discord: FakeDiscord, time: Time) -> Club:
        return cls(await Store.open(path, now=time), discord, time)

    def under_way(self) -> list[asyncio.Task[Any]]:
        """The running tasks of the publisher and of reminders."""
        return [task for task in asyncio.all_tasks() if task.get_name().startswith(("publisher ", "reminder "))]

    async def shown(self) -> None:
        """Wait until no such task is running."""
        while tasks := self.under_way():
            await asyncio.wait(tasks)

    async def die(self) -> None:
        """End as by SIGKILL: only the file and Discord remain."""
        if self in Club.alive:
            Club.alive.remove(self)
        tasks = self.under_way()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.picture_cache.close()
        await self.store.close()

    async def meet(self, *ids: int) -> list[str]:
        """The keys of people with these Discord ids."""
        return [(await self.store.person(one, f"Person {one}")).key for one in ids]

    async def open(self, by: str, seats: int = 4, **terms: str) -> Table:
        return await self.tables.open(actions.Open(by, "", "voormsi", 1, seats, OPTIONS, terms=terms), WHERE, None)

    async def do(self, table_id: int, action: actions.Action, interaction_id: int | None = None) -> ActionResult:
        answer = await self.tables.submit(table_id, action, interaction_id)
        assert answer is not None
        return answer

    async def started(self, *ids: int, seats: int = 4, **terms: str) -> Table:
        """A table in play, with these people in the first seats and computers in the others."""
        keys = await self.meet(*ids)
        table = await self.open(keys[0], seats, **terms)
        for key in keys:
            await self.do(table.id, actions.Join(key))
        for _ in range(seats - len(keys)):
            await self.do(table.id, actions.AddComputer(keys[0]))
        return (await self.do(table.id, actions.Start(keys[0]))).table

    async def play_on(self, table_id: int) -> ActionResult | None:
        """Make the first legal play of the seat to play, or the next deal. Return None when the rubber is over."""
        loaded = await self.tables.get(table_id)
        assert loaded is not None
        table = loaded.table
        seat = table.turn
        if seat is None:
            await self.tables.tick(table_id)
            after = await self.tables.get(table_id)
            return None if after is None or after.table.seq == table.seq else ActionResult(after.table)
        if table.seats[seat].kind is Holder.COMPUTER:
            await self.tables.tick(table_id)
            return ActionResult(table)
        return await self.do(table_id, actions.Play(table.seats[seat].person, seat, table.view(seat).legal[0]))
