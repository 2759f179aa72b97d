"""Pictures of the order of the cards with their powers, and of what beats the heading play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.presentation.pictures.canvas import Canvas
from bot.presentation.pictures.drawing import SELDOM, WIDE, Drawing, corner, drawing_of, within
from bot.presentation.pictures.faces import Look, height
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.typeface import Weight, broken, width
from bot.presentation.scenes import BeatsScene, RanksScene
from bot.texts import Translator
from bot.texts.reader import Reader
from rules import registry
from rules.core.cards import Card

EDGE: Final = 28
LEGEND: Final = 680
"""The width for one or two lines of text beside the corner."""
CARD: Final = 88
GAP: Final = 8
LABEL: Final = 42
COLUMN: Final = WIDE // 2 - 6
"""The distance from one column to the next."""
BELOW: Final = 22
ROW: Final = LABEL + height(CARD) + BELOW
MARKED: Final = 6
"""The thickness of the frame around the reader's own cards."""
TITLE: Final = 84
ON: Final = 120
SMALL: Final = 78
ARROWS: Final = 56
"""The width between the heading card and the cards that beat it."""
ARROW: Final = "M 70 0 L 0 50 L 70 100 L 88 84 L 42 50 L 88 16 Z"


class Band(NamedTuple):
    """A group in the picture: its number in the order ("" if it is not ranked), its name, its cards and its power."""

    number: str
    told: str
    cards: tuple[Card, ...]
    power: str


