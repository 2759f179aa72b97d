"""Ten thousand refusals: where it is refused nothing is asked, until a pause has passed or something has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord_api import invalid_requests as allowances
from bot.discord_api.errors import Forbidden
from bot.discord_api.invalid_requests import ANSWERS_ONLY, NOTHING_MORE, InvalidRequestGuard, Spent
from bot.operations.doctor import refusal_report
from bot.operations.doctor.refusal_report import RefusalReport
from bot.publishing import delivery_queues
from bot.runtime import metrics
from bot.runtime.settings import read_settings
from bot.runtime.times import HOUR, MINUTE, SECOND
from bot.store import Retention
from bot.tables import LoadedTable, actions
from sandbox import Sandbox
from simulation.load_players import quiet
from simulation.played_table import PlayedTable, played_table
from simulation.scripted_people import LONG, Player, record
from tests.bot.odd_responses import Odd, answering
from tests.bot.running_bot import WHERE, RunningBot, SetClock, StartBot

AJA, MALIK = 11, 12


async def test_no_request_leaves_when_nothing_may_be_asked_and_all_are_counted(box: Sandbox) -> None:
    request_guard = InvalidRequestGuard(SetClock())
    async with aiohttp.ClientSession(trace_configs=[request_guard.trace()]) as session:
        for _ in range(3):
            async with session.get(f"{box.api_base}/users/@me") as response:
                assert response.status == 401
        assert request_guard.refused == 3
        before = len(box.requests)
        for _ in range(NOTHING_MORE):
            request_guard.count(401)
        with pytest.raises(Spent):
            await session.get(f"{box.api_base}/users/@me")
        assert len(box.requests) == before
        async with session.ws_connect(box.gateway):  # which is no request, and people still press
            pass


# At a table


@pytest.fixture
async def running(start_bot: StartBot) -> RunningBot:
    return await start_bot()


def shut(running: RunningBot) -> Callable[[], None]:
    """Block everything that is sent to the table's thread; return what opens it again."""
    (thread,) = running.discord.threads

    def refuse(what: str) -> None:
        verb, target = what.split()
        edited = running.discord.messages.get(int(target)) if verb == "edit" else None
        if what == f"send {thread}" or (edited is not None and edited.channel == thread):
            raise Forbidden("50013")

    running.discord.before = refuse

    def reopen() -> None:
        running.discord.before = lambda _: None
        running.publisher.note_change({thread})

    return reopen


async def kept_of(running: RunningBot, table_id: int) -> LoadedTable:
    loaded = await running.tables.get(table_id)
    assert loaded is not None
    return loaded


async def played(running: RunningBot, table_id: int, plays: int = 1) -> None:
    for _ in range(plays):
        await running.play_on(table_id)
        await running.shown()


@pytest.mark.slow
async def test_ten_thousand_things_to_show_where_it_is_refused_are_a_dozen_requests(running: RunningBot) -> None:
    table = await running.started(AJA, MALIK)
    await running.shown()
    shut(running)
    (thread,) = running.discord.threads
    await played(running, table.id, 5)
    running.discord.log.clear()
    for _ in range(10_000):
        running.time.now += SECOND
        await running.publisher.sweep()
        await running.shown()
    asked = [what for what in running.discord.log if what == f"send {thread}"]
    assert 5 < len(asked) < 20
    assert all(not what.startswith("send") or what == f"send {thread}" for what in running.discord.log)


@pytest.mark.slow
async def test_at_many_refused_tables_a_few_hundred_requests_are_made_and_the_doctor_tells_it(
    running: RunningBot, tmp_path: Path
) -> None:
    """Twenty-four tables, 125 things to show at each, refused for two hours."""
    tables = [(await running.started(AJA, MALIK, seats=2)).id for _ in range(24)]
    await running.shown()
    threads = set(running.discord.threads)

    def refuse(what: str) -> None:
        verb, place = what.split()
        if verb == "send" and int(place) in threads:
            running.request_guard.count(403)
            raise Forbidden("50013")

    running.discord.before = refuse
    for table_id in tables:
        await played(running, table_id, 3)
    running.discord.log.clear()
    wished, most = 0, 0
    while wished < 3_000:
        running.time.now += MINUTE
        for table_id in tables:
            await running.play_on(table_id)
            wished += 1
        await running.shown()
        await running.publisher.sweep()
        await running.shown()
        most = max(most, running.request_guard.refused)
    asked = [what for what in running.discord.log if what.startswith("send") and int(what.split()[1]) in threads]
    assert len(asked) < 25 * len(tables)
    assert most < ANSWERS_ONLY
    assert len(running.publisher.shut) == len(tables)
    client = discord.Client(intents=discord.Intents.none())
    await RefusalReport(running.store, running.request_guard, running.publisher, client, running.time).write_down()
    settings = read_settings(None, database=tmp_path / "a.db")
    of_all, *places, more = await refusal_report.refusals(settings, lambda: running.time.now / 1000)
    assert f"{running.request_guard.refused} requests in ten minutes" in of_all.words
    assert len(places) == refusal_report.TOLD
    assert all("a table has not been shown for" in one.words for one in places)
    assert "4 more tables" in more.words


