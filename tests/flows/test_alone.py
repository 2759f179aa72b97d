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


async def test_who_resigns_does_so_at_once_and_takes_the_seat_back_where_they_play(
    box: Sandbox, alone: tuple[Person, Channel]
) -> None:
    you, thread = alone
    private = (await you.press(posts(thread, you, "trick 1")[-1], "My hand")).message
    assert private
    hand = you.dms[-1]
    told = (await press_at(thread, you, "More…", "Resign")).text.splitlines()[0]
    assert told.startswith("You has left, and only computers are left at")
    await box.until(lambda: posts(thread, you, told) and told in hand.text and told in private.text)
    assert "a computer plays" not in hand.text
    table = posts(thread, you, told)[-1].text
    assert f"**{told}** It closes <t:" in table
    assert "Only computers are left, so" not in table
    assert "Seat 1 is free" not in table
    assert (await you.press(hand, "Take my seat back")).status == "update"
    assert "Your turn" in hand.text
    await box.until(lambda: posts(thread, you, "You is back in seat 1"))
    assert not posts(thread, you, told)
    assert not posts(thread, you, "a computer played")


async def test_a_hand_in_the_thread_is_back_with_the_seat(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    private = (await you.press(posts(thread, you, "trick 1")[-1], "My hand")).message
    assert private
    await press_at(thread, you, "More…", "Resign")
    await box.until(lambda: "Take my seat back" in private.labels)
    await you.press(private, "Take my seat back")
    assert "You is back in seat 1." in private.text
    assert "Your turn" in private.text


async def test_who_is_back_by_an_answer_in_the_direct_message_has_one_hand_there(
    box: Sandbox, alone: tuple[Person, Channel]
) -> None:
    you, _ = alone
    hand = you.dms[-1]
    page = (await you.press(hand, "Help…")).message
    assert page
    page = (await you.press(page, "More…")).message
    assert page
    answer = (await you.press(page, "Resign")).message
    assert answer
    await box.until(lambda: "Take my seat back" in hand.labels)
    await you.press(answer, "Take my seat back")
    await box.until(lambda: "Your turn" in hand.text)
    assert answer.text.startswith("You is back in seat 1.")
    assert "Your turn" not in answer.text


async def test_who_comes_and_goes_is_told_once(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    for _ in range(2):
        await press_at(thread, you, "More…", "Resign")
        await box.until(lambda: "Take my seat back" in you.dms[-1].labels)
        await box.until(lambda: not posts(thread, you, "You is back"))
        await you.press(you.dms[-1], "Take my seat back")
        await box.until(lambda: posts(thread, you, "You is back in seat 1"))
    assert posts(thread, you, "trick 1")[-1].text.count("You is back") == 1


async def test_a_pause_is_one_sentence_and_no_vote(box: Sandbox, alone: tuple[Person, Channel]) -> None:
    you, thread = alone
    before, hand = len(thread.messages), you.dms[-1]
    told = (await press_at(thread, you, "More…", "Pause")).text.strip()
    assert told == "**This table is paused.** Nobody loses time."
    await box.until(lambda: posts(thread, you, told) and told in hand.text)
    assert [one for one in thread.messages.values() if not one.ephemeral][before:] == []
    await press_at(thread, you, "More…", "Resume")
    await box.until(lambda: not posts(thread, you, told) and told not in hand.text)


async def test_who_is_away_reads_that_nothing_is_played_until_they_are_back(
    box: Sandbox, alone: tuple[Person, Channel]
) -> None:
    you, thread = alone
    told = (await you.command(thread, "away", days=2)).text.strip()
    assert "Nothing is played until then." in told
    await box.until(lambda: posts(thread, you, told))
    assert not posts(thread, you, "is paused")
    assert not posts(thread, you, "unless the others agree")
    await you.command(thread, "away", days=0)
    await box.until(lambda: posts(thread, you, "You is back."))
    assert not posts(thread, you, told)


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
    await box.until(lambda: posts(thread, you, "You is back."))
