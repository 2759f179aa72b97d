"""Parse paces, times of the day and time zones as people type them, in every language of the bot.

Examples: `10 min + 30 min`, `kl. 22`. Every pace can be typed as the bot shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import time
from functools import cache
from typing import Final
from unicodedata import normalize

from bot.members.preferences import UTC, zones
from bot.presentation.layouts.terms import told_pace
from bot.tables import terms
from bot.tables.terms import PACE, SECOND, UNITS
from bot.texts import Translator, in_language, languages
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

NUMBER: Final = r"\d{1,15}(?:[.,]\d{1,2})?"
PARTS: Final = {"one": 1.0, "half": 0.5}
"""Numbers that are typed as words."""
MIDNIGHT: Final = 24
OWN_TYPED: Final = ("evening", "none")
"""The paces that have other names for typing than those shown."""


class UnreadableTimeError(ValueError):
    """A text that is no time; its argument is the part that cannot be read."""


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
    if not terms.allows(PACE, written):
        return fact(Refusal.PACE_OUT_OF_BOUNDS, text=text)
    return next((name for name, known in terms.NAMED.items() if known == terms.pace(written)), written)


def is_none(text: str) -> bool:
    return _plain(text) in _typed("typed.none")


def meant_clock(text: str) -> str:
    """The time of the day that a text means, as `22:30`; ValueError if there is none."""
    before = "|".join(map(re.escape, _typed("typed.clock")))
    found = re.fullmatch(rf"(?:(?:{before})\.? )?(\d{{1,2}})(?:[.:](\d{{1,2}}))?", _plain(text))
    if found is None:
        raise ValueError(f"{text!r} is no time of the day")
    hours = int(found[1])
    return time(0 if hours == MIDNIGHT else hours, int(found[2] or 0)).isoformat("minutes")


def meant_zone(text: str) -> str | None:
    """The time zone that a text means, by its name or its place, "" for UTC; None if there is none."""
    plain = _plain(text)
    if plain in {UTC.casefold(), *(_plain(words("quiet.utc")) for words in _all_words())}:
        return ""
    return _places().get(plain.replace(" ", "_"))


@cache
def _places() -> dict[str, str]:
    """Time zones by what may be typed for them: the whole name, or the place if only one zone has it."""
    whole = {zone.casefold(): zone for zone in zones()}
    counts = Counter(name.rpartition("/")[2] for name in whole)
    places = {name.rpartition("/")[2]: zone for name, zone in whole.items()}
    return {place: zone for place, zone in places.items() if counts[place] == 1} | whole


def _plain(text: str) -> str:
    return " ".join(normalize("NFKC", text).casefold().split())


def _all_words() -> list[Translator]:
    return [in_language(code) for code, _ in languages()]


def _typed(key: str) -> list[str]:
    """The words that a text of the catalogue lists, plain, in all languages."""
    return [_plain(word) for words in _all_words() for word in words(key).split(",")]


@cache
def _names() -> dict[str, str]:
    """The named paces by everything that may be typed for them."""
    found = {name.replace("-", sign): name for name in terms.NAMED for sign in "- "}
    found |= {_plain(told_pace(name, words)): name for words in _all_words() for name in terms.NAMED}
    return found | {typed: name for name in OWN_TYPED for typed in _typed(f"typed.pace.{name}")}


def _own_names(own: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A server's own paces, by name alone and by name and times as autocomplete shows them."""
    found = {}
    for name, written in own:
        found[_plain(name)] = written
        found |= {_plain(f"{name}: {told_pace(written, words)}"): written for words in _all_words()}
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
    """The seconds of `1 h 30 min`; UnreadableTimeError for a text that is no time."""
    text = text.strip()
    if re.fullmatch(r"\d{1,15}", text):
        return int(text)
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
    return round(total / SECOND)


@cache
def _span() -> re.Pattern[str]:
    """A number, its unit, and the separator before the next number."""
    words = "|".join(rf"{re.escape(word)}(?=\s)" for word in sorted(_numbers(), key=len, reverse=True))
    return re.compile(rf"(?P<number>{NUMBER}|{words})\s*(?P<unit>[^\W\d_]+)\.?(?:\s*,)?\s*")


@cache
def _numbers() -> dict[str, float]:
    return {typed: value for name, value in PARTS.items() for typed in _typed(f"typed.{name}")}


@cache
def _units() -> dict[str, int]:
    """The length of each unit of time, in ms, by every word for it."""
    return {typed: size for name, size in UNITS for typed in _typed(f"typed.{name}")}
