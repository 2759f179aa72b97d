"""*What would you play?* A newcomer asks, is answered in their hand, and plays that or something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.tables import deals
from sandbox import Interaction, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import LONG, MAIN, PACK, Lobby, cut_for, entries, press_at, seated, shuffling
from tests.flows.conftest import serving, settings_for

ASK = "What would you play?"
MINE = "I'd play"


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first person lead."""
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), PACK))


async def begun(box: Sandbox, *people: Person) -> tuple[Lobby, Message]:
    """A table of these people with computers, and the hand of the first in their direct message, at their turn."""
    lobby = await seated(box, people, 4)
    await lobby.start(people[0])
    return lobby, await on_turn(box, people[0])


async def on_turn(box: Sandbox, person: Person) -> Message:
    def hand() -> Message | None:
        found = person.dms[-1] if person.dms else None
        return found if found and "Your turn" in found.text and found.attachments and not found.loading else None

    shown: Message = await box.until(hand, LONG)
    return shown


def chosen(hand: Message) -> list[dict[str, Any]]:
    """The plays in the main colour."""
    return [part for part in components.pressable(hand.components) if part.get("style") == MAIN]


async def pressed(person: Person, hand: Message, custom_id: str) -> Interaction:
    """Press a button that the message does not have, or no more."""
    button = next(iter(components.pressable(hand.components)))
    return await person.start_press(hand, {**button, "custom_id": custom_id}).first()


async def test_the_answer_stands_in_the_hand_and_one_press_plays_it(box: Sandbox, database: Path) -> None:
    async with serving(box, settings_for(box, database)):
        you = box.person("You")
        lobby, hand = await begun(box, you)
        labels, before = hand.labels, entries(database, lobby.id)
        assert labels[0] == ASK
        assert (await you.press(hand, ASK)).status == "update"
        assert MINE in hand.text
        assert hand.labels == labels
        assert entries(database, lobby.id) == before
        (mine,) = chosen(hand)
        assert (await on_turn(box, you)) is hand
        assert MINE in hand.text
        assert (await you.press(hand, custom_id=mine["custom_id"])).status == "update"
        assert MINE not in hand.text
        assert len(entries(database, lobby.id)) > len(before)


@pytest.mark.usefixtures("bot")
async def test_in_the_private_hand_the_answer_takes_its_place_there(box: Sandbox) -> None:
    you = box.person("You")
    lobby, _ = await begun(box, you)
    assert lobby.thread
    hand = (await you.command(lobby.thread, "hand")).message
    assert hand
    assert hand.ephemeral
    assert (await you.press(hand, ASK)).status == "update"
    assert MINE in hand.text
    assert hand.labels[0] == ASK
    assert "I don't say" not in (await you.press(hand, "Help…")).text


@pytest.mark.usefixtures("bot")
async def test_who_asks_when_nothing_is_to_be_decided_gets_the_hand_as_it_is(box: Sandbox) -> None:
    you = box.person("You")
    lobby, hand = await begun(box, you)
    assert "is paused" in (await press_at(lobby.channel, you, "More…", "Pause")).text
    answer = await pressed(you, hand, f"v1:advise:{lobby.id}")
    assert MINE not in answer.text


@pytest.mark.usefixtures("bot")
async def test_at_a_table_that_is_rated_among_people_nobody_is_advised_not_even_by_a_made_up_press(
    box: Sandbox,
) -> None:
    you = box.person("You")
    lobby, hand = await begun(box, you, box.person("Aja"))
    assert ASK not in hand.labels
    answer = await pressed(you, hand, f"v1:advise:{lobby.id}")
    assert "I give no advice at this table." in answer.text
    assert MINE not in hand.text
    assert "I don't say what I would play" in (await you.press(hand, "Help…")).text
