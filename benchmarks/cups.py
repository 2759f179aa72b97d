"""Pairing a Swiss round, beside the same matching by networkx; and what a cup costs a running process.

`uv run --group benchmarks python -m benchmarks.cups`: cups of 64, 200 and 1,000 entrants after some rounds. Both
libraries get the same graph, in alternating turns of one run; networkx only up to `--networkx` entrants, as it takes
long for more. Prints the median of the processor time in seconds: of the whole pairing, of the matching alone, of the
standings, and of networkx. Then of each cup: the memory of its fold, the time of folding its record, and how late the
event loop is (99 of 100 times) while a round is paired in a thread, as the bot does it. At last the calls to Discord
that a round of `--calls` entrants takes (`benchmarks.cup_calls`), which needs some minutes; 0: none.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable
from typing import Final

import networkx
import rustworkx

from benchmarks import cup_calls
from benchmarks.argument_types import whole
from bot.cups import round_pairing
from bot.cups.cup import Cup
from bot.cups.cup_actions import CreateCup, CupAction, DecideMatch, JoinCup, PairRound, StartCup, read, write
from bot.cups.cup_rules import CupRules
from bot.cups.fold import create, do, fold_actions
from bot.cups.pairing import swiss
from bot.cups.standings import standings
from rules.core.contract import Fact

SIZES: Final = (64, 200, 1000)
TICK: Final = 0.001
"""Seconds between looks at the event loop."""


def done(cup: Cup, action: CupAction) -> Cup:
    after = do(cup, action)
    if isinstance(after, Fact):
        raise ValueError(str(after))
    return after


def cup_of(size: int, rounds: int, chance: random.Random) -> Cup:
    """A cup of so many entrants after so many rounds."""
    cup = create(1, CreateCup("organiser", CupRules("Benchmark", most=size, rounds=rounds + 1)))
    if isinstance(cup, Fact):
        raise ValueError(str(cup))
    for number in range(size):
        cup = done(cup, JoinCup(f"p{number}"))
    cup = done(cup, StartCup(None, "seed"))
    for _ in range(rounds):
        cup = done(cup, PairRound(tuple(one.entrants for one in round_pairing.pair_round(cup)), 0, ""))
        for match in cup.open_matches:
            cup = done(cup, DecideMatch(match.number, tuple(chance.randrange(10) for _ in match.entrants)))
    return cup


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def measured(cup: Cup, turns: int, most_by_networkx: int) -> list[list[float]]:
    known = round_pairing.contenders(cup)
    ranked = [known[one.entrant] for one in standings(cup)]
    graph = swiss.graph_of(ranked, swiss.first_width(ranked))
    other = networkx.Graph()
    other.add_weighted_edges_from(graph.weighted_edge_list())
    works: list[Callable[[], object]] = [
        lambda: swiss.pair(ranked),
        lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int),
        lambda: standings(cup),
    ]
    if len(ranked) <= most_by_networkx:
        works.append(lambda: networkx.max_weight_matching(other, maxcardinality=True))
    times: list[list[float]] = [[] for _ in works]
    for _ in range(turns):
        for own, work in zip(times, works, strict=True):
            own.append(seconds(work))
    return times


def line(size: int, times: list[list[float]]) -> str:
    named = zip(("pairing", "matching", "standings", "networkx"), times, strict=False)
    return f"{size:>5} entrants: " + ", ".join(f"{name} {statistics.median(own):.3f} s" for name, own in named)


def kilobytes(cup: Cup) -> int:
    """The memory of a folded cup, with its record."""
    entries = [(name, json.dumps(body)) for name, body in (write(entry.action) for entry in cup.record)]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = fold_actions(cup.id, [read(name, json.loads(body)) for name, body in entries])
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) // 1024 if kept else 0


async def late_while_pairing(cup: Cup) -> float:
    """The 99th percentile of the event loop's delay while a round is paired, in seconds."""
    late: list[float] = []
    pairing = asyncio.create_task(asyncio.to_thread(round_pairing.pair_round, cup))
    while not pairing.done():
        begun = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - begun - TICK)
    return statistics.quantiles(late, n=100)[-1] if len(late) > 1 else late[0]


def cost(cup: Cup) -> str:
    actions = [entry.action for entry in cup.record]
    fold = seconds(lambda: fold_actions(cup.id, actions))
    late = asyncio.run(late_while_pairing(cup))
    return f"{kilobytes(cup)} KB, fold of {cup.seq} entries {fold:.3f} s, loop late {late * 1000:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=whole(1), default=4)
    parser.add_argument("--turns", type=whole(1), default=3)
    parser.add_argument("--networkx", type=whole(0), default=200)
    parser.add_argument("--calls", type=whole(0), default=200)
    chosen = parser.parse_args()
    if chosen.calls == 1:
        parser.error("a cup needs two entrants or more (--calls 0: none is played)")
    for size in SIZES:
        cup = cup_of(size, chosen.rounds, random.Random(1))
        print(line(size, measured(cup, chosen.turns, chosen.networkx)), flush=True)
        print(f"{'':>15} {cost(cup)}", flush=True)
    if chosen.calls:
        asyncio.run(cup_calls.measure(chosen.calls))


if __name__ == "__main__":
    main()
