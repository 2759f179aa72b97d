"""A standby takes over while people play, whatever has become of the process that served.

`KILLS=200 SEED=1 uv run pytest -n 0 -m slow tests/kill/test_standby.py -k however -s` kills so often and prints the
figures; about half an hour. What must hold is the same as in `test_kill`.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.operations.exit_codes import ExitCode
from bot.runtime.database import PostgresAddress
from simulation import record_checks
from simulation.bot_pair import PATIENCE, BotPair, WatchedBot
from simulation.cut_network import CutNetwork
from simulation.parties import Party, PartyLog
from simulation.postgres_server import PostgresServer
from simulation.processes import sandbox_process
from simulation.remote_sandbox import RemoteSandbox
from tests.kill.test_kill import PEOPLE, SEED, environment, further, of_voormsi, reckoned, settled

KILLS = int(os.environ.get("KILLS", "8"))
ANSWER_WITHIN: Final = 3.0
"""Discord's seconds for a first response."""
LONGEST: Final = 10.0
"""Seconds from a kill within which a press is answered."""
LOST: Final = " was lost ("
"""A part of each error that a process logs after the database was taken from it."""
FROZEN: Final = 20.0
CUT: Final = 15.0
"""Seconds."""


@dataclass
class StandbyEvening:
    """People who play at a pair of bots."""

    box: RemoteSandbox
    pair: BotPair
    database: PostgresAddress
    ledger: PartyLog
    parties: Sequence[Party]

    async def go_on(self) -> None:
        """Wait until all tables have seen some more plays."""
        await asyncio.gather(*(further(party, self.box) for party in self.parties))

    @property
    def logs(self) -> list[Path]:
        return [self.pair.serving.log, self.pair.standby.log]


@asynccontextmanager
async def evening(
    folder: Path, database: PostgresAddress, cut: PostgresAddress | None = None, *, alone: bool = False
) -> AsyncIterator[StandbyEvening]:
    """Let people play while the block runs, then hold everything against the record.

    `cut`: the way of the first bot to the database, if it is its own. `alone`: at one table, in place of three.
    """
    with (folder / "sandbox.log").open("wb") as sandbox_log:
        async with (
            sandbox_process(PEOPLE, sandbox_log, ANSWER_WITHIN) as (page, pointing),
            RemoteSandbox(page) as box,
        ):
            one, other = (environment(pointing, Path()) | {"DATABASE": way.url} for way in (cut or database, database))
            pair = BotPair(WatchedBot(one, folder / "one.log"), WatchedBot(other, folder / "other.log"))
            ledger = PartyLog(pair)
            try:
                await pair.start()
                for person in box.people:
                    await person.watch(joined_only=True)
                parties = of_voormsi(box, ledger)
                this = StandbyEvening(box, pair, database, ledger, parties[1:2] if alone else parties[1::2])
                async with asyncio.TaskGroup() as group:
                    for party in this.parties:
                        group.create_task(party.play())
                    await this.go_on()
                    yield this
                    await this.go_on()
                    ledger.closing = True
                await _sound(this)
            finally:
                await pair.end()
    for log in this.logs:
        assert [line for line in record_checks.complaints(log) if LOST not in line] == []
    assert (folder / "sandbox.log").read_text() == ""


async def _sound(this: StandbyEvening) -> None:
    await settled(this.box, this.database, this.parties)  # type: ignore[arg-type]
    for bot in (this.pair.standby, this.pair.serving):
        if bot.pid is not None:
            assert await bot.stop() == 0
    await reckoned(this.box, this.database, this.parties, this.ledger)  # type: ignore[arg-type]
    assert not [told for told in this.ledger.refusals if not re.search("is over|I'm restarting|^### #hand", told)]
    state = await this.box.state()
    assert not state["violations"]
    assert not state["unsupported"]


@pytest.fixture
def database(postgres_server: PostgresServer) -> PostgresAddress:
    return postgres_server.empty(f"standby_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}")


@pytest.mark.slow
async def test_when_the_bot_is_killed_its_standby_goes_on_with_the_table(
    tmp_path: Path, database: PostgresAddress
) -> None:
    async with evening(tmp_path, database, alone=True) as this:
        await this.pair.kill()


@pytest.mark.longest
@pytest.mark.slow
async def test_however_often_the_bot_is_killed_nothing_is_lost_doubled_or_stuck(
    tmp_path: Path, database: PostgresAddress
) -> None:
    chance = random.Random(SEED)
    async with evening(tmp_path, database) as this:
        pair, first_answers = this.pair, this.ledger.first_answers
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.02, 1.2))
            killed = await pair.kill()
            life = pair.lives
            await this.box.until(lambda: life in first_answers, PATIENCE)  # noqa: B023
            await killed.start()
            await killed.until_standby()
        report(this, first_answers)
    assert all(seconds <= LONGEST for life, seconds in first_answers.items() if life > 1)


def report(this: StandbyEvening, first_answers: dict[int, float]) -> None:
    after = sorted(seconds for life, seconds in first_answers.items() if life > 1)
    acknowledged = sum(one.acknowledged for one in this.ledger.tries)
    print(
        f"{KILLS} kills, seed {SEED}; {acknowledged} plays of people acknowledged,"
        f" {this.ledger.answers.total()} presses, {this.ledger.answers['failed']} failed;"
        f" from a kill to the answer of the first press made after it:"
        f" median {statistics.median(after):.2f} s, most {after[-1]:.2f} s"
    )
    print("seconds:", *(f"{one:.2f}" for one in after))


@pytest.mark.slow
async def test_a_frozen_process_is_replaced_and_writes_and_sends_nothing_when_it_wakes(
    tmp_path: Path, database: PostgresAddress
) -> None:
    async with evening(tmp_path, database) as this:
        frozen = this.pair.serving
        frozen.freeze()
        this.pair.swap()
        await asyncio.sleep(FROZEN)
        await this.pair.serving.until_serving()
        frozen.thaw()
        assert await frozen.ended() == ExitCode.LOST


@pytest.mark.slow
async def test_a_network_that_is_cut_loses_nothing_whoever_serves_afterwards(
    tmp_path: Path, database: PostgresAddress
) -> None:
    network = CutNetwork(database)
    async with network.open() as way, evening(tmp_path, database, way):
        network.cut()
        await asyncio.sleep(CUT)
        network.mend()


@pytest.mark.slow
async def test_a_network_that_stays_cut_lets_the_standby_serve(tmp_path: Path, database: PostgresAddress) -> None:
    network = CutNetwork(database)
    async with network.open() as way, evening(tmp_path, database, way) as this:
        network.cut()
        cut_off = this.pair.serving
        this.pair.swap()
        await this.pair.serving.until_serving()
        await this.go_on()
        network.mend()
        assert await cut_off.ended() == ExitCode.LOST


@pytest.mark.slow
async def test_told_to_stop_the_bot_hands_over_to_its_standby_which_answers_every_press_from_then_on(
    tmp_path: Path, database: PostgresAddress
) -> None:
    async with evening(tmp_path, database) as this:
        assert this.ledger.failed == []
        told_at = time.monotonic()
        assert await this.pair.serving.stop() == 0
        this.pair.swap()
        await this.pair.serving.until_serving()
        serves_at = time.monotonic()
        await this.go_on()
    failed = [one - told_at for one in this.ledger.failed]
    print(
        f"handed over in {serves_at - told_at:.2f} s; failed presses were made after", *(f"{one:.2f}" for one in failed)
    )
    assert all(one < serves_at - told_at for one in failed)
