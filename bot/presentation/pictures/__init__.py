"""Pictures: draw scenes as PNG images.

Pure: the same scene for the same reader gives the same picture, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.presentation.layouts.pictured import Pictured, pictured
from bot.presentation.pictures import examples, hand, ladder, ranks, replay, rubber, summary, trick
from bot.presentation.pictures.drawing import Drawing
from bot.presentation.pictures.emojis import emoji_pictures
from bot.presentation.scenes import (
    BeatsScene,
    DailyPostScene,
    DailyScene,
    ExerciseScene,
    HandScene,
    LadderScene,
    LessonScene,
    RanksScene,
    ReplayScene,
    ResultScene,
    RulesScene,
    Scene,
    SummaryScene,
    TrickScene,
    WhyScene,
)
from bot.texts.reader import CardStyle, Reader

__all__ = ["DRAWN_BY", "Drawing", "emoji_pictures", "picture_of"]


def _of_lesson(scene: Pictured, reader: Reader) -> Drawing | None:
    """The picture of what a lesson or an exercise is about, drawn as it is at a table."""
    shown = pictured(scene)
    return None if shown is None else picture_of(shown, reader)


DRAWN_BY: Final[dict[type, Callable[[Any, Reader], Drawing | None]]] = {
    TrickScene: trick.of_scene,
    WhyScene: trick.of_why,
    HandScene: hand.of_scene,
    LadderScene: ladder.of_scene,
    SummaryScene: summary.of_scene,
    ResultScene: rubber.of_scene,
    RanksScene: ranks.of_ranks,
    BeatsScene: ranks.of_beats,
    RulesScene: examples.of_scene,
    ReplayScene: replay.of_scene,
    LessonScene: _of_lesson,
    ExerciseScene: _of_lesson,
    DailyScene: _of_lesson,
    DailyPostScene: _of_lesson,
}
"""Type of scene -> the function that makes its drawing."""


def picture_of(scene: Scene, reader: Reader) -> Drawing | None:
    """The drawing of a scene; None if it has none, or the reader wants none."""
    drawn = DRAWN_BY.get(type(scene))
    return drawn(scene, reader) if drawn is not None and reader.cards is CardStyle.PICTURES else None
