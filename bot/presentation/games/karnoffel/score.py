"""The scores of Karnöffel: a cudgel for each hand won (KARNOFFEL §6.2, §7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.presentation.games.karnoffel.emblems import CUDGEL
from bot.presentation.hand_points import HandPoints
from bot.presentation.pictures.canvas import CENTRE, Canvas
from bot.presentation.pictures.drawing import CORNER, WIDE, Drawing
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.score_ladders import EDGE, NAMED, Arm, draw_head, fitted
from bot.presentation.pictures.typeface import TEXT
from bot.texts.translator import Translator

LEFT: Final = CORNER[0] + 20
"""The x where the cudgels begin, to the right of the corner."""
CUDGELS: Final = 64
"""The height of the cudgels, and their greatest width."""
NUMBERS: Final = 42
"""The height of the numbers of the hands below them."""


@dataclass(frozen=True)
class CudgelsDrawing(Drawing):
    """The sides: a cudgel for each hand won with its number, and a dot for each that is still needed.

    `won`: the numbers of the hands that each side has won. The cudgel of the hand just played is bright.
    """

    name = "score.png"

    arms: tuple[Arm, ...]
    target: int
    won: tuple[tuple[int, ...], ...]

    def high(self) -> int:
        return 8 + len(self.arms) * (NAMED + CUDGELS + NUMBERS)

    def clear(self) -> int:
        return CUDGELS + NUMBERS

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for arm, won in zip(fitted(self.arms), self.won, strict=True):
            draw_head(canvas, arm, y, has_won=arm.score >= self.target)
            self._cudgels(canvas, arm, won, y + 8 + NAMED)
            y += NAMED + CUDGELS + NUMBERS

    def _cudgels(self, canvas: Canvas, arm: Arm, won: Sequence[int], y: int) -> None:
        room = min((WIDE - EDGE - LEFT) // max(1, self.target), CUDGELS + 40)
        side = min(room - 6, CUDGELS)
        for place in range(max(self.target, arm.score)):
            left, middle = LEFT + room * place, LEFT + room * place + room // 2
            if place >= arm.score:
                canvas.plate(middle - 7, y + CUDGELS // 2 - 7, 14, 14, Colour.SHALLOW, 7)
                continue
            ink = Colour.BRASS if arm.before is not None and place >= arm.before else Colour.ICE
            canvas.shape(CUDGEL, left + (room - side) // 2, y + (CUDGELS - side) // 2, side, side, ink)
            if place < len(won):
                canvas.line(str(won[place]), middle, y + CUDGELS, TEXT, ink=Colour.MIST, lean=CENTRE)


def _drawing(arms: tuple[Arm, ...], target: int | None, hands: tuple[HandPoints, ...]) -> CudgelsDrawing:
    won = tuple(tuple(one.hand for one in hands if one.side == side) for side in range(len(arms)))
    return CudgelsDrawing(arms, target or max(arm.score for arm in arms), won)


def _told(sides: Sequence[str], hands: tuple[HandPoints, ...], words: Translator) -> list[str]:
    """The hands that each side has won, by their numbers."""
    won = [[str(one.hand) for one in hands if one.side == side] for side in range(len(sides))]
    return [
        words.count("karnoffel.score.by-hand", len(hands), side=side, hands=words.join(hands))
        for side, hands in zip(sides, won, strict=True)
        if hands
    ]


SCORE: Final = _drawing
"""Makes the drawing of the scores."""
TOLD: Final = _told
"""Tells the rest of that drawing in words."""
