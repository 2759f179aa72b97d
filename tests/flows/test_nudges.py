"""Nudges as people see them: from the hand that waits, and from the thread."""

from __future__ import annotations

import pytest

from bot.runtime.times import SECOND
from sandbox import Person, Sandbox
from simulation.counted_rubbers import all_shown
from simulation.scripted_people import posts
from tests.flows.test_deadlines import begun
from tests.flows.test_reminders import HOUR, Ahead, ahead, company

__all__ = ["ahead", "company"]


async def test_from_a_hand_that_waits_others_are_nudged_once_and_not_at_once(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    you, aja, *_ = company
    await begun(box, company, pace="day")
    await you.press(you.dms[-1], "5♣")
    await box.until(lambda: "Your turn" in aja.dms[-1].text)
    hand, before = you.dms[-1], aja.dms[-1].id
    early = await you.press(hand, "Nudge")
    assert "It has just become Aja's turn" in early.text
    await all_shown(box)  # an older message is not edited again
    ahead.by = 2 * HOUR
    await you.press(hand, "Nudge")
    assert "I have nudged Aja." in hand.text
    assert "Nudge" not in hand.labels
    await box.until(lambda: aja.dms[-1].id > before)
    assert "You is waiting for you" in aja.dms[-1].text
    assert "Nudge" not in aja.dms[-1].labels


async def test_from_the_thread_others_are_nudged_once_and_its_message_stays_where_it_is(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    you, aja, malik, _ = company
    _, thread = await begun(box, company, pace="day")
    (table,) = posts(thread, malik, "trick 1")
    assert "It has just become You's turn" in (await malik.press(table, "Nudge")).text
    ahead.by = 2 * HOUR
    assert "It is your own turn" in (await you.press(table, "Nudge")).text
    assert "I have nudged You." in (await malik.press(table, "Nudge")).text
    await box.until(lambda: "Malik is waiting for you" in you.dms[-1].text)
    await box.until(lambda: "Nudge" not in table.labels)
    assert posts(thread, aja, "trick 1") == [table]


async def test_at_a_fast_table_the_thread_offers_it_once_somebody_has_waited(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    you, aja, *_ = company
    _, thread = await begun(box, company, pace="live")
    (table,) = posts(thread, aja, "trick 1")
    assert "Nudge" not in table.labels
    ahead.by = 30 * SECOND
    await aja.press(aja.dms[-1], "6♣")  # queued: from now on the time of the turn is looked at again
    await box.until(lambda: "Nudge" in table.labels)
    await you.press(you.dms[-1], "5♣")
    await box.until(lambda: posts(thread, aja, "You: 5♣"))
    assert "Nudge" not in posts(thread, aja, "You: 5♣")[-1].labels


@pytest.mark.parametrize("silent", [30, 150])
async def test_at_a_fast_table_a_hand_offers_it_however_long_its_person_has_only_looked_on(
    box: Sandbox, company: list[Person], ahead: Ahead, silent: int
) -> None:
    you, aja, malik, _ = company
    await begun(box, company, pace="live")
    await you.press(you.dms[-1], "5♣")
    await box.until(lambda: "Your turn" in aja.dms[-1].text)
    assert "Nudge" not in you.dms[-1].labels
    ahead.by = silent * SECOND
    await malik.press(malik.dms[-1], "9♠")  # queued: from now on the time of the turn is looked at again
    await box.until(lambda: "Nudge" in you.dms[-1].labels)
    await you.press(you.dms[-1], "Nudge")
    assert "I have nudged Aja." in you.dms[-1].text


async def test_whom_somebody_has_blocked_cannot_nudge_them(box: Sandbox, company: list[Person], ahead: Ahead) -> None:
    you, aja, malik, _ = company
    _, thread = await begun(box, company, pace="day")
    await you.command(thread, "block", person=malik)
    ahead.by = 2 * HOUR
    before = you.dms[-1].id
    assert "You can't nudge You." in (await malik.press(malik.dms[-1], "Nudge")).text
    await aja.press(aja.dms[-1], "Nudge")
    await box.until(lambda: you.dms[-1].id > before)


async def test_at_a_fast_table_the_button_comes_after_a_moment(box: Sandbox, company: list[Person]) -> None:
    you, aja, *_ = company
    await begun(box, company, pace="live")
    await you.press(you.dms[-1], "5♣")
    await box.until(lambda: "Your turn" in aja.dms[-1].text)
    assert "Nudge" not in you.dms[-1].labels
