"""One person against the rest: how long others wait for an answer while somebody floods the bot, and without it.

    uv run python -m benchmarks.flood [--tables 8] [--presses 2000] [--dearest 20000] [--rate 15] [--at-once 10]

The bot is a process of its own with its usual limits; the sandbox and the people are this process. The others play at
their tables, at a fixed rate. The flood sends one kind of press after the other, as fast as it is answered, with so
many under way at once. Printed are the p99 of the others' presses with and without it, what was not answered, what the
database has grown by, and the direct messages that somebody else got.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.argument_types import positive, whole
from benchmarks.measured_process import MeasuredProcess
from benchmarks.tables import percentile
from sandbox import Sandbox
from simulation import flood as floods
from simulation.flood import CLASSES, DEAREST, Flood
from simulation.load_players import LoadPlayers

SEATS: Final = 2
READY_WITHIN: Final = 60.0
WARM_UP: Final = 5.0
QUIET: Final = 30.0
"""Seconds without a flood, before it and after it."""
MOST: Final = 3.0
"""The ratio of the others' p99 that is the aim."""


class Waits(NamedTuple):
    """The others' seconds from press to answer, and the presses without one."""

    latencies: Sequence[float]
    failed: int

    @property
    def p99(self) -> float:
        return percentile(self.latencies, 0.99) * 1000


class FloodBench:
    """The others at their tables."""

    def __init__(self, box: Sandbox, wish: argparse.Namespace) -> None:
        self._box = box
        self._wish = wish
        self._club = LoadPlayers(box, "v1")

    async def open_tables(self) -> None:
        self._club.look()
        people = self._box.people[2:]
        for number in range(self._wish.tables):
            seated = people[number * SEATS : (number + 1) * SEATS]
            await self._club.open_table(self._box.channel(f"table-{number}"), seated)
        async with asyncio.timeout(READY_WITHIN):
            while self._club.waiting < self._wish.tables:  # noqa: ASYNC110 (the cheapest wait)
                await asyncio.sleep(0.05)
        self._pressing = asyncio.create_task(self._club.press_steadily(self._wish.rate))
        await asyncio.sleep(WARM_UP)

    def begin(self) -> None:
        self._club.latencies.clear()
        self._club.answers.clear()

    def read(self) -> Waits:
        failed = sum(count for status, count in self._club.answers.items() if status in ("failed", "sent"))
        return Waits(list(self._club.latencies), failed)

    async def rested(self) -> Waits:
        """Return the waits of a time without a flood."""
        self.begin()
        await asyncio.sleep(QUIET)
        return self.read()

    async def stop(self) -> None:
        self._pressing.cancel()
        await self._club.rest()


def size(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        counts = ("page_count", "freelist_count", "page_size")
        pages, free, page = (db.execute(f"PRAGMA {one}").fetchone()[0] for one in counts)
        return int((pages - free) * page)


async def measure(box: Sandbox, bench: FloodBench, flood: Flood, database: Path, wish: argparse.Namespace) -> None:
    await bench.open_tables()
    alone = await bench.rested()
    print(f"without a flood: p99 {alone.p99:.0f} ms of {len(alone.latencies)} presses of others, {alone.failed} failed")
    grown, unanswered, every = 0, 0, list[float]()
    for act in wish.acts:
        presses = wish.dearest if act in DEAREST else wish.presses
        before, began = size(database), time.monotonic()
        bench.begin()
        answers: Counter[str] = await flood.send(act, presses)
        took, waits = time.monotonic() - began, bench.read()
        grown += size(database) - before
        unanswered += answers["failed"] + answers["sent"] + waits.failed
        every += waits.latencies
        print(f"{act} ({CLASSES[act]}): {presses} in {took:.0f} s, {dict(answers)}; {size(database) - before:+d} B;")
        print(f"    p99 of others {waits.p99:.0f} ms, {waits.p99 / alone.p99:.1f} times as long")
    whole_p99 = Waits(every, 0).p99
    after = await bench.rested()
    print(f"without it again: p99 {after.p99:.0f} ms of {len(after.latencies)} presses, {after.failed} failed")
    quiet_p99 = Waits([*alone.latencies, *after.latencies], 0).p99
    print(f"all together: p99 {whole_p99:.0f} ms, {whole_p99 / quiet_p99:.1f} times {quiet_p99:.0f} ms (aim {MOST:g})")
    print(f"unanswered {unanswered}; database {grown:+d} B with the others' plays; {len(box.people[1].dms)} messages")
    await bench.stop()


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=whole(1), default=8, help="tables of others")
    parser.add_argument("--presses", type=whole(1), default=2_000, help="of each kind")
    parser.add_argument("--dearest", type=whole(1), default=20_000, help=f"of {', '.join(DEAREST)}")
    parser.add_argument("--rate", type=positive, default=15.0, help="presses a second of the others together")
    parser.add_argument("--at-once", type=whole(1), default=10, help="presses of the flood under way at once")
    parser.add_argument("--acts", nargs="+", choices=CLASSES, default=list(CLASSES))
    return parser.parse_args(arguments)


async def main(wish: argparse.Namespace) -> None:
    gc.disable()  # the sandbox keeps whatever was sent: each collection in its process would stop everybody's clock
    vars(floods).update(AT_ONCE=wish.at_once)
    names = ["Flooder", "Other", *(f"Person {number}" for number in range(wish.tables * SEATS))]
    channels = ["cards", *(f"table-{number}" for number in range(wish.tables))]
    box = Sandbox(people=names, channels=channels, validate=False, keep_traffic=False)
    with tempfile.TemporaryDirectory(prefix="voormsi-benchmark-") as folder:
        database = Path(folder) / "flood.db"
        own = {"DATABASE": str(database), "COMPUTER_DELAY": "0", "HAND_PAUSE": "0"}
        async with box, MeasuredProcess("benchmarks.club_bot", box.environment | own):
            await box.until(lambda: box.bot_online, READY_WITHIN)
            flood = await Flood.prepared(box, box.people[0], box.people[1])
            await measure(box, FloodBench(box, wish), flood, database, wish)


if __name__ == "__main__":
    asyncio.run(main(wishes()))
