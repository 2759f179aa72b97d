"""The bot dies before every step of a press, really: nothing that was acknowledged is lost, nothing is done twice.

`pytest -n 0 -m slow -s tests/faults/test_crash.py` tells how many steps there were, and how many deaths.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.deaths import (
    BOUNDARIES,
    OTHER_PLAYS,
    PLAYS,
    SCENES,
    Deaths,
    Door,
    by_typing,
    every,
    from_a_private_hand,
    listed,
    plays,
    scenes,
)
from tests.faults.dying import Nursery, When
from tests.kill import account

STRIDE = 10
"""Of other presses than plain plays, every so many steps are died before; `python -m benchmarks.dying` takes all."""
LATE_STRIDE = 3
SAMPLE, FAR = 2, 50


@pytest.fixture
async def nursery(tmp_path: Path) -> AsyncIterator[Nursery]:
    async with Nursery(tmp_path) as found:
        yield found
    assert account.complaints(found.log) == []


def somewhere(by: int) -> int:
    """Another first step in each run: printed, so that a run can be repeated."""
    first = random.SystemRandom().randint(1, by)
    print("the first step is", first)
    return first


async def test_a_bot_that_dies_in_a_play_loses_nothing_and_does_nothing_twice(tmp_path: Path, nursery: Nursery) -> None:
    first = somewhere(FAR)
    deaths = Deaths(["ends a trick"], listed(*BOUNDARIES, *(When(first + FAR * one) for one in range(SAMPLE))))
    await plays(nursery, deaths, tmp_path)
    assert not deaths.lived["ends a trick"]


@pytest.mark.slow
async def test_a_bot_that_dies_before_any_step_of_a_play_loses_nothing(tmp_path: Path, nursery: Nursery) -> None:
    deaths = Deaths(PLAYS, every())
    await plays(nursery, deaths, tmp_path)
    print(deaths)


@pytest.mark.slow
async def test_neither_does_one_whose_next_life_begins_when_discord_knows_its_sends_no_more(
    tmp_path: Path, nursery: Nursery
) -> None:
    deaths = Deaths(["ends a trick"], every(LATE_STRIDE, somewhere(LATE_STRIDE)))
    await plays(nursery, deaths, tmp_path, late=True)
    print(deaths)


@pytest.mark.slow
async def test_neither_does_one_that_dies_in_a_set_or_at_the_end_of_a_hand(tmp_path: Path, nursery: Nursery) -> None:
    deaths = Deaths(OTHER_PLAYS, every(STRIDE, somewhere(STRIDE)))
    await plays(nursery, deaths, tmp_path)
    print(deaths)


@pytest.mark.slow
async def test_neither_does_one_that_dies_where_a_forced_play_follows(tmp_path: Path, nursery: Nursery) -> None:
    deaths = Deaths(["a forced play follows"], every(STRIDE, somewhere(STRIDE)))
    await plays(nursery, deaths, tmp_path, pace="day")
    print(deaths)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "door"), [("from a private hand", from_a_private_hand), ("/play", by_typing)])
async def test_neither_does_one_that_dies_in_a_play_by_another_door(
    tmp_path: Path, nursery: Nursery, kind: str, door: Door
) -> None:
    deaths = Deaths([kind], every(STRIDE, somewhere(STRIDE)))
    await plays(nursery, deaths, tmp_path, door)
    print(deaths)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SCENES)
async def test_neither_does_one_that_dies_in_another_press(tmp_path: Path, nursery: Nursery, kind: str) -> None:
    deaths = Deaths([kind], every(STRIDE, somewhere(STRIDE)))
    await scenes(nursery, deaths, tmp_path)
    print(deaths)
