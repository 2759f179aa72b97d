"""Scripted people at several tables at once, who go on pressing whatever happens to the bot.

They know no rules: they press what stands out in their hands. When a press fails they press again, the same button or
another, as people do. What they did and what they were told is kept in a ledger, to be held against the record.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.discord_api import custom_ids
from sandbox import components
from sandbox.client import RemoteAnswer, RemoteChannel, RemotePerson, RemoteSandbox
from sandbox.errors import Impossible
from sandbox.messages import Message
from tests.flows.players import TITLE, is_called, set_menu, ways
from tests.kill.processes import BotProcess

PATIENCE = 60.0
"""Seconds of one life of the bot without a play after which a table is stuck; how long anything else may take."""
THINKING = 0.1
"""Seconds that people take at most before they press."""
MOVED_ON = ("The table has moved on", "That was played already")
"""What a hand says when the press in it did nothing."""


class Choice(NamedTuple):
    """A play that can be pressed: the component, what is chosen in it, and which play it is."""

    custom_id: str
    values: tuple[str, ...]
    turn: str
    cards: tuple[str, ...]


class Try(NamedTuple):
    """One press of a play: what was pressed, in which life of the bot it was shown and answered, and the answer."""

    table: int
    person: str
    turn: str
    cards: tuple[str, ...]
    shown_in: int
    answered_in: int
    status: str
    told: str

    @property
    def pressed(self) -> tuple[str, ...]:
        """The cards in an order of their own."""
        return tuple(sorted(self.cards))

    @property
    def acknowledged(self) -> bool:
        """Whether the person was told that the cards are played: their hand was drawn without them."""
        return is_acknowledged(self.status, self.told)


def has_moved_on(told: str) -> bool:
    """Whether a hand says that the press in it did nothing."""
    return any(words in told for words in MOVED_ON)


def is_named(table: str, text: str) -> bool:
    """Whether a text names a table; not one that has a number more: "Owl" is not "Owl 2"."""
    return re.search(rf"\b{re.escape(table)}\b(?! \d)", text) is not None


def is_acknowledged(status: str, told: str) -> bool:
    """Whether an answer tells that cards are played: the hand was drawn without them, where it still stands."""
    return status == "update" and bool(told) and not has_moved_on(told)


@dataclass(eq=False)
class Ledger:
    """What everybody did and was told."""

    bot: BotProcess
    tries: list[Try] = field(default_factory=list)
    failed: int = 0
    answered: int = 0
    first_answers: dict[int, float] = field(default_factory=dict)
    """By life: seconds from its start to the first answer of any press."""
    rubbers: int = 0
    closing: bool = False
    """Whether nobody shall play any more."""

    def count(self, status: str) -> None:
        """Note that something was pressed, and how it was answered."""
        if status == "failed":
            self.failed += 1
        else:
            self.answered += 1
            self.first_answers.setdefault(self.bot.lives, time.monotonic() - self.bot.born)

    def note(self, chair: Chair, wanted: Choice, told: Told, shown_in: int) -> None:
        """Note that a play was pressed, and the answer."""
        self.tries.append(
            Try(chair.table, chair.person.name, wanted.turn, wanted.cards, shown_in, self.bot.lives, *told)
        )


def table_of(message: Message) -> int | None:
    """The table that a message's buttons are about."""
    pressed = (custom_ids.read(part["custom_id"]) for part in components.pressable(message.components))
    return next((press.table for press in pressed if press and press.table is not None), None)


def own_text(told: dict[str, Any]) -> str:
    """The words of a message as it was told, before it changed again."""
    return "\n".join(components.words(told["components"]))


def posts_of(message: Message) -> set[tuple[int, str]]:
    """Which post of which table the message shows, as its buttons say; one, or none."""
    found = (custom_ids.post_of(part["custom_id"]) for part in components.pressable(message.components))
    return {post for post in found if post}


def choices(hand: Message, chance: random.Random) -> list[Choice]:
    """The plays that stand out in a hand; where only the menu is left, one choice in it."""
    pressable = [way for way in ways(hand) if way.stands_out]
    found = [Choice(way.custom_id, (), _turn(way.custom_id), tuple(way.codes)) for way in pressable]
    menu = set_menu(hand)
    if not found and menu is not None and menu["min_values"] == menu["max_values"]:
        named = [option["value"] for option in menu["options"]]
        chance.shuffle(named)
        named.sort(key=lambda code: code != "JC")  # RULES §5.5: it may have to be among them
        values = tuple(named[: menu["max_values"]])
        found.append(Choice(menu["custom_id"], values, _turn(menu["custom_id"]), values))
    return found


