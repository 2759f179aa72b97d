"""Pictures of the examples in the rules: tricks, ladders, the order of the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.messages.kit.card_faces import Look, height, look_of
from bot.messages.kit.drawing import CENTRE, SELDOM, WIDE, Canvas, Drawing, drawing_of, halo, picture_width
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.messages.learn import ranks_picture
from bot.messages.learn.ranks_picture import RanksDrawing
from bot.messages.learn.rules import RanksScene, RulesScene
from bot.messages.score import ladder_picture
from bot.messages.score.ladder_picture import LadderDrawing
from bot.messages.table.trick_picture import draw_number, draw_pill, halves_of
from bot.texts.reader import Reader
from bot.texts.rules_page import Example, LadderExample, RanksExample
from rules.core.cards import Card

EDGE: Final = 30
LARGEST: Final = 132
GAP: Final = 6
APART: Final = 34
"""The space between plays."""
HALVES: Final = 44
"""The height of the words above the halves of a trick."""
PILL: Final = 56


@dataclass(frozen=True)
class TrickRow(Drawing):
    """A trick in a row, in the order of play. `wins` is an index into `plays`."""

    name = "trick.png"

    look: Look
    plays: tuple[tuple[Card, ...], ...]
    wins: int
    told: str
    halves: tuple[str, str] | None = None

    def high(self) -> int:
        return 18 + height(self._card()) + PILL + 12 + (HALVES if self.halves else 0)

    def wide(self) -> int:
        return picture_width(sum(self._spans()) + self._spaces() + 2 * EDGE)

    def clear(self) -> int:
        return PILL if self.wins else 12

    def _card(self) -> int:
        """The width of a card."""
        count = sum(map(len, self.plays))
        free = WIDE - 2 * EDGE - self._spaces() - GAP * (count - len(self.plays))
        return min(LARGEST, free // count)

    def _spans(self) -> list[int]:
        """The width of each play."""
        return [len(play) * (self._card() + GAP) - GAP for play in self.plays]

    def _spaces(self) -> int:
        """The spaces between the plays together; there is another one between halves."""
        return APART * (len(self.plays) - 1 + bool(self.halves))

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        wide, top, spans = self._card(), y + 18 + (HALVES if self.halves else 0), self._spans()
        x = (canvas.wide - sum(spans) - self._spaces()) // 2
        for index, span in enumerate(spans):
            if self.halves and index in (0, 2):
                x += APART if index else 0
                middle = x + (span + APART + spans[index + 1]) // 2
                canvas.line(self.halves[index // 2], middle, y + 4, TEXT, ink=Colour.MIST, lean=CENTRE)
            if index == self.wins:
                halo(canvas, x, top, span, height(wide))
                pill = width(self.told, TEXT, Weight.BOLD) + 24
                at = min(max(x + (span - pill) // 2, 8), canvas.wide - 8 - pill)
                draw_pill(canvas, self.told, at, top + height(wide) + 16, Colour.BRASS)
            for place, card in enumerate(self.plays[index]):
                canvas.card(self.look, card, x + place * (wide + GAP), top, wide)
            draw_number(canvas, index + 1, x, top + height(wide))
            x += span + APART


@dataclass(frozen=True)
class ExamplesDrawing(Drawing):
    """Several examples, one below the other."""

    name = "examples.png"
    level = SELDOM

    rows: tuple[TrickRow | LadderDrawing | RanksDrawing, ...]

    def high(self) -> int:
        return sum(row.high() for row in self.rows) + 6

    def wide(self) -> int:
        return max(row.wide() for row in self.rows)

    def clear(self) -> int:
        return self.rows[-1].clear() + 6

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for row in self.rows:
            row.paint(canvas, y)
            y += row.high()


@drawing_of.register
def examples_drawing(scene: RulesScene, reader: Reader) -> Drawing | None:
    """The drawing for a page of the rules, with a row for each example; None for a page without a picture."""
    return ExamplesDrawing(tuple(_row(example, reader) for example in scene.shown)) if scene.shown else None


def _row(example: Example, reader: Reader) -> TrickRow | LadderDrawing | RanksDrawing:
    words = reader.words
    if isinstance(example, LadderExample):
        return ladder_picture.example(example, words)
    if isinstance(example, RanksExample):
        return ranks_picture.ranks_drawing(RanksScene(game=example.game), reader)
    told = words("picture.wins")
    if example.points is not None:
        told = words("list.dot").join((told, words.count("picture.points", example.points)))
    halves = halves_of(words) if example.halves else None
    return TrickRow(look_of(example.game, reader), example.plays, example.wins, told, halves)
