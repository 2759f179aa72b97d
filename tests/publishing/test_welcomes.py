"""A server that the bot has joined is welcomed once, whatever happens on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.discord_api.errors import ChannelGone, Forbidden, Later
from bot.members.guilds import Guilds
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.kit.rendering import picture_of
from bot.publishing.welcomes import NEW_FOR, POST, JoinedGuild, Welcomes
from bot.store import Store, WelcomeRow
from bot.store.engine import open_store
from tests.bot.fake_discord import Crash, FakeDiscord

NOW = 1_763_000_000_000
GUILD, CHANNEL, OTHER = 70, 72, 73
JOINED = JoinedGuild(GUILD, "da", NOW - 1000, (CHANNEL, OTHER))


class NewServer:
    """A store and a small Discord; `welcomes` anew is the process after a restart."""

    def __init__(self, store: Store, picture_cache: PictureCache) -> None:
        self.store = store
        self.discord = FakeDiscord()
        self._picture_cache = picture_cache
        self.restart()

    def restart(self) -> None:
        self.welcomes = Welcomes(self.store, Guilds(self.store), self.discord, self._picture_cache, lambda: NOW)

    async def look(self, guild: JoinedGuild = JOINED) -> None:
        await self.welcomes.look([guild])

    @property
    def posts(self) -> list[list[str]]:
        return [self.discord.posts(channel) for channel in (CHANNEL, OTHER)]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[NewServer]:
    picture_cache = PictureCache(picture_of)
    async with await open_store(tmp_path / "voormsi.db", now=lambda: NOW) as store:
        yield NewServer(store, picture_cache)
    picture_cache.close()


async def test_it_is_posted_once_in_the_first_channel_also_after_a_restart(server: NewServer) -> None:
    for _ in range(2):
        await server.look()
        server.restart()
        await server.look()
    assert server.posts == [[POST], []]


async def test_a_server_that_has_had_the_bot_for_long_gets_none(server: NewServer) -> None:
    for joined_at in (NOW - NEW_FOR, None):
        await server.look(JOINED._replace(joined_at=joined_at))
    assert server.discord.log == []


async def test_it_waits_for_a_channel_in_which_the_bot_may_write_however_long(server: NewServer) -> None:
    await server.look(JOINED._replace(channels=()))
    server.restart()
    await server.look(JOINED._replace(joined_at=NOW - 10 * NEW_FOR, channels=(OTHER,)))
    assert server.posts == [[], [POST]]


async def test_it_speaks_the_language_of_the_server(server: NewServer) -> None:
    await server.look()
    (message,) = server.discord.messages.values()
    assert "Nu kan I sp" in repr(message.components)


def once(error: BaseException, what: str = "send") -> Callable[[str], None]:
    left = [error]

    def fail(asked: str) -> None:
        if left and asked.startswith(what):
            raise left.pop()

    return fail


@pytest.mark.parametrize("remembers", [True, False], ids=["nonce known", "nonce forgotten"])
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_crash_while_it_is_sent_leaves_one(server: NewServer, moment: str, remembers: bool) -> None:
    server.discord.remembers_nonces = remembers
    setattr(server.discord, moment, once(Crash()))
    with pytest.raises(Crash):
        await server.look()
    server.restart()
    await server.look()
    assert server.posts == [[POST], []]
    (message,) = server.discord.messages
    assert await server.store.welcome(GUILD) == WelcomeRow(GUILD, CHANNEL, message)


async def test_where_discord_is_busy_it_comes_later(server: NewServer) -> None:
    server.discord.before = once(Later("503"))
    await server.look()
    assert server.posts == [[], []]
    await server.look()
    assert server.posts == [[POST], []]


@pytest.mark.parametrize("error", [Forbidden("50013"), ChannelGone("10003")])
async def test_a_channel_that_refuses_it_is_given_up_for_the_next(server: NewServer, error: Exception) -> None:
    server.discord.before = once(error)
    await server.look()
    await server.look(JOINED._replace(channels=(OTHER,)))
    assert server.posts == [[], [POST]]
