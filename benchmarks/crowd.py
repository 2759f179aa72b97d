"""A crowd: some hundred people, each at several tables, who play at their tables' pace, and are people all the while.

They know no rules: they press what stands out in the newest hand that they see, late or early, again when a press has
failed, and now and then they go away, take open seats, pause, play ahead, play another rubber or open a new table. All
times are seconds of the hastened clock. What they did and were told is kept in a `Ledger`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, NamedTuple

from benchmarks.founding import Kind, kind
from bot import custom_ids
from sandbox import Sandbox
from sandbox.channels import DirectChannel, TextChannel
from sandbox.components import Component, pressable
from sandbox.errors import Impossible
from sandbox.files import Files
from sandbox.interactions import Answer
from sandbox.messages import Message
from sandbox.pages import Pages
from sandbox.people import Person
from sandbox.world import World
from tests.flows.players import TITLE, is_called
from tests.kill.company import Choice, choices, is_acknowledged

THINKING: Final = {"live": 25.0, "evening": 180.0, "day": 900.0, "three-days": 1800.0, "none": 600.0}
"""How long people think over a play on average, by the table's pace."""
UNKNOWN_PACE: Final = "evening"
AGAIN: Final = (3.0, 15.0)
"""After how long people press again when nothing came of it."""
REFUSED: Final = (60.0, 240.0)
"""The same, when they were told why not."""
MENTION: Final = re.compile(r"<@(\d+)>")
NAMED: Final = re.compile(r"\*\*(\w+ \d+)\*\*")
"""People of the crowd, as lobbies name them."""
PATIENT: Final = 0.8
"""How many of those who see that the bot is not there wait for it."""
SOME: Final = 20
"""Of so many one is looked for who could play ahead."""
EMPTY: Final = "*empty*"


class Try(NamedTuple):
    """One press of a play: what was pressed, and what the person was told."""

    table: int
    person: int
    turn: str
    cards: tuple[str, ...]
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


class Ledger:
    """What everybody did and was told."""

    def __init__(self) -> None:
        self.tries: list[Try] = []
        self.laid: list[Try] = []
        """Plays that people laid down ahead."""
        self.answers: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        """What was done beside playing, and how often."""

    @property
    def plays(self) -> int:
        """Of people, acknowledged."""
        return sum(one.acknowledged for one in self.tries)

    @property
    def refusals(self) -> Counter[str]:
        """What people were told in place of a play, by its first line without names and numbers."""
        told = (one.told.splitlines() for one in self.tries if one.status == "message")
        return Counter(re.sub(r"[A-Z]\w+ ?\d*|\d+", "#", lines[0]) if lines else "nothing" for lines in told)


class Eyes(Pages):
    """In place of people's pages: tells of every message that comes or changes, and makes no text of it."""

    def __init__(self, world: World, see: Callable[[Message], None]) -> None:
        super().__init__(world, keep_traffic=False)
        self._see = see

    def show_message(self, message: Message, kind: str) -> None:
        self._see(message)


class Unkept(Files):
    """Files are told of as ever, and not kept: nobody here looks at pictures."""

    def keep(self, *file: Any) -> dict[str, Any]:
        told = super().keep(*file)
        self._kept.clear()
        return told


