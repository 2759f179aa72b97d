"""Exercises of the lessons, hints, and the daily trick, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.store.rows import DailyRow, ExerciseRow, HintRow
from bot.store.sql.connection import SqlConnection
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


def exercises(db: SqlConnection, key: str) -> list[ExerciseRow]:
    found = map(ExerciseRow._make, db.execute(_EXERCISES, {"person": key}))
    return [one._replace(correct=bool(one.correct)) for one in found]


def put_exercise(db: SqlConnection, at: int, key: str, lesson: str, number: int, correct: bool) -> None:
    values = {"person": key, "lesson": lesson, "number": number, "correct": correct, "at": at}
    db.execute(_PUT_EXERCISE, values)


def hints(db: SqlConnection, key: str) -> list[HintRow]:
    return list(map(HintRow._make, db.execute(_HINTS, {"person": key})))


def put_hints(db: SqlConnection, at: int, key: str, hints: Sequence[HintRow]) -> None:
    db.executemany(_PUT_HINT, [{"person": key, "at": at, **hint._asdict()} for hint in hints])


def daily(db: SqlConnection, guild_id: int, day: str) -> DailyRow | None:
    found = db.execute(_DAILY, {"guild_id": guild_id, "day": day}).fetchone()
    return DailyRow._make(found) if found else None


def put_daily(db: SqlConnection, shown: DailyRow) -> None:
    db.execute(_PUT_DAILY, shown._asdict())


def answer_daily(db: SqlConnection, at: int, key: str, day: str, choice: str, correct: bool) -> None:
    db.execute(_PUT_ANSWER, {"person": key, "day": day, "choice": choice, "correct": correct, "at": at})


def daily_answer(db: SqlConnection, key: str, day: str) -> str | None:
    found = db.execute(_ANSWER, {"person": key, "day": day}).fetchone()
    return found and str(found[0])


def daily_answers(db: SqlConnection, key: str) -> list[tuple[str, bool]]:
    return [(day, bool(correct)) for day, correct in db.execute(_DAYS, {"person": key})]


def daily_tally(db: SqlConnection, day: str) -> dict[str, int]:
    return dict(db.execute(_TALLY, {"day": day}).fetchall())
