"""A crowd of some hundred people, each at several tables, who play at the pace of their tables.

They know no rules: they press the highlighted cards of the newest hand that they see, late or early, press again when
a press has failed, take open seats and accept or decline proposals. `simulation.table_actions` has their other actions.
All times are seconds of the accelerated clock. An `ActionLog` records their actions and the responses.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, Final

from bot.discord_api import custom_ids
from sandbox import ActionNotAllowed, DirectChannel, Interaction, Message, Person, Sandbox
from sandbox.world.guilds import Guild
from simulation.action_log import ActionLog
from simulation.buttons import find, presses, table_in
from simulation.crowd_player import AGAIN, CrowdPlayer
from simulation.message_watcher import MessageWatcher, NoFiles
from simulation.table_actions import TableActions

THINKING: Final = {"live": 25.0, "evening": 180.0, "day": 900.0, "three-days": 1800.0, "none": 600.0}
"""The mean seconds that people think about a play, by the table's pace."""
UNKNOWN_PACE: Final = "evening"
MENTION: Final = re.compile(r"<@(\d+)>")
NAMED: Final = re.compile(r"\*\*(\w+ \d+)\*\*")
"""People of the crowd, as lobbies name them."""
PATIENT: Final = 0.8
"""The share of people who wait for the bot if it is offline."""
EMPTY: Final = "*free*"
TABLE_NAMED: Final = re.compile(r"(?:at table |### (?=[^,\n]+, hand ))([A-Z]\w+(?: \d+)?)")


