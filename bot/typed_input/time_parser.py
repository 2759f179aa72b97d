"""Parse paces, times of the day and time zones as people type them, in every language of the bot.

Examples: `10 min + 30 min`, `kl. 22`. Every pace can be typed as the bot shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from typing import Final, NamedTuple
from unicodedata import normalize
from zoneinfo import ZoneInfo

from babel.dates import get_day_names

from bot.members.preferences import UTC, places_in, zones
from bot.messages.kit.table_text import pace_in_words
from bot.runtime.times import DAYS as DAYS_OF_WEEK
from bot.runtime.times import MINUTE, SECOND, UNITS, YEAR, DailyTime, WeeklyTime
from bot.tables import table_terms
from bot.tables.table_terms import PACE
from bot.texts import Translator, in_language, languages
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

NUMBER: Final = r"\d+(?:[.,]\d{1,2})?"
PARTS: Final = {"one": 1.0, "half": 0.5}
"""Numbers that are typed as words."""
MIDNIGHT: Final = 24
DAYS_AHEAD: Final = {"today": 0, "tomorrow": 1}
DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
OFFSET: Final = re.compile(
    r"(?P<time>.*(?:\s|[:.]\d\d))(?:utc|gmt)?(?P<sign>[+-])(?P<hours>\d|[01]\d)(?::?(?P<minutes>[0-5]\d))?"
)
SHORTEST_SPAN: Final = MINUTE
FURTHEST: Final = YEAR
"""The longest span that can be typed, and how far ahead a moment can be, in ms."""
MOST_SECONDS: Final = 2 * YEAR // SECOND
"""More than anybody may type."""
LONGEST_PLACE: Final = 4
"""The most words of a place that names a time zone."""
ABBREVIATIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("wgt", "wgst"), "America/Nuuk"),
    "gmt": "",
    "bst": "Europe/London",
    **dict.fromkeys(("cet", "cest"), "Europe/Copenhagen"),
    **dict.fromkeys(("eet", "eest"), "Europe/Helsinki"),
    **dict.fromkeys(("est", "edt"), "America/New_York"),
    **dict.fromkeys(("pst", "pdt"), "America/Los_Angeles"),
}
"""Zones by their short names, which are meant as the place's clock at that time, in summer and winter."""
OWN_TYPED: Final = ("evening", "none")
"""The paces that have other names for typing than those shown."""


class UnreadableTimeError(ValueError):
    """A text that is no time; its argument is the part that cannot be read."""


class TimeOutOfBoundsError(ValueError):
    """A moment that is too far ahead, or a span that is too short or too long."""


class _Clock(NamedTuple):
    """A time of the day; `days`: 1 if it is that of the next day, as 24:00 is."""

    time: time
    days: int = 0


def meant_pace(text: str, own: Sequence[tuple[str, str]] = ()) -> str | Fact:
    """The pace that a text means, as it is written in a record; or why there is none.

    `own`: names and paces of the server's own, which take precedence.
    """
    plain = _plain(text)
    named = _own_names(own).get(plain) or _names().get(plain)
    if named is not None:
        return named
    try:
        play, bank = _play_and_bank(plain)
        written = f"{_seconds(play)}+{_seconds(bank)}"
    except UnreadableTimeError as error:
        return fact(Refusal.UNKNOWN_PACE, text=str(error) or text)
    if not table_terms.allows(PACE, written):
        return fact(Refusal.PACE_OUT_OF_BOUNDS, text=text)
    return next((name for name, known in table_terms.NAMED.items() if known == table_terms.pace(written)), written)


def is_none(text: str) -> bool:
    return _plain(text) in _typed_words("typed.none")


def is_never(text: str) -> bool:
    return is_none(text) or _plain(text) in _typed_words("typed.never")


def meant_clock(text: str) -> str:
    """The time of the day that a text means, as `22:30`; ValueError if there is none."""
    return _clock(text).time.isoformat("minutes")


def _clock(text: str) -> _Clock:
    before = "|".join(map(re.escape, _typed_words("typed.clock")))
    found = re.fullmatch(rf"(?:(?:{before})\.? )?(\d{{1,2}})(?:[.:](\d{{1,2}}))?", _plain(text))
    if found is None:
        raise UnreadableTimeError(text)
    hours, minutes = int(found[1]), int(found[2] or 0)
    return _Clock(time(0, minutes), days=1) if hours == MIDNIGHT else _Clock(time(hours, minutes))


def meant_span(text: str) -> int:
    """The length of time that a text with a unit means, in ms.

    Raises ValueError if it means none, TimeOutOfBoundsError if it is shorter than a minute or longer than a year.
    """
    found = _span_from_now(text)
    if not SHORTEST_SPAN <= found <= FURTHEST:
        raise TimeOutOfBoundsError(text)
    return found