class Chair:
    """One person at one table: the hands that they see of it, and the play that they are about to make."""

    def __init__(self, crowd: Crowd, person: Person, table: int) -> None:
        self.person = person
        self.table = table
        self._crowd = crowd
        self._hands: dict[bool, Message] = {}
        """The newest hand seen in direct messages (False) and in a private answer (True)."""
        self._turn = ""

    def see(self, hand: Message) -> None:
        """A hand of theirs has come or changed."""
        self._hands[hand.ephemeral] = hand
        turn = next((choice.turn for choice in self._offered(hand)), "")
        if turn and turn != self._turn:
            self._turn = turn
            self._crowd.begin(self._play(turn))
        elif not turn and not hand.ephemeral:
            self._turn = ""

    @property
    def waits(self) -> Message | None:
        """The hand from which one may play ahead."""
        hand = self._hands.get(False)
        return hand if hand is not None and find(hand, "ahead") is not None else None

    def _offered(self, hand: Message) -> list[Choice]:
        if hand.deleted or not is_called(hand):
            return []
        return choices(hand, self._crowd.chance)

    async def _play(self, turn: str) -> None:
        await self._crowd.think(self.table)
        while self._turn == turn and not self._crowd.closing:
            await self._crowd.present(self.person)
            offered = [(hand, one) for hand in self._hands.values() for one in self._offered(hand) if one.turn == turn]
            if not offered or self._crowd.closing:
                return
            hand, wanted = self._crowd.chance.choice(offered)
            refused = await self._press(hand, wanted) == "message"
            await self._crowd.wait(*(REFUSED if refused else AGAIN))

    async def _press(self, hand: Message, wanted: Choice) -> str:
        """How it was answered."""
        made = Try(self.table, self.person.id, wanted.turn, wanted.cards, "unanswered", "")
        try:
            answer = await self._crowd.press(self.person, hand, wanted.custom_id, wanted.values)
        except asyncio.CancelledError:  # it is over, and the press is out
            self._crowd.ledger.tries.append(made)
            raise
        if answer is None:
            return ""
        self._crowd.ledger.tries.append(made._replace(status=answer.status, told=answer.said))
        return answer.status

    async def look(self, message: Message) -> None:
        """They were called in the thread: they look at their hand there."""
        await self._crowd.think(self.table)
        while not (message.deleted or self._crowd.closing):
            await self._crowd.present(self.person)
            answer = await self._crowd.press_verb(self.person, message, "hand")
            if answer is None or answer.status != "failed":
                return
            await self._crowd.wait(*AGAIN)

    async def lay(self) -> None:
        """Play ahead: any one card of the hand."""
        if self.waits is None:
            return
        answer = await self._crowd.press_verb(self.person, self.waits, "ahead")
        menu = find(answer.message, "ahead", menu=True) if answer and answer.message else None
        if answer is None or answer.message is None or menu is None:
            return
        card = self._crowd.chance.choice(menu["options"])["value"]
        chosen = await self._crowd.press(self.person, answer.message, menu["custom_id"], (card,))
        lay = find(chosen.message, "lay") if chosen and chosen.message else None
        if chosen is None or chosen.message is None or lay is None:
            return
        _, _, (turn, codes, _) = read(lay)
        laid = Try(self.table, self.person.id, turn, tuple(codes.split("-")), "laid", "")
        self._crowd.ledger.laid.append(laid)
        await self._crowd.press(self.person, chosen.message, lay["custom_id"])


