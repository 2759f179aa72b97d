"""Flows: the real bot against the real stand-in for Discord. Any ERROR record of anybody's fails the test."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import serve
from bot.settings import Settings, read_settings
from sandbox import Sandbox


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No log record at ERROR or above, of discord.py or of ours."""
    caplog.set_level(logging.INFO)
    yield
    bad = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not bad, [record.getMessage() for record in bad]


def settings_for(box: Sandbox, database: Path, **given: object) -> Settings:
    """Settings that point the bot at the sandbox."""
    return read_settings(
        None,
        **{
            "discord_token": box.token,
            "discord_api_base": box.api_base,
            "discord_gateway": box.gateway,
            "database": database,
            "computer_delay": 0,
            "hand_pause": 0,
            **given,
        },
    )


@asynccontextmanager
async def serving(box: Sandbox, settings: Settings) -> AsyncIterator[asyncio.Task[None]]:
    """The bot, as the command line runs it, until the block ends."""
    task = asyncio.create_task(serve(settings))
    await box.until(lambda: box.bot_online or task.done())
    if task.done():
        task.result()
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox
        assert sandbox.violations == []
        assert sandbox.unbuilt == []
