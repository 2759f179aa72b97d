"""A process that measures itself: its processor time, and the delay of its loop.

    python -m benchmarks.measured_process    # an idle loop, for comparison

The parent process writes `read` to its stdin and gets a line of JSON with the measurements since the last read. Any
other line is passed to the work itself. The process stops at the end of its stdin.
"""

from __future__ import annotations

import asyncio
import contextlib
import cProfile
import json
import os
import resource
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

STEP = 0.01  # seconds between two wake-ups
STOPS_WITHIN = 15.0  # seconds


class Measurement(NamedTuple):
    """The measurements since the last reading: processor seconds (user and system) and the delay of each wake-up, ms.

    `commits`: how long each write took until it was durable, ms; of the club's bot only.
    """

    cpu: float
    lateness: list[float]
    commits: Sequence[float] = ()


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Probe:
    """Measures the delay of a wake-up every STEP, and the processor time at each reading."""

    def __init__(self, commits: list[float]) -> None:
        self._late: list[float] = []
        self._commits = commits
        self._cpu = _cpu()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + STEP
            await asyncio.sleep(STEP)
            self._late.append((loop.time() - due) * 1000)

    def read(self) -> Measurement:
        late, self._late = self._late, []
        before, self._cpu = self._cpu, _cpu()
        commits = self._commits.copy()
        self._commits.clear()
        return Measurement(self._cpu - before, late, commits)


def run_measured(
    work: Coroutine[Any, Any, None], hear: Callable[[str], None] = lambda _: None, commits: list[float] | None = None
) -> None:
    """Run `work` until stdin ends. PROFILE in the environment names a file for a profile of it.

    `commits` is the list in which the work notes how long each write took, ms.
    """
    profile = cProfile.Profile() if os.environ.get("PROFILE") else None
    with profile or contextlib.nullcontext():
        asyncio.run(_watch(work, hear, Probe([] if commits is None else commits)))
    if profile:
        profile.dump_stats(os.environ["PROFILE"])


async def _watch(work: Coroutine[Any, Any, None], hear: Callable[[str], None], probe: Probe) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    tasks = [asyncio.create_task(one) for one in (work, probe.run(), _hear(reader, probe, hear))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


async def _hear(reader: asyncio.StreamReader, probe: Probe, hear: Callable[[str], None]) -> None:
    async for line in reader:
        if line == b"read\n":
            print(json.dumps(probe.read()), flush=True)
        else:
            hear(line.decode())


class MeasuredProcess:
    """Such a process, seen from its parent: `async with MeasuredProcess("benchmarks.club_bot", {...}) as bot: ...`"""

    def __init__(self, module: str, environment: Mapping[str, str] | None = None) -> None:
        self._module = module
        self._environment = {**os.environ, **(environment or {})}
        self._process: Process

    async def __aenter__(self) -> Self:
        command = (sys.executable, "-m", self._module)
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=self._environment, limit=1 << 24
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        try:
            async with asyncio.timeout(STOPS_WITHIN):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()

    @property
    def memory(self) -> float:
        """The resident memory, MB."""
        told = Path(f"/proc/{self._process.pid}/status").read_text()
        (resident,) = (line.split()[1] for line in told.splitlines() if line.startswith("VmRSS"))
        return int(resident) * 1024 / 1e6

    def tell(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())

    async def read(self) -> Measurement:
        """The measurements since the last call."""
        assert self._process.stdout
        self.tell("read")
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._module} has ended")
        return Measurement(*json.loads(line))


async def idle() -> None:
    await asyncio.Event().wait()


if __name__ == "__main__":
    run_measured(idle())
