"""The scenes whose pictures go with lessons, exercises and the daily trick."""

from __future__ import annotations

from dataclasses import replace

from bot.presentation.lessons.course import QuestionKind
from bot.presentation.lessons.exercises import Exercise
from bot.presentation.scenes import (
    DailyPostScene,
    DailyScene,
    ExerciseScene,
    HandScene,
    LadderScene,
    LessonScene,
    RulesScene,
    Scene,
    TrickScene,
    head_of,
)

Pictured = LessonScene | ExerciseScene | DailyScene | DailyPostScene


def pictured(scene: Pictured) -> Scene | None:
    """The scene whose picture is shown with this one; None if there is none."""
    match scene:
        case LessonScene():
            return RulesScene(scene.topic, 0, scene.shown) if scene.shown and not scene.finished else None
        case DailyPostScene():
            return _asked(scene.exercise)
    return _asked(scene.exercise) if scene.said is None else _shown(scene.exercise)


def _asked(exercise: Exercise) -> Scene:
    """The position: the player's hand if the question is what may be played, else the trick."""
    view, head = exercise.view, head_of(exercise)
    if exercise.kind is QuestionKind.MAY:
        return HandScene(head, replace(view, turn=None, to_play=()), dm=False)
    return TrickScene(head, view.hand_number, view.trick_number, view, None)


def _shown(exercise: Exercise) -> Scene:
    """The finished trick or, for BOOKS, the ladders after it; for a question about a play (MAY), the position again."""
    account, view, head = exercise.account, exercise.view, head_of(exercise)
    if account is None:
        return _asked(exercise)
    if exercise.kind is QuestionKind.BOOKS:
        return LadderScene(head, view.sides, account.scores, account.waiting, view.target, account, account.hand_number)
    return TrickScene(head, account.hand_number, account.number, None, account)
