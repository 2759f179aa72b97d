"""The parts of a standby: whether the other process is dead, what Discord said meanwhile, the right to send."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from multidict import CIMultiDict
from yarl import URL

from bot.availability.heartbeat import SKIPPED, TAKEN_OVER_AFTER, HeartbeatWatch
from bot.discord_api.client import ANSWERABLE, AUTOCOMPLETE, PROVEN_FOR, HeldEvents, TakenOver, TakeoverGuard
from bot.store import ConnectionLost
from tests.bot.running_bot import SetClock

STEP = 1_000


def looks(watch: HeartbeatWatch, clock: SetClock, beat: str | None, *, is_connected: bool = True) -> bool:
    """Look each second, for longer than a heartbeat may be late; return what was found last."""
    found = False
    for _ in range(TAKEN_OVER_AFTER // STEP + 2):
        found = watch.is_dead(beat, is_connected=is_connected)
        clock.now += STEP
    return found


def test_a_process_whose_heartbeat_stays_the_same_is_dead() -> None:
    clock = SetClock()
    assert looks(HeartbeatWatch(clock), clock, "1")


def test_a_process_that_beats_is_not_dead_whatever_its_clock_says() -> None:
    clock = SetClock()
    watch = HeartbeatWatch(clock)
    for beat in range(0, -20, -1):
        assert not watch.is_dead(str(beat), is_connected=True)
        clock.now += TAKEN_OVER_AFTER - STEP - SKIPPED


def test_who_is_not_connected_itself_judges_nobody_dead_and_counts_from_its_connection() -> None:
    clock = SetClock()
    watch = HeartbeatWatch(clock)
    assert not looks(watch, clock, "1", is_connected=False)
    assert not watch.is_dead("1", is_connected=True)
    assert looks(watch, clock, "1")


def test_who_stood_still_itself_counts_from_then() -> None:
    clock = SetClock()
    watch = HeartbeatWatch(clock)
    watch.is_dead("1", is_connected=True)
    clock.now += 10 * TAKEN_OVER_AFTER
    assert not watch.is_dead("1", is_connected=True)


def test_who_never_beats_is_never_dead() -> None:
    clock = SetClock()
    assert not looks(HeartbeatWatch(clock), clock, None)


class SetSeconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def held() -> tuple[HeldEvents, SetSeconds, dict[str, Any], list[int]]:
    """Events that are held back, their clock, discord.py's parsers, and the presses that were passed on."""
    seconds, answered = SetSeconds(), list[int]()
    events = HeldEvents(seconds)
    parsers: dict[str, Any] = {"INTERACTION_CREATE": lambda data: answered.append(int(data["id"]))}
    events.wrap(parsers)
    events.hold()
    return events, seconds, parsers, answered


def test_a_press_that_can_still_be_answered_is_passed_on_at_last_and_an_older_one_is_not() -> None:
    events, seconds, parsers, answered = held()
    parsers["INTERACTION_CREATE"]({"id": "1", "type": 3})
    seconds.now = ANSWERABLE
    parsers["INTERACTION_CREATE"]({"id": "2", "type": 2})
    parsers["INTERACTION_CREATE"]({"id": "3", "type": AUTOCOMPLETE})
    seconds.now += 0.1
    assert answered == []
    events.release(lambda *_: None)
    assert answered == [2]
    parsers["INTERACTION_CREATE"]({"id": "4", "type": 3})
    assert answered == [2, 4]
    assert events.late == {2}


def test_of_each_shard_the_latest_is_passed_on_and_of_other_events_nothing() -> None:
    events, *_ = held()
    came: list[tuple[Any, ...]] = [
        ("shard_connect", 0),
        ("shard_connect", 1),
        ("ready",),
        ("guild_join", "guild"),
        ("shard_disconnect", 1),
    ]
    assert all(events.takes(*one) for one in came)
    assert not events.is_connected
    assert events.takes("shard_resumed", 1)
    assert events.is_connected
    told: list[tuple[Any, ...]] = []
    events.release(lambda *one: told.append(one))
    assert sorted(told) == [("ready",), ("shard_connect", 0), ("shard_resumed", 1)]
    assert not events.takes("shard_disconnect", 1)


async def send(right: TakeoverGuard, url: str) -> None:
    config = aiohttp.TraceConfig()
    right.trace(config)
    config.freeze()
    request = aiohttp.TraceRequestStartParams("GET", URL(url), CIMultiDict())
    await config.on_request_start.send(cast(aiohttp.ClientSession, None), SimpleNamespace(), request)


async def test_who_has_lost_the_database_sends_nothing_to_discord() -> None:
    right, asked = TakeoverGuard(), list[float]()
    await send(right, "https://discord.test/api")  # nothing is served yet

    async def lost(within: float) -> None:
        asked.append(within)
        raise ConnectionLost(Path("tables"), detail="ended")

    right.confirm = lost
    with pytest.raises(TakenOver):
        await send(right, "https://discord.test/api")
    await send(right, "wss://gateway.test/")
    assert asked == [PROVEN_FOR]
    assert PROVEN_FOR * 1000 < TAKEN_OVER_AFTER


class Interrupted:
    """A bot that is interrupted before a part of its request, while another takes over."""

    def __init__(self, before: int) -> None:
        self._before = before
        self.asked = 0

    async def confirm(self, _: float) -> None:
        self.asked += 1
        if self.asked == self._before:
            raise ConnectionLost(Path("tables"), detail="ended")


async def received_from(bot: Interrupted) -> list[bytes]:
    """Send a request with a picture; return the whole requests that arrived."""
    right, arrived = TakeoverGuard(), list[bytes]()
    right.confirm = bot.confirm
    trace = aiohttp.TraceConfig()
    right.trace(trace)

    async def receive(request: web.Request) -> web.Response:
        arrived.append(await request.read())
        return web.Response()

    form = aiohttp.FormData({"payload_json": "{}"})
    form.add_field("files[0]", b"picture", filename="hand.png", content_type="image/png")
    app = web.Application()
    app.router.add_patch("/message", receive)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        with suppress(aiohttp.ClientError):
            await session.patch(server.make_url("/message"), data=form)
    return arrived


async def test_a_request_that_is_interrupted_is_not_completed_after_another_has_taken_over() -> None:
    uninterrupted = Interrupted(before=0)
    assert len(await received_from(uninterrupted)) == 1
    assert uninterrupted.asked > 3, "the body has more than one part"
    for before in range(1, uninterrupted.asked + 1):
        assert await received_from(Interrupted(before)) == []
