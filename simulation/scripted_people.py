"""Scripted people who read their messages and press highlighted buttons. They know no rules."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from bot.discord_api import custom_ids
from bot.tables import actions
from bot.tables.automatic_plays import is_forced
from bot.tables.fold import unfold
from bot.tables.table import RecordedAction, Stage, Table
from rules.core.cards import Card, cards
from sandbox import Channel, Interaction, Message, Person, Sandbox, Thread
from sandbox.world import components

MAIN, PLAIN, GOOD = 1, 2, 3
"""Styles of buttons, as Discord numbers them."""
TITLE = re.compile(r"at table ([A-Z]\w+(?: \d+)?)")
MOMENT = re.compile(r"<t:\d+:\w>")
"""A timestamp in Discord's markup; texts about a future event are not drawn after it."""
LONG = 30.0
"""Seconds to wait for actions of others."""
STEP = 0.02
"""Seconds between two looks at what others show."""

TEXT = 10
"""The type of a text component."""


class PlayButton(NamedTuple):
    """A play button of a hand: its custom_id, its label, whether it is highlighted."""

    custom_id: str
    label: str
    stands_out: bool

    @property
    def turn(self) -> str:
        """The turn of this play: the hand, and the number of the play in it."""
        return (custom_ids.read(self.custom_id) or NOTHING).args[0]

    @property
    def codes(self) -> list[str]:
        """The cards in the custom_id, two characters each."""
        return (custom_ids.read(self.custom_id) or NOTHING).args[1].split("-")


NOTHING = custom_ids.Press("", None, ("", ""))


def play_buttons(hand: Message) -> list[PlayButton]:
    """Every button of a hand that plays cards."""
    return [
        PlayButton(part["custom_id"], part["label"], part["style"] in (GOOD, MAIN))
        for part in components.pressable(hand.components)
        if part["type"] == components.BUTTON and part.get("custom_id", "").startswith("v1:play:")
    ]


def set_menu(hand: Message) -> dict[str, Any] | None:
    """The menu of cards, if there is one."""
    menus = (part for part in components.pressable(hand.components) if part["type"] in components.SELECTS)
    return next((part for part in menus if part["custom_id"].startswith("v1:set:")), None)


def is_called(hand: Message) -> bool:
    """Return whether a hand says that it is its owner's turn."""
    return "Your turn" in hand.text


class Lobby:
    """A table's card in its channel, with the actions there."""

    def __init__(self, box: Sandbox, card: Message) -> None:
        self.box = box
        self.card = card
        found = TITLE.search(card.text)
        assert found, card.text
        self.name = found[1]
        self.id = self._id()

    def _id(self) -> int:
        pressed = (custom_ids.read(part["custom_id"]) for part in components.pressable(self.card.components))
        return next(press.table for press in pressed if press and press.table is not None)

    @property
    def channel(self) -> Channel:
        return self.card.channel

    async def press(self, person: Person, label: str) -> Interaction:
        """Press a button of the card, or one in the private menu behind its *More…*."""
        if label in self.card.labels:
            return await person.press(self.card, label)
        menu = await self.more(person)
        return await person.press(menu, label)

    async def more(self, person: Person) -> Message:
        """The private menu behind *More…*."""
        menu = (await person.press(self.card, "More…")).message
        assert menu
        return menu

    async def join(self, *people: Person) -> None:
        """Seat these people; who opened the table sits there already."""
        await self.box.until(lambda: not self.card.loading)
        for person in people:
            if f". **{person.name}**" in self.card.text:
                continue
            answer = await self.press(person, "Join")
            assert answer.status == "message", answer.text
        await self.shows(
            *(f". **{person.name}**" for person in people)
        )  # in a seat; the card also names the opener, but at the top

    async def sit_in_order(self, people: Sequence[Person]) -> None:
        """Seat the first of these people in the first seat, and so on; the table's opener is the first."""
        for seat, person in enumerate(people[1:], 1):
            menu = (await self.press(person, "Seat…")).message
            assert menu
            await person.select(menu, [str(seat)])
        await self.shows(*(f"{seat}. **{person.name}**" for seat, person in enumerate(people, 1)))

    async def fill(self, person: Person) -> None:
        """Add computers to all empty seats."""
        await self.box.until(lambda: not self.card.loading)
        empty = self.card.text.count("*free*")
        menu = await self.more(person) if empty else self.card
        for _ in range(empty):
            answer = await person.press(menu, custom_id=custom_ids.write("computer", self.id))
            assert answer.status == "update", answer.text
        await self.box.until(lambda: "*free*" not in self.card.text)

    async def shows(self, *texts: str) -> None:
        await self.box.until(lambda: all(text in self.card.text for text in texts))

    async def shorten(self, person: Person, hands: int) -> None:
        """Let the rubber have so many hands."""
        options = (await self.press(person, "Options…")).message
        assert options
        await person.select(options, [f"hands:{hands}"], custom_id=f"v1:option:{self.id}:length")

    async def start(self, person: Person) -> Thread:
        answer = await self.press(person, "Play now")
        assert answer.status == "deferred_update", answer.text
        thread: Thread = await self.box.until(lambda: self.thread)
        return thread

    async def start_computers(self, opener: Person) -> Thread:
        """Start a table of computers only."""
        await self.press(opener, "Leave")
        await self.box.until(lambda: f". **{opener.name}**" not in self.card.text)
        sure = (await self.press(opener, "Play now")).message
        assert sure
        await opener.press(sure, "Yes, start")
        thread: Thread = await self.box.until(lambda: self.thread)
        return thread

    @property
    def thread(self) -> Thread | None:
        return next((thread for thread in self.box.threads if thread.id == self.card.id), None)


