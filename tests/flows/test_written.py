"""Whoever writes to the bot is answered as by `/help`; nothing of it is kept, and a flood of it makes no flood."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sandbox import Message, Person, Sandbox
from sandbox.world import sessions
from simulation.scripted_people import LONG, seated
from tests.flows.conftest import serving, settings_for

BUTTONS = ["Play now", "New here?", "My tables"]
WRITTEN = "How do I cook an aubergine?"


async def write(box: Sandbox, person: Person, text: str = WRITTEN) -> Message:
    """Write to the bot, and return what comes next from it."""
    said = await person.say(person.open_direct(), text)

    def answer() -> Message | None:
        return next((one for one in person.dms if one.id > said.id and is_from_bot(one)), None)

    found: Message = await box.until(answer, LONG)
    return found


def is_from_bot(message: Message) -> bool:
    return bool(message.payload["author"].get("bot"))


def helps(person: Person) -> list[Message]:
    return [message for message in person.dms if message.labels == BUTTONS and not message.ephemeral]


@pytest.mark.usefixtures("bot")
async def test_whatever_one_writes_is_answered_as_by_help(box: Sandbox) -> None:
    you = box.person("You")
    asked = await you.command(you.open_direct(), "help")
    for text in ("help", "?", WRITTEN):
        answer = await write(box, you, text)
        assert (answer.text, answer.labels) == (asked.text, BUTTONS)
        assert not answer.ephemeral


@pytest.mark.usefixtures("bot")
async def test_the_answer_leads_to_ones_hand(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    await lobby.start(you)
    await box.until(lambda: you.dms and "Your turn" in you.dms[-1].text, LONG)
    tables = (await you.press(await write(box, you, "7c"), "My tables")).message
    assert tables
    assert f"### {lobby.name}, hand " in (await you.press(tables, f"My hand at {lobby.name}")).text


@pytest.mark.usefixtures("bot")
async def test_the_answer_is_in_the_language_that_the_person_is_known_to_read(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    you.locale = aja.locale = "da"
    await you.command(you.open_direct(), "help")
    assert (await write(box, you)).labels == ["Spil nu", "Ny her?", "Mine borde"]
    assert (await write(box, aja)).labels == BUTTONS


async def test_nothing_of_it_is_stored_or_logged(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    you = box.person("You")
    async with serving(box, settings_for(box, database)):
        await write(box, you)
    with closing(sqlite3.connect(database)) as db:
        stored = "\n".join(db.iterdump())
    for secret in (WRITTEN, str(you.id)):
        assert secret not in stored
        assert secret not in caplog.text


async def test_a_flood_of_messages_is_answered_once(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with serving(box, settings_for(box, database, joins_per_minute=20)):
        for number in range(50):
            await you.say(you.open_direct(), f"{WRITTEN} {number}")
        await write(box, aja)
        await box.until(lambda: helps(you))
    assert [len(helps(person)) for person in (you, aja)] == [1, 1]


async def test_what_is_written_in_a_server_is_not_even_sent_to_the_bot(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with serving(box, settings_for(box, database)):
        assert not box.world.sessions.wants(sessions.GUILD_MESSAGES | sessions.MESSAGE_CONTENT)
        await you.say(box.channel("cards"), WRITTEN)
        assert (await you.command(box.channel("cards"), "help")).status == "message"
    assert not any(one.labels == BUTTONS and not one.ephemeral for one in you.sees(box.channel("cards")))


@pytest.mark.usefixtures("bot")
async def test_who_refuses_direct_messages_gets_no_answer_and_the_bot_goes_on(box: Sandbox) -> None:
    you = box.person("You")
    you.close_dms()
    await you.say(you.open_direct(), WRITTEN)
    await box.until(lambda: any(one.status == 403 for one in box.requests))
    assert not helps(you)
    assert (await you.command(you.open_direct(), "help")).status == "message"
