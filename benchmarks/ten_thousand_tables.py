"""Ten thousand open tables in the database compared with ten: start, memory and a play.

    uv run python -m benchmarks.ten_thousand_tables

Processes: two sandboxes with their people (this one), one for each database, and the bots. First two bots connect to
each sandbox in turns, `--rounds` times: a bare discord.py bot that does nothing else (the baseline, with the intent
for servers only), and the club's bot, while a fiftieth of its tables has something that is not shown yet. Measured
are the time from the start of the process until Discord calls the bot ready, the time until the first presses are
answered, and the memory. Then both bots play at once, press by press in turns, so that both have the same noise:
first each press at another table (as far as there are enough), untouched since the start, then `--passes` times as
many at the same tables. Everybody counts as away, as in games over days: the person to play is sent the hand anew, on
both sides. No backup is made meanwhile.

discord.py may warn that a websocket is 41 s behind. It is not: a sandbox on the same machine acknowledges a heartbeat
before the thread that sent it has noted the time, so that the heartbeat before is taken for it.

With `--postgres` both databases have as many tables: one is a file, the other is on a PostgreSQL server that waits for
the disk as SQLite does.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import NamedTuple, TypeVar

import psycopg

from benchmarks.argument_types import positive, whole
from benchmarks.filled_sandbox import FilledSandbox, SampleHistories
from benchmarks.measured_process import MeasuredProcess, Measurement
from benchmarks.tables import percentile
from bot.runtime.database import Database
from bot.tables.usage_limits import UNLIMITED
from simulation.load_players import LoadPlayers
from simulation.postgres_server import PostgresServer

TABLES = 10_000
FEW = 10
PLAYED = 500  # tables with plays
PASSES = 1
ROUNDS = 3
RATE = 8.0  # presses a second on each side
UNSHOWN = 0.02  # the share of tables with something not shown at a start
WITHIN = 600.0  # seconds
QUIET = 2.0  # seconds


class BotStart(NamedTuple):
    """A bot's start: seconds since the start of its process, and resident MB."""

    ready: float
    memory: float
    hand: float = 0.0
    play: float = 0.0
    rest: float = 0.0
    rested: float = 0.0


class PlayLoad(NamedTuple):
    """The plays on one side."""

    latencies: list[float]
    bot: Measurement
    memory: float

    @property
    def cpu(self) -> float:
        """Milliseconds of processor time a press."""
        return self.bot.cpu / len(self.latencies) * 1000

    def latency(self, share: float) -> float:
        """Milliseconds."""
        return percentile(self.latencies, share) * 1000


T = TypeVar("T", BotStart, PlayLoad)


def size_of(database: Database) -> float:
    """The size of a database, MB."""
    if isinstance(database, Path):
        return database.stat().st_size / 1e6
    with closing(psycopg.connect(database.url)) as db:
        (size,) = db.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    return float(size) / 1e6


