"""Exercises of the lessons and the daily trick, in SQL.

Functions of one connection.
"""

from __future__ import annotations

import sqlite3

from bot.store.rows import DailyAnswerRow, DailyRow, ExerciseRow

_NOTE = """
INSERT INTO exercises (person, lesson, number, correct, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person, lesson, number) DO UPDATE SET correct = excluded.correct, at = excluded.at
"""
_DAILY = """
INSERT INTO daily_tricks (guild_id, day, channel_id, message_id) VALUES (?, ?, ?, ?)
ON CONFLICT (guild_id, day) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id
"""
_ANSWERS = "SELECT person, day, choice, correct, at FROM daily_answers"


def learned(db: sqlite3.Connection, key: str) -> list[ExerciseRow]:
    """The exercises that a person has answered, lesson by lesson."""
    found = db.execute(
        "SELECT lesson, number, correct, at FROM exercises WHERE person = ? ORDER BY lesson, number", (key,)
    )
    return [ExerciseRow(lesson, number, bool(correct), at) for lesson, number, correct, at in found]


def note_exercise(db: sqlite3.Connection, key: str, exercise: ExerciseRow) -> None:
    """Store an answer, replacing an earlier one to the same exercise."""
    db.execute(_NOTE, (key, *exercise))


def daily(db: sqlite3.Connection, guild_id: int, day: str) -> DailyRow | None:
    """Where a guild has been shown the trick of a day, None if it has not been."""
    found = db.execute(
        "SELECT guild_id, day, channel_id, message_id FROM daily_tricks WHERE guild_id = ? AND day = ?", (guild_id, day)
    ).fetchone()
    return DailyRow._make(found) if found else None


def note_daily(db: sqlite3.Connection, shown: DailyRow) -> None:
    """Store where a guild is shown the trick of a day."""
    db.execute(_DAILY, shown)


def answer_daily(db: sqlite3.Connection, answer: DailyAnswerRow) -> DailyAnswerRow:
    """Store a person's answer to the trick of a day unless there is one already; return the stored answer."""
    db.execute("INSERT INTO daily_answers VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", answer)
    found = db.execute(f"{_ANSWERS} WHERE person = ? AND day = ?", (answer.person, answer.day))
    return _answer(found.fetchone())


def days_answered(db: sqlite3.Connection, key: str) -> list[str]:
    """The days whose trick a person has answered, the newest first."""
    found = db.execute("SELECT day FROM daily_answers WHERE person = ? ORDER BY day DESC", (key,))
    return [day for (day,) in found]


def daily_answer(db: sqlite3.Connection, key: str, day: str) -> DailyAnswerRow | None:
    """A person's answer to the trick of a day, None if there is none."""
    found = db.execute(f"{_ANSWERS} WHERE person = ? AND day = ?", (key, day)).fetchone()
    return _answer(found) if found else None


def daily_tally(db: sqlite3.Connection, day: str) -> dict[str, int]:
    """How many people made each choice in the trick of a day, without choices that nobody made."""
    return dict(
        db.execute("SELECT choice, count(*) FROM daily_answers WHERE day = ? GROUP BY choice", (day,)).fetchall()
    )


def _answer(row: tuple[str, str, str, int, int]) -> DailyAnswerRow:
    person, day, choice, correct, at = row
    return DailyAnswerRow(person, day, choice, bool(correct), at)
