"""The cards that people's pages were sent, for checks that nobody sees a card that is not theirs to know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from bot.tables.table import Table
from rules.core.contract import Play
from sandbox import Person, Sandbox

CODE = re.compile(r"(?<![0-9A-Za-z])([2-9TAKQJ]|10)(?:([CSHD])(?![0-9A-Za-z])|([♣♠♥♦]))")
TOLD_TO_ALL = re.compile(r"is over|Cut for the deal")
"""Posts with cards of their own: the end of a hand, and the cut."""
HAND_BEFORE = re.compile(r"got \d+ points?: .*")
"""A line with reasons for a side's points in the hand before: it may name a card that was played there."""
SUITS = dict(zip("♣♠♥♦", "CSHD", strict=True))


@lru_cache(maxsize=4096)
def cards_in(text: str) -> frozenset[str]:
    """Every card that a text names, by symbol or code."""
    return frozenset(rank.replace("10", "T") + (letter or SUITS[symbol]) for rank, letter, symbol in CODE.findall(text))


def played(table: Table) -> set[str]:
    assert table.hand
    return {card.code for play in table.hand.plays if isinstance(play, Play) for card in play.cards}


def shown_cards(box: Sandbox, person: Person, table: Table, seat: int | None) -> tuple[set[str], set[str]]:
    """The cards of the hand in play that this person's pages were sent: their own, and such as they should not see."""
    assert table.hand
    told: set[str] = set()
    title = f"hand {table.hand.number}"
    for text in box.traffic(person):
        for shown in strings_of_messages(text):
            about_a_hand = re.search(r"hand \d", shown)
            if not about_a_hand or (re.search(rf"{title}\b", shown) and not TOLD_TO_ALL.search(shown)):
                told |= cards_in(HAND_BEFORE.sub("", shown))
    held: set[str] = set() if seat is None else held_so_far(table, seat)
    return told & held, told - played(table) - held - shown_to(table, seat)


def held_so_far(table: Table, seat: int) -> set[str]:
    """Return what a seat has been dealt and has drawn in the hand so far."""
    return {card.code for card in table.rules.dealt_cards(table.state)[seat]}


def shown_to(table: Table, seat: int | None) -> set[str]:
    """The cards of others that the game has shown a seat, or everybody, in the hand so far."""
    return {card.code for event in table.view(seat).events for card in event.cards}


@lru_cache(maxsize=4096)
def strings_of_messages(frame: str) -> tuple[str, ...]:
    """Each message in the text of a frame as one text: all its strings, custom_ids and hidden ones too."""
    return tuple("\n".join(strings(message.get("components", []))) for message in messages_in(json.loads(frame)))


def messages_in(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "components" in part and "author" in part:
            yield part
        else:
            for value in part.values():
                yield from messages_in(value)
    elif isinstance(part, list):
        for value in part:
            yield from messages_in(value)


def strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from strings(value)
    elif isinstance(part, list):
        for value in part:
            yield from strings(value)
