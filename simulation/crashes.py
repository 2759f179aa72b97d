"""Presses during which the bot is killed, its next life, and the checks after that."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.engine import open_read_only
from bot.tables import actions
from bot.tables.due_actions import immediate_action
from bot.tables.fold import do
from bot.tables.table import RecordedAction, Stage, Table
from rules.core.cards import cards
from rules.core.contract import Play
from sandbox import Interaction, Message, Person, Sandbox, Thread
from sandbox.server import PEOPLE
from sandbox.world import components
from simulation import record_checks
from simulation.bot_settings import given_for, sandboxed
from simulation.buttons import PlayChoice, choices
from simulation.crash_process import BotForker, BotLife, CrashPoint, LifeEnd
from simulation.played_table import PUT_OFF, PlayedTable, played_table, pressable
from simulation.remote_sandbox import RemoteChannel
from simulation.scripted_people import (
    LONG,
    Lobby,
    Player,
    opened,
    players,
    posts,
    press_at,
    record,
    seated,
    stacked,
)

SIX = (*PEOPLE, "Nuka", "Pipaluk")
ENOUGH = 2
"""The presses of a kind that must survive, their death set behind the last step, before the kind is done."""
TOLD = ("update", "message")
"""The status of the response to a committed press; a deferred press may be answered before the commit."""
LOOKING = 0.02
"""Seconds between two checks of Discord."""


class RepeatablePress(NamedTuple):
    """A press at a table: its kind, for the figures, and a function that does it and can be called again."""

    table: int
    kind: str
    do: Callable[[], Interaction]


CrashPlan = Callable[[int], CrashPoint | None]
"""By the number of deaths so far in presses of a kind: when to die in the next; None: no more."""


def every(by: int = 1, first: int = 1) -> CrashPlan:
    """Die before step `first`, then `by` steps later each time, until presses survive."""
    return lambda number: CrashPoint(first + by * number)


def listed(*whens: CrashPoint) -> CrashPlan:
    """Die at each of these, in turn."""
    return lambda number: whens[number] if number < len(whens) else None


@dataclass
class Crashes:
    """The deaths of the bot so far, and the plan for more, in presses of these kinds."""

    kinds: Sequence[str]
    whens: CrashPlan
    died: dict[str, list[LifeEnd]] = field(default_factory=lambda: defaultdict(list))
    lived: dict[str, list[LifeEnd]] = field(default_factory=lambda: defaultdict(list))

    def next(self, kind: str) -> CrashPoint | None:
        """Return when to die in the next press of this kind; None: not at all."""
        enough = kind not in self.kinds or len(self.lived[kind]) >= ENOUGH
        return None if enough else self.whens(len(self.died[kind]))

    def note(self, kind: str, ended: LifeEnd) -> None:
        (self.lived if ended.place is None else self.died)[kind].append(ended)

    @property
    def done(self) -> bool:
        return not any(map(self.next, self.kinds))

    @property
    def count(self) -> int:
        """The number of deaths."""
        return sum(map(len, self.died.values()))

    def __str__(self) -> str:
        return "\n".join(map(self._line, self.kinds))

    def _line(self, kind: str) -> str:
        died, lived = self.died[kind], self.lived[kind]
        steps = f"{max(one.steps for one in lived)} steps, " if lived else ""
        return f"{kind}: {steps}{len(died)} deaths at {len({one.place for one in died})} places"


class SandboxMessages:
    """The messages of a sandbox, for the checks of `simulation.record_checks`."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box

    async def messages(self, channel: RemoteChannel) -> list[Message]:
        return list(self._box.world.channels[channel.id].messages.values())


class Conditions(NamedTuple):
    """The deck ("": a random one), and whether Discord has forgotten all nonces (`late`) when a life begins."""

    deck: str = ""
    late: bool = False


