"""The sandbox and the bot as processes of their own, so that one of them can be killed."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

ANSWER_WITHIN = 0.5
"""Seconds until a press without a response fails: shorter than Discord's three."""


@asynccontextmanager
async def sandbox_process(
    people: Sequence[str], log: IO[bytes], answer_within: float = ANSWER_WITHIN
) -> AsyncIterator[tuple[str, dict[str, str]]]:
    """Run a sandbox. Yield its address and the environment that points a bot to it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--people", ",".join(people), "--channels", "cards"),
        *("--answer-within", str(answer_within), "--forget-traffic"),
        stdout=asyncio.subprocess.PIPE,
        stderr=log,
    )
    assert process.stdout
    try:
        page, *pointing = [(await process.stdout.readline()).decode().strip() for _ in range(4)]
        yield page.removeprefix("page: "), dict(line.split("=", 1) for line in pointing)
    finally:
        process.terminate()
        await process.wait()


class BotProcess:
    """The bot as an operator runs it (or another `module`). It can be started again and again."""

    def __init__(self, environment: Mapping[str, str], log: Path, module: Sequence[str] = ("bot", "run")) -> None:
        self.environment = os.environ | environment
        self._log = log
        self._module = module
        self._process: asyncio.subprocess.Process | None = None
        self.lives = 0
        self.born = 0.0
        """The start of the current life, by the monotonic clock."""

    @property
    def pid(self) -> int | None:
        """The process id of the current life; None while there is none."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self.born = time.monotonic()
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *self._module), env=self.environment, stdout=log, stderr=log
            )
        self.lives += 1

    def signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    async def kill(self) -> None:
        """Send SIGKILL. Fails if the process had ended by itself."""
        assert self._process
        assert self._process.returncode is None, f"the bot ended by itself, with {self._process.returncode}"
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """Send SIGTERM. Return the exit code."""
        assert self._process
        self._process.terminate()
        return await self._process.wait()

    async def end(self) -> None:
        """Make sure that no process is left running."""
        if self._process and self._process.returncode is None:
            await self.kill()