class MeasuredDatabase:
    """One database with its sandbox, and the bots that connect to it."""

    def __init__(self, name: str, filled: FilledSandbox, quiet: float) -> None:
        self.name = name
        self.size = size_of(filled.database)
        self.filled = filled
        self._settled_after = quiet
        self.company = LoadPlayers(filled.box, "v1")
        self.bare: list[BotStart] = []
        self.club: list[BotStart] = []
        self.loads: list[PlayLoad] = []
        self.bot: MeasuredProcess

    @property
    def unshown(self) -> int:
        """The number of tables with something not shown when the bot starts."""
        return max(1, round(self.filled.tables * UNSHOWN))

    @property
    def failed(self) -> int:
        """Presses whose response was neither a new hand nor a deferral, after which the hand is edited."""
        redrawn = ("update", "deferred_update")
        return sum(count for status, count in self.company.answers.items() if status not in redrawn)

    def club_bot(self, profile: str | None = None) -> MeasuredProcess:
        own = {"COMPUTER_DELAY": "0", "HAND_PAUSE": "0", "NOTICE_AFTER": "0", "BACKUP_EVERY": "0", **UNLIMITED}
        return MeasuredProcess(
            "benchmarks.club_bot", self.filled.environment | own | ({"PROFILE": profile} if profile else {})
        )

    async def live_before(self) -> None:
        """Run a first life that shows the lively tables, so that people can play there."""
        async with self.club_bot():
            await self._online()
            await self._quiet()

    async def visit_bare(self) -> None:
        """Connect a bare bot, measure its start, and stop it."""
        began = time.perf_counter()
        async with MeasuredProcess("benchmarks.bare_bot", self.filled.environment | {"PLAN": "[]"}) as bot:
            await self._online()
            ready = time.perf_counter() - began
            await self._quiet()
            self.bare.append(BotStart(ready, bot.memory))

    async def visit(self, stack: AsyncExitStack, profile: str | None) -> None:
        """Start the club's bot with unshown plays, as after a crash, and measure. It runs until `stack` is closed."""
        await self.filled.play_unseen(self.filled.lively[1 : 1 + self.unshown])
        began = time.perf_counter()
        self.bot = await stack.enter_async_context(self.club_bot(profile))
        await self._online()
        ready, memory = time.perf_counter() - began, self.bot.memory
        self.company.look()
        table = self.filled.lively[0]
        person = next(one for one in self.filled.box.people if one.id in table.thread.members)
        await person.command(table.thread, "hand")
        hand = time.perf_counter() - began
        await self.company.press_at(table.id)
        play = time.perf_counter() - began
        rest = await self._quiet() - began
        self.club.append(BotStart(ready, memory, hand, play, rest, self.bot.memory))

    def look(self) -> None:
        """Prepare a measurement of plays."""
        self.company.look()
        self.company.latencies.clear()

    async def note(self) -> None:
        """Finish a measurement of plays."""
        await self.company.rest()
        latencies, self.company.latencies = self.company.latencies, []
        self.loads.append(PlayLoad(latencies, await self.bot.read(), self.bot.memory))

    async def _online(self) -> None:
        await self.filled.box.until(lambda: self.filled.box.bot_online, WITHIN)

    async def _quiet(self) -> float:
        """Wait until the bot sends no more requests. Return the time of the last."""
        requests, last = self.filled.box.requests, time.perf_counter()
        made = len(requests)
        while time.perf_counter() - last < self._settled_after:
            await asyncio.sleep(0.05)
            if len(requests) != made:
                made, last = len(requests), time.perf_counter()
        return last


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not condition():  # noqa: ASYNC110 (the cheapest wait)
            await asyncio.sleep(0.01)


async def play(sides: Sequence[MeasuredDatabase], presses: int, rate: float) -> None:
    """Make so many presses on each side, in turns."""
    loop = asyncio.get_running_loop()
    for side in sides:
        side.look()
        await side.bot.read()
    due = loop.time()
    for _ in range(presses):
        for side in sides:
            due += 1 / rate / len(sides)
            await asyncio.sleep(due - loop.time())
            await until(side.company.press_next)  # everybody may have pressed, then others are called soon
    for side in sides:
        await side.note()


def databases(wish: argparse.Namespace, folder: Path, stack: AsyncExitStack) -> list[tuple[str, int, Database]]:
    """For each side its name, the number of its tables, and an empty database."""
    file = folder / "many.db"
    if not wish.postgres:
        return [(f"{FEW} tables", FEW, folder / "few.db"), (f"{wish.tables} tables", wish.tables, file)]
    folder.chmod(0o755)  # the server runs as somebody else if we are root
    server = PostgresServer(folder / "postgres", {})
    stack.callback(server.stop)
    return [("SQLite", wish.tables, file), ("PostgreSQL", wish.tables, server.empty("many"))]


async def measure(wish: argparse.Namespace, folder: Path, stack: AsyncExitStack) -> list[MeasuredDatabase]:
    told = SampleHistories(random.Random(1), wish.stories)
    sides = []
    for name, tables, database in databases(wish, folder, stack):
        lively = min(tables, wish.played + 1 + round(tables * UNSHOWN))
        filled = FilledSandbox(database, tables, lively)
        await stack.enter_async_context(filled.box)
        await filled.fill(told)
        sides.append(MeasuredDatabase(name, filled, wish.quiet))
    for side in sides:
        await side.live_before()
    for number in range(wish.rounds):
        is_last = number == wish.rounds - 1
        for side in sides:
            await side.visit_bare()
            async with AsyncExitStack() as visit:
                await side.visit(visit, wish.profile if is_last and side is sides[-1] else None)
                if is_last:
                    stack.push_async_exit(visit.pop_all())
    for presses in (wish.played, wish.passes * wish.played):
        await play(sides, presses, wish.rate)
    return sides


# The report

Figure = Callable[[T], float]