@dataclass
class CrashingBot:
    """A bot that dies on demand, with its next lives."""

    box: Sandbox
    database: Path
    nursery: BotForker
    deaths: Crashes
    how: Conditions
    life: BotLife = field(init=False)

    async def born(self, when: CrashPoint | None = None) -> None:
        """Start the next life, as soon as Discord has noticed the end of the last. It dies at `when`."""
        await self.box.until(lambda: not self.box.bot_online)
        settings = given_for(self.box, self.database)
        self.life = await self.nursery.life(settings, when, **self.how._asdict())
        if when is None:
            await self.box.until(lambda: self.box.bot_online, LONG)

    async def made(self, press: RepeatablePress) -> tuple[Interaction, Interaction]:
        """Press while the bot dies, and press the same again in its next life. Return both responses."""
        when = self.deaths.next(press.kind)
        if when is None:
            return await press.do().first(), await press.do().first()
        before = len(record(self.database, press.table))
        await self.life.arm(when)
        first = press.do()
        ended = await self.life.told()
        self.deaths.note(press.kind, ended)
        if ended.place is not None:
            await self.nursery.buried()
            await self.born()
        done = len(record(self.database, press.table)) > before
        assert done or first.status not in TOLD, f"acknowledged and lost: {press.kind}, {ended}"
        again = await press.do().first()
        assert again.status != "failed", (press.kind, ended)
        return first, again

    async def reckoned(self, table: PlayedTable, *, words: bool = True) -> None:
        """Wait until nothing is under way, then compare all messages in Discord with the record, line by line.

        Without `words` the text of posts is not compared: they may name people who are no longer at the table.
        """
        await table.shown()
        patience = time.monotonic() + LONG
        while wrong := await self._differences(table, words):  # a picture may still be on its way
            assert time.monotonic() < patience, "\n".join([*wrong, str(self.deaths.died)])
            await asyncio.sleep(LOOKING)
        table.sound()

    async def _differences(self, table: PlayedTable, words: bool) -> list[str]:
        async with await open_read_only(self.database) as store:
            services = record_checks.offline_services(self.database, store)
            one = await record_checks.table_history(services, table.lobby.id)
            wrong = await record_checks.differences_of_hands(services, one, table.people)
            return wrong + (
                await record_checks.differences_of_thread(services, SandboxMessages(self.box), one) if words else []
            )


@asynccontextmanager
async def crashing_bot(
    nursery: BotForker, deaths: Crashes, folder: Path, how: Conditions
) -> AsyncIterator[CrashingBot]:
    """A bot that dies on demand, in a sandbox of its own."""
    await asyncio.to_thread(folder.mkdir)
    async with sandboxed(nonce_window=0.0 if how.late else 180.0, people=SIX) as box:
        at = CrashingBot(box, folder / "voormsi.db", nursery, deaths, how)
        try:
            await at.born()
            yield at
        finally:
            await nursery.end()


# Plays

Door = Callable[[PlayedTable, Player, random.Random], Awaitable[tuple[PlayChoice, RepeatablePress]]]
"""A way to play: it chooses a play and returns a press for it."""


async def play(at: CrashingBot, table: PlayedTable, chance: random.Random, door: Door | None = None) -> None:
    """Make the next play. If the bot dies in it, check that it is made exactly once."""
    player = await table.turn()
    choice, press = await (door or from_the_dm)(table, player, chance)
    if at.deaths.next(press.kind) is None:
        shown = pressable(player.hand)
        if await _answered_status(press) == PUT_OFF:
            await at.box.until(lambda: pressable(player.hand) != shown, LONG)
        return
    before = table.table
    await at.made(press)
    _is_made_once(record(at.database, before.id)[before.seq :], table.company.index(player), choice)
    await at.reckoned(table)


async def _answered_status(press: RepeatablePress) -> str:
    """Press, and again if no answer came in time, which a slow machine may be the reason for; return its status."""
    status = "failed"
    while status == "failed":
        status = (await press.do().first()).status
    return status


def _is_made_once(done: Sequence[RecordedAction], seat: int, choice: PlayChoice) -> None:
    plays = [one.action for one in done if isinstance(one.action, actions.TakeTurn) and one.action.seat == seat]
    assert plays, f"a play is lost: {choice}"
    assert set(record_checks.words_of_turn(plays[0])) == set(choice.words), (plays, choice)
    assert not any(one.by is not None and not one.how for one in plays[1:]), f"a play was made twice: {plays}"


async def from_the_dm(table: PlayedTable, player: Player, chance: random.Random) -> tuple[PlayChoice, RepeatablePress]:
    choice = _chosen(choices(hand_of(player), chance), chance)
    seat = table.company.index(player)
    return choice, RepeatablePress(
        table.lobby.id, kind_of(table.table, seat, choice), pressed(player.person, hand_of(player), choice)
    )


def _chosen(offered: Sequence[PlayChoice], chance: random.Random) -> PlayChoice:
    """A play, or a move of any of the possible kinds, however many cards there are for it."""
    kind = chance.choice(sorted({one.kind for one in offered}))
    return chance.choice([one for one in offered if one.kind == kind])


