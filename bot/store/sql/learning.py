"""Exercises of the lessons, hints, and the daily trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.store.rows import DailyRow, ExerciseRow, HintRow
from bot.store.sql.port import Port
from bot.store.sql.statements import insert, upsert

_EXERCISES = "SELECT lesson, number, correct, at FROM exercises WHERE person = :person ORDER BY lesson, number"
_PUT_EXERCISE = upsert("exercises", ("person", *ExerciseRow._fields), key=("person", "lesson", "number"))
_HINTS = f"SELECT {', '.join(HintRow._fields)} FROM hints WHERE person = :person"
_HINT: Final = ("person", *HintRow._fields, "at")
_PUT_HINT = f"""
INSERT INTO hints ({", ".join(_HINT)}) SELECT {", ".join(f":{name}" for name in _HINT)}
WHERE EXISTS (SELECT 1 FROM people WHERE key = :person AND discord_id IS NOT NULL)
ON CONFLICT (person, game, hint) DO UPDATE SET
    rubber = excluded.rubber, hand = excluded.hand, trick = excluded.trick, at = excluded.at
"""
_DAILY = f"SELECT {', '.join(DailyRow._fields)} FROM daily_tricks WHERE guild_id = :guild_id AND day = :day"
_PUT_DAILY = upsert("daily_tricks", DailyRow._fields, key=("guild_id", "day"))
_ANSWER = "SELECT choice FROM daily_answers WHERE person = :person AND day = :day"
_PUT_ANSWER = f"{insert('daily_answers', ('person', 'day', 'choice', 'correct', 'at'))} ON CONFLICT DO NOTHING"
_DAYS = "SELECT day, correct FROM daily_answers WHERE person = :person ORDER BY day DESC"
_TALLY = "SELECT choice, count(*) FROM daily_answers WHERE day = :day GROUP BY choice"

_RIGHT_IN_GUILD = """
SELECT count(CASE correct WHEN 1 THEN 1 END), count(*) FROM daily_answers WHERE day = :day
    AND person IN (SELECT person FROM results WHERE guild_id = :guild)
"""


class LearningStore(Port):
    """Exercises of the lessons, hints, and the daily trick. A day is written `2025-11-21`."""

    async def exercises(self, key: str) -> list[ExerciseRow]:
        """The exercises that a person has answered, lesson by lesson, each with the last answer."""
        return await self._rows(_exercise, _EXERCISES, person=key)

    async def put_exercise(self, key: str, lesson: str, number: int, correct: bool) -> None:
        await self._execute(_PUT_EXERCISE, person=key, lesson=lesson, number=number, correct=correct, at=self._now())

    async def hints(self, key: str) -> list[HintRow]:
        """The hints that a person was given, in no order."""
        return await self._rows(HintRow._make, _HINTS, person=key)

    async def put_hints(self, key: str, hints: Sequence[HintRow]) -> None:
        """Store hints, each in place of the same one of the same game; an erased person gets none."""
        at = self._now()
        await self._execute_many(_PUT_HINT, [{"person": key, "at": at, **hint._asdict()} for hint in hints])

    async def daily(self, guild_id: int, day: str) -> DailyRow | None:
        return await self._first(DailyRow._make, _DAILY, guild_id=guild_id, day=day)

    async def put_daily(self, shown: DailyRow) -> None:
        await self._execute(_PUT_DAILY, **shown._asdict())

    async def answer_daily(self, key: str, day: str, choice: str, correct: bool) -> None:
        """Store a person's answer to the trick of a day unless there is one already."""
        await self._execute(_PUT_ANSWER, person=key, day=day, choice=choice, correct=correct, at=self._now())

    async def daily_answer(self, key: str, day: str) -> str | None:
        """The choice that a person made in the trick of a day."""
        return await self._first(lambda found: str(found[0]), _ANSWER, person=key, day=day)

    async def daily_answers(self, key: str) -> list[tuple[str, bool]]:
        """The days whose trick a person has answered, the newest first, and whether the answer was right."""
        return await self._rows(lambda found: (found[0], bool(found[1])), _DAYS, person=key)

    async def daily_in_guild(self, day: str, guild_id: int) -> tuple[int, int]:
        """The numbers of right answers, and of answers, to the trick of a day by people who have played in a guild."""
        found = await self._first(lambda row: (int(row[0]), int(row[1])), _RIGHT_IN_GUILD, day=day, guild=guild_id)
        return found or (0, 0)

    async def daily_tally(self, day: str) -> dict[str, int]:
        """Return how many people made each choice in the trick of a day, without choices that nobody made."""
        return dict(await self._rows(tuple, _TALLY, day=day))


def _exercise(columns: Sequence[Any]) -> ExerciseRow:
    row = ExerciseRow._make(columns)
    return row._replace(correct=bool(row.correct))
