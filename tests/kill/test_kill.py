"""SIGKILL at random moments, again and again, while people play.

`KILLS=200 SEED=1 uv run pytest -n 0 -m slow tests/kill -s` kills so often and prints the figures; about five minutes.

The bot and the sandbox are processes of their own. What must hold: every acknowledged play is in the record, none
twice; every post of a table stands in Discord once, in order, as its record says; what was shown before a kill can be
pressed after it; no table is stuck; nothing is logged as an error.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.store.engine import open_read_only
from bot.tables.deadlines import Delays
from bot.tables.usage_limits import UNLIMITED
from simulation import record_checks
from simulation.parties import PATIENCE, Party, PartyLog
from simulation.processes import BotProcess, sandbox_process
from simulation.record_checks import offline_services, read_again
from simulation.remote_sandbox import RemotePerson, RemoteSandbox
from simulation.scripted_people import rests

PEOPLE = ("Aja", "Malik", "Ivalu", "Nuka", "Pipaluk", "Inuk")
KILLS = int(os.environ.get("KILLS", "15"))
SEED = int(os.environ.get("SEED", "1"))
FURTHER = 8
"""Plays of people that each table must see after the last kill."""
LONG = 5 * PATIENCE
"""Seconds for these plays, and then until all is shown: much more than a busy machine needs."""
LOOKING = 0.5
"""Seconds between one look at all that stands in Discord and the next."""
DELAYS = Delays(computer=20, between_hands=50, lobby=24 * 3_600_000, last_card=60_000)


def of_voormsi(box: RemoteSandbox, ledger: PartyLog) -> list[Party]:
    aja, malik, ivalu, nuka, pipaluk, inuk = (box.person(name) for name in PEOPLE)
    return [
        Party(box, [aja, malik], 2, ledger, SEED),
        Party(box, [ivalu], 2, ledger, SEED),
        Party(box, [nuka, aja], 3, ledger, SEED, {"deal": "all"}),
        Party(box, [ivalu, pipaluk, inuk], 3, ledger, SEED),
        Party(box, [malik, nuka], 4, ledger, SEED),
        Party(box, [pipaluk, inuk, aja, ivalu], 4, ledger, SEED, {"deal": "all"}),
    ]


def of_its_relatives(box: RemoteSandbox, ledger: PartyLog) -> list[Party]:
    """A table of each other game with people in all seats, for short rubbers."""
    everybody = [box.person(name) for name in PEOPLE]
    short = {"length": "hands:1"}
    return [
        Party(box, everybody[:4], 4, ledger, SEED, short, "Alkort"),
        Party(box, everybody[2:], 4, ledger, SEED, short, "Bräus"),
        Party(box, everybody, 6, ledger, SEED, short, "Bräus"),
        Party(box, everybody[1:5], 4, ledger, SEED, short, "Karnöffel"),
        Party(box, everybody[::2], 3, ledger, SEED, {"hands": "3"}, "Treikort"),
    ]


@dataclass
class Killer:
    """Ends the bot's life at random moments, some of them while it starts, and starts it again at once."""

    bot: BotProcess
    witness: RemotePerson
    box: RemoteSandbox
    chance: random.Random
    ready_after: list[float]

    async def kill(self, times: int) -> None:
        for _ in range(times):
            if self.chance.random() < 0.1:
                await asyncio.sleep(self.chance.uniform(0, 0.8))
            else:
                await self._ready()
                await asyncio.sleep(self.chance.uniform(0.02, 1.2))
            await self.bot.kill()
            await self.box.until(lambda: not self.witness.bot_online, PATIENCE)
            await self.bot.start()
        await self._ready()

    async def _ready(self) -> None:
        await self.box.until(lambda: self.witness.bot_online, PATIENCE)
        self.ready_after.append(time.monotonic() - self.bot.born)


@pytest.mark.slow
@pytest.mark.parametrize("parties", [of_voormsi, of_its_relatives])
async def test_whatever_moment_it_is_killed_at_nothing_is_lost_doubled_or_stuck(
    tmp_path: Path, parties: Callable[[RemoteSandbox, PartyLog], list[Party]]
) -> None:
    database, log = tmp_path / "voormsi.db", tmp_path / "bot.log"
    with (tmp_path / "sandbox.log").open("wb") as sandbox_log:
        async with sandbox_process(PEOPLE, sandbox_log) as (page, pointing), RemoteSandbox(page) as box:
            bot = BotProcess(environment(pointing, database), log)
            ledger = PartyLog(bot)
            try:
                await bot.start()
                for person in box.people:
                    await person.watch(joined_only=True)
                killer = Killer(bot, box.people[0], box, random.Random(SEED), [])
                companies = parties(box, ledger)
                begun = time.monotonic()
                await played_through(killer, companies, ledger)
                seconds = time.monotonic() - begun
                await settled(box, database, companies)
                assert await bot.stop() == 0
                print(report(killer, ledger, companies, seconds, log))
                hands = await reckoned(box, database, companies, ledger)
                assert called(box) == hands, "somebody was called who was there"
                assert not [told for told in ledger.refusals if "is over" not in told]
                state = await box.state()
                assert not state["violations"]
                assert not state["unsupported"]
            finally:
                await bot.end()
    assert record_checks.complaints(log) == []
    assert (tmp_path / "sandbox.log").read_text() == ""


