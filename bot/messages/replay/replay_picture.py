"""The picture of a replay: the trick at one step and, once the hand is over, all hands above it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.messages.kit.canvas import Canvas
from bot.messages.kit.card_faces import Look, height, look_of
from bot.messages.kit.drawing import WIDE, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import apart, draw_marked
from bot.messages.learn.ranks_picture import put_marked
from bot.messages.replay.replay import ReplayScene
from bot.messages.table import trick_picture
from bot.messages.table.trick_picture import TrickDrawing
from bot.texts.reader import Reader
from rules.core.cards import Card

EDGE: Final = 24
CARD: Final = 52
GAP: Final = 10
NAMED: Final = {1: 130, 2: 166}
"""The width of a name, by the number of columns."""
SMALL: Final = 4
"""The most cards in a hand that leaves room for another hand beside it."""
ROW: Final = height(CARD) + 20


@dataclass(frozen=True)
class ReplayDrawing(Drawing):
    """One step of a replay. `hands` is empty while the hand is in play; the cards in `drawn` are framed."""

    name = "replay.png"

    look: Look
    trick: TrickDrawing
    hands: tuple[tuple[Card, ...], ...]
    drawn: frozenset[Card]

    def high(self) -> int:
        return self.trick.high() + (ROW * self._rows() + 10 if self.hands else 0)

    def clear(self) -> int:
        return self.trick.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 10 if self.hands else 0
        columns = self._columns()
        named = NAMED[columns]
        shown = apart(self.trick.names, [named] * len(self.trick.names))
        for row in range(self._rows()):
            ground = Colour.SEA if (self._rows() - row) % 2 else Colour.DEEP
            canvas.box(0, y - 6, WIDE, ROW, ground)
            for column, hand in enumerate(self.hands[row * columns :][:columns]):
                x = EDGE + column * WIDE // 2
                seat, middle = row * columns + column, y + (height(CARD) - 46) // 2
                draw_marked(canvas, self.trick.sides[seat], shown[seat], x, middle, named, ground=ground)
                for place, card in enumerate(hand):
                    left = x + named + 8 + place * (CARD + GAP)
                    put_marked(canvas, self.look, card, left, y, CARD, card in self.drawn)
            y += ROW
        self.trick.paint(canvas, y)

    def _columns(self) -> int:
        """Two while all hands are small, else one."""
        return 2 if max(map(len, self.hands), default=0) <= SMALL else 1

    def _rows(self) -> int:
        return -(-len(self.hands) // self._columns())


@drawing_of.register
def of_scene(scene: ReplayScene, reader: Reader) -> Drawing | None:
    """The drawing of one step, with the hands where the scene has them; None if there is no trick."""
    words = reader.words
    look = look_of(scene.head.game, reader, scene.view.order)
    if scene.account is not None:
        names = trick_picture.names_in_account(words, scene.head, scene.account)
        drawing: TrickDrawing | None = trick_picture.of_account(scene.account, names, look, words)
    else:
        names = trick_picture.names_in_view(words, scene.head, scene.view)
        drawing = trick_picture.of_view(scene.view, names, look, words)
    if drawing is None:
        return None
    return ReplayDrawing(look, drawing, scene.hands, frozenset(card for drawn in scene.drawn for card in drawn))
