"""Private answers that say something of a table that passes: they go, or say what came of it."""

from __future__ import annotations

import pytest

from sandbox import Message, Person, Sandbox, Thread
from sandbox.world.faults import InjectedFault
from simulation.scripted_people import LONG, posts, press_at, resign, seated, taking


@pytest.fixture
async def table(bot: None, box: Sandbox) -> tuple[Thread, Person, Person]:
    """A table of two people, and its thread."""
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1") and you.dms and aja.dms, LONG)
    return thread, you, aja


async def answer(thread: Thread, person: Person, *labels: str) -> Message:
    message = (await press_at(thread, person, *labels)).message
    assert message
    return message


async def asked(box: Sandbox, thread: Thread, person: Person, words: str) -> Message:
    found: list[Message] = await box.until(lambda: posts(thread, person, words))
    return found[-1]


@pytest.mark.parametrize(("press", "told"), [("Agree", "Agreed."), ("Disagree", "Aja said no, so nothing changes.")])
async def test_whoever_asked_the_others_is_told_what_they_said(
    box: Sandbox, table: tuple[Thread, Person, Person], press: str, told: str
) -> None:
    thread, you, aja = table
    waits = await answer(thread, you, "More…", "Pause")
    assert "I asked the others" in waits.text
    await aja.press(await asked(box, thread, aja, "would like to pause"), press)
    await box.until(lambda: told in waits.text)
    assert "I asked the others" not in waits.text


async def test_that_a_table_is_paused_is_told_until_it_goes_on(
    box: Sandbox, table: tuple[Thread, Person, Person]
) -> None:
    thread, you, aja = table
    await resign(thread, aja)
    await box.until(lambda: posts(thread, you, "Aja has resigned"))
    paused = await answer(thread, you, "More…", "Pause")
    assert "This table is paused." in paused.text
    await press_at(thread, you, "Resume")
    await box.until(lambda: paused.id not in thread.messages)


async def test_that_somebody_is_away_is_told_until_they_are_back(
    box: Sandbox, table: tuple[Thread, Person, Person]
) -> None:
    thread, _, aja = table
    away = (await aja.command(thread, "away", days=2)).message
    assert away
    await aja.command(thread, "away", days=0)
    await box.until(lambda: away.id not in thread.messages)


async def test_whoever_has_left_is_not_told_that_a_computer_plays_once_they_are_back(
    box: Sandbox, table: tuple[Thread, Person, Person]
) -> None:
    thread, _, aja = table
    left = (await resign(thread, aja)).message
    assert left
    assert "A computer plays on" in left.text
    (free,) = await box.until(lambda: [one for one in posts(thread, aja, "is free") if taking(one)])
    await aja.press(free, taking(free))
    await box.until(lambda: left.id not in thread.messages)


async def test_a_refused_play_is_told_until_another_is_made(box: Sandbox, table: tuple[Thread, Person, Person]) -> None:
    thread, you, aja = table
    first, other = (you, aja) if "Your turn" in you.dms[-1].text else (aja, you)
    hand = first.dms[-1]
    refused = (await first.command(thread, "play", cards="Jc Jd")).message
    assert refused
    early = (await other.command(thread, "play", cards="Jc Jd")).message
    assert early
    assert "not your turn" in early.text
    await first.press(hand, next(iter(hand.labels)))
    await box.until(lambda: not {refused.id, early.id} & thread.messages.keys())


async def test_an_answer_that_cannot_be_deleted_stays_and_nothing_else_does(
    box: Sandbox, table: tuple[Thread, Person, Person]
) -> None:
    thread, _, aja = table
    away = (await aja.command(thread, "away", days=2)).message
    assert away
    box.faults.add(InjectedFault.page(404, "webhooks", method="DELETE"))
    await aja.command(thread, "away", days=0)
    await box.until(lambda: posts(thread, aja, "Aja is back"))
    assert away.id in thread.messages
