"""A soak test: two thousand tables of all sizes and paces, people and computers, an hour, with injected faults.

    uv run python -m benchmarks.soak                    # 2,000 tables, an hour, six times as fast as the wall clock
    uv run python -m benchmarks.soak --tables 100 --minutes 10

Processes: the sandbox with its scripted people (this one), and the bot. The clocks, sleeps and timeouts of both run
`--compressed` times as fast as the wall clock, so Discord's three seconds for a response are shorter, too. The tables
are first made in the database and shown at wall speed; then the hour begins. When it is over, all faults end and people
stop. When the bot sends no more requests, it is stopped, and everything is checked: acknowledged plays, posts, hands,
waiting tables. The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks import memory_census
from benchmarks.argument_types import not_negative, positive, whole
from benchmarks.memory import MemorySample, growth, memory
from bot.tables.usage_limits import UNLIMITED
from sandbox import Sandbox
from sandbox.world.guilds import Guild
from simulation import record_checks
from simulation.accelerated_clock import VARIABLE, WALL, accelerate
from simulation.crowd import Crowd
from simulation.fault_injector import FaultInjector
from simulation.generated_tables import GeneratedTable, GuildChannels, generate
from simulation.machine_faults import MachineFaults, MemoryDisk
from simulation.processes import BotProcess
from simulation.record_checks import read_again
from simulation.soak_checks import FoundErrors, SoakChecks

TABLES_A_PERSON: Final = 7
LEAST_PEOPLE: Final = 12
SERVERS: Final = 4
CHANNELS: Final = 10
QUIET_FOR: Final = 2.0
"""Wall seconds without a request after which the bot counts as done."""
ONLINE_WITHIN: Final = 300.0
REST_WITHIN: Final = 300.0
SHOWN_WITHIN: Final = 1_200.0
CALM: Final = 300.0
LEAST_CALM: Final = 75.0
"""Seconds of the accelerated clock without faults at the end, in which people still play: a fourth of the time.

