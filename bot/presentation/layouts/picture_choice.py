"""The choice of the picture for scenes that show that of another: a hand, a rubber's end, an exercise."""

from __future__ import annotations

from dataclasses import replace

from bot.presentation.lessons.course import QuestionKind
from bot.presentation.scenes import (
    DailyPostScene,
    DailyScene,
    ExerciseScene,
    HandScene,
    LadderScene,
    LessonScene,
    LobbyScene,
    NewHereScene,
    RulesScene,
    Scene,
    TableScene,
    TrickScene,
    head_of,
)

Pictured = LessonScene | NewHereScene | ExerciseScene | DailyScene | DailyPostScene | TableScene | LobbyScene


def pictured(scene: Pictured) -> Scene | None:
    """The scene whose picture is shown with this one; None if there is none.

    Of an exercise that is the position, as the player's hand if the question is what may be played (MAY) or about a
    hand. Once another question is answered, it is the finished trick or, for BOOKS, the ladders after it.
    """
    if isinstance(scene, TableScene):
        return scene.result or scene.trick
    if isinstance(scene, LobbyScene):
        return scene.result
    if isinstance(scene, LessonScene):
        return RulesScene(scene.topic, 0, scene.shown, scene.game) if scene.shown and not scene.finished else None
    if isinstance(scene, NewHereScene):
        return RulesScene("", 0, scene.shown, scene.game) if scene.shown else None
    exercise = scene.exercise
    account, view, head = exercise.account, exercise.view, head_of(exercise)
    if view.seat is not None:
        return HandScene(head, replace(view, turn=None, to_play=()), dm=False)
    if not view.trick:
        return None
    if account is None or isinstance(scene, DailyPostScene) or scene.said is None:
        return TrickScene(head, view.hand_number, view.trick_number, view, None)
    if exercise.kind is QuestionKind.BOOKS:
        return LadderScene(head, view.sides, account.scores, account.waiting, view.target, account, account.hand_number)
    return TrickScene(head, account.hand_number, account.number, None, account)
