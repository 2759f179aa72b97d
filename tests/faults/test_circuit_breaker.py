"""Ten thousand refusals: where it is refused nothing is asked, until a pause has passed or something has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord_api.errors import Forbidden
from bot.operations.doctor import refusal_report
from bot.operations.doctor.refusal_report import RefusalReport
from bot.publishing import delivery_queues
from bot.publishing.delivery import invalid_request_guard as allowances
from bot.publishing.delivery.invalid_request_guard import ANSWERS_ONLY, NOTHING_MORE, InvalidRequestGuard, Spent
from bot.runtime import metrics
from bot.runtime.settings import read_settings
from bot.store.sqlite.pruning import Retention
from bot.tables import LoadedTable, actions
from bot.tables.terms import HOUR, MINUTE, SECOND
from sandbox import Sandbox
from simulation.played_table import PlayedTable, played_table
from simulation.players import LONG, Player, record
from tests.bot.club import WHERE, Club, Time
from tests.bot.fake_discord import FakeDiscord
from tests.bot.odd import Odd, answering

AJA, MALIK = 11, 12


async def test_no_request_leaves_when_nothing_may_be_asked_and_all_are_counted(box: Sandbox) -> None:
    request_guard = InvalidRequestGuard(Time())
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
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A table of Aja and Malik, whose thread is shut from when `shut` is called."""
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    yield club
    if club in Club.alive:
        await club.die()


def shut(club: Club) -> Callable[[], None]:
    """From now on nothing is sent to the table's thread; what opens it again."""
    (thread,) = club.discord.threads

    def refuse(what: str) -> None:
        if what == f"send {thread}":
            raise Forbidden("50013")

    club.discord.before = refuse

    def reopen() -> None:
        club.discord.before = lambda _: None
        club.publisher.changed_at({thread})

    return reopen


async def kept_of(club: Club, table_id: int) -> LoadedTable:
    loaded = await club.tables.get(table_id)
    assert loaded is not None
    return loaded


async def played(club: Club, table_id: int, plays: int = 1) -> None:
    for _ in range(plays):
        await club.play_on(table_id)
        await club.shown()


async def test_ten_thousand_things_to_show_where_it_is_refused_are_a_dozen_requests(club: Club) -> None:
    table = await club.started(AJA, MALIK)
    await club.shown()
    shut(club)
    (thread,) = club.discord.threads
    await played(club, table.id, 5)
    club.discord.log.clear()
    for _ in range(10_000):
        club.time.now += SECOND
        await club.publisher.sweep()
        await club.shown()
    asked = [what for what in club.discord.log if what == f"send {thread}"]
    assert 5 < len(asked) < 20
    assert all(not what.startswith("send") or what == f"send {thread}" for what in club.discord.log)


@pytest.mark.slow
async def test_at_many_refused_tables_a_few_hundred_requests_are_made_and_the_doctor_tells_it(
    club: Club, tmp_path: Path
) -> None:
    """Twenty-four tables, 125 things to show at each, refused for two hours."""
    tables = [(await club.started(AJA, MALIK, seats=2)).id for _ in range(24)]
    await club.shown()
    threads = set(club.discord.threads)

    def refuse(what: str) -> None:
        verb, place = what.split()
        if verb == "send" and int(place) in threads:
            club.request_guard.count(403)
            raise Forbidden("50013")

    club.discord.before = refuse
    for table_id in tables:
        await played(club, table_id, 3)
    club.discord.log.clear()
    wished, most = 0, 0
    while wished < 3_000:
        club.time.now += MINUTE
        for table_id in tables:
            await club.play_on(table_id)
            wished += 1
        await club.shown()
        await club.publisher.sweep()
        await club.shown()
        most = max(most, club.request_guard.refused)
    asked = [what for what in club.discord.log if what.startswith("send") and int(what.split()[1]) in threads]
    assert len(asked) < 25 * len(tables)
    assert most < ANSWERS_ONLY
    assert len(club.publisher.shut) == len(tables)
    client = discord.Client(intents=discord.Intents.none())
    await RefusalReport(club.store, club.request_guard, club.publisher, client, club.time).write_down()
    settings = read_settings(None, database=tmp_path / "a.db")
    of_all, *places, more = await refusal_report.refusals(settings, lambda: club.time.now / 1000)
    assert f"{club.request_guard.refused} requests in ten minutes" in of_all.words
    assert len(places) == refusal_report.TOLD
    assert all("a table has not been shown for" in one.words for one in places)
    assert "4 more tables" in more.words


async def test_the_health_pages_and_the_metrics_tell_of_it_and_a_next_life_counts_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.started(AJA, MALIK)
    await club.shown()
    shut(club)
    while not club.publisher.shut:
        await played(club, table.id)
    for _ in range(7):
        club.request_guard.count(403)
    client = discord.Client(intents=discord.Intents.none())
    telling = RefusalReport(club.store, club.request_guard, club.publisher, client, club.time)
    assert telling.answer() == {"refused": 7, "banned_at": 10_000, "tables": 1}
    counted = metrics.Prometheus()
    monkeypatch.setattr(metrics, "used", lambda: counted)
    await telling.write_down()
    assert {"voormsi_refused_lately 7.0", "voormsi_tables_shut 1.0"} <= set(counted.text().decode().splitlines())
    fresh = InvalidRequestGuard(club.time)
    await RefusalReport(club.store, fresh, club.publisher, client, club.time).resume()
    assert fresh.refused == 7