The least is longer than the bot's delay before it retries a temporary refusal.
"""
LOOKS: Final = 120
"""The number of memory measurements."""
COUNTED: Final = 15
"""Every so-many-th measurement also takes a census, if requested."""
FAULTS_AN_HOUR: Final = 360
MOODS_AN_HOUR: Final = 0.6
"""Actions other than plays, per table and hour."""
CAUSES: Final = ("bot.store.errors.DatabaseBusy", "bot.store.errors.DiskFull")
SENTENCES: Final = ("is in use by another program (", "no room left on the disk of ")
"""The last lines of tracebacks, and parts of errors without one, that the bot may log here: the test provokes them."""
REFUSED_AT_START: Final = "Discord refused at start (429"
"""The beginning of the only line that is not a log record: the bot was started while Discord limited all requests."""


@dataclass
class Soak:
    """One run."""

    wish: argparse.Namespace
    folder: Path
    looks: list[MemorySample] = field(default_factory=list)
    wall: dict[str, float] = field(default_factory=dict)
    """Wall seconds of each part."""

    def __post_init__(self) -> None:
        people = max(LEAST_PEOPLE, self.wish.tables // TABLES_A_PERSON)
        channels = [f"cards-{number}" for number in range(CHANNELS)]
        self.box = Sandbox(
            people=[f"Person {number}" for number in range(people)],
            channels=channels,
            validate=False,
            keep_traffic=False,
        )
        for number in range(1, SERVERS):
            self.box.add_server(f"Ferry {number}", self.box.people, channels)
        for organiser, guild in zip(self.box.people, self.box.world.guilds.values(), strict=False):
            organiser.allow("manage_guild", guild=guild)
        self.log = self.folder / "bot.log"
        self.bot = BotProcess({}, self.log, ["benchmarks.accelerated_bot"])
        self.disk = MemoryDisk(self.folder / "disk")
        self.database = self.disk.folder / "voormsi.db"
        chance = random.Random(f"machine {self.wish.seed}")
        machine = MachineFaults(self.box, self.bot, self.database, self.disk, chance)
        self.storm = FaultInjector(self.box, machine, self.wish.seed, self._uprooted)

    def _uprooted(self, tables: Iterable[int], guild: Guild) -> None:
        for table in tables:
            self.crowd.begin(self.crowd.moods.call(table, guild))

    async def run(self) -> FoundErrors:
        """Run everything. Return the errors found."""
        with self.disk.mounted():
            return await self._run()

    async def _run(self) -> FoundErrors:
        self._part = WALL()
        self._founded = await self._found()
        self._ended("tables made")
        async with self.box:
            self.bot.environment |= self._environment()
            paces = {one.table: one.pace for one in self._founded}
            self.crowd = Crowd(self.box, self.wish.seed, paces, self.wish.thinking)
            try:
                await self._shown()
                self._ended("tables shown")
                await self._hour()
                self._ended("played")
                await self._rest(REST_WITHIN)
                self._ended("come to rest")
                self._stopped = time.time()
                assert await self.bot.stop() == 0
            finally:
                await self.bot.end()
        self._bring_away()
        found = await self.reckoned()
        self._ended("reckoned")
        return found

    def _bring_away(self) -> None:
        """Copy the database away from its disk, which ends with the run."""
        for file in self.database.parent.glob(f"{self.database.name}*"):
            shutil.copy(file, self.folder)
        self.database = self.folder / self.database.name

    async def reckoned(self) -> FoundErrors:
        """Check what the bot has left. Return the errors found."""
        founded = {one.table: one.seq for one in self._founded}
        async with read_again(self.database) as services:
            reckoning = SoakChecks(self.box, services, self.crowd.ledger, self.storm, founded, self._stopped)
            await reckoning.all()
        self.reckoning = reckoning
        reckoning.found.other += self.crowd.failed
        reckoning.found.other += [line for line in record_checks.complaints(self.log) if not allowed(line)]
        return reckoning.found

    def _ended(self, part: str) -> None:
        self.wall[part] = WALL() - self._part
        self._part = WALL()
        print(f"{part}: {self.wall[part]:.0f} s", file=sys.stderr, flush=True)

    async def _found(self) -> list[GeneratedTable]:
        people = {person.id: person.name for person in self.box.people}
        chance = random.Random(f"tables {self.wish.seed}")
        servers = [GuildChannels(guild.id, list(guild.channels)) for guild in self.box.world.guilds.values()]
        return await generate(self.database, servers, people, self.wish.tables, chance, int(time.time() * 1000))

    def _environment(self) -> dict[str, str]:
        counted = {memory_census.VARIABLE: str(self.wish.census)} if self.wish.census else {}
        return {**self.box.environment, "DATABASE": str(self.database), "LOG_FORMAT": "json", **UNLIMITED, **counted}

    async def _shown(self) -> None:
        """Show all tables in a first life of the bot, at wall speed."""
        self.bot.environment[VARIABLE] = str(accelerate(1))
        self.crowd.closing = True
        await self.bot.start()
        await self.box.until(lambda: self.box.bot_online, ONLINE_WITHIN)
        await self._rest(SHOWN_WITHIN)
        assert await self.bot.stop() == 0
        self.crowd.closing = False

    async def _hour(self) -> None:
        """Let people play, with faults until shortly before the end."""
        self.bot.environment[VARIABLE] = str(accelerate(self.wish.compressed))
        await self.bot.start()
        await self.box.until(lambda: self.box.bot_online, ONLINE_WITHIN * self.wish.compressed)
        self.crowd.look()
        seconds = self.wish.minutes * 60
        calm = max(LEAST_CALM, min(CALM, seconds / 4))
        beside = [
            asyncio.create_task(self.crowd.moods.live(3600 / (MOODS_AN_HOUR * self.wish.tables))),
            asyncio.create_task(self._watch(seconds)),
        ]
        await self.storm.rage(seconds - calm, 3600 / (FAULTS_AN_HOUR * self.wish.faults), self.wish.kills)
        await asyncio.sleep(calm)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await self.crowd.stop()

    async def _watch(self, seconds: float) -> None:
        began = time.time()
        while True:
            pid = self.bot.pid
            if pid is not None:
                minute = (time.time() - began) / 60
                self.looks.append(MemorySample(minute, self.bot.lives, memory(pid), self.crowd.ledger.plays))
                if self.wish.census and self.box.bot_online and len(self.looks) % COUNTED == 0:
                    os.kill(pid, memory_census.SIGNAL)
            await asyncio.sleep(seconds / LOOKS)

    async def _rest(self, within: float) -> None:
        """Wait until the bot has sent no request for a while, by the wall clock."""
        deadline, last, since = WALL() + within, -1, WALL()
        while WALL() - since < QUIET_FOR:
            assert WALL() < deadline, "the bot does not come to rest"
            if len(self.box.requests) != last:
                last, since = len(self.box.requests), WALL()
            await asyncio.sleep(0.1)

    # The report

    def report(self, wrong: FoundErrors) -> str:
        ledger, end = self.crowd.ledger, self.reckoning
        stages = {str(stage): count for stage, count in end.stages.items()}
        return "\n".join(
            (
                f"{self.wish.tables} tables at first, {end.tables} in the end {stages}, {end.rootless} in no channel;"
                f" {len(self.box.people)} people in {SERVERS} servers; seed {self.wish.seed}",
                f"{self.wish.minutes:g} minutes, {self.wish.compressed:g} times as fast as the wall's; "
                + ", ".join(f"{part} in {seconds:.0f} s" for part, seconds in self.wall.items()),
                f"presses: {dict(ledger.answers)}",
                f"plays of people: {end.plays}, acknowledged at once: {ledger.plays}",
                f"beside playing: {dict(ledger.done)}",
                f"told in place of a play: {dict(ledger.refusals)}",
                f"faults: {sum(self.storm.thrown.values())}: {dict(self.storm.thrown)}",
                f"requests: {dict(Counter(one.status for one in self.box.requests))}",
                *self._memory(),
                f"plays lost {len(wrong.lost)}, shown twice {len(wrong.twice)}, tables stuck {len(wrong.stuck)},"
                f" otherwise wrong {len(wrong.other)}",
            )
        )

    def _memory(self) -> list[str]:
        """The bot's memory in each of its lives, and its growth in the last."""
        told = [
            f"  {look.minute:6.1f} min  life {look.life}  {look.memory:6.1f} MB  {look.plays:6} plays"
            for look in self.looks[:: max(1, len(self.looks) // 20)]
        ]
        return ["memory of the bot:", *told, "its last life in equally long parts:", *growth(self.looks)]


def allowed(line: str) -> bool:
    """Return whether a log line is an expected error. An exception in a task that nobody awaited never is."""
    if line.startswith(REFUSED_AT_START):
        return True
    try:
        told = json.loads(line)
        event = str(told["event"])
    except (ValueError, KeyError, TypeError):
        return False
    if "exception" not in told:
        return any(sentence in event for sentence in SENTENCES)
    *_, cause = str(told["exception"]).splitlines()
    return cause.startswith(CAUSES) and "never retrieved" not in event


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=whole(1), default=2000)
    parser.add_argument("--minutes", type=positive, default=60, help="of sandbox time")
    parser.add_argument("--compressed", type=positive, default=6, help="how many times as fast as the wall's time runs")
    parser.add_argument("--kills", type=whole(0), default=4, help="how often the bot's process is killed")
    parser.add_argument("--faults", type=not_negative, default=1, help="times as many faults as usual")
    parser.add_argument(
        "--thinking", type=positive, default=1, help="times as long as people usually think over a play"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the database and the bot's log (else they are gone)")
    parser.add_argument("--census", type=Path, help="a folder for what the bot holds in memory now and then")
    return parser.parse_args(arguments)


async def main(wish: argparse.Namespace) -> FoundErrors:
    """Run the soak test and print its report."""
    with tempfile.TemporaryDirectory(prefix="voormsi-soak-") as folder:
        soak = Soak(wish, wish.keep or Path(folder))
        wrong = await soak.run()
        for sentence in wrong.all:
            print(sentence)
        print(soak.report(wrong))
        if wish.census:
            print(memory_census.growth(wish.census))
        print(f"warnings: {dict(record_checks.warnings(soak.log))}")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(main(wishes())).all))
