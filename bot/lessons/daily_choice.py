"""The daily trick: one for each day (UTC), the same for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count, takewhile
from typing import Final, NamedTuple

from bot.lessons.course import course
from bot.lessons.exercises import Exercise, exercise
from rules import registry
from rules.core.capabilities import HasLessons


class Tally(NamedTuple):
    """The number of times that each choice of a daily trick was made."""

    answers: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.answers)

    def percent(self, choice: int) -> int:
        """The share of answers that made this choice, in percent."""
        return round(100 * self.answers[choice] / max(1, self.total))


class DailyRun(NamedTuple):
    """A person's daily tricks up to a day: the days in a row answered, those answered right, and the last seven days.

    A day of `week` is None if its trick was not answered.
    """

    streak: int = 0
    right: int = 0
    week: tuple[bool | None, ...] = ()


WEEK: Final = 7


def question_of(day: date, game: str = registry.USUAL) -> Exercise:
    """The exercise of a day, of a game that has daily tricks."""
    found = course(game)
    return exercise(game, found.of_days.kind, found.of_day(day))


def topic_of(asked: Exercise) -> str:
    """The topic of the rules page that explains the hardest subject in a daily trick."""
    found, rules = course(asked.game), registry.game(asked.game)
    if asked.account is None or not isinstance(rules, HasLessons):
        return found.of_days.topic
    topics = rules.topics_of(asked.account)
    taught = [name for name in rules.topics if name in topics and name in found.lessons]
    return found.lessons[taught[-1]].topic if taught else found.of_days.topic


def day_of(now: int) -> date:
    """The day (UTC) at a time in ms since the epoch."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


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


def said_of(choice: str, asked: Exercise) -> int | None:
    """The index of a stored choice; None if the exercise has no such choice (any more)."""
    return int(choice) if choice in map(str, range(len(asked.choices))) else None


def tally_of(asked: Exercise, made: Mapping[str, int]) -> Tally:
    """Return how often each choice was made; `made`: stored choice -> count."""
    return Tally(tuple(made.get(str(choice), 0) for choice in range(len(asked.choices))))
