"""A canvas that notes the lines of a drawing."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.messages.kit.drawing import Canvas, Drawing
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import Weight, fit, width


class NotedLine(NamedTuple):
    """A line as it is shown. `ink`: None if it is the usual one."""

    text: str
    size: int
    weight: Weight
    ink: Colour | None


class NotingCanvas(Canvas):
    """Notes what is shown of each line with the size of its type, and the x where the longest line ends."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(*drawing.pixels)
        self.lines: list[NotedLine] = []
        self.right = 0
        drawing.paint(self)

    @property
    def found(self) -> list[tuple[str, int]]:
        """The text and the size of each line."""
        return [(line.text, line.size) for line in self.lines]

    def line(self, text: str, x: int, y: int, size: int, **how: Any) -> int:
        room, weight = how.get("room"), how.get("weight", Weight.MEDIUM)
        shown = text if room is None else fit(text, size, weight, room)
        self.lines.append(NotedLine(shown, size, weight, how.get("ink")))
        self.right = max(self.right, round(x + (1 - how.get("lean", 0)) * width(shown, size, weight)))
        return super().line(text, x, y, size, **how)