async def opened(box: Sandbox, by: Person, channel: Channel, players: int = 4, game: str = "Voormsi") -> Lobby:
    """A table that `by` has just opened."""
    before = {message.id for message in by.sees(channel)}
    answer = await by.command(channel, "table open", players=players, game=game)
    assert answer.status == "message", answer
    card = await box.until(
        lambda: next((one for one in by.sees(channel) if one.id not in before and TITLE.search(one.text)), None)
    )
    return Lobby(box, card)


async def seated(
    box: Sandbox, people: Sequence[Person], players: int, channel: str = "cards", game: str = "Voormsi"
) -> Lobby:
    """A lobby opened by the first of `people`, with all of them seated in order and computers in the other seats."""
    lobby = await opened(box, people[0], box.channel(channel), players, game)
    await lobby.sit_in_order(people)
    await lobby.fill(people[0])
    return lobby


ButtonChoice = Callable[[Sequence[PlayButton]], PlayButton]


@dataclass
class Player:
    """A person at one table, who plays the highlighted cards."""

    box: Sandbox
    person: Person
    table: str
    pick: ButtonChoice

    @property
    def hand(self) -> Message | None:
        """The hand at this table in the person's direct messages."""
        title = f"### {self.table}, hand "
        return next((one for one in reversed(self.person.dms) if not one.ephemeral and title in one.text), None)

    @property
    def called(self) -> bool:
        hand = self.hand
        return hand is not None and is_called(hand)

    async def ask(self, label: str) -> Message:
        """Press a button of the hand's Help… menu; return the private answer."""
        assert self.hand is not None
        menu = (await self.person.press(self.hand, "Help…")).message
        assert menu is not None
        answer = (await self.person.press(menu, label)).message
        assert answer is not None
        return answer

    async def play(self) -> Interaction:
        """Play from the direct message."""
        hand = self.hand
        assert hand is not None
        return await self.play_from(hand)

    async def play_from(self, hand: Message) -> Interaction:
        """Press a highlighted button, or choose in the menu if there is none."""
        choices = [way for way in play_buttons(hand) if way.stands_out]
        if choices:
            return await self.person.press(hand, custom_id=self.pick(choices).custom_id)
        return await self._choose(hand)

    async def _choose(self, hand: Message) -> Interaction:
        menu = set_menu(hand)
        assert menu is not None, hand.text
        count = menu["max_values"]
        assert count == menu["min_values"], "nothing stands out, and the menu does not say how many"
        named = [option["value"] for option in menu["options"]]
        forced = [code for code in ("JC",) if code in named and "must" in hand.text]
        wanted = (forced + [code for code in named if code not in forced])[:count]
        return await self.person.select(hand, wanted, custom_id=menu["custom_id"])


def anything(seed: int) -> ButtonChoice:
    chance = random.Random(seed)
    return lambda choices: chance.choice(list(choices))


def sets_first(choices: Sequence[PlayButton]) -> PlayButton:
    """The largest highlighted set."""
    return max(choices, key=lambda way: len(way.codes))


def players(box: Sandbox, lobby: Lobby, people: Sequence[Person], seed: int = 1) -> list[Player]:
    return [Player(box, person, lobby.name, anything(seed + number)) for number, person in enumerate(people)]


async def play_on(box: Sandbox, company: Sequence[Player], over: Callable[[], object], most: int = 2000) -> int:
    """Let everybody play from direct messages when called, until `over`. Return the number of plays."""
    made = 0
    while True:
        await box.until(lambda: over() or any(player.called for player in company), LONG)
        if over():
            return made
        for player in company:
            if player.called and not over():
                answer = await player.play()
                assert answer.status in ("update", "deferred_update"), (answer.status, answer.text)
                made += 1
                assert made < most, "this rubber does not end"


def said(message: Message) -> str:
    """The texts of a message, without the alt text of its picture."""
    return "\n".join(part["content"] for part in components.walk(message.components) if part["type"] == TEXT)


