"""The course of a game: its lessons and daily tricks, their positions, and the recorded rubbers that have them.

A rubber is replayed when it is first needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from bot.texts import game_key, offered_games
from bot.texts.game_files import game_folder
from rules import notation, registry
from rules.core.contract import Move, Play, TrickAccount

DAILY: Final = "daily"
"""The name that the daily tricks have in place of a lesson's."""
KEPT: Final = 256
"""The number of replayed rubbers in the cache."""
_NAMED: Final = re.compile(r"^## (?P<name>\S+)\n", re.MULTILINE)


class QuestionKind(StrEnum):
    """The question of an exercise."""

    WINS = "wins"  # who wins this trick
    MAY = "may"  # which of these plays are possible
    BEATS = "beats"  # which of these cards would beat the heading one
    EARNS = "earns"  # how many points come to wait by this trick
    BOOKS = "books"  # where a ladder stands after this trick
    ASKS = "asks"  # what only this game asks (`HasQuestions`), by the name of the lesson


class Position(NamedTuple):
    """A trick in the recorded rubbers; hands and tricks count from 1. Trick 0 is what comes before the first one.

    `at`: for MAY and BEATS the index of the play to be made, for BOOKS the side that is asked about, for ASKS as the
    game has it.
    """

    rubber: str
    hand: int
    trick: int
    at: int = 0


class Lesson(NamedTuple):
    """One subject: the kind of question, the topic of the rules page that explains it, and positions, easiest first."""

    name: str
    kind: QuestionKind
    topic: str
    positions: tuple[Position, ...]
    game: str = registry.USUAL

    @property
    def id(self) -> str:
        """The lesson among those of all games, in custom_ids and in the store."""
        return game_key(self.game, self.name)


class Course(NamedTuple):
    """The lessons by name, easiest first, and the daily tricks in the order of their days (None: there are none)."""

    lessons: dict[str, Lesson]
    daily: Lesson | None

    @property
    def daily_lesson(self) -> Lesson:
        """The daily tricks of a game that has them."""
        assert self.daily is not None, "only a game with daily tricks is asked for one"
        return self.daily

    def daily_position(self, day: date) -> Position:
        """The position of a day's daily trick; it is the same for everybody, everywhere."""
        return self.daily_lesson.positions[day.toordinal() % len(self.daily_lesson.positions)]


@cache
def course(game: str) -> Course:
    """The course of a game, read from its file; empty for a game without one."""
    lessons = {}
    for text in _text(game, "positions").split("\n\nlesson ")[1:]:
        head, *lines = text.splitlines()
        name, kind, topic = head.split()
        lessons[name] = Lesson(name, QuestionKind(kind), topic, tuple(_position(line) for line in lines if line), game)
    daily = lessons.pop(DAILY, None)
    return Course(lessons, daily)


def taught_games() -> tuple[str, ...]:
    """The games that have lessons."""
    return tuple(game for game in offered_games() if course(game).lessons)


def daily_games() -> tuple[str, ...]:
    """The games that have a daily trick."""
    return tuple(game for game in offered_games() if course(game).daily)


def _position(line: str) -> Position:
    rubber, place, *at = line.split()
    hand, trick = place.split(".")
    return Position(rubber, int(hand), int(trick), *map(int, at))


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
    record = notation.read(rubber_texts(of_game)[name])
    rules, tricks = registry.game(record.game), dict[tuple[int, int], RecordedTrick]()
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
def rubber_texts(of_game: str) -> dict[str, str]:
    """The records of the rubbers as text, by name."""
    _, *parts = _NAMED.split(_text(of_game, "rubbers"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _text(of_game: str, name: str) -> str:
    """The text of one of the files for a game's lessons; "" for a game without lessons."""
    is_installed = of_game in registry.INSTALLED
    folder = game_folder(of_game, "lessons") if is_installed else files("bot.lessons") / of_game
    file = folder / f"{name}.txt"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
