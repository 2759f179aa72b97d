"""The one place where everything is put together, and taken down."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord
from discord.ext import commands

from bot import addresses, buckets, events, permissions, shards
from bot.arrivals import Arrivals
from bot.commands import Commands, Tree
from bot.emojis import Uploads
from bot.erasing import Erasing
from bot.following import Following
from bot.gallery import Gallery
from bot.limits import Limits
from bot.operations import failures, refused
from bot.operations.refused import Refusals
from bot.operations.upkeep import Upkeep
from bot.people import People
from bot.pictures import picture_of
from bot.pictures.emojis import emoji_pictures
from bot.publishing.allowance import Allowance
from bot.publishing.backdrops import Backdrops
from bot.publishing.breaker import Breaker
from bot.publishing.daily import DailyPosts, Server
from bot.publishing.delivery import NO_MENTIONS, DiscordDelivery
from bot.publishing.publisher import Publisher
from bot.publishing.reminders import Reminders
from bot.pulse import EVERY, Pulse
from bot.reach import Reach
from bot.reader import Emojis
from bot.servers import Servers
from bot.sessions import Sessions
from bot.settings import Settings
from bot.steady import Clock, SteadyClock, elapsed, wall
from bot.store import Store, StoreError
from bot.supervisor import Supervisor
from bot.tables import Tables
from bot.tables.clock import Clock as DeadlineClock
from bot.tables.deadlines import Paces
from bot.tables.replays import Replays
from bot.texts import Words, in_language

log = logging.getLogger(__name__)

COGS: Final = (
    "cogs.components",
    "cogs.reach",
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
"""How often is looked whether the trick of the day is to be posted."""
EMOJIS_AFTER: Final = 5.0
EMOJIS_SECONDS: Final = 1800.0
"""When emojis are looked after: not in the first moments, and then now and then."""
COMMANDS_SECONDS: Final = 600.0
"""How often Discord is told our commands if it did not take them at the start."""
GRACE_SECONDS: Final = 5.0
"""How long a stop waits for what is being sent."""
LAST_WORDS_SECONDS: Final = 1.0
"""How long a stop waits for answers to those who came during it."""
COLLECTED_AFTER: Final = 20_000
"""How many new objects make the collector look at the youngest; a play leaves some hundreds."""


def now() -> int:
    """Milliseconds since the epoch, by the system's clock."""
    return wall()


@dataclass(frozen=True, slots=True)
class Club:
    """The parts of the program that the doors use."""

    store: Store
    tables: Tables
    people: People
    servers: Servers
    backdrops: Backdrops
    replays: Replays
    reach: Reach
    pulse: Pulse
    publisher: Publisher
    reminders: Reminders
    gallery: Gallery
    following: Following
    settings: Settings
    daily: DailyPosts
    erasing: Erasing
    limits: Limits
    arrivals: Arrivals
    now: Clock
    """Milliseconds since the epoch."""

    def words(self, language: str) -> Words:
        """The words of a language; English where it is not known."""
        return in_language(language)

    def show_emojis(self, emojis: Emojis) -> None:
        """From now on what is shown anew has these."""
        self.people.emojis = self.servers.emojis = emojis


