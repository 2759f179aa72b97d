"""A hand is played from start to end by people who are sent pictures and only hear what stands beside them.

What decides is what a screen reader says of a message; the record is looked at only to hold what was heard to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.tables.table import Table
from bot.texts import in_language
from sandbox import Channel, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import LONG, posts, seated, table_now
from tests.flows.conftest import serving, settings_for

TEXT, BUTTON, GALLERY = 10, 2, 12
EMOJI = re.compile(r"<a?:(\w+):\d+>")
FOR_THE_EYE = re.compile(r"\\(?=\W)|\*+|`+|^(?:#+|-#) ", re.MULTILINE)
WORDS = in_language("en")


# A screen reader


def heard(message: Message) -> list[str]:
    """A message as a screen reader says it, line by line: texts, alt texts, labels; emojis by their names."""
    lines = [line for part in components.walk(message.components) for text in _said(part) for line in text.split("\n")]
    return [line for line in lines if line]


def _said(part: dict[str, Any]) -> Iterator[str]:
    if part["type"] == TEXT:
        yield spoken(part["content"])
    elif part["type"] == GALLERY:
        yield from (f"Picture: {spoken(item.get('description') or '')}" for item in part["items"])
    elif part["type"] == BUTTON:
        yield f"Button: {part['label']}"
    elif part["type"] in components.SELECTS:
        yield f"Menu: {part['placeholder']}"


def spoken(text: str) -> str:
    return FOR_THE_EYE.sub("", EMOJI.sub(lambda found: found[1].replace("_", " "), text))


def line_with(lines: list[str], pattern: str) -> re.Match[str] | None:
    found = (re.search(pattern, line) for line in lines)
    return next((one for one in found if one), None)


# Who plays by it


@dataclass
class Listener:
    """Somebody who hears their direct messages and presses buttons by what they are called."""

    person: Person
    table: str

    @property
    def lines(self) -> list[str]:
        """The lines of the newest hand at this table."""
        hands = [one for one in self.person.dms if f"### {self.table}, hand " in one.text]
        return heard(hands[-1]) if hands else []

    @property
    def is_called(self) -> bool:
        """Called, with a picture that has come as well."""
        return any("Your turn" in line for line in self.lines) and bool(self.playable)

    @property
    def hand(self) -> list[str]:
        """The cards held, strongest first, as their buttons are called."""
        said = self.lines[: next(index for index, line in enumerate(self.lines) if line.startswith("Button: "))]
        told = re.search(r"Strongest first: (.+)\.", "\n".join(said))
        special = [line.removeprefix("Picture: ").partition(": ")[0] for line in said]
        found = [card for line in [told[1] if told else "", *special] for card in line.split(" · ")]
        return [card for card in dict.fromkeys(found) if card in self.buttons]

    @property
    def buttons(self) -> list[str]:
        return [line.removeprefix("Button: ") for line in self.lines if line.startswith("Button: ")]

    @property
    def playable(self) -> list[str]:
        """The cards that may be played, as the picture tells them."""
        named = line_with(self.lines, r"You may play: (.+)\.$")
        if named:
            return named[1].split(" · ")
        return self.hand if line_with(self.lines, r"You may play any of them\.") else []

    @property
    def heads(self) -> tuple[str, str] | None:
        """The player who heads the trick, and the heading cards."""
        found = line_with(self.lines, r"^(?:Picture: )?(.+?): (.+), heads the trick$")
        return (found[1].removesuffix(" (your partner)"), found[2]) if found else None

    def chosen(self, partner: str) -> str:
        """The weakest card on what the partner heads, else the strongest."""
        heads = self.heads
        return self.playable[-1] if heads and heads[0] == partner else self.playable[0]


def around_the_table(lines: list[str]) -> list[str]:
    found = line_with(lines, r"Around the table: (.+)\.$")
    return found[1].split(", ") if found else []


@pytest.mark.slow
async def test_a_hand_is_played_by_reading_nothing_but_the_text(box: Sandbox, database: Path) -> None:
    async with serving(box, settings_for(box, database, hand_pause=600)):
        people = box.people[:4]
        lobby = await seated(box, people, 4)
        thread = await lobby.start(people[0])
        company = [Listener(person, lobby.name) for person in people]
        seats = await box.until(lambda: around_the_table(newest(thread, people[0], "trick 1")))
        assert seats == [person.name for person in people]
        played = 0
        while listener := await box.until(lambda: called(company) or _is_over(thread, people[0]), LONG):
            if not isinstance(listener, Listener):
                break
            await box.until(lambda: turn_told(thread, people[0]) == listener.person.name)
            is_told(listener, table_now(database, lobby.id), seats)
            partner = seats[seats.index(listener.person.name) - 2]
            answer = await listener.person.press(listener.person.dms[-1], listener.chosen(partner))
            assert answer.status == "update", answer.text
            played += 1
        table = table_now(database, lobby.id)
        assert table.hand
        assert table.last_hand
        assert played == len(table.hand.plays) > 20
        await box.until(lambda: all(any(told_own_end(one)) for one in company))
        won = [seats[account.plays[account.winner or 0].seat] for account in table.hand.tricks]
        assert winners_told(newest(thread, people[0], "hand 1 is over")) == won
        assert told_end(thread, people[0]) == [*zip(table.last_hand.units, table.last_hand.scores, strict=True)]


def called(company: list[Listener]) -> Listener | None:
    """The person who hears that it is their turn: one at most."""
    found = [one for one in company if one.is_called]
    assert len(found) < 2
    return next(iter(found), None)


def told_own_end(listener: Listener) -> Iterator[bool]:
    """Return whether a line of the hand's own message says who won the hand, and calls the listener "you"."""
    won = r"^.+ won hand 1, \d–\d"
    for line in listener.lines:
        yield bool(re.search(rf"{won}\. You and .+: ", line) or re.search(r"^You and .+? won hand 1, \d–\d: ", line))