def _turn(custom_id: str) -> str:
    press = custom_ids.read(custom_id)
    assert press
    return press.args[0]


class Told(NamedTuple):
    """What a press was answered with, as it stood in that moment."""

    status: str
    text: str


class Chair:
    """One person at one table, whose thread hangs on the lobby card."""

    def __init__(self, box: RemoteSandbox, person: RemotePerson, card: Message, ledger: Ledger, seed: int) -> None:
        self.box = box
        self.person = person
        self.thread = card.id
        self.table = table_of(card) or 0
        self.ledger = ledger
        self.chance = random.Random(f"{person.name} {self.table} {seed}")
        self._hand: Message | None = None

    def __repr__(self) -> str:
        last = next(reversed(self.posts), None)
        seen = (self.hand.text if self.hand else "no hand", last.text if last else "no posts")
        return f"<{self.person.name} at table {self.table}, who sees {seen}>"

    @property
    def hand(self) -> Message | None:
        """The hand at this table in the person's direct messages."""
        if self._hand is None or self._hand.deleted:
            self._hand = next((one for one in reversed(self.person.dms) if table_of(one) == self.table), None)
        return self._hand

    @property
    def posts(self) -> list[Message]:
        """What stands in the table's thread for everybody."""
        thread = self.person.channels.get(self.thread)
        return [one for one in self.person.sees(thread) if not one.ephemeral] if thread else []

    @property
    def result(self) -> Message | None:
        """The message of the rubber's end."""
        last = next(reversed(self.posts), None)
        return last if last is not None and "Rematch" in last.labels else None

    @property
    def over(self) -> bool:
        return self.ledger.closing or self.result is not None

    @property
    def called(self) -> bool:
        return self.hand is not None and is_called(self.hand)

    async def play_on(self) -> None:
        """Play whenever called, until the rubber is over."""
        while not self.over:
            await self._until_called()
            if not self.over and self.hand is not None:
                await self._play(self.hand)

    async def rematch(self) -> RemoteAnswer:
        """Ask for another rubber."""
        assert self.result
        return await self.person.press(self.result, "Rematch")

    async def _until_called(self) -> None:
        """Wait while others play, however long they take over it, and while the bot is killed and comes back."""
        while not (self.over or self.called):
            before = self._moved()
            try:
                await self.box.until(lambda: self.over or self.called or self._moved() != before, PATIENCE)  # noqa: B023
            except TimeoutError:
                raise AssertionError(f"stuck: {self}") from None

    def _moved(self) -> tuple[object, ...]:
        """Other than before when somebody has played at the table, or the bot has begun another life."""
        last = next(reversed(self.posts), None)
        return self.ledger.bot.lives, last and (last.id, last.text)

    async def _play(self, hand: Message) -> None:
        """Press a play until something is answered, though the bot may die and come back meanwhile."""
        shown_in = self.ledger.bot.lives
        if self.chance.random() < 0.1:
            hand = await self._own_hand() or hand
        await asyncio.sleep(self.chance.uniform(0, THINKING))
        offered = choices(hand, self.chance)
        while offered and not self.over:
            wanted = self.chance.choice(offered)
            told = await self._press(hand, wanted.custom_id, wanted.values)
            if told is None:
                return
            self.ledger.note(self, wanted, told, shown_in)
            if told.status != "failed":
                return

    async def _press(self, hand: Message, custom_id: str, values: tuple[str, ...] = ()) -> Told | None:
        """The answer to one press; None when what was to be pressed is not there any more."""
        await self._wait_for_bot()
        body = {"wait": True, "message_id": str(hand.id), "custom_id": custom_id}
        try:
            told = await self.box.ask(
                "POST", f"/people/{self.person.id}/press", body | ({"values": values} if values else {})
            )
        except Impossible:
            return None
        self.ledger.count(told["status"])
        message = told.get("message")
        return Told(told["status"], own_text(message) if message else "")

    async def _own_hand(self) -> Message | None:
        """The private hand, from the button under the newest trick."""
        shown = [one for one in self.posts if "My hand" in one.labels]
        if not shown:
            return None
        await self._wait_for_bot()
        answer = await self.person.press(shown[-1], "My hand")
        self.ledger.count(answer.status)
        return answer.message if answer.status == "message" else None

    async def _wait_for_bot(self) -> None:
        """Most people wait until the bot is there; some press all the same."""
        if self.chance.random() < 0.8:
            await self.box.until(lambda: self.person.bot_online, PATIENCE)


