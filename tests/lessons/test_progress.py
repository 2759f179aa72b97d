"""Answers that count: a solved exercise stays solved, and the daily trick takes one answer a day."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.lessons.course import course
from bot.lessons.exercises import question_of
from bot.lessons.progress import LearningProgress
from bot.store import Store
from bot.store.engine import open_store
from rules import registry
from tests.store.samples import now
from tests.toy_game.registration import offered

GAME = registry.USUAL
TODAY = date(2026, 3, 4)
YESTERDAY = TODAY - timedelta(days=1)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "voormsi.db", now=now) as opened:
        yield opened


async def test_a_solved_exercise_stays_solved_and_one_of_a_former_version_does_not_count(store: Store) -> None:
    progress, person = LearningProgress(store), (await store.person(1, "Aja")).key
    lesson = next(iter(course(GAME).lessons.values()))
    await progress.answer(person, lesson, 1, right=False)
    assert await progress.solved_exercises(person, GAME) == {}
    for right in (True, False):
        await progress.answer(person, lesson, 1, right=right)
        assert await progress.solved_exercises(person, GAME) == {lesson.name: {1}}
    await store.put_exercise(person, lesson.name, len(lesson.positions) + 1, True)
    await store.put_exercise(person, "no lesson any more", 1, True)
    assert await progress.solved_exercises(person, GAME) == {lesson.name: {1}}


async def test_only_the_first_answer_on_the_day_itself_counts(store: Store) -> None:
    progress, person = LearningProgress(store), (await store.person(1, "Aja")).key
    asked = question_of(TODAY)
    assert await progress.daily(person, TODAY, TODAY, asked, None) is None
    first = await progress.daily(person, TODAY, TODAY, asked, 0)
    assert first is not None
    assert (first.said, first.run and first.run.streak) == (0, 1)
    assert await progress.daily(person, TODAY, TODAY, asked, 1) == first, "the first answer stands"
    past = await progress.daily(person, YESTERDAY, TODAY, question_of(YESTERDAY), 1)
    assert past is not None
    assert (past.said, past.run) == (1, None)
    assert await store.daily_tally(YESTERDAY.isoformat()) == {}


async def test_lessons_and_days_of_another_game_count_for_it_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress, person = LearningProgress(store), (await store.person(1, "Aja")).key
    lesson = next(iter(course(GAME).lessons.values()))
    with offered():
        monkeypatch.setattr("bot.lessons.progress.course", lambda _: course(GAME))
        await progress.answer(person, lesson._replace(game="gift"), 1, right=True)
        assert await progress.solved_exercises(person, "gift") == {lesson.name: {1}}
        assert await progress.solved_exercises(person, GAME) == {}
        asked = replace(question_of(TODAY), game="gift")
        await progress.daily(person, TODAY, TODAY, asked, 0)
        assert await progress.days_in_a_row(person, "gift", TODAY) == 1
        assert await progress.days_in_a_row(person, GAME, TODAY) == 0
