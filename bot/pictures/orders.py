"""The order of the cards as it is drawn, by game: in groups, strongest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.cards import Card, cards


class Rank(NamedTuple):
    """A group of cards; `name` is its key in `<game>.group.…`, and with a power in `<game>.picture.…` too."""

    name: str
    cards: tuple[Card, ...]
    power: bool = False
    ranked: bool = True
    """Has it a place in the order at all times?"""


ORDERS: Final = {
    "voormsi": (
        Rank("matadors", cards("JC KH 8S"), power=True),
        Rank("nines", cards("9C 9S 9H 9D")),
        Rank("aces", cards("AC AS AH AD")),
        Rank("jacks", cards("JS JH JD")),
        Rank("sixes", cards("6C 6S 6H 6D")),
        Rank("fives", cards("5C 5S 5H 5D")),
        Rank("eights", cards("8C 8H 8D")),
        Rank("queens", cards("QC QS QH QD")),
        Rank("kings", cards("KC KS"), power=True),
        Rank("sevens", cards("7C 7S 7H 7D"), power=True, ranked=False),
        Rank("three", cards("3D"), power=True, ranked=False),
    )
}
"""Game -> its groups. Groups with powers stand in rows of their own, the others in pairs."""


def dealt_first(game: str, options: Mapping[str, str]) -> int:
    """How many cards each seat is dealt before it begins to draw (RULES §4.3, §11.1)."""
    return 36 if game not in ORDERS or options.get("deal") == "all" else 4
