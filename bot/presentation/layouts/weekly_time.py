"""A time of each week in words."""

from __future__ import annotations

from babel.dates import get_day_names

from bot.competitions.recurring_times import WeeklyTime
from bot.members.preferences import UTC
from bot.presentation.time_zone_names import place_of
from bot.texts import Translator


def weekly_time(time: WeeklyTime, words: Translator) -> str:
    """A time of each week with its zone: `every Friday 20:00, Nuuk`."""
    day = get_day_names("wide", locale=words.language)[time.weekday]
    zone = place_of(time.zone or UTC, words.language)
    return words("cup.weekly-time", day=day, clock=time.clock, zone=zone)
