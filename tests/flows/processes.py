"""Processes of the bot, one after another, each with some games of other packages."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sandbox import Sandbox
from simulation.bot_settings import given_for
from simulation.scripted_people import LONG
from trial.bot_process import running_bot


class Processes:
    """Processes of the bot, one after another, with one database."""

    def __init__(self, box: Sandbox, folder: Path, database: Path, patch: pytest.MonkeyPatch) -> None:
        self._box, self._folder, self._database, self._patch = box, folder, database, patch
        self._count = 0

    @asynccontextmanager
    async def running(self, *packages: Path) -> AsyncIterator[Path]:
        """Run a process with these folders on its path; yield its log, in which no error stands at the end."""
        self._count += 1
        log = self._folder / f"{self._count}.log"
        self._patch.setenv("PYTHONPATH", os.pathsep.join(map(str, packages)))
        given = {name.upper(): str(value) for name, value in given_for(self._box, self._database).items()}
        async with running_bot(self._box, given, log) as bot:
            await bot.until(lambda: self._box.bot_online and self._commands(), LONG, "the bot did not come")
            yield log
        await self._box.until(lambda: not self._box.bot_online)
        told = log.read_text()
        assert "Traceback" not in told, told
        assert '"level": "error"' not in told.lower(), told

    def _commands(self) -> bool:
        return bool(self._box.commands)
