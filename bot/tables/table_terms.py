"""The terms of a table: its pace, and what happens to a seat whose person misses deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.tables.paces import NAMED, Pace, pace

PACE, AT_DEADLINE, OPENS_AFTER, FORCED = "pace", "deadline", "opens", "forced"
COMPUTER, OPEN, FORFEIT = "computer", "open", "forfeit"
GONE_AFTER: Final = 2
"""A person counts as absent after this many deadlines missed in a row with no action in between."""
SILENT_FOR: Final = 3
"""The opener may give a seat to a computer after this many deadlines missed in a row."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    PACE: tuple(NAMED),
    AT_DEADLINE: (COMPUTER, OPEN, FORFEIT),
    OPENS_AFTER: ("2", "3", "0"),
    FORCED: ("on", "off"),
}
"""The values of each term, the default first."""
BEFORE_TERMS: Final[Mapping[str, str]] = {PACE: "none", AT_DEADLINE: COMPUTER, OPENS_AFTER: "0", FORCED: "off"}
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
