"""Fixtures of a running bot; it is stopped even if the test fails, as its threads would keep the run from ending."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cups.publishing import competition_publisher
from bot.publishing import table_publisher
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import RunningBot, SetClock, StartBot


@pytest.fixture
async def start_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StartBot]:
    """Start a bot; for tests that start several, or need a Discord or a clock of their own.

    It shows every play and every change at once: here a test makes those of the computers, and none comes by itself.
    """
    monkeypatch.setattr(table_publisher, "TOGETHER", 0.0)
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)
    running: list[RunningBot] = []

    async def start(
        discord: FakeDiscord | None = None, time: SetClock | None = None, path: Path | None = None
    ) -> RunningBot:
        running.append(await RunningBot.start(path or tmp_path / "a.db", discord, time))
        return running[-1]

    yield start
    for bot in running:
        await bot.kill()


@pytest.fixture
async def bot(start_bot: StartBot) -> RunningBot:
    """A running bot."""
    return await start_bot()
