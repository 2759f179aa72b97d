"""The terms of a table: how long a play may take, and what becomes of a seat that lets the time pass."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

OWN: Final = re.compile(r"(?P<play>[1-9]\d{0,6})\+(?P<bank>\d{1,7})")
SHORTEST: Final = 10 * SECOND
LONGEST: Final = 30 * DAY

UNITS: Final = (("weeks", 7 * DAY), ("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", SECOND))
"""The units in which times are told and typed, the longest first, in ms."""

PACE, AT_DEADLINE, OPENS_AFTER, FORCED = "pace", "deadline", "opens", "forced"
COMPUTER, OPEN, FORFEIT = "computer", "open", "forfeit"
GONE_AFTER: Final = 2
"""After so many deadlines missed in a row, with nothing done since, a person is not there."""
SILENT_FOR: Final = 3
"""After so many deadlines missed in a row the opener may give the seat to a computer."""


class Pace(NamedTuple):
    """How long a play may take, in ms (None: as long as it takes), and what each seat has beside for the rubber."""

    play: int | None
    bank: int = 0

    @property
    def is_slow(self) -> bool:
        """Whether plays may take a day or more."""
        return self.play is None or self.play >= DAY

    @property
    def patience(self) -> int:
        """How long a question to everybody at the table waits for an answer, ms: as long as a play, at most a day."""
        return DAY if self.play is None else min(DAY, max(MINUTE, self.play))

    @property
    def short_patience(self) -> int:
        """How long the other side may refuse a substitute, ms: a third of a play, at most an hour."""
        return HOUR if self.play is None else min(HOUR, max(20 * SECOND, self.play // 3))


NAMED: Final[Mapping[str, Pace]] = {
    "live": Pace(90 * SECOND, 3 * MINUTE),
    "evening": Pace(10 * MINUTE, 30 * MINUTE),
    "day": Pace(DAY),
    "three-days": Pace(3 * DAY),
    "none": Pace(None),
}
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    PACE: tuple(NAMED),
    AT_DEADLINE: (COMPUTER, OPEN, FORFEIT),
    OPENS_AFTER: ("2", "3", "0"),
    FORCED: ("on", "off"),
}
"""What may be chosen for each term, the default first."""
BEFORE_TERMS: Final[Mapping[str, str]] = {PACE: "none", AT_DEADLINE: COMPUTER, OPENS_AFTER: "0", FORCED: "off"}
"""The terms of tables that were opened before there were any."""


def pace(text: str) -> Pace:
    """The pace of a name, or an organiser's own as `seconds+seconds`: a play's, and the bank. ValueError for others."""
    if text in NAMED:
        return NAMED[text]
    own = OWN.fullmatch(text)
    found = Pace(int(own["play"]) * SECOND, int(own["bank"]) * SECOND) if own else None
    if found is None or not SHORTEST <= (found.play or 0) <= LONGEST or found.bank > LONGEST:
        raise ValueError(f"{text!r} is no pace")
    return found


class TableTerms(NamedTuple):
    """The terms of one table."""

    pace: Pace
    at_deadline: str
    opens_after: int
    """After so many deadlines missed in a row the seat opens; 0: it does not."""
    forced: bool
    """Whether a play without a choice is made at once, at slow paces."""


def usual() -> dict[str, str]:
    """What a new table begins with."""
    return {name: choices[0] for name, choices in CHOICES.items()}


def allows(name: str, value: str) -> bool:
    """Whether a term may have this value."""
    if name != PACE:
        return value in CHOICES.get(name, ())
    try:
        pace(value)
    except ValueError:
        return False
    return True


def read(given: Mapping[str, str]) -> TableTerms:
    """The terms as they are written in a record; ValueError for what is none."""
    full = {**BEFORE_TERMS, **given}
    return TableTerms(pace(full[PACE]), full[AT_DEADLINE], int(full[OPENS_AFTER]), full[FORCED] == "on")
