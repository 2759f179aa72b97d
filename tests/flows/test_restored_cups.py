"""The drill in the middle of a cup: a backup is put back, its channel is told what was lost, and the cup goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.operations import backup
from bot.operations.backup import restore
from bot.tables import table_names
from sandbox import Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import LONG, Player, anything, play_on, posts
from tests.flows.conftest import serving, settings_for
from tests.flows.matches import in_it, play_match, threads_of
from tests.flows.test_cup_commands import organiser, typed
from tests.flows.test_cups import decided, signed_up

HELP = ("v1:new-here:", "v1:ranks:")
MOST_PRESSED = 5
"""Buttons of a message that are tried."""


def told(box: Sandbox, person: Person) -> list[str]:
    return [one.text for one in posts(box.channel("cards"), person, "restored from a backup")]


def has_hands(database: Path, count: int) -> bool:
    """Return whether the bot has noted where so many hands are."""
    with closing(sqlite3.connect(database)) as db:
        hands = "SELECT count(*) FROM shown WHERE audience LIKE 'seat:%' AND message_id IS NOT NULL"
        return bool(db.execute(hands).fetchone() == (count,))


@pytest.mark.slow
async def test_a_cup_says_once_what_a_restore_has_lost_and_is_played_to_its_end(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    settings = settings_for(box, database)
    await signed_up(box, database, *people)
    async with serving(box, settings):
        await box.until(lambda: len(threads_of(box, people[0])) == 2, LONG)
        await box.until(partial(has_hands, database, len(people)), LONG)
        both = threads_of(box, people[0])
        copy = await asyncio.to_thread(backup.make, database, database.parent / "backups", 7, 0.0)
        await play_match(box, people, both[0])
        await box.until(partial(decided, database, 1), LONG)
    assert await asyncio.to_thread(restore, settings, copy.path, over=True) == 0
    assert decided(database, 0)
    for _ in range(2):
        async with serving(box, settings):
            await box.until(lambda: told(box, people[0]), LONG)
    (text,) = told(box, people[0])
    there = [person.name for person in in_it(both[0], people)]
    assert "These results are lost:" in text
    assert all(name in text for name in there)
    async with serving(box, settings):
        company = [Player(box, person, thread.name, anything(1)) for thread in both for person in people]
        await play_on(box, company, partial(decided, database, 2))  # an old result stands in the thread of one
        await box.until(lambda: posts(box.channel("cards"), people[0], "The cup is over"), LONG)
    assert not box.violations


@pytest.mark.slow
async def test_a_cup_whose_later_record_is_lost_says_so_without_names(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in ("You", "Aja")]
    settings = settings_for(box, database)
    await signed_up(box, database, *people)
    async with serving(box, settings):
        await box.until(lambda: len(box.threads) == 1, LONG)
        copy = await asyncio.to_thread(backup.make, database, database.parent / "backups", 7, 0.0)
    for path in database.parent.glob(f"{database.name}*"):
        path.unlink()
    assert await asyncio.to_thread(restore, settings, copy.path, over=False) == 0
    async with serving(box, settings):
        await box.until(lambda: told(box, people[0]), LONG)
    (text,) = told(box, people[0])
    assert "results" not in text


async def test_old_buttons_of_what_a_restore_has_lost_say_so(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = you, aja = [box.person(name) for name in ("You", "Aja")]
    ivalu, settings = organiser(box), settings_for(box, database)
    await signed_up(box, database, *people)
    copy = await asyncio.to_thread(backup.make, database, database.parent / "backups", 7, 0.0)
    async with serving(box, settings):
        await box.until(lambda: len(threads_of(box, you)) == 1, LONG)
        await box.until(partial(has_hands, database, len(people)), LONG)
        hand = you.dms[-1]
        thread = box.threads[0]
        sheet = await box.until(lambda: next(iter(posts(box.channel("cards"), you, "Round 1")), None), LONG)
        await typed(box, ivalu, "organise create", name="Winter")
        await typed(box, ivalu, "organise open-sign-up")
        lost_cup = await box.until(lambda: next(iter(posts(box.channel("cards"), you, "### Winter")), None))
    assert await asyncio.to_thread(restore, settings, copy.path, over=True) == 0
    others = tuple(name for name in table_names.ANIMALS if name != thread.name)
    monkeypatch.setattr(table_names, "ANIMALS", others)  # a new table of the same name would go on in the lost thread
    async with serving(box, settings):
        await box.until(lambda: len(box.threads) == 2, LONG)
        for shown in (hand, *you.sees(thread)):
            for button in pressable(shown)[:MOST_PRESSED]:
                assert "This table is lost" in (await you.press(shown, custom_id=button)).text, button
        for button in pressable(lost_cup):
            assert "This cup is lost" in (await aja.press(lost_cup, custom_id=button)).text, button
        for button in pressable(sheet):
            assert "Friday" in (await you.press(sheet, custom_id=button)).text, button
    assert not box.violations


def pressable(message: Message) -> list[str]:
    """The buttons of a message, without help that needs no table."""
    found = [part.get("custom_id", "") for part in components.pressable(message.components) if is_button(part)]
    return [custom_id for custom_id in found if custom_id and not custom_id.startswith(HELP)]


def is_button(part: dict[str, Any]) -> bool:
    return bool(part["type"] == components.BUTTON)
