"""The daily trick: one for each day (UTC), the same for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import count, takewhile

from bot.presentation.lessons.course import course
from bot.presentation.lessons.exercises import Exercise, exercise
from bot.presentation.scenes import Tally
from rules import registry
from rules.core.capabilities import HasLessons
from rules.registry import game


def question_of(day: date, of_game: str = registry.USUAL) -> Exercise:
    """The exercise of a day."""
    found = course(of_game)
    return exercise(of_game, found.daily.kind, found.daily.positions[found.of_day(day) - 1])


def topic_of(asked: Exercise) -> str:
    """The topic of the rules page that explains the hardest subject in a daily trick."""
    found, rules = course(asked.game), game(asked.game)
    if asked.account is None or not isinstance(rules, HasLessons):
        return found.daily.topic
    topics = rules.topics_of(asked.account)
    taught = [name for name in rules.topics if name in topics and name in found.lessons]
    return found.lessons[taught[-1]].topic if taught else found.daily.topic


def day_of(now: int) -> date:
    """The day (UTC) at a time in ms since the epoch."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def streak(answered: Iterable[str], today: date) -> int:
    """Return how many days in a row were answered, ending with `today`; `answered` are ISO dates, the newest first."""
    days = (today - timedelta(days=back) for back in count())
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1].isoformat(), zip(answered, days, strict=False)))


def said_of(choice: str, asked: Exercise) -> int | None:
    """The index of a stored choice; None if the exercise has no such choice (any more)."""
    return int(choice) if choice in map(str, range(len(asked.choices))) else None


def tally_of(asked: Exercise, made: Mapping[str, int]) -> Tally:
    """Return how often each choice was made; `made`: stored choice -> count."""
    return Tally(tuple(made.get(str(choice), 0) for choice in range(len(asked.choices))))
