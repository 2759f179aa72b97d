"""The bot as a process: it connects to Discord, runs the background tasks and stops them (parts: `bot.services`)."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final

import discord

from bot.availability.heartbeat import EVERY
from bot.cups.services import CupServices
from bot.discord_api import endpoint, permissions, reconnect
from bot.discord_api.client import DiscordClient
from bot.discord_api.command_tree import CommandSync
from bot.discord_api.delivery import DiscordDelivery
from bot.discord_api.emoji_sync import EmojiSync
from bot.discord_api.event_client import DiscordEvents
from bot.messages.kit.emojis import emoji_pictures
from bot.operations import fatal_errors
from bot.operations.doctor import refusal_report
from bot.operations.doctor.refusal_report import RefusalReport
from bot.operations.standby import Standby
from bot.operations.upkeep import MINUTE, Upkeep
from bot.publishing import announcements
from bot.publishing.daily_posts import DailyGuild
from bot.publishing.welcomes import JoinedGuild
from bot.runtime.background_tasks import Supervisor
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import SteadyClock, elapsed_time, wall
from bot.services import Services
from bot.store import DatabaseTrouble, Store, StoreError
from bot.store.engine import open_store
from bot.tables.restored_tables import unbind_all
from bot.tables.suspended_tables import resume_all, suspend_all

log = logging.getLogger(__name__)

EXTENSION: Final = "cogs.extension"
"""Brings the commands, buttons and listeners."""
DAILY_SECONDS: Final = 60.0
"""Seconds between checks whether the trick of the day is to be posted."""
WELCOME_SECONDS: Final = 60.0
"""Seconds between checks for servers without a welcome."""
EMOJIS_AFTER: Final = 5.0
"""Seconds from the start to the first emoji sync."""
GRACE_SECONDS: Final = 5.0
"""Seconds that a stop waits for deliveries in progress."""
LAST_WORDS_SECONDS: Final = 1.0
"""Seconds that a stop waits for responses to interactions that arrived during it."""
RECENT: Final = 15 * 60_000
"""The age up to which changes of a table are drawn anew after another process was ended, ms."""
now = wall
"""Milliseconds since the epoch, by the system's clock."""
COLLECTED_AFTER: Final = 20_000
"""The collector's threshold for the youngest generation, in new objects; a play creates some hundreds."""


class Bot(DiscordClient):
    """The Discord client with the parts of the bot."""

    extension = EXTENSION
    services: Services
    cup_services: CupServices

    async def post_daily(self) -> None:
        """Post the trick of the day in the guilds that want it, if it is time."""
        if self.is_ready():
            await self.services.daily.look([DailyGuild(guild.id, str(guild.preferred_locale)) for guild in self.guilds])

    async def welcome(self, *guilds: discord.Guild) -> None:
        """Welcome these guilds, if they are new."""
        await self.services.welcomes.look([_joined_guild(guild) for guild in guilds if not guild.unavailable])

    async def welcome_all(self) -> None:
        """Welcome new guilds that have not been welcomed: the bot was offline, or could not write there."""
        if self.is_ready():
            await self.welcome(*self.guilds)


def _joined_guild(guild: discord.Guild) -> JoinedGuild:
    joined = guild.me.joined_at if guild.me else None
    joined_at = None if joined is None else int(joined.timestamp() * 1000)
    return JoinedGuild(guild.id, str(guild.preferred_locale), joined_at, permissions.channels_to_write_in(guild))


async def serve(settings: Settings) -> None:
    """Run the bot until it is cancelled, then stop cleanly.

    Raises StoreError if the database cannot be used, Corrupt at the end if damage was found in the database meanwhile,
    and discord.LoginFailure if Discord refuses the token.
    """
    endpoint.use(settings)
    reconnect.use()
    clock = SteadyClock(now, elapsed_time)
    if (gone := fatal_errors.missing(settings)) is not None:
        raise gone
    async with Bot(clock, settings.requests_per_second) as bot:
        token = settings.token or ""
        async with Standby(settings, bot, bot.held_events, partial(bot.stand_by, token)) as standby:
            store = await open_store(settings.database, clock, standby.waiting)
        try:
            await _serve(settings, store, clock, bot, has_ended_another=standby.has_ended_another)
        finally:
            await store.close()
            if store.damage is not None:
                raise store.damage


