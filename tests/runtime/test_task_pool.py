"""Background tasks are known while they run, logged when they fail, and ended in time."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.runtime.background_tasks import TaskPool


async def test_a_task_is_known_by_its_key_until_it_ends() -> None:
    pool, done = TaskPool(), asyncio.Event()
    task = pool.start("waits", done.wait(), 7)
    assert 7 in pool
    done.set()
    await task
    await asyncio.sleep(0)
    assert 7 not in pool


async def test_a_task_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ValueError("no card")

    pool = TaskPool()
    with caplog.at_level(logging.ERROR):
        await asyncio.wait({pool.start("deal", fails())})
        await asyncio.sleep(0)
    assert "the task deal failed" in caplog.text


async def test_a_stop_lets_tasks_end_for_a_while_and_cancels_the_rest() -> None:
    pool, ended = TaskPool(), list[str]()

    async def works(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        ended.append(name)

    soon, never = pool.start("soon", works("soon", 0.01)), pool.start("never", works("never", 3600))
    await pool.stop(grace=0.5)
    assert (ended, soon.cancelled(), never.cancelled()) == (["soon"], False, True)
