"""A hundred tables played at once, compared with a bare discord.py bot that makes the same REST calls.

    uv run python -m benchmarks.tables

Processes: the sandbox with its scripted people (this one; without validation and pages), the
bot, and an idle loop. The two bots take turns at the same sandbox, each round first at a rate of presses that both can
hold (latencies, processor time a press, delay of the loop), then as fast as it answers (plays a second). Before each
load the bare bot gets the number of edits and sends that a press of the club has just caused. People hold all seats,
so every play is a press.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from benchmarks.argument_types import check_load, positive, whole
from benchmarks.bare_bot import Ratio
from benchmarks.measured_process import MeasuredProcess, Measurement
from bot.tables.usage_limits import UNLIMITED
from sandbox import DirectChannel, Sandbox
from sandbox.rest.rest_api import LoggedRequest
from simulation.load_players import LoadPlayers

ROUNDS = 5
TABLES = 100
RATE = 60.0  # presses a second
SECONDS = 6.0
WARM_UP = 1.0
SEATS = (2, 3, 4)
AT_ONCE = 8  # tables opened at once
READY_WITHIN = 120.0


class Load(NamedTuple):
    """The measurements of one bot under one load."""

    seconds: float
    latencies: list[float]
    calls: Counter[str]
    failed: int
    bot: Measurement
    idle: Measurement

    @property
    def presses(self) -> int:
        return len(self.latencies)

    @property
    def rate(self) -> float:
        return self.presses / self.seconds

    @property
    def cpu(self) -> float:
        """Milliseconds of processor time a press."""
        return self.bot.cpu / self.presses * 1000

    def latency(self, share: float) -> float:
        return percentile(self.latencies, share) * 1000

    def late(self, share: float) -> float:
        return percentile(self.bot.lateness, share)

    def idle_late(self, share: float) -> float:
        return percentile(self.idle.lateness, share)

    def a_press(self, kind: str) -> float:
        return self.calls[kind] / self.presses


class BotMeasurements(NamedTuple):
    """The measurements of one bot: at the fixed rate, then at full speed."""

    steady: Load
    full: Load


def percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def kind_of(box: Sandbox, request: LoggedRequest) -> str:
    """The kind of a request: `answer`, `public edit`, `dm send` and so on."""
    _, place, *rest = request.path.split("/")
    if place == "interactions":
        return "answer"
    if place == "webhooks" and request.method == "PATCH":  # the hand in a DM, by the token of the last press there
        return "dm edit"
    if place != "channels" or "messages" not in rest:
        return "other"
    where = "dm" if isinstance(box.world.channels.get(int(rest[0])), DirectChannel) else "public"
    what = {"PATCH": "edit", "POST": "send", "DELETE": "delete"}.get(request.method, "other")
    return f"{where} {what}"


class Bench:
    """A sandbox with the people of both bots, and the idle loop."""

    def __init__(self, box: Sandbox, idle: MeasuredProcess, folder: Path, wish: argparse.Namespace) -> None:
        self.box = box
        self.wish = wish
        self._idle = idle
        self._folder = folder
        people = iter(box.people)
        channels = list(box.guild.channels.values())
        self._tables = [
            (channel, list(itertools.islice(people, seats)))
            for channel, seats in zip(channels, itertools.cycle(SEATS), strict=False)
        ]
        self.club = LoadPlayers(box, "v1")
        self.bare = LoadPlayers(box, "bare")

    def club_bot(self, profile: str | None = None) -> MeasuredProcess:
        own = {"DATABASE": str(self._folder / "tables.db"), "COMPUTER_DELAY": "0", "HAND_PAUSE": "0", **UNLIMITED}
        return MeasuredProcess(
            "benchmarks.club_bot", self.box.environment | own | ({"PROFILE": profile} if profile else {})
        )

    def bare_bot(self) -> MeasuredProcess:
        plan = [(channel.id, [person.id for person in people]) for channel, people in self._tables]
        return MeasuredProcess("benchmarks.bare_bot", self.box.environment | {"PLAN": json.dumps(plan)})

    async def open_tables(self) -> None:
        """Open and start the club's tables."""
        async with self.club_bot():
            await self._until(lambda: self.box.bot_online)
            self.club.look()
            room = asyncio.Semaphore(AT_ONCE)

            async def open_one(number: int) -> None:
                async with room:
                    await self.club.open_table(*self._tables[number])

            await asyncio.gather(*(open_one(number) for number in range(len(self._tables))))
            await self._until(lambda: self.club.waiting == len(self._tables))
            await self.club.rest()

    async def turn(self, company: LoadPlayers, bot: MeasuredProcess, ratios: Sequence[Ratio] = ()) -> BotMeasurements:
        """Measure one bot; `ratios` are for the bare bot, one for each load."""
        async with bot:
            await self._until(lambda: self.box.bot_online)
            company.look()
            await self._until(lambda: company.waiting >= len(self._tables))
            company.press_all()  # after a restart a bot reads each table when it is first touched
            await company.rest()
            company.look()
            loads = []
            for number, press in enumerate((self._at_rate, self._at_full_speed)):
                if ratios:
                    bot.tell(json.dumps(ratios[number]))
                loads.append(await self._load(company, bot, press))
                company.look()
            return BotMeasurements(*loads)

    async def _load(
        self, company: LoadPlayers, bot: MeasuredProcess, press: Callable[[LoadPlayers], asyncio.Task[None]]
    ) -> Load:
        pressing = press(company)
        await asyncio.sleep(WARM_UP)
        company.latencies.clear()
        company.answers.clear()
        first, began = len(self.box.requests), time.perf_counter()
        await asyncio.gather(bot.read(), self._idle.read())
        await asyncio.sleep(self.wish.seconds)
        measured, idle = await asyncio.gather(bot.read(), self._idle.read())
        latencies, seconds = list(company.latencies), time.perf_counter() - began
        failed = sum(count for status, count in company.answers.items() if status != "update")
        calls = Counter(kind_of(self.box, one) for one in self.box.requests[first:])
        pressing.cancel()
        await company.rest()
        if not latencies:
            raise RuntimeError("nobody pressed during this load: the bot called nobody, or the load is too short")
        return Load(seconds, latencies, calls, failed, measured, idle)

    def _at_rate(self, company: LoadPlayers) -> asyncio.Task[None]:
        return asyncio.create_task(company.press_steadily(self.wish.rate))

    def _at_full_speed(self, company: LoadPlayers) -> asyncio.Task[None]:
        company.eager = True
        company.press_all()
        return asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(READY_WITHIN):
            while not condition():  # noqa: ASYNC110 (the cheapest wait)
                await asyncio.sleep(0.05)