async def test_the_health_pages_and_the_metrics_tell_of_it_and_a_next_life_counts_on(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running.started(AJA, MALIK)
    await running.shown()
    shut(running)
    while not running.publisher.shut:
        await played(running, table.id)
    for _ in range(7):
        running.request_guard.count(403)
    client = discord.Client(intents=discord.Intents.none())
    telling = RefusalReport(running.store, running.request_guard, running.publisher, client, running.time)
    assert telling.answer() == {"refused": 7, "banned_at": 10_000, "tables": 1}
    counted = metrics.Metrics()
    monkeypatch.setattr(metrics, "current", counted)
    await telling.write_down()
    assert {"voormsi_refused_lately 7.0", "voormsi_tables_shut 1.0"} <= set(counted.text().decode().splitlines())
    fresh = InvalidRequestGuard(running.time)
    await RefusalReport(running.store, fresh, running.publisher, client, running.time).resume()
    assert fresh.refused == 7


async def test_the_doctor_sends_nobody_for_a_permission_where_discord_itself_has_refused_nothing(
    running: RunningBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running.started(AJA, MALIK)
    await running.shown()
    monkeypatch.setattr(delivery_queues, "TRIES", ())
    running.discord.before = answering(Odd(403), "send", "edit")
    await played(running, table.id)
    client = discord.Client(intents=discord.Intents.none())
    await RefusalReport(running.store, running.request_guard, running.publisher, client, running.time).write_down()
    settings = read_settings(None, database=tmp_path / "a.db")
    _, place = await refusal_report.refusals(settings, lambda: running.time.now / 1000)
    assert "no reason of Discord's own" in place.words
    assert "proxy" in place.remedy


async def test_a_table_that_is_gone_for_good_is_no_longer_counted(running: RunningBot) -> None:
    table = await running.started(AJA, MALIK)
    await running.shown()
    shut(running)
    while not running.publisher.shut:
        await played(running, table.id)
    (aja,) = await running.meet(AJA)
    await running.do(table.id, actions.Close(aja))
    await running.shown()
    await running.publisher.sweep()
    while await running.tables.remove(Retention(0, running.time.now + 1, None)):
        pass
    await running.publisher.sweep()
    assert running.publisher.shut == {}


async def test_hands_do_not_suffer_and_all_is_shown_when_the_thread_is_open_again(running: RunningBot) -> None:
    table = await running.started(AJA, MALIK)
    await running.shown()
    reopen = shut(running)
    (thread,) = running.discord.threads
    before = running.discord.posts(thread)
    while (await kept_of(running, table.id)).table.view(None).trick_number < 3:
        await played(running, table.id)
    assert running.discord.posts(thread) == before
    running.time.now += HOUR
    reopen()
    await running.shown()
    assert running.publisher.rendering.outbox.is_empty(table.id)
    assert running.publisher.shut == {}


async def test_time_stands_still_while_a_table_cannot_be_shown_and_is_credited(running: RunningBot) -> None:
    table = await running.started(AJA, MALIK, pace="evening", seats=2)
    await running.shown()
    (thread,) = running.discord.threads
    reopen = shut(running)
    while (await kept_of(running, table.id)).row.lost_at is None:
        running.time.now += MINUTE
        await played(running, table.id)
    loaded = await kept_of(running, table.id)
    bank = loaded.table.seats[loaded.table.turn or 0].bank
    assert loaded.row.deadline_at is None
    assert await running.store.next_due() is None
    running.time.now += 3 * HOUR
    await played(running, table.id)
    after = await kept_of(running, table.id)
    assert after.table.seats[loaded.table.turn or 0].bank == bank  # nobody is charged for the three hours
    running.time.now += HOUR
    reopen()
    await running.shown()
    found = (await kept_of(running, table.id)).row
    assert found.lost_at is None
    assert found.credited == HOUR
    assert found.deadline_at == running.time.now + 40 * MINUTE
    assert f"<t:{(found.deadline_at - bank) // 1000}:R>" in str(
        [one.components for one in running.discord.messages.values() if one.channel == thread]
    )


async def test_a_restart_while_a_table_cannot_be_shown_charges_nobody(start_bot: StartBot, running: RunningBot) -> None:
    table = await running.started(AJA, MALIK, pace="evening", seats=2)
    await running.shown()
    await running.outages.begin()
    await running.outages.note_reconnect()
    shut(running)
    while (await kept_of(running, table.id)).row.lost_at is None:
        await played(running, table.id)
    await running.kill()
    running.time.now += 9 * HOUR
    next_life = await start_bot(running.discord, running.time)
    await next_life.outages.begin()
    await next_life.outages.note_reconnect()
    assert await next_life.store.due(running.time.now) == []
    next_life.discord.before = lambda _: None
    await next_life.publisher.read_up()
    await next_life.publisher.sweep()
    await next_life.shown()
    row = (await kept_of(next_life, table.id)).row
    assert row == await next_life.store.row(table.id)
    assert row.lost_at is None
    assert row.deadline_at == running.time.now + 40 * MINUTE


async def test_in_a_server_that_has_removed_us_nothing_is_asked_and_all_is_shown_when_it_is_back(
    running: RunningBot,
) -> None:
    table = await running.started(AJA, MALIK)
    await running.shown()
    (thread,) = running.discord.threads
    await running.outages.note_lost_guild(WHERE.guild_id)
    before = running.discord.posts(thread)
    running.discord.log.clear()
    while (await kept_of(running, table.id)).table.view(None).trick_number < 3:
        await played(running, table.id)
        await running.publisher.sweep()
        await running.shown()
    assert running.discord.posts(thread) == before
    assert not [what for what in running.discord.log if what == f"send {thread}"]
    await running.outages.note_found_guild(WHERE.guild_id)
    await running.shown()
    assert running.publisher.rendering.outbox.is_empty(table.id)


async def test_a_table_that_is_paused_and_cannot_be_shown_is_credited_once(running: RunningBot) -> None:
    table = await running.started(AJA, MALIK, pace="evening", seats=2)
    loaded = await kept_of(running, table.id)
    wait = loaded.row.deadline_at
    assert wait is not None
    began = running.time.now
    await running.tables.lose(table.id)
    running.time.now += HOUR
    await running.tables.credit(began - HOUR, running.time.now)
    await running.tables.lose(table.id)
    running.time.now += HOUR
    await running.tables.find(table.id)
    await running.tables.find(table.id)
    assert (await kept_of(running, table.id)).row.deadline_at == wait + 2 * HOUR


# In the whole bot


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_when_only_answers_may_be_sent_people_play_on_and_the_thread_catches_up(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played_table(box, database, "You", seats=2)
    await table.settled()
    monkeypatch.setattr(allowances, "ANSWERS_ONLY", 0)
    monkeypatch.setattr(delivery_queues, "TRIES", (0.1,) * 1000)
    before = table.standing(table.thread)
    player = table.company[0]
    for _ in range(3):
        await play_by_command(table, player)
    assert table.standing(table.thread) == before
    assert table.missing()
    monkeypatch.setattr(allowances, "ANSWERS_ONLY", ANSWERS_ONLY)
    await table.settled()
    table.sound()


async def play_by_command(table: PlayedTable, player: Player) -> None:
    """One play by typing it, as soon as it is the player's turn."""

    async def choices() -> list[dict[str, Any]]:
        return await player.person.autocomplete(table.thread, "play", {"cards": ""}, "cards")

    await table.box.until(lambda: table.table.turn == 0, LONG)
    answer = await player.person.command(table.thread, "play", cards=(await choices())[0]["value"])
    await table.box.until(lambda: "Played" in answer.text, LONG)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_when_nothing_may_be_asked_a_play_counts_and_is_shown_when_something_may(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played_table(box, database, "You", seats=2)
    await table.settled()
    await quiet(box)  # a request that has left before is answered
    made = len(record(database, table.lobby.id))
    monkeypatch.setattr(allowances, "NOTHING_MORE", 0)
    monkeypatch.setattr(allowances, "ANSWERS_ONLY", 0)
    monkeypatch.setattr(delivery_queues, "TRIES", (0.1,) * 1000)
    asked = len(box.requests)
    player = await table.turn()
    pressed = asyncio.ensure_future(table.press(player))
    await box.until(lambda: len(record(database, table.lobby.id)) > made, LONG)
    assert len(box.requests) == asked
    monkeypatch.setattr(allowances, "NOTHING_MORE", NOTHING_MORE)
    monkeypatch.setattr(allowances, "ANSWERS_ONLY", ANSWERS_ONLY)
    await table.settled()
    await pressed
    table.sound()
