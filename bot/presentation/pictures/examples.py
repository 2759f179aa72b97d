"""Pictures of the examples in the rules: tricks, ladders, the order of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.presentation.pictures import ladder, ranks
from bot.presentation.pictures.canvas import CENTRE, Canvas
from bot.presentation.pictures.drawing import SELDOM, WIDE, Drawing, drawing_of, halo, within
from bot.presentation.pictures.faces import Look, height
from bot.presentation.pictures.ladder import LadderDrawing
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.ranks import RanksDrawing
from bot.presentation.pictures.trick import draw_number, draw_pill
from bot.presentation.pictures.typeface import Weight, width
from bot.presentation.scenes import RulesScene
from bot.texts.examples import Example, LadderExample, RanksExample, TrickExample
from bot.texts.reader import Reader
from rules import registry
from rules.core.cards import Card

EDGE: Final = 30
LARGEST: Final = 132
GAP: Final = 6
APART: Final = 34
"""The space between plays."""
PILL: Final = 50


@dataclass(frozen=True)
class Row(Drawing):
    """A trick in a row, in the order of play. `wins` is an index into `plays`."""

    name = "trick.png"

    look: Look
    plays: tuple[tuple[Card, ...], ...]
    wins: int
    told: str
    halves: tuple[str, str] | None = None

    def high(self) -> int:
        return 18 + height(self._wide()) + PILL + 12 + (36 if self.halves else 0)

    def wide(self) -> int:
        return within(sum(self._spans()) + APART * (len(self.plays) - 1) + self._between() + 2 * EDGE)

    def clear(self) -> int:
        return PILL if self.wins else 12

    def _spans(self) -> list[int]:
        """The width of each play."""
        return [len(play) * (self._wide() + GAP) - GAP for play in self.plays]

    def _wide(self) -> int:
        """The width of a card."""
        count = sum(map(len, self.plays))
        free = WIDE - 2 * EDGE - APART * (len(self.plays) - 1) - GAP * (count - len(self.plays)) - self._between()
        return min(LARGEST, free // count)

    def _between(self) -> int:
        return APART if self.halves else 0

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        wide, top, spans = self._wide(), y + 18 + (36 if self.halves else 0), self._spans()
        x = (canvas.wide - sum(spans) - APART * (len(spans) - 1) - self._between()) // 2
        for index, (play, span) in enumerate(zip(self.plays, spans, strict=True)):
            if self.halves and index in (0, 2):
                x += self._between() if index else 0
                middle = x + (span + APART + spans[index + 1]) // 2
                canvas.line(self.halves[index // 2], middle, y + 8, 26, ink=Colour.MIST, lean=CENTRE)
            self._play(canvas, index, play, x, top, wide)
            if index == self.wins:
                pill = width(self.told, 23, Weight.BOLD) + 24
                at = min(max(x + (span - pill) // 2, 8), canvas.wide - 8 - pill)
                draw_pill(canvas, self.told, at, top + height(wide) + 16, Colour.BRASS)
            x += span + APART

    def _play(self, canvas: Canvas, index: int, play: Sequence[Card], x: int, y: int, wide: int) -> None:
        if index == self.wins:
            halo(canvas, x, y, len(play) * (wide + GAP) - GAP, height(wide), Colour.BRASS)
        for place, card in enumerate(play):
            canvas.card(self.look, card, x + place * (wide + GAP), y, wide)
        draw_number(canvas, index + 1, x, y + height(wide))


@dataclass(frozen=True)
class ExamplesDrawing(Drawing):
    """Several examples, one below the other."""

    name = "examples.png"
    level = SELDOM

    rows: tuple[Row | LadderDrawing | RanksDrawing, ...]

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
def of_scene(scene: RulesScene, reader: Reader) -> Drawing | None:
    """The drawing for a page of the rules; None for a page without a picture."""
    return of_examples(scene.shown, reader) if scene.shown else None


def of_examples(shown: Sequence[Example], reader: Reader, game: str = registry.USUAL) -> ExamplesDrawing:
    """A drawing of examples, a row each."""
    return ExamplesDrawing(tuple(_row(example, game, reader) for example in shown))


def _row(example: Example, game: str, reader: Reader) -> Row | LadderDrawing | RanksDrawing:
    match example:
        case TrickExample():
            return _trick(example, game, reader)
        case LadderExample():
            return ladder.example(example, reader.words)
        case RanksExample():
            return ranks.of_game(example.game, (), reader.four_colours, reader.words)


def _trick(example: TrickExample, game: str, reader: Reader) -> Row:
    words = reader.words
    told = words("picture.wins")
    if example.points is not None:
        told = words("list.dot").join((told, words.count("picture.points", example.points)))
    halves = (words("picture.first-half"), words("picture.second-half")) if example.halves else None
    return Row(Look(game, reader.four_colours), example.plays, example.wins, told, halves)
