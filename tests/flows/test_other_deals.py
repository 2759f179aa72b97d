"""The real bot, twice: who knows the same of two deals is sent the same, to the bytes of pictures and files.

People play part of a hand and then ask whatever can be asked; one of them gives up the seat, and a substitute asks too.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.tables import actions, deals, table_names
from bot.tables.actions import TableAction
from bot.tables.table import Table
from sandbox import Interaction, Message, Person
from sandbox.world import components
from simulation.bot_settings import sandboxed
from simulation.buttons import PlayChoice, choices
from simulation.played_table import PlayedTable, played_table
from simulation.record_checks import words_of_turn
from simulation.scripted_people import LONG, is_called, record, resign, shuffling
from simulation.seen_cards import cards_in
from tests.bot.other_deals import PlayedHand, hands, other_deal
from tests.flows.conftest import SLOW, serving, settings_for

NAMES = ("You", "Aja", "Malik", "Ivalu", "Nuka", "Pipaluk")
STRANGER = "Nivi"
WORKING = ("publisher", "discord.py: on_", "CommandTree")
"""The beginnings of the names of the bot's tasks while something is still to be sent."""
COMMANDS = ("hand", "replay", "record")
VERBS = ("may", "beats", "why", "ladder", "ranks", "deal", "help", "more")
MOVING = re.compile(r"\d{15,}|<t:\d+:\w>|\d{4}-\d\d-\d\dT[^\"]*|http://127[^/]*/\w+")
"""Ids of Discord, times, and the address of the sandbox with its key."""
WRAP = '"\n  "'
"""Where a record goes on with a long text in the next line."""
SECRET = "0f" * 32
LATER = 5
"""The number of plays after the moves of a hand, up to the moment at which people ask."""


class SentTo(NamedTuple):
    """All that was sent: to a reader with a seat, to the stranger, and to the stranger as the reader's substitute."""

    reader: list[str]
    stranger: list[str]
    substitute: list[str]


def plays_in(entries: Iterable[TableAction]) -> list[actions.TakeTurn]:
    return [one for one in entries if isinstance(one, actions.TakeTurn)]


def part_of_a_hand(game: str, seats: int) -> PlayedHand:
    """A part of the first hand in which something is given or kept, or of the first one of a game without moves."""
    kinds = {"alkort": "keep", "treikort": "return"}.get(game, "")
    for seed in range(100):
        for hand in [one for _, one in zip(range(2), hands(game, seats, {}, seed), strict=False)]:
            done = plays_in(hand.done)
            moves = [number for number, one in enumerate(done, 1) if one.kind]
            if not kinds or any(one.kind == kinds for one in done):
                return waiting(hand, 1 + (moves or [0])[-1] + LATER)
    raise AssertionError("such a hand is too rare")


def waiting(hand: PlayedHand, length: int) -> PlayedHand:
    """The hand up to the first action from there on that a person has to choose."""
    return hand.until(next(at for at, table in enumerate(hand.after, 1) if at >= length and has_a_choice(table)))


def has_a_choice(table: Table) -> bool:
    """Return whether the seat to act has several actions: at a slow pace the table makes an only one itself."""
    return len(table.view(table.turn).actions) > 1


def like(hand: PlayedHand, seat: int | None) -> PlayedHand:
    """Another deal that this reader cannot tell from it, and in which the same person has to choose now."""
    found = (other_deal(hand, seat, Random(seed)) for seed in range(100))
    return next(one for one in found if one.done[0] != hand.done[0] and has_a_choice(one.after[-1]))


