"""The schedule of reminders: when they are due, and when a person may be reminded.

Pure functions; all moments are ms since the epoch. The store finds what is due by a generated column of its schema,
`remind_at`; a test compares the two on every engine.
"""

from __future__ import annotations

from typing import Final

from bot.members.preferences import QuietHours, quiet_until
from bot.runtime.times import MINUTE
from bot.store import OwedRow, TableRow

BEEN_HERE: Final = 10 * MINUTE
"""The time for which after somebody's last activity they are not reminded, ms."""


def moments(wait: TableRow | OwedRow) -> tuple[int, ...]:
    """Return when half of the time is left, and when a fifth; nothing while the clock is stopped."""
    end = wait.deadline_at
    if end is None:
        return ()
    began = wait.wait_since + wait.credited
    return (end + began) // 2, (4 * end + began) // 5


def times(wait: TableRow | OwedRow, now: int) -> int:
    """Return how many reminders of the play were due by now."""
    return sum(moment <= now for moment in moments(wait))


def free_at(now: int, last_active: int | None, quiet: QuietHours | None) -> int:
    """Return the first moment, `now` or later, at which a person may be reminded."""
    if last_active is None or last_active > now:  # the clock was set back since
        last_active = now - BEEN_HERE
    free = max(now, last_active + BEEN_HERE)
    return free if quiet is None else quiet_until(free, quiet)