def _span_from_now(text: str) -> int:
    """The length of time that a text with a unit means, of any length, in ms."""
    plain = _plain(text)
    if plain.isdecimal():
        raise UnreadableTimeError(text)
    return _seconds(plain) * SECOND


def meant_moment(text: str, now: int, zone: str = "") -> int:
    """The moment that a text means, in ms since the epoch.

    It is the next time of the day in a zone (`20:00`), that of a date (`2026-11-27 20:00`), of a weekday
    (`friday 20:00`) or of tomorrow (`tomorrow 20:00`), a time from `now` (`2 h`), or a timestamp in Discord's markup. A
    zone may be typed after a time (`20:00 Nuuk`, `20:00 CET`, `20:00 +01:00`). `friday 24:00` is the end of that day.
    Raises ValueError if it means none, TimeOutOfBoundsError if it is more than a year after `now`.
    """
    try:
        found = _moment(text, now, zone)
    except OverflowError:
        raise TimeOutOfBoundsError(text) from None
    if found > now + FURTHEST:
        raise TimeOutOfBoundsError(text)
    return found


def _moment(text: str, now: int, zone: str) -> int:
    if stamp := re.fullmatch(r"<t:(\d+)(?::\w)?>", text.strip()):
        return int(stamp[1]) * 1000
    text, named = _split_zone(_plain(text))
    here = datetime.fromtimestamp(now / 1000, named or ZoneInfo(zone or UTC))
    if (found := _moment_on_day(text, here)) is not None:
        return found
    try:
        return _next(here, text, here, days=1)
    except UnreadableTimeError:
        if named is not None:
            raise
        return now + _span_from_now(text)


def _moment_on_day(text: str, here: datetime) -> int | None:
    """The moment of a text that begins with a day; None if it does not."""
    day, _, rest = text.partition(" ")
    if DATE.fullmatch(day):
        return _moment_at(date.fromisoformat(day), rest, here)
    if (weekday := _weekdays().get(day.rstrip("."))) is not None:
        return _next(here + timedelta(days=(weekday - here.weekday()) % 7), rest, here, days=7)
    for word, days in _days_ahead().items():
        if text.startswith(f"{word} "):
            return _moment_at(here.date() + timedelta(days), text.removeprefix(word), here)
    return None


def meant_weekly(text: str, zone: str = "") -> WeeklyTime:
    """The time of each week that a text means, like `friday 20:00`; ValueError if there is none. Zones as above."""
    text, named = _split_zone(_plain(text))
    day, _, rest = text.partition(" ")
    if day in _typed_words("typed.every"):
        day, _, rest = rest.partition(" ")
    if day not in _weekdays():
        raise UnreadableTimeError(text)
    clock = _clock(rest)
    weekday = (_weekdays()[day] + clock.days) % DAYS_OF_WEEK
    return WeeklyTime(weekday, clock.time.isoformat("minutes"), zone if named is None else _zone_name(named))


def meant_daily(text: str, zone: str = "") -> DailyTime:
    """The time of each day that a text means, like `20:00 Nuuk`; ValueError if there is none. Zones as above."""
    text, named = _split_zone(_plain(text))
    return DailyTime(meant_clock(text), zone if named is None else _zone_name(named))


def _zone_name(zone: tzinfo) -> str:
    """A zone as it is stored: its name, an offset, or "" for UTC."""
    name = zone.key if isinstance(zone, ZoneInfo) else str(zone)
    return "" if name == UTC else name.removeprefix("UTC")


def _split_zone(plain: str) -> tuple[str, tzinfo | None]:
    """A time without the zone that is typed after it, and that zone; None if there is none."""
    if found := OFFSET.fullmatch(plain):
        offset = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"] or 0))
        return found["time"].strip(), timezone(-offset if found["sign"] == "-" else offset)
    words = plain.split()
    for count in range(1, min(LONGEST_PLACE, len(words) - 1) + 1):
        if (name := _named_zone(" ".join(words[-count:]))) is not None:
            return " ".join(words[:-count]), ZoneInfo(name or UTC)
    return plain, None


def _named_zone(plain: str) -> str | None:
    return ABBREVIATIONS[plain] if plain in ABBREVIATIONS else meant_zone(plain)


def _next(day: datetime, clock: str, now: datetime, days: int) -> int:
    """The moment of a clock on a day, or so many days later if it has passed."""
    found = _moment_at(day.date(), clock, now)
    return found if found > now.timestamp() * 1000 else _moment_at(day.date() + timedelta(days), clock, now)


def _moment_at(day: date, clock: str, now: datetime) -> int:
    """The moment of a clock on a day: of two when the clock goes back, the first that is to come.

    A time that is skipped when the clock goes forward is that much later.
    """
    meant = _clock(clock)
    local = datetime.combine(day + timedelta(meant.days), meant.time, now.tzinfo)
    first, second = (int(local.replace(fold=fold).timestamp() * 1000) for fold in (0, 1))
    return second if first <= now.timestamp() * 1000 < second else first


