"""Treikort at a table in a channel: with a Pope, through every door, and what is known to whom (law §5, §10)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables import deals
from bot.tables.table import Stage, Table
from rules import notation
from rules.core.cards import Card, cards
from rules.core.contract import Move, Option, Phase, Play
from rules.treikort import game as treikort
from rules.treikort.ranking import ROLL
from sandbox import Message, Person, Sandbox, Thread
from sandbox.world import components
from simulation.played_table import bring_back, elsewhere
from simulation.scripted_people import LONG, Lobby, is_called, posts, shuffling, table_now
from simulation.seen_cards import cards_in, shown_cards
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for

NAMES = ("You", "Aja", "Malik")
CUT = (*cards("QC 2S 7D"), *(card for card in ROLL if card.code not in ("QC", "2S", "7D")))
"""The third seat cuts the lowest card, so that the first one leads to the first hand."""
STRONG = ("QC 2S KD 2H 4C 8S 9H 9D 7C", "AC AS AH AD JC JS 8C 7S 7H", "JH JD 6C 6S 6H 6D 8H 8D 7D")
GIVEN = ("AC AS AH JC JS 6C 6S 8H 8D", "2S KD 9H AD JH 6H 8C 7C 7S", "QC 2H 4C 8S 9D JD 6D 7H 7D")

TOLD = {
    "You": (
        "**You are Pope.**",
        "Malik gave you Q♣.",
        "Aja gave you 7♣.",
        "You gave Malik back 8♦.",
        "You gave Aja back 8♥.",
    ),
    "Aja": (
        "**You is Pope.**",
        "You asked you for a Seven",
        "Malik's highest card went to You.\n",
        "You gave You 7♣.",
        "You gave Malik a card back.\n",
        "You gave you back 8♥.",
    ),
    "Malik": (
        "**You is Pope.**",
        "You asked Aja for a Seven",
        "You gave You Q♣.",
        "Aja gave You a Seven.\n",
        "You gave you back 8♦.",
        "You gave Aja a card back.\n",
    ),
}
"""The sentence about the second hand's Pope in the hand of each person."""


def deck(hands: Sequence[str], dealer: int) -> tuple[Card, ...]:
    """A pack that deals these hands (by seat) in rounds of three, from the dealer's left (§4.3)."""
    dealt = [cards(hand) for hand in hands]
    order = [dealt[(dealer + ahead) % 3] for ahead in (1, 2, 3)]
    return tuple(card for first in (0, 3, 6) for hand in order for card in hand[first : first + 3])


pytestmark = pytest.mark.usefixtures("soon_pope")


