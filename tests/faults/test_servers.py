"""A server that throws the bot out in the middle of a hand, and lets it in again: within the month, or after it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations import upkeep
from bot.runtime.times import DAY
from sandbox import Sandbox
from simulation.played_table import PlayedTable, played_table
from simulation.scripted_people import LONG, opened, posts
from tests.flows.conftest import serving, settings_for


def read(database: Path, query: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return db.execute(query).fetchall()


def left(database: Path) -> list[tuple[int, ...]]:
    return read(database, "SELECT left_at FROM servers WHERE left_at IS NOT NULL")


def let_pass(database: Path, ms: int) -> None:
    """Act as if the server had removed the bot so much earlier."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE servers SET left_at = left_at - ? WHERE left_at IS NOT NULL", (ms,))


async def some_plays(table: PlayedTable, times: int = 4) -> None:
    await table.play(times)
    await table.settled()
    table.sound()


@pytest.mark.slow
@pytest.mark.parametrize("died", ["lives", "is stopped meanwhile", "is stopped before"])
async def test_a_server_that_lets_the_bot_in_again_has_all_that_it_had(box: Sandbox, database: Path, died: str) -> None:
    settings = settings_for(box, database)
    async with serving(box, settings):
        table = await played_table(box, database, "You Aja")
        await some_plays(table)
        if died != "is stopped before":
            box.remove_bot()
            await box.until(lambda: left(database))
            await table.play()  # what stands in a DM can be pressed
        if died == "lives":
            box.invite_bot()
            await goes_on(table)
    if died == "lives":
        return
    if died == "is stopped before":
        box.remove_bot()
    async with serving(box, settings):
        await box.until(lambda: left(database))
        box.invite_bot()
        await goes_on(table)


async def goes_on(table: PlayedTable) -> None:
    """The bot is in the server again: what was played meanwhile is shown, and all is as it was."""
    await table.box.until(lambda: not left(table.database), LONG)
    await some_plays(table, 6)
    assert len(posts(table.thread, table.people[0], "hand 1, trick")) == 1


@pytest.mark.slow
async def test_after_a_month_a_server_begins_anew(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "DAY", 0.1)
    monkeypatch.setattr(upkeep, "MINUTE", 0.01)
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        you, aja = table.people
        await some_plays(table)
        box.remove_bot()
        await box.until(lambda: left(database))
        let_pass(database, 29 * DAY)
        await table.play()
        assert read(database, "SELECT id FROM tables")
        let_pass(database, 2 * DAY)
        await box.until(lambda: not read(database, "SELECT guild_id FROM servers"), LONG)
        for name in ("tables", "records", "seats", "places", "shown"):
            assert not read(database, f"SELECT * FROM {name}"), name
        box.invite_bot()
        await box.until(lambda: box.bot_online)
        old = await you.press(posts(table.thread, you, "My hand")[-1], "My hand")
        assert old.text == "There's no such table here."
        lobby = await opened(box, aja, table.lobby.channel)
        assert lobby.id > table.lobby.id, "an old button leads to no new table"
