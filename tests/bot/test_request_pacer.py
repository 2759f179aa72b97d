"""Requests begin no faster than Discord allows, but for responses to people."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import aiohttp
from multidict import CIMultiDict
from yarl import URL

from bot.discord_api.request_pacer import RequestPacer
from simulation.accelerated_clock import accelerated_waits

API = "https://discord.test/api/v10"


async def begun(pacer: RequestPacer, path: str, times: int) -> float:
    """Begin so many requests together; return how many seconds that took."""
    config = aiohttp.TraceConfig()
    pacer.trace(config)
    config.freeze()
    loop, session = asyncio.get_running_loop(), cast(aiohttp.ClientSession, None)
    since = loop.time()
    request = aiohttp.TraceRequestStartParams("GET", URL(path), CIMultiDict())
    await asyncio.gather(*(config.on_request_start.send(session, SimpleNamespace(), request) for _ in range(times)))
    return loop.time() - since


async def test_no_more_requests_begin_in_a_second_than_allowed() -> None:
    with accelerated_waits():
        assert await begun(RequestPacer(10), f"{API}/channels/1/messages", 10) < 1
        assert await begun(RequestPacer(10), f"{API}/channels/1/messages", 31) >= 3


async def test_responses_to_people_and_the_gateway_wait_for_nothing() -> None:
    with accelerated_waits():
        for path in (f"{API}/interactions/1/token/callback", f"{API}/webhooks/1/token", "wss://gateway.test/"):
            assert await begun(RequestPacer(1), path, 50) < 1


async def test_without_a_limit_nothing_waits() -> None:
    with accelerated_waits():
        assert await begun(RequestPacer(0), f"{API}/channels/1/messages", 50) < 1
