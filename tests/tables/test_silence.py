"""Silence: it counts only while the person could have been heard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.availability.outages import Outages
from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from bot.tables import actions
from bot.tables.deadlines import Delays
from bot.tables.table import Answered, Stage
from bot.texts.notices import Notice
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import COMPUTER, LOBBY, Days, days
from tests.bot.running_bot import OPTIONS, WHERE

LONG = 9 * HOUR


class Reached(Days):
    """A table over days, and the ways in which it cannot be reached."""

    outages: Outages

    async def sleeps(self) -> None:
        """The process is gone, and comes back."""
        await self.outages.beat()
        self.time.now += LONG
        self.tables = UnpublishedTables(self.store, Delays(COMPUTER, 10 * SECOND, LOBBY), self.time)
        self.outages = Outages(self.store, self.tables, self.time)
        await self.outages.begin()
        await self.outages.note_reconnect()

    async def without_discord(self) -> None:
        self.outages.note_disconnect()
        self.time.now += LONG
        await self.outages.note_reconnect()

    async def without_server(self) -> None:
        await self.outages.note_lost_guild(WHERE.guild_id)
        self.time.now += LONG
        await self.outages.note_found_guild(WHERE.guild_id)

    async def without_thread(self) -> None:
        await self.tables.lose(self.id)
        await self.look(LONG)
        await self.tables.find(self.id)

    async def look(self, ms: int) -> None:
        """So much time passes, the clock looking whenever something is due from now on."""
        until = self.time.now + ms
        while (due := await self.store.next_due(0)) is not None and due <= until:
            self.time.now = max(self.time.now, due)
            for table_id in await self.store.due(self.time.now):
                await self.tables.tick(table_id)
        self.time.now = until


WAYS: dict[str, Callable[[Reached], Awaitable[None]]] = {
    "process": Reached.sleeps,
    "discord": Reached.without_discord,
    "server": Reached.without_server,
    "thread": Reached.without_thread,
}
LIKE_PROCESS = ("discord", "server")
away_from_all = pytest.mark.parametrize(
    "way", ["process", *(pytest.param(way, marks=pytest.mark.slow) for way in LIKE_PROCESS)]
)
away = pytest.mark.parametrize(
    "way", ["process", "thread", *(pytest.param(way, marks=pytest.mark.slow) for way in LIKE_PROCESS)]
)


@asynccontextmanager
async def reached(folder: Path, pace: str) -> AsyncIterator[Reached]:
    async with days(folder, forced="off", pace=pace) as here:
        found = Reached(here.store, here.tables, here.time, here.keys, here.id)
        found.outages = Outages(here.store, here.tables, here.time)
        await found.outages.begin()
        await found.outages.note_reconnect()
        yield found


async def proposal(here: Reached) -> Answered:
    found = (await here.table()).proposal
    assert found is not None
    return found.answered


@away
@pytest.mark.parametrize("pace", ["day", pytest.param("none", marks=pytest.mark.slow)])
async def test_silence_agrees_a_day_after_a_proposal_of_which_nothing_was_lost(
    tmp_path: Path, way: str, pace: str
) -> None:
    async with reached(tmp_path, pace=pace) as here:
        began = here.time.now
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        await here.look(HOUR)
        await WAYS[way](here)
        await here.look(began + DAY + LONG - 1 - here.time.now)
        assert await proposal(here) is Answered.OPEN
        await here.look(1)
        assert await proposal(here) is Answered.GRANTED


async def test_a_play_at_a_table_that_cannot_be_shown_takes_nothing_from_what_is_credited(tmp_path: Path) -> None:
    async with reached(tmp_path, pace="day") as here:
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        began = here.time.now
        await here.tables.lose(here.id)
        await here.play(after=4 * HOUR)  # from a DM
        await here.look(5 * HOUR)
        await here.tables.find(here.id)
        await here.look(began + DAY + LONG - 1 - here.time.now)
        assert await proposal(here) is Answered.OPEN
        await here.look(1)
        assert await proposal(here) is Answered.GRANTED


async def test_a_proposal_is_credited_only_what_came_after_it(tmp_path: Path) -> None:
    async with reached(tmp_path, pace="day") as here:
        await here.tables.lose(here.id)
        await here.look(5 * HOUR)
        began = here.time.now
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        await here.look(4 * HOUR)
        await here.tables.find(here.id)
        await here.look(began + DAY + 4 * HOUR - 1 - here.time.now)
        assert await proposal(here) is Answered.OPEN
        await here.look(1)
        assert await proposal(here) is Answered.GRANTED


@away
async def test_the_clock_that_stands_for_a_question_and_an_outage_credit_the_same_time_once(
    tmp_path: Path, way: str
) -> None:
    async with reached(tmp_path, pace="evening") as here:
        deadline = (await here.loaded()).row.deadline_at
        assert deadline is not None
        await here.look(MINUTE)
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        await here.look(MINUTE)
        await WAYS[way](here)
        await here.look(MINUTE)
        await here.done(actions.Disagree(here.keys[1]))
        assert (await here.loaded()).row.deadline_at == deadline + 2 * MINUTE + LONG
        await here.play()
        (play,) = [one.action for one in await here.tables.record(here.id) if isinstance(one.action, actions.TakeTurn)]
        assert play.took == MINUTE


async def test_a_pause_refused_while_the_table_cannot_be_shown_credits_that_time_once(tmp_path: Path) -> None:
    async with reached(tmp_path, pace="evening") as here:
        deadline = (await here.loaded()).row.deadline_at
        assert deadline is not None
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        await here.look(MINUTE)
        await here.tables.lose(here.id)
        await here.look(HOUR)
        await here.done(actions.Disagree(here.keys[1]))  # in a direct message
        await here.look(HOUR)
        await here.tables.find(here.id)
        assert (await here.loaded()).row.deadline_at == deadline + MINUTE + 2 * HOUR


@away_from_all
async def test_a_lobby_stays_open_for_all_the_time_in_which_people_can_join(tmp_path: Path, way: str) -> None:
    async with reached(tmp_path, pace="day") as here:
        opened = await here.tables.open(actions.Open(here.keys[0], "", "voormsi", 1, 4, OPTIONS), WHERE, None)
        here.id, began = opened.id, here.time.now
        await here.look(HOUR)
        await WAYS[way](here)
        await here.done(actions.Join(here.keys[1]))
        await here.look(began + LOBBY + LONG - 1 - here.time.now)
        assert (await here.table()).stage is Stage.LOBBY
        await here.look(1)
        assert (await here.table()).stage is Stage.CLOSED


@away_from_all
async def test_a_table_with_nobody_left_waits_for_somebody_who_can_come(tmp_path: Path, way: str) -> None:
    async with reached(tmp_path, pace="day") as here:
        for key in here.keys[:4]:
            await here.done(actions.Resign(key))
        began = here.time.now
        await here.look(HOUR)
        await WAYS[way](here)
        await here.look(began + LOBBY + LONG - 1 - here.time.now)
        assert (await here.table()).stage is Stage.PLAYING
        await here.look(1)
        closed = (await here.table()).closed
        assert closed is not None
        assert closed.kind is Notice.ALL_LEFT


async def test_a_table_with_nobody_left_closes_although_it_cannot_be_shown(tmp_path: Path) -> None:
    """Or it would stand for ever where its channel is gone."""
    async with reached(tmp_path, pace="day") as here:
        for key in here.keys[:4]:
            await here.done(actions.Resign(key))
        await here.tables.lose(here.id)
        await here.look(LOBBY)
        assert (await here.table()).stage is Stage.CLOSED


async def test_who_is_away_is_back_when_they_said_although_nothing_could_be_reached(tmp_path: Path) -> None:
    """Being back is an answer, not silence; the time of their play begins then."""
    async with reached(tmp_path, pace="evening") as here:
        table = await here.table()
        assert table.turn is not None
        back = here.time.now + HOUR
        await here.done(actions.Away(table.seats[table.turn].person or "", back))
        for key in here.keys[:4]:
            if (await here.table()).pending is not None:
                await here.done(actions.Agree(key))
        assert (await here.table()).paused
        await here.sleeps()
        await here.look(0)
        found = await here.loaded()
        assert found.table.seats[table.turn].away is None
        assert not found.table.paused
        assert found.row.deadline_at == here.time.now + 40 * MINUTE


async def test_a_proposal_of_a_clock_that_was_ahead_waits_no_longer_than_a_day(tmp_path: Path) -> None:
    async with reached(tmp_path, pace="none") as here:
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        here.time.now -= 30 * 365 * DAY
        await here.outages.credit_absence(here.time.now + 30 * 365 * DAY, here.time.now)
        await here.look(DAY - 1)
        assert await proposal(here) is Answered.OPEN
        await here.look(1)
        assert await proposal(here) is Answered.GRANTED


async def test_what_waited_before_silence_was_written_down_is_decided_when_it_said(tmp_path: Path) -> None:
    """A database of an earlier version: the row does not tell since when and until when."""
    async with reached(tmp_path, pace="none") as here:
        await here.done(actions.Propose(here.keys[0], "pause", ""))
        row = (await here.loaded()).row
        await here.store.append(row._replace(silent_since=None, silent_until=None), None, [], None)
        here.tables = UnpublishedTables(here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time)
        await here.look(DAY - 1)
        assert await proposal(here) is Answered.OPEN
        await here.look(1)
        assert await proposal(here) is Answered.GRANTED