@dataclass(frozen=True)
class RanksDrawing(Drawing):
    """All cards in order; those in `mine` are framed."""

    name = "ranks.png"
    level = SELDOM

    look: Look
    bands: tuple[Band, ...]
    mine: frozenset[Card]
    yours: str
    suits: str

    def high(self) -> int:
        return 12 + len(self._rows()) * ROW + (LABEL if self.mine else 0)

    def clear(self) -> int:
        return LABEL + BELOW - MARKED if self.mine else BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 12
        for row in self._rows():
            for place, band in enumerate(row):
                self._band(canvas, band, EDGE + place * COLUMN, y)
            if len(row) == 1 and not row[0].power:
                _draw_lines(canvas, self.suits, EDGE + COLUMN, y + LABEL + height(CARD) // 2, Colour.MIST)
            y += ROW
        if self.mine:
            x = corner(*self.pixels)[0] + 10
            canvas.plate(x, y + 2, 30, 30, Colour.SKY, 8)
            canvas.plate(x + MARKED, y + 2 + MARKED, 30 - 2 * MARKED, 30 - 2 * MARKED, Colour.SEA, 3, Colour.SKY)
            canvas.line(self.yours, x + 42, y, 27, ink=Colour.SKY, room=WIDE - EDGE - x - 42)

    def _rows(self) -> list[list[Band]]:
        """The groups in rows: a group with a power alone, the others in pairs."""
        rows: list[list[Band]] = []
        for band in self.bands:
            if rows and len(rows[-1]) == 1 and not band.power and not rows[-1][0].power:
                rows[-1].append(band)
            else:
                rows.append([band])
        return rows

    def _band(self, canvas: Canvas, band: Band, x: int, y: int) -> None:
        title = x
        if band.number:
            title += 12 + canvas.line(band.number, x, y, 29, ink=Colour.BRASS, weight=Weight.BOLD)
        canvas.line(band.told, title, y, 29, weight=Weight.BOLD)
        for place, card in enumerate(band.cards):
            put_marked(canvas, self.look, card, x + place * (CARD + GAP), y + LABEL, CARD, card in self.mine)
        if band.power:
            left = x + len(band.cards) * (CARD + GAP) + 14
            _draw_lines(canvas, band.power, left, y + LABEL + height(CARD) // 2, Colour.ICE)


@dataclass(frozen=True)
class BeatsDrawing(Drawing):
    """A row for each heading card: the card, then those that beat it, strongest first; those in `mine` are framed."""

    name = "beats.png"
    level = SELDOM

    look: Look
    beaten: tuple[tuple[Card, tuple[Card, ...]], ...]
    mine: frozenset[Card]
    title: str
    nothing: str

    def high(self) -> int:
        return EDGE + sum(self._high(by) for _, by in self.beaten) + TITLE

    def wide(self) -> int:
        on, small = self._widths()
        most = self._in_a_row()
        rows = [min(len(by), most) * (small + GAP) - GAP if by else width(self.nothing, 29) for _, by in self.beaten]
        return within(EDGE + max(EDGE + on + ARROWS + max(rows), LEGEND))

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += EDGE
        for on, by in self.beaten:
            self._beaten(canvas, on, by, y)
            y += self._high(by)
        x = corner(*self.pixels)[0] + 10
        lines = broken(self.title, 28, Weight.BOLD, canvas.wide - EDGE - x, 2)
        for number, line in enumerate(lines):
            canvas.line(line, x, y + (TITLE - 38 * len(lines)) // 2 + 36 * number - 6, 28, weight=Weight.BOLD)

    def _widths(self) -> tuple[int, int]:
        """The widths of the heading card and of the cards that beat it."""
        return (ON, SMALL) if len(self.beaten) == 1 else (100, 66)

    def _in_a_row(self) -> int:
        on, small = self._widths()
        return (WIDE - 2 * EDGE - on - ARROWS + GAP) // (small + GAP)

    def _high(self, by: Sequence[Card]) -> int:
        on, small = self._widths()
        rows = -(-len(by) // self._in_a_row())
        return max(height(on), rows * (height(small) + GAP)) + 22

    def _beaten(self, canvas: Canvas, on: Card, by: Sequence[Card], y: int) -> None:
        large, small = self._widths()
        left, middle = EDGE + large + ARROWS, y + height(large) // 2
        canvas.plate(EDGE - 6, y - 6, large + 12, height(large) + 12, Colour.BRASS, 14)
        canvas.card(self.look, on, EDGE, y, large)
        canvas.shape(ARROW, left - 42, middle - 16, 26, 32, Colour.MIST)
        for place, card in enumerate(by):
            row, column = divmod(place, self._in_a_row())
            x, top = left + column * (small + GAP), y + row * (height(small) + GAP)
            put_marked(canvas, self.look, card, x, top, small, card in self.mine)
        if not by:
            canvas.line(self.nothing, left, middle - 18, 29, ink=Colour.MIST, room=canvas.wide - EDGE - left)


def _draw_lines(canvas: Canvas, text: str, x: int, middle: int, ink: Colour) -> None:
    """Draw a text in up to four lines around the height `middle`, as far as the right edge."""
    lines = broken(text, 27, Weight.MEDIUM, WIDE - EDGE - x, 4)
    for number, line in enumerate(lines):
        canvas.line(line, x, middle - 17 * len(lines) + 34 * number, 27, ink=ink)


def put_marked(canvas: Canvas, look: Look, card: Card, x: int, y: int, wide: int, mine: bool) -> None:
    """Draw a card, framed if it is the reader's own."""
    if mine:
        frame = wide + 2 * MARKED, height(wide) + 2 * MARKED
        canvas.plate(x - MARKED, y - MARKED, *frame, Colour.SKY, wide * 0.09 + MARKED)
    canvas.card(look, card, x, y, wide)


def of_game(game: str, hand: Sequence[Card], four_colours: bool, words: Translator) -> RanksDrawing:
    """The order of a game's cards, with those of a hand framed."""
    bands = []
    for number, group in enumerate(registry.game(game).order, start=1):
        key = f"{game}.picture.{group.name}"
        place, power = str(number) if group.ranked else "", words(key) if key in words else ""
        bands.append(Band(place, words(f"{game}.group.{group.name}"), group.cards, power))
    yours, suits = words("picture.yours"), words(f"{game}.picture.suits")
    return RanksDrawing(Look(game, four_colours), tuple(bands), frozenset(hand), yours, suits)


@drawing_of.register
def of_ranks(scene: RanksScene, reader: Reader) -> Drawing:
    return of_game(scene.game, scene.hand, reader.four_colours, reader.words)


@drawing_of.register
def of_beats(scene: BeatsScene, reader: Reader) -> Drawing | None:
    """The drawing of what beats the heading play; None before a lead."""
    if not scene.beaten:
        return None
    words = reader.words
    return BeatsDrawing(
        Look(scene.head.game, reader.four_colours),
        tuple((beaten.on, beaten.by) for beaten in scene.beaten),
        frozenset(scene.hand) & {card for beaten in scene.beaten for card in beaten.by},
        words("picture.beats-yours" if scene.hand else "picture.beats"),
        words("picture.beats-nothing"),
    )
