"""The faces of great moments: a drawn scene for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.messages.kit.drawing import Canvas
from bot.messages.kit.figures import figure_lines
from rules import registry
from rules.core.capabilities import GreatMoment, HasGreatMoments, offers
from rules.core.contract import TrickAccount

FIELD: Final = 300, 80
"""Width and height of a scene, in units of its figure."""


def moment_in(game: str, results: Sequence[TrickAccount]) -> GreatMoment | None:
    """The great moment of the newest of these tricks that had one, by the rules; None without one."""
    rules = registry.game(game)
    if not offers(rules, HasGreatMoments):
        return None
    return next(filter(None, map(rules.moment_of, reversed(results))), None)


def scene_of(game: str, moment: GreatMoment | None) -> str:
    """The name of the figure of a moment; "" without one."""
    name = "" if moment is None else f"{game}.{moment.kind}"
    return name if name in figure_lines() else ""


def moment_high(scene: str, wide: int) -> int:
    """The height of a scene in a picture of this width; 0 without one."""
    return wide * FIELD[1] // FIELD[0] if scene else 0


def draw_moment(canvas: Canvas, scene: str, y: int) -> None:
    """Draw a scene from edge to edge, if there is one."""
    if scene:
        canvas.figure(scene, 0, y, canvas.wide, moment_high(scene, canvas.wide), FIELD[0])
