"""Clocks that are set, processes that sleep, nights that are longer or shorter: nobody is late by it, nothing stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from datetime import time as clock
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot import app
from bot.availability import heartbeat
from bot.availability.heartbeat import EVERY, SETTLED, Heartbeat
from bot.availability.outages import BEAT, Outages
from bot.members.preferences import QuietHours, quiet_until
from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from bot.store import DiskFull
from bot.tables import Committed, actions, proposals
from sandbox import Sandbox
from simulation.played_table import played_table
from tests.bot.days import Days, days
from tests.bot.running_bot import WHERE
from tests.flows.conftest import serving, settings_for

YEAR = 365 * DAY
BEAT_MS = int(EVERY * 1000)


class Beating(Days):
    """A table over days in a process that beats."""

    outages: Outages
    heartbeat: Heartbeat

    async def begin(self) -> None:
        self.outages = Outages(self.store, self.tables, self.time)
        self.heartbeat = Heartbeat(self.outages, self.time)
        await self.outages.begin()
        self.heartbeat.begin()
        await self.outages.note_reconnect()

    async def run(self, ms: int) -> None:
        """So much time passes in which all is well, the clock looking whenever something is due."""
        until = self.time.now + ms
        while self.time.now < until:
            due = await self.store.next_due(self.time.now)
            self.time.now = until if due is None else min(due, until)
            self.heartbeat.begin()
            await self.heartbeat.beat()
            await self.look()

    async def set_clock(self, by: int) -> None:
        """The system's clock is set, and stays so until it is followed."""
        self.time.jumped += by
        for _ in range(SETTLED // BEAT_MS + 1):
            await self.heartbeat.beat()
            if self.time.jumped:
                self.time.now += BEAT_MS

    async def look(self) -> None:
        """Run the clock until it sleeps."""
        while self.heartbeat.is_connected and (due := await self.store.due(self.time.now)):
            for table_id in due:
                await self.tables.tick(table_id)

    async def deadline(self) -> int:
        """The moment when the play is due."""
        loaded = await self.loaded()
        assert loaded.row == await self.store.row(self.id)
        return loaded.row.deadline_at or 0


@asynccontextmanager
async def beating(folder: Path, pace: str = "evening") -> AsyncIterator[Beating]:
    async with days(folder, pace=pace, forced="off") as here:
        found = Beating(here.store, here.tables, here.time, here.keys, here.id)
        await found.begin()
        yield found


def missed(here: Beating) -> list[Committed]:
    """The changes, from now on, by which somebody was late."""
    found: list[Committed] = []

    def listen(change: Committed) -> None:
        if any(isinstance(action, actions.Miss) for action, _ in change.done):
            found.append(change)

    here.tables.listen(listen)
    return found


@pytest.mark.parametrize("slept", [MINUTE, 9 * HOUR, YEAR])
async def test_a_process_that_slept_charges_nobody_for_it(tmp_path: Path, slept: int) -> None:
    """Stopped, or its machine suspended: in both the next beat is late."""
    async with beating(tmp_path) as here:
        late = missed(here)
        await here.run(MINUTE)
        before = await here.deadline()
        here.time.now += slept
        assert not here.heartbeat.is_connected
        await here.look()
        await here.heartbeat.beat()
        assert here.heartbeat.is_connected
        assert await here.deadline() == before + slept
        await here.look()
        assert not late
        await here.run(before + slept - here.time.now - 20 * SECOND)
        assert not late
        await here.run(40 * SECOND)
        assert len(late) == 1


async def test_the_sleep_is_credited_once_although_discord_was_lost_at_its_end(tmp_path: Path) -> None:
    async with beating(tmp_path) as here:
        before = await here.deadline()
        here.time.now += 9 * HOUR
        here.outages.note_disconnect()
        here.time.now += MINUTE
        await here.heartbeat.beat()
        assert await here.deadline() == before + 9 * HOUR
        here.time.now += MINUTE
        await here.heartbeat.beat()
        await here.outages.note_reconnect()
        assert await here.deadline() == before + 9 * HOUR + 2 * MINUTE


async def test_time_in_which_nothing_could_be_written_is_credited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beating(tmp_path) as here:
        before, began = await here.deadline(), here.time.now

        async def full(*_: object) -> None:
            raise DiskFull(tmp_path, detail="for a test")

        with monkeypatch.context() as patched:
            patched.setattr(here.store, "put_value", full)
            patched.setattr(here.store, "credit", full)
            here.time.now += HOUR
            await here.heartbeat.beat()
            assert not here.heartbeat.is_connected
        here.time.now += 10 * SECOND
        await here.heartbeat.beat()
        assert here.heartbeat.is_connected
        assert await here.deadline() == before + here.time.now - began


async def test_an_outage_whose_end_cannot_be_written_down_is_credited_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beating(tmp_path) as here:
        before, began = await here.deadline(), here.time.now

        async def full(*_: object) -> None:
            raise DiskFull(tmp_path, detail="for a test")

        here.outages.note_disconnect()
        await here.run(HOUR)
        with monkeypatch.context() as patched:
            patched.setattr(here.store, "credit", full)
            await here.outages.note_reconnect()
            assert not here.heartbeat.is_connected
            here.time.now += MINUTE
            await here.heartbeat.beat()
            assert not here.heartbeat.is_connected
        here.time.now += MINUTE
        await here.heartbeat.beat()
        assert here.heartbeat.is_connected
        assert await here.deadline() == before + here.time.now - began


async def test_a_process_that_dies_when_it_has_just_credited_an_outage_credits_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beating(tmp_path) as here:
        before = await here.deadline()
        here.time.now += 9 * HOUR

        async def dies(_: Outages) -> None:
            raise asyncio.CancelledError

        with monkeypatch.context() as patched:
            patched.setattr(Outages, "beat", dies)
            with pytest.raises(asyncio.CancelledError):
                await here.begin()
        await here.begin()
        assert await here.deadline() == before + 9 * HOUR


@pytest.mark.parametrize("what", ["the process dies", "the disk is full"])
async def test_the_outage_of_a_server_is_credited_once_whatever_happens_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Its tables are let go on only when the time has been given back, and both are one commit."""
    async with beating(tmp_path) as here:
        before = await here.deadline()
        await here.outages.note_lost_guild(WHERE.guild_id)
        for _ in range(6 * 60):  # beats, at none of which anything is done there
            here.time.now += BEAT_MS
            await here.heartbeat.beat()
        without: list[frozenset[int]] = []

        async def credit(*_: object) -> None:
            without.append(here.outages.lost_guilds)
            if what == "the disk is full":
                raise DiskFull(tmp_path, detail="for a test")
            raise asyncio.CancelledError

        with monkeypatch.context() as patched:
            patched.setattr(here.store, "credit", credit)
            with suppress(asyncio.CancelledError):
                await here.outages.note_found_guild(WHERE.guild_id)
        assert without == [{WHERE.guild_id}]
        if what == "the disk is full":
            assert here.outages.lost_guilds == {WHERE.guild_id}, "nobody is late there meanwhile"
            await here.heartbeat.beat()
        else:
            await here.begin()
        assert here.outages.lost_guilds == set()
        assert await here.deadline() == before + HOUR


async def test_a_server_that_is_lost_while_the_disk_is_full_is_known_to_the_next_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beating(tmp_path) as here:
        before = await here.deadline()

        async def full(*_: object) -> None:
            raise DiskFull(tmp_path, detail="for a test")

        with monkeypatch.context() as patched:
            patched.setattr(here.store, "put_value", full)
            await here.outages.note_lost_guild(WHERE.guild_id)
            assert here.outages.lost_guilds == {WHERE.guild_id}
        for _ in range(6 * 60):
            here.time.now += BEAT_MS
            await here.heartbeat.beat()
        await here.begin()
        assert await here.deadline() == before + HOUR


async def test_a_process_that_dies_while_it_credits_all_credits_a_server_that_was_lost_before_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beating(tmp_path) as here:
        before = await here.deadline()
        await here.outages.note_lost_guild(WHERE.guild_id)
        for _ in range(6 * 60):
            here.time.now += BEAT_MS
            await here.heartbeat.beat()
        here.time.now += HOUR
        credit = here.store.credit

        async def dies(*_: object) -> None:
            raise asyncio.CancelledError

        with monkeypatch.context() as patched:

            async def credit_and_die(*given: Any) -> list[int]:
                for name in ("credit", "put_value"):
                    patched.setattr(here.store, name, dies)
                return await credit(*given)

            patched.setattr(here.store, "credit", credit_and_die)
            with pytest.raises(asyncio.CancelledError):
                await here.begin()
        await here.begin()
        await here.outages.note_found_guild(WHERE.guild_id)
        assert await here.deadline() == before + 2 * HOUR


@pytest.mark.parametrize("set_by", [11 * SECOND, HOUR, 30 * YEAR, -11 * SECOND, -3 * MINUTE, -HOUR, -30 * YEAR])
async def test_a_clock_that_is_set_brings_no_deadline_early_and_stops_no_table(tmp_path: Path, set_by: int) -> None:
    async with beating(tmp_path) as here:
        late = missed(here)
        await here.run(MINUTE)
        before = here.time.now
        await here.set_clock(set_by)
        assert here.time.now == before + SETTLED + set_by
        left = await here.deadline() - here.time.now
        assert left == 40 * MINUTE - MINUTE - SETTLED
        await here.run(left - 20 * SECOND)
        assert not late
        await here.run(40 * SECOND)
        assert len(late) == 1


async def test_a_computer_plays_on_when_the_clock_has_gone_back_before_its_turn(tmp_path: Path) -> None:
    async with beating(tmp_path) as here:
        table = await here.table()
        away = table.turn or 0
        await here.done(actions.Away(table.seats[away].person or "", here.time.now + 60 * DAY))
        await here.done(actions.Disagree(table.seats[(away + 1) % 4].person or ""))  # to a pause: a computer plays
        before = (await here.loaded()).row.seq
        here.time.now -= 2 * YEAR
        await here.begin()
        assert (await here.loaded()).row.seq == before
        await here.run(20 * SECOND)
        assert (await here.loaded()).row.seq > before


async def test_a_start_by_a_clock_that_has_gone_back_stops_no_table(tmp_path: Path) -> None:
    """The machine had a wrong time, and is started again with the right one."""
    async with beating(tmp_path) as here:
        await here.run(MINUTE)
        here.time.now -= 5 * YEAR
        await here.begin()
        assert await here.store.get_value(BEAT) == str(here.time.now)
        assert await here.deadline() == here.time.now + 39 * MINUTE


@pytest.mark.parametrize("seen", [True, False])
async def test_a_pause_by_a_clock_that_has_gone_back_takes_no_time_from_anybody(tmp_path: Path, seen: bool) -> None:
    """The clock is set back while the table rests; somebody ends that after it is followed, or before."""
    async with beating(tmp_path) as here:
        await here.run(MINUTE)
        await here.done(actions.Propose(here.keys[0], "pause", "", manager=True))
        here.time.jumped -= HOUR
        if seen:
            await here.set_clock(0)
        await here.done(actions.Resume(here.keys[0]))
        assert await here.deadline() >= here.time.now + 38 * MINUTE


async def test_what_a_table_is_due_for_wrongly_is_put_right_and_not_asked_again(tmp_path: Path) -> None:
    """The clock looks when silence would have decided, had not time been credited meanwhile."""
    async with beating(tmp_path, "none") as here:
        seq = (await here.done(actions.Propose(here.keys[0], "pause", ""))).seq
        due = (await here.loaded()).row.due_at
        assert due is not None
        here.time.now += 9 * HOUR
        await here.heartbeat.beat()
        await here.run(due + SECOND - here.time.now)
        row = (await here.loaded()).row
        assert (row.seq, row.due_at) == (seq, due + 9 * HOUR)
        assert row == await here.store.row(here.id)


@pytest.mark.parametrize("first", ["credit", "proposal"])
async def test_what_is_done_while_deadlines_move_takes_the_move_with_it(tmp_path: Path, first: str) -> None:
    async with beating(tmp_path) as here:
        before = await here.deadline()
        here.time.now += HOUR
        crediting = here.tables.credit(here.time.now - HOUR, here.time.now)
        proposing = here.do(actions.Propose(here.keys[0], "pace", "day"))
        agreeing = here.do(actions.Agree(here.keys[1]))
        both = (crediting, proposing, agreeing) if first == "credit" else (proposing, crediting, agreeing)
        await asyncio.gather(*both)
        pending = (await here.table()).pending
        assert pending is not None
        assert pending.agreed == set(here.keys[:2])
        assert await here.deadline() == before + HOUR


async def test_a_question_waits_no_longer_at_a_table_that_rested_when_the_clock_had_been_set_back(
    tmp_path: Path,
) -> None:
    """It was asked by a clock that was wrong; all went away, and one comes back."""
    async with beating(tmp_path, "live") as here:
        await here.set_clock(YEAR)
        await here.done(actions.Propose(here.keys[0], "pause"))
        await here.set_clock(-YEAR)
        for seat in (await here.table()).seats:
            await here.done(actions.Away(seat.person or "", here.time.now + 5 * DAY))
        table = await here.table()
        assert table.rests
        await here.done(actions.Back(table.seats[table.turn or 0].person, table.turn or 0))
        row, pending = (await here.loaded()).row, (await here.table()).pending
        assert pending is not None
        assert (row.silent_until or 0) - here.time.now == proposals.patience(table, pending)
        assert await here.deadline() < here.time.now + HOUR


@pytest.mark.parametrize(
    "jump", [9 * HOUR, *(pytest.param(jump, marks=pytest.mark.slow) for jump in (3 * MINUTE, -HOUR, -2 * YEAR))]
)
async def test_a_clock_that_is_set_in_mid_play_disturbs_nobody(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    ahead = 0
    monkeypatch.setattr(app, "now", lambda: time.time_ns() // 1_000_000 + ahead)
    monkeypatch.setattr(app, "EVERY", 0.05)
    monkeypatch.setattr(heartbeat, "SETTLED", 0)
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(2)
        ahead = jump
        await table.play(3)
        await table.settled()
        ahead = 0
        await table.play(3)
        await table.turn()
        await table.settled()
        table.sound()
        assert all(seat.missed == 0 for seat in table.table.seats)


ZONES = ("America/Nuuk", "Europe/Copenhagen", "Atlantic/Azores", "Australia/Lord_Howe")
SPRING = {"Australia/Lord_Howe": datetime(2026, 10, 3, tzinfo=UTC)}
AUTUMN = {"Australia/Lord_Howe": datetime(2026, 4, 4, tzinfo=UTC)}
NIGHTS = [(clock(22), clock(7)), (clock(23, 30), clock(2, 30)), (clock(0), clock(1, 15)), (clock(1, 30), clock(2))]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(("begin", "end"), NIGHTS)
def test_quiet_hours_end_when_the_clock_on_the_wall_says_so_on_nights_that_are_changed(
    zone: str, begin: clock, end: clock
) -> None:
    """Every five minutes of the two nights, against a clock on the wall that is looked at minute by minute."""
    quiet = QuietHours(begin, end, ZoneInfo(zone))
    for day in (
        SPRING.get(zone, datetime(2026, 3, 28, tzinfo=UTC)),
        AUTUMN.get(zone, datetime(2026, 10, 24, tzinfo=UTC)),
    ):
        minutes = [day + timedelta(minutes=number) for number in range(3 * 24 * 60)]
        free, expected = None, {}
        for minute in reversed(minutes):
            shown = minute.astimezone(quiet.zone).time()
            asleep = begin <= shown < end if begin < end else shown >= begin or shown < end
            free = free if asleep else minute
            expected[minute] = free
        for minute in minutes[: 2 * 24 * 60 : 5]:
            until = expected[minute]
            assert until is not None
            found = quiet_until(int(minute.timestamp() * 1000), quiet)
            assert found == int(until.timestamp() * 1000), (minute, until)
