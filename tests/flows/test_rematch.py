"""One press from the end of a game to the first card of the next, from the message that one plays from."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sandbox import Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Player, anything, is_called, play_on, players, posts, result, seated

pytestmark = pytest.mark.usefixtures("one_hand", "bot")


def ends(person: Person) -> list[Message]:
    """The messages in a person's direct messages that tell the end of a game, the newest last."""
    return [one for one in person.dms if not one.ephemeral and "game over" in one.text]


def has_new_hand(person: Person, old: str) -> Callable[[], bool]:
    return lambda: any(", hand " in one.text and f"### {old}," not in one.text for one in person.dms)


def count_tables(database: Path) -> int:
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM tables").fetchone()[0])


async def ended(box: Sandbox, people: list[Person], seats: int) -> str:
    """Play a game to its end, which all have in their direct messages; return the name of its table."""
    lobby = await seated(box, people, seats)
    thread = await lobby.start(people[0])
    await play_on(box, players(box, lobby, people), lambda: result(thread, people[0]))
    await box.until(lambda: all(ends(person) for person in people))
    return lobby.name


async def test_against_computers_the_press_deals_the_next_hand(box: Sandbox) -> None:
    you = box.person("You")
    name = await ended(box, [you], 4)
    (end,) = ends(you)
    assert end.labels[:2] == ["Rematch", "Replay"], "one hand is the shortest game, and there is nobody to swap with"
    assert (await you.press(end, "Rematch")).status == "update"
    assert "your cards are on the way" in end.text
    assert "Rematch" not in end.labels
    await box.until(has_new_hand(you, name))


async def test_with_a_friend_it_takes_one_press_each(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    name = await ended(box, [you, aja], 2)
    await you.press(ends(you)[0], "Rematch")
    assert "I have asked Aja" in ends(you)[0].text
    await box.until(lambda: "Aja" not in aja.dms[-1].text and "Join" in aja.dms[-1].labels)
    await aja.press(ends(aja)[0], "Rematch")
    await box.until(lambda: all(has_new_hand(person, name)() for person in (you, aja)))


async def test_who_does_not_want_to_wait_plays_with_computers_from_there(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    name = await ended(box, [you, aja], 2)
    (end,) = ends(you)
    await you.press(end, "Rematch")
    fill = next(part for part in components.pressable(end.components) if ":fill:" in part["custom_id"])
    await you.press(end, custom_id=fill["custom_id"])
    await box.until(has_new_hand(you, name))
    await aja.press(ends(aja)[0], "Rematch")
    assert "has begun without you" in ends(aja)[0].text


async def test_two_who_press_at_once_play_one_game_with_each_other(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    name = await ended(box, [you, aja], 2)
    calls = [person.start_press(ends(person)[0], ends(person)[0].button("Rematch")) for person in (you, aja)]
    for call in calls:
        await call.first()
    await box.until(lambda: all(has_new_hand(person, name)() for person in (you, aja)))
    assert count_tables(database) == 2


async def test_who_did_not_play_has_no_rematch(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 2)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    over = result(thread, you)
    assert over
    assert "aren't at" in (await box.person("Malik").press(over, "Rematch")).text


async def test_a_private_hand_becomes_the_end_and_then_the_next_hand(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    await you.press(posts(thread, you, "trick 1")[0], "My hand")
    player = Player(box, you, lobby.name, anything(1))

    def own() -> Message:
        return next(one for one in reversed(you.sees(thread)) if one.ephemeral)

    while not result(thread, you):
        await box.until(lambda: is_called(own()) or result(thread, you))
        if is_called(own()):
            await player.play_from(own())
    await box.until(lambda: "game over" in own().text)
    await you.press(own(), "Rematch")
    await box.until(lambda: ", hand " in own().text and f"### {lobby.name}," not in own().text)


async def test_a_hand_opened_beside_the_card_goes_below_the_card_of_the_rematch(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    before = (await you.command(lobby.channel, "hand")).message
    assert before
    await you.press(before, "Rematch")

    def newest() -> Message:
        return you.sees(lobby.channel)[-1]

    await box.until(lambda: newest().ephemeral and ", hand " in newest().text)
    await box.until(lambda: before.deleted)


async def test_after_the_end_my_hand_is_the_end(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 2)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    answer = await you.command(thread, "hand")
    assert answer.message
    assert "game over" in answer.message.text
    assert "Rematch" in answer.message.labels
