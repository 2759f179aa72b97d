"""Pictures of the order of the cards with their powers, and of what beats the heading play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
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
from rules.core.contract import Group

EDGE: Final = 28
LEGEND: Final = 680
"""The width for one or two lines of text beside the corner."""
CARD: Final = 88
GAP: Final = 8
LABEL: Final = 42
COLUMN: Final = WIDE // 2 - 6
"""The distance from one column to the next."""
BELOW: Final = 22
MARKED: Final = 6
"""The thickness of the frame around the reader's own cards."""
TITLE: Final = 84
ON: Final = 120
SMALL: Final = 78


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
        return 12 + len(self._rows()) * _row_high() + (LABEL if self.mine else 0)

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 12
        for row in self._rows():
            for place, band in enumerate(row):
                self._band(canvas, band, EDGE + place * COLUMN, y)
            if len(row) == 1 and not row[0].power:
                _draw_lines(canvas, self.suits, EDGE + COLUMN, y + LABEL + height(CARD) // 2, Colour.MIST)
            y += _row_high()
        if self.mine:
            x = corner(*self.pixels)[0] + 10
            canvas.plate(x, y + 2, 30, 30, Colour.SKY, 8)
            canvas.plate(x + MARKED, y + 2 + MARKED, 30 - 2 * MARKED, 30 - 2 * MARKED, Colour.SEA, 3, Colour.SKY)
            canvas.line(self.yours, x + 42, y, 27, ink=Colour.SKY, room=WIDE - EDGE - x - 42)

    def clear(self) -> int:
        return LABEL + BELOW - MARKED if self.mine else BELOW

    def _rows(self) -> list[tuple[Band, ...]]:
        return list(_rows(self.bands))

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
        left = self._wide()[2]
        rows = [left + self._span(by) if by else left + width(self.nothing, 29) for _, by in self.beaten]
        return within(EDGE + max(*rows, LEGEND))

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += EDGE
        for on, by in self.beaten:
            self._one(canvas, on, by, y)
            y += self._high(by)
        x = corner(*self.pixels)[0] + 10
        lines = broken(self.title, 28, Weight.BOLD, canvas.wide - EDGE - x, 2)
        for number, line in enumerate(lines):
            canvas.line(line, x, y + (TITLE - 38 * len(lines)) // 2 + 36 * number - 6, 28, weight=Weight.BOLD)

    def _span(self, by: Sequence[Card]) -> int:
        _, small, _ = self._wide()
        return min(len(by), self._in_a_row()) * (small + GAP) - GAP

    def _wide(self) -> tuple[int, int, int]:
        """The widths of the heading card and of the cards that beat it, and the x where these begin."""
        on, small = (ON, SMALL) if len(self.beaten) == 1 else (100, 66)
        return on, small, EDGE + on + 56

    def _in_a_row(self) -> int:
        _, small, left = self._wide()
        return (WIDE - EDGE - left + GAP) // (small + GAP)

    def _high(self, by: Sequence[Card]) -> int:
        on, small, _ = self._wide()
        rows = -(-len(by) // self._in_a_row())
        return max(height(on), rows * (height(small) + GAP)) + 22

    def _one(self, canvas: Canvas, on: Card, by: Sequence[Card], y: int) -> None:
        large, small, left = self._wide()
        canvas.plate(EDGE - 6, y - 6, large + 12, height(large) + 12, Colour.BRASS, 14)
        canvas.card(self.look, on, EDGE, y, large)
        canvas.shape(
            "M 70 0 L 0 50 L 70 100 L 88 84 L 42 50 L 88 16 Z",
            left - 42,
            y + height(large) // 2 - 16,
            26,
            32,
            Colour.MIST,
        )
        for place, card in enumerate(by):
            row, column = divmod(place, self._in_a_row())
            x, top = left + column * (small + GAP), y + row * (height(small) + GAP)
            put_marked(canvas, self.look, card, x, top, small, card in self.mine)
        if not by:
            canvas.line(
                self.nothing, left, y + height(large) // 2 - 18, 29, ink=Colour.MIST, room=canvas.wide - EDGE - left
            )


def _draw_lines(canvas: Canvas, text: str, x: int, middle: int, ink: Colour) -> None:
    """Draw a text in up to four lines around the height `middle`, as far as the right edge."""
    lines = broken(text, 27, Weight.MEDIUM, WIDE - EDGE - x, 4)
    for number, line in enumerate(lines):
        canvas.line(line, x, middle - 17 * len(lines) + 34 * number, 27, ink=ink)


def put_marked(canvas: Canvas, look: Look, card: Card, x: int, y: int, wide: int, mine: bool) -> None:
    """Draw a card, framed if it is the reader's own."""
    if mine:
        canvas.plate(
            x - MARKED, y - MARKED, wide + 2 * MARKED, height(wide) + 2 * MARKED, Colour.SKY, wide * 0.09 + MARKED
        )
    canvas.card(look, card, x, y, wide)


def _row_high() -> int:
    return LABEL + height(CARD) + BELOW


def _rows(bands: Sequence[Band]) -> Iterator[tuple[Band, ...]]:
    """The groups in rows: a group with a power alone, the others in pairs."""
    for power, run in groupby(bands, key=lambda band: bool(band.power)):
        row = list(run)
        size = 1 if power else 2
        yield from (tuple(row[start : start + size]) for start in range(0, len(row), size))


def of_game(game: str, hand: Sequence[Card], four_colours: bool, words: Translator) -> RanksDrawing:
    """The order of a game's cards, with those of a hand framed."""
    order = enumerate(registry.game(game).order, start=1)
    return RanksDrawing(
        Look(game, four_colours),
        tuple(_band(game, number, group, words) for number, group in order),
        frozenset(hand),
        words("picture.yours"),
        words(f"{game}.picture.suits"),
    )


def _band(game: str, number: int, group: Group, words: Translator) -> Band:
    place = str(number) if group.ranked else ""
    power = f"{game}.picture.{group.name}"
    return Band(place, words(f"{game}.group.{group.name}"), group.cards, words(power) if power in words else "")


@drawing_of.register
def of_ranks(scene: RanksScene, reader: Reader) -> Drawing:
    """The drawing of the order of the cards."""
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
