"""A running bot without a connection: its real services, a fake Discord, a clock set by hand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bot.cups.services import CupServices
from bot.discord_api.invalid_requests import InvalidRequestGuard
from bot.runtime.settings import read_settings
from bot.services import Services
from bot.store import Store
from bot.store.engine import open_store
from bot.tables import ActionResult, Location, actions
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
class SetClock:
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


class RunningBot:
    """One life of the process. Several may follow each other on the same store file, Discord and clock."""

    def __init__(self, path: Path, store: Store, discord: FakeDiscord, time: SetClock) -> None:
        self.discord = discord
        self.time = time
        self.notice_after = 120_000
        self.pictures = FakePictures()
        self.request_guard = InvalidRequestGuard(time)
        settings = read_settings(
            None,
            database=path,
            computer_delay=0,
            hand_pause=0,
            lobby_hours=24,
            notice_after=self.notice_after / 1000,
        )
        self.services = Services(settings, store, discord, self.request_guard, time, self.pictures.of)
        self.cup_services = CupServices(self.services)
        self.store = store
        self.people = self.services.people
        self.guilds = self.services.guilds
        self.picture_cache = self.services.picture_cache
        self.table_contexts = self.services.table_contexts
        self.tables = self.services.tables
        self.breaker = self.services.delivery
        self.publisher = self.services.publisher
        self.outages = self.services.outages
        self.reminders = self.services.reminders

    @classmethod
    async def start(cls, path: Path, discord: FakeDiscord | None = None, time: SetClock | None = None) -> RunningBot:
        time = time or SetClock()
        return cls(path, await open_store(path, now=time), discord or FakeDiscord(), time)

    def under_way(self) -> list[asyncio.Task[Any]]:
        """The running tasks of the publisher and of reminders."""
        return [task for task in asyncio.all_tasks() if task.get_name().startswith(("publisher ", "reminder "))]

    async def shown(self) -> None:
        """Wait until no such task is running."""
        while tasks := self.under_way():
            await asyncio.wait(tasks)

    async def kill(self) -> None:
        """End as by SIGKILL: only the file and Discord remain."""
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

    async def do(self, table_id: int, action: actions.TableAction, interaction_id: int | None = None) -> ActionResult:
        """Do an action; return its result, or what the table is once the post that it waits for is shown."""
        answer = await self.tables.submit(table_id, action, interaction_id)
        assert answer is not None
        if answer.refused is None and answer.table.is_unbound:
            return ActionResult(await self.bound(table_id))
        return answer

    async def bound(self, table_id: int) -> Table:
        """The table once the post that its deals wait for is shown, or refused."""
        while (table := (await self.tables.existing(table_id)).table).is_unbound and (tasks := self.under_way()):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return table

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
        return await self.do(table_id, actions.TakeTurn(table.seats[seat].person, seat, table.view(seat).legal[0]))


class StartBot(Protocol):
    """Starts a bot on a store file, which is stopped at the end of the test; `None` gives a new Discord or clock."""

    async def __call__(
        self, discord: FakeDiscord | None = None, time: SetClock | None = None, path: Path | None = None
    ) -> RunningBot: ...
