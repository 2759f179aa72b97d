"""Paces: how long a play may take, by name or as people have written it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.runtime.time_units import DAY, HOUR, MINUTE, SECOND

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
