"""One person with computers only: nobody else is asked, and thread, direct message and answer say the same."""

from __future__ import annotations

import pytest

from sandbox import Person, Sandbox
from sandbox.world.messages import Channel
from simulation.scripted_people import LONG, posts, press_at, seated

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
async def alone(box: Sandbox, bot: None) -> tuple[Person, Channel]:
    """A person at a table with three computers, and its thread."""
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: you.dms and "Your turn" in you.dms[-1].text, LONG)
    return you, thread


async def test_who_resigns_reads_in_each_place_that_the_table_waits(
    box: Sandbox, alone: tuple[Person, Channel]
) -> None:
    you, thread = alone
    asked = await press_at(thread, you, "More…", "Resign…")
    assert "only computers are left, so the table waits" in asked.text
    assert asked.message
    told = (await you.press(asked.message, "Yes, resign")).text.splitlines()[0]
    assert told.startswith("You has left, and only computers are left at")
    await box.until(lambda: posts(thread, you, told) and told in you.dms[-1].text)
    assert "a computer plays" not in you.dms[-1].text
    await you.press(you.dms[-1], "Take my seat back")
    await box.until(lambda: posts(thread, you, "You is back in seat 1"))


async def test_a_pause_is_one_sentence_and_no_vote(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    told = (await press_at(thread, you, "More…", "Pause")).text.strip()
    assert told.endswith("is paused. Nobody loses time.")
    await box.until(lambda: posts(thread, you, told))
    assert not posts(thread, you, "would like to pause")
    assert not posts(thread, you, "Agreed")
    assert "resumed the table" in (await press_at(thread, you, "More…", "Resume")).text


async def test_who_is_away_reads_that_nothing_is_played(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    told = (await you.command(thread, "away", days=2)).text.strip()
    assert "Nothing is played until then." in told
    await box.until(lambda: posts(thread, you, told))
    assert not posts(thread, you, "unless the others agree")


async def test_another_pace_is_set_at_once(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    told = (await you.command(thread, "table pace", pace="a day")).text.strip()
    await box.until(lambda: posts(thread, you, told))
    assert not posts(thread, you, "would like another pace")


async def test_a_pause_ends_by_a_button_of_the_hand(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    await press_at(thread, you, "More…", "Pause")
    hand = you.dms[-1]
    await box.until(lambda: "This table is paused" in hand.text and "Resume" in hand.labels)
    await you.press(hand, "Resume")
    assert "Your turn" in hand.text
    assert "Resume" not in hand.labels
    await box.until(lambda: posts(thread, you, "You resumed the table"))


async def test_an_absence_ends_by_a_button_of_the_hand(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    await you.command(thread, "away", days=2)
    hand = you.dms[-1]
    await box.until(lambda: "You're away until <t:" in hand.text and "Nothing is played until then." in hand.text)
    await you.press(hand, "I'm back")
    assert "Your turn" in hand.text
    assert "I'm back" not in hand.labels
