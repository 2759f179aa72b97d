"""The rubbers that exercises are taken from: records of real play, replayed by the rules when they are first needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from rules import notation
from rules.core.contract import Play, TrickAccount
from rules.registry import game

_NAMED: Final = re.compile(r"^## (?P<name>\S+)\n", re.MULTILINE)
KEPT: Final = 256
"""How many replayed rubbers are kept at hand."""


class RecordedTrick(NamedTuple):
    """A trick of a rubber: the state before each of its plays, and what it did (None: it was not finished)."""

    before: tuple[Any, ...]
    plays: tuple[Play, ...]
    account: TrickAccount | None


class RecordedRubber(NamedTuple):
    """A rubber, or the beginning of one: its options, who sat where, and its tricks by hand and number (from 1)."""

    options: Mapping[str, str]
    players: tuple[str, ...]
    tricks: Mapping[tuple[int, int], RecordedTrick]


@lru_cache(maxsize=KEPT)
def rubber(of_game: str, name: str) -> RecordedRubber:
    """The rubber of this name; KeyError if there is none, `NotationError` for one that cannot have been played."""
    record = notation.read(texts(of_game)[name])
    return RecordedRubber(record.options, record.players, _tricks(record))


@cache
def texts(of_game: str) -> dict[str, str]:
    """Name of a rubber -> its record as text."""
    _, *parts = _NAMED.split(read(of_game, "rubbers"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def read(of_game: str, name: str) -> str:
    """One of the files that a game's lessons are made of."""
    return (files("bot.presentation.lessons") / of_game / f"{name}.txt").read_text(encoding="utf-8")


def _tricks(record: notation.Record) -> dict[tuple[int, int], RecordedTrick]:
    rules, found = game(record.game), dict[tuple[int, int], RecordedTrick]()
    before: Any = None
    for action, after in notation.replay(record):
        if isinstance(action, Play):
            view = rules.view(before, None)
            place = view.hand_number, view.trick_number
            begun = found.get(place, RecordedTrick((), (), None))
            found[place] = RecordedTrick((*begun.before, before), (*begun.plays, action), rules.account(before, action))
        before = after
    return found
