"""Missed deadlines as people see them, with the real bot and a clock that is set forward."""

from __future__ import annotations

import re
import time
from pathlib import Path

from sandbox import Person, Sandbox, Thread
from sandbox.world import components
from simulation.scripted_people import MOMENT, Lobby, posts, press_at, resign, rests, said, seated, table_now
from tests.flows.attachments import content
from tests.flows.test_reminders import HOUR, Ahead, ahead, company

__all__ = ["ahead", "company"]


async def begun(
    box: Sandbox, company: list[Person], players: int = 4, game: str = "Voormsi", **terms: str
) -> tuple[Lobby, Thread]:
    """A table on these terms that has started; the first of the company leads."""
    lobby = await seated(box, company, players, game=game)
    menus = (await lobby.press(company[0], "Pace…")).message
    assert menus
    for name, value in terms.items():
        await company[0].select(menus, [value], custom_id=f"v1:term:{lobby.id}:{name}")
    thread = await lobby.start(company[0])
    await box.until(lambda: all(person.dms for person in company))
    await box.until(lambda: posts(thread, company[0], "trick 1"))
    return lobby, thread


async def test_a_rubber_that_is_lost_by_time_is_over_in_every_place(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    you, aja, malik, _ = company
    lobby, thread = await begun(box, company, pace="day", deadline="forfeit")
    await you.press(you.dms[-1], "5♣")
    await box.until(lambda: "Your turn" in aja.dms[-1].text)
    ahead.by = 24 * HOUR + 10_000
    over = (await box.until(lambda: posts(thread, you, "game over")))[-1]
    assert "**You & Malik won!**" in said(over)
    assert "Why: Aja ran out of time" in said(over)
    assert "The way there" not in said(over)
    labels = [part["label"] for part in components.pressable(over.components)]
    assert (labels[0], labels[-1]) == ("Rematch", "Record")
    await box.until(lambda: "The game is over." in posts(thread, you, "trick 1")[-1].text)
    trick = posts(thread, you, "trick 1")[-1]
    assert "to play" not in said(trick)
    await box.until(lambda: posts(lobby.channel, you, ": game over"))
    assert trick.labels == ["Replay", "Record"]
    forged = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:verify:{lobby.id}:1"}
    assert "ended in the middle of hand 1" in (await you.start_press(trick, forged).first()).text
    record = (await malik.command(thread, "record")).message
    assert record
    for file in record.attachments:
        assert "seat 1, won by 0" in await content(file)


async def test_hand_and_thread_tell_the_deadline_of_the_turn_and_what_is_in_reserve(
    box: Sandbox, company: list[Person]
) -> None:
    you, *_ = company
    _, thread = await begun(box, company, pace="live")
    for told in (you.dms[-1].text, posts(thread, you, "trick 1")[-1].text):
        found = re.search(r"Due <t:(\d+):R>\. Reserve: 3 minutes\.", told)
        assert found, told
        assert 60 < int(found[1]) - time.time() < 120


async def test_a_table_that_is_closed_waits_for_nobody(box: Sandbox, company: list[Person]) -> None:
    you, aja, malik, _ = company
    lobby, thread = await begun(box, company, pace="day")
    await aja.command(thread, "away", days=2)
    await resign(thread, malik)
    await lobby.shows("away until", "the seat is free")
    sure = (await press_at(thread, you, "More…", "Close")).message
    assert sure
    await you.press(sure, "Yes, close the table")
    await box.until(lambda: "This table is closed" in posts(thread, you, "trick 1")[-1].text)
    trick = said(posts(thread, you, "trick 1")[-1])
    for told in ("to lead", "ends <t:", "away until", "is open"):
        assert told not in trick
    await lobby.shows("This table is closed")
    assert "away until" not in lobby.card.text
    assert "the seat is free" not in lobby.card.text


async def paused(box: Sandbox, thread: Thread, by: Person, *others: Person) -> None:
    await press_at(thread, by, "More…", "Pause")
    asked = (await box.until(lambda: posts(thread, by, "would like to pause")))[-1]
    for person in others:
        await person.press(asked, "Agree")
    await box.until(lambda: "Agreed." in asked.text)


async def test_a_hand_at_a_paused_table_says_so_and_calls_when_it_goes_on(
    box: Sandbox, company: list[Person], ahead: Ahead
) -> None:
    you, *others = company
    _, thread = await begun(box, company, pace="day")
    await paused(box, thread, you, *others)
    hand = await box.until(lambda: next((one for one in you.dms if "This table is paused" in one.text), None))
    assert "Your turn" not in hand.text
    assert "Due <t:" not in hand.text
    assert "This table is paused" in (await you.command(thread, "hand")).text
    assert "This table is paused" in (await others[0].command(thread, "hand")).text
    before = len(you.notifications)
    ahead.by = 72 * HOUR
    await press_at(thread, others[0], "More…", "Resume")
    await box.until(lambda: "Your turn" in you.dms[-1].text and "Due <t:" in you.dms[-1].text)
    assert len(you.notifications) == before + 1


async def test_the_card_tells_no_more_of_who_is_back_by_playing_or_by_letting_the_table_go_on(
    box: Sandbox, company: list[Person]
) -> None:
    you, *others = company
    lobby, thread = await begun(box, company, pace="day")
    await you.command(thread, "away", days=2)
    await lobby.shows("**You**, away until")
    await you.press(you.dms[-1], "5♣")
    await box.until(lambda: "away until" not in lobby.card.text)
    await paused(box, thread, you, *others)
    await you.command(thread, "away", days=2)
    await lobby.shows("**You**, away until")
    await press_at(thread, you, "More…", "Resume")
    await box.until(lambda: "away until" not in lobby.card.text)


async def test_the_hand_of_who_is_to_play_tells_the_time_of_a_pace_that_was_agreed(
    box: Sandbox, company: list[Person]
) -> None:
    you, *others = company
    _, thread = await begun(box, company, pace="day")
    before = MOMENT.findall(you.dms[-1].text)
    await you.command(thread, "table pace", pace="three days")
    asked = (await box.until(lambda: posts(thread, you, "would like another pace")))[-1]
    for person in others:
        await person.press(asked, "Agree")
    await box.until(lambda: before != MOMENT.findall(you.dms[-1].text))
    now = MOMENT.findall(you.dms[-1].text)
    await box.until(lambda: now == MOMENT.findall(said(posts(thread, you, "trick 1")[-1])))


async def test_without_a_name_a_command_means_the_table_that_waits_for_oneself(
    box: Sandbox, company: list[Person]
) -> None:
    _, aja, malik, _ = company
    soonest, _ = await begun(box, company, pace="day")
    waiting, _ = await begun(box, [aja, malik], 3, pace="three-days")
    tables = (await aja.command(box.channel("general"), "mytables")).text
    assert tables.index(waiting.name) < tables.index(soonest.name)
    due = [int(moment) for moment in re.findall(r"<t:(\d+)", tables)]
    assert [round((moment - time.time()) / 86_400) for moment in due] == [3, 1]
    hand = await aja.command(box.channel("general"), "hand")
    assert f"### {waiting.name}, hand " in hand.text
    assert "Your turn" in hand.text


async def test_at_a_table_whose_people_all_are_late_again_and_again_nothing_is_played(
    box: Sandbox, company: list[Person], ahead: Ahead, database: Path
) -> None:
    you, *others = company
    lobby, thread = await begun(box, company, pace="day", opens="0", forced="off")
    for person in others:
        await person.command(thread, "away", days=20)
    asked = (await box.until(lambda: posts(thread, you, "No answer by")))[-1]
    await you.press(asked, "Disagree")
    ahead.by = 25 * HOUR
    await box.until(lambda: posts(thread, you, "ran out of time") or posts(thread, you, "computer played for You"))
    await box.until(lambda: rests(table_now(database, lobby.id)))
    await box.until(lambda: any("**You to " in one.text for one in posts(thread, you, "hand 1, trick")))
    ahead.by = 50 * HOUR
    told = (await box.until(lambda: posts(thread, you, "Nobody is here now, so the table waits")))[-1]
    shown = posts(thread, you, "hand 1, trick")[-1].text
    assert shown.count("ran out of time") + shown.count("computer played for You") == 1
    ahead.by += 10 * 24 * HOUR
    await you.press(told, "Resume")
    await box.until(lambda: any("**You to " in one.text for one in posts(thread, you, "hand 1, trick")))
