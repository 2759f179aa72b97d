"""A canvas that notes the lines of a drawing."""

from __future__ import annotations

from typing import Any

from bot.presentation.pictures.canvas import Canvas
from bot.presentation.pictures.drawing import Drawing
from bot.presentation.pictures.typeface import Weight, fitted, width


class NotingCanvas(Canvas):
    """Notes what is shown of each line with the size of its type, and the x where the longest line ends."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(*drawing.pixels)
        self.found: list[tuple[str, int]] = []
        self.right = 0
        drawing.paint(self)

    def line(self, text: str, x: int, y: int, size: int, **how: Any) -> int:
        room, weight = how.get("room"), how.get("weight", Weight.MEDIUM)
        shown = text if room is None else fitted(text, size, weight, room)
        self.found.append((shown, size))
        self.right = max(self.right, round(x + (1 - how.get("lean", 0)) * width(shown, size, weight)))
        return super().line(text, x, y, size, **how)
