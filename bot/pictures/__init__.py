"""Pictures: a scene becomes a PNG. Pure: the same scene for the same reader is the same picture, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.pictures import trick
from bot.pictures.drawing import Drawing, Picture
from bot.reader import Reader
from bot.scenes import Scene, TrickScene
from bot.wishes import CardsAs

__all__ = ["DRAWN_BY", "Drawing", "Picture", "picture_of"]

DRAWN_BY: Final[dict[type, Callable[[Any, Reader], Drawing | None]]] = {
    TrickScene: trick.of_scene,
}
"""Kind of scene -> what is drawn of it."""


def picture_of(scene: Scene, reader: Reader) -> Drawing | None:
    """The picture that goes with a scene; None where there is none, or the reader wants none."""
    drawn = DRAWN_BY.get(type(scene))
    return drawn(scene, reader) if drawn is not None and reader.cards is CardsAs.PICTURES else None