async def test_the_doctor_sends_nobody_for_a_permission_where_discord_itself_has_refused_nothing(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.started(AJA, MALIK)
    await club.shown()
    monkeypatch.setattr(delivery_queues, "TRIES", ())
    club.discord.before = answering(Odd(403), "send", "edit")
    await played(club, table.id)
    client = discord.Client(intents=discord.Intents.none())
    await RefusalReport(club.store, club.request_guard, club.publisher, client, club.time).write_down()
    settings = read_settings(None, database=tmp_path / "a.db")
    _, place = await refusal_report.refusals(settings, lambda: club.time.now / 1000)
    assert "no reason of Discord's own" in place.words
    assert "proxy" in place.remedy


async def test_a_table_that_is_gone_for_good_is_no_longer_counted(club: Club) -> None:
    table = await club.started(AJA, MALIK)
    await club.shown()
    shut(club)
    while not club.publisher.shut:
        await played(club, table.id)
    (aja,) = await club.meet(AJA)
    await club.do(table.id, actions.Close(aja))
    await club.shown()
    await club.publisher.sweep()
    while await club.tables.remove(Retention(0, club.time.now + 1, None)):
        pass
    await club.publisher.sweep()
    assert club.publisher.shut == {}


async def test_hands_do_not_suffer_and_all_is_shown_when_the_thread_is_open_again(club: Club) -> None:
    table = await club.started(AJA, MALIK)
    await club.shown()
    reopen = shut(club)
    (thread,) = club.discord.threads
    before = club.discord.posts(thread)
    while "trick:1.3" not in set(await club.publisher.desk.outbox.of(table.id)):
        await played(club, table.id)
    assert club.discord.posts(thread) == before
    club.time.now += HOUR
    reopen()
    await club.shown()
    assert [post for post in club.discord.posts(thread) if post.startswith("trick")] == [
        "trick:1.1", "trick:1.2", "trick:1.3"
    ]  # fmt: skip
    assert club.publisher.shut == {}


async def test_time_stands_still_while_a_table_cannot_be_shown_and_is_credited(club: Club) -> None:
    table = await club.started(AJA, MALIK, pace="evening", seats=2)
    await club.shown()
    (thread,) = club.discord.threads
    reopen = shut(club)
    while (await kept_of(club, table.id)).row.lost_at is None:
        club.time.now += MINUTE
        await played(club, table.id)
    loaded = await kept_of(club, table.id)
    bank = loaded.table.seats[loaded.table.turn or 0].bank
    assert loaded.row.deadline_at is None
    assert await club.store.next_due() is None
    club.time.now += 3 * HOUR
    await played(club, table.id)
    after = await kept_of(club, table.id)
    assert after.table.seats[loaded.table.turn or 0].bank == bank  # nobody is charged for the three hours
    club.time.now += HOUR
    reopen()
    await club.shown()
    found = (await kept_of(club, table.id)).row
    assert found.lost_at is None
    assert found.credited == HOUR
    assert found.deadline_at == club.time.now + 40 * MINUTE
    assert f"<t:{found.deadline_at // 1000}:R>" in str(
        [one.components for one in club.discord.messages.values() if one.channel == thread]
    )


async def test_a_restart_while_a_table_cannot_be_shown_charges_nobody(club: Club, tmp_path: Path) -> None:
    table = await club.started(AJA, MALIK, pace="evening", seats=2)
    await club.shown()
    await club.outages.begin()
    await club.outages.found()
    shut(club)
    while (await kept_of(club, table.id)).row.lost_at is None:
        await played(club, table.id)
    await club.die()
    club.time.now += 9 * HOUR
    next_life = await Club.born(tmp_path / "a.db", club.discord, club.time)
    await next_life.outages.begin()
    await next_life.outages.found()
    assert await next_life.store.due(club.time.now) == []
    next_life.discord.before = lambda _: None
    await next_life.publisher.read_up()
    await next_life.publisher.sweep()
    await next_life.shown()
    row = (await kept_of(next_life, table.id)).row
    assert row == await next_life.store.row(table.id)
    assert row.lost_at is None
    assert row.deadline_at == club.time.now + 40 * MINUTE
    await next_life.die()


async def test_in_a_server_that_has_removed_us_nothing_is_asked_and_all_is_shown_when_it_is_back(club: Club) -> None:
    table = await club.started(AJA, MALIK)
    await club.shown()
    (thread,) = club.discord.threads
    await club.outages.lost_guild(WHERE.guild_id)
    before = club.discord.posts(thread)
    club.discord.log.clear()
    while "trick:1.3" not in set(await club.publisher.desk.outbox.of(table.id)):
        await played(club, table.id)
        await club.publisher.sweep()
        await club.shown()
    assert club.discord.posts(thread) == before
    assert not [what for what in club.discord.log if what == f"send {thread}"]
    await club.outages.found_guild(WHERE.guild_id)
    await club.shown()
    assert "trick:1.3" in club.discord.posts(thread)


async def test_a_table_that_is_paused_and_cannot_be_shown_is_credited_once(club: Club) -> None:
    table = await club.started(AJA, MALIK, pace="evening", seats=2)
    loaded = await kept_of(club, table.id)
    wait = loaded.row.deadline_at
    assert wait is not None
    began = club.time.now
    await club.tables.lose(table.id)
    club.time.now += HOUR
    await club.tables.credit(began - HOUR, club.time.now)
    await club.tables.lose(table.id)
    club.time.now += HOUR
    await club.tables.find(table.id)
    await club.tables.find(table.id)
    assert (await kept_of(club, table.id)).row.deadline_at == wait + 2 * HOUR


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
