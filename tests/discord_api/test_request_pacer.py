"""Requests begin no faster than Discord allows, but for responses to people."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from bot.discord_api import request_pacer
from bot.discord_api.request_pacer import RequestPacer, urgent
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
        assert await begun(RequestPacer(10), f"{API}/channels/1/messages", 31) >= 3


async def test_only_a_few_of_a_second_begin_together() -> None:
    pacer = RequestPacer(40)
    waiting = [asyncio.create_task(pacer.wait()) for _ in range(40)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert 2 <= sum(task.done() for task in waiting) <= 4
    for task in waiting:
        task.cancel()


async def test_responses_to_people_and_the_gateway_wait_for_nothing() -> None:
    for path in (f"{API}/interactions/1/token/callback", f"{API}/webhooks/1/token", "wss://gateway.test/"):
        assert await begun(RequestPacer(1), path, 50) < 1


async def test_who_is_told_of_their_turn_goes_before_others_that_wait() -> None:
    pacer, begun = RequestPacer(1), list[str]()

    async def ask(name: str, *, is_urgent: bool) -> None:
        urgent.set(is_urgent)
        await pacer.wait()
        begun.append(name)

    with accelerated_waits():
        names = {"first": False, "other": False, "another": False, "turn": True, "later turn": True}
        await asyncio.gather(*(ask(name, is_urgent=is_urgent) for name, is_urgent in names.items()))
    assert begun == ["first", "turn", "later turn", "other", "another"]


async def test_others_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pacer, "HEAD_START", 0.0)
    pacer = RequestPacer(1)
    urgent.set(True)
    with accelerated_waits():
        await pacer.wait()
        urgent.set(False)
        waiting = asyncio.create_task(pacer.wait())
        await asyncio.sleep(0)
        urgent.set(True)
        later = [asyncio.create_task(pacer.wait()) for _ in range(3)]
        await waiting
        assert not any(task.done() for task in later)
        await asyncio.gather(*later)


async def test_who_gives_up_takes_no_place() -> None:
    pacer = RequestPacer(1)
    with accelerated_waits():
        await pacer.wait()
        given_up, next_one = asyncio.create_task(pacer.wait()), asyncio.create_task(pacer.wait())
        await asyncio.sleep(0)
        given_up.cancel()
        await next_one
    assert given_up.cancelled()


async def test_without_a_limit_nothing_waits() -> None:
    assert await begun(RequestPacer(0), f"{API}/channels/1/messages", 50) < 1
