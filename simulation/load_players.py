"""Scripted people of a sandbox in this process: everybody whose turn it is presses a highlighted card."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from sandbox import DirectChannel, Message, Person, Sandbox, TextChannel, Thread
from sandbox.world.components import BUTTON, Component, pressable
from simulation.message_watcher import MessageWatcher

STANDS_OUT = 3  # the button style of playable cards
SETTLED_AFTER = 0.3  # seconds without a request
CARD_WITHIN = 30.0  # seconds
CALL_WITHIN = 60.0  # seconds until a table calls somebody after a start of the bot


class CalledHand(NamedTuple):
    """A hand that calls its owner to play, and its highlighted buttons."""

    person: Person
    message: Message
    buttons: Sequence[Component]

    @property
    def turn(self) -> str:
        """The turn as `1.4`: the hand, and the number of the seat's play in it."""
        return str(self.buttons[0]["custom_id"]).split(":")[3]

    @property
    def table(self) -> str:
        return str(self.buttons[0]["custom_id"]).split(":")[2]


async def quiet(box: Sandbox) -> None:
    """Wait until the bot has made no request for a moment."""
    made = -1
    while made != len(box.requests):
        made = len(box.requests)
        await asyncio.sleep(SETTLED_AFTER)


class LoadPlayers:
    """Everybody with a seat. They press on demand (`press_next`), or whenever they are called (`eager`)."""

    def __init__(self, box: Sandbox, prefix: str, seed: int = 1) -> None:
        self.latencies: list[float] = []
        """Seconds from each press to its acknowledgement."""
        self.answers: Counter[str] = Counter()
        self.eager = False
        self._box = box
        self._prefix = prefix
        self._chance = random.Random(seed)
        self._called: deque[CalledHand] = deque()
        self._turns: dict[int, str] = {}
        self._again: set[str] = set()
        self._presses: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """The number of people who are called and have not pressed."""
        return len(self._called)

    # Views

    def see(self, message: Message) -> None:
        """Handle a new or changed message."""
        if isinstance(message.channel, DirectChannel):
            self._see_hand(message, self._box.person(message.channel.recipient.id))
        elif isinstance(message.channel, Thread):
            self._see_result(message, message.channel)

    def look(self) -> None:
        """Watch messages from now on, and find everybody already called. Needed after every start of the bot."""
        self._box.world.observer = MessageWatcher(self.see)
        self._called.clear()
        self._turns.clear()
        for person in self._box.people:
            for message in person.dms:
                self.see(message)

    def lose_hands(self) -> None:
        """Remove all hands, since the next bot does not know them."""
        for person in self._box.people:
            for message in person.dms:
                if _button(message, f"{self._prefix}:"):
                    self._box.delete_message(message)

    def _see_hand(self, message: Message, person: Person) -> None:
        if message.ephemeral:
            return
        play = f"{self._prefix}:play:"
        buttons = [part for part in pressable(message.components) if _stands_out(part, play)]
        if not buttons:
            self._turns.pop(message.id, None)
            return
        call = CalledHand(person, message, buttons)
        if self._turns.get(message.id) == call.turn:
            return
        self._turns[message.id] = call.turn
        if self.eager:
            self._go(call)
        else:
            self._called.append(call)

    def _see_result(self, message: Message, thread: Thread) -> None:
        """Handle the end of a rubber: its people play another."""
        again = _button(message, f"{self._prefix}:rematch:")
        if again is not None and again["custom_id"] not in self._again:
            self._again.add(again["custom_id"])
            self._keep(self._play_again(message, again, thread))

    # Presses

    def press_next(self) -> bool:
        """Let the person press who has been called longest. Return False if there is none."""
        if self._called:
            self._go(self._called.popleft())
            return True
        return False

    async def press_steadily(self, rate: float) -> None:
        """Let somebody press so many times a second, until cancelled."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            due += 1 / rate
            await asyncio.sleep(due - loop.time())
            self.press_next()

    async def press_at(self, table: int) -> None:
        """Let the person press who is called at this table, as soon as somebody is, and wait for the response."""
        async with asyncio.timeout(CALL_WITHIN):
            while (call := self._call_at(table)) is None:  # noqa: ASYNC110 (the cheapest wait)
                await asyncio.sleep(0.01)
        self._called.remove(call)
        await self._press(call)

    def _call_at(self, table: int) -> CalledHand | None:
        return next((one for one in self._called if one.table == str(table)), None)

    def press_all(self) -> None:
        while self.press_next():
            pass

    async def rest(self) -> None:
        """Stop all presses, and wait until every press has been answered and shown."""
        self.eager = False
        while self._presses:
            await asyncio.wait(set(self._presses))
        await quiet(self._box)

    def _go(self, call: CalledHand) -> None:
        self._keep(self._press(call))

    def _keep(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._presses.add(task)
        task.add_done_callback(self._presses.discard)

    async def _press(self, call: CalledHand) -> None:
        component = self._chance.choice(call.buttons)
        began = time.perf_counter()
        answer = await call.person.start_press(call.message, component).first()
        self.latencies.append(time.perf_counter() - began)
        self.answers[answer.status] += 1

    # Tables

    async def open_table(self, channel: TextChannel, people: Sequence[Person]) -> None:
        """Open, fill and start a table of these people, in a channel that has no other table."""
        await people[0].command(channel, "table open", players=len(people))
        card = await self._card(channel)
        for person in people:
            await person.start_press(card, _sure_button(card, f"{self._prefix}:join:")).first()
        await people[0].start_press(card, _sure_button(card, f"{self._prefix}:fill:")).first()

    async def _play_again(self, message: Message, again: Component, thread: Thread) -> None:
        for person in [self._box.person(one) for one in thread.members if one != self._bot]:
            await person.start_press(message, again).first()

    async def _card(self, channel: TextChannel) -> Message:
        """The lobby in a channel, as soon as it is there."""
        async with asyncio.timeout(CARD_WITHIN):
            while (card := _lobby(channel, f"{self._prefix}:fill:")) is None:  # noqa: ASYNC110 (the cheapest wait)
                await asyncio.sleep(0.02)
        return card

    @property
    def _bot(self) -> int:
        return self._box.world.bot.id


def _stands_out(part: Component, prefix: str) -> bool:
    return part.get("style") == STANDS_OUT and part["custom_id"].startswith(prefix)


def _button(message: Message, prefix: str) -> Component | None:
    found = (part for part in pressable(message.components) if part["type"] == BUTTON)
    return next((part for part in found if part["custom_id"].startswith(prefix)), None)


def _sure_button(message: Message, prefix: str) -> Component:
    found = _button(message, prefix)
    assert found is not None, message.text
    return found


def _lobby(channel: TextChannel, prefix: str) -> Message | None:
    return next((one for one in channel.messages.values() if not one.ephemeral and _button(one, prefix)), None)
