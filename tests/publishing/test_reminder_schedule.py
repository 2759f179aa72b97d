"""The moments of calls and reminders: after half of a play, at a fifth of the time, outside of quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.members.preferences import QuietHours, quiet_until
from bot.publishing.reminder_clock import free_to_call, moments, next_free_moment, times
from bot.runtime.times import DAY, HOUR, MINUTE
from bot.store import TableRow
from tests.store.samples import table

NIGHT = QuietHours(time(22), time(7), ZoneInfo("America/Nuuk"))


def waiting(since: int, deadline: int | None, credited: int = 0) -> TableRow:
    return table(wait_since=since, deadline_at=deadline, credited=credited)


def at(text: str) -> int:
    """A moment of UTC, ms since the epoch."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_the_moments_are_the_call_and_when_a_fifth_of_the_time_is_left() -> None:
    began = at("2026-03-02 12:00")
    wait = waiting(began, began + 10 * HOUR)._replace(call_after=HOUR)
    assert moments(wait) == (began + HOUR, began + 8 * HOUR)


def test_a_wait_from_before_there_were_calls_is_noticed_when_half_of_the_time_is_left() -> None:
    began = at("2026-03-02 12:00")
    assert moments(waiting(began, began + 10 * HOUR)) == (began + 5 * HOUR, began + 8 * HOUR)


def test_without_a_clock_there_is_the_call_alone() -> None:
    assert moments(waiting(0, None, HOUR)._replace(call_after=DAY)) == (HOUR + DAY,)


@pytest.mark.parametrize(("after", "free"), [(HOUR, "2026-03-03 03:15"), (12 * HOUR, "2026-03-03 09:00")])
def test_quiet_hours_keep_from_being_called_at_slow_paces_alone(after: int, free: str) -> None:
    wait = waiting(0, None)._replace(call_after=after)
    assert free_to_call(wait, at("2026-03-03 03:15"), None, NIGHT) == at(free)


def test_credited_time_is_no_time_that_passes() -> None:
    began = at("2026-03-02 12:00")
    assert moments(waiting(began, began + 19 * HOUR, 9 * HOUR)) == (began + 14 * HOUR, began + 17 * HOUR)


def test_where_no_time_runs_nobody_is_reminded() -> None:
    assert moments(waiting(at("2026-03-02 12:00"), None)) == ()
    assert times(waiting(at("2026-03-02 12:00"), None), at("2027-03-02 12:00")) == 0


def test_how_often_somebody_is_to_have_been_reminded_grows_at_each_moment() -> None:
    wait = waiting(0, DAY)
    assert [times(wait, now) for now in (0, 12 * HOUR - 1, 12 * HOUR, DAY * 4 // 5 - 1, DAY * 4 // 5)] == [
        0,
        0,
        1,
        1,
        2,
    ]


def test_who_has_just_been_here_is_left_alone_for_ten_minutes() -> None:
    now = at("2026-03-02 12:00")
    assert next_free_moment(now, None, None) == now
    assert next_free_moment(now, now - 4 * MINUTE, None) == now + 6 * MINUTE
    assert next_free_moment(now, now - 10 * MINUTE, None) == now


def test_who_was_here_by_a_clock_that_has_gone_back_since_is_not_left_alone_until_then() -> None:
    now = at("2026-03-02 12:00")
    assert next_free_moment(now, now + DAY, None) == now


@pytest.mark.parametrize(
    ("moment", "free"),
    [
        ("2026-03-02 23:59:59", "2026-03-02 23:59:59"),  # 21:59:59 in Nuuk
        ("2026-03-03 00:00:00", "2026-03-03 09:00:00"),  # 22:00 to 07:00
        ("2026-03-03 03:15:00", "2026-03-03 09:00:00"),  # after midnight
        ("2026-03-03 09:00:00", "2026-03-03 09:00:00"),
    ],
)
def test_quiet_hours_over_midnight_end_in_the_morning(moment: str, free: str) -> None:
    assert quiet_until(at(moment), NIGHT) == at(free)


def test_quiet_hours_can_be_in_the_middle_of_the_day() -> None:
    work = QuietHours(time(8), time(15, 30), ZoneInfo("Europe/Copenhagen"))
    assert quiet_until(at("2026-07-01 07:00"), work) == at("2026-07-01 13:30")
    assert quiet_until(at("2026-07-01 05:59:59"), work) == at("2026-07-01 05:59:59")


def test_who_comes_by_shortly_before_their_quiet_hours_is_reminded_when_they_are_over() -> None:
    here = at("2026-03-02 23:55")
    assert next_free_moment(here + MINUTE, here, NIGHT) == at("2026-03-03 09:00")


def test_the_night_in_which_clocks_are_set_forward_is_an_hour_shorter() -> None:
    night = QuietHours(time(22), time(7), ZoneInfo("Europe/Copenhagen"))
    assert quiet_until(at("2026-03-27 21:00"), night) == at("2026-03-28 06:00")
    assert quiet_until(at("2026-03-28 21:00"), night) == at("2026-03-29 05:00")


def test_an_hour_that_the_clock_leaves_out_or_shows_twice_ends_quiet_hours_all_the_same() -> None:
    night = QuietHours(time(22), time(2, 30), ZoneInfo("Europe/Copenhagen"))
    assert quiet_until(at("2026-03-28 22:30"), night) == at("2026-03-29 01:00")  # it is 3:00
    assert quiet_until(at("2026-10-24 22:00"), night) == at("2026-10-25 00:30")
    assert quiet_until(at("2026-10-25 01:10"), night) == at("2026-10-25 01:30")
