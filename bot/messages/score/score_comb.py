"""The picture of scores as strokes: a comb for each side, with a tooth for each point.

Empty places up to the target are stubs. Points that one hand brought together hang from one bar, with a word or the
card that they were for. The points of the hand just played are bright.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.kit.canvas import CENTRE, Canvas
from bot.messages.kit.drawing import CORNER, WIDE, Drawing
from bot.messages.kit.palette import Colour
from bot.messages.kit.shapes import SUITS
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.messages.score.hand_points import HandPoints
from bot.messages.score.score_ladders import EDGE, NAMED, Arm, draw_head, fitted

TEETH: Final = CORNER[0] + 20
"""The x at which the combs begin, to the right of the corner."""
BACK: Final = 8
TOOTH: Final = 46
STUB: Final = 14
WORD: Final = 40
"""The height of the words below the teeth."""
WIDEST: Final = 14
"""The greatest width of a tooth."""


class Teeth(NamedTuple):
    """Teeth that hang together: the first and the one after the last, whether they are new, and what they are for."""

    first: int
    end: int
    new: bool
    points: HandPoints | None


@dataclass(frozen=True)
class CombDrawing(Drawing):
    """The sides, each with its name, its score in words and its comb."""

    name = "score.png"

    arms: tuple[Arm, ...]
    target: int | None
    hands: tuple[HandPoints, ...]

    def high(self) -> int:
        return 8 + len(self.arms) * (NAMED + BACK + TOOTH + WORD)

    def clear(self) -> int:
        return BACK + TOOTH + WORD

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for arm in fitted(self.arms):
            draw_head(canvas, arm, y, has_won=self.target is not None and arm.score >= self.target)
            self._comb(canvas, arm, y + 8 + NAMED)
            y += NAMED + BACK + TOOTH + WORD

    def _comb(self, canvas: Canvas, arm: Arm, y: int) -> None:
        places = max(1, self.target or 0, *(each.score for each in self.arms))
        tooth = _Tooth(y, places)
        last = tooth.left(self.target or places)
        canvas.box(TEETH, y, last - TEETH, BACK, Colour.MIST)
        for empty in range(arm.score, self.target or 0):
            tooth.draw(canvas, empty, STUB, Colour.SHALLOW)
        for teeth in self._teeth(arm):
            ink = Colour.BRASS if teeth.new else Colour.ICE
            for place in range(teeth.first, teeth.end):
                tooth.draw(canvas, place, TOOTH, ink)
            if teeth.end - teeth.first > 1:
                tooth.join(canvas, teeth, ink)
            if teeth.points is not None:
                _draw_word(canvas, teeth.points, tooth.middle(teeth), y + BACK + TOOTH + 4, ink)

    def _teeth(self, arm: Arm) -> Iterator[Teeth]:
        """The teeth of a side, hand by hand; those of hands that are not told stand alone, before the others."""
        hands = [one for one in self.hands if one.side == arm.side]
        at = arm.score - sum(one.points for one in hands)
        yield from (Teeth(place, place + 1, _is_new(place, arm), None) for place in range(at))
        for one in hands:
            yield Teeth(at, at + one.points, _is_new(at, arm), one)
            at += one.points


def _is_new(place: int, arm: Arm) -> bool:
    return arm.before is not None and place >= arm.before


class _Tooth(NamedTuple):
    """The places of the teeth on a comb that begins at `y` and has room for so many."""

    y: int
    places: int

    @property
    def wide(self) -> int:
        return min(WIDEST, (WIDE - EDGE - TEETH) // self.places * 2 // 5)

    def left(self, place: int) -> int:
        """The x at which the room of a tooth begins."""
        return TEETH + (WIDE - EDGE - TEETH) * place // self.places

    def at(self, place: int) -> int:
        """The x of a tooth."""
        return (self.left(place) + self.left(place + 1) - self.wide) // 2

    def middle(self, teeth: Teeth) -> int:
        """The x of the middle of some teeth."""
        return (self.at(teeth.first) + self.at(teeth.end - 1) + self.wide) // 2

    def draw(self, canvas: Canvas, place: int, high: int, ink: Colour) -> None:
        canvas.box(self.at(place), self.y + BACK, self.wide, high, ink)

    def join(self, canvas: Canvas, teeth: Teeth, ink: Colour) -> None:
        """Draw the bar that joins some teeth at their ends."""
        left = self.at(teeth.first)
        canvas.box(left, self.y + BACK + TOOTH - 6, self.at(teeth.end - 1) + self.wide - left, 6, ink)


def _draw_word(canvas: Canvas, one: HandPoints, middle: int, y: int, ink: Colour) -> None:
    """Draw what points were for: a word, or a card as its index and suit."""
    if one.card is None:
        canvas.line(one.word, middle, y, TEXT, ink=ink, lean=CENTRE)
        return
    long = width(one.card.index, TEXT, Weight.BOLD) + 24
    end = canvas.line(one.card.index, middle - long // 2, y, TEXT, ink=ink, weight=Weight.BOLD)
    canvas.shape(SUITS[one.card.suit], middle - long // 2 + end + 2, y + 8, 22, 22, ink)