async def to_be_pope(table: PlayedTable, player: Player, chance: random.Random) -> tuple[PlayChoice, RepeatablePress]:
    """Play as from the direct message; but a Pope always uses the right, and the first seat plays its highest cards.

    So it soon has thirteen tricks in three hands (TREIKORT §5.1).
    """
    hand, seat = hand_of(player), table.company.index(player)
    offered = [one for one in choices(hand, chance) if one.kind != "decline"]
    choice = offered[-1 if seat else 0]
    return choice, RepeatablePress(
        table.lobby.id, kind_of(table.table, seat, choice), pressed(player.person, hand, choice)
    )


async def from_a_private_hand(
    table: PlayedTable, player: Player, chance: random.Random
) -> tuple[PlayChoice, RepeatablePress]:
    newest = posts(table.thread, player.person, "trick")[-1]
    hand = (await player.person.press(newest, "My hand")).message
    assert hand
    choice = chance.choice(choices(hand, chance))
    return choice, RepeatablePress(table.lobby.id, "from a private hand", pressed(player.person, hand, choice))


async def by_typing(table: PlayedTable, player: Player, chance: random.Random) -> tuple[PlayChoice, RepeatablePress]:
    choice = chance.choice(choices(hand_of(player), chance))
    typed = {"cards": " ".join(choice.cards)}
    return choice, RepeatablePress(
        table.lobby.id, "/play", lambda: player.person.start_command(table.thread, "play", typed)
    )


def hand_of(player: Player) -> Message:
    assert player.hand
    return player.hand


def pressed(person: Person, message: Message, choice: PlayChoice) -> Callable[[], Interaction]:
    """A function that makes this choice in the message as it is now, and can be called again."""
    hand, part = person.find(message, choice.custom_id)
    return lambda: person.start_press(hand, part, list(choice.values) or None)


def kind_of(table: Table, seat: int, choice: PlayChoice) -> str:
    """The kind of a play, for the figures: that of a move, else its effect, else the kind of the next player."""
    if choice.kind:
        return choice.kind
    played = cards(choice.cards)
    after = do(table, actions.TakeTurn(table.seats[seat].person, seat, played))
    assert isinstance(after, Table), after
    if after.stage is not Stage.PLAYING:
        return "ends a rubber"
    if after.turn is None:
        return "ends a hand"
    if isinstance(immediate_action(after), actions.TakeTurn):
        return "a forced play follows"
    if table.rules.account(table.state, Play(seat, played), after.state):
        return "ends a trick"
    if len(played) > 1:
        return "a set"
    return "a person is next" if after.asked and after.asked.person else "a computer is next"


class CourseTables(NamedTuple):
    """The tables of a course: the people, the seats, the game and its deck ("": random ones).

    `most`: the number of plays after which the next table is opened; None: all of the rubber.
    """

    names: str = "You Aja"
    seats: int = 3
    game: str = "Voormsi"
    deck: str = ""
    most: int | None = None


async def plays(
    nursery: BotForker,
    deaths: Crashes,
    folder: Path,
    *,
    door: Door | None = None,
    late: bool = False,
    tables: CourseTables = CourseTables(),  # noqa: B008 (it is frozen)
) -> None:
    """Play at table after table, until there have been enough deaths."""
    names, seats, game, deck, most = tables
    for number in count():
        async with crashing_bot(nursery, deaths, folder / f"{number}", Conditions(deck, late)) as at:
            table = await played_table(at.box, at.database, names, seats, game=game)
            chance, made = random.Random(number), 0
            while made != most and await table.turn_or_end():
                await play(at, table, chance, door)
                made += 1
                if deaths.done:
                    return


# Other presses


CrashScene = Callable[[CrashingBot], Awaitable[None]]
"""A test with a press in which the bot dies: the preparation, that press, and the checks after it."""


async def scenes(nursery: BotForker, deaths: Crashes, folder: Path) -> None:
    """Repeat the scene, until there have been enough deaths in its press."""
    scene, deck = SCENES[deaths.kinds[0]]
    for number in count():
        async with crashing_bot(nursery, deaths, folder / f"{number}", Conditions(deck)) as at:
            await scene(at)
        if deaths.done:
            return


async def join(at: CrashingBot) -> None:
    you, aja = people = [at.box.person(name) for name in ("You", "Aja")]
    lobby = await opened(at.box, you, at.box.channel("cards"), 3)
    await lobby.join(you)
    await at.made(RepeatablePress(lobby.id, "Join", button(aja, lobby.card, "Join")))
    await lobby.shows(". **Aja**")
    await lobby.fill(you)
    thread = await lobby.start(you)
    await _goes_on(at, lobby, thread, people)


