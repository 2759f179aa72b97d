"""Pictures of the order of the cards with their powers, and of what beats the heading play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.hand.consider import BeatsScene
from bot.messages.kit.card_faces import Look, height, look_of
from bot.messages.kit.drawing import CENTRE, CORNER, SELDOM, WIDE, Canvas, Drawing, corner, drawing_of, picture_width
from bot.messages.kit.game_looks import special_cards, usual_cards
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import NAME, TEXT, Weight, break_lines, width
from bot.messages.learn.rules import RanksScene
from bot.texts.agreed_options import agreed_words
from bot.texts.reader import Reader
from rules.core.cards import Card

EDGE: Final = 28
LEGEND: Final = 680
"""The width for one or two lines of text beside the corner."""
CARD: Final = 88
GAP: Final = 8
PEEK: Final = 46
"""The visible height of a card that another one covers."""
NUMBER: Final = 50
IN_A_ROW: Final = 9
"""The most columns beside each other: more stand in two rows, so that no card covers the one beside it."""
LINE: Final = 36
APART: Final = 22
LEAST: Final = 156
"""The smallest width of words."""
MARKED: Final = 6
"""The thickness of the frame around the reader's own cards."""
TITLE: Final = 84
ON: Final = 120
SMALL: Final = 78
ARROWS: Final = 56
"""The width between the heading card and the cards that beat it."""
ARROW: Final = "M 70 0 L 0 50 L 70 100 L 88 84 L 42 50 L 88 16 Z"


class SpecialKind(NamedTuple):
    """Special cards of one kind, and the words for them."""

    cards: tuple[Card, ...]
    told: str


