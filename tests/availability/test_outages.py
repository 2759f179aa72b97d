"""Nobody is charged for time in which the tables could not be reached."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.availability.heartbeat import Heartbeat
from bot.availability.outages import BEAT, WITHOUT, Outages
from bot.runtime.times import DAY, HOUR, MINUTE
from bot.store import DatabaseBusy
from tests.bot.days import Days, days
from tests.bot.running_bot import WHERE


async def connected(here: Days) -> Outages:
    """The outages of a process that has begun and is connected."""
    outages = Outages(here.store, here.tables, here.time)
    await outages.begin()
    await outages.note_reconnect()
    return outages


async def test_the_time_between_the_last_beat_and_the_next_start_is_credited(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = await connected(here)
        here.time.now += HOUR
        await outages.beat()
        here.time.now += 9 * HOUR
        await Outages(here.store, here.tables, here.time).begin()
        assert (await here.loaded()).row.deadline_at == deadline + 9 * HOUR


async def test_the_log_says_what_nobody_could_play_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After a takeover Discord was there all the time."""
    caplog.set_level(logging.INFO, "bot.availability.outages")
    async with days(tmp_path, pace="day") as here:
        outages = await connected(here)
        here.time.now += MINUTE
        outages.note_disconnect()
        here.time.now += MINUTE
        await outages.note_reconnect()
        here.time.now += HOUR
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        here.time.now += 3_000
        await outages.note_reconnect()
    told = [one.getMessage() for one in caplog.records if one.name == "bot.availability.outages"]
    assert [line.partition(":")[0] for line in told] == [
        "Discord could not be reached for 60 s",
        "no process served for 3600 s",
        "Discord was connected 3 s after the start",
    ]


