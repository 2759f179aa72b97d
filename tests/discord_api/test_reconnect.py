"""Discord is looked for again soon after an outage, however long that was; sessions are spared."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.discord_api import reconnect


async def pauses_after(error: Exception, times: int = 12) -> list[float]:
    """The longest that each pause may be when a connection fails so again and again."""
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    client._reconnect = True
    shard = discord.shard.Shard(cast(Any, SimpleNamespace(shard_id=0)), client, lambda _: None)
    longest: list[float] = []

    def no_chance(_: float, most: float) -> float:
        longest.append(most)
        return 0

    shard._backoff._randfunc = cast(Any, no_chance)
    for _ in range(times):
        await shard._handle_disconnect(error)
    return longest


@pytest.fixture(autouse=True)
def used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.shard, "Shard", discord.shard.Shard)  # is as it was after the test
    reconnect.use()


async def test_a_gateway_that_cannot_be_reached_is_looked_for_again_soon(caplog: pytest.LogCaptureFixture) -> None:
    pauses = await pauses_after(aiohttp.ServerDisconnectedError())
    assert pauses[:3] == sorted(pauses[:3])
    assert max(pauses) == reconnect.LONGEST
    assert {one.levelno for one in caplog.records} == {logging.WARNING}
    assert not any(one.exc_info for one in caplog.records)


async def test_a_session_that_breaks_again_and_again_is_begun_anew_ever_more_seldom() -> None:
    assert max(await pauses_after(TimeoutError())) > 600