@pytest.fixture(autouse=True)
def three_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rubbers of three hands; the first seat wins all of the first."""
    monkeypatch.setattr(Option, "default", property(lambda one: "3" if one.name == "hands" else one.choices[0]))
    decks = deck(STRONG, 2), deck(GIVEN, 0), deck(GIVEN, 1)
    monkeypatch.setattr(deals, "shuffle", shuffling(CUT, *decks))


@asynccontextmanager
async def life(box: Sandbox, database: Path) -> AsyncIterator[None]:
    async with serving(box, settings_for(box, database)):
        yield


async def lobby_in(box: Sandbox) -> Lobby:
    you, channel = box.person("You"), box.channel("cards")
    answer = await you.command(channel, "table open", game="Treikort")
    assert answer.status == "message", answer.text
    return Lobby(box, await box.until(lambda: next(iter(posts(channel, you, "Treikort")), None)))


def dm(person: Person) -> Message | None:
    """The hand in the direct messages, if it calls its owner."""
    return next((one for one in reversed(person.dms) if ", hand " in one.text and is_called(one)), None)


def without_emojis(message: Message) -> str:
    """The text of a message without the emojis of cards, which it has once the bot has uploaded them."""
    return re.sub(r"<:\w+:\d+> ", "", message.text)


async def act(person: Person, shown: Message, done: Play | Move) -> None:
    """Do this from a message with a hand, by its button or its menu."""
    parts = [
        one for one in components.walk(shown.components) if one.get("custom_id", "").startswith(("v1:play", "v1:move"))
    ]
    codes = "-".join(card.code for card in done.cards)
    if isinstance(done, Play):
        answer = await person.press(
            shown, custom_id=next(one["custom_id"] for one in parts if f":{codes}" in one["custom_id"])
        )
    elif done.cards:
        (menu,) = parts
        answer = await person.select(shown, [codes], custom_id=menu["custom_id"])
    else:
        wanted = f":{done.kind}" if done.to is None else f":{done.kind}:{done.to}"
        answer = await person.press(
            shown, custom_id=next(one["custom_id"] for one in parts if wanted in one["custom_id"])
        )
    assert answer.status in ("update", "deferred_update"), (answer.status, answer.text)


def chosen(table: Table) -> Play | Move:
    """The first seat plays its highest card and asks the next seat; others, and who gives back, use their lowest."""
    able = treikort.legal(table.state)
    if able[0] == Move(0, "decline"):
        return able[1]
    return able[0] if isinstance(able[0], Play) and table.turn == 0 else able[-1]


class Trio:
    """Three people in the seats of a table, each with a door of their own, and a search of all that they are sent."""

    def __init__(self, box: Sandbox, database: Path, lobby: Lobby, thread: Thread) -> None:
        self.box, self.database, self.lobby, self.thread = box, database, lobby, thread
        self.people = [box.person(name) for name in NAMES]
        self.seen: set[str] = set()

    @property
    def table(self) -> Table:
        return table_now(self.database, self.lobby.id)

    async def step(self) -> None:
        """Let the seat to act act: from a direct message, from a private hand, or by command."""
        table = await self.box.until(lambda: self.waits())
        person, done = self.people[table.turn], chosen(table)
        if isinstance(done, Play) and person.name == "Malik":
            answer = await person.command(self.thread, "play", cards=done.cards[0].code)
            assert answer.status in ("message", "update"), answer.text
        elif person.name == "Aja" or table.phase == "return":
            private = (await person.command(self.thread, "hand")).message
            assert private
            await act(person, private, done)
        else:
            await self.box.until(lambda: dm(person) or elsewhere(person), LONG)
            await bring_back(self.box, person)
            await act(person, await self.box.until(lambda: dm(person), LONG), done)
        self.search()

    def waits(self) -> Table | None:
        """The table, once a seat is to act."""
        table = self.table
        return table if table.turn is not None else None

    def search(self) -> None:
        """Look for cards in all that each was sent: their own, played ones, and those that passed to or from them."""
        table = self.table
        if not table.hand or table.turn is None:
            return
        played = tuple(one for one in table.hand.plays if isinstance(one, Play))
        table = replace(table, hand=replace(table.hand, plays=played))
        for person in self.box.people:
            seat = NAMES.index(person.name) if person.name in NAMES else None
            own, unfit = shown_cards(self.box, person, table, seat)
            known = {card.code for event in treikort.view(table.state, seat).events for card in event.cards}
            assert not unfit - known, f"{person.name} was sent {unfit - known}"
            self.seen |= {person.name} if own else set()


@pytest.mark.slow
async def test_three_people_play_with_a_pope_through_every_door_and_a_restart_and_see_only_what_is_theirs(
    box: Sandbox, database: Path
) -> None:
    you, aja, malik = (box.person(name) for name in NAMES)
    for person in box.people:
        person.open_page()
    async with life(box, database):
        lobby = await lobby_in(box)
        await lobby.join(you, aja, malik)
        trio = Trio(box, database, lobby, await lobby.start(you))
        while trio.table.phase != "return":
            await trio.step()
    async with life(box, database):
        await trio.step()
        await trio.step()
        assert trio.table.phase is Phase.PLAY
        for person in trio.people:
            hand = (await person.command(trio.thread, "hand")).message
            assert hand
            wanted = [line for line in TOLD[person.name] if cards_in(line) or not is_called(hand)]
            assert [line for line in wanted if line not in without_emojis(hand)] == []
        trio.search()
        (public,) = await box.until(lambda: posts(trio.thread, you, "You gave Aja a card back."))
        assert "Malik's highest card went to You." in public.text
        assert "Aja gave You a Seven." in public.text
        while trio.table.hand and trio.table.hand.number == 2:
            await trio.step()
        (over,) = await box.until(lambda: posts(trio.thread, you, "hand 2 is over"))
        assert "Malik's highest card went to You: Q♣" in without_emojis(over)
        assert trio.seen == set(NAMES), "this looks for cards where they are shown"


@pytest.mark.slow
async def test_a_person_and_two_computers_play_a_rubber_with_a_pope_to_its_end(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with life(box, database):
        lobby = await lobby_in(box)
        await lobby.join(you)
        await lobby.fill(you)
        thread = await lobby.start(you)
        while not posts(thread, you, "game over"):
            shown = await box.until(lambda: dm(you) or posts(thread, you, "game over"), LONG)
            if isinstance(shown, Message):
                await act(you, shown, chosen(table_now(database, lobby.id)))
        assert table_now(database, lobby.id).stage is Stage.OVER
        (first,) = posts(thread, you, "hand 1 is over")
        assert "and becomes Pope" in first.text
        assert posts(thread, you, "game over")
        answer = await you.command(thread, "record")
        assert answer.message
        text = await file_of(answer.message, ".txt")
        assert notation.write(notation.read(text)) == text