async def test_the_time_without_discord_is_credited_once_and_nothing_beats_in_it(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = await connected(here)
        lost_at = here.time.now
        outages.note_disconnect()
        here.time.now += 5 * MINUTE
        await outages.beat()
        outages.note_disconnect()
        assert await here.store.get_value(BEAT) == str(lost_at)
        assert not outages.is_connected
        here.time.now += 5 * MINUTE
        await outages.note_reconnect()
        await outages.note_reconnect()
        assert outages.is_connected
        assert (await here.loaded()).row.deadline_at == deadline + 10 * MINUTE


async def test_nothing_is_due_before_the_time_without_discord_is_credited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with days(tmp_path, pace="day") as here:
        outages, credit, seen = await connected(here), here.store.credit, list[bool]()

        async def seeing(*given: Any) -> list[int]:
            seen.append(outages.is_connected)
            return await credit(*given)

        monkeypatch.setattr(here.store, "credit", seeing)
        outages.note_disconnect()
        here.time.now += HOUR
        await outages.note_reconnect()
        assert seen == [False]
        assert outages.is_connected


async def test_the_time_without_one_server_is_credited_to_its_tables_alone(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = Outages(here.store, here.tables, here.time)
        for guild, credited in ((WHERE.guild_id + 1, 0), (WHERE.guild_id, HOUR)):
            await outages.note_lost_guild(guild)
            assert outages.lost_guilds == {guild}
            here.time.now += HOUR
            await outages.note_found_guild(guild)
            assert (await here.loaded()).row.deadline_at == deadline + credited


async def test_the_clock_passes_over_tables_of_a_server_that_is_unavailable(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        here.time.now += 2 * DAY
        assert await here.store.due(here.time.now) == [here.id]
        assert await here.store.due(here.time.now, {WHERE.guild_id}) == []


async def test_a_server_that_was_lost_before_a_restart_is_credited_once(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = await connected(here)
        await outages.note_lost_guild(WHERE.guild_id)
        here.time.now += HOUR
        await outages.beat()
        here.time.now += 2 * HOUR
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        assert (await here.loaded()).row.deadline_at == deadline + 3 * HOUR
        await outages.note_reconnect()
        await outages.note_lost_guild(WHERE.guild_id)
        here.time.now += HOUR
        await outages.note_found_guild(WHERE.guild_id)
        assert (await here.loaded()).row.deadline_at == deadline + 4 * HOUR


async def test_a_server_that_is_lost_while_discord_is_lost_too_is_credited_once(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = await connected(here)
        await outages.note_lost_guild(WHERE.guild_id)
        here.time.now += HOUR
        outages.note_disconnect()
        here.time.now += HOUR
        await outages.note_reconnect()
        here.time.now += HOUR
        await outages.note_found_guild(WHERE.guild_id)
        assert (await here.loaded()).row.deadline_at == deadline + 3 * HOUR


async def test_a_server_that_removed_us_is_passed_over_through_restarts_and_credited_when_it_is_back(
    tmp_path: Path,
) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = await connected(here)
        await outages.note_lost_guild(WHERE.guild_id)
        await here.store.set_guild_left(WHERE.guild_id, here.time.now)
        for _ in range(2):
            here.time.now += 2 * DAY
            outages = Outages(here.store, here.tables, here.time)
            await outages.begin()
            assert outages.lost_guilds == {WHERE.guild_id}
            here.time.now += HOUR
            await outages.note_reconnect()
        await here.store.set_guild_left(WHERE.guild_id, None)
        await outages.note_found_guild(WHERE.guild_id)
        assert (await here.loaded()).row.deadline_at == deadline + 4 * DAY + 2 * HOUR
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        assert outages.lost_guilds == frozenset()


async def test_with_several_lines_discord_is_there_when_the_last_is_back(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        await outages.note_reconnect(0)
        await outages.note_reconnect(1)
        for shard in (0, 1):
            outages.note_disconnect(shard)
            here.time.now += HOUR
        await outages.note_reconnect(0)
        assert not outages.is_connected
        here.time.now += HOUR
        await outages.note_reconnect(1)
        assert outages.is_connected
        assert (await here.loaded()).row.deadline_at == deadline + 3 * HOUR


async def test_of_a_server_that_is_gone_for_good_nothing_is_kept(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        for guild in (7, 8):
            await outages.note_lost_guild(guild)
        await outages.forget_guilds({8, 9})
        assert outages.lost_guilds == {8}
        assert json.loads(await here.store.get_value(WITHOUT) or "") == {"8": here.time.now}


async def test_at_a_start_discord_counts_as_lost_until_it_is_there(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        assert not outages.is_connected
        await outages.note_reconnect()
        assert outages.is_connected


async def test_a_server_that_is_lost_twice_was_lost_the_first_time(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = Outages(here.store, here.tables, here.time)
        await outages.note_lost_guild(WHERE.guild_id)
        here.time.now += HOUR
        await outages.note_lost_guild(WHERE.guild_id)
        here.time.now += HOUR
        await outages.note_found_guild(WHERE.guild_id)
        assert (await here.loaded()).row.deadline_at == deadline + 2 * HOUR


async def test_what_was_lost_when_the_clock_went_back_is_credited_from_then_on(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        outages = Outages(here.store, here.tables, here.time)
        await outages.begin()
        await outages.note_lost_guild(WHERE.guild_id)
        before = here.time.now
        here.time.now -= 3 * DAY
        await outages.credit_absence(before, here.time.now)
        here.time.now += HOUR
        await outages.note_reconnect()
        assert (await here.loaded()).row.deadline_at == here.time.now + DAY
        here.time.now += HOUR
        await outages.note_found_guild(WHERE.guild_id)
        assert (await here.loaded()).row.deadline_at == here.time.now + DAY


async def test_a_beat_that_cannot_be_written_after_a_late_one_credits_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with days(tmp_path, pace="day") as here:
        deadline = (await here.loaded()).row.deadline_at or 0
        outages = await connected(here)
        heartbeat = Heartbeat(outages, here.time)
        here.time.now += HOUR

        async def busy(*_: str) -> None:
            raise DatabaseBusy(tmp_path, holder="another")

        with monkeypatch.context() as for_now:
            for_now.setattr(here.store, "put_value", busy)
            await heartbeat.beat()
        await heartbeat.beat()
        assert (await here.loaded()).row.deadline_at == deadline + HOUR


async def test_when_the_clock_has_gone_back_nobody_is_served_before_the_next_beat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day") as here:
        outages = await connected(here)
        heartbeat = Heartbeat(outages, here.time)
        assert heartbeat.is_connected
        here.time.now -= HOUR
        assert not heartbeat.is_connected
        await heartbeat.beat()
        assert heartbeat.is_connected
