"""The course of a game: its lessons and daily tricks, with their positions."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from bot.lessons.rubbers import read
from bot.texts import of_game, offered_games
from rules import registry

DAILY: Final = "daily"
"""The name that the daily tricks have in place of a lesson's."""


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
        return of_game(self.game, self.name)


class Course(NamedTuple):
    """The lessons by name, easiest first, and the daily tricks in the order of their days (None: there are none)."""

    lessons: dict[str, Lesson]
    daily: Lesson | None

    @property
    def of_days(self) -> Lesson:
        """The daily tricks of a game that has them."""
        assert self.daily is not None, "only a game with daily tricks is asked for one"
        return self.daily

    def of_day(self, day: date) -> Position:
        """The position of a day's daily trick; it is the same for everybody, everywhere."""
        return self.of_days.positions[day.toordinal() % len(self.of_days.positions)]


@cache
def course(game: str) -> Course:
    """The course of a game, read from its file; empty for a game without one."""
    lessons = {}
    for text in read(game, "positions").split("\n\nlesson ")[1:]:
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
