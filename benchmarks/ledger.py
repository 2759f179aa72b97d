"""What a crowd did and was told, to be held against the records."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from tests.kill.company import is_acknowledged


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
