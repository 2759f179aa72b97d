"""Somebody is erased in the middle of a rubber: the others play on, and nothing names them any more."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from sandbox import Interaction, Message, Person, Sandbox
from simulation.scripted_people import Lobby, opened, play_on, players, posts, result, seated, table_now
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for
from tests.store.samples import result as sample_result

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
        await box.until(lambda: ", hand " not in dm.text)
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


@pytest.mark.usefixtures("bot")
async def test_who_is_erased_comes_back_to_the_block_of_a_victim_and_is_not_told_who_set_it(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await you.command(box.channel("general"), "block", person=aja)
    lobby = await opened(box, you, box.channel("cards"))
    await erased(box, aja)
    assert f"You can't join {lobby.name}" in (await lobby.press(aja, "Join")).text
    assert "Unblock…\nAja" in (await you.command(box.channel("general"), "block")).text
    answer = await aja.command(box.channel("cards"), "privacy", what="export")
    assert answer.message
    told = json.loads(await file_of(answer.message, "json"))
    assert [one["kind"] for one in told["conduct"]] == ["erasure"]
    assert str(you.id) not in json.dumps(told)


@pytest.mark.usefixtures("bot")
async def test_who_is_erased_again_and_again_reads_when_the_next_time_is_possible(box: Sandbox) -> None:
    you = box.person("You")
    for _ in range(2):
        await erased(box, you)
    asked = (await you.command(box.channel("cards"), "privacy", what="erase")).message
    assert asked
    answer = await you.press(asked, GOES)
    assert re.search(r"You can do it again <t:\d+:R>", answer.text), answer.text
    assert "is erased" not in asked.text


async def test_missed_turns_are_held_against_who_is_erased_and_enters_a_cup(box: Sandbox, database: Path) -> None:
    aja, ivalu = box.person("Aja"), box.person("Ivalu")
    ivalu.allow("manage_guild")
    async with await open_store(database, now=wall) as store:
        key = (await store.person(aja.id, aja.name)).key
        missed = sample_result(1, key, guild_id=box.guild.id, ended_at=wall(), kept=3, missed=40)
        await store.replace_results(1, [missed])
    async with serving(box, settings_for(box, database)):
        form = (await ivalu.start_command(box.channel("cards"), "organise create", {"name": "Friday"}).first()).message
        assert form
        await ivalu.press(form, "Players and prize")
        await ivalu.select(form, ["70"], placeholder="How reliably people play in time")
        await ivalu.press(form, "Create the cup")
        panel = await box.until(lambda: next(iter(posts(box.channel("cards"), ivalu, "### Friday")), None))
        for _ in range(2):
            assert "you're at 33%" in (await aja.press(panel, "Join")).text
            await erased(box, aja)