@cache
def _weekdays() -> dict[str, int]:
    """The days of the week by their names in all languages, long and short; 0 is Monday."""
    named = (get_day_names(width, locale=code) for code, _ in languages() for width in ("wide", "abbreviated"))
    return {_plain(name).rstrip("."): day for days in named for day, name in days.items()}


@cache
def _days_ahead() -> dict[str, int]:
    """The days until what words like `tomorrow` mean."""
    return {typed: days for name, days in DAYS_AHEAD.items() for typed in _typed_words(f"typed.{name}")}


def meant_zone(text: str) -> str | None:
    """The time zone that a text means, by its name or its place, "" for UTC; None if there is none."""
    plain = _plain(text)
    if plain in {UTC.casefold(), *(_plain(words("quiet.utc")) for words in _all_words())}:
        return ""
    return _places().get(plain.replace(" ", "_"))


@cache
def _places() -> dict[str, str]:
    """Time zones by what may be typed for them: the whole name, or the place, in any language, if only one has it."""
    whole = {zone.casefold(): zone for zone in zones()}
    counts = Counter(name.rpartition("/")[2] for name in whole)
    places = {name.rpartition("/")[2]: zone for name, zone in whole.items()}
    told = {_plain(place).replace(" ", "_"): zone for code, _ in languages() for zone, place in places_in(code).items()}
    return told | {place: zone for place, zone in places.items() if counts[place] == 1} | whole


def _plain(text: str) -> str:
    return " ".join(normalize("NFKC", text).casefold().split())


def _all_words() -> list[Translator]:
    return [in_language(code) for code, _ in languages()]


def _typed_words(key: str) -> list[str]:
    """The words that a text of the catalogue lists, plain, in all languages."""
    return [_plain(word) for words in _all_words() for word in words(key).split(",")]


@cache
def _names() -> dict[str, str]:
    """The named paces by everything that may be typed for them."""
    found = {name.replace("-", sign): name for name in table_terms.NAMED for sign in "- "}
    found |= {_plain(pace_in_words(name, words)): name for words in _all_words() for name in table_terms.NAMED}
    return found | {typed: name for name in OWN_TYPED for typed in _typed_words(f"typed.pace.{name}")}


def _own_names(own: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A server's own paces, by name alone and by name and times as autocomplete shows them."""
    found = {}
    for name, written in own:
        found[_plain(name)] = written
        found |= {_plain(f"{name}: {pace_in_words(written, words)}"): written for words in _all_words()}
    return found


def _play_and_bank(plain: str) -> tuple[str, str]:
    """The time for a play and the bank, typed with a plus or as the bot shows them."""
    for words in _all_words():
        shape = re.escape(_plain(words("terms.pace.own", play="@", bank="%")))
        found = re.fullmatch(shape.replace("@", "(?P<play>.+)").replace("%", "(?P<bank>.+)"), plain)
        if found:
            return found["play"], found["bank"]
    play, plus, bank = plain.partition("+")
    if plus and not bank.strip():
        raise UnreadableTimeError(plain)
    return play, bank or "0"


def _seconds(text: str) -> int:
    """The seconds of `1 h 30 min`, MOST_SECONDS at most; UnreadableTimeError for a text that is no time."""
    text = text.strip()
    if re.fullmatch(r"\d+", text):
        return round(min(float(text), MOST_SECONDS))
    total, seen, at = 0.0, set[int](), 0
    while not seen or at < len(text):
        found = _span().match(text, at)
        if found is None:
            raise UnreadableTimeError(text[at:].strip(" ,").partition(" ")[0])
        size = _units().get(found["unit"])
        if size is None or size in seen:
            raise UnreadableTimeError(found["unit"] if size is None else found[0].strip(" ,"))
        total += (_numbers().get(found["number"]) or float(found["number"].replace(",", "."))) * size
        seen.add(size)
        at = found.end()
    return round(min(total / SECOND, MOST_SECONDS))


@cache
def _span() -> re.Pattern[str]:
    """A number, its unit, and the separator before the next number."""
    words = "|".join(rf"{re.escape(word)}(?=\s)" for word in sorted(_numbers(), key=len, reverse=True))
    return re.compile(rf"(?P<number>{NUMBER}|{words})\s*(?P<unit>[^\W\d_]+)\.?(?:\s*,)?\s*")


@cache
def _numbers() -> dict[str, float]:
    return {typed: value for name, value in PARTS.items() for typed in _typed_words(f"typed.{name}")}


@cache
def _units() -> dict[str, int]:
    """The length of each unit of time, in ms, by every word for it."""
    return {typed: size for name, size in UNITS for typed in _typed_words(f"typed.{name}")}
