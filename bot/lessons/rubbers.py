"""The recorded rubbers that exercises are taken from, replayed when they are first needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from rules import notation
from rules.core.contract import Move, Play, TrickAccount
from rules.registry import game

_NAMED: Final = re.compile(r"^## (?P<name>\S+)\n", re.MULTILINE)
KEPT: Final = 256
"""The number of replayed rubbers in the cache."""


class RecordedTrick(NamedTuple):
    """A trick of a rubber: the state before each play, the plays, and the account (None: the trick is unfinished).

    Number 0 is what comes before the first trick of a hand: the states after the deal and after each move.
    """

    before: tuple[Any, ...]
    plays: tuple[Play, ...] = ()
    account: TrickAccount | None = None
    after: Any = None
    """The state after the last play."""

    @property
    def states(self) -> tuple[Any, ...]:
        """The states before each play and after the last; of number 0, those after the deal and after each move."""
        return (*self.before, self.after) if self.plays else self.before


class RecordedRubber(NamedTuple):
    """A rubber or its beginning: its options, its players by seat, and its tricks by hand and number."""

    options: Mapping[str, str]
    players: tuple[str, ...]
    tricks: Mapping[tuple[int, int], RecordedTrick]


@lru_cache(maxsize=KEPT)
def rubber(of_game: str, name: str) -> RecordedRubber:
    """The rubber of this name; KeyError if there is none, `NotationError` if its record breaks the rules."""
    record = notation.read(texts(of_game)[name])
    rules, tricks = game(record.game), dict[tuple[int, int], RecordedTrick]()
    before: Any = None
    for action, after in notation.replay(record):
        if isinstance(action, Play):
            view = rules.view(before, None)
            place = view.hand_number, view.trick_number
            begun = tricks.get(place, RecordedTrick(()))
            account = rules.account(before, action, after)
            tricks[place] = RecordedTrick((*begun.before, before), (*begun.plays, action), account, after)
        elif rules.turn(after) is not None:
            place = rules.view(after, None).hand_number, 0
            begun = tricks.get(place, RecordedTrick(())) if isinstance(action, Move) else RecordedTrick(())
            tricks[place] = RecordedTrick((*begun.before, after))
        before = after
    return RecordedRubber(record.options, record.players, tricks)


@cache
def texts(of_game: str) -> dict[str, str]:
    """The records of the rubbers as text, by name."""
    _, *parts = _NAMED.split(read(of_game, "rubbers"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def read(of_game: str, name: str) -> str:
    """The text of one of the files for a game's lessons; "" for a game without lessons."""
    file = files("bot.lessons") / of_game / f"{name}.txt"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
