"""Quiet hours: the hours in which a person wants not to be reminded, and when they end."""

from __future__ import annotations

from datetime import datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.runtime.time_units import MINUTE


class QuietHours(NamedTuple):
    """The hours in which a person is not reminded, in the local time of their time zone; they may span midnight."""

    begin: time
    end: time
    zone: ZoneInfo


def quiet_until(moment: int, quiet: QuietHours) -> int:
    """Return the end of the quiet hours around a moment; the moment itself if it is outside of them.

    Moments are ms since the epoch. Local time counts, so a night is longer or shorter when daylight saving time
    changes: hence minute by minute.
    """
    while _is_quiet(moment, quiet):
        moment = (moment // MINUTE + 1) * MINUTE
    return moment


def _is_quiet(moment: int, quiet: QuietHours) -> bool:
    shown = datetime.fromtimestamp(moment / 1000, quiet.zone).time()
    if quiet.begin <= quiet.end:
        return quiet.begin <= shown < quiet.end
    return shown >= quiet.begin or shown < quiet.end
