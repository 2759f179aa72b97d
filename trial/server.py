"""The stand-in for Discord as a child process, with the bot as its own child.

Requests act on behalf of people, through the stand-in's HTTP interface.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

from trial.window import Message, PersonView, button

T = TypeVar("T")
HOST = "127.0.0.1"
START = 30.0  # seconds until the stand-in must respond
ANSWER = 15.0  # seconds until it must have a response of the bot; the bot itself has three
END = 15.0  # seconds for both processes to end by themselves
TAIL = 15  # lines of the log shown when something fails


class TrialError(Exception):
    """What failed, in a line, with the end of the log."""


class TrialServer:
    """One stand-in with one bot in it; `named`: the options of its command that name server, bot and channels."""

    def __init__(self, people: Sequence[str], named: Sequence[str], *, port: int, log: Path) -> None:
        self.port = _free_port(port)
        self.address = f"http://{HOST}:{self.port}"
        self.log = log
        self._named = ["--people", ",".join(people), *named]
        self._ids: dict[str, str] = {}  # of the people, by name

    @asynccontextmanager
    async def running(self, settings: dict[str, str]) -> AsyncIterator[None]:
        """Run the processes within the context, the bot with `settings` over the environment; then end both."""
        if importlib.util.find_spec("sandbox") is None:
            raise TrialError("The stand-in for Discord is not installed here; run this in the project's own folder.")
        command = [sys.executable, "-m", "sandbox", "--port", str(self.port), *self._named]
        bot = ["--", sys.executable, "-m", "bot", "run"]
        with self.log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command, *bot, env={**os.environ, **settings}, stdin=DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        try:
            async with aiohttp.ClientSession(base_url=self.address) as self._session:
                await self._wait_for_answer()
                yield
        finally:
            await _end(self._process)

    async def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + START
        while time.monotonic() < deadline and self._process.returncode is None:
            with suppress(aiohttp.ClientError):
                async with self._session.get("/people") as response:
                    people = (await response.json())["people"]
                    self._ids = {person["name"]: person["id"] for person in people}
                    return
            await asyncio.sleep(0.05)
        raise self.failed("the stand-in for Discord did not start")

    @asynccontextmanager
    async def window(self, person: str) -> AsyncIterator[PersonView]:
        """The view of `person`, kept up to date within the context."""
        window = PersonView(person)
        async with self._session.ws_connect(f"/people/{self._ids[person]}/socket", max_msg_size=0) as frames:

            async def follow() -> None:
                async for frame in frames:
                    if frame.type is aiohttp.WSMsgType.TEXT:
                        window.take(frame.json())

            late_pictures = asyncio.create_task(follow())
            try:
                await self.until(window, lambda: window.channels, START, "the page stayed empty")
                yield window
            finally:
                late_pictures.cancel()

    async def until(self, window: PersonView, look: Callable[[], T | None], seconds: float, otherwise: str) -> T:
        """Wait until `look` returns something, and return it; TrialError with `otherwise` after `seconds`."""
        ends = asyncio.ensure_future(self._process.wait())
        try:
            async with asyncio.timeout(seconds):
                while not (found := look()):
                    window.changed.clear()
                    changed = asyncio.ensure_future(window.changed.wait())
                    await asyncio.wait({changed, ends}, return_when=asyncio.FIRST_COMPLETED)
                    if ends.done():
                        changed.cancel()
                        raise self.failed(f"{otherwise}: the processes ended with {ends.result()}")
                return found
        except TimeoutError:
            raise self.failed(f"{otherwise} within {seconds:.0f} s") from None
        finally:
            ends.cancel()

    async def until_it_ends(self) -> None:
        """Wait until the stand-in ends, and raise `TrialError`."""
        code = await self._process.wait()
        raise self.failed(f"the stand-in for Discord ended by itself, with {code}")

    async def command(self, window: PersonView, channel: str, name: str, options: dict[str, Any]) -> None:
        """Send a slash command as the person of `window`, and wait for the bot's answer."""
        told = {"channel_id": window.channel(channel), "name": name, "options": options}
        await self._do(window.person, "command", told, f"/{name}")

    async def press(self, window: PersonView, message: Message, label: str, person: str | None = None) -> None:
        """Press a button by its label, as the person of `window` or as another, and wait for the bot's answer."""
        found = button(window.message(message["id"]), label)
        if found is None:
            raise self.failed(f"there is no button {label!r}")
        told = {"message_id": message["id"], "custom_id": found["custom_id"]}
        await self._do(person or window.person, "press", told, f"the button {label!r}")

    async def _do(self, person: str, door: str, told: dict[str, Any], what: str) -> None:
        path, body = f"/people/{self._ids[person]}/{door}", {**told, "wait": True}
        try:
            async with self._session.post(path, json=body, timeout=aiohttp.ClientTimeout(ANSWER)) as response:
                answer = await response.json()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise self.failed(f"{what} failed: {error or type(error).__name__}") from error
        if response.status >= 400 or answer.get("status") == "failed":
            raise self.failed(f"{what} failed: {answer.get('error') or 'the bot did not answer'}")

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