@dataclass(frozen=True)
class RanksDrawing(Drawing):
    """All cards: those in the order of strength in columns, strongest first, below them the special ones.

    Many columns stand in rows, one below the other.

    The cards in `mine` are framed. `notes` are sentences at the bottom.
    """

    name = "ranks.png"
    level = SELDOM

    look: Look
    columns: tuple[tuple[Card, ...], ...]
    kinds: tuple[SpecialKind, ...]
    mine: frozenset[Card]
    notes: tuple[str, ...]
    yours: str

    def high(self) -> int:
        kinds = height(CARD) + 12 + LINE * max((len(self._told_lines(kind)) for kind in self.kinds), default=0)
        return self._rows_high() + (APART + kinds if self.kinds else 0) + self._legend_high()

    def clear(self) -> int:
        return self._legend_high() - 4

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for row in self.rows():
            for place, (number, column) in enumerate(row):
                self._column(canvas, column, number, place, y)
            y += _row_high(row)
        if self.kinds:
            canvas.band(y)
            self._special(canvas, y + APART)
        y += self.high() - self._rows_high() - self._legend_high()
        x = corner(*self.pixels)[0] + 10
        for number, line in enumerate(self._lines()):
            canvas.line(line, x, y + 6 + LINE * number, TEXT, ink=Colour.MIST)
        if self.mine:
            y += 6 + LINE * len(self._lines())
            canvas.plate(x, y + 4, 30, 30, Colour.SKY, 8)
            canvas.plate(x + MARKED, y + 4 + MARKED, 30 - 2 * MARKED, 30 - 2 * MARKED, Colour.SEA, 3, Colour.SKY)
            canvas.line(self.yours, x + 42, y, TEXT, ink=Colour.SKY, room=WIDE - EDGE - x - 42)

    def _column(self, canvas: Canvas, column: Sequence[Card], number: int, place: int, y: int) -> None:
        """Draw a column below its number, at this place of its row."""
        room = (WIDE - 2 * EDGE) // len(self.rows()[0])
        x = EDGE + room * place + (room - CARD) // 2
        canvas.line(str(number), x + CARD // 2, y + 4, NAME, ink=Colour.BRASS, weight=Weight.BOLD, lean=CENTRE)
        for above, card in enumerate(column):
            put_marked(canvas, self.look, card, x, y + NUMBER + PEEK * above, CARD, card in self.mine)

    def _special(self, canvas: Canvas, y: int) -> None:
        free = WIDE - 2 * EDGE - sum(map(_cell, self.kinds))
        x = EDGE + free // (2 * len(self.kinds))
        for kind in self.kinds:
            cell, span = _cell(kind), len(kind.cards) * (CARD + GAP) - GAP
            for place, card in enumerate(kind.cards):
                left = x + (cell - span) // 2 + place * (CARD + GAP)
                put_marked(canvas, self.look, card, left, y, CARD, card in self.mine)
            for number, line in enumerate(self._told_lines(kind)):
                canvas.line(line, x + cell // 2, y + height(CARD) + 6 + LINE * number, TEXT, lean=CENTRE)
            x += cell + free // len(self.kinds)

    def rows(self) -> list[list[tuple[int, tuple[Card, ...]]]]:
        """The columns with their numbers, in rows of about the same length."""
        numbered = list(enumerate(self.columns, 1))
        rows = -(-len(numbered) // IN_A_ROW)
        each = -(-len(numbered) // rows)
        return [numbered[start : start + each] for start in range(0, len(numbered), each)]

    def _rows_high(self) -> int:
        return sum(map(_row_high, self.rows()))

    def _legend_high(self) -> int:
        return 10 + LINE * (len(self._lines()) + bool(self.mine))

    def _lines(self) -> list[str]:
        """The notes in lines beside the corner."""
        room = WIDE - EDGE - CORNER[0] - 10
        return [line for note in self.notes for line in break_lines(note, TEXT, Weight.MEDIUM, room, 2)]

    def _told_lines(self, kind: SpecialKind) -> Sequence[str]:
        return break_lines(kind.told, TEXT, Weight.MEDIUM, _cell(kind), 3)


def _row_high(row: Sequence[tuple[int, tuple[Card, ...]]]) -> int:
    """The height of columns beside each other, below their numbers."""
    return NUMBER + PEEK * (max(len(column) for _, column in row) - 1) + height(CARD) + 14


def _cell(kind: SpecialKind) -> int:
    """The width of special cards with their words."""
    return max(LEAST, len(kind.cards) * (CARD + GAP) - GAP)


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
        rows = [min(len(by), most) * (small + GAP) - GAP if by else width(self.nothing, TEXT) for _, by in self.beaten]
        return picture_width(EDGE + max(EDGE + on + ARROWS + max(rows), LEGEND))

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += EDGE
        for on, by in self.beaten:
            self._draw_beaters(canvas, on, by, y)
            y += self._high(by)
        x = corner(*self.pixels)[0] + 10
        lines = break_lines(self.title, TEXT, Weight.BOLD, canvas.wide - EDGE - x, 2)
        for number, line in enumerate(lines):
            canvas.line(line, x, y + (TITLE - 38 * len(lines)) // 2 + 36 * number - 6, TEXT, weight=Weight.BOLD)

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

    def _draw_beaters(self, canvas: Canvas, on: Card, by: Sequence[Card], y: int) -> None:
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
            canvas.line(self.nothing, left, middle - 18, TEXT, ink=Colour.MIST, room=canvas.wide - EDGE - left)


def put_marked(canvas: Canvas, look: Look, card: Card, x: int, y: int, wide: int, mine: bool) -> None:
    """Draw a card, framed if it is the reader's own."""
    if mine:
        frame = wide + 2 * MARKED, height(wide) + 2 * MARKED
        canvas.plate(x - MARKED, y - MARKED, *frame, Colour.SKY, wide * 0.09 + MARKED)
    canvas.card(look, card, x, y, wide)


@drawing_of.register
def ranks_drawing(scene: RanksScene, reader: Reader) -> RanksDrawing:
    """The order of a game's cards, with those of a hand framed."""
    game, words, order = scene.game, reader.words, scene.groups
    notes = (f"{game}.picture.matadors", f"{game}.picture.suits")
    kinds = (
        SpecialKind(cards, words.count(f"{game}.special.{kind}", len(cards)))
        for kind, cards in special_cards(game, order, order).items()
    )
    return RanksDrawing(
        look_of(game, reader, order),
        tuple(filter(None, (usual_cards(game, (group,), order) for group in order))),
        tuple(kinds),
        frozenset(scene.hand),
        tuple(agreed_words(words, note, scene.agreement) for note in notes if note in words),
        words("picture.yours"),
    )


@drawing_of.register
def beats_drawing(scene: BeatsScene, reader: Reader) -> Drawing | None:
    """The drawing of what beats the heading play; None before a lead."""
    if not scene.beaten:
        return None
    words = reader.words
    return BeatsDrawing(
        look_of(scene.head.game, reader, scene.order),
        tuple((beaten.on, beaten.by) for beaten in scene.beaten),
        frozenset(scene.hand) & {card for beaten in scene.beaten for card in beaten.by},
        words("picture.beats-yours" if scene.hand else "picture.beats"),
        words("picture.beats-nothing"),
    )
