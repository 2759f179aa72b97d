"""The real clock of the process on a machine whose clock is set this way and that: every play keeps its time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.availability.heartbeat import EVERY, SETTLED, STEP, Heartbeat
from bot.availability.outages import Outages
from bot.runtime.steady_clock import SteadyClock
from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from tests.bot.days import Days, days
from tests.bot.running_bot import SetClock

BEAT = int(EVERY * 1000)
EPOCH = 1_800_000_000_000


class Machine(SetClock):
    """A machine's two clocks, and that of the process on it."""

    def __init__(self) -> None:
        self.passed = self.set_by = 0
        self.start()

    def start(self) -> None:
        """A process begins."""
        self.clock = SteadyClock(lambda: EPOCH + self.passed + self.set_by, lambda: self.passed)

    def __call__(self) -> int:
        return self.clock()

    def ahead(self) -> int:
        return self.clock.ahead()

    def follow(self, by: int) -> None:
        self.clock.follow(by)


def test_a_clock_that_is_set_is_followed_only_when_it_is_told_to() -> None:
    machine = Machine()
    before = machine()
    machine.passed += MINUTE
    machine.set_by += HOUR
    assert (machine(), machine.ahead()) == (before + MINUTE, HOUR)
    machine.follow(HOUR)
    assert (machine(), machine.ahead()) == (before + MINUTE + HOUR, 0)
    assert machine.clock.unset() == before + MINUTE


class Step(NamedTuple):
    """An event: its length, or the amount by which the clock is set."""

    what: str
    ms: int = 0


class Life:
    """A table at a pace of a day, in a process that beats."""

    def __init__(self, here: Days, machine: Machine) -> None:
        self._here, self._machine = here, machine

    async def begin(self) -> None:
        self._machine.start()
        self._reach = Outages(self._here.store, self._here.tables, self._machine)
        await self._reach.begin()
        self._pulse = Heartbeat(self._reach, self._machine)
        await self._reach.note_reconnect()

    async def do(self, step: Step) -> None:
        match step.what:
            case "run":
                for _ in range(step.ms // BEAT):
                    self._machine.passed += BEAT
                    await self._pulse.beat()
            case "set":
                self._machine.set_by += step.ms
            case "sleep":
                self._machine.passed += step.ms
                await self._pulse.beat()
            case "restart":
                self._machine.passed += step.ms
                await self.begin()
            case "outage":
                self._reach.note_disconnect()
                self._machine.passed += step.ms
                await self._pulse.beat()
                await self._reach.note_reconnect()
            case "play":
                await self._here.play()

    async def left(self) -> int:
        row = (await self._here.loaded()).row
        assert row == await self._here.store.row(self._here.id)
        assert row.deadline_at is not None
        return row.deadline_at - self._machine()


async def left_after(steps: Sequence[Step]) -> int:
    """The time that is left for the play after all these events, with the right clock."""
    machine = Machine()
    with tempfile.TemporaryDirectory() as folder:
        async with days(Path(folder), time=machine, pace="day", forced="off") as here:
            life = Life(here, machine)
            await life.begin()
            for step in steps:
                await life.do(step)
            machine.set_by = 0
            await life.do(Step("run", SETTLED + 2 * BEAT))
            assert abs(machine.ahead()) < STEP
            return await life.left()


def without_sets(steps: Sequence[Step]) -> list[Step]:
    return [step for step in steps if step.what != "set"]


FAR = 3000 * DAY
ANY = st.one_of(
    st.builds(Step, st.just("run"), st.sampled_from([BEAT, 3 * BEAT, SETTLED + 2 * BEAT, 10 * MINUTE])),
    st.builds(Step, st.just("set"), st.integers(-FAR, FAR) | st.integers(-HOUR, HOUR)),
    st.builds(Step, st.just("sleep"), st.integers(0, 9 * HOUR)),
    st.builds(Step, st.just("outage"), st.integers(0, 9 * HOUR)),
    st.just(Step("play")),
)
WITH_RESTARTS = st.one_of(ANY, st.builds(Step, st.just("restart"), st.integers(0, 9 * HOUR)))
THERE_AND_BACK = [Step("set", 10 * DAY), Step("run", 25 * SECOND), Step("set", -10 * DAY)]
FOLLOWED = [
    Step("set", 10 * DAY),
    Step("run", 3 * MINUTE),
    Step("play"),
    Step("set", -10 * DAY),
    Step("run", 3 * MINUTE),
]
RESTARTED = [Step("set", 10 * DAY), Step("restart", MINUTE), Step("run", MINUTE), Step("set", -10 * DAY)]


@pytest.mark.slow
@settings(max_examples=12)
@example(THERE_AND_BACK)
@example(FOLLOWED)
@given(st.lists(ANY, max_size=8))
def test_a_clock_that_is_set_changes_the_time_of_no_play(steps: list[Step]) -> None:
    assert asyncio.run(left_after(steps)) == asyncio.run(left_after(without_sets(steps)))


@pytest.mark.slow
@settings(max_examples=12)
@example(RESTARTED)
@given(st.lists(WITH_RESTARTS, max_size=8))
def test_nor_does_it_with_restarts_but_for_what_is_given_to_who_was_away(steps: list[Step]) -> None:
    """A clock that is set while no process runs looks like an outage, after which half of the time may be left."""
    left, expected = asyncio.run(left_after(steps)), asyncio.run(left_after(without_sets(steps)))
    lost = (BEAT + STEP) * sum(step.what == "restart" for step in steps)
    assert expected - lost <= left <= max(expected, DAY // 2) + lost