def ratio(load: Load) -> Ratio:
    """The requests that a press causes, for the bare bot to do the same."""
    return Ratio(*(load.a_press(kind) for kind in ("public edit", "public send", "dm edit", "dm send")))


# The report


def report(ours: Sequence[BotMeasurements], bare: Sequence[BotMeasurements], wish: argparse.Namespace) -> None:
    seats = ", ".join(map(str, SEATS))
    print(f"{wish.tables} tables of {seats} people; medians of {len(ours)} rounds, each load {wish.seconds:g} s")
    print("sandbox: a process of its own with the people; validation off, traffic not kept")
    print(f"{'':40}{'club':>9}{'bare':>9}{'ratio':>8}")
    steady = [[one.steady for one in side] for side in (ours, bare)]
    full = [[one.full for one in side] for side in (ours, bare)]
    print(f"offered {wish.rate:g} presses/s")
    _line("answered, presses/s", steady, lambda load: load.rate)
    _line("press to acknowledgement, p50, ms", steady, lambda load: load.latency(0.5))
    _line("press to acknowledgement, p99, ms", steady, lambda load: load.latency(0.99))
    _line("bot CPU a press, ms", steady, lambda load: load.cpu)
    _line("loop late, p99, ms", steady, lambda load: load.late(0.99))
    _line("  an idle loop beside it, p99, ms", steady, lambda load: load.idle_late(0.99))
    print("full speed")
    _line("plays/s", full, lambda load: load.rate)
    _line("press to acknowledgement, p50, ms", full, lambda load: load.latency(0.5))
    _line("press to acknowledgement, p99, ms", full, lambda load: load.latency(0.99))
    _line("bot CPU a press, ms", full, lambda load: load.cpu)
    _line("loop late, p99, ms", full, lambda load: load.late(0.99))
    _line("  an idle loop beside it, p99, ms", full, lambda load: load.idle_late(0.99))
    print("REST calls a press (offered rate | full speed)")
    for kind in ("answer", "public edit", "public send", "public delete", "dm edit", "dm send", "dm delete", "other"):
        told = [[statistics.median(load.a_press(kind) for load in side) for side in sides] for sides in (steady, full)]
        print(f"  {kind:38}" + "  |".join(f"{one:9.2f}{other:9.2f}" for one, other in told))
    failed = [sum(load.failed for one in side for load in one) for side in (ours, bare)]
    print(f"presses without a new hand: club {failed[0]}, bare {failed[1]}")


def _line(name: str, sides: Sequence[Sequence[Load]], figure: Callable[[Load], float]) -> None:
    ours, bare = ([figure(load) for load in side] for side in sides)
    ratios = [one / other for one, other in zip(ours, bare, strict=True)]
    print(f"  {name:38}{statistics.median(ours):9.2f}{statistics.median(bare):9.2f}{statistics.median(ratios):8.2f}")


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=whole(1), default=ROUNDS)
    parser.add_argument("--tables", type=whole(1), default=TABLES)
    parser.add_argument("--rate", type=positive, default=RATE, help="presses a second that are offered")
    parser.add_argument("--seconds", type=positive, default=SECONDS, help="how long each load lasts")
    parser.add_argument("--profile", help="a file for a profile of the club's last turn (which it slows down)")
    wish = parser.parse_args(arguments)
    check_load(parser, wish)
    return wish


async def main(wish: argparse.Namespace) -> None:
    people = sum(itertools.islice(itertools.cycle(SEATS), wish.tables))
    box = Sandbox(
        people=[f"Person {number}" for number in range(people)],
        channels=[f"table-{number}" for number in range(wish.tables)],
        validate=False,
        keep_traffic=False,
    )
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-benchmark-")))
        await stack.enter_async_context(box)
        bench = Bench(
            box, await stack.enter_async_context(MeasuredProcess("benchmarks.measured_process")), folder, wish
        )
        await bench.open_tables()
        ours, bare = [], []
        for number in range(wish.rounds):
            profile = wish.profile if number == wish.rounds - 1 else None
            ours.append(await bench.turn(bench.club, bench.club_bot(profile)))
            bench.bare.lose_hands()
            bare.append(await bench.turn(bench.bare, bench.bare_bot(), [ratio(load) for load in ours[-1]]))
    report(ours, bare, wish)


if __name__ == "__main__":
    asyncio.run(main(wishes()))