class Bot(commands.AutoShardedBot):
    """The connection to Discord. It has no commands of its own; the cogs bring them."""

    club: Club

    def __init__(self, settings: Settings, clock: SteadyClock) -> None:
        self.allowance = Allowance(clock.unset)
        super().__init__(
            http_trace=self.allowance.trace(),
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NO_MENTIONS,
        )
        buckets.clear_seldom(self.http)
        events.spare(self._connection.parsers)
        self.sessions = Sessions(self.http.get_bot_gateway)
        self._settings = settings
        self._at_start: list[Callable[[], Awaitable[None]]] = []

    def at_start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do `work` when logged in, before Discord sends anything."""
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
        """Bring the trick of the day to the servers that the bot is in."""
        if self.is_ready():
            await self.club.daily.look([Server(guild.id, str(guild.preferred_locale)) for guild in self.guilds])


async def serve(settings: Settings) -> None:
    """Be the bot until cancelled; then stop cleanly.

    Raises StoreError when the database cannot be used, Corrupt at the end where damage was found in it meanwhile,
    discord.LoginFailure when the token is refused.
    """
    addresses.use(settings)
    shards.use()
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
    club = bot.club = put_together(settings, store, bot, bot.allowance, now)
    clock = DeadlineClock(store, club.tables, now, club.pulse)
    club.tables.listen(club.publisher.changed)
    club.tables.listen(clock.changed)
    club.tables.listen(club.reminders.changed)
    club.reach.listen(club.reminders.ring)
    club.reach.listen(clock.ring)
    club.reach.listen(club.publisher.ring)
    supervisor = Supervisor()
    told = Commands(bot.tree, store)
    emojis = Uploads(bot, store, emoji_pictures, club.show_emojis)
    upkeep = Upkeep(settings, store, club.tables, club.publisher, club.reach, bot, supervisor, now)
    refusals = upkeep.vitals.others["refusals"] = Refusals(store, bot.allowance, club.publisher, bot, now)

    upkeep.vitals.others["sessions"] = bot.sessions

    async def begin() -> None:
        await refusals.resume()
        await club.publisher.read_up()
        await club.reminders.standing.read_up()
        await club.erasing.finish()
        spare_collector()
        await club.reach.begin()  # before the clock looks
        club.pulse.begin()
        supervisor.start("clock", clock.look)
        supervisor.start("emojis", emojis.bring, every=EMOJIS_SECONDS, after=EMOJIS_AFTER)
        supervisor.start("commands", told.bring, every=COMMANDS_SECONDS, after=COMMANDS_SECONDS)
        supervisor.start("reminders", club.reminders.look)
        supervisor.start("beat", club.pulse.beat, every=EVERY)
        supervisor.start("sweep", club.publisher.sweep, every=SWEEP_SECONDS)
        supervisor.start("refusals", refusals.write_down, every=refused.EVERY)
        supervisor.start("daily trick", bot.post_daily, every=DAILY_SECONDS, after=DAILY_SECONDS)
        upkeep.begin()

    bot.at_start(begin)
    bot.at_start(told.bring)

    async def stop() -> None:
        await club.arrivals.settle(GRACE_SECONDS)
        await supervisor.stop()
        await upkeep.end()
        await clock.stop()
        await club.reminders.stop(GRACE_SECONDS)
        await club.publisher.stop(GRACE_SECONDS)
        try:
            await refusals.write_down()
        except StoreError as error:
            log.warning("what was refused is not remembered: %s", error)
        await club.arrivals.close(LAST_WORDS_SECONDS)
        club.gallery.close()

    await _connected(bot, settings.token or "", stop)


async def _connected(bot: Bot, token: str, stop: Callable[[], Awaitable[None]]) -> None:
    """Be connected until that ends (raises why) or we are cancelled; `stop` while Discord can still be told.

    The connection is a task of its own: discord.py forgets a cancellation that comes while it reconnects.
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
    """Let Python's collector pass over what is loaded now, and come less often: it was a fifth of the work of a play.

    Every layout is a cycle, so it has to come.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 10, 10)


def put_together(
    settings: Settings, store: Store, client: discord.Client, allowance: Allowance, now: SteadyClock
) -> Club:
    """The club around a store, a client and a clock."""
    paces = Paces(
        computer=int(settings.computer_delay * 1000),
        between_hands=int(settings.hand_pause * 1000),
        lobby=int(settings.lobby_hours * 3_600_000),
    )
    people = People(store)
    servers = Servers(store)
    tables = Tables(store, paces, now)
    backdrops = Backdrops(store, people)
    gallery = Gallery(picture_of)
    delivery = Breaker(DiscordDelivery(client), allowance, now)
    reach = Reach(store, tables, now)
    pulse = Pulse(reach, now)
    publisher = Publisher(
        store=store,
        tables=tables,
        people=people,
        backdrops=backdrops,
        delivery=delivery,
        servers=servers,
        gallery=gallery,
        reach=reach,
        now=now,
        notice_after=int(settings.notice_after * 1000),
    )
    daily = DailyPosts(store, servers, delivery, gallery, now)
    return Club(
        store,
        tables,
        people,
        servers,
        backdrops,
        Replays(tables.record),
        reach,
        pulse,
        publisher,
        Reminders(store, publisher.desk, publisher.public, pulse),
        gallery,
        Following(gallery),
        settings,
        daily,
        Erasing(settings.database, store, people, tables, publisher, now),
        Limits(settings, store, now),
        Arrivals(),
        now,
    )