async def start(at: CrashingBot) -> None:
    people = [at.box.person(name) for name in ("You", "Aja")]
    lobby = await seated(at.box, people, 3)
    for person in people:
        person.open_page()
    await at.made(RepeatablePress(lobby.id, "Start", button(people[0], lobby.card, "Play now")))
    thread = await at.box.until(lambda: lobby.thread, LONG)
    await _goes_on(at, lobby, thread, people)
    assert {person.id for person in people} <= set(thread.members)


async def _goes_on(at: CrashingBot, lobby: Lobby, thread: Thread, people: Sequence[Person]) -> None:
    table = PlayedTable(at.box, at.database, lobby, thread, players(at.box, lobby, people))
    await at.box.until(lambda: all(player.hand for player in table.company), LONG)
    await at.reckoned(table)
    await table.play()
    await at.reckoned(table)


async def last_play(at: CrashingBot) -> None:
    """Play Toqutsit on one's own heading Voormsi (RULES §9.6)."""
    table = await played_table(at.box, at.database, "You Aja", 2)
    for code in ("KH", "7D"):
        player = await table.turn()
        await pressed(player.person, hand_of(player), _choice(player, code))().first()
    player = await table.turn()
    await at.made(
        RepeatablePress(table.lobby.id, "ends a rubber", pressed(player.person, hand_of(player), _choice(player, "JC")))
    )
    await table.lobby.shows(": game over")
    await at.reckoned(table)
    assert table.table.stage is Stage.OVER


async def queued(at: CrashingBot) -> None:
    """The next play was made ahead, and follows at once."""
    table = await played_table(at.box, at.database, "You Aja", 4)
    you, aja = table.company
    ahead = await aja.ask("Play ahead…")
    (menu,) = (part for part in components.pressable(ahead.components) if part["type"] in components.SELECTS)
    await aja.person.select(ahead, ["6C"], custom_id=menu["custom_id"])
    await aja.person.press(ahead, "If I may")
    await at.box.until(lambda: "At your turn you play 6♣" in hand_of(aja).text)
    await at.made(
        RepeatablePress(table.lobby.id, "a queued play follows", pressed(you.person, hand_of(you), _choice(you, "5S")))
    )
    await at.reckoned(table)
    assert [seat for seat, how in _made(at, table) if how == "queued"] == [1]


async def forced(at: CrashingBot) -> None:
    """Toqutsit must be played on a heading Voormsi (RULES §5.5); at this pace the bot plays it at once."""
    table = await played_table(at.box, at.database, "You Aja", 4, pace="day")
    you = table.company[0]
    does = pressed(you.person, hand_of(you), _choice(you, "KH"))
    await at.made(RepeatablePress(table.lobby.id, "a forced play follows", does))
    await at.reckoned(table)
    assert [seat for seat, how in _made(at, table) if how == "forced"] == [1]


async def resign(at: CrashingBot) -> None:
    table, sure = await _resigning(at)
    await at.made(RepeatablePress(table.lobby.id, "resign", button(table.company[1].person, sure, "Yes, resign")))
    await _is_gone(at, table)


async def substitute(at: CrashingBot) -> None:
    table, sure = await _resigning(at, pace="day")  # a pace without a question to others first
    aja, malik = table.company[1], at.box.person("Malik")
    await aja.person.press(sure, "Yes, resign")
    await at.box.until(lambda: aja.hand is None, LONG)
    malik.open_page()
    typed = {"table": table.lobby.name}
    await at.made(
        RepeatablePress(
            table.lobby.id, "substitute", lambda: malik.start_command(table.thread, "table substitute", typed)
        )
    )
    table.company[1:] = players(at.box, table.lobby, [malik])
    await at.box.until(lambda: table.company[1].hand, LONG)
    await at.reckoned(table, words=False)
    assert aja.hand is None
    await table.play()
    await at.reckoned(table, words=False)


async def _resigning(at: CrashingBot, pace: str = "") -> tuple[PlayedTable, Message]:
    table = await played_table(at.box, at.database, "You Aja", 3, pace=pace)
    sure = (await press_at(table.thread, table.company[1].person, "More…", "Resign…")).message
    assert sure
    return table, sure


async def _is_gone(at: CrashingBot, table: PlayedTable) -> None:
    """Check that the person who has resigned has no hand, and that the table goes on."""
    await at.box.until(lambda: table.company[1].hand is None, LONG)
    await at.reckoned(table, words=False)
    await table.play()
    await at.reckoned(table, words=False)


def _choice(player: Player, code: str) -> PlayChoice:
    return next(one for one in choices(hand_of(player), random.Random(1)) if one.cards == (code,))