async def _serve(settings: Settings, store: Store, now: SteadyClock, bot: Bot, *, has_ended_another: bool) -> None:
    bot.takeover_guard.confirm = store.confirm
    services = bot.services = Services(settings, store, DiscordDelivery(bot), bot.request_guard, now)
    cups = bot.cup_services = CupServices(services, DiscordEvents(bot))
    supervisor = Supervisor(expected=DatabaseTrouble)
    command_sync = CommandSync(bot.tree, store, services.mention_commands)
    emojis = EmojiSync(bot, store, emoji_pictures, services.show_emojis)
    upkeep = Upkeep(settings, store, services.tables, services.publisher, services.outages, bot, supervisor, now)
    refusals = RefusalReport(store, bot.request_guard, services.publisher, bot, now, cups.publishers)
    upkeep.health_state.others |= {"refusals": refusals.answer, "sessions": bot.sessions.answer}

    async def begin() -> None:
        await _catch_up(store, services, refusals)
        services.heartbeat.begin()
        supervisor.start("clock", services.deadline_clock.look)
        await cups.begin(supervisor)
        supervisor.start("emojis", emojis.bring, every=30 * MINUTE, after=EMOJIS_AFTER)
        # The start syncs the commands first; this tries again if Discord refused them.
        supervisor.start("commands", command_sync.bring, every=10 * MINUTE, after=10 * MINUTE)
        supervisor.start("reminders", services.reminders.look)
        supervisor.start("announcements", services.announcements.look, every=announcements.EVERY)
        supervisor.start("beat", services.heartbeat.beat, every=EVERY)
        supervisor.start("sweep", services.publisher.sweep, every=30.0)
        supervisor.start("refusals", refusals.write_down, every=refusal_report.EVERY)
        supervisor.start("welcomes", bot.welcome_all, every=WELCOME_SECONDS, after=WELCOME_SECONDS)
        supervisor.start("daily trick", bot.post_daily, every=DAILY_SECONDS, after=DAILY_SECONDS)
        upkeep.begin()
        if has_ended_another:  # its last requests may arrive late
            await services.publisher.redraw_recent(services.now() - RECENT)

    bot.at_start += [begin, command_sync.bring]

    async def stop(grace: float) -> None:
        steps: list[Callable[[], Awaitable[None]]] = [
            partial(services.in_flight.drain, grace),
            supervisor.stop,
            upkeep.end,
            services.deadline_clock.stop,
            partial(services.reminders.stop, grace),
            *cups.last_steps(grace),
            partial(services.publisher.stop, grace),
            refusals.write_down,
            partial(services.in_flight.close, LAST_WORDS_SECONDS),
        ]
        for step in steps:  # all of them, also without a database
            try:
                await step()
            except StoreError as error:
                log.warning("not everything could be ended in order: %s", error)
        services.picture_cache.close()

    await _stay_connected(bot, store.wait_for_loss(), stop, settings.token or "")


async def _catch_up(store: Store, services: Services, refusals: RefusalReport) -> None:
    """Bring the store up to date with what happened while this process did not serve."""
    await services.erasure.erase_again()
    await refusals.resume()
    await services.publisher.read_up()
    await services.reminders.cleanup.read_up()
    await services.erasure.finish()
    spare_collector()
    await unbind_all(store, services.tables)  # before the clock and presses, which would deal
    await suspend_all(store, services.tables)  # before outages are credited, which then count up to now
    await services.outages.begin()  # before the deadline clock, which would act on deadlines not yet credited
    await resume_all(store, services.tables)


async def _stay_connected(
    bot: Bot,
    lost: Coroutine[Any, Any, DatabaseTrouble],
    stop: Callable[[float], Awaitable[None]],
    token: str,
) -> None:
    """Stay connected until a connection, to Discord or (`lost`) to the database, ends, or this task is cancelled.

    Raises the error of the connection. `stop` runs while Discord is still reachable; it gets the seconds that it may
    wait for deliveries, none without a database, where another process may be serving already; the presses are left to
    it. The connection is a task of its own, since discord.py swallows a cancellation that arrives while it reconnects.
    """
    connection = asyncio.create_task(bot.serve(token), name="connection")
    database = asyncio.create_task(lost, name="database")
    try:
        await asyncio.wait({connection, database}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if database.done():
            bot.held_events.hold()
        await stop(0 if database.done() else GRACE_SECONDS)
        await bot.close()
        connection.cancel()
        ended, _ = await asyncio.wait({connection}, timeout=GRACE_SECONDS)
        errors = [task.exception() for task in ended if not task.cancelled()]
        if database.done():
            errors.insert(0, database.result())
        database.cancel()
    for error in filter(None, errors):
        raise error


def spare_collector() -> None:
    """Exempt everything loaded so far from garbage collection, and collect less often.

    Collection took a fifth of the time of a play. It must still run: every layout is a reference cycle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 10, 10)
