"""The result of a finished hand, with the proof of its deal."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand: the cards dealt and drawn by each seat, units and scores by side, and the proof of the deal."""

    number: int
    dealer: int
    dealt: tuple[tuple[Card, ...], ...]
    dealt_first: int
    """How many of these cards each seat was dealt; the others were drawn."""
    units: tuple[int, ...]
    void: bool
    scores_before: tuple[int, ...]
    scores: tuple[int, ...]
    deck: tuple[Card, ...]
    salt: str
    digest: str
    why: Fact | None = None
    """The game's reason for the end, if there is something to say."""
