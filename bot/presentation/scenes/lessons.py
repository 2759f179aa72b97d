"""Scenes of lessons, their exercises and the daily trick."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.presentation.lessons.exercises import Exercise
from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts.examples import Example
from rules.core.contract import TrickAccount


class LessonLine(NamedTuple):
    """A lesson in the list: its name, how many of its exercises the person has solved, and how many there are."""

    name: str
    done: int
    size: int


@dataclass(frozen=True, slots=True)
class LessonsScene(Scene):
    """The lessons of a game, easiest first; private."""

    game: str
    lessons: tuple[LessonLine, ...]


@dataclass(frozen=True, slots=True)
class LessonScene(Scene):
    """A lesson before its exercises or (`finished`) after them; private."""

    game: str
    name: str
    topic: str
    """The topic of the rules page."""
    done: int
    count: int
    next: int | None
    """The number of the first exercise that is not solved; None if all are."""
    following: str
    """The name of the next lesson, "" after the last."""
    finished: bool = False
    shown: tuple[Example, ...] = ()
    """The examples in the picture, row by row, as in `RulesScene`."""


@dataclass(frozen=True, slots=True)
class ExerciseScene(Scene):
    """An exercise of a lesson, private; with `said` (index of a choice), the answer given and the right one."""

    exercise: Exercise
    lesson: str
    topic: str
    """The topic of the rules page that explains it."""
    number: int
    count: int
    said: int | None = None

    @property
    def account(self) -> TrickAccount | None:
        """The account of the trick, once the question is answered."""
        return None if self.said is None else self.exercise.account


class Tally(NamedTuple):
    """The number of times that each choice of a daily trick was made."""

    answers: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.answers)

    def percent(self, choice: int) -> int:
        """The share of answers that made this choice, in percent."""
        return round(100 * self.answers[choice] / max(1, self.total))


@dataclass(frozen=True, slots=True)
class DailyScene(Scene):
    """The daily trick for one person, before the answer or (`said`, index of a choice, and `tally`) after it.

    `over`: whether the day is past and answers no longer count. `streak`: how many days in a row the person has
    answered, today included.
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
        """The account of the trick, once the question is answered."""
        return None if self.said is None else self.exercise.account


@dataclass(frozen=True, slots=True)
class DailyPostScene(Scene):
    """The daily trick as a post in a channel, without its answer, and the result of the day before."""

    exercise: Exercise
    day: date
    before: Exercise | None = None
    tally: Tally | None = None
    """The answers of the day before."""


def head_of(exercise: Exercise) -> TableContext:
    """The context of an exercise's table, which is no real one: nothing can be done there."""
    holders = tuple(SeatHolder(Holder.PERSON, name) for name in exercise.players)
    return TableContext(0, "", exercise.game, holders, exercise.options, "")
