"""The cost of pictures: the same bot with them and without them (the baseline), in turns, over the sandbox.

    uv run python -m benchmarks.picture_overhead

First one table of four people plays a whole hand, press by press, and each play is shown before the next. Measured are
the calls and bytes that the bot sends. Then many tables play at once, at a rate of presses that both can hold. Measured
is the delay of the bot's loop while pictures are drawn beside it, compared with that of an idle loop.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from benchmarks.argument_types import check_load, positive, whole
from benchmarks.measured_process import MeasuredProcess
from benchmarks.tables import percentile
from bot.discord_api import custom_ids
from bot.tables.usage_limits import UNLIMITED
from sandbox import Sandbox, TextChannel
from sandbox.rest.rest_api import RestApi
from sandbox.world.components import pressable
from simulation.load_players import LoadPlayers

ROUNDS = 3
TABLES = 20
RATE = 10.0  # presses a second
SECONDS = 10.0
WARM_UP = 2.0
SEATS = 4
WITHIN = 120.0
LATE = 5.0  # ms, p99: the target


class Hand(NamedTuple):
    """The requests of one table for a whole hand."""

    presses: int
    calls: int
    sent: int
    """Bytes of request bodies."""


class PictureLoad(NamedTuple):
    """The measurements of many tables at once."""

    cpu: float
    """Milliseconds of processor time a press."""
    acknowledged: float
    """Milliseconds from a press to its answer, p99."""
    late: float
    """The delay of the loop in milliseconds, p99."""
    idle: float
    """The delay of an idle loop, p99."""


class MeasuredTurn(NamedTuple):
    """The measurements of one bot."""

    hand: Hand
    load: PictureLoad


class Counter:
    """Counts the requests to the sandbox."""

    def __init__(self) -> None:
        self.calls = self.sent = 0
        serve = RestApi.serve

        async def counted(api: RestApi, request: web.Request) -> web.Response:
            self.calls += 1
            self.sent += request.content_length or 0
            return await serve(api, request)

        RestApi.serve = counted  # type: ignore[assignment, method-assign]


async def turn(pictures: str, counter: Counter, wish: argparse.Namespace) -> MeasuredTurn:
    """Measure one bot on a sandbox of its own."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-benchmark-"))
        people = [f"Person {number}" for number in range(SEATS * wish.tables)]
        channels = [f"table-{number}" for number in range(wish.tables)]
        sandbox = Sandbox(people=people, channels=channels, validate=False, keep_traffic=False)
        box = await stack.enter_async_context(sandbox)
        idle = await stack.enter_async_context(MeasuredProcess("benchmarks.measured_process"))
        settings = {"DATABASE": str(Path(folder) / "showing.db"), "COMPUTER_DELAY": "0", "HAND_PAUSE": "0", **UNLIMITED}
        bot = await stack.enter_async_context(
            MeasuredProcess("benchmarks.club_bot", {**box.environment, **settings, "PICTURES": pictures})
        )
        await _until(lambda: box.bot_online)
        company = LoadPlayers(box, "v1")
        company.look()
        return MeasuredTurn(await _hand(box, company, counter), await _load(box, company, bot, idle, wish))


async def _hand(box: Sandbox, company: LoadPlayers, counter: Counter) -> Hand:
    """Play the first table's first hand, from its deal to its end."""
    channel = next(iter(box.guild.channels.values()))
    await _open(box, company, channel, 0)
    calls, sent, presses = counter.calls, counter.sent, len(company.latencies)
    while not _is_over(box):
        company.press_all()
        await company.rest()
    return Hand(len(company.latencies) - presses, counter.calls - calls, counter.sent - sent)


def _is_over(box: Sandbox) -> bool:
    messages = [message for thread in box.threads for message in thread.messages.values()]
    buttons = [part["custom_id"] for message in messages for part in pressable(message.components)]
    return any(one.split(":")[1] == "replay" and custom_ids.post_of(one) is not None for one in buttons if ":" in one)


async def _load(
    box: Sandbox, company: LoadPlayers, bot: MeasuredProcess, idle: MeasuredProcess, wish: argparse.Namespace
) -> PictureLoad:
    for number, channel in enumerate(list(box.guild.channels.values())[1:], start=1):
        await _open(box, company, channel, number)
    pressing = asyncio.create_task(company.press_steadily(wish.rate))
    await asyncio.sleep(WARM_UP)
    company.latencies.clear()
    await asyncio.gather(bot.read(), idle.read())
    await asyncio.sleep(wish.seconds)
    measured, beside = await asyncio.gather(bot.read(), idle.read())
    latencies = list(company.latencies)
    pressing.cancel()
    await company.rest()
    late, idle_late = percentile(measured.lateness, 0.99), percentile(beside.lateness, 0.99)
    return PictureLoad(measured.cpu / len(latencies) * 1000, percentile(latencies, 0.99) * 1000, late, idle_late)


async def _open(box: Sandbox, company: LoadPlayers, channel: TextChannel, number: int) -> None:
    waiting = company.waiting
    await company.open_table(channel, box.people[SEATS * number : SEATS * (number + 1)])
    await _until(lambda: company.waiting > waiting)
    await company.rest()


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not condition():  # noqa: ASYNC110 (the cheapest wait)
            await asyncio.sleep(0.05)


def report(shown: Sequence[MeasuredTurn], bare: Sequence[MeasuredTurn], wish: argparse.Namespace) -> None:
    sides = (shown, bare)
    print(f"medians of {len(shown)} rounds; sandbox in a process of its own with the people, validation off")
    print(f"{'':44}{'pictures':>10}{'words':>10}")
    print(f"a whole hand of {SEATS} people at one table")
    _line("presses", sides, lambda one: one.hand.presses)
    _line("calls to Discord", sides, lambda one: one.hand.calls)
    _line("kilobytes sent to Discord", sides, lambda one: one.hand.sent / 1000)
    _line("kilobytes sent a press", sides, lambda one: one.hand.sent / 1000 / one.hand.presses)
    print(f"{wish.tables} tables of {SEATS} at once, {wish.rate:g} presses/s for {wish.seconds:g} s")
    _line("press to acknowledgement, p99, ms", sides, lambda one: one.load.acknowledged)
    _line("bot CPU a press, ms", sides, lambda one: one.load.cpu)
    _line(f"loop late, p99, ms (aim {LATE:g})", sides, lambda one: one.load.late)
    _line("  an idle loop beside it, p99, ms", sides, lambda one: one.load.idle)


def _line(name: str, sides: Sequence[Sequence[MeasuredTurn]], figure: Callable[[MeasuredTurn], float]) -> None:
    print(f"  {name:42}" + "".join(f"{statistics.median(map(figure, side)):10.2f}" for side in sides))


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=whole(1), default=ROUNDS)
    parser.add_argument("--tables", type=whole(1), default=TABLES)
    parser.add_argument("--rate", type=positive, default=RATE, help="presses a second that are offered")
    parser.add_argument("--seconds", type=positive, default=SECONDS, help="how long the tables are measured")
    wish = parser.parse_args(arguments)
    check_load(parser, wish)
    return wish


async def main(wish: argparse.Namespace) -> None:
    counter = Counter()
    shown, bare = [], []
    for _ in range(wish.rounds):
        shown.append(await turn("on", counter, wish))
        bare.append(await turn("off", counter, wish))
    report(shown, bare, wish)


if __name__ == "__main__":
    asyncio.run(main(wishes()))
