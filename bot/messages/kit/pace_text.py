"""Paces in words, and durations."""

from __future__ import annotations

from typing import Any, Final, Protocol

from bot.runtime.times import UNITS
from bot.tables import table_terms

MOST: Final = 99
"""The largest number of one unit; a time that needs more is written in several units."""


class Telling(Protocol):
    """A source of texts: a `Translator` or a `TableText`."""

    def __call__(self, key: str, /, **fields: Any) -> str: ...

    def count(self, key: str, n: int, /, **fields: Any) -> str: ...


def told_pace(written: str, texts: Telling) -> str:
    """A pace in words: a named one by its name, an organiser's own by its times."""
    if written in table_terms.NAMED:
        return texts(f"terms.pace.{written}")
    own = table_terms.pace(written)
    play = span(own.play or 0, texts)
    return texts("terms.pace.own", play=play, bank=span(own.bank, texts)) if own.bank else play


def span(ms: int, texts: Telling) -> str:
    """A duration (ms) in words, to the second: in one unit if its number is small, else in several."""
    for unit, size in UNITS:
        if ms >= size and ms % size == 0 and ms // size <= MOST:
            return texts.count(f"span.{unit}", ms // size)
    told = []
    for unit, size in UNITS:
        count, ms = divmod(ms, size)
        told += [texts.count(f"span.{unit}", count)] if count else []
    return " ".join(told)


def pace_in_short(pace: str, texts: Telling) -> str:
    return texts(f"terms.pace.{pace}.short") if pace in table_terms.NAMED else told_pace(pace, texts)


def about_time(ms: int, texts: Telling) -> str:
    """A likely duration, in the largest unit of which it has at least two."""
    unit, size = next((one for one in UNITS if ms >= 2 * one[1]), UNITS[-1])
    return texts.count(f"span.{unit}", max(1, round(ms / size)))
