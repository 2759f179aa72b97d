"""Times of each week and day: summer time, weekdays, and how people type them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.cups.messages.cup_text import weekly_time
from bot.runtime.times import DailyTime, WeeklyTime, read_daily
from bot.texts import in_language
from bot.typed_input.time_parser import is_never, meant_daily, meant_weekly

FRIDAY = 4


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def told(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(" ", "minutes").removesuffix("+00:00")


@pytest.mark.parametrize(
    ("zone", "first", "starts"),
    [
        ("Europe/Copenhagen", "2026-03-20 12:00", ["2026-03-20 19:00", "2026-03-27 19:00", "2026-04-03 18:00"]),
        ("Europe/Copenhagen", "2026-10-20 12:00", ["2026-10-23 18:00", "2026-10-30 19:00"]),
        ("America/Nuuk", "2026-03-21 12:00", ["2026-03-27 22:00", "2026-04-03 21:00"]),
        ("America/Nuuk", "2026-10-20 12:00", ["2026-10-23 21:00", "2026-10-30 22:00"]),
        ("", "2026-03-27 20:00", ["2026-04-03 20:00", "2026-04-10 20:00"]),
        ("+05:30", "2026-03-27 14:29", ["2026-03-27 14:30", "2026-04-03 14:30"]),
    ],
)
def test_a_time_of_the_week_stays_what_the_clock_there_says(zone: str, first: str, starts: list[str]) -> None:
    moment, time = at(first), WeeklyTime(FRIDAY, "20:00", zone)
    for start in starts:
        moment = time.next_after(moment)
        assert told(moment) == start


def test_the_day_is_that_of_the_zone() -> None:
    monday_night = WeeklyTime(0, "23:30", "America/Nuuk")
    assert told(monday_night.next_after(at("2026-01-05 12:00"))) == "2026-01-06 01:30"
    assert told(monday_night.next_after(at("2026-01-06 01:00"))) == "2026-01-06 01:30", "it is still Monday there"


def test_an_hour_that_summer_time_skips_comes_back_the_week_after() -> None:
    time = WeeklyTime(6, "02:30", "Europe/Copenhagen")
    starts = time.next_after(at("2026-03-23 12:00"))
    assert told(starts) == "2026-03-29 01:30"
    assert told(time.next_after(starts)) == "2026-04-05 00:30"


def test_a_skipped_hour_before_midnight_comes_after_it() -> None:
    night, after_midnight = at("2026-03-29 01:30"), at("2026-03-29 01:10")  # 00:10 in Nuuk, where there was no 23:30
    assert WeeklyTime(5, "23:30", "America/Nuuk").next_after(after_midnight) == night
    assert told(DailyTime("23:30", "America/Nuuk").last_before(after_midnight)) == "2026-03-28 01:30"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("friday 20:00", WeeklyTime(FRIDAY, "20:00", "America/Nuuk")),
        ("Every Friday 20", WeeklyTime(FRIDAY, "20:00", "America/Nuuk")),
        ("every friday 24:00", WeeklyTime(FRIDAY + 1, "00:00", "America/Nuuk")),
        ("sunday 24", WeeklyTime(0, "00:00", "America/Nuuk")),
        ("hver fredag kl. 20.30", WeeklyTime(FRIDAY, "20:30", "America/Nuuk")),
        ("monday 9:05 Copenhagen", WeeklyTime(0, "09:05", "Europe/Copenhagen")),
        ("monday 9:05 CET", WeeklyTime(0, "09:05", "Europe/Copenhagen")),
        ("monday 9:05 UTC", WeeklyTime(0, "09:05", "")),
        ("monday 20:00 +01:00", WeeklyTime(0, "20:00", "+01:00")),
        ("monday 20:00 -2", WeeklyTime(0, "20:00", "-02:00")),
    ],
)
def test_a_time_of_the_week_is_read_in_the_persons_zone_or_a_typed_one(typed: str, meant: WeeklyTime) -> None:
    assert meant_weekly(typed, "America/Nuuk") == meant


@pytest.mark.parametrize("typed", ["", "friday", "20:00", "2 h", "2026-11-27 20:00", "friday 25:00", "someday 20:00"])
def test_what_is_no_time_of_the_week_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        meant_weekly(typed)


def test_no_and_never_end_it() -> None:
    assert all(map(is_never, ("no", "Never", "nej", "aldrig")))
    assert not is_never("friday 20:00")


def test_a_time_of_the_week_is_told_with_its_zone() -> None:
    time = WeeklyTime(FRIDAY, "20:00", "America/Nuuk")
    assert weekly_time(time, in_language("en")) == "every Friday 20:00, Nuuk"
    assert weekly_time(time._replace(zone=""), in_language("da")) == "hver fredag 20:00, UTC"


@pytest.mark.parametrize(
    ("zone", "moment", "last"),
    [
        ("", "2026-03-27 20:00", "2026-03-27 20:00"),
        ("", "2026-03-27 19:59", "2026-03-26 20:00"),
        ("Europe/Copenhagen", "2026-03-29 12:00", "2026-03-28 19:00"),
        ("Europe/Copenhagen", "2026-03-29 18:00", "2026-03-29 18:00"),
        ("America/Nuuk", "2026-01-07 00:30", "2026-01-06 22:00"),
        ("+05:30", "2026-03-27 14:29", "2026-03-26 14:30"),
    ],
)
def test_the_last_time_of_the_day_before_a_moment_is_by_the_clock_there(zone: str, moment: str, last: str) -> None:
    assert told(DailyTime("20:00", zone).last_before(at(moment))) == last


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", DailyTime("20:00", "America/Nuuk")),
        ("kl. 19.30 København", DailyTime("19:30", "Europe/Copenhagen")),
        ("20 UTC", DailyTime("20:00")),
        ("20:00 +05:30", DailyTime("20:00", "+05:30")),
    ],
)
def test_a_time_of_the_day_is_typed_with_a_zone_or_without_and_read_as_it_was_written(
    typed: str, meant: DailyTime
) -> None:
    assert meant_daily(typed, "America/Nuuk") == meant
    assert read_daily(meant.write()) == meant
    assert meant_daily(meant._replace(zone=meant.zone or "UTC").write(), "America/Nuuk") == meant
