"""A hand that is looked at again: the trick as it was then, and above it all hands, once the hand is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.pictures import trick
from bot.pictures.canvas import Canvas
from bot.pictures.drawing import WIDE, Drawing
from bot.pictures.faces import Look, height
from bot.pictures.marks import mark
from bot.pictures.names import names_of
from bot.pictures.palette import Colour
from bot.pictures.ranks import put_marked
from bot.pictures.trick import TrickDrawing
from bot.reader import Reader
from bot.scenes import ReplayScene
from rules.cards import Card

EDGE: Final = 24
CARD: Final = 54
GAP: Final = 14
ROW: Final = height(CARD) + 20


@dataclass(frozen=True)
class ReplayDrawing(Drawing):
    """`hands` is empty while the hand runs; the cards in `drawn` are framed."""

    name = "replay.png"

    look: Look
    trick: TrickDrawing
    hands: tuple[tuple[Card, ...], ...]
    drawn: frozenset[Card]

    def high(self) -> int:
        return self.trick.high() + (ROW * len(self.hands) + 10 if self.hands else 0)

    def clear(self) -> int:
        return self.trick.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 10 if self.hands else 0
        for seat, hand in enumerate(self.hands):
            ground = Colour.SEA if (len(self.hands) - seat) % 2 else Colour.DEEP
            canvas.box(0, y - 6, WIDE, ROW, ground)
            mark(canvas, seat, EDGE, y + (height(CARD) - 34) // 2, 34, ground)
            for place, card in enumerate(hand):
                put_marked(canvas, self.look, card, EDGE + 52 + place * (CARD + GAP), y, CARD, card in self.drawn)
            y += ROW
        self.trick.paint(canvas, y)


def of_scene(scene: ReplayScene, reader: Reader) -> Drawing | None:
    """One step of a hand; with the hands where they are told."""
    names = names_of(reader.words, scene.head.sitters)
    look = Look(scene.head.game, reader.four_colours)
    if scene.account is not None:
        drawing: TrickDrawing | None = trick.of_account(scene.account, names, look, reader.words)
    else:
        drawing = trick.of_view(scene.view, names, look, reader.words)
    if drawing is None:
        return None
    return ReplayDrawing(look, drawing, scene.hands, frozenset(card for drawn in scene.drawn for card in drawn))
