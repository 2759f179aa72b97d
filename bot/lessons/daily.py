"""The trick of the day: one a day, the same for everybody, in Coordinated Universal Time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from bot.lessons.course import course
from bot.lessons.exercises import Exercise, exercise
from bot.scenes import Tally
from bot.store import DailyAnswerRow
from rules import registry


def question_of(day: date, game: str = registry.USUAL) -> Exercise:
    """The exercise of a day."""
    found = course(game)
    return exercise(game, found.daily.kind, found.daily.positions[found.of_day(day) - 1])


def tally_of(asked: Exercise, answers: Iterable[DailyAnswerRow]) -> Tally:
    """How often each choice was made; answers that are none of its choices (of a former version) are left out."""
    counted = [0] * len(asked.choices)
    for one in answers:
        if one.choice.isdecimal() and int(one.choice) < len(counted):
            counted[int(one.choice)] += 1
    return Tally(tuple(counted))
