"""A hand looked at again: step by step by buttons and menus, and never more than may be known."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.discord_api import custom_ids
from rules.core.contract import Phase
from sandbox import Channel, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import play_on, players, posts, resign, seated, table_now
from simulation.seen_cards import cards_in, held_so_far, played


def options(message: Message, what: str) -> list[dict[str, str]]:
    menus = [part for part in components.pressable(message.components) if part["type"] in components.SELECTS]
    return next((menu["options"] for menu in menus if menu["custom_id"].endswith(f":{what}")), [])


def menu_of(message: Message, what: str) -> str:
    menus = [part for part in components.pressable(message.components) if part["type"] in components.SELECTS]
    return next(str(menu["custom_id"]) for menu in menus if menu["custom_id"].endswith(f":{what}"))


async def first_hand_over(box: Sandbox, people: Sequence[Person], seats: int) -> Channel:
    """A table of which one hand is over and the next one is in play, or the rubber is over too."""
    lobby = await seated(box, people, seats)
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    await play_on(box, company, lambda: posts(thread, people[0], "hand 1 is over"))
    return thread


async def text_of_deal(person: Person, over: Message) -> str:
    """The deal of a finished hand, as the replay behind its summary tells it."""
    replay = (await person.press(over, "Replay")).message
    assert replay
    return (await person.press(replay, "Deal")).text


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_finished_hand_is_stepped_through_from_the_deal_to_its_end(box: Sandbox, database: Path) -> None:
    you, stranger = box.people[0], box.people[-1]
    thread = await first_hand_over(box, [you], 4)
    summary = posts(thread, stranger, "hand 1 is over")[0]
    replay = (await stranger.press(summary, "Replay")).message
    assert replay
    assert replay.ephemeral
    seen, last = [replay.text], ""
    while replay.text != last:
        last = replay.text
        answer = await stranger.press(replay, "Next")
        assert answer.status == "update"
        seen.append(replay.text)
    plays = len(seen) - 2
    deal = (await stranger.press(replay, "Deal")).text
    assert [f"card {step} of {plays}" in text for step, text in enumerate(seen[:-1])] == [True] * (plays + 1)
    dealt = [line for line in deal.splitlines() if ": " in line and cards_in(line)]
    assert cards_in(seen[0]) <= cards_in("\n".join(dealt))
    assert sum("led." in text for text in seen[1:-1]) == plays
    assert "Hand 1 is over" in last
    await stranger.press(replay, "Previous")
    assert f"card {plays - 1} of {plays}" in replay.text
    await stranger.press(replay, "First")
    assert replay.text == seen[0]
    await stranger.press(replay, "Last")
    assert replay.text == last


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_the_deal_of_a_finished_hand_tells_its_key_and_the_post_that_binds_it(box: Sandbox) -> None:
    thread = await first_hand_over(box, [box.people[0]], 2)
    [post] = posts(thread, box.people[-1], "Every deck from here on")
    over = posts(thread, box.people[-1], "hand 1 is over")[0]
    told = await text_of_deal(box.people[-1], over)
    key, code = re.findall(r"`([0-9a-f]{64})`", told)
    assert hashlib.sha256(bytes.fromhex(key)).hexdigest() == code
    assert f"`{code}`" in post.text
    assert f"/{thread.id}/{post.id}" in told


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_the_deal_of_a_finished_hand_names_those_who_played_it(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    thread = await first_hand_over(box, [you, aja], 3)
    over = posts(thread, you, "hand 1 is over")[0]
    told = await text_of_deal(you, over)
    assert "Aja: " in told
    await resign(thread, aja)
    await box.until(lambda: posts(thread, you, "Aja has resigned"))
    assert await text_of_deal(you, over) == told


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_trick_is_chosen_in_the_menu_and_told_as_it_ended(box: Sandbox) -> None:
    you = box.person("You")
    thread = await first_hand_over(box, [you], 3)
    replay = (await you.command(thread, "replay", hand=1)).message
    assert replay
    tricks = options(replay, "trick")
    assert len(tricks) > 1
    for trick in tricks[1:]:
        answer = await you.select(replay, [trick["value"]], custom_id=menu_of(replay, "trick"))
        assert answer.status == "update"
        title, _, won = trick["label"].partition(": ")
        winner, _, cards = won.partition(" won with ")
        assert f", {title.lower()}\n" in replay.text
        assert f"**{winner}: {cards}**, wins the trick\n" in replay.text


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_of_the_hand_in_play_only_finished_tricks_are_shown_whatever_is_asked_for(
    box: Sandbox, database: Path
) -> None:
    you, aja, stranger = box.person("You"), box.person("Aja"), box.people[-1]
    lobby = await seated(box, [you, aja], 4)
    thread = await lobby.start(you)
    company = players(box, lobby, [you, aja])
    await box.until(lambda: any(one.called for one in company))
    early = await stranger.command(thread, "replay")
    assert "No trick of hand 1" in early.text or "card 0" in early.text
    await play_on(box, company, lambda: posts(thread, you, "hand 1, trick 4"))
    await box.until(lambda: table_now(database, lobby.id).turn in (0, 1))
    table = table_now(database, lobby.id)
    assert table.phase is Phase.PLAY
    for person in (you, stranger):
        replay = (await person.command(thread, "replay", hand=1)).message
        assert replay
        made_up = [f"1.{step}:{way}" for step in (0, 1, 11, 12, 13, 30, 9999) for way in ("forward", "last", "x")]
        made_up += ["1.0", "1.36", "2.0", "0.0", "-1.5", "1", "trick", "", "1.4.4", "99999.1", "hand:hand"]
        for args in made_up:
            pressed = {"type": 2, "id": 99, "custom_id": f"{custom_ids.VERSION}:replay:{lobby.id}:{args}"}
            answer = await person.start_press(replay, pressed).first()
            told = "\n".join([answer.text, replay.text, *(one["label"] for one in options(replay, "trick"))])
            assert not cards_in(told) - played(table), args
            assert "All hands" not in told
    assert held_so_far(table, 0) - played(table)