def turn_told(thread: Channel, person: Person) -> str:
    """The player whose turn it is, by the table's words."""
    lines = newest(thread, person, "hand 1, trick")
    found = line_with(lines, r"^(.+) to (?:lead|play)(?: \d cards| the last card: [^.]+)?\.(?: Due .+)?$")
    return found[1] if found else ""


def _is_over(thread: Channel, person: Person) -> bool:
    return bool(posts(thread, person, "hand 1 is over"))


def newest(thread: Channel, person: Person, text: str) -> list[str]:
    """The lines of the newest post with this text."""
    found = posts(thread, person, text)
    return heard(found[-1]) if found else []


def named(cards: Any) -> str:
    return WORDS.cards("voormsi", cards)


def is_told(listener: Listener, table: Table, seats: list[str]) -> None:
    """The hand says whose turn it is, what may be played and what heads, as it is."""
    turn = table.turn
    assert turn is not None
    assert seats[turn] == listener.person.name
    view = table.view(turn)
    assert set(listener.playable) == {named([card]) for play in view.legal for card in play}
    heading = None if view.heading is None else view.trick[view.heading]
    assert listener.heads == (heading and (seats[heading.seat], named(heading.cards)))


def winners_told(lines: list[str]) -> list[str]:
    """The winner of each trick."""
    found = line_with(lines, r"Tricks: (.+)$")
    return [told.split(" ")[0] for told in found[1].split(" · ")] if found else []


def by_side(lines: list[str], pattern: str) -> list[tuple[int, int]]:
    """The two numbers that are told of each side, in the order of the sides."""
    found = (re.search(rf"^(?:Picture: )?(.+): {pattern}", line) for line in lines)
    sides = {one[1]: (int(one[2]), int(one[3])) for one in found if one}
    return list(sides.values())


def told_end(thread: Channel, person: Person) -> list[tuple[int, int]]:
    """Each side's tricks and where its ladder stands, as the end of the hand is told."""
    return by_side(newest(thread, person, "hand 1 is over"), r"(\d+) tricks?, score \d+ → (\d+)")
