"""Scripted people at several tables at once, who keep pressing whatever happens to the bot.

They know no rules: they press the highlighted cards of their hands. When a press fails they press again, the same
button or another, as people do. A ledger keeps their presses and the responses, for comparison with the record.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from bot.discord_api import custom_ids
from sandbox import ActionNotAllowed, Message
from sandbox.world import components
from simulation.action_log import ActionLog, PlayAttempt
from simulation.buttons import PlayChoice, choices, read_turn, table_of, turn_of
from simulation.remote_sandbox import RemoteAnswer, RemoteChannel, RemotePerson, RemoteSandbox
from simulation.scripted_people import TITLE, is_called

PATIENCE = 60.0
"""Seconds within one life of the bot without a play after which a table is stuck; also the timeout of other waits."""
TYPED = 0.1
"""The part of plays of one card that are typed."""
THINKING = 0.1
"""The most seconds that people wait before they press."""
UNHURRIED = "12h"
"""The time for a play: nobody is called to play, however slow the machine is."""


def is_named(table: str, text: str) -> bool:
    """Return whether a text names a table, without a longer number: "Owl" is not "Owl 2"."""
    return re.search(rf"\b{re.escape(table)}\b(?! \d)", text) is not None


class MortalBot(Protocol):
    """A bot that is killed and lives again. `born`: when its current life began, by the monotonic clock."""

    lives: int
    born: float


class PartyLog(ActionLog):
    """The log of parties whose bot is killed and started again."""

    def __init__(self, bot: MortalBot) -> None:
        super().__init__()
        self.bot = bot
        self.failed: list[float] = []
        """When each press that got no response was made, by the monotonic clock."""
        self.first_answers: dict[int, float] = {}
        """By life: seconds from its start to the first response to any press that was made after that."""
        self.rubbers = 0
        self.closing = False
        """True if people should stop playing."""

    def count(self, status: str, begun: float) -> None:
        """Count a press by the status of its response. `begun`: by the monotonic clock."""
        self.answers[status] += 1
        if status == "failed":
            self.failed.append(begun)
        elif begun >= self.bot.born:
            self.first_answers.setdefault(self.bot.lives, time.monotonic() - self.bot.born)

    def note(self, chair: RemotePlayer, wanted: PlayChoice, told: PressResult, shown_in: int) -> None:
        """Note a press of a play and its response."""
        self.tries.append(
            PlayAttempt(chair.table, chair.person.id, wanted.turn, wanted.words, *told, shown_in, self.bot.lives)
        )


def own_text(told: dict[str, Any]) -> str:
    """The text of a message as it was in the response, before later changes."""
    return "\n".join(components.words(told["components"]))


class PressResult(NamedTuple):
    """The response to a press, as it was at that moment."""

    status: str
    text: str


class RemotePlayer:
    """One person at one table, whose thread belongs to the lobby card."""

    def __init__(self, box: RemoteSandbox, person: RemotePerson, card: Message, ledger: PartyLog, seed: int) -> None:
        self.box = box
        self.person = person
        self.thread = card.id
        self.table = table_of(card) or 0
        self.ledger = ledger
        self.chance = random.Random(f"{person.name} {self.table} {seed}")
        self._hand: Message | None = None
        self._sure = True
        """False if the last press had no response, so that its play may have been made all the same."""
        self._answered = (0, 0)
        """The latest turn for which a press had a response; a hand may still show it."""

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
        """The public messages in the table's thread."""
        thread = self.person.channels.get(self.thread)
        return [one for one in self.person.sees(thread) if not one.ephemeral] if thread else []

    @property
    def result(self) -> Message | None:
        """The message with the result of the rubber."""
        last = next(reversed(self.posts), None)
        return last if last is not None and "Rematch" in last.labels else None

    @property
    def over(self) -> bool:
        return self.ledger.closing or self.result is not None

    @property
    def called(self) -> Message | None:
        """A hand that says that it is this person's turn: in the direct messages, or one opened in the thread.

        The latter follow the table only as long as the bot lives, and may show an earlier turn for ever.
        """
        hands = [*([self.hand] if self.hand else []), *self._opened_hands()]
        return next((one for one in hands if is_called(one) and turn_of(one) >= self._answered), None)

    def _opened_hands(self) -> list[Message]:
        """The private messages of the table in the thread, newest first."""
        thread = self.person.channels.get(self.thread)
        seen = self.person.sees(thread) if thread else []
        return [one for one in reversed(seen) if one.ephemeral and table_of(one) == self.table]

    async def play_on(self) -> None:
        """Play whenever called, until the rubber is over."""
        while not self.over:
            await self._until_called()
            if not self.over and self.called is not None:
                await self._play(self.called)

    async def rematch(self) -> RemoteAnswer:
        """Ask for another rubber."""
        assert self.result
        return await self.person.press(self.result, "Rematch")

    async def _until_called(self) -> None:
        """Wait while others play, with a new timeout after every play and every restart of the bot."""
        while not (self.over or self.called):
            before = self._moved()
            try:
                await self.box.until(lambda: self.over or self.called or self._moved() != before, PATIENCE)  # noqa: B023
            except TimeoutError:
                raise AssertionError(f"stuck: {self}") from None

    def _moved(self) -> tuple[object, ...]:
        """A value that changes when somebody has played at the table, or the bot was restarted."""
        last = next(reversed(self.posts), None)
        return self.ledger.bot.lives, last and (last.id, last.text)

    async def _play(self, hand: Message) -> None:
        """Press plays until there is a response, even if the bot dies meanwhile."""
        shown_in = self.ledger.bot.lives
        if self.chance.random() < 0.1:
            hand = await self._own_hand() or hand
        await asyncio.sleep(self.chance.uniform(0, THINKING))
        offered = choices(hand, self.chance)
        while offered and not self.over:
            wanted = self.chance.choice(offered)
            told = await self._made(hand, wanted)
            if told is None:
                return
            self.ledger.note(self, wanted, told, shown_in)
            self._sure = told.status != "failed"
            if self._sure:
                self._answered = max(self._answered, read_turn(wanted.turn))
                return

    async def _made(self, hand: Message, wanted: PlayChoice) -> PressResult | None:
        """Make a play once: by its button or menu, or sometimes, one card, by command."""
        is_turn = self._sure and read_turn(wanted.turn) > self._answered and self.thread in self.person.channels
        if is_turn and len(wanted.cards) == 1 and not wanted.kind and self.chance.random() < TYPED:
            return await self._type(*wanted.cards)
        return await self._press(hand, wanted.custom_id, wanted.values)

    async def _type(self, card: str) -> PressResult:
        """Play a card by command, whose response is a message; a play made is told as that of a press."""
        await self._wait_for_bot()
        begun = time.monotonic()
        answer = await self.person.command(self.person.channels[self.thread], "play", cards=card)
        self.ledger.count(answer.status, begun)
        if answer.message is not None and answer.message.loading and not await self._is_completed(answer.message):
            return PressResult("failed", "")
        return PressResult("update" if "Played: " in answer.text else answer.status, answer.text)

    async def _is_completed(self, deferred: Message) -> bool:
        """Wait for the text of a deferred response. Return False if the bot dies before; the play may be made then."""
        life = self.ledger.bot.lives
        await self.box.until(lambda: not deferred.loading or self.ledger.bot.lives != life, PATIENCE)
        return not deferred.loading

    async def _press(self, hand: Message, custom_id: str, values: tuple[str, ...] = ()) -> PressResult | None:
        """Press once. Return the response, or None if the component no longer exists."""
        await self._wait_for_bot()
        body = {"wait": True, "message_id": str(hand.id), "custom_id": custom_id}
        begun = time.monotonic()
        try:
            told = await self.box.ask(
                "POST", f"/people/{self.person.id}/press", body | ({"values": values} if values else {})
            )
        except ActionNotAllowed:
            return None
        self.ledger.count(told["status"], begun)
        message = told.get("message")
        return PressResult(told["status"], own_text(message) if message else "")

    async def _own_hand(self) -> Message | None:
        """The private hand, opened by the button under the newest trick."""
        shown = [one for one in self.posts if "My hand" in one.labels]
        if not shown:
            return None
        await self._wait_for_bot()
        begun = time.monotonic()
        try:
            answer = await self.person.press(shown[-1], "My hand")
        except ActionNotAllowed:  # the next trick has taken the button over
            return None
        self.ledger.count(answer.status, begun)
        return answer.message if answer.status == "message" else None

    async def _wait_for_bot(self) -> None:
        """Wait until the bot is online, with a probability of 0.8."""
        if self.chance.random() < 0.8:
            await self.box.until(lambda: self.person.bot_online, PATIENCE)


