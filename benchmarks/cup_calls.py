"""The calls to Discord that a round of a cup takes, and how long they take within its limits.

`uv run python -m benchmarks.cup_calls [--entrants 200]`: a Swiss of single people starts in the sandbox, which enforces
limits like Discord's. Everybody plays a hand, and thinks for some seconds before each play. Prints, for the time until
all tables are open and for the rest of the round: the calls by route, those refused by a limit (429), and the seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.argument_types import whole
from bot.app import serve
from bot.cups import cup_actions
from bot.cups.cup_rules import CupRules
from bot.cups.cup_service import CupService
from bot.runtime.settings import Settings, read_settings
from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from bot.tables import Location
from sandbox import Sandbox
from simulation.bot_settings import given_for
from simulation.cup_crowd import CupCrowd

THINKING: Final = (3.0, 12.0)
"""Seconds before a play."""
LONG: Final = 3600.0
"""Seconds to wait for a round."""
LIMITED: Final = 429
IDS: Final = re.compile(r"/\d{15,}")
TOKENS: Final = re.compile(r"/(interactions|webhooks)/\{id\}/[^/]+")
IN_OWN_CHANNELS: Final = "direct messages"


class CupCalls:
    """Counts the calls of a cup's round in a sandbox."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box
        self._from = 0
        self._since = time.monotonic()

    def report(self, what: str, until: float) -> str:
        """Return the calls since the last report, which ended at `until` by the monotonic clock."""
        made = self._box.requests[self._from :]
        self._from = len(self._box.requests)
        seconds, self._since = until - self._since, until
        routes = Counter(f"{one.method} {self._route(one.path)}" for one in made)
        refused = Counter(f"{one.method} {self._route(one.path)}" for one in made if one.status == LIMITED)
        lines = [f"{what}: {len(made)} calls in {seconds:.0f} s, {refused.total()} refused by a limit"]
        told = [f"{count:>8} {route}, refused: {refused[route]}" for route, count in routes.most_common()]
        return "\n".join([*lines, *told])

    def _route(self, path: str) -> str:
        """Return a path without ids; direct messages stand apart."""
        found = re.search(r"/channels/(\d+)/messages", path)
        is_direct = found is not None and int(found[1]) in {one.id for one in self._box.world.direct_channels.values()}
        route = TOKENS.sub(r"/\1/{id}/{token}", IDS.sub("/{id}", path.partition("?")[0]))
        return f"{route} ({IN_OWN_CHANNELS})" if is_direct else route


async def signed_up(box: Sandbox, settings: Settings, size: int) -> int:
    """Write a cup of one round whose sign-up is over, with so many people in it."""
    until = wall()
    rules = CupRules("Friday", most=size, rounds=1, hands=1, enough_hands=1, sign_up_until=until)
    where = Location(box.guild.id, box.channel("cards").id, "en")
    async with await open_store(settings.database, now=wall) as store:
        cups = CupService(store, lambda: until - 1)
        keys = [(await store.person(one.id, one.name)).key for one in box.people[:size]]
        cup = (await cups.create(keys[0], rules, where, None)).cup
        for key in keys:
            await cups.submit(cup.id, cup_actions.JoinCup(key))
    return cup.id


async def reached(box: Sandbox, bot: asyncio.Task[None], condition: Callable[[], object]) -> float:
    """Wait for a condition; return when it held, by the monotonic clock."""
    await box.until(lambda: bot.done() or condition(), LONG)
    if bot.done():
        bot.result()
    return time.monotonic()


def hands(box: Sandbox) -> int:
    """The number of people who have, or had, their hand."""
    return sum(bool(person.dms) for person in box.people)


async def measure(size: int) -> None:
    people = [f"Person {number}" for number in range(size)]
    with tempfile.TemporaryDirectory() as folder:
        box = Sandbox(people=people, rate_limits="discord", validate=False, keep_traffic=False)
        async with box, CupCrowd(box, 1, THINKING) as crowd:
            given = given_for(box, Path(folder) / "voormsi.db")
            given.pop("requests_per_second")
            settings = read_settings(None, **given)
            await signed_up(box, settings, size)
            calls = CupCalls(box)
            bot = asyncio.create_task(serve(settings))
            crowd.let_play(box.people)
            try:
                opened = await reached(box, bot, lambda: hands(box) == size)
                print(calls.report(f"{size} entrants, all tables open", opened), flush=True)
                ended = await reached(box, bot, lambda: is_over(box))
                print(calls.report("the rest of the round", ended), flush=True)
            finally:
                bot.cancel()
                await asyncio.gather(bot, return_exceptions=True)


def is_over(box: Sandbox) -> bool:
    return any("The cup is over" in one.text for one in box.channel("cards").messages.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=whole(2), default=200)
    asyncio.run(measure(parser.parse_args().entrants))


if __name__ == "__main__":
    main()
