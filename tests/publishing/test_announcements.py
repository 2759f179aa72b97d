"""Announcements of the operator: posted in each table's thread, once, whatever happens on the way."""

from __future__ import annotations

import pytest

from bot.discord_api.errors import Forbidden, Rejected
from bot.publishing.announcements import KEPT
from tests.bot.fake_discord import Crash, FakeDiscord
from tests.bot.running_bot import RunningBot, SetClock, StartBot

AJA, MALIK = 11, 12
WORDS = "Maintenance at <t:1800000000:t>, about *ten* {minutes}." + 40 * " Nothing is lost."


async def look(bot: RunningBot) -> None:
    await bot.services.announcements.look()
    await bot.shown()


def told(discord: FakeDiscord) -> list[int]:
    """The channels of the messages that say it."""
    return [message.channel for message in discord.messages.values() if WORDS in repr(message.components)]


async def test_every_table_in_play_is_told_once_in_its_thread(bot: RunningBot) -> None:
    for person in (AJA, MALIK):
        await bot.started(person)
    await bot.open((await bot.meet(AJA))[0])
    await bot.shown()
    assert await bot.store.announce(WORDS) == 2
    for _ in range(3):
        await look(bot)
    assert sorted(told(bot.discord)) == sorted(bot.discord.threads)
    assert await bot.store.announcements() == []


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_process_that_dies_while_it_posts_leaves_one_message(start_bot: StartBot, moment: str) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time)
    await bot.started(AJA)
    await bot.shown()
    await bot.store.announce(WORDS)
    (thread,) = discord.threads

    def die(what: str) -> None:
        if what == f"send {thread}":
            raise Crash

    setattr(discord, moment, die)
    await look(bot)
    await bot.kill()
    setattr(discord, moment, lambda _: None)
    discord.remembers_nonces = False
    time.now += 3_600_000
    bot = await start_bot(discord, time)
    for _ in range(2):
        await look(bot)
    assert told(discord) == [thread]
    assert await bot.store.announcements() == []


async def test_a_restart_after_the_message_was_shown_posts_nothing(start_bot: StartBot) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time)
    table = await bot.started(AJA)
    await bot.shown()
    await bot.store.announce(WORDS)
    await look(bot)
    await bot.play_on(table.id)
    await bot.shown()
    await bot.kill()
    bot = await start_bot(discord, time)
    await look(bot)
    assert len(told(discord)) == 1
    assert await bot.store.announcements() == []


async def test_a_place_that_refuses_is_told_when_it_takes_messages_again(bot: RunningBot) -> None:
    await bot.started(AJA)
    await bot.shown()
    (thread,) = bot.discord.threads
    await bot.store.announce(WORDS)

    def refuse(what: str) -> None:
        if what == f"send {thread}":
            raise Forbidden("50013")

    bot.discord.before = refuse
    await look(bot)
    assert told(bot.discord) == []
    bot.discord.before = lambda _: None
    bot.time.now += 3_600_000
    for _ in range(3):
        await bot.publisher.sweep()
        await look(bot)
    assert told(bot.discord) == [thread]


async def test_an_announcement_that_discord_rejects_is_not_tried_for_ever(bot: RunningBot) -> None:
    await bot.started(AJA)
    await bot.shown()
    (thread,) = bot.discord.threads
    await bot.store.announce(WORDS)

    def reject(what: str) -> None:
        if what == f"send {thread}":
            raise Rejected("50035")

    bot.discord.before = reject
    for _ in range(2):
        await look(bot)
    assert await bot.store.announcements() == []


async def test_an_announcement_that_could_not_be_posted_for_long_is_let_go(bot: RunningBot) -> None:
    await bot.started(AJA)
    await bot.shown()
    await bot.store.announce(WORDS)
    bot.time.now += KEPT + 1
    await look(bot)
    assert told(bot.discord) == []
    assert await bot.store.announcements() == []
