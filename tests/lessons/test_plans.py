"""The courses of all games are what their plans want: which lessons, of how many players, from which tricks."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from bot.lessons.course import DAILY, Lesson, Position, course, rubber_texts
from bot.texts import offered_games
from rules import notation
from rules.core.lessons import CoursePlan, LessonPlan, LessonTrick, Pick, wins
from rules.registry import GAMES
from scripts.write_lessons import tricks
from tests.lessons.test_courses import steps

every_game = pytest.mark.parametrize("game", offered_games())


def plan_of(game: str) -> CoursePlan:
    plan: CoursePlan = import_module(f"rules.{game}.lessons").COURSE
    return plan


def plans_of(lesson: Lesson) -> list[LessonPlan]:
    """The plans that the exercises of a lesson were picked by."""
    plan = plan_of(lesson.game)
    return [one for one in (*plan.lessons, plan.daily) if one.name == lesson.name]


@cache
def played(game: str, name: str) -> dict[str, LessonTrick]:
    """The tricks of a stored rubber by their places, of which "1.0" stands for the deal of the first hand."""
    rules: Any = GAMES[game]
    record = notation.read(rubber_texts(game)[name])
    actions = (action for action, _ in notation.replay(record))
    found = list(tricks(rules, 0, rules.start(len(record.players), record.options), actions))
    dealt = {f"{one.account.hand_number}.0": one for one in found if one.account.number == 1}
    return dealt | {f"{one.account.hand_number}.{one.account.number}": one for one in found}


def pick_of(lesson: Lesson, position: Position) -> Pick | None:
    """The pick by which a plan of the lesson finds the exercise."""
    place = f"{position.hand}.{position.trick}"
    found = played(lesson.game, position.rubber)[place]
    picks = (pick for plan in plans_of(lesson) for pick in plan.picks(found))
    return next((pick for pick in picks if (pick.place, pick.at or 0) == (place, position.at)), None)


@pytest.fixture(autouse=True)
def _whatever_chance_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tricks that a plan takes by chance always be taken: the stored rubbers have other numbers."""
    monkeypatch.setattr("rules.voormsi.lessons.chance_of", lambda found, many: True)


@every_game
def test_a_course_has_the_lessons_of_its_plan_in_its_order(game: str) -> None:
    plan, lessons = plan_of(game), course(game).lessons.values()
    wanted = dict.fromkeys((one.name, one.kind, one.topic) for one in plan.lessons)
    assert [(one.name, one.kind, one.topic) for one in lessons] == list(wanted)
    daily = course(game).daily_lesson
    assert (daily.name, daily.kind, daily.topic) == (plan.daily.name, plan.daily.kind, plan.daily.topic)


@every_game
def test_a_lesson_has_as_many_exercises_for_each_number_of_players_as_its_plan_wants(game: str) -> None:
    for lesson in course(game).lessons.values():
        wanted = Counter(seats for plan in plans_of(lesson) for seats in plan.seats)
        assert (lesson.name, Counter(int(one.rubber[0]) for one in lesson.positions)) == (lesson.name, wanted)
    daily = course(game).daily_lesson
    assert {int(one.rubber[0]) for one in daily.positions} == set(plan_of(game).daily.seats)


@every_game
def test_each_exercise_suits_its_lesson_and_teaches_something_and_easier_ones_come_first(game: str) -> None:
    for lesson in course(game).lessons.values():
        picks = [pick_of(lesson, one) for one in lesson.positions]
        levels = [pick.level for pick in picks if pick is not None and pick.teaches]
        assert (lesson.name, len(levels)) == (lesson.name, len(picks))
        assert (lesson.name, levels) == (lesson.name, sorted(levels))


@every_game
def test_a_trick_in_which_nothing_is_new_or_of_the_topic_is_not_asked_for(game: str) -> None:
    rules: Any = import_module(f"rules.{game}.lessons")
    for found in played(game, course(game).daily_lesson.positions[0].rubber).values():
        assert not list(wins(*rules.TOPICS, plain=found.kinds)(found))
        assert not list(wins()(found))


@steps
@every_game
def test_each_daily_trick_suits_its_plan(game: str, step: int) -> None:
    daily = course(game).daily_lesson
    assert daily.name == DAILY
    assert [one for one in daily.positions[::step] if pick_of(daily, one) is None] == []


@every_game
def test_rubbers_were_played_with_the_options_of_the_plan(game: str) -> None:
    plan = plan_of(game)
    wanted = [each.options for each in (plan.hands, plan.whole) if each is not None]
    for text in rubber_texts(game).values():
        options = notation.read(text).options
        assert any(given.items() <= options.items() for given in wanted)
