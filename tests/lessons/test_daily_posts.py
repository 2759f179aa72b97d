"""The trick of the day is posted where a server wishes it: once a day, whatever happens on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.discord_api.errors import ChannelGone, Later
from bot.lessons.exercises import question_of
from bot.members.guilds import Guilds
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.kit.rendering import picture_of
from bot.publishing.daily_posts import DailyGuild, DailyPosts, post_of
from bot.store import Store
from bot.store.engine import open_store
from tests.bot.fake_discord import Crash, FakeDiscord
from tests.store import samples

SERVER = DailyGuild(70, "da")
CHANNEL = 72
MORNING = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)


class DailyWorld:
    """A store, a small Discord, and a time; `posts` anew is the process after a restart."""

    def __init__(self, store: Store, picture_cache: PictureCache) -> None:
        self.store = store
        self.discord = FakeDiscord()
        self.time = MORNING
        self._gallery = picture_cache
        self.posts = self.restarted()

    def restarted(self) -> DailyPosts:
        self.posts = DailyPosts(self.store, Guilds(self.store), self.discord, self._gallery, self.now)
        return self.posts

    def now(self) -> int:
        return int(self.time.timestamp() * 1000)

    async def look(self) -> None:
        await self.posts.look([SERVER])

    @property
    def shown(self) -> list[str]:
        return self.discord.posts(CHANNEL)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[DailyWorld]:
    picture_cache = PictureCache(picture_of)
    async with await open_store(tmp_path / "voormsi.db", now=lambda: 0) as store:
        await store.change_guild_preferences(SERVER.guild_id, {"daily": CHANNEL})
        yield DailyWorld(store, picture_cache)
    picture_cache.close()


def today(world: DailyWorld) -> str:
    return post_of(world.time.date())


async def test_it_is_posted_once_on_each_day_with_its_picture(world: DailyWorld) -> None:
    for hour in range(30):
        world.time = MORNING + timedelta(hours=hour)
        await world.look()
    assert world.shown == ["daily.2026-11-21", "daily.2026-11-22"]
    assert all(one.shows_its_picture for one in world.discord.messages.values())


async def test_it_waits_for_the_morning(world: DailyWorld) -> None:
    world.time = MORNING - timedelta(minutes=1)
    await world.look()
    assert world.shown == []


async def test_a_server_that_does_not_wish_it_gets_nothing(world: DailyWorld) -> None:
    await world.posts.look([DailyGuild(71, "en")])
    assert world.discord.messages == {}


async def test_after_a_restart_it_is_not_posted_again(world: DailyWorld) -> None:
    await world.look()
    world.restarted()
    await world.look()
    assert world.shown == [today(world)]


def dies_once(when: str) -> Callable[[str], None]:
    left = [when]

    def die(what: str) -> None:
        if left and what.startswith(left[0]):
            left.clear()
            raise Crash

    return die


@pytest.mark.parametrize("remembers", [True, False], ids=["nonce known", "nonce forgotten"])
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_crash_while_it_is_sent_leaves_one_post(world: DailyWorld, moment: str, remembers: bool) -> None:
    world.discord.remembers_nonces = remembers
    setattr(world.discord, moment, dies_once("send"))
    with pytest.raises(Crash):
        await world.look()
    world.restarted()
    await world.look()
    assert world.shown == [today(world)]
    mark = await world.store.daily(SERVER.guild_id, world.time.date().isoformat())
    assert mark
    assert mark.message_id in world.discord.messages


def fails(error: Exception, times: int) -> Callable[[str], None]:
    left = [error] * times

    def fail(what: str) -> None:
        if left and what.startswith("send"):
            raise left.pop()

    return fail


async def test_where_discord_is_busy_it_comes_later(world: DailyWorld) -> None:
    world.discord.before = fails(Later("503"), 1)
    await world.look()
    assert world.shown == []
    await world.look()
    assert world.shown == [today(world)]


async def test_a_channel_that_is_gone_is_asked_once_a_day_and_another_one_at_once(world: DailyWorld) -> None:
    world.discord.before = fails(ChannelGone("10003"), 1)
    for _ in range(3):
        await world.look()
    assert world.discord.log == ["send 72"]
    await world.store.change_guild_preferences(SERVER.guild_id, {"daily": 73})
    world.posts = world.restarted()
    await world.look()
    assert world.discord.posts(73) == [today(world)]


async def test_where_files_are_not_allowed_it_comes_without_its_picture(world: DailyWorld) -> None:
    world.discord.no_files.add(CHANNEL)
    await world.look()
    (message,) = world.discord.messages.values()
    assert message.picture is None
    assert message.post == today(world)


async def test_the_next_day_tells_how_many_were_right(world: DailyWorld) -> None:
    asked = question_of(world.time.date())
    for number in range(4):
        person = await world.store.person(number + 1, f"name {number}")
        choice = asked.right if number < 3 else (asked.right + 1) % len(asked.choices)
        await world.store.answer_daily(person.key, world.time.date().isoformat(), str(choice), number < 3)
        if number in (1, 3):
            await world.store.replace_results(number, [samples.result(number, person.key, guild_id=SERVER.guild_id)])
    await world.look()
    world.time += timedelta(days=1)
    await world.look()
    first, second = (repr(one.components) for one in world.discord.messages.values())
    assert "75 %" not in first
    assert "75 %" in second
    assert "Serverens spillere: 1 af 2 rigtige" in second