class Crowd:
    """All people, and their knowledge from the messages that they see."""

    def __init__(self, box: Sandbox, seed: int, paces: dict[int, str], thinking: float = 1) -> None:
        self.box = box
        self._thinking = thinking
        self.chance = random.Random(f"crowd {seed}")
        self.ledger = ActionLog()
        self.closing = False
        """True if no new actions begin any more."""
        self.paces = paces
        self.chairs: dict[tuple[int, int], CrowdPlayer] = {}
        self.at: defaultdict[int, list[CrowdPlayer]] = defaultdict(list)
        """By table: everybody who has ever seen a hand there."""
        self.lobbies: dict[int, Message] = {}
        self.more: dict[int, Message] = {}
        """By table: a post with the button More."""
        self.left: dict[int, Message] = {}
        """By table: a post about an open seat."""
        self.names: dict[int, str] = {}
        """By table: its name."""
        self.gone: dict[int, float] = {}
        """By person: the end of their absence (seconds since 1970)."""
        self.failed: list[str] = []
        """Errors of the crowd itself."""
        self._seen: set[tuple[int, str]] = set()
        self.moods = TableActions(self)
        self._doing: set[asyncio.Task[None]] = set()
        box.world.observer = MessageWatcher(self.see)
        box.world.files = NoFiles()

    # Views

    def look(self) -> None:
        """Handle all messages that exist already."""
        for message in list(self.box.world.messages.values()):
            self.see(message)

    def see(self, message: Message) -> None:
        """Handle a new or changed message."""
        if self.closing:
            return
        verbs = {press.verb: press for press in presses(message)}
        self._learn_name(message, verbs)
        if message.ephemeral:
            self._see_private(message, verbs)
        elif isinstance(message.channel, DirectChannel):
            self._see_direct(message, verbs)
        else:
            self._see_public(message, verbs)

    def _learn_name(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        table = next((press.table for press in verbs.values() if press.table), None)
        named = TABLE_NAMED.search(message.text) if table is not None and table not in self.names else None
        if table is not None and named:
            self.names[table] = named[1]

    def _see_private(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        table = table_in(verbs, "play", "set")
        if table is not None and message.person_id is not None:
            self.chair(self.box.person(message.person_id), table).see(message)

    def _see_direct(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        assert isinstance(message.channel, DirectChannel)
        person = self.box.person(message.channel.recipient.id)
        table = table_in(verbs, "play", "set", "ahead")
        if table is not None:
            self.chair(person, table).see(message)
        elif "take" in verbs and self.first(message, "take") and self.chance.random() < 0.6:
            self.begin(self.later(60, 900, person, message, "take"))

    def _see_public(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        table = next((press.table for press in verbs.values() if press.table), None)
        if table is None:
            return
        if "more" in verbs:
            self.more[table] = message
        if "start" in verbs:
            self._see_lobby(message, table)
        elif "take" in verbs and self.first(message, "take"):
            self.left[table] = message
            self.begin(self.later(30, 900, self.anybody(), message, "take"))
        elif "rematch" in verbs and self.first(message, "rematch"):
            self._see_result(message, table)
        elif "agree" in verbs and self.first(message, "agree"):
            self._see_proposal(message, table)
        elif "hand" in verbs:
            self._see_call(message, table)

    def _see_call(self, message: Message, table: int) -> None:
        called = MENTION.search(message.text) if message.payload["mentions"] else None
        if called and self.first(message, "call"):
            self.begin(self.chair(self.box.person(int(called[1])), table).look(message))

    def _see_lobby(self, message: Message, table: int) -> None:
        self.lobbies[table] = message
        people = [self.box.person(name) for name in NAMED.findall(message.text)]
        if EMPTY not in message.text and people and self.first(message, "start"):
            self.begin(self.later(5, 60, people[0], message, "start"))

    def _see_result(self, message: Message, table: int) -> None:
        chairs = self.at[table]
        for chair in self.chance.sample(chairs, min(len(chairs), self.chance.randint(0, 2))):
            self.begin(self.later(5, 120, chair.person, message, "rematch"))

    def _see_proposal(self, message: Message, table: int) -> None:
        for chair in self.at[table]:
            verb = "agree" if self.chance.random() < 0.7 else "disagree"
            self.begin(self.later(5, 120, chair.person, message, verb))
        self.begin(self.moods.resume(table))

    def first(self, message: Message, what: str) -> bool:
        """Return whether this is the first call with this message and `what`."""
        seen, key = self._seen, (message.id, what)
        return key not in seen and not seen.add(key)  # type: ignore[func-returns-value]

    # People

    def chair(self, person: Person, table: int) -> CrowdPlayer:
        """The person's chair at the table, created when they first see a hand of it."""
        if (person.id, table) not in self.chairs:
            chair = self.chairs[person.id, table] = CrowdPlayer(self, person, table)
            self.at[table].append(chair)
        return self.chairs[person.id, table]

    @property
    def people(self) -> list[Person]:
        """Everybody whose account is not deleted."""
        return [person for person in self.box.people if not person.deleted]

    def anybody(self) -> Person:
        return self.chance.choice(self.people)

    def organiser(self, guild: Guild) -> Person:
        """The person who manages the guild."""
        return self.box.people[list(self.box.world.guilds).index(guild.id)]

    # Actions

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task."""
        task = asyncio.create_task(_unless_impossible(work))
        self._doing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed.append(f"a person failed: {error!r} in {task.get_coro()!r}")

    async def stop(self) -> None:
        """Begin no new actions, and cancel the running ones."""
        self.closing = True
        for task in self._doing:
            task.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)

    async def wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))

    async def think(self, table: int) -> None:
        """Wait as long as people think at the table's pace."""
        usual = THINKING[self.paces.get(table, UNKNOWN_PACE)]
        await asyncio.sleep(self.chance.expovariate(1 / (usual * self._thinking)))

    async def present(self, person: Person) -> None:
        """Wait until the person is not away. Most people also wait for the bot, if it is offline."""
        while not self.box.bot_online and self.chance.random() < PATIENT:
            await self.wait(*AGAIN)
        while (away := self.gone.get(person.id, 0) - time.time()) > 0:  # noqa: ASYNC110 (they may go again)
            await asyncio.sleep(away)

    async def press(
        self, person: Person, message: Message, custom_id: str, values: tuple[str, ...] = ()
    ) -> Interaction | None:
        """Press a button, or choose in a menu. Return the response, or None if it is no longer possible."""
        try:
            found, component = person.find(message, custom_id)
            answer = await person.start_press(found, component, list(values)).first()
        except (ActionNotAllowed, KeyError):  # nobody sees the component there any more
            return None
        self.ledger.answers[answer.status] += 1
        return answer

    async def press_verb(self, person: Person, message: Message, verb: str) -> Interaction | None:
        component = find(message, verb)
        if component is not None:
            return await self.press(person, message, component["custom_id"])
        behind = find(message, "more") or find(message, "help")
        menu = None if behind is None else (await self.press(person, message, behind["custom_id"]))
        component = None if menu is None or menu.message is None else find(menu.message, verb)
        if menu is None or menu.message is None or component is None:
            return None
        return await self.press(person, menu.message, component["custom_id"])

    async def later(self, least: float, most: float, person: Person, message: Message, verb: str) -> None:
        """Press something after a while, and again after each failure."""
        answer: Interaction | None = None
        while answer is None or answer.status == "failed":
            await self.wait(least, most)
            await self.present(person)
            if self.closing or message.deleted or not (find(message, verb) or find(message, "more")):
                return
            answer = await self.press_verb(person, message, verb)
            if answer is None:
                return
        self.ledger.done[verb] += 1


async def _unless_impossible(work: Coroutine[Any, Any, None]) -> None:
    with contextlib.suppress(ActionNotAllowed):
        await work
