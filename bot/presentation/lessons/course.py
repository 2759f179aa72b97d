"""The course of a game: its lessons and daily tricks, with their positions."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from bot.presentation.lessons.rubbers import read
from rules import registry

DAILY: Final = "daily"
"""The name that the daily tricks have in place of a lesson's."""


class QuestionKind(StrEnum):
    """The question of an exercise."""

    WINS = "wins"  # who wins this trick
    MAY = "may"  # which of these plays are possible
    EARNS = "earns"  # how many points come to wait by this trick
    BOOKS = "books"  # where a ladder stands after this trick


class Position(NamedTuple):
    """A trick in the recorded rubbers; hands and tricks count from 1.

    `at`: for MAY the index of the play to be made, for BOOKS the side that is asked about.
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


class Course(NamedTuple):
    """The lessons by name, easiest first, and the daily tricks in the order of their days."""

    lessons: dict[str, Lesson]
    daily: Lesson

    def of_day(self, day: date) -> int:
        """The number (from 1) of a day's daily trick; it is the same for everybody, everywhere."""
        return day.toordinal() % len(self.daily.positions) + 1


@cache
def course(game: str = registry.USUAL) -> Course:
    """The course of a game, read from its file."""
    lessons = {}
    for text in read(game, "positions").split("\n\nlesson ")[1:]:
        head, *lines = text.splitlines()
        name, kind, topic = head.split()
        lessons[name] = Lesson(name, QuestionKind(kind), topic, tuple(_position(line) for line in lines if line))
    daily = lessons.pop(DAILY)
    return Course(lessons, daily)


def _position(line: str) -> Position:
    rubber, place, *at = line.split()
    hand, trick = place.split(".")
    return Position(rubber, int(hand), int(trick), *map(int, at))
