"""People's answers: the exercises that they have solved, and their results in the daily trick."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from bot.lessons.course import Lesson, course
from bot.lessons.daily_choice import DailyRun, Tally, run_of, said_of, tally_of
from bot.lessons.exercises import Exercise
from bot.store import LearningStore
from bot.texts import game_and_name, of_game


class DailyResult(NamedTuple):
    """A person's answer to the trick of a day (index of a choice), everybody's answers, and the run up to that day.

    `run`: None if the answer does not count, as it came later.
    """

    said: int
    tally: Tally
    run: DailyRun | None


class LearningProgress:
    """The answers of people, given by their keys."""

    def __init__(self, store: LearningStore) -> None:
        self._store = store

    async def solved(self, person: str, game: str) -> dict[str, set[int]]:
        """Return the exercises that the person has solved, by lesson, without those of a former version."""
        solved: dict[str, set[int]] = {}
        for row in await self._store.exercises(person):
            of, name = game_and_name(row.lesson)
            lesson = course(game).lessons.get(name) if of == game else None
            if row.correct and lesson is not None and row.number <= len(lesson.positions):
                solved.setdefault(name, set()).add(row.number)
        return solved

    async def answer(self, person: str, lesson: Lesson, number: int, *, right: bool) -> None:
        """Store the answer to an exercise. A solved one stays solved."""
        if right or number not in (await self.solved(person, lesson.game)).get(lesson.name, ()):
            await self._store.put_exercise(person, lesson.id, number, right)

    async def daily(self, person: str, day: date, today: date, asked: Exercise, said: int | None) -> DailyResult | None:
        """Answer the trick of a day, and return the result; None if it is not answered.

        Only the first answer on the day itself counts; later ones are only explained.
        """
        stored = of_game(asked.game, day.isoformat())
        if said is not None and day == today:
            await self._store.answer_daily(person, stored, str(said), said == asked.right)
        answered = await self._store.daily_answer(person, stored)
        counted = None if answered is None else said_of(answered, asked)
        said = said if counted is None else counted
        if said is None:
            return None
        tally = await self.tally(day, asked)
        return DailyResult(said, tally, None if counted is None else await self.run(person, asked.game, day))

    async def tally(self, day: date, asked: Exercise) -> Tally:
        """Return everybody's answers to the trick of a day."""
        return tally_of(asked, await self._store.daily_tally(of_game(asked.game, day.isoformat())))

    async def days_in_a_row(self, person: str, game: str, today: date) -> int:
        """Return on how many days in a row the person has answered the daily trick; today's may still be answered."""
        answers = await self._answers(person, game)
        return max(run_of(answers, day).streak for day in (today, today - timedelta(days=1)))

    async def run(self, person: str, game: str, day: date) -> DailyRun:
        """Return the person's daily tricks of a game up to a day."""
        return run_of(await self._answers(person, game), day)

    async def _answers(self, person: str, game: str) -> list[tuple[str, bool]]:
        found = [(*game_and_name(day), right) for day, right in await self._store.daily_answers(person)]
        return [(day, right) for of, day, right in found if of == game]
