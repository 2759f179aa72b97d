"""The people of a cup: they play at their tables whenever they are called, whatever happens to the bot."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

from sandbox import ActionNotAllowed, DirectChannel, Interaction, Message, Person, Sandbox
from simulation.buttons import choices
from simulation.message_watcher import MessageWatcher
from simulation.scripted_people import is_called

PATIENCE = 60.0
"""Seconds to wait for the bot, which may just have been killed."""
AGAIN = 1.0
"""Seconds until people press again when nothing has changed."""


class CupCrowd:
    """Everybody with a hand in the sandbox. Nobody plays before `let_play`. Use it as a context.

    `thinking`: the least and the most seconds before a play.
    """

    def __init__(self, box: Sandbox, seed: int, thinking: tuple[float, float] = (0, 0)) -> None:
        self.answers: Counter[str] = Counter()
        """The presses and commands by the statuses of their responses."""
        self.plays: Counter[int] = Counter()
        """The answered presses in hands, by Discord ids."""
        self._box = box
        self._chance = random.Random(seed)
        self._thinking = thinking
        self._playing: set[int] = set()
        self._changed: dict[int, asyncio.Event] = {}
        self._hands: dict[int, asyncio.Task[None]] = {}

    async def __aenter__(self) -> CupCrowd:
        self._box.world.observer = MessageWatcher(self._see)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._hands.values():
            task.cancel()
        await asyncio.gather(*self._hands.values(), return_exceptions=True)

    @property
    def presses(self) -> int:
        return self.answers.total()

    def let_play(self, people: Iterable[Person]) -> None:
        self._playing |= {one.id for one in people}
        self._wake()

    def let_wait(self, people: Iterable[Person]) -> None:
        self._playing -= {one.id for one in people}

    async def insist(self, act: Callable[[], Awaitable[Interaction]]) -> Interaction:
        """Repeat an action until the bot responds."""
        while True:
            answer = await self.attempt(act)
            if answer.status != "failed":
                return answer

    async def attempt(self, act: Callable[[], Awaitable[Interaction]]) -> Interaction:
        """Do an action as soon as the bot is there; it may die before it responds."""
        await self._box.until(lambda: self._box.bot_online, PATIENCE)
        answer = await act()
        self.answers[answer.status] += 1
        return answer

    def check(self) -> None:
        """Raise what went wrong while people played."""
        for task in self._hands.values():
            if task.done() and not task.cancelled():
                task.result()

    def _wake(self) -> None:
        for changed in self._changed.values():
            changed.set()

    def _see(self, message: Message) -> None:
        """Handle a new or changed message: a called hand is played."""
        if not isinstance(message.channel, DirectChannel) or message.ephemeral:
            return
        self._changed.setdefault(message.id, asyncio.Event()).set()
        running = self._hands.get(message.id)
        if is_called(message) and (running is None or running.done()):
            person = self._box.person(message.channel.recipient.id)
            self._hands[message.id] = asyncio.create_task(self._play(person, message))

    async def _play(self, person: Person, hand: Message) -> None:
        """Press plays until the hand calls no more, also if the bot dies meanwhile."""
        changed = self._changed[hand.id]
        while not hand.deleted and is_called(hand):
            changed.clear()
            waits = person.id not in self._playing
            if not waits:
                await asyncio.sleep(self._chance.uniform(*self._thinking))
                await self._press(person, hand)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), None if waits else AGAIN)

    async def _press(self, person: Person, hand: Message) -> None:
        async def press() -> Interaction:
            wanted = self._chance.choice(choices(hand, self._chance))
            return await person.start_press(hand, hand.find(wanted.custom_id), list(wanted.values)).first()

        with contextlib.suppress(ActionNotAllowed, IndexError):  # the hand has changed, or offers nothing any more
            await self.insist(press)
            self.plays[person.id] += 1
