"""A game that the bot has never heard of, with moves, a pass and five seats, at a table in a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.tables import actions
from bot.tables.table import Stage
from rules import notation
from rules.core.contract import Move, Play
from sandbox import Message, Person, Sandbox
from sandbox.world import components
from simulation.players import LONG, Lobby, is_called, posts, record, table_now
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for
from tests.toy_game.game import SEATS
from tests.toy_game.registration import offered


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[None]:
    with offered(tmp_path):
        yield


@pytest.fixture
async def lobby(toy: None, box: Sandbox, database: Path) -> AsyncIterator[Lobby]:
    async with serving(box, settings_for(box, database)):
        you = box.person("You")
        answer = await you.command(box.channel("cards"), "table open", game="Gift")
        assert answer.status == "message", answer.text
        card = await box.until(lambda: next(iter(posts(box.channel("cards"), you, "Gift")), None))
        yield Lobby(box, card)


def hand(you: Person) -> Message | None:
    return next((one for one in reversed(you.dms) if "Your hand at" in one.text and is_called(one)), None)


async def act(you: Person, shown: Message) -> None:
    """Do the first thing that the hand offers."""
    parts = list(components.walk(shown.components))
    menu = next((one for one in parts if one["type"] == components.STRING_SELECT), None)
    if menu is not None:
        await you.select(shown, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
        return
    ways = [one for one in parts if one.get("custom_id", "").startswith("v1:play:") and one["style"] != 2]
    await you.press(shown, custom_id=ways[0]["custom_id"])


async def test_a_person_and_four_computers_play_it_to_its_end(lobby: Lobby, box: Sandbox, database: Path) -> None:
    you = box.person("You")
    await lobby.join(you)
    await lobby.fill(you)
    thread = await lobby.start(you)
    while not posts(thread, you, "most tricks"):
        shown = await box.until(lambda: hand(you) or posts(thread, you, "most tricks"), LONG)
        if isinstance(shown, Message):
            await act(you, shown)
    table = table_now(database, lobby.id)
    assert table.stage is Stage.OVER
    assert len(table.seats) == SEATS
    done = [one.action.done for one in record(database, lobby.id) if isinstance(one.action, actions.TakeTurn)]
    gifts = [one for one in done if isinstance(one, Move)]
    assert len(gifts) == SEATS
    assert any(isinstance(one, Play) and not one.cards for one in done), "somebody passed"
    told = "".join(post.text for post in posts(thread, you, ""))
    assert all(f"{one.cards[0].symbol} to" not in told for one in gifts)
    assert told.count("gave a card to") >= SEATS
    assert posts(thread, you, "pass")


async def test_its_record_is_written_read_and_replayed(lobby: Lobby, box: Sandbox, database: Path) -> None:
    you = box.person("You")
    thread = await lobby.start_computers(you)
    await box.until(lambda: posts(thread, you, "most tricks"), LONG)
    answer = await you.command(thread, "record")
    assert answer.message
    text = await file_of(answer.message, ".txt")
    whole = notation.read(text)
    assert notation.write(whole) == text
    assert "Notation: 2" in text
    assert notation.from_json(notation.to_json(whole)) == whole
