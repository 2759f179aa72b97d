"""The stand-in for Discord as a child process, with the bot as its own child."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from sandbox import ActionNotAllowed
from sandbox.client import RemoteAnswer, RemoteSandbox

HOST = "127.0.0.1"
START = 30.0  # seconds until the stand-in must respond
ANSWER = 15.0  # seconds until it must have a response of the bot; the bot itself has three
END = 15.0  # seconds for both processes to end by themselves
TAIL = 15  # lines of the log shown when something fails


class TrialError(Exception):
    """A failure of the trial: one line, with the end of the log."""


class TrialServer:
    """One stand-in with one bot in it; `options` are those of its command."""

    def __init__(self, options: Sequence[str], *, port: int, log: Path) -> None:
        self.port = _free_port(port)
        self.address = f"http://{HOST}:{self.port}"
        self.log = log
        self._options = options

    @asynccontextmanager
    async def running(self, settings: dict[str, str]) -> AsyncIterator[RemoteSandbox]:
        """Run the processes within the context, the bot with `settings` over the environment; then end both."""
        command = [sys.executable, "-m", "sandbox", "--port", str(self.port), *self._options]
        bot = ["--", sys.executable, "-m", "bot", "run"]
        with self.log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command, *bot, env={**os.environ, **settings}, stdin=DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        try:
            await self._either(self._is_listening(), START, "the stand-in for Discord did not start")
            async with RemoteSandbox(self.address) as box:
                yield box
        finally:
            await _end(self._process)

    async def _is_listening(self) -> None:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, self.port)
                writer.close()
                return
            await asyncio.sleep(0.05)

    async def until(self, box: RemoteSandbox, look: Callable[[], Any], seconds: float, otherwise: str) -> Any:
        """Wait until `look` returns something, and return it; TrialError with `otherwise` after `seconds`."""
        return await self._either(box.until(look, seconds), seconds, otherwise)

    async def _either(self, work: Awaitable[Any], seconds: float, otherwise: str) -> Any:
        """Await work, unless the processes end before."""
        ends, working = asyncio.ensure_future(self._process.wait()), asyncio.ensure_future(work)
        try:
            async with asyncio.timeout(seconds):
                await asyncio.wait({ends, working}, return_when=asyncio.FIRST_COMPLETED)
                if not working.done():
                    raise self.failed(f"{otherwise}: the processes ended with {ends.result()}")
                return working.result()
        except TimeoutError:
            raise self.failed(f"{otherwise} within {seconds:.0f} s") from None
        finally:
            ends.cancel()
            working.cancel()

    async def until_it_ends(self) -> None:
        """Wait until the stand-in ends, and raise `TrialError`."""
        code = await self._process.wait()
        raise self.failed(f"the stand-in for Discord ended by itself, with {code}")

    async def do(self, action: Awaitable[RemoteAnswer], name: str) -> None:
        """Await the bot's response to an action; TrialError with its name if there is none."""
        try:
            async with asyncio.timeout(ANSWER):
                answer = await action
        except (aiohttp.ClientError, ActionNotAllowed, TimeoutError) as error:
            raise self.failed(f"{name} failed: {error or type(error).__name__}") from error
        if answer.status == "failed":
            raise self.failed(f"{name} failed: the bot did not answer")

    def failed(self, words: str) -> TrialError:
        """The error to raise: these words and the end of the log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-TAIL:]
        return TrialError("\n".join([f"It did not work: {words}.", *(f"  | {line}" for line in lines)]))


def _free_port(wanted: int) -> int:
    """The wanted port (0: any); TrialError if it is not free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that a trial has just left is fine
        try:
            probe.bind((HOST, wanted))
        except OSError as error:
            raise TrialError(f"Port {wanted} of {HOST} cannot be had: {error.strerror}. Try another --port.") from error
        return int(probe.getsockname()[1])


async def _end(process: Process) -> None:
    """End the stand-in, which ends its bot; kill whatever is left of the two after END seconds."""
    if process.returncode is None:
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), END)
    if process.returncode is None and sys.platform != "win32":
        os.killpg(process.pid, signal.SIGKILL)  # the group that `start_new_session` made
        await process.wait()
