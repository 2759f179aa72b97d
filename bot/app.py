"""The composition root: builds the parts of the bot, runs them and stops them."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord
from discord.ext import commands

from bot.availability.heartbeat import EVERY, Heartbeat
from bot.availability.outages import Outages
from bot.discord_api import endpoint, permissions, rate_limit_buckets, reconnect, unreadable_events
from bot.discord_api.command_sync import CommandSync, Tree
from bot.discord_api.emoji_sync import EmojiSync
from bot.discord_api.in_flight import InFlight
from bot.discord_api.session_start_limit import Sessions
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.operations import failures
from bot.operations.doctor import refusal_report
from bot.operations.doctor.refusal_report import RefusalReport
from bot.operations.erasure import ErasureService
from bot.operations.upkeep import Upkeep
from bot.presentation.picture_cache import PictureCache
from bot.presentation.pictures import picture_of
from bot.presentation.pictures.emojis import emoji_pictures
from bot.presentation.replays import Replays
from bot.publishing.daily import DailyGuild, DailyPosts
from bot.publishing.delivery.circuit_breaker import CircuitBreaker
from bot.publishing.delivery.client import NO_MENTIONS, DiscordDelivery
from bot.publishing.delivery.invalid_request_guard import InvalidRequestGuard
from bot.publishing.late_pictures import LatePictures
from bot.publishing.publisher import Publisher
from bot.publishing.reminders.reminders import Reminders
from bot.publishing.table_context import TableContexts
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import Clock, SteadyClock, elapsed, wall
from bot.runtime.supervisor import Supervisor
from bot.store import DatabaseTrouble, Store, StoreError
from bot.tables import TableService
from bot.tables.clock import DeadlineClock as DeadlineClock
from bot.tables.deadlines import Paces
from bot.tables.limits import UsageLimits
from bot.texts import Translator, in_language
from bot.texts.reader import Emojis

log = logging.getLogger(__name__)

COGS: Final = (
    "cogs.components",
    "cogs.outages",
    "cogs.lobby",
    "cogs.days",
    "cogs.tables",
    "cogs.play",
    "cogs.ahead",
    "cogs.consider",
    "cogs.ladders",
    "cogs.rules_help",
    "cogs.learn",
    "cogs.records",
    "cogs.settings",
    "cogs.privacy",
    "cogs.replay",
)
SWEEP_SECONDS: Final = 30.0
DAILY_SECONDS: Final = 60.0
"""Seconds between checks whether the trick of the day is to be posted."""
EMOJIS_AFTER: Final = 5.0
EMOJIS_SECONDS: Final = 1800.0
"""Seconds from the start to the first emoji sync, and between syncs after it."""
COMMANDS_SECONDS: Final = 600.0
"""Seconds between attempts to sync the commands, if Discord did not accept them at the start."""
GRACE_SECONDS: Final = 5.0
"""Seconds that a stop waits for deliveries in progress."""
LAST_WORDS_SECONDS: Final = 1.0
"""Seconds that a stop waits for responses to interactions that arrived during it."""
COLLECTED_AFTER: Final = 20_000
"""The collector's threshold for the youngest generation, in new objects; a play creates some hundreds."""


def now() -> int:
    """Milliseconds since the epoch, by the system's clock."""
    return wall()


@dataclass(frozen=True, slots=True)
class Club:
    """The parts of the program that the cogs use."""

    store: Store
    tables: TableService
    people: PeopleService
    guilds: Guilds
    table_contexts: TableContexts
    replays: Replays
    outages: Outages
    heartbeat: Heartbeat
    publisher: Publisher
    reminders: Reminders
    picture_cache: PictureCache
    late_pictures: LatePictures
    settings: Settings
    daily: DailyPosts
    erasing: ErasureService
    limits: UsageLimits
    in_flight: InFlight
    now: Clock
    """Milliseconds since the epoch."""

    def words(self, language: str) -> Translator:
        """Return the translator of a language, the English one for an unknown language."""
        return in_language(language)

    def show_emojis(self, emojis: Emojis) -> None:
        """Use these emojis in everything rendered from now on."""
        self.people.emojis = self.guilds.emojis = emojis


