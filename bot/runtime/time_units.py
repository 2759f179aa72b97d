"""Units of time, in ms."""

from __future__ import annotations

from typing import Final

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
YEAR: Final = 366 * DAY

UNITS: Final = (("weeks", 7 * DAY), ("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", SECOND))
"""The units in which times are shown and typed, longest first."""
