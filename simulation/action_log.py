"""The actions of simulated people and the responses to them, for comparison with the records."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from simulation.buttons import is_acknowledged


class PlayAttempt(NamedTuple):
    """One press of a play, the response to it, and the lives of the bot in which it was shown and answered."""

    table: int
    person: int
    turn: str
    words: tuple[str, ...]
    """The play or move, as in `PlayChoice`."""
    status: str
    told: str
    shown_in: int = 0
    answered_in: int = 0

    @property
    def pressed(self) -> tuple[str, ...]:
        """The words, sorted."""
        return tuple(sorted(self.words))

    @property
    def acknowledged(self) -> bool:
        """True if the response confirmed the play: it showed the hand without the cards."""
        return is_acknowledged(self.status, self.told)


class ActionLog:
    """Everybody's actions and the responses to them."""

    def __init__(self) -> None:
        self.tries: list[PlayAttempt] = []
        self.laid: list[PlayAttempt] = []
        """Plays that people made ahead of their turn."""
        self.answers: Counter[str] = Counter()
        """The number of presses with each status of the response."""
        self.done: Counter[str] = Counter()
        """The number of times that each action other than a play was done."""

    @property
    def plays(self) -> int:
        """The number of acknowledged plays."""
        return sum(one.acknowledged for one in self.tries)

    @property
    def refusals(self) -> Counter[str]:
        """Responses that refused a play, by their first line without names and numbers."""
        no_refusal = ("update", "failed", "unanswered", "deferred", "deferred_update")
        told = (one.told.splitlines() for one in self.tries if one.status not in no_refusal)
        return Counter(re.sub(r"[A-Z]\w+ ?\d*|\d+", "#", lines[0]) if lines else "nothing" for lines in told)
