"""People's answers: the exercises that they have solved, and how they did in the daily tricks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import count, takewhile
from typing import Final, NamedTuple

from bot.lessons.course import Lesson, course
from bot.lessons.exercises import Exercise
from bot.store import LearningStore
from bot.texts import game_and_name, game_key


class Tally(NamedTuple):
    """The number of times that each choice of a daily trick was made."""

    answers: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.answers)

    def percent(self, choice: int) -> int:
        """The share of answers that made this choice, in percent."""
        return round(100 * self.answers[choice] / max(1, self.total))


class GuildAnswers(NamedTuple):
    """The right answers to a daily trick, and all answers, of people who have played in one server."""

    right: int = 0
    total: int = 0


class DailyRun(NamedTuple):
    """A person's daily tricks up to a day: the days in a row answered, those answered right, and the last seven days.

    A day of `week` is None if its trick was not answered.
    """

    streak: int = 0
    right: int = 0
    week: tuple[bool | None, ...] = ()


WEEK: Final = 7


def streak(answered: Iterable[str], today: date) -> int:
    """Return how many days in a row were answered, ending with `today`; `answered` are ISO dates, the newest first."""
    days = (today - timedelta(days=back) for back in count())
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1].isoformat(), zip(answered, days, strict=False)))


def run_of(answers: Sequence[tuple[str, bool]], until: date) -> DailyRun:
    """The run that ends with a day; `answers`: ISO dates and whether the answer was right, the newest first."""
    past = [(day, right) for day, right in answers if day <= until.isoformat()]
    found, days = dict(past), [until - timedelta(days=back) for back in reversed(range(WEEK))]
    right = [day for day, is_right in past if is_right]
    return DailyRun(
        streak([day for day, _ in past], until), streak(right, until), tuple(found.get(day.isoformat()) for day in days)
    )


def choice_index(choice: str, asked: Exercise) -> int | None:
    """The index of a stored choice; None if the exercise has no such choice (any more)."""
    return int(choice) if choice in map(str, range(len(asked.choices))) else None


def tally_of(asked: Exercise, made: Mapping[str, int]) -> Tally:
    """Return how often each choice was made; `made`: stored choice -> count."""
    return Tally(tuple(made.get(str(choice), 0) for choice in range(len(asked.choices))))


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

    async def solved_exercises(self, person: str, game: str) -> dict[str, set[int]]:
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
        if right or number not in (await self.solved_exercises(person, lesson.game)).get(lesson.name, ()):
            await self._store.put_exercise(person, lesson.id, number, right)

    async def daily(self, person: str, day: date, today: date, asked: Exercise, said: int | None) -> DailyResult | None:
        """Answer the trick of a day, and return the result; None if it is not answered.

        Only the first answer on the day itself counts; later ones are only explained.
        """
        stored = game_key(asked.game, day.isoformat())
        if said is not None and day == today:
            await self._store.answer_daily(person, stored, str(said), said == asked.right)
        answered = await self._store.daily_answer(person, stored)
        counted = None if answered is None else choice_index(answered, asked)
        said = said if counted is None else counted
        if said is None:
            return None
        tally = await self.tally(day, asked)
        return DailyResult(said, tally, None if counted is None else await self.run(person, asked.game, day))

    async def tally(self, day: date, asked: Exercise) -> Tally:
        """Return everybody's answers to the trick of a day."""
        return tally_of(asked, await self._store.daily_tally(game_key(asked.game, day.isoformat())))

    async def of_guild(self, day: date, game: str, guild_id: int | None) -> GuildAnswers | None:
        """Return how the people of a server did in the trick of a day; None outside a server."""
        if guild_id is None:
            return None
        return GuildAnswers(*await self._store.daily_in_guild(game_key(game, day.isoformat()), guild_id))

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
