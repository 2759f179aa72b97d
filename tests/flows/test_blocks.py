"""Somebody blocks somebody else for themselves."""

from __future__ import annotations

import json

import pytest

from sandbox import Interaction, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import opened, play_on, players, posts, resign, result, seated
from tests.flows.attachments import file_of

UNWELCOME = "You can't join"
ANYWAY = "Join anyway"


async def block(box: Sandbox, person: Person, blocked: Person) -> Interaction:
    return await person.command(box.channel("general"), "block", person=blocked)


@pytest.mark.usefixtures("bot")
async def test_the_blocked_do_not_join_a_table_that_the_blocker_opened_and_are_not_told_why(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    assert "**Aja** is blocked" in (await block(box, you, aja)).text
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.join(malik)
    refused = await lobby.press(aja, "Join")
    assert f"{UNWELCOME} {lobby.name}" in refused.text
    assert "You" not in refused.text.replace(UNWELCOME, "")
    menu = (await lobby.press(aja, "Seat…")).message
    assert menu
    assert UNWELCOME in (await aja.select(menu, ["3"])).text
    assert lobby.name not in (await aja.command(box.channel("general"), "tables")).text
    await lobby.press(you, "Leave")
    assert UNWELCOME in (await lobby.press(aja, "Join")).text


@pytest.mark.usefixtures("bot")
async def test_the_blocked_do_not_join_a_table_where_the_blocker_sits(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    await block(box, you, aja)
    lobby = await opened(box, malik, box.channel("cards"))
    await lobby.join(you)
    assert UNWELCOME in (await lobby.press(aja, "Join")).text
    await lobby.press(you, "Leave")
    await lobby.shows("2. *free*")
    await lobby.join(aja)


@pytest.mark.usefixtures("bot")
async def test_the_blocker_is_asked_before_joining_a_table_where_the_blocked_is(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await block(box, you, aja)
    lobby = await opened(box, aja, box.channel("cards"))
    asked = (await lobby.press(you, "Join")).message
    assert asked
    assert asked.ephemeral
    assert f"Aja is at {lobby.name}, and you've blocked Aja" in asked.text
    assert "2. *free*" in lobby.card.text
    assert "in seat 3" in (await you.press(asked, ANYWAY)).text
    await lobby.press(you, "Leave")
    menu = (await lobby.press(you, "Seat…")).message
    assert menu
    await you.select(menu, ["2"])
    await you.press(menu, ANYWAY)
    await lobby.shows("3. **You**")


@pytest.mark.usefixtures("bot")
async def test_the_blocked_take_no_seat_in_play_but_come_back_to_their_own(box: Sandbox) -> None:
    you, aja, malik, ivalu = (box.person(name) for name in ("You", "Aja", "Malik", "Ivalu"))
    lobby = await seated(box, [you, aja, malik], 4)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    await block(box, you, aja)
    await block(box, you, ivalu)
    for person in (aja, malik):
        await resign(thread, person)
    assert UNWELCOME in (await ivalu.command(thread, "table substitute")).text
    assert "is back" in (await aja.command(thread, "table substitute")).text


@pytest.mark.usefixtures("bot")
async def test_the_blocker_is_asked_before_taking_a_seat_in_play(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    await block(box, malik, you)
    lobby = await seated(box, [you, aja], 4)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    await resign(thread, aja)
    asked = (await malik.command(thread, "table substitute")).message
    assert asked
    assert "you've blocked" in asked.text
    await malik.press(asked, "Take it anyway")
    assert "You asked for seat 2" in asked.text


@pytest.mark.slow
@pytest.mark.usefixtures("one_hand", "bot")
async def test_a_rematch_does_not_seat_people_together_of_whom_one_has_blocked_the_other(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 2)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you, aja]), lambda: result(thread, you))
    await block(box, you, aja)
    over = result(thread, you)
    assert over
    answer = await aja.press(over, "Rematch")
    assert answer.message
    assert "One of them is free" in answer.text
    name = answer.text.split("**")[1]
    assert name not in (await you.command(lobby.channel, "mytables")).text
    assert name in (await aja.command(lobby.channel, "mytables")).text
    other = await you.press(over, "Rematch")
    assert f"another game: {name}" in other.text
    assert "you've blocked Aja" in (await you.press(other.message or 0, "Join")).text
    await aja.press(answer.message, "Play now")
    await box.until(lambda: any(f"{name}, hand 1" in one.text for one in aja.dms))


@pytest.mark.usefixtures("bot")
async def test_the_list_shows_whom_one_has_blocked_and_lifts_it(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    page = (await you.command(box.channel("general"), "block")).message
    assert page
    assert "Nobody." in page.text
    page = (await block(box, you, aja)).message
    assert page
    assert "**Aja** is no longer blocked" in (await you.select(page, [str(aja.id)])).text
    assert "Nobody." in page.text
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.join(aja)


@pytest.mark.usefixtures("bot")
async def test_who_is_blocked_and_then_erased_stands_on_no_list_of_blocks(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    await block(box, you, aja)
    page = (await block(box, you, malik)).message
    assert page
    sure = (await aja.command(box.channel("general"), "privacy", what="erase")).message
    assert sure
    await aja.press(sure, "Yes, erase everything")
    again = (await you.command(box.channel("general"), "block")).message
    assert again
    (menu,) = [one["options"] for one in components.walk(again.components) if "options" in one]
    assert [option["label"] for option in menu] == ["Malik"]
    await you.select(page, [str(malik.id)])
    assert "Nobody." in page.text


@pytest.mark.usefixtures("bot")
async def test_nobody_blocks_themselves_or_the_bot(box: Sandbox) -> None:
    you = box.person("You")
    assert "Choose another person" in (await block(box, you, you)).text


@pytest.mark.usefixtures("bot")
async def test_what_is_stored_about_oneself_has_the_blocks(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await block(box, you, aja)
    answer = await you.command(box.channel("general"), "privacy", what="export")
    assert answer.message
    about = json.loads(await file_of(answer.message, "json"))
    assert [one["discord_id"] for one in about["blocks"]] == [str(aja.id)]