@dataclass(eq=False)
class Party:
    """People who play one rubber after another at tables of `seats` seats, with computers in the other seats."""

    box: RemoteSandbox
    people: Sequence[RemotePerson]
    seats: int
    ledger: PartyLog
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    game: str = "Voormsi"
    chairs: list[RemotePlayer] = field(default_factory=list)
    table: int = 0
    tables: list[int] = field(default_factory=list)

    @property
    def channel(self) -> RemoteChannel:
        return self.box.channel("cards")

    def __repr__(self) -> str:
        return f"<party at table {self.table}: {self.chairs}>"

    @property
    def plays(self) -> int:
        """The number of this party's acknowledged plays."""
        return sum(one.acknowledged for one in self.ledger.tries if one.table in self.tables)

    @property
    def host(self) -> RemotePerson:
        return self.people[0]

    async def play(self) -> None:
        """Play rubber after rubber until the ledger is closing."""
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
        """Repeat an action until the bot responds."""
        while True:
            await self.box.until(lambda: self.host.bot_online, PATIENCE)
            begun = time.monotonic()
            answer = await act()
            self.ledger.count(answer.status, begun)
            if answer.status != "failed":
                return answer

    async def _opened(self) -> Message:
        wanted = {"players": self.seats, "game": self.game, "pace": UNHURRIED}
        answer = await self._insist(lambda: self.host.command(self.channel, "table open", **wanted))
        assert answer.status in ("message", "deferred"), answer.text
        card = await self._card_named_in(answer)
        for person in self.people:
            await self._insist(lambda: person.press(card, "Join"))  # noqa: B023 (a second press finds them seated)
        empty = self.seats - len(self.people)
        await self.box.until(lambda: card.text.count("*free*") == empty, PATIENCE)
        for name, value in self.options.items():
            await self._choose(card, name, value)
        return card

    async def _card_named_in(self, answer: RemoteAnswer) -> Message:
        """The lobby card of the table that a response names; a finished table may have had the same name."""
        return await self.box.until(lambda: max(self._named(answer.text), key=lambda found: found[0])[1], PATIENCE)  # type: ignore[no-any-return]

    def _named(self, text: str) -> list[tuple[tuple[int, int], Message | None]]:
        goes_on = {"Play now", "My hand"}
        titles = [(TITLE.search(one.text), one) for one in self.host.sees(self.channel) if goes_on & {*one.labels}]
        return [
            ((0, 0), None),
            *(((len(title[1]), one.id), one) for title, one in titles if title and is_named(title[1], text)),
        ]

    async def _choose(self, card: Message, name: str, value: str) -> None:
        menus = await self._more(card, "Options…")
        shown = menus.message
        assert shown, menus.status
        custom_id = custom_ids.write("option", table_of(card), name)
        await self._insist(lambda: self.host.select(shown, [value], custom_id=custom_id))

    async def _more(self, card: Message, label: str) -> RemoteAnswer:
        """Press a button in the private menu behind *More…*."""
        menu = (await self._insist(lambda: self.host.press(card, "More…"))).message
        assert menu
        return await self._insist(lambda: self.host.press(menu, label))

    async def _start(self, card: Message) -> None:
        while card.text.count("*free*"):
            empty = card.text.count("*free*")
            with contextlib.suppress(ActionNotAllowed):  # no seat is empty any more
                await self._more(card, "Add computer")
            await self._soon(lambda: card.text.count("*free*") < empty)  # noqa: B023
        while "Play now" in card.labels:
            with contextlib.suppress(ActionNotAllowed):  # the rubber has begun
                await self._insist(lambda: self.host.press(card, "Play now"))
            await self._soon(lambda: "Play now" not in card.labels)
        self.table = table_of(card) or 0
        self.tables.append(self.table)
        self.chairs = [RemotePlayer(self.box, person, card, self.ledger, self.seed) for person in self.people]

    async def _soon(self, condition: Callable[[], object]) -> None:
        """Wait a few seconds for a condition; the bot may be dead."""
        try:
            await self.box.until(condition, 3)
        except TimeoutError:
            return

    async def _again(self) -> Message:
        """Let everybody ask for a rematch, which must be one table."""
        answers = await asyncio.gather(*(self._insist(chair.rematch) for chair in self.chairs))
        cards = {(await self._card_named_in(answer)).id for answer in answers}
        assert len(cards) == 1, "two tables for one rematch"
        return await self._card_named_in(answers[0])
