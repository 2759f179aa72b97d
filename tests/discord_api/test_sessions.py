"""The session start limit: however often the bot crashes or is thrown out, it never uses up the IDENTIFYs of a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import serve
from bot.discord_api.reconnect import RESERVE, Sessions, pause_before
from sandbox import InjectedFault, Sandbox
from tests.flows.conftest import serving, settings_for

DAY = 24 * 3600.0


class Discord:
    """Tells the limit, and counts how long was slept."""

    def __init__(self, remaining: int, shards: int = 1) -> None:
        self.remaining, self.shards = remaining, shards
        self.slept: list[float] = []

    async def told(self) -> tuple[int, str, Any]:
        limit = {"total": 1000, "remaining": self.remaining, "reset_after": 36_000_000, "max_concurrency": 1}
        return self.shards, "wss://gateway", limit

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.mark.parametrize(
    ("remaining", "shards", "pauses"),
    [
        (1000, 1, []),
        (RESERVE, 1, []),
        (RESERVE - 1, 1, [36_000 / 49]),
        (1, 1, [36_000]),
        (0, 1, [36_000]),
        (60, 64, [36_000]),
        (64, 64, []),
    ],
)
async def test_once_few_sessions_are_left_they_are_spread_until_the_limit_is_reset(
    remaining: int, shards: int, pauses: list[float]
) -> None:
    there = Discord(remaining, shards)
    await Sessions(there.told, there.sleep).room(for_all=True)
    assert there.slept == pytest.approx(pauses)


@given(st.integers(0, 1000), st.floats(0, 600))
def test_a_bot_that_crashes_all_day_never_uses_up_its_sessions(remaining: int, lives: float) -> None:
    """However long each life of it is, and how few are left when it begins."""
    at, left = 0.0, remaining
    while at < DAY:
        at += pause_before(left, DAY - at) + lives + 1
        if at < DAY:
            left -= 1
            assert left >= 0
    assert remaining < 2 or left >= 1


async def test_while_it_waits_it_says_so_with_how_long(caplog: pytest.LogCaptureFixture) -> None:
    there = Discord(20)
    answers: list[dict[str, object]] = []

    async def sleep(_: float) -> None:
        answers.append(sessions.answer())

    sessions = Sessions(there.told, sleep)
    assert sessions.answer() == {"remaining": None, "total": None, "waits": None}
    await sessions.room()
    (answer,) = answers
    assert (answer["remaining"], answer["total"]) == (20, 1000)
    assert 1700 < int(str(answer["waits"])) <= 1800
    assert "only 20 of 1000 sessions" in caplog.text
    assert sessions.answer()["waits"] is None


@pytest.mark.parametrize("error", [discord.GatewayNotFound, TimeoutError, TypeError])
async def test_where_the_limit_is_not_told_the_bot_connects(error: type[Exception]) -> None:
    async def read() -> Any:
        raise error

    there = Discord(0)
    await Sessions(read, there.sleep).room()
    assert there.slept == []


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox() as there:
        yield there


async def test_a_bot_with_few_sessions_left_waits_before_it_connects_and_can_be_stopped(
    box: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    box.spend_identifies(1000 - RESERVE + 1)
    waiting = asyncio.create_task(serve(settings_for(box, tmp_path / "v.db")))
    await box.until(lambda: "sessions may still be begun" in caplog.text or waiting.done())
    assert not waiting.done()
    assert box.identifies == 0
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert waiting.cancelled()
    assert box.identifies == 0


@pytest.mark.slow
async def test_a_running_bot_that_is_thrown_out_waits_as_well_but_resumes_at_once(
    box: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with serving(box, settings_for(box, tmp_path / "v.db")):
        assert box.identifies == 1
        box.spend_identifies(990)
        await box.drop_gateway()
        await box.until(lambda: "RESUMED" in caplog.text, 30)
        assert "sessions may still be begun" not in caplog.text
        box.invalidate_sessions(resumable=False)
        await box.until(lambda: "sessions may still be begun" in caplog.text, 30)
        assert box.identifies == 1


@pytest.mark.slow
async def test_shards_identify_one_after_the_other_as_slowly_as_discord_wants(tmp_path: Path) -> None:
    """`max_concurrency` is 1 for all but the largest bots; who comes sooner is sent back, and has used up a session."""
    async with Sandbox(shards=2, identify_spacing=5.0) as box, serving(box, settings_for(box, tmp_path / "v.db")):
        await box.until(lambda: len([one for one in box.world.sessions.values() if one.connection]) == 2, 60)
        assert box.identifies == 2


async def test_where_discord_does_not_tell_the_limit_the_bot_connects_all_the_same(
    box: Sandbox, tmp_path: Path
) -> None:
    box.faults.add(InjectedFault(route="gateway/bot", status=400))
    async with serving(box, settings_for(box, tmp_path / "v.db")):
        assert box.identifies == 1
