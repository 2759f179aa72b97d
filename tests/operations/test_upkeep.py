"""Maintenance by the running bot, with all parts together."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import discord

from bot.availability.outages import BEAT, DOUBTED, JUMPED, is_in_doubt
from bot.discord_api.errors import delivery_error
from bot.operations.upkeep import Upkeep
from bot.runtime import metrics
from bot.runtime.background_tasks import Supervisor
from bot.runtime.settings import read_settings
from bot.runtime.times import DAY, HOUR
from bot.tables import actions
from tests.bot.running_bot import GUILD, RunningBot


class FakeGuild(NamedTuple):
    id: int
    unavailable: bool = False


class ClientOfGuilds:
    """A client, as far as servers go."""

    def __init__(self, *guilds: FakeGuild) -> None:
        self.guilds = list(guilds)
        self.shards: dict[int, Any] = {}
        self.ready = True

    def is_ready(self) -> bool:
        return self.ready


def upkeep(bot: RunningBot, client: ClientOfGuilds, **given: object) -> Upkeep:
    settings = read_settings(None, **given)
    return Upkeep(settings, bot.store, bot.tables, bot.publisher, bot.outages, client, Supervisor())  # type: ignore[arg-type]


async def test_a_server_that_has_gone_is_removed_after_thirty_days_and_its_tables_are_forgotten(
    bot: RunningBot,
) -> None:
    table = await bot.started(11)
    await bot.shown()
    client = ClientOfGuilds()
    chores = upkeep(bot, client)
    bot.time.now = 1
    await chores.note_servers()
    await chores.prune()
    assert await bot.tables.get(table.id) is None
    assert await bot.tables.submit(table.id, actions.Close("nobody")) is None


async def test_a_server_that_is_there_or_only_unavailable_is_kept(bot: RunningBot) -> None:
    table = await bot.started(11)
    await bot.shown()
    bot.time.now = 1
    client = ClientOfGuilds()
    client.ready = False
    chores = upkeep(bot, client)
    await chores.note_servers()  # before Discord has said which servers there are
    client.guilds, client.ready = [FakeGuild(GUILD, unavailable=True)], True
    await chores.note_servers()
    await chores.prune()
    assert await bot.tables.get(table.id) is not None


async def test_ended_tables_go_only_if_a_setting_says_when(bot: RunningBot) -> None:
    bot.time.now = 1
    (key,) = await bot.meet(11)
    table = await bot.open(key)
    await bot.do(table.id, actions.Close(key))
    await bot.shown()
    client = ClientOfGuilds(FakeGuild(GUILD))
    await upkeep(bot, client).prune()
    assert await bot.tables.get(table.id) is not None
    await upkeep(bot, client, keep_tables_days=30).prune()
    assert await bot.tables.get(table.id) is None


async def test_nothing_is_let_go_of_while_the_clock_may_be_wrong(bot: RunningBot) -> None:
    """Years lie between two beats, while the bot runs or before a start: until the clock is right, or for a week."""
    bot.time.now = 1
    (key,) = await bot.meet(11)
    table = await bot.open(key)
    await bot.do(table.id, actions.Close(key))
    chores = upkeep(bot, ClientOfGuilds(FakeGuild(GUILD)), keep_tables_days=30)
    today = time.time_ns() // 1_000_000
    await bot.store.put_value(BEAT, str(today - 900 * DAY))
    await chores.prune()
    assert await bot.tables.get(table.id) is not None
    bot.time.now = today
    await bot.outages.begin()
    await chores.prune()
    assert await bot.tables.get(table.id) is not None
    for jumped in (today - DOUBTED + HOUR, today - DOUBTED, today + 900 * DAY):
        await bot.store.put_value(JUMPED, str(jumped))
        assert await is_in_doubt(bot.store, today) is (today - DOUBTED < jumped <= today)
    await chores.prune()
    assert await bot.tables.get(table.id) is None


async def test_an_ordinary_night_without_the_bot_puts_no_clock_in_doubt(bot: RunningBot) -> None:
    await bot.store.put_value(BEAT, str(bot.time.now - 3 * DAY))
    assert not await is_in_doubt(bot.store, bot.time.now)
    await bot.outages.begin()
    assert not await is_in_doubt(bot.store, bot.time.now)


class FakeRefusal:
    """An answer of Discord, as far as an exception of discord.py looks at it."""

    status, reason = 403, "Forbidden"


def test_what_discord_refuses_is_counted_by_its_code() -> None:
    counted = metrics.Metrics()
    metrics.current = counted
    try:
        delivery_error(discord.HTTPException(FakeRefusal(), {"code": 50013, "message": "Missing Permissions"}))
        delivery_error(discord.HTTPException(FakeRefusal(), "no JSON"))
    finally:
        metrics.current = metrics.Metrics()
    lines = counted.text().decode().splitlines()
    assert 'voormsi_refusals_total{code="50013"} 1.0' in lines
    assert 'voormsi_refusals_total{code="403"} 1.0' in lines