class Crowd:
    """Everybody, and what they see."""

    def __init__(self, box: Sandbox, seed: int, paces: dict[int, str], thinking: float = 1) -> None:
        self.box = box
        self._thinking = thinking
        self.chance = random.Random(f"crowd {seed}")
        self.ledger = Ledger()
        self.closing = False
        """Whether nobody begins anything any more."""
        self._paces = paces
        self._chairs: dict[tuple[int, int], Chair] = {}
        self._at: defaultdict[int, list[Chair]] = defaultdict(list)
        self._seen: set[tuple[int, str]] = set()
        self._lobbies: dict[int, Message] = {}
        self._more: dict[int, Message] = {}
        """By table: a post with More."""
        self._away: dict[int, float] = {}
        self._doing: set[asyncio.Task[None]] = set()
        box.world.pages = Eyes(box.world, self.see)
        box.world.files = Unkept(box.world)

    # Seeing

    def look(self) -> None:
        """See all that stands already."""
        for message in list(self.box.world.messages.values()):
            self.see(message)

    def see(self, message: Message) -> None:
        """A message has come or changed, and people are here to see it."""
        if self.closing:
            return
        verbs = {press.verb: press for press in presses(message)}
        if message.ephemeral:
            self._see_private(message, verbs)
        elif isinstance(message.channel, DirectChannel):
            self._see_direct(message, verbs)
        else:
            self._see_public(message, verbs)

    def _see_private(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        table = table_in(verbs, "play", "set")
        person = self.box.world.people.get(message.person_id or 0)
        if table is not None and person is not None:
            self.chair(person, table).see(message)

    def _see_direct(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        assert isinstance(message.channel, DirectChannel)
        person = message.channel.recipient
        table = table_in(verbs, "play", "set", "ahead")
        if table is not None:
            self.chair(person, table).see(message)
        elif "take" in verbs and self._first(message, "take") and self.chance.random() < 0.6:
            self.begin(self._later(60, 900, person, message, "take"))

    def _see_public(self, message: Message, verbs: dict[str, custom_ids.Press]) -> None:
        table = next((press.table for press in verbs.values() if press.table), None)
        if table is None:
            return
        if "more" in verbs:
            self._more[table] = message
        if "start" in verbs:
            self._see_lobby(message, table)
        elif "take" in verbs and self._first(message, "take"):
            self.begin(self._later(30, 900, self.anybody(), message, "take"))
        elif "rematch" in verbs and self._first(message, "rematch"):
            self._see_result(message, table)
        elif "agree" in verbs and self._first(message, "agree"):
            self._see_proposal(message, table)
        elif "hand" in verbs:
            self._see_call(message, table)

    def _see_call(self, message: Message, table: int) -> None:
        called = MENTION.search(message.text) if message.payload["mentions"] else None
        if called and self._first(message, "call"):
            self.begin(self.chair(self.box.world.people[int(called[1])], table).look(message))

    def _see_lobby(self, message: Message, table: int) -> None:
        self._lobbies[table] = message
        people = [self.box.person(name) for name in NAMED.findall(message.text)]
        if EMPTY not in message.text and people and self._first(message, "start"):
            self.begin(self._later(5, 60, people[0], message, "start"))

    def _see_result(self, message: Message, table: int) -> None:
        chairs = self._at[table]
        for chair in self.chance.sample(chairs, min(len(chairs), self.chance.randint(0, 2))):
            self.begin(self._later(5, 120, chair.person, message, "rematch"))

    def _see_proposal(self, message: Message, table: int) -> None:
        for chair in self._at[table]:
            verb = "agree" if self.chance.random() < 0.7 else "disagree"
            self.begin(self._later(5, 120, chair.person, message, verb))
        self.begin(self._resume(table))

    def _first(self, message: Message, what: str) -> bool:
        """Whether this is seen in the message for the first time."""
        seen, key = self._seen, (message.id, what)
        return key not in seen and not seen.add(key)  # type: ignore[func-returns-value]

    # Who there is

    def chair(self, person: Person, table: int) -> Chair:
        """The person's place at the table, from the first time that they see a hand of it."""
        if (person.id, table) not in self._chairs:
            chair = self._chairs[person.id, table] = Chair(self, person, table)
            self._at[table].append(chair)
        return self._chairs[person.id, table]

    def anybody(self) -> Person:
        return self.chance.choice(self.box.people)

    # Doing

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it beside everything else."""
        task = asyncio.create_task(_unless_impossible(work))
        self._doing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            asyncio.get_running_loop().call_exception_handler({"message": "a person failed", "task": task})

    async def stop(self) -> None:
        """Nobody begins anything any more; what is under way comes to its end."""
        self.closing = True
        for task in self._doing:
            task.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)

    async def wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))

    async def think(self, table: int) -> None:
        """As long as people think at the table's pace."""
        usual = THINKING[self._paces.get(table, UNKNOWN_PACE)]
        await asyncio.sleep(self.chance.expovariate(1 / (usual * self._thinking)))

    async def present(self, person: Person) -> None:
        """Wait until the person is not away; and most wait for the bot, if it is not there."""
        while not self.box.bot_online and self.chance.random() < PATIENT:
            await self.wait(*AGAIN)
        while (away := self._away.get(person.id, 0) - time.time()) > 0:  # noqa: ASYNC110 (they may go again)
            await asyncio.sleep(away)

    async def press(
        self, person: Person, message: Message, custom_id: str, values: tuple[str, ...] = ()
    ) -> Answer | None:
        """Press, or choose; the answer, or None where it cannot be done any more."""
        try:
            found, component = person.find(message, custom_id)
            answer = await person.start_press(found, component, list(values)).first()
        except (Impossible, KeyError):  # nobody there sees it any more
            return None
        self.ledger.answers[answer.status] += 1
        return answer

    async def press_verb(self, person: Person, message: Message, verb: str) -> Answer | None:
        component = find(message, verb)
        return None if component is None else await self.press(person, message, component["custom_id"])

    async def _later(self, least: float, most: float, person: Person, message: Message, verb: str) -> None:
        """Press something after a while; again if nobody answers."""
        answer: Answer | None = None
        while answer is None or answer.status == "failed":
            await self.wait(least, most)
            await self.present(person)
            if self.closing or message.deleted or find(message, verb) is None:
                return
            answer = await self.press_verb(person, message, verb)
            if answer is None:
                return
        self.ledger.done[verb] += 1

    # What people do beside playing

    async def live(self, every: float) -> None:
        """About `every` so many seconds somebody does something beside playing."""
        ways = (self._go, self._lay, self._pause, self._open, self._leave_for)
        while not self.closing:
            await asyncio.sleep(self.chance.expovariate(1 / every))
            (way,) = self.chance.choices(ways, (6, 8, 3, 3, 1))
            self.begin(way())

    async def _go(self) -> None:
        """Somebody goes away without a word, for two minutes to twenty."""
        self._away[self.anybody().id] = time.time() + self.chance.uniform(120, 1200)
        self.ledger.done["go"] += 1

    async def _leave_for(self) -> None:
        """Somebody says that they are away, and for how long; and perhaps is back before."""
        person, channel = self.anybody(), self.room()
        await self._command(person, channel, "away", days=round(self.chance.uniform(0.01, 0.05), 3))
        if self.chance.random() < 0.5:
            await self.wait(60, 600)
            await self._command(person, channel, "away", days=0)

    async def _lay(self) -> None:
        """Somebody whose turn it is not plays ahead."""
        chairs = list(self._chairs.values())
        some = self.chance.sample(chairs, min(len(chairs), SOME))
        waiting = next((chair for chair in some if chair.waits is not None), None)
        if waiting is not None:
            await waiting.lay()
            self.ledger.done["ahead"] += 1

    async def _pause(self) -> None:
        """Somebody proposes a pause to the others of their table."""
        if not self._chairs:
            return
        chair = self.chance.choice(list(self._chairs.values()))
        await self._from_more(chair, "pause")

    async def _resume(self, table: int) -> None:
        """After a while somebody lets the table go on, if it was paused."""
        await self.wait(180, 600)
        for chair in list(self._at[table]):
            if await self._from_more(chair, "resume"):
                return

    async def _from_more(self, chair: Chair, verb: str) -> bool:
        """Press a button of More…; whether it was there and answered."""
        post = self._more.get(chair.table)
        more = await self.press_verb(chair.person, post, "more") if post is not None else None
        done = await self.press_verb(chair.person, more.message, verb) if more and more.message else None
        self.ledger.done[verb] += done is not None
        return done is not None and done.status != "failed"

    def room(self) -> TextChannel:
        """Any channel."""
        guild = self.chance.choice(list(self.box.world.guilds.values()))
        return self.chance.choice(list(guild.channels.values()))

    async def _command(self, person: Person, channel: TextChannel, name: str, **options: Any) -> Answer:
        answer = await person.start_command(channel, name, options).first()
        self.ledger.answers[answer.status] += 1
        self.ledger.done[name] += 1
        return answer

    async def _open(self) -> None:
        """Somebody opens a table, others sit down, computers fill it; the crowd starts it when it is full."""
        wanted, channel = kind(self.chance), self.room()
        people = self.chance.sample(self.box.people, wanted.people)
        answer = await self._command(people[0], channel, "table open", players=wanted.seats)
        card = await self._card(channel, answer.text)
        if card is None:
            return
        await self._agree_on(card, people[0], wanted)
        for person in people:
            await self._later(1, 20, person, card, "join")
        for _ in range(wanted.seats - wanted.people):
            await self._later(1, 5, people[0], card, "computer")

    async def _card(self, channel: TextChannel, said: str) -> Message | None:
        """The lobby of the table that the answer names, once it is there."""
        for _ in range(30):
            for table, card in self._lobbies.items():
                title = TITLE.search(card.text)
                if card.channel is channel and title and title[1] in said and find(card, "start"):
                    self._seen.add((table, "opened"))
                    return card
            await asyncio.sleep(2)
        return None

    async def _agree_on(self, card: Message, host: Person, wanted: Kind) -> None:
        """The host sets the terms and options of the table, as far as answers come."""
        table = next(press.table for press in presses(card)) or 0
        self._paces[table] = wanted.terms["pace"]
        for verb, part, chosen in (("terms", "term", wanted.terms), ("options", "option", {"length": "hands:1"})):
            menus = await self.press_verb(host, card, verb)
            for name, value in chosen.items():
                if menus is not None and menus.message is not None:
                    await self.press(host, menus.message, custom_ids.write(part, table, name), (value,))


async def _unless_impossible(work: Coroutine[Any, Any, None]) -> None:
    with contextlib.suppress(Impossible):
        await work


def presses(message: Message) -> Iterator[custom_ids.Press]:
    """What the message's buttons and menus say."""
    found = (custom_ids.read(part["custom_id"]) for part in pressable(message.components))
    return (press for press in found if press)


def read(component: Component) -> custom_ids.Press:
    press = custom_ids.read(component["custom_id"])
    assert press
    return press


def table_in(verbs: dict[str, custom_ids.Press], *of: str) -> int | None:
    """The table that one of these verbs is about."""
    return next((press.table for verb, press in verbs.items() if verb in of), None)


def find(message: Message, verb: str, *, menu: bool = False) -> Component | None:
    """The first button (or menu) of a verb."""
    for part in pressable(message.components):
        press = custom_ids.read(part["custom_id"])
        if press and press.verb == verb and ("options" in part) == menu:
            return part
    return None
