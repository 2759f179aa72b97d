"""The bot as a child process, in a stand-in for Discord in this one."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sandbox import ActionNotAllowed, Interaction, Sandbox

PROJECT: Final = Path(__file__).resolve().parents[1]
END = 15.0  # seconds for the bot to end by itself
TAIL = 15  # lines of the log shown when something fails


class TrialError(Exception):
    """A failure of the trial: one line, with the end of the log."""


class TrialBot:
    """One bot, whose output goes to the file `log`."""

    def __init__(self, box: Sandbox, process: Process, log: Path) -> None:
        self._box = box
        self._process = process
        self._log = log

    async def until(self, look: Callable[[], Any], seconds: float, otherwise: str) -> Any:
        """Wait until `look` returns something, and return it; TrialError with `otherwise` after `seconds`."""
        try:
            found = await self._box.until(lambda: self._process.returncode is not None or look(), seconds)
        except TimeoutError:
            raise self.failed(f"{otherwise} within {seconds:.0f} s") from None
        if self._process.returncode is not None:
            raise self.failed(f"{otherwise}: the bot ended with {self._process.returncode}")
        return found

    async def until_it_ends(self) -> None:
        """Wait until the bot ends, and raise `TrialError`."""
        code = await self._process.wait()
        raise self.failed(f"the bot ended by itself, with {code}")

    async def do(self, action: Awaitable[Interaction], name: str) -> None:
        """Await the bot's response to an action; TrialError with its name if there is none."""
        try:
            answer = await action
        except ActionNotAllowed as error:
            raise self.failed(f"{name} failed: {error}") from error
        if answer.status == "failed":
            raise self.failed(f"{name} failed: the bot did not answer")

    def failed(self, sentence: str) -> TrialError:
        """The error to raise: this sentence and the end of the log."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()[-TAIL:]
        return TrialError("\n".join([f"It did not work: {sentence}.", *(f"  | {line}" for line in lines)]))


@asynccontextmanager
async def running_bot(box: Sandbox, settings: dict[str, str], log: Path) -> AsyncIterator[TrialBot]:
    """Run the bot within the context, with `settings` over the environment; then end it."""
    # Modules come from beside this one, never from the folder in which somebody tries it (-P).
    found_in = os.pathsep.join(filter(None, (str(PROJECT), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": found_in} | settings | box.environment
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot", "run"),
            env=environment,
            stdin=DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield TrialBot(box, process, log)
    finally:
        await _end(process)


async def _end(process: Process) -> None:
    """End the bot; kill it and its children if it has not ended after END seconds."""
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), END)
    if process.returncode is None and sys.platform != "win32":
        os.killpg(process.pid, signal.SIGKILL)  # the group that `start_new_session` made
        await process.wait()