def environment(pointing: dict[str, str], database: Path) -> dict[str, str]:
    return pointing | {
        "DATABASE": str(database),
        "COMPUTER_DELAY": str(DELAYS.computer / 1000),
        "HAND_PAUSE": str(DELAYS.between_hands / 1000),
        "LAST_CARD_DELAY": str(DELAYS.last_card / 1000),
        "NOTICE_AFTER": str(24 * 3600),  # everybody is there, however slow the machine is
        **UNLIMITED,
        "LOG_FORMAT": "json",
    }


async def played_through(killer: Killer, companies: Sequence[Party], ledger: PartyLog) -> None:
    """Everybody plays while the bot is killed, and for a while after that."""
    async with asyncio.TaskGroup() as group:
        for party in companies:
            group.create_task(party.play())
        await killer.kill(KILLS)
        await asyncio.gather(*(further(party, killer.box) for party in companies))
        ledger.closing = True


async def further(party: Party, box: RemoteSandbox) -> None:
    """Wait until a party has made some more plays, or begun another rubber."""
    table, plays = party.table, party.plays
    try:
        await box.until(lambda: party.table != table or party.plays >= plays + FURTHER, LONG)
    except TimeoutError:
        raise AssertionError(f"stuck: {party}") from None


async def settled(box: RemoteSandbox, database: Path, companies: Sequence[Party]) -> None:
    """Wait until all that was played stands in Discord, where nobody presses anything any more."""
    patience = time.monotonic() + LONG
    while behind := await unshown(box, database, companies):
        assert time.monotonic() < patience, "\n".join(behind)
        await asyncio.sleep(LOOKING)


async def unshown(box: RemoteSandbox, database: Path, companies: Sequence[Party]) -> list[str]:
    """The tables where Discord is behind the record, or which go on by themselves."""
    found: list[str] = []
    async with await open_read_only(database) as store:
        services = offline_services(database, store)
        for table_id in tables_of(companies):
            one = await record_checks.table_history(services, table_id)
            found += [] if rests(one.kept.table) else [f"table {table_id} goes on"]
            found += await record_checks.differences_of_thread(services, box, one)
            found += await record_checks.differences_of_hands(services, one, box.people)
    return found


def tables_of(companies: Sequence[Party]) -> range:
    return range(1, max(max(party.tables) for party in companies) + 1)


async def reckoned(box: RemoteSandbox, database: Path, companies: Sequence[Party], ledger: PartyLog) -> int:
    """Hold everything against the record; how many people's hands there are at all tables."""
    hands = 0
    async with read_again(database) as services:
        met = [await services.store.person(person.id, person.name) for person in box.people]
        keys = {person.discord_id or 0: person.key for person in met}
        wrong: list[str] = []
        for table_id in tables_of(companies):
            one = await record_checks.table_history(services, table_id)
            hands += one.hands
            tries = [told for told in ledger.tries if told.table == table_id]
            wrong += record_checks.differences_of_row(one, DELAYS)
            wrong += record_checks.lost_plays(one, keys, tries)
            wrong += record_checks.unasked_plays(one, keys, tries)
            wrong += await record_checks.differences_of_thread(services, box, one)
            wrong += await record_checks.differences_of_hands(services, one, box.people)
            wrong += await record_checks.unresolved(services, one)
        assert not wrong, "\n".join(wrong)
        return hands


def called(box: RemoteSandbox) -> int:
    """The number of notifications for direct messages, but for those that ask for a rematch."""
    notices = [notice for person in box.people for notice in person.notifications if notice["kind"] == "dm"]
    return sum(" invites you to table " not in notice["text"] for notice in notices)


def report(killer: Killer, ledger: PartyLog, companies: Sequence[Party], seconds: float, log: Path) -> str:
    acknowledged = [one for one in ledger.tries if one.acknowledged]
    old = [one for one in ledger.tries if one.status != "failed" and one.answered_in > one.shown_in]
    return "\n".join(
        (
            f"{KILLS} kills in {seconds:.0f} s, seed {SEED}; {sum(len(party.tables) for party in companies)} tables,"
            f" {ledger.rubbers} whole rubbers",
            f"{len(acknowledged)} plays of people acknowledged,"
            f" {ledger.answers.total()} presses, {ledger.answers['failed']} failed",
            f"{len(old)} answers to buttons that were shown before a kill,"
            f" {sum(one.acknowledged for one in old)} of them played",
            f"from start to ready: median {statistics.median(killer.ready_after):.2f} s,"
            f" most {max(killer.ready_after):.2f} s",
            f"from start to the first answer: median {statistics.median(ledger.first_answers.values()):.2f} s,"
            f" most {max(ledger.first_answers.values()):.2f} s",
            f"notifications of direct messages: {called(killer.box)}",
            f"refused: {dict(ledger.refusals)}",
            f"warnings: {dict(record_checks.warnings(log))}",
        )
    )
