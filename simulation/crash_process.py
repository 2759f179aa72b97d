"""The bot in a process that kills itself with SIGKILL, just before a step that a test names.

A step is one callback of the process's loop (the code after an `await` is one) or one statement of its store's writer.
A nursery process has imported everything; each life of the bot is forked from it, so that a restart is fast.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import random
import signal
import socket
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

QUIET = 0.2
"""Seconds without a step after which nothing is under way any more."""
NEVER = 86_400.0
"""Seconds until emojis are loaded: messages must not depend on the age of a life."""
BEGUN = 20
"""Every press takes more steps than this; with fewer, it has not arrived yet."""
WORKING = ("publisher", "discord.py: on_", "CommandTree")
"""Prefixes of the names of tasks that show work in progress: delivery queues and handlers of interactions."""
ROOT = Path(__file__).parents[1]
OURS = (f"{ROOT}/bot/", f"{ROOT}/cogs/")
READS = ("SELECT", "PRAGMA", "WITH")


class CrashPoint(NamedTuple):
    """The death of a process: before the `step`-th step among those whose place begins with `place` ("": all)."""

    step: int
    place: str = ""


class LifeEnd(NamedTuple):
    """The end of a life after `arm`: the number of steps, and the place of death, or None if it survived."""

    steps: int
    place: str | None


# The process that dies


class StepCounter:
    """Counts the steps of this process, and kills it at the planned one."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._when: CrashPoint | None = None
        self._met = 0
        self.taken = 0

    def arm(self, when: CrashPoint | None) -> None:
        """Reset the count, and die at `when`; None: not at all."""
        self.taken, self._met, self._when = 0, 0, when

    def step(self, place: Callable[[], str]) -> None:
        """Count a step at this place, and die if it is the planned one."""
        self.taken += 1
        if self._when is not None and (not self._when.place or place().startswith(self._when.place)):
            self._met += 1
            if self._met >= self._when.step:
                self.tell(self.taken, place())
                os.kill(os.getpid(), signal.SIGKILL)

    def tell(self, *told: object) -> None:
        self._line.sendall(json.dumps(told).encode() + b"\n")


class CountingQueue(deque[asyncio.Handle]):
    """The ready queue of a loop; taking the next handle is a step."""

    def __init__(self, fate: StepCounter) -> None:
        super().__init__()
        self._fate = fate

    def popleft(self) -> asyncio.Handle:
        handle = super().popleft()
        self._fate.step(lambda: _place_of(handle))
        return handle


def _place_of(handle: asyncio.Handle) -> str:
    """The place of a step: the innermost function of the bot that waits for this handle."""
    task = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    waiting = [*_awaits(task.get_coro())] if isinstance(task, asyncio.Task) else []
    return waiting[-1] if waiting else "the loop"


def _awaits(coroutine: Any) -> Iterator[str]:
    """Our functions in which a coroutine waits, outermost first."""
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None)
        if frame is not None and frame.f_code.co_filename.startswith(OURS):
            yield f"{Path(frame.f_code.co_filename).relative_to(ROOT)} {frame.f_code.co_name}"
        coroutine = getattr(coroutine, "cr_await", None)


class CrashingLoop(asyncio.SelectorEventLoop):
    """A loop that counts its steps. A socket brings the planned death, and carries back the result."""

    def __init__(self, fate: StepCounter, line: socket.socket) -> None:
        super().__init__()
        self._fate = fate
        self._line = line
        self._ready = CountingQueue(fate)
        self.add_reader(line, self._hear)

    def _hear(self) -> None:
        told = self._line.recv(1024)
        if not told:  # the test has gone
            os.kill(os.getpid(), signal.SIGKILL)
        self.watch(CrashPoint(*json.loads(told)))
        self._fate.tell("armed")

    def watch(self, when: CrashPoint) -> None:
        """Die at `when`, or report that there was nothing more to do."""
        self._fate.arm(when)
        self.call_later(QUIET, self._look, 0)

    def _look(self, before: int) -> None:
        """Report once that nothing is under way; this check itself is one step."""
        taken = self._fate.taken
        busy = any(task.get_name().startswith(WORKING) for task in asyncio.all_tasks(self))
        if BEGUN < taken <= before + 1 and not busy:
            self._fate.arm(None)
            self._fate.tell(taken, None)
        else:
            self.call_later(QUIET, self._look, taken)


