"""The soak, short and small: the same that runs for an hour with two thousand tables."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, cast

import discord
import pytest
from PIL import Image

from benchmarks import memory_census, soak
from benchmarks.memory import MemorySample, growth, windows
from benchmarks.soak import Soak
from bot.messages.kit.picture_cache import PictureCache
from bot.operations.fatal_errors import words_for
from bot.runtime.settings import read_settings
from bot.runtime.steady_clock import elapsed_time
from bot.store.errors import DatabaseBusy, DatabaseTrouble, DiskFull
from sandbox import Message
from simulation.accelerated_clock import WALL, accelerate
from simulation.machine_faults import MachineFaults, MemoryDisk
from simulation.processes import BotProcess
from simulation.soak_checks import BotMessages

if TYPE_CHECKING:
    import aiohttp

    from sandbox import Sandbox

SMALL = [
    "--tables",
    "16",
    "--minutes",
    "2",
    "--compressed",
    "6",
    "--kills",
    "1",
    "--faults",
    "6",
    "--thinking",
    "0.1",
]


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Runner]:
    """A runner of an event loop; the clock is put back after the test."""
    monkeypatch.setenv("PYTHONPATH", str(Path(soak.__file__).parents[1]))
    monkeypatch.setattr(time, "time", time.time)
    monkeypatch.setattr(time, "time_ns", time.time_ns)
    monkeypatch.setattr(time, "clock_gettime_ns", time.clock_gettime_ns)
    with asyncio.Runner() as runner:
        yield runner


@pytest.mark.slow
def test_in_a_storm_nothing_is_lost_shown_twice_or_stuck(runner: asyncio.Runner, tmp_path: Path) -> None:
    one = Soak(soak.wishes(SMALL), tmp_path)
    wrong = runner.run(one.run())
    told = one.report(wrong)
    assert not wrong.all, "\n".join([*wrong.all, told])
    assert "plays lost 0, shown twice 0, tables stuck 0, otherwise wrong 0" in told
    assert one.reckoning.plays > 5, told
    assert len(one.storm.thrown) > 3, told
    spoil(one, one.database)
    found = runner.run(one.reckoned())
    assert [len(found.lost), len(found.twice), len(found.stuck)] == [2, 1, 1], found.all


def spoil(one: Soak, database: Path) -> None:
    """A play that is not in the record, a post less, a post twice, a table that the clock has forgotten."""
    ledger, world = one.crowd.ledger, one.box.world
    ledger.tries.append(next(told for told in ledger.tries if told.acknowledged)._replace(turn="99.1"))
    cards = [posts[0][1] for table, posts in BotMessages.of(one.box).public.items() if not one.storm.gone[table]]
    one.box.delete_message(cards[0])
    world.messages[world.ids.next()] = Message(cards[1].channel, cards[1].payload)
    with closing(sqlite3.connect(database)) as db, db:
        (table,) = db.execute("SELECT min(id) FROM tables WHERE stage = 'playing'").fetchone()
        db.execute("UPDATE tables SET due_at = 1 WHERE id = ?", (table,))


@pytest.mark.parametrize("error", [DatabaseBusy(Path("v.db"), holder="locked"), DiskFull(Path("v.db"), detail="full")])
def test_errors_that_the_storm_provokes_are_allowed_with_a_traceback_or_without(error: DatabaseTrouble) -> None:
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    told = {"event": f"the store did not take it: {error}", "level": "error"}
    assert soak.allowed(json.dumps(told))
    assert soak.allowed(json.dumps({"event": "failed", "exception": f"Traceback …\n{kind}: {error}"}))
    assert not soak.allowed(json.dumps({"event": "never retrieved", "exception": f"Traceback …\n{kind}: {error}"}))
    assert not soak.allowed(json.dumps({"event": f"failed: {error}", "exception": "Traceback …\nKeyError: 'seat'"}))
    assert not soak.allowed("no log line")


class RefusedOnce(BotProcess):
    """A bot whose first life ends at its login."""

    @property
    def pid(self) -> int | None:
        return 1 if self.lives > 1 else None

    async def start(self) -> None:
        self.lives += 1

    async def kill(self) -> None:
        """There is nothing to kill."""


def test_a_bot_that_discord_refused_at_its_start_is_started_again(runner: asyncio.Runner, tmp_path: Path) -> None:
    bot = RefusedOnce({}, tmp_path / "log")

    class LimitedDiscord:
        @property
        def bot_online(self) -> bool:
            return bot.lives > 1

    faults = MachineFaults(
        cast("Sandbox", LimitedDiscord()), bot, tmp_path / "v.db", MemoryDisk(tmp_path), random.Random("refused")
    )

    async def killed() -> None:
        accelerate(50)
        await asyncio.wait_for(faults.killed(), 600)

    runner.run(killed())
    assert bot.lives == 2
    refused = discord.HTTPException(cast("aiohttp.ClientResponse", Limited()), "limited")
    assert soak.allowed(str(words_for(refused, read_settings(None))))


class Limited:
    """The answer to a login while all requests are limited."""

    status = 429
    reason = "Too Many Requests"


def test_memory_is_told_in_equally_long_parts_of_the_last_life() -> None:
    first = [MemorySample(minute, 1, 500.0, minute) for minute in range(10)]
    last = [MemorySample(10 + minute, 2, 100 + max(0, 5 - minute) + minute / 10, 100 * minute) for minute in range(71)]
    parts = windows([*first, *last])
    assert [(part.begin, part.end) for part in parts] == [(10 + 10 * part, 20 + 10 * part) for part in range(7)]
    assert [part.memory for part in parts[1:]] == pytest.approx([101.5 + part for part in range(6)])
    assert [*growth([*first, *last])][
        -1
    ] == "  from the middle part to the last +3.0 MB in 3000 plays, +1.00 MB per 1,000"
    assert windows(first[:1]) == []


def test_time_runs_as_much_faster_as_it_was_told(runner: asyncio.Runner) -> None:
    """The wall clock is read before and after the others, since the test may have to wait in between."""

    def read() -> tuple[float, float, float, float, float]:
        return WALL(), time.time(), asyncio.get_running_loop().time(), elapsed_time() / 1000, WALL()

    async def slept() -> list[tuple[float, float, float, float, float]]:
        accelerate(50)
        before = read()
        await asyncio.sleep(10)
        return [before, read()]

    (before, *first, begun), (ended, *later, after) = runner.run(slept())
    for earlier, now in zip(first, later, strict=True):
        assert 49 * (ended - begun) <= now - earlier <= 51 * (after - before)
    assert later[1] - first[1] >= 10


def test_a_census_tells_what_has_grown() -> None:
    picture_cache = PictureCache(lambda scene, reader: None)
    before = memory_census.taken()
    picture_cache._drawn.update({number: bytes(number) for number in range(1_000)})
    pictures = [Image.new("L", (1_000, 1_000)) for _ in range(7)]
    told = memory_census.compared(before, memory_census.taken())
    picture_cache.close()
    assert len(pictures) == 7
    assert re.search(r"\+1000\.0 to +\d+\.0  bot\.messages\.kit\.picture_cache\.PictureCache\._drawn\n", told)
    assert re.search(r"\+7\.0 to +\d+\.\d  of pictures\n", told)
