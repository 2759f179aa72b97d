"""Pictures: draw scenes as PNG images.

Pure: the same scene for the same reader gives the same picture, byte for byte.
"""

from __future__ import annotations

import importlib
import pkgutil

from bot.presentation.layouts.picture_choice import Pictured, pictured
from bot.presentation.pictures.drawing import Drawing, drawing_of
from bot.presentation.pictures.emojis import emoji_pictures
from bot.presentation.scenes import Scene
from bot.texts.reader import CardStyle, Reader

__all__ = ["Drawing", "emoji_pictures", "picture_of"]


for module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(module.name)  # each registers its drawings with `drawing_of`


@drawing_of.register
def _of_lesson(scene: Pictured, reader: Reader) -> Drawing | None:
    """The picture of what a lesson or an exercise is about, drawn as it is at a table."""
    shown = pictured(scene)
    return None if shown is None else picture_of(shown, reader)


def picture_of(scene: Scene, reader: Reader) -> Drawing | None:
    """The drawing of a scene; None if it has none, or the reader wants none."""
    return drawing_of(scene, reader) if reader.cards is CardStyle.PICTURES else None
