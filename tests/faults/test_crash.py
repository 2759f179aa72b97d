"""The bot dies before every step of a press, really: nothing that was acknowledged is lost, nothing is done twice.

`python -m benchmarks.crashes` takes every step of every kind of press, and tells how many there were.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from simulation import record_checks
from simulation.crash_process import BotForker, CrashPoint
from simulation.crashes import BOUNDARIES, COURSES, PLAYS, UNSHOWN, Crashes, every, listed

PLAY_STRIDE, STRIDE = 6, 60
"""The bot dies before every sixth step of a plain play, before every sixtieth of other presses; the first is random."""
SAMPLE, FAR = 2, 30


@pytest.fixture
async def nursery(tmp_path: Path) -> AsyncIterator[BotForker]:
    async with BotForker(tmp_path) as found:
        yield found
    assert record_checks.complaints(found.log) == []


def somewhere(by: int) -> int:
    """Another first step in each run: printed, so that a run can be repeated."""
    first = random.SystemRandom().randint(1, by)
    print("the first step is", first)
    return first


async def test_a_bot_that_dies_in_a_play_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, nursery: BotForker
) -> None:
    first = somewhere(FAR)
    deaths = Crashes(["ends a trick"], listed(UNSHOWN, *(CrashPoint(first + FAR * one) for one in range(SAMPLE))))
    await PLAYS.run(nursery, deaths, tmp_path)
    assert not deaths.lived["ends a trick"]


@pytest.mark.slow
async def test_neither_does_one_that_dies_while_a_table_starts(tmp_path: Path, nursery: BotForker) -> None:
    deaths = Crashes(["Start"], listed(*BOUNDARIES))
    await COURSES["Start"].run(nursery, deaths, tmp_path)
    assert not deaths.lived["Start"]


@pytest.mark.slow
async def test_neither_does_one_that_dies_anywhere_in_a_play(tmp_path: Path, nursery: BotForker) -> None:
    deaths = Crashes(PLAYS.kinds, every(PLAY_STRIDE, somewhere(PLAY_STRIDE)))
    await PLAYS.run(nursery, deaths, tmp_path)
    print(deaths)


@pytest.mark.slow
@pytest.mark.parametrize("name", COURSES)
async def test_neither_does_one_that_dies_in_another_press(tmp_path: Path, nursery: BotForker, name: str) -> None:
    kinds, run = COURSES[name]
    deaths = Crashes(kinds, every(STRIDE, somewhere(STRIDE)))
    await run(nursery, deaths, tmp_path)
    print(deaths)
