"""The cost of an entry in the fold of a long record, and the waits of people where a cup or a league has one.

    uv run python -m benchmarks.folds

Folds records of 1,000, 10,000 and 100,000 entries (`--sizes`) of tables, cups and leagues, in alternating turns of one
run. Prints the median of the processor time of an entry in microseconds, and its ratio to that in the shortest record,
which is the anchor. Then what a sign-up and a showing of all messages cost where the record has so many entries
(`--shown`), in milliseconds, and their ratios to a record of ten entries. Exits with 1 if an entry of a longer record
costs more than `AIM` times the anchor.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from benchmarks.argument_types import whole
from bot.cups import fold
from bot.cups.cup import Cup
from bot.cups.cup_actions import JoinCup
from bot.cups.leagues import fold as league_fold
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import EnterSeason
from bot.cups.publishing import cup_posts, league_publisher
from bot.cups.publishing.competition_context import CupContext, LeagueContext
from simulation.long_records import RECORDS

AIM: Final = 1.6
"""A map of a hundred times as many keys is deeper by two levels, and lies no more in the processor's cache."""
SHORT: Final = 10
MEASURED: Final = 10_000
"""So many entries at least are folded for one measurement."""
CUP, LEAGUE = "a cup: the same people come and go", "a league: a crowd signs up and leaves"


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def folded(name: str, sizes: Sequence[int], turns: int) -> list[float]:
    """The time of an entry in records of these sizes, in microseconds."""
    record = RECORDS[name]
    entries = [record.entries(size) for size in sizes]
    times = [[_of_an_entry(partial(record.fold, 1, of), len(of)) for of in entries] for _ in range(turns)]
    return [1e6 * statistics.median(of_size) for of_size in zip(*times, strict=True)]


def _of_an_entry(work: Callable[[], object], size: int) -> float:
    """Return the time of an entry in seconds; a short record is folded often enough to be measured."""
    often = max(1, MEASURED // size)
    return seconds(lambda: [work() for _ in range(often)]) / size / often


def show_cup(cup: Cup) -> None:
    for post in cup_posts.posts_of(cup):
        cup_posts.scene_of(cup, post, CupContext({}, {}))


def show_league(league: League) -> None:
    for post in league_publisher.league_posts(league):
        league_publisher.scene_of(league, post, LeagueContext({}, {}, {}))


def waited(size: int, turns: int) -> dict[str, float]:
    """The times of a sign-up and of a showing at a record of this size, in milliseconds."""
    cup = fold.fold_record(1, RECORDS[CUP].entries(size))
    league = league_fold.fold_record(1, RECORDS[LEAGUE].entries(size))
    works: dict[str, Callable[[], object]] = {
        "a sign-up for a cup": lambda: fold.do(cup, JoinCup("somebody")),
        "a showing of a cup": lambda: show_cup(cup),
        "a sign-up for a season": lambda: league_fold.do(league, EnterSeason("somebody")),
        "a showing of a league": lambda: show_league(league),
    }
    return {name: 1e3 * statistics.median(seconds(work) for _ in range(turns)) for name, work in works.items()}


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=whole(SHORT), nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--shown", type=whole(SHORT), default=8_000)
    parser.add_argument("--turns", type=whole(1), default=3)
    return parser.parse_args(arguments)


def main() -> int:
    chosen = wishes()
    worst = 0.0
    print(
        f"microseconds an entry (ratio to {chosen.sizes[0]:,} entries)" + "".join(f"{one:>18,}" for one in chosen.sizes)
    )
    for name in RECORDS:
        costs = folded(name, chosen.sizes, chosen.turns)
        worst = max([worst, *(cost / costs[0] for cost in costs)])
        print(f"{name:<52}" + "".join(f"{cost:>11.1f} ({cost / costs[0]:.2f})" for cost in costs), flush=True)
    short, long = waited(SHORT, chosen.turns), waited(chosen.shown, chosen.turns)
    print(f"milliseconds (ratio to {SHORT} entries){'':<21}{SHORT:>12,}{chosen.shown:>18,}")
    for name, cost in long.items():
        print(f"{name:<52}{short[name]:>18.2f}{cost:>11.2f} ({cost / short[name]:.1f})")
    print(f"dearest entry: {worst:.2f} times that of a short record (at most {AIM})")
    return 0 if worst <= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