class Bot(commands.AutoShardedBot):
    """The Discord client. The cogs bring the commands."""

    club: Club

    def __init__(self, settings: Settings, clock: SteadyClock) -> None:
        self.request_guard = InvalidRequestGuard(clock.unset)
        super().__init__(
            http_trace=self.request_guard.trace(),
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NO_MENTIONS,
        )
        rate_limit_buckets.clear_seldom(self.http)
        unreadable_events.spare(self._connection.parsers)
        self.sessions = Sessions(self.http.get_bot_gateway)
        self._settings = settings
        self._at_start: list[Callable[[], Awaitable[None]]] = []

    def at_start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Register `work` to run once after the login, before Discord sends any event."""
        self._at_start.append(work)

    async def setup_hook(self) -> None:
        for cog in COGS:
            await self.load_extension(cog)
        for work in self._at_start:
            await work()
        log.info("Invite: %s", permissions.invite_link(self.application_id or 0))

    async def connect(self, *, reconnect: bool = True) -> None:
        await self.sessions.room(for_all=True)
        await super().connect(reconnect=reconnect)

    async def post_daily(self) -> None:
        """Post the trick of the day in the guilds that want it, if it is time."""
        if self.is_ready():
            await self.club.daily.look([DailyGuild(guild.id, str(guild.preferred_locale)) for guild in self.guilds])


async def serve(settings: Settings) -> None:
    """Run the bot until it is cancelled, then stop cleanly.

    Raises StoreError if the database cannot be used, Corrupt at the end if damage was found in the database meanwhile,
    and discord.LoginFailure if Discord refuses the token.
    """
    endpoint.use(settings)
    reconnect.use()
    clock = SteadyClock(now, elapsed)
    if (gone := failures.missing(settings)) is not None:
        raise gone
    store = await Store.open(settings.database, now=clock)
    try:
        await _serve(settings, store, clock)
    finally:
        await store.close()
        if store.damage is not None:
            raise store.damage


async def _serve(settings: Settings, store: Store, now: SteadyClock) -> None:
    bot = Bot(settings, now)
    club = bot.club = put_together(settings, store, bot, bot.request_guard, now)
    clock = DeadlineClock(store, club.tables, now, club.heartbeat)
    club.tables.listen(club.publisher.changed)
    club.tables.listen(clock.changed)
    club.tables.listen(club.reminders.changed)
    club.outages.listen(club.reminders.ring)
    club.outages.listen(clock.ring)
    club.outages.listen(club.publisher.ring)
    supervisor = Supervisor(expected=DatabaseTrouble)
    told = CommandSync(bot.tree, store)
    emojis = EmojiSync(bot, store, emoji_pictures, club.show_emojis)
    upkeep = Upkeep(settings, store, club.tables, club.publisher, club.outages, bot, supervisor, now)
    refusals = upkeep.health_state.others["refusals"] = RefusalReport(
        store, bot.request_guard, club.publisher, bot, now
    )

    upkeep.health_state.others["sessions"] = bot.sessions

    async def begin() -> None:
        await refusals.resume()
        await club.publisher.read_up()
        await club.reminders.standing.read_up()
        await club.erasing.finish()
        spare_collector()
        await club.outages.begin()  # before the deadline clock, which would act on deadlines not yet credited
        club.heartbeat.begin()
        supervisor.start("clock", clock.look)
        supervisor.start("emojis", emojis.bring, every=EMOJIS_SECONDS, after=EMOJIS_AFTER)
        supervisor.start("commands", told.bring, every=COMMANDS_SECONDS, after=COMMANDS_SECONDS)
        supervisor.start("reminders", club.reminders.look)
        supervisor.start("beat", club.heartbeat.beat, every=EVERY)
        supervisor.start("sweep", club.publisher.sweep, every=SWEEP_SECONDS)
        supervisor.start("refusals", refusals.write_down, every=refusal_report.EVERY)
        supervisor.start("daily trick", bot.post_daily, every=DAILY_SECONDS, after=DAILY_SECONDS)
        upkeep.begin()

    bot.at_start(begin)
    bot.at_start(told.bring)

    async def stop() -> None:
        await club.in_flight.settle(GRACE_SECONDS)
        await supervisor.stop()
        await upkeep.end()
        await clock.stop()
        await club.reminders.stop(GRACE_SECONDS)
        await club.publisher.stop(GRACE_SECONDS)
        try:
            await refusals.write_down()
        except StoreError as error:
            log.warning("what was refused is not remembered: %s", error)
        await club.in_flight.close(LAST_WORDS_SECONDS)
        club.picture_cache.close()

    await _connected(bot, settings.token or "", stop)


async def _connected(bot: Bot, token: str, stop: Callable[[], Awaitable[None]]) -> None:
    """Stay connected until the connection ends (raising its error) or this task is cancelled.

    `stop` runs while Discord is still reachable. The connection is a task of its own, since discord.py swallows a
    cancellation that arrives while it reconnects.
    """
    async with bot:
        connection = asyncio.create_task(bot.start(token), name="connection")
        try:
            await asyncio.wait({connection})
        finally:
            await stop()
            await bot.close()
            connection.cancel()
            ended, _ = await asyncio.wait({connection}, timeout=GRACE_SECONDS)
            errors = [task.exception() for task in ended if not task.cancelled()]
    for error in filter(None, errors):
        raise error


def spare_collector() -> None:
    """Exempt everything loaded so far from garbage collection, and collect less often.

    Collection took a fifth of the time of a play. It must still run: every layout is a reference cycle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 10, 10)


def put_together(
    settings: Settings, store: Store, client: discord.Client, request_guard: InvalidRequestGuard, now: SteadyClock
) -> Club:
    """Build all services on top of a store, a client and a clock."""
    paces = Paces(
        computer=int(settings.computer_delay * 1000),
        between_hands=int(settings.hand_pause * 1000),
        lobby=int(settings.lobby_hours * 3_600_000),
    )
    people = PeopleService(store)
    guilds = Guilds(store)
    tables = TableService(store, paces, now)
    table_contexts = TableContexts(store, people)
    picture_cache = PictureCache(picture_of)
    delivery = CircuitBreaker(DiscordDelivery(client), request_guard, now)
    outages = Outages(store, tables, now)
    heartbeat = Heartbeat(outages, now)
    publisher = Publisher(
        store=store,
        tables=tables,
        people=people,
        table_contexts=table_contexts,
        delivery=delivery,
        guilds=guilds,
        picture_cache=picture_cache,
        outages=outages,
        now=now,
        notice_after=int(settings.notice_after * 1000),
    )
    daily = DailyPosts(store, guilds, delivery, picture_cache, now)
    return Club(
        store,
        tables,
        people,
        guilds,
        table_contexts,
        Replays(tables.record),
        outages,
        heartbeat,
        publisher,
        Reminders(store, publisher.desk, publisher.public, heartbeat),
        picture_cache,
        LatePictures(picture_cache),
        settings,
        daily,
        ErasureService(settings.database, store, people, tables, publisher, now),
        UsageLimits(settings, store, now),
        InFlight(),
        now,
    )