@dataclass(eq=False)
class Party:
    """People who play one rubber after another at tables of `seats` seats, with computers beside them."""

    box: RemoteSandbox
    people: Sequence[RemotePerson]
    seats: int
    ledger: Ledger
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    chairs: list[Chair] = field(default_factory=list)
    table: int = 0
    tables: list[int] = field(default_factory=list)

    @property
    def channel(self) -> RemoteChannel:
        return self.box.channel("cards")

    def __repr__(self) -> str:
        return f"<party at table {self.table}: {self.chairs}>"

    @property
    def plays(self) -> int:
        """Of this party, acknowledged."""
        return sum(one.acknowledged for one in self.ledger.tries if one.table in self.tables)

    @property
    def host(self) -> RemotePerson:
        return self.people[0]

    async def play(self) -> None:
        """Rubber after rubber until all is closing."""
        card = await self._opened()
        while True:
            await self._start(card)
            async with asyncio.TaskGroup() as company:
                for chair in self.chairs:
                    company.create_task(chair.play_on())
            if self.ledger.closing:
                return
            self.ledger.rubbers += 1
            card = await self._again()

    async def _insist(self, act: Callable[[], Awaitable[RemoteAnswer]]) -> RemoteAnswer:
        """Do it until the bot answers."""
        while True:
            await self.box.until(lambda: self.host.bot_online, PATIENCE)
            answer = await act()
            self.ledger.count(answer.status)
            if answer.status != "failed":
                return answer

    async def _opened(self) -> Message:
        answer = await self._insist(lambda: self.host.command(self.channel, "table open", players=self.seats))
        assert answer.status == "message", answer.text
        card = await self._card_named_in(answer)
        for person in self.people:
            await self._insist(lambda: person.press(card, "Join"))  # noqa: B023 (a second press finds them seated)
        empty = self.seats - len(self.people)
        await self.box.until(lambda: card.text.count("*empty*") == empty, PATIENCE)
        for name, value in self.options.items():
            await self._choose(card, name, value)
        return card

    async def _card_named_in(self, answer: RemoteAnswer) -> Message:
        """The lobby card of the table that an answer names; a table that is over may have had the same name."""
        return await self.box.until(lambda: max(self._named(answer.text), key=lambda found: found[0])[1], PATIENCE)  # type: ignore[no-any-return]

    def _named(self, text: str) -> list[tuple[tuple[int, int], Message | None]]:
        titles = [(TITLE.search(one.text), one) for one in self.host.sees(self.channel) if "Start" in one.labels]
        return [
            ((0, 0), None),
            *(((len(title[1]), one.id), one) for title, one in titles if title and is_named(title[1], text)),
        ]

    async def _choose(self, card: Message, name: str, value: str) -> None:
        menus = await self._insist(lambda: self.host.press(card, "Options…"))
        shown = menus.message
        assert shown, menus.status
        custom_id = custom_ids.write("option", table_of(card), name)
        await self._insist(lambda: self.host.select(shown, [value], custom_id=custom_id))

    async def _start(self, card: Message) -> None:
        while card.text.count("*empty*"):
            empty = card.text.count("*empty*")
            await self._insist(lambda: self.host.press(card, "Add computer"))
            await self._soon(lambda: card.text.count("*empty*") < empty)  # noqa: B023
        while "Start" in card.labels:
            with contextlib.suppress(Impossible):  # it has begun
                await self._insist(lambda: self.host.press(card, "Start"))
            await self._soon(lambda: "Start" not in card.labels)
        self.table = table_of(card) or 0
        self.tables.append(self.table)
        self.chairs = [Chair(self.box, person, card, self.ledger, self.seed) for person in self.people]

    async def _soon(self, condition: Callable[[], object]) -> None:
        """Wait for what the bot shows when it lives; not for long, it may be dead."""
        try:
            await self.box.until(condition, 3)
        except TimeoutError:
            return

    async def _again(self) -> Message:
        """Everybody asks for a rematch; it is one table."""
        answers = await asyncio.gather(*(self._insist(chair.rematch) for chair in self.chairs))
        cards = {(await self._card_named_in(answer)).id for answer in answers}
        assert len(cards) == 1, "two tables for one rematch"
        return await self._card_named_in(answers[0])
