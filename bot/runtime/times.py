"""Units of time, and times that recur each day or each week by the clock of a time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
YEAR: Final = 366 * DAY

UNITS: Final = (("weeks", 7 * DAY), ("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", SECOND))
"""The units in which times are shown and typed, longest first."""


DAYS: Final = 7


class WeeklyTime(NamedTuple):
    """A time of each week. `weekday`: 0 is Monday. `clock`, `zone`: as in `DailyTime`."""

    weekday: int
    clock: str
    zone: str = ""

    def next_after(self, moment: int) -> int:
        """Return the first such time after a moment, both in ms since the epoch."""
        day = datetime.fromtimestamp(moment / 1000, zone_of(self.zone)).date() - timedelta(1)  # see DailyTime
        day += timedelta((self.weekday - day.weekday()) % DAYS)
        times = (self._moment_on(day + timedelta(later)) for later in (0, DAYS, 2 * DAYS))
        return next(at for at in times if at > moment)

    def _moment_on(self, day: date) -> int:
        local = datetime.combine(day, time.fromisoformat(self.clock), zone_of(self.zone))
        return int(local.timestamp() * 1000)


class DailyTime(NamedTuple):
    """A time of each day. `clock`: like `20:00`. `zone`: a name, an offset like `+01:00`, or "" for UTC."""

    clock: str
    zone: str = ""

    def last_before(self, moment: int) -> int:
        """Return the last such time that is not after a moment, both in ms since the epoch.

        An hour before midnight that summer time skips (in Nuuk) comes after midnight: hence the day before yesterday.
        """
        day = datetime.fromtimestamp(moment / 1000, zone_of(self.zone)).date()
        times = (self._moment_on(day - timedelta(back)) for back in (0, 1, 2))
        return next(at for at in times if at <= moment)

    def _moment_on(self, day: date) -> int:
        return int(datetime.combine(day, time.fromisoformat(self.clock), zone_of(self.zone)).timestamp() * 1000)

    def write(self) -> str:
        return f"{self.clock} {self.zone}".strip()


def zone_of(name: str) -> tzinfo:
    """Return the time zone of a stored name."""
    if name[:1] in ("+", "-"):
        return datetime.fromisoformat(f"2000-01-01T00:00{name}").tzinfo or UTC
    return ZoneInfo(name) if name else UTC


def read_daily(text: str) -> DailyTime:
    """Return the time that `write` wrote."""
    clock, _, zone = text.partition(" ")
    return DailyTime(clock, zone)