def report(few: MeasuredDatabase, many: MeasuredDatabase, wish: argparse.Namespace) -> None:
    """Print the measurements of both sides, and their ratio."""
    print(f"medians of {wish.rounds} starts; at each {few.unshown} and {many.unshown} tables were not shown wholly")
    _row("", few.name, many.name, "ratio")
    _pair("database, MB", few.size, many.size)
    _starts(few, many)
    _memory(few, many, wish.played)
    _plays(f"the first {wish.played} plays on each side", few.loads[:1], many.loads[:1])
    _plays(f"the next {wish.passes * wish.played}, at the same tables", few.loads[1:], many.loads[1:])
    print(f"presses without a new hand: {few.failed} and {many.failed}")


def _starts(few: MeasuredDatabase, many: MeasuredDatabase) -> None:
    print("from the start of the process, s")
    _line("a bare bot: READY", few.bare, many.bare, lambda one: one.ready)
    _line("READY", few.club, many.club, lambda one: one.ready)
    _line("the first /hand answered", few.club, many.club, lambda one: one.hand)
    _line("the first play answered", few.club, many.club, lambda one: one.play)
    _line("all shown", few.club, many.club, lambda one: one.rest)


def _memory(few: MeasuredDatabase, many: MeasuredDatabase, played: int) -> None:
    print("resident memory, MB, and beside the bare bot's")
    bare = [statistics.median(one.memory for one in side.bare) for side in (few, many)]
    _pair("a bare bot", *bare)
    _beside("after READY", bare, few.club, many.club, lambda one: one.memory)
    _beside("all shown", bare, few.club, many.club, lambda one: one.rested)
    _beside(f"after {played} plays", bare, few.loads[:1], many.loads[:1], lambda one: one.memory)
    _beside("after all plays", bare, few.loads[1:], many.loads[1:], lambda one: one.memory)


def _plays(name: str, few: Sequence[PlayLoad], many: Sequence[PlayLoad]) -> None:
    print(name)
    _line("press to acknowledgement, p50, ms", few, many, lambda load: load.latency(0.5))
    _line("press to acknowledgement, p99, ms", few, many, lambda load: load.latency(0.99))
    _line("commit, p50, ms", few, many, lambda load: percentile(load.bot.commits, 0.5))
    _line("commit, p99, ms", few, many, lambda load: percentile(load.bot.commits, 0.99))
    _line("bot CPU a press, ms", few, many, lambda load: load.cpu)
    _line("loop late, p99, ms", few, many, lambda load: percentile(load.bot.lateness, 0.99))


def _line(name: str, few: Sequence[T], many: Sequence[T], figure: Figure[T]) -> None:
    _pair(name, *(statistics.median(map(figure, side)) for side in (few, many)))


def _beside(name: str, bare: Sequence[float], few: Sequence[T], many: Sequence[T], figure: Figure[T]) -> None:
    one, other = (statistics.median(map(figure, side)) for side in (few, many))
    _row(name, f"{one:.1f} ({one / bare[0]:.2f})", f"{other:.1f} ({other / bare[1]:.2f})", f"{other / one:.2f}")


def _pair(name: str, few: float, many: float) -> None:
    _row(name, f"{few:.2f}", f"{many:.2f}", f"{many / few:.2f}")


def _row(name: str, *columns: str) -> None:
    print(f"  {name:36}" + "".join(f"{column:>15}" for column in columns))


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=whole(1), default=TABLES)
    parser.add_argument("--postgres", action="store_true", help="compare SQLite with PostgreSQL, with as many tables")
    parser.add_argument("--played", type=whole(1), default=PLAYED, help="how many of them are played at")
    parser.add_argument("--passes", type=whole(1), default=PASSES, help="how often they are played at again")
    parser.add_argument("--rounds", type=whole(1), default=ROUNDS, help="how often the bots start")
    parser.add_argument("--quiet", type=positive, default=QUIET, help="seconds without a request: then all is shown")
    parser.add_argument("--rate", type=positive, default=RATE, help="presses a second on each side")
    parser.add_argument(
        "--stories", type=whole(1), default=50, help="how many different rubbers the tables have behind them"
    )
    parser.add_argument("--profile", help="a file for a profile of the club's last life there (which it slows down)")
    return parser.parse_args(arguments)


async def main(wish: argparse.Namespace) -> None:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-benchmark-")))
        few, many = await measure(wish, folder, stack)
    report(few, many, wish)


if __name__ == "__main__":
    asyncio.run(main(wishes()))
