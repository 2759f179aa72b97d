from __future__ import annotations

import asyncio

import pytest

from bot import supervisor
from bot.supervisor import Supervisor


async def test_a_task_that_fails_is_started_again_and_its_ticks_are_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "BACKOFF", (0,))
    done = asyncio.Event()
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times < 3:
            raise ValueError("not yet")
        if times > 3:
            done.set()

    tasks = Supervisor()
    tasks.start("work", work, every=0.001)
    await done.wait()
    answer = tasks.answer()
    assert "work" in tasks.last_tick
    assert answer["well"] is True
    assert answer["failures"] == {"work": 2}
    assert [record.message for record in caplog.records] == ["the task work failed and is started again"] * 2
    await tasks.stop()
    assert tasks.answer()["well"] is False