def _watched(hop: Callable[..., Awaitable[Any]], fate: StepCounter) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Wrap the function that runs the store's work in its threads: every statement that writes is a step."""

    def statement(sql: str) -> None:
        verb = " ".join(sql.split(maxsplit=3)[:3])
        if not verb.startswith(READS):
            fate.step(lambda: f"the store, before {verb}")

    async def hopping(connection: Any, work: Callable[[sqlite3.Connection], Any]) -> Any:
        def told(db: sqlite3.Connection) -> Any:
            db.set_trace_callback(statement)
            return work(db)

        return await hop(connection, told)

    return hopping


def _live(order: dict[str, Any]) -> None:
    """Run the bot until it is killed."""
    from bot import app
    from bot.publishing import idempotent_sender
    from bot.runtime import logs
    from bot.runtime.settings import read_settings
    from bot.store.sqlite import connection
    from bot.tables import deals
    from rules.core.cards import cards

    line = socket.socket(socket.AF_UNIX)
    line.connect(order["line"])
    fate = StepCounter(line)
    chance, deck = random.Random(order["seed"]), cards(order["deck"])
    deals.shuffle = lambda pack, *_: deck or tuple(chance.sample(pack, len(pack)))
    vars(app).update(EMOJIS_AFTER=NEVER)
    if order["late"]:
        vars(idempotent_sender).update(NONCE_KEPT=0)
    connection.hop = _watched(connection.hop, fate)
    with Path(order["log"]).open("ab") as log:
        for out in (sys.stdout, sys.stderr):
            os.dup2(log.fileno(), out.fileno())
    settings = read_settings(None, **order["settings"])
    logs.set_up("json", "INFO", secrets=[])
    with asyncio.Runner(loop_factory=lambda: CrashingLoop(fate, line)) as runner:
        if order["when"]:
            cast(CrashingLoop, runner.get_loop()).watch(CrashPoint(*order["when"]))
        runner.run(app.serve(settings))


def _nurse() -> None:
    """Fork a process for each order on a line of stdin, and print its exit code when it has ended."""
    import gc

    from bot.app import EXTENSION

    importlib.import_module(EXTENSION)
    gc.freeze()
    print("ready", flush=True)
    for order in sys.stdin:
        child = os.fork()
        if not child:
            try:
                _live(json.loads(order))
            except BaseException:
                import traceback

                traceback.print_exc()
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


# The side of the test


class BotLife:
    """One life of the bot."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def arm(self, when: CrashPoint) -> None:
        """Plan the death, counted from now on."""
        self._writer.write(json.dumps(when).encode())
        await self._reader.readline()

    async def told(self) -> LifeEnd:
        """Wait until it has died, or has nothing more to do."""
        return LifeEnd(*json.loads(await self._reader.readline()))

    def let_go(self) -> None:
        """Let it die."""
        self._writer.write_eof()

    async def over(self) -> None:
        """Wait until the process has ended."""
        await self._reader.read()
        self._writer.close()


class BotForker:
    """A process that starts lives of the bot quickly, one after another."""

    def __init__(self, folder: Path) -> None:
        self._line = folder / "line"
        self.log = folder / "bot.log"
        self._born: asyncio.Queue[BotLife] = asyncio.Queue()
        self._life: BotLife | None = None
        self.lives = 0

    async def __aenter__(self) -> BotForker:
        self._server = await asyncio.start_unix_server(
            lambda *streams: self._born.put_nowait(BotLife(*streams)), self._line
        )
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "simulation.crash_process"), stdin=PIPE, stdout=PIPE, cwd=ROOT
        )
        assert await self._said() == "ready"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()
        self._server.close()

    async def end(self) -> None:
        """End the current life, if there is one."""
        if self._life:
            self._life.let_go()
            await self.buried()

    async def _said(self) -> str:
        assert self._process.stdout
        return (await self._process.stdout.readline()).decode().strip()

    async def life(
        self,
        settings: dict[str, object],
        when: CrashPoint | None = None,
        *,
        deck: str = "",
        late: bool = False,
    ) -> BotLife:
        """Start a new life that dies at `when`, counted from its start. The previous life must have ended.

        Every shuffle gives this deck ("": a random one). With `late` no nonce is trusted.
        """
        assert self._process.stdin
        order = {"settings": settings, "deck": deck, "late": late, "when": when, "seed": self.lives}
        self._process.stdin.write(json.dumps(order | {"line": str(self._line), "log": str(self.log)}).encode() + b"\n")
        self.lives += 1
        self._life = await self._born.get()
        return self._life

    async def buried(self) -> None:
        """Wait until the life has ended by its own SIGKILL."""
        assert self._life
        await self._life.over()
        self._life = None
        assert await self._said() == str(-signal.SIGKILL)


if __name__ == "__main__":
    _nurse()
