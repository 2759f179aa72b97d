"""Scenes of lessons, of their exercises, and of the trick of a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.presentation.lessons.exercises import Exercise
from bot.presentation.scenes.table_context import TableContext
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts.examples import Example
from rules.core.contract import TrickAccount


class LessonLine(NamedTuple):
    """A lesson in the list of all: its name, and how many of its exercises one has solved."""

    name: str
    done: int
    size: int


@dataclass(frozen=True, slots=True)
class LessonsScene:
    """The lessons of a game, easiest first; private."""

    game: str
    lessons: tuple[LessonLine, ...]


@dataclass(frozen=True, slots=True)
class LessonScene:
    """What a lesson is about, before its exercises or (`finished`) after them; private."""

    game: str
    name: str
    topic: str
    """Of the rules page."""
    done: int
    count: int
    next: int | None
    """The first exercise that is not solved; None: all are."""
    late_pictures: str
    """The lesson after this one, "" after the last."""
    finished: bool = False
    shown: tuple[Example, ...] = ()
    """What the picture shows, row by row, as in `RulesScene`."""


@dataclass(frozen=True, slots=True)
class ExerciseScene:
    """An exercise of a lesson; with `said` (index of a choice) what was answered, and what is right. Private."""

    exercise: Exercise
    lesson: str
    topic: str
    """Of the rules page, where more is told."""
    number: int
    count: int
    said: int | None = None

    @property
    def account(self) -> TrickAccount | None:
        """What the trick did, once the question is answered."""
        return None if self.said is None else self.exercise.account


class Tally(NamedTuple):
    """How often each choice of a daily trick was made."""

    answers: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.answers)

    def percent(self, choice: int) -> int:
        """How many of a hundred made this choice."""
        return round(100 * self.answers[choice] / max(1, self.total))


@dataclass(frozen=True, slots=True)
class DailyScene:
    """The trick of a day for one person, who has answered (`said`, a choice's index; then `tally` is there) or not yet.

    `over`: it is of a day gone by, and answers are not counted any more. `streak`: how many days in a row the person
    has answered, today included.
    """

    exercise: Exercise
    topic: str
    day: date
    over: bool = False
    said: int | None = None
    tally: Tally | None = None
    streak: int = 0

    @property
    def account(self) -> TrickAccount | None:
        """What the trick did, once the question is answered."""
        return None if self.said is None else self.exercise.account


@dataclass(frozen=True, slots=True)
class DailyPostScene:
    """The trick of a day in a channel, without its answer; and what came of the day before."""

    exercise: Exercise
    day: date
    before: Exercise | None = None
    tally: Tally | None = None
    """Of the day before."""


def head_of(exercise: Exercise) -> TableContext:
    """The table of an exercise: none of the club's, so that nothing can be done there."""
    holders = tuple(SeatHolder(Holder.PERSON, name) for name in exercise.players)
    return TableContext(0, "", exercise.game, holders, exercise.options, "")
