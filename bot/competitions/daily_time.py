"""A time that comes back each day, by the clock of a time zone."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from bot.competitions.recurring_times import zone_of


class DailyTime(NamedTuple):
    """`clock`: like `20:00`. `zone`: a name, an offset like `+01:00`, or "" for UTC."""

    clock: str
    zone: str = ""

    def last_before(self, moment: int) -> int:
        """Return the last such time that is not after a moment, both in ms since the epoch."""
        day = datetime.fromtimestamp(moment / 1000, zone_of(self.zone)).date()
        times = (self._on(day - timedelta(back)) for back in (0, 1))
        return next(at for at in times if at <= moment)

    def _on(self, day: date) -> int:
        return int(datetime.combine(day, time.fromisoformat(self.clock), zone_of(self.zone)).timestamp() * 1000)

    def written(self) -> str:
        return f"{self.clock} {self.zone}".strip()


def read(text: str) -> DailyTime:
    """Return the time that `written` wrote."""
    clock, _, zone = text.partition(" ")
    return DailyTime(clock, zone)