def _made(at: CrashingBot, table: PlayedTable) -> list[tuple[int, str]]:
    """All plays of a table: the seat, and how the play came about."""
    done = (one.action for one in record(at.database, table.table.id))
    return [(one.seat, one.how) for one in done if isinstance(one, actions.TakeTurn)]


def button(person: Person, message: Message, label: str) -> Callable[[], Interaction]:
    """A function that presses the button in the message as it is now, and can be called again."""
    part = message.button(label)
    return lambda: person.start_press(message, part)


def _deck(*hands: str) -> str:
    """A deck that deals these hands, with seat 0 as the first to lead by the cut (RULES §4)."""
    return " ".join(card.code for card in stacked(hands, leader=0))


async def start_again(at: CrashingBot) -> None:
    """The bot dies when a play is committed and none of it is shown, and again during the next start."""
    table = await played_table(at.box, at.database, "You Aja", 3)
    player = await table.turn()
    press = pressed(player.person, hand_of(player), choices(hand_of(player), random.Random(1))[0])
    await at.life.arm(UNSHOWN)
    press()
    assert (await at.life.told()).place
    await at.nursery.buried()
    await at.born(when := at.deaths.next("a start"))
    if when:
        ended = await at.life.told()
        at.deaths.note("a start", ended)
        if ended.place is not None:
            await at.nursery.buried()
            await at.born()
    await at.box.until(lambda: at.box.bot_online, LONG)
    await press().first()
    await at.reckoned(table)
    await table.play()
    await at.reckoned(table)


UNSHOWN: Final = CrashPoint(1, "bot/discord_api/delivery.py")
"""After the commit, before anything of it is shown."""
BOUNDARIES: Final = (
    CrashPoint(1, "the store, before COMMIT"),
    UNSHOWN,
    CrashPoint(1, "bot/discord_api/delivery.py send"),
    CrashPoint(2, "the store, before INSERT INTO shown"),  # after the send
)
"""Between write and commit, commit and post, post and message state, in a press with a new post."""
TWO_RIGHTS: Final = (
    "8C 8H 7S 8D 7C 7H KD 4C AC 2H 8S AS "
    "7D QC KS QS QH KH AH JC JH AD JS JD "
    "9C 4D 3H 9S 4S 2C 6C 6H 2S 6S 6D 3C 9H 9D 2D 3S 3D 4H KC QD"
)
"""A deck of Alkort in which the first two seats to be asked have a right to the stock (ALKORT §5.1)."""
FOUR: Final = " ".join(PEOPLE)
LED: Final = _deck("KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "QD AH JH 9D")
SCENES: Final[dict[str, tuple[CrashScene, str]]] = {
    "Join": (join, ""),
    "Start": (start, ""),
    "ends a rubber": (last_play, _deck("KH JC 9C 9S", "7D 7H 7S 7C")),
    "a queued play follows": (queued, LED),
    "a forced play follows": (forced, LED),
    "resign": (resign, ""),
    "substitute": (substitute, ""),
    "a start": (start_again, ""),
}


class CrashCourse(NamedTuple):
    """Kinds of presses with deaths in one run, and the function that runs them."""

    kinds: tuple[str, ...]
    run: Callable[[BotForker, Crashes, Path], Awaitable[None]]


PLAYS: Final = CrashCourse(("a person is next", "ends a trick"), plays)
COURSES: Final[dict[str, CrashCourse]] = {
    "other plays": CrashCourse(("a computer is next", "a set", "ends a hand"), plays),
    "from a private hand": CrashCourse(("from a private hand",), partial(plays, door=from_a_private_hand)),
    "typed": CrashCourse(("/play",), partial(plays, door=by_typing)),
    "late": CrashCourse(("ends a trick",), partial(plays, late=True)),
    "Alkort": CrashCourse(
        ("decline", "keep"), partial(plays, tables=CourseTables(FOUR, 4, "Alkort", TWO_RIGHTS, most=2))
    ),
    "Treikort": CrashCourse(
        ("ask", "return"),
        partial(plays, door=to_be_pope, tables=CourseTables("You Aja Malik", 3, "Treikort")),
    ),
    "Bräus": CrashCourse(
        ("a forced play follows", "ends a trick"), partial(plays, tables=CourseTables(FOUR, 4, "Bräus"))
    ),
    "Bräus for six": CrashCourse(("a person is next",), partial(plays, tables=CourseTables(" ".join(SIX), 6, "Bräus"))),
    "Karnöffel": CrashCourse(
        ("ends a trick", "ends a hand"), partial(plays, tables=CourseTables(FOUR, 4, "Karnöffel"))
    ),
    **{kind: CrashCourse((kind,), scenes) for kind in SCENES},
}
