"""Paces, times of the day and time zones as people type them."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.members.preferences import place_of, zones
from bot.messages.kit.table_text import pace_in_words
from bot.messages.settings.settings import ZONES
from bot.runtime.times import DAY, MINUTE, SECOND, UNITS
from bot.tables import table_terms
from bot.tables.table_terms import LONGEST, SHORTEST
from bot.texts import in_language, languages
from bot.texts.notices import Refusal
from bot.typed_input.time_parser import (
    TimeOutOfBoundsError,
    is_none,
    meant_clock,
    meant_moment,
    meant_pace,
    meant_span,
    meant_zone,
)
from rules.core.contract import Fact

LANGUAGES = [code for code, _ in languages()]
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("day", "day"),
        ("Three days", "three-days"),
        ("THREE-DAYS", "three-days"),
        ("600+1800", "evening"),
        ("10 min + 30 min", "evening"),
        ("10m+30m.", "evening"),
        ("90", "90+0"),
        ("90 s + 3 m", "live"),
        ("2 days", "172800+0"),
        ("12 t", "43200+0"),
        ("1 uge", "604800+0"),
        ("1 h 30 min + 2 hours", "5400+7200"),
        ("1 h, 30 min", "5400+0"),
        ("1.5 h", "5400+0"),
        ("1,5 t", "5400+0"),
        ("half an hour", "1800+0"),
        ("en halv time", "1800+0"),
        ("a week", "604800+0"),
        ("et  Døgn", "day"),
        ("72\u00a0timer", "three-days"),
        ("en aften", "evening"),
        ("evening", "evening"),
        ("Ingen", "none"),
        ("no limit", "none"),
    ],
)
def test_a_pace_is_typed_by_its_name_or_as_times(text: str, written: str) -> None:
    assert meant_pace(text) == written


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1 month", "month"),
        ("1 måned", "måned"),
        ("a fortnight", "fortnight"),
        ("10 x", "x"),
        ("2 mins + 1 meter", "meter"),
        ("soon", "soon"),
        ("as soon as it can", "as"),
        ("-5 min", "-5"),
        ("1 h 30", "30"),
        ("1.000 s", "1.000"),
        ("10 min 30 min", "30 min"),
        ("10 min and 30 min", "and"),
        ("1 day + soon", "soon"),
        ("10 min +", "10 min +"),
        ("+", "+"),
        ("", ""),
    ],
)
def test_what_is_no_time_is_refused_by_the_part_that_is_none(text: str, part: str) -> None:
    assert meant_pace(text) == Fact(Refusal.UNKNOWN_PACE, "", {"text": part})


@pytest.mark.parametrize(
    "text", ["5", "0 s", "9 seconds", "31 days", "5 weeks", "10 min + 31 days", "9" * 15, "9" * 90, f"{'9' * 90} h"]
)
def test_a_time_that_is_too_short_or_too_long_is_refused_as_that(text: str) -> None:
    assert meant_pace(text) == Fact(Refusal.PACE_OUT_OF_BOUNDS, "", {"text": text})


@in_each_language
@given(
    play=st.integers(SHORTEST // SECOND, LONGEST // SECOND),
    bank=st.integers(0, LONGEST // SECOND),
    blanks=st.sampled_from([" ", "  ", "\u00a0"]),
    loud=st.booleans(),
)
@example(play=25 * 3600 + 900, bank=0, blanks=" ", loud=False)
@example(play=DAY // SECOND, bank=1, blanks=" ", loud=True)
def test_every_pace_can_be_typed_as_it_is_shown(language: str, play: int, bank: int, blanks: str, loud: bool) -> None:
    shown = pace_in_words(f"{play}+{bank}", in_language(language)).replace(" ", blanks)
    meant = meant_pace(shown.upper() if loud else shown)
    assert isinstance(meant, str), meant
    assert table_terms.pace(meant) == table_terms.pace(f"{play}+{bank}")


@in_each_language
@pytest.mark.parametrize("name", table_terms.NAMED)
def test_every_named_pace_can_be_typed_as_it_is_shown(language: str, name: str) -> None:
    assert meant_pace(pace_in_words(name, in_language(language))) == name


@in_each_language
@pytest.mark.parametrize(("name", "written"), [("Lunch", "900+3600"), ("day", "10800+0"), ("Our  Way", "none")])
def test_a_servers_own_pace_can_be_typed_by_its_name_and_as_it_is_offered(
    language: str, name: str, written: str
) -> None:
    own = [(name, written)]
    assert meant_pace(name.upper(), own) == written
    assert meant_pace(f"{name}: {pace_in_words(written, in_language(language))}", own) == written


def test_no_word_is_two_units_of_time() -> None:
    meant: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for unit, _ in UNITS:
            for word in in_language(language)(f"typed.{unit}").split(", "):
                meant.setdefault(word, set()).add(unit)
    assert [word for word, units in meant.items() if len(units) > 1] == []


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("7", "07:00"),
        ("7:30", "07:30"),
        ("07.30", "07:30"),
        (" 22:00 ", "22:00"),
        ("24", "00:00"),
        ("kl. 22", "22:00"),
        ("Kl 22.30", "22:30"),
        ("klokken 7", "07:00"),
        ("at 7", "07:00"),
    ],
)
def test_a_time_of_the_day_is_read_as_people_type_it(typed: str, expected: str) -> None:
    assert meant_clock(typed) == expected


@pytest.mark.parametrize("typed", ["", "soon", "25", "7:60", "7:30:10", "-1", "10 pm", "kl", "at", "1_0"])
def test_what_is_no_time_of_the_day_is_none(typed: str) -> None:
    with pytest.raises(ValueError):
        meant_clock(typed)


@pytest.mark.parametrize(("typed", "none"), [("none", True), ("None ", True), ("ingen", True), ("22", False)])
def test_that_there_are_to_be_no_quiet_hours_is_typed_in_any_language(typed: str, none: bool) -> None:
    assert is_none(typed) is none


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("america/nuuk", "America/Nuuk"),
        ("New York", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("københavn", "Europe/Copenhagen"),
        ("Færøerne", "Atlantic/Faroe"),
        ("utc", ""),
        ("Atlantis", None),
        ("ukendt by", None),
    ],
)
def test_a_time_zone_is_typed_by_its_name_or_its_place(typed: str, zone: str | None) -> None:
    assert meant_zone(typed) == zone


def test_every_time_zone_can_be_typed_as_it_is_offered() -> None:
    assert [zone for zone in zones() if meant_zone(zone.lower()) != zone] == []
    for language in LANGUAGES:
        assert [meant_zone(place_of(zone, language)) for zone in ZONES] == list(ZONES)
    assert [meant_zone(in_language(language)("quiet.utc")) for language in LANGUAGES] == ["", ""]


NOON: Final = int(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp() * 1000)
"""A Monday, 13:00 in Copenhagen."""


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("20:00", "2026-11-23 20:00"),
        ("kl. 20", "2026-11-23 20:00"),
        ("12:30", "2026-11-24 12:30"),
        ("friday 20:00", "2026-11-27 20:00"),
        ("Fredag kl. 20.30", "2026-11-27 20:30"),
        ("monday 20:00", "2026-11-23 20:00"),
        ("mandag 12", "2026-11-30 12:00"),
        ("fri 20:00", "2026-11-27 20:00"),
        ("fre. kl. 20", "2026-11-27 20:00"),
        ("tomorrow at 20:00", "2026-11-24 20:00"),
        ("I morgen kl. 20 Nuuk", "2026-11-24 23:00"),
        ("today 12:30", "2026-11-23 12:30"),
        ("tonight 20", "2026-11-23 20:00"),
        ("2027-01-02 9:15", "2027-01-02 09:15"),
        ("2026-11-01 9:15", "2026-11-01 09:15"),
        ("24:00", "2026-11-24 00:00"),
        ("today 24:00", "2026-11-24 00:00"),
        ("i morgen kl. 24", "2026-11-25 00:00"),
        ("friday 24:00", "2026-11-28 00:00"),
        ("sunday 24:00", "2026-11-30 00:00"),
        ("2026-12-05 24:00", "2026-12-06 00:00"),
        ("2026-12-31 24:00 Nuuk", "2027-01-01 03:00"),
        ("2 h", "2026-11-23 15:00"),
        ("60 s", "2026-11-23 13:01"),
        ("3 s", "2026-11-23 13:00"),
        ("1 døgn", "2026-11-24 13:00"),
        ("<t:1795450000:f>", "2026-11-23 17:06"),
        ("20:00 Nuuk", "2026-11-23 23:00"),
        ("friday 20:00 America/Nuuk", "2026-11-27 23:00"),
        ("kl. 20 new  york", "2026-11-24 02:00"),
        ("20:00 CET", "2026-11-23 20:00"),
        ("20:00 gmt", "2026-11-23 21:00"),
        ("20:00 UTC", "2026-11-23 21:00"),
        ("20:00 +03:30", "2026-11-23 17:30"),
        ("20:00+3", "2026-11-23 18:00"),
        ("fredag 20 utc-0200", "2026-11-27 23:00"),
        ("2026-07-01 20:00 cest", "2026-07-01 20:00"),
    ],
)
def test_a_moment_is_typed_by_the_clock_of_a_place_or_from_now(text: str, meant: str) -> None:
    zone = ZoneInfo("Europe/Copenhagen")
    found = datetime.fromtimestamp(meant_moment(text, NOON, zone.key) / 1000, zone)
    assert found.strftime("%Y-%m-%d %H:%M") == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "tomorrow",
        "friday",
        "2026-13-01 9:15",
        "2026-11-27",
        "25:00",
        "friday 2 h",
        "tomorrow 2 h",
        "tomorrows 20:00",
        "Nuuk",
        "2 h Nuuk",
        "20:00 nowhere",
        "20:00 +25",
        "CET",
    ],
)
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        meant_moment(text, NOON)


@given(st.text())
def test_whatever_is_typed_for_a_moment_fails_as_no_time(text: str) -> None:
    with suppress(ValueError):
        assert meant_moment(text, NOON) >= 0


@pytest.mark.parametrize(
    "text",
    [
        "367 days",
        "99999999 days",
        f"{'9' * 60} weeks",
        "2027-11-25 20:00",
        "9999-12-31 23:59",
        "9999-12-31 24:00",
        "<t:99999999999>",
    ],
)
def test_a_moment_more_than_a_year_ahead_is_refused_as_that(text: str) -> None:
    with pytest.raises(TimeOutOfBoundsError):
        meant_moment(text, NOON)


@pytest.mark.parametrize(
    ("zone", "now", "text", "meant"),
    [
        ("Europe/Copenhagen", "2026-03-28 12:00", "sunday 2:30", "2026-03-29 01:30"),
        ("Europe/Copenhagen", "2026-10-24 12:00", "sunday 2:30", "2026-10-25 00:30"),
        ("Europe/Copenhagen", "2026-10-25 00:45", "2:30", "2026-10-25 01:30"),
        ("Europe/Copenhagen", "2026-10-25 00:45", "today 2:30", "2026-10-25 01:30"),
        ("Europe/Copenhagen", "2026-10-25 01:45", "2:30", "2026-10-26 01:30"),
        ("America/Nuuk", "2026-03-28 12:00", "saturday 23:30", "2026-03-29 01:30"),
        ("America/Nuuk", "2026-03-28 12:00", "saturday 24:00", "2026-03-29 01:00"),
        ("America/Nuuk", "2026-10-24 12:00", "saturday 24:00", "2026-10-25 02:00"),
        ("America/Nuuk", "2026-10-25 00:45", "23:30", "2026-10-25 01:30"),
    ],
)
def test_a_typed_time_that_summer_time_skips_or_doubles_is_the_next_there_is(
    zone: str, now: str, text: str, meant: str
) -> None:
    utc = ZoneInfo("UTC")
    found = meant_moment(text, _ms(now), zone)
    assert datetime.fromtimestamp(found / 1000, utc).strftime("%Y-%m-%d %H:%M") == meant


def _ms(at: str) -> int:
    return int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_length_of_time_needs_a_unit() -> None:
    assert meant_span("45 min") == 45 * MINUTE
    assert meant_span("7 døgn") == 7 * DAY
    with pytest.raises(ValueError):
        meant_span("45")


@pytest.mark.parametrize("text", ["0 min", "59 s", "367 days", "99999999 days", f"{'9' * 60} h"])
def test_a_length_of_time_is_a_minute_to_a_year(text: str) -> None:
    with pytest.raises(TimeOutOfBoundsError):
        meant_span(text)