class QuestionedTable:
    """A table at which people make the plays of a record, and then ask."""

    def __init__(self, table: PlayedTable, stranger: Person) -> None:
        self.table = table
        self.box = table.box
        self.stranger = stranger

    async def play(self, plays: list[actions.TakeTurn]) -> None:
        """Make the plays that are not made yet; the table makes some of them itself."""
        while (made := self.made) < len(plays):
            player = self.table.company[plays[made].seat]

            def offered() -> PlayChoice | None:
                called = player.hand if player.hand and is_called(player.hand) else None  # noqa: B023
                ways = choices(called, Random(1)) if called else []
                return next((one for one in ways if {*one.words} == {*words_of_turn(plays[made])}), None)

            way = await self.box.until(lambda: self.made > made or offered(), LONG)
            if isinstance(way, PlayChoice) and player.hand:
                part = player.person.find(player.hand, way.custom_id)
                await player.person.start_press(*part, list(way.values) or None).first()
            await self.box.until(lambda: self.made > made, LONG)
        await self.quiet()

    @property
    def made(self) -> int:
        done = record(self.table.database, self.table.lobby.id)
        return sum(isinstance(one.action, actions.TakeTurn) for one in done)

    async def quiet(self) -> None:
        """Wait until the bot has nothing more to send."""
        await self.box.until(
            lambda: not [one for one in asyncio.all_tasks() if one.get_name().startswith(WORKING)], LONG
        )

    async def ask(self, person: Person, card: str) -> list[str]:
        """Everything that a person is answered, the posts of the table, and the person's direct message."""
        answers = [await person.command(self.table.thread, name) for name in COMMANDS]
        answers.append(await person.command(self.table.thread, "replay", hand=self.hand))
        newest = [one for one in self.table.thread.messages.values() if not one.ephemeral and "Why?" in one.labels]
        answers += [await self.press(person, newest[-1], verb) for verb in VERBS]
        answers.append(await self.press(person, newest[-1], "may", card))
        answers.append(await self.press(person, newest[-1], "verify"))
        answers.append(await person.press(newest[-1], "My hand"))
        offered = await person.autocomplete(self.table.thread, "play", {"cards": ""}, "cards")
        await self.quiet()
        posts = [one for one in self.table.thread.messages.values() if not one.ephemeral]
        messages = [*(answer.message for answer in answers), *posts, *person.dms]
        return [*(self.sent(one) for one in messages if one is not None), str(offered)]

    async def press(self, person: Person, message: Message, verb: str, *chosen: str) -> Interaction:
        """A button of this table, or a menu with what is chosen in it; they need not be in the message."""
        part: dict[str, Any] = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:{verb}:{self.table.lobby.id}"}
        if chosen:
            options = [{"value": value, "label": value} for value in chosen]
            part |= {"type": components.STRING_SELECT, "options": options}
        return await person.start_press(message, part, list(chosen)).first()

    @property
    def hand(self) -> int:
        return self.table.table.view(None).hand_number

    def sent(self, message: Message) -> str:
        """A message without ids and times: its components, and the names, alt texts and contents of its files."""
        files = [(one["filename"], one.get("description"), self.content(one)) for one in message.attachments]
        return MOVING.sub("#", json.dumps([message.content, message.components, files], ensure_ascii=False))

    def content(self, file: dict[str, Any]) -> str:
        """The text of a file, or the digest of a picture."""
        upload = self.box.world.files[int(file["id"])]
        is_text = upload.filename.endswith((".txt", ".json"))
        return upload.content.decode().replace(WRAP, "") if is_text else hashlib.sha256(upload.content).hexdigest()

    async def substituted(self, seat: int) -> None:
        """The person of a seat gives it up, and the stranger takes it."""
        person = self.table.people[seat]
        await resign(self.table.thread, person)
        await self.quiet()
        taken = await self.stranger.command(self.table.thread, "table substitute", table=self.table.lobby.name)
        await self.box.until(lambda: self.stranger.dms, LONG)
        assert self.table.table.seats[seat].person, taken.text
        await self.quiet()


@asynccontextmanager
async def table_of(hand: PlayedHand, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[QuestionedTable]:
    """The table of a hand, in a sandbox of its own, with its cuts and deals."""
    await asyncio.to_thread(folder.mkdir)
    shuffled = [one.action.deck for one in hand.record if isinstance(one.action, actions.Cut | actions.Deal)]
    monkeypatch.setattr(deals, "shuffle", shuffling(*shuffled))
    seats = len(hand.table.seats)
    async with sandboxed(answer_within=SLOW, people=(*NAMES, STRANGER)) as box:
        async with serving(box, settings_for(box, folder / "a.db")):
            names, game = " ".join(NAMES[:seats]), GAMES[hand.table.game]
            table = await played_table(box, folder / "a.db", names, seats, pace="day", game=game)
            yield QuestionedTable(table, box.person(STRANGER))
        assert not box.violations


async def evening(hand: PlayedHand, seat: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> SentTo:
    async with table_of(hand, folder, monkeypatch) as at:
        await at.play(plays_in(one.action for one in hand.record))
        card = hand.table.rules.view(hand.after[-1].state, seat).hand[0].code
        reader, stranger = await at.ask(at.table.people[seat], card), await at.ask(at.stranger, card)
        await at.substituted(seat)
        return SentTo(reader, stranger, await at.ask(at.stranger, card))


GAMES = {"alkort": "Alkort", "braus": "Bräus", "karnoffel": "Karnöffel", "treikort": "Treikort"}


def differences(ours: list[str], theirs: list[str]) -> list[tuple[str, str]]:
    """The messages that differ, each from a little before its first difference."""
    assert len(ours) == len(theirs)
    found = []
    for one, other in zip(ours, theirs, strict=True):
        place = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
        if one != other:
            start = max(0, (min(len(one), len(other)) if place is None else place) - 200)
            found.append((one[start : start + 400], other[start : start + 400]))
    return found


pytestmark = pytest.mark.usefixtures("soon_pope")


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and the chain of keys, which tell nothing, are always the same."""
    monkeypatch.setattr(deals, "new_secret", lambda: SECRET)
    monkeypatch.setattr(table_names, "ANIMALS", ("Otter",))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats"), [("alkort", 4), ("braus", 4), ("braus", 6), ("karnoffel", 4), ("treikort", 3)]
)
async def test_who_knows_the_same_of_two_deals_is_sent_the_same(
    game: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = part_of_a_hand(game, seats)
    turn = hand.after[-1].turn
    assert turn is not None
    seat = (turn - 1) % seats
    ours = await evening(hand, seat, tmp_path / "ours", monkeypatch)
    theirs = await evening(like(hand, seat), seat, tmp_path / "reader", monkeypatch)
    assert not differences(ours.reader, theirs.reader)
    assert not differences(ours.substitute, theirs.substitute)
    theirs = await evening(like(hand, None), seat, tmp_path / "stranger", monkeypatch)
    assert not differences(ours.stranger, theirs.stranger)
    assert theirs.reader != ours.reader, "the reader knows what the stranger does not"
    assert cards_in(ours.substitute[0]) == cards_in(ours.reader[0])
