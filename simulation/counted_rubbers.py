"""Counted rubbers: people play by direct messages or privately in the thread, and requests are counted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.publishing import delivery_queues
from sandbox import DirectChannel, Interaction, Message, Person, Sandbox, Thread
from sandbox.rest.rest_api import LoggedRequest
from simulation.scripted_people import Player, anything, is_called, play_on, posts, result, seated, trick_shown

EVENINGS: Final = ("dm", "private", "mixed")
"""The ways of an evening: everybody plays from direct messages, everybody privately in the thread, or half of each."""
SETTLED_AFTER: Final = 0.05
"""Seconds without a request after which nothing follows a press any more."""
NAMES: Final = ("Nivi", "Aja", "Malik", "Ivalu")


@dataclass
class PrivatePlayer(Player):
    """A player who opens their hand in the thread, where only they see it, and plays from there."""

    thread: Thread | None = None

    @property
    def own(self) -> Message | None:
        """The newest private hand in the thread."""
        title = f"### {self.table}, hand "
        seen = self.person.sees(self.thread) if self.thread else []
        return next((one for one in reversed(seen) if one.ephemeral and title in one.text), None)

    @property
    def called(self) -> bool:
        return bool(self.thread and posts(self.thread, self.person, f"**{self.person.name} to "))

    async def play(self) -> Interaction:
        assert self.thread is not None
        number, _ = trick_shown(self.thread, self.person)
        if self.own is None or not is_called(self.own) or f", hand {number}\n" not in self.own.text:
            await self._open()
        assert self.own is not None
        return await self.play_from(self.own)

    async def _open(self) -> None:
        assert self.thread is not None
        table = next(one for one in reversed(self.person.sees(self.thread)) if "My hand" in one.labels)
        await self.person.press(table, "My hand")


@dataclass
class EveningRequests:
    """The requests of one rubber from its first call to its end, and the presses that people made."""

    presses: int = 0
    requests: Counter[tuple[bool, str]] = field(default_factory=Counter)
    """(Whether they count to the token's limit, their kind) -> how many."""

    def a_press(self, *, counted: bool) -> float:
        """Return the requests a press that count to the token's limit, or those that do not."""
        return sum(number for (counts, _), number in self.requests.items() if counts is counted) / self.presses


async def all_shown(box: Sandbox) -> None:
    """Wait until the bot, which runs in this process, has shown everything."""
    made = -1
    while made != len(box.requests) or _under_way():
        made = len(box.requests)
        await asyncio.wait([*_under_way(), asyncio.create_task(asyncio.sleep(SETTLED_AFTER))])


def _under_way() -> list[asyncio.Task[object]]:
    return [task for task in asyncio.all_tasks() if task.get_name().startswith("publisher ")]


def kind_of(box: Sandbox, request: LoggedRequest) -> str:
    """Return the kind of a request: `answer`, `trick: edit`, `hand: edit with picture` and so on."""
    _, place, *rest = request.path.split("/")
    if place == "interactions":
        return "answer"
    what = {"PATCH": "edit", "POST": "send", "DELETE": "delete"}.get(request.method, "other")
    if request.has_files:
        what += " with picture"
    if place == "webhooks":
        return f"by its token: {what}"
    if place != "channels" or "messages" not in rest:
        return "other"
    is_dm = isinstance(box.world.channels.get(int(rest[0])), DirectChannel)
    return f"{'hand' if is_dm else 'trick'}: {what}"


async def play_evening(
    box: Sandbox, people: Sequence[Person], way: str, *, seats: int | None = None, hands: int = 3
) -> EveningRequests:
    """Play so many hands with a bot in this process, each play shown before the next; computers sit in the seats left.

    Hands follow the plays of others at once, as they do when people take their time.
    """
    vars(delivery_queues).update(AFTER=0.0, RATE=1000.0)
    lobby = await seated(box, people, seats or len(people))
    await lobby.shorten(people[0], hands)
    thread = await lobby.start(people[0])
    company: list[Player] = [
        PrivatePlayer(box, person, lobby.name, anything(number), thread)
        if way == "private" or (way == "mixed" and number % 2)
        else Player(box, person, lobby.name, anything(number))
        for number, person in enumerate(people)
    ]
    await box.until(lambda: any(player.called for player in company))
    await all_shown(box)
    first, evening = len(box.requests), EveningRequests()
    for player in company:
        _wait_after_plays(player, evening)
    await play_on(box, company, lambda: result(thread, people[0]))
    await all_shown(box)
    evening.requests.update((one.is_counted, kind_of(box, one)) for one in box.requests[first:])
    return evening


def _wait_after_plays(player: Player, evening: EveningRequests) -> None:
    play_from = player.play_from

    async def played(hand: Message) -> Interaction:
        evening.presses += 1
        answer = await play_from(hand)
        await all_shown(player.box)
        return answer

    vars(player)["play_from"] = played
