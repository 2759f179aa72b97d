"""Rate-limit buckets of many channels cost a play nothing, and old ones go."""

from __future__ import annotations

import discord
import pytest
from discord.http import Ratelimit

from bot.discord_api.request_pacer import EVERY, clear_seldom


async def test_the_buckets_of_many_channels_are_looked_through_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, time, old = 0, 0.0, False

    def is_inactive(bucket: Ratelimit) -> bool:
        nonlocal looked
        looked += 1
        return old

    monkeypatch.setattr(Ratelimit, "is_inactive", is_inactive)
    http = discord.Client(intents=discord.Intents.none()).http
    clear_seldom(http, lambda: time)
    for channel in range(1000):
        http.get_ratelimit(f"POST:{channel}")
    assert looked == 0
    time, old = EVERY, True
    for channel in range(1000, 1003):
        http.get_ratelimit(f"POST:{channel}")
    assert looked == 1001
    assert len(http._buckets) == 2
