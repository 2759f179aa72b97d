"""The requests that a press takes, and how many presses a second fit into Discord's limit for a token.

    uv run python -m benchmarks.requests [--people 2 3 4] [--seats 4] [--hands 3]

People play with the real bot in the sandbox, each play shown before the next: from direct messages, privately in the
thread, or half of them each way. First responses, and requests by an interaction's token, do not count to the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.argument_types import whole
from bot import app
from bot.app import serve
from bot.runtime.settings import read_settings
from bot.tables import deals
from sandbox import Sandbox
from simulation.bot_settings import given_for
from simulation.counted_rubbers import EVENINGS, NAMES, EveningRequests, play_evening

LIMIT: Final = 50
"""The requests a second that Discord takes for a token."""


async def measure(people: int, way: str, wish: argparse.Namespace) -> EveningRequests:
    chance = random.Random(people)
    vars(app).update(EMOJIS_AFTER=3600.0)  # uploads of a first start are no part of an evening
    vars(deals).update(shuffle=lambda pack, *_: tuple(chance.sample(pack, len(pack))))
    with tempfile.TemporaryDirectory(prefix="voormsi-benchmark-") as folder:
        async with Sandbox(people=NAMES, validate=False, keep_traffic=False) as box:
            bot = asyncio.create_task(serve(read_settings(None, **given_for(box, Path(folder) / "requests.db"))))
            await box.until(lambda: box.bot_online)
            try:
                return await play_evening(box, box.people[:people], way, seats=wish.seats, hands=wish.hands)
            finally:
                bot.cancel()
                await asyncio.gather(bot, return_exceptions=True)


def report(people: int, way: str, found: EveningRequests) -> None:
    counted, others = found.a_press(counted=True), found.a_press(counted=False)
    print(f"{people} people, {way}: {found.presses} presses")
    print(f"  {counted:.2f} requests a press count, {others:.2f} do not; {LIMIT / counted:.0f} presses a second fit")
    for (counts, kind), number in sorted(found.requests.items(), key=lambda one: (not one[0][0], one[0][1])):
        print(f"  {'counts' if counts else 'does not':9} {kind:32}{number / found.presses:6.2f}")


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, nargs="+", default=[2, 3, 4], choices=(1, 2, 3, 4))
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="seats of the table, if more than people")
    parser.add_argument("--hands", type=whole(1), default=3)
    parser.add_argument("--ways", nargs="+", default=EVENINGS, choices=EVENINGS)
    wish = parser.parse_args(arguments)
    if wish.seats is None and 1 in wish.people:
        parser.error("one person needs --seats: no table has one")
    if wish.seats is not None and wish.seats < max(wish.people):
        parser.error(f"a table of {wish.seats} has no room for {max(wish.people)} people")
    return wish


async def main(wish: argparse.Namespace) -> None:
    for people in wish.people:
        for way in wish.ways:
            report(people, way, await measure(people, way, wish))


if __name__ == "__main__":
    asyncio.run(main(wishes()))
