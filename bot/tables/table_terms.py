"""The terms of a table: its pace (how long a play may take), and what happens after missed deadlines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.runtime.times import DAY, HOUR, MINUTE, SECOND

OWN: Final = re.compile(r"(?P<play>[1-9]\d{0,6})\+(?P<bank>\d{1,7})")
SHORTEST: Final = 10 * SECOND
LONGEST: Final = 30 * DAY


class Pace(NamedTuple):
    """The time for a play (None: no limit), and the extra time (bank) of each seat for the rubber, in ms."""

    play: int | None
    bank: int = 0

    @property
    def is_slow(self) -> bool:
        return self.play is None or self.play >= DAY

    @property
    def call_after(self) -> int:
        """The time after which the person to play is called, in ms: half of a play's; without a limit a day."""
        return DAY if self.play is None else self.play // 2

    @property
    def nudge_after(self) -> int:
        """The time after which others may nudge the person to play, in ms: a quarter of a play's, an hour at most."""
        return HOUR if self.play is None else min(HOUR, self.play // 4)

    @property
    def patience(self) -> int:
        """The time for which a proposal to everybody waits, in ms: as long as a play may take, a minute to a day."""
        return DAY if self.play is None else min(DAY, max(MINUTE, self.play))

    @property
    def short_patience(self) -> int:
        """The time in which the other side may refuse a substitute, in ms: a third of a play, 20 seconds to an hour."""
        return HOUR if self.play is None else min(HOUR, max(20 * SECOND, self.play // 3))


NAMED: Final[Mapping[str, Pace]] = {
    "live": Pace(90 * SECOND, 3 * MINUTE),
    "evening": Pace(10 * MINUTE, 30 * MINUTE),
    "day": Pace(DAY),
    "three-days": Pace(3 * DAY),
    "none": Pace(None),
}


def pace(text: str) -> Pace:
    """Read a pace: a name, or `seconds+seconds` (play and bank) for a custom one. Raises ValueError for others."""
    if text in NAMED:
        return NAMED[text]
    own = OWN.fullmatch(text)
    found = Pace(int(own["play"]) * SECOND, int(own["bank"]) * SECOND) if own else None
    if found is None or not SHORTEST <= (found.play or 0) <= LONGEST or found.bank > LONGEST:
        raise ValueError(f"{text!r} is no pace")
    return found


PACE, AT_DEADLINE, OPENS_AFTER, FORCED = "pace", "deadline", "opens", "forced"
COMPUTER, OPEN, FORFEIT = "computer", "open", "forfeit"
NEVER: Final = "0"
"""The choice of `OPENS_AFTER` by which no seat opens."""
GONE_AFTER: Final = 2
"""A person counts as absent after this many deadlines missed in a row with no action in between.

Their seat opens then, unless the table has agreed on another number.
"""
SILENT_FOR: Final = 3
"""The opener may give a seat to a computer after this many deadlines missed in a row."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    PACE: tuple(NAMED),
    AT_DEADLINE: (COMPUTER, OPEN, FORFEIT),
    OPENS_AFTER: (str(GONE_AFTER), str(GONE_AFTER + 1), NEVER),
    FORCED: ("on", "off"),
}
"""The values of each term, the default first."""
BEFORE_TERMS: Final[Mapping[str, str]] = {PACE: "none", AT_DEADLINE: COMPUTER, OPENS_AFTER: NEVER, FORCED: "off"}
"""The terms of tables that are older than terms."""


class TableTerms(NamedTuple):
    """The terms of one table."""

    pace: Pace
    at_deadline: str
    opens_after: int
    """The seat opens after this many deadlines missed in a row; 0: never."""
    forced: bool
    """True if the only legal play is made at once, at slow paces."""


def usual() -> dict[str, str]:
    return {name: choices[0] for name, choices in CHOICES.items()}


def allows(name: str, value: str) -> bool:
    if name != PACE:
        return value in CHOICES.get(name, ())
    try:
        pace(value)
    except ValueError:
        return False
    return True


def read(given: Mapping[str, str]) -> TableTerms:
    """Read the terms of a record. Raises ValueError for invalid values."""
    full = {**BEFORE_TERMS, **given}
    return TableTerms(pace(full[PACE]), full[AT_DEADLINE], int(full[OPENS_AFTER]), full[FORCED] == "on")
