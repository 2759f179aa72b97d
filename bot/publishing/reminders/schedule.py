"""When people are reminded of plays that they owe. Pure: moments in, moments out; all in ms since the epoch."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Protocol

from bot.members.preferences import QuietHours
from bot.tables.terms import MINUTE

BEEN_HERE: Final = 10 * MINUTE
"""So long after having been here nobody is reminded."""


class ReminderWait(Protocol):
    """What a table's row tells of the play that it waits for: see `bot.store.TableRow`."""

    @property
    def wait_since(self) -> int: ...

    @property
    def credited(self) -> int: ...

    @property
    def deadline_at(self) -> int | None: ...


def moments(wait: ReminderWait) -> tuple[int, ...]:
    """When half of the time is left, and when a fifth; none while no time runs."""
    end = wait.deadline_at
    if end is None:
        return ()
    began = wait.wait_since + wait.credited
    return (end + began) // 2, (4 * end + began) // 5


def times(wait: ReminderWait, now: int) -> int:
    """How often somebody is to have been reminded of the play by now."""
    return sum(moment <= now for moment in moments(wait))


def free_at(now: int, last_here: int | None, quiet: QuietHours | None) -> int:
    """The first moment, `now` or later, at which a person may be reminded."""
    if last_here is None or last_here > now:  # by a clock that was set back since
        last_here = now - BEEN_HERE
    free = max(now, last_here + BEEN_HERE)
    return free if quiet is None else quiet_until(free, quiet)


def quiet_until(moment: int, quiet: QuietHours) -> int:
    """When the quiet hours end in which the moment lies; the moment itself outside of them.

    What the clock on the wall shows counts, so that a night is longer or shorter when it is changed: it is looked at
    minute by minute.
    """
    while _is_quiet(moment, quiet):
        moment = (moment // MINUTE + 1) * MINUTE
    return moment


def _is_quiet(moment: int, quiet: QuietHours) -> bool:
    shown = datetime.fromtimestamp(moment / 1000, quiet.zone).time()
    if quiet.begin <= quiet.end:
        return quiet.begin <= shown < quiet.end
    return shown >= quiet.begin or shown < quiet.end
