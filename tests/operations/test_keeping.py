"""Lists, announcements, export and pruning by an operator."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.availability.outages import BEAT
from bot.runtime.steady_clock import wall
from bot.runtime.times import DAY
from bot.store.engine import open_store
from rules import notation
from tests.bot.running_bot import RunningBot, SetClock, StartBot
from tests.store.samples import now, opened

DATABASE = Path("voormsi.db")


@pytest.fixture
async def bot(start_bot: StartBot) -> RunningBot:
    return await start_bot(path=DATABASE)


async def test_a_table_is_exported_by_name_or_number_while_the_bot_runs(
    bot: RunningBot, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await bot.started(11)
    name = table.name
    for wanted in (name, name.lower(), str(table.id)):
        assert await asyncio.to_thread(main, ["export", wanted]) == 0
        record = notation.read(capsys.readouterr().out)
        assert record.tags["name"] == name
        assert record.hands[-1].deck is None, "the hand that is being played stays hidden"
    assert await asyncio.to_thread(main, ["export", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tags"]["name"] == name


def test_without_a_database_there_is_nothing_to_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "Otter"]) == 1
    assert "there is no such file" in capsys.readouterr().err


async def test_what_cannot_be_exported_is_told(bot: RunningBot, capsys: pytest.CaptureFixture[str]) -> None:
    for wanted in ("Walrus", "99", "9" * 30, "9" * 5000):
        assert await asyncio.to_thread(main, ["export", wanted]) == 1
        assert f"There is no table {wanted!r}." in capsys.readouterr().err
    twins = [await opened(bot.store, name="Twin", guild_id=guild) for guild in (1, 2)]
    assert await asyncio.to_thread(main, ["export", "twin"]) == 1
    told = capsys.readouterr().err
    assert all(f"  {twin.id}  in server {twin.guild_id}, lobby" in told for twin in twins)


async def test_a_lobby_has_no_record_yet(bot: RunningBot, capsys: pytest.CaptureFixture[str]) -> None:
    (key,) = await bot.meet(11)
    table = await bot.open(key)
    assert await asyncio.to_thread(main, ["export", str(table.id)]) == 1
    assert "has not begun" in capsys.readouterr().err


async def test_pruning_follows_the_settings_and_a_dry_run_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await open_store(DATABASE, now=now) as store:
        old = await opened(store, stage="over", changed_at=0)
        assert await asyncio.to_thread(main, ["prune", "--dry-run"]) == 0
        monkeypatch.setenv("KEEP_TABLES_DAYS", "30")
        assert await asyncio.to_thread(main, ["prune", "--dry-run"]) == 0
        assert await asyncio.to_thread(main, ["prune"]) == 1
        assert await store.row(old.id) is not None
    assert await asyncio.to_thread(main, ["prune"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[:2] == [
        "There are to be removed: tables: 0, servers: 0, presses: 0.",
        "There are to be removed: tables: 1, servers: 0, presses: 0.",
    ]
    assert told.out.splitlines()[2].startswith("Removed: tables: 1, servers: 0, presses: 0. The file had ")
    assert "it prunes by itself" in told.err
    async with await open_store(DATABASE, now=now) as store:
        assert await store.row(old.id) is None


async def test_prune_waits_while_the_clock_may_be_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KEEP_TABLES_DAYS", "30")
    async with await open_store(DATABASE, now=now) as store:
        old = await opened(store, stage="over", changed_at=0)
        await store.put_value(BEAT, str(time.time_ns() // 1_000_000 - 900 * DAY))
    for how in (["prune"], ["prune", "--dry-run"]):
        assert await asyncio.to_thread(main, how) == 1
        assert capsys.readouterr().err.startswith("Nothing is removed: by this machine's clock")
    async with await open_store(DATABASE, now=now) as store:
        assert await store.row(old.id) is not None


def test_without_a_database_nothing_is_pruned_and_none_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prune"]) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert not DATABASE.exists()


async def test_tables_of_all_servers_are_listed_while_the_bot_runs(
    bot: RunningBot, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await bot.started(11, 12, pace="day")
    lobby = await bot.open((await bot.meet(11))[0], 2)
    assert await asyncio.to_thread(main, ["tables", "--json"]) == 0
    found = {one["id"]: one for one in json.loads(capsys.readouterr().out)}
    assert [found[table.id][name] for name in ("name", "game", "stage", "hand", "seats", "taken", "people")] == [
        table.name, "voormsi", "playing", table.hand.number if table.hand else 0, 4, 4, 2,
    ]  # fmt: skip
    assert (found[lobby.id]["stage"], found[lobby.id]["taken"], found[lobby.id]["turn"]) == ("lobby", 0, None)
    assert await asyncio.to_thread(main, ["tables"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Server 1\n")
    assert f"{lobby.name:<16} voormsi, lobby, 0 of 2 seats taken, 0 by people\n" in told
    assert told.endswith("2 tables are open or in play.\n")


async def test_the_list_says_whose_turn_it_is_and_until_when(
    bot: RunningBot, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await bot.started(11, 12, 13, 14, pace="day")
    while table.turn is None:
        done = await bot.play_on(table.id)
        assert done
        table = done.table
    await asyncio.to_thread(main, ["tables", "--json"])
    (found,) = json.loads(capsys.readouterr().out)
    assert found["turn"] == f"Person {11 + table.turn}"
    assert found["deadline"].endswith("Z")
    await asyncio.to_thread(main, ["tables"])
    assert f"{found['turn']} to play until {found['deadline']}" in capsys.readouterr().out


async def test_an_announcement_of_another_process_reaches_the_table_of_a_running_bot(
    start_bot: StartBot, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = await start_bot(time=SetClock(wall()), path=DATABASE)
    table = await bot.started(11)
    await bot.shown()
    assert await asyncio.to_thread(main, ["announce", " Maintenance at 22:00 "]) == 0
    assert capsys.readouterr().out.startswith("Queued for 1 table in play.")
    await bot.services.announcements.look()
    await bot.shown()
    assert "Maintenance at 22:00" in repr(list(bot.discord.messages.values()))
    assert await bot.play_on(table.id) is not None


@pytest.mark.parametrize("text", ["", " ", "x" * 1001])
def test_an_announcement_of_no_length_or_too_much_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["announce", text]) == 1
    assert "expected 1 to 1000" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["tables"], ["announce", "Maintenance"]])
def test_without_a_database_there_are_no_tables(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert not DATABASE.exists()


async def test_with_no_table_in_play_nobody_is_told(bot: RunningBot, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["announce", "Maintenance"]) == 0
    assert capsys.readouterr().out == "No table is in play, so there is nobody to tell.\n"


def test_a_recount_counts_what_has_a_record_and_needs_a_database_and_the_bot_to_be_stopped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["recount"]) == 1
    assert "there is no such file" in capsys.readouterr().err
    asyncio.run(_with_two_tables())
    assert main(["recount"]) == 0
    told = capsys.readouterr().out
    assert "Counted the results of 2 ended tables" in told
    assert "2 records cannot be read" in told, "these were not written by the bot"


async def _with_a_table_of(game: str, stage: str) -> int:
    async with await open_store(DATABASE, now=now) as store:
        return (await opened(store, game=game, stage=stage)).id


def test_a_recount_leaves_tables_of_a_game_that_is_not_installed_as_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asyncio.run(_with_a_table_of("gift", "over"))
    assert main(["recount"]) == 0
    told = capsys.readouterr()
    assert "1 tables wait for a game that is not installed: their results stay as they were." in told.out
    assert "cannot be read" not in told.out
    assert "Traceback" not in told.err


@pytest.mark.parametrize("stage", ["playing", "over"])
def test_a_table_of_a_game_that_is_not_installed_is_listed_and_cannot_be_exported(
    stage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = asyncio.run(_with_a_table_of("gift", stage))
    assert main(["tables"]) == 0
    assert ("waits for its game, which is not installed" in capsys.readouterr().out) == (stage == "playing")
    assert main(["export", str(table)]) == 1
    assert "waits: its game 'gift' is not installed." in capsys.readouterr().err


async def _with_two_tables() -> None:
    async with await open_store(DATABASE, now=now) as store:
        for stage in ("over", "playing", "closed"):
            await opened(store, stage=stage)
        assert await asyncio.to_thread(main, ["recount"]) == 1, "the database is in use"