def taking(message: Message) -> str:
    """The label of the button on a table's message that takes its first free seat."""
    return next(label for label in message.labels if label.startswith("Take seat "))


def posts(thread: Channel, person: Person, text: str) -> list[Message]:
    """The public messages in a channel that contain `text`."""
    return [one for one in person.sees(thread) if not one.ephemeral and text in one.text]


async def press_at(thread: Channel, person: Person, *labels: str) -> Interaction:
    """Press a button of a table's newest post that has it, then the other ones, each in the answer before.

    Between two hands no post may have it for a moment: it is waited for.
    """
    first, *others = labels
    post = await _post_with(thread, person, first)
    answer = await person.press(post, first)
    for label in others:
        assert answer.message, (label, answer.status)
        answer = await person.press(answer.message, label)
    return answer


async def _post_with(thread: Channel, person: Person, label: str) -> Message:
    """Return the newest post of a thread with this button, as soon as there is one."""
    try:
        async with asyncio.timeout(LONG):
            while True:
                if found := [post for post in posts(thread, person, "") if label in post.labels]:
                    return found[-1]
                await asyncio.sleep(STEP)
    except TimeoutError:
        raise AssertionError(f"no post of {thread.name} has {label}") from None


async def resign(thread: Channel, person: Person) -> Interaction:
    """Give the person's seat at the table of a thread up."""
    return await press_at(thread, person, "More…", "Resign…", "Yes, resign")


def trick_shown(thread: Channel, person: Person) -> tuple[int, int]:
    """The numbers of the hand and the trick that the newest message of a hand in play shows; zeros without one."""
    titles = [re.search(r"hand (\d+), trick (\d+)", one.text) for one in posts(thread, person, ", trick ")]
    return next(((int(title[1]), int(title[2])) for title in reversed(titles) if title), (0, 0))


def result(thread: Channel, person: Person) -> Message | None:
    return next(iter(posts(thread, person, "The way there")), None)


# The record, read directly from the database


StoredEntry = tuple[int, int, str, str]
"""The number, the time, the verb and the body of an entry."""


def entries_in_file(database: Path, table_id: int) -> list[StoredEntry]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT seq, at, verb, body FROM records WHERE table_id = ? ORDER BY seq", (table_id,))
        return found.fetchall()


entries = entries_in_file
"""The entries of a table in the database at a path, which may stand for one on a server."""


def record(database: Path, table_id: int) -> list[RecordedAction]:
    """The record of a table in the database."""
    return _actions(entries(database, table_id))


def _actions(found: Iterable[StoredEntry]) -> list[RecordedAction]:
    return [RecordedAction(seq, at, actions.read(verb, json.loads(body))) for seq, at, verb, body in found]


def table_now(database: Path, table_id: int) -> Table:
    """The table from its record in the database."""
    return _folded(table_id, tuple(entries(database, table_id)))


@lru_cache(maxsize=16)
def _folded(table_id: int, found: tuple[StoredEntry, ...]) -> Table:
    *_, table = unfold(table_id, _actions(found))
    return table


def rests(table: Table) -> bool:
    """Return whether the table waits for a person, so that nothing happens by itself."""
    return table.stage is not Stage.PLAYING or (table.asked is not None and not is_forced(table))


# Stacked decks


def stacked(hands: Sequence[str], leader: int, stock: str = "") -> tuple[Card, ...]:
    """A deck that deals these hands (by seat), the first card to `leader`; all other cards are behind the stock."""
    dealt = [cards(hand) for hand in hands]
    order = [*dealt[leader:], *dealt[:leader]]
    front = [card for round_ in zip(*order, strict=True) for card in round_] + list(cards(stock))
    rest = [card for card in PACK if card not in front]
    return (*front, *rest)


def cut_for(dealer: int, seats: int) -> tuple[Card, ...]:
    """A pack with which `dealer` cuts the lowest card."""
    high = [card for card in PACK if card.code in ("9C", "9S", "9H", "9D")][: seats - 1]
    low = next(card for card in PACK if card.code == "3D")
    front = [*high[:dealer], low, *high[dealer:]]
    return (*front, *(card for card in PACK if card not in front))


PACK = cards(
    "AC KC QC JC 9C 8C 7C 6C 5C AS KS QS JS 9S 8S 7S 6S 5S AH KH QH JH 9H 8H 7H 6H 5H AD QD JD 9D 8D 7D 6D 5D 3D"
)


def shuffling(*decks: Sequence[Card]) -> Callable[..., tuple[Card, ...]]:
    """A replacement for the shuffle: these decks in turn, then the last one again and again."""
    left = list(decks)
    return lambda *_: tuple(left.pop(0) if len(left) > 1 else left[0])
