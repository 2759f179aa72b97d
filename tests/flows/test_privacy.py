"""Somebody is erased in the middle of a rubber: the others play on, and nothing names them any more."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sandbox import Interaction, Message, Person, Sandbox
from simulation.scripted_people import Lobby, opened, play_on, players, posts, result, seated, table_now
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for

FORMER = "Former player"
GOES = "Yes, erase everything"


async def erased(box: Sandbox, person: Person) -> Interaction:
    """The person has everything erased, by the command and both questions."""
    page = (await person.command(box.channel("cards"), "privacy")).message
    assert page
    assert page.ephemeral
    asked = await person.press(page, "Erase me…")
    assert asked.status == "update", asked
    assert "can't be undone" in page.text
    answer = await person.press(page, GOES)
    assert "is erased" in page.text
    return answer


def everything_in(database: Path) -> str:
    """Whatever stands in the database, and in its files as bytes, but freed by now."""
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [str(row) for table in tables for row in db.execute(f"SELECT * FROM {table}")]
    return "\n".join([*rows, database.read_bytes().decode("latin-1")])


def seat_of(database: Path, lobby: Lobby, person: Person) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        (key,) = db.execute("SELECT key FROM people WHERE discord_id = ?", (person.id,)).fetchone()
    seat = table_now(database, lobby.id).seat_of(key)
    assert seat is not None
    return seat


def newer(messages: Sequence[Message], before: set[int]) -> list[Message]:
    return [one for one in messages if one.id not in before]


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands")
async def test_who_is_erased_at_a_table_is_named_nowhere_and_the_others_play_on(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    you, aja = people[:2]
    others = [you, *people[2:]]
    async with serving(box, settings_for(box, database)):
        lobby = await seated(box, people, 4)
        waiting = await opened(box, you, box.channel("cards"), 3)
        await waiting.join(you, aja)
        thread = await lobby.start(you)
        company = players(box, lobby, people)
        await play_on(box, company, lambda: posts(thread, you, ", trick 2"))
        seat = seat_of(database, lobby, aja)
        dm = company[1].hand
        assert dm
        before = {one.id for one in you.sees(thread)}
        caplog.clear()
        await erased(box, aja)
        await box.until(lambda: posts(thread, you, f"{FORMER} has resigned"))
        await box.until(lambda: "Your hand" not in dm.text)
        await box.until(lambda: "Aja" not in lobby.card.text and "Aja" not in waiting.card.text)
        assert table_now(database, lobby.id).seats[seat].open
        left = [one for one in company if one.person is not aja]
        await play_on(box, left, lambda: result(thread, you))
        for person in others:
            told = "\n".join(one.text for one in newer(person.sees(thread), before))
            assert "Aja" not in told
            assert str(aja.id) not in told
        for kind in ("txt", "json"):
            answer = await you.command(thread, "record", table=lobby.name)
            assert answer.message
            text = await file_of(answer.message, kind)
            assert "Aja" not in text
        said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(("bot", "cogs")))
        assert "Aja" not in said
        assert str(aja.id) not in said
    everything = everything_in(database)
    assert "Malik" in everything, "this looks where names are"
    assert "Aja" not in everything
    assert str(aja.id) not in everything
    assert str(dm.channel.id) not in everything
    assert str(people[2].id) in everything
