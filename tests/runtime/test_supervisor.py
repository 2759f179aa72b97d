from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot.runtime import background_tasks
from bot.runtime.background_tasks import Supervisor
from bot.store import Corrupt, DatabaseTrouble
from bot.store.errors import DatabaseBusy


async def test_a_task_that_fails_is_started_again_and_its_ticks_are_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "BACKOFF", (0,))
    done = asyncio.Event()
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times < 3:
            raise ValueError("not yet")
        if times > 3:
            done.set()

    tasks = Supervisor(expected=DatabaseTrouble)
    tasks.start("work", work, every=0.001)
    await done.wait()
    answer = tasks.answer()
    assert "work" in tasks.last_tick
    assert answer["well"] is True
    assert answer["failures"] == {"work": 2}
    assert [record.message for record in caplog.records] == ["the task work failed and is started again"] * 2
    await tasks.stop()
    assert tasks.answer()["well"] is False


async def test_a_task_whose_database_cannot_be_used_waits_and_that_is_no_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "BACKOFF", (0,))
    damage = Corrupt(Path("a.db"), detail="for a test")
    again = asyncio.Event()
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times > 1:
            again.set()
        raise damage

    tasks = Supervisor(expected=DatabaseTrouble)
    tasks.start("work", work)
    await again.wait()
    await tasks.stop()
    assert tasks.failures["work"] >= 1
    told = {(record.levelno, record.message) for record in caplog.records}
    assert told == {(logging.WARNING, f"the task work waits: {damage}")}


@pytest.mark.parametrize(
    "trouble",
    [DatabaseBusy(Path("a.db"), holder="database is locked"), PermissionError(13, "Permission denied", "health.json")],
)
async def test_a_task_that_waits_says_so_once_and_once_that_it_goes_on(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "BACKOFF", (0,))
    ways = iter([trouble, ValueError("ours"), trouble, None, trouble, trouble, trouble, None, None])
    done = asyncio.Event()

    async def work() -> None:
        if (way := next(ways, done)) is done:
            return done.set()
        if isinstance(way, Exception):
            raise way
        return None

    tasks = Supervisor(expected=DatabaseTrouble)
    tasks.start("work", work)
    await done.wait()
    await tasks.stop()
    waits, goes_on = f"the task work waits: {trouble}", "the task work goes on"
    mistake = "the task work failed and is started again"
    assert [record.getMessage() for record in caplog.records] == [waits, mistake, goes_on, waits, goes_on]
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [mistake]
    assert tasks.failures["work"] == 6


async def test_a_task_that_shall_wait_first_is_not_done_at_once() -> None:
    done: list[str] = []
    begun = asyncio.Event()

    async def work(name: str) -> None:
        done.append(name)
        begun.set()

    tasks = Supervisor(expected=DatabaseTrouble)
    tasks.start("later", lambda: work("later"), every=3600, after=3600)
    tasks.start("now", lambda: work("now"), every=3600)
    await begun.wait()
    assert done == ["now"]
    assert tasks.answer()["well"] is True
    await tasks.stop()


@pytest.mark.parametrize("fails", [False, True], ids=["done", "failed"])
async def test_a_task_is_not_done_again_without_a_pause(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would keep the process busy, and the database or Discord with it."""
    assert min(background_tasks.BACKOFF) >= 1
    monkeypatch.setattr(background_tasks, "BACKOFF", (3600,))
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if fails:
            raise DatabaseBusy(Path("v.db"), holder="another")

    tasks = Supervisor(expected=DatabaseTrouble)
    tasks.start("work", work, every=3600)
    for _ in range(20):
        await asyncio.sleep(0)
    assert times == 1
    await tasks.stop()
