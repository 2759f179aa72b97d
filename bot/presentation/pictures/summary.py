"""The picture of the end of a hand: each seat's cards, each side's tricks and points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.presentation.pictures.canvas import RIGHT, Canvas
from bot.presentation.pictures.drawing import CORNER, SELDOM, WIDE, Drawing, drawing_of
from bot.presentation.pictures.faces import Look, height
from bot.presentation.pictures.names import names_of
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.seat_marks import mark
from bot.presentation.pictures.typeface import Weight, width
from bot.presentation.scenes import SummaryScene
from bot.tables.hand_result import HandResult
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card

EDGE: Final = 24
NAME: Final = 42
GAP: Final = 6
DRAWN: Final = 20
"""The space between the cards dealt and those drawn."""
STRIP: Final = 52
SIDES: Final = CORNER[0] + 10
"""The x where the lines of the sides begin."""
IN_A_ROW: Final = 12


class Dealt(NamedTuple):
    """A seat: its name, the cards that it was dealt, and those that it drew."""

    name: str
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    told: str


class Scored(NamedTuple):
    """A side: its seats, and its tricks and score in words."""

    seats: tuple[int, ...]
    tricks: str
    points: str


@dataclass(frozen=True)
class SummaryDrawing(Drawing):
    """The end of a hand. `void` says that the hand is void, "" if it is not."""

    name = "hand-over.png"
    level = SELDOM

    look: Look
    seats: tuple[Dealt, ...]
    sides: tuple[Scored, ...]
    void: str

    def high(self) -> int:
        return 10 + self._seat_high() * len(self.seats) + self._sides_high()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 10
        for seat, dealt in enumerate(self.seats):
            self._seat(canvas, seat, dealt, self._wide(), y)
            y += self._seat_high()
        self._sides(canvas, y, self._sides_high())

    def _wide(self) -> int:
        """The width of a card."""
        return min(_width(seat) for seat in self.seats)

    def _seat_high(self) -> int:
        return NAME + (height(self._wide()) + GAP) * max(len(list(_lines(seat))) for seat in self.seats) + 12

    def _sides_high(self) -> int:
        return STRIP * (len(self.sides) + bool(self.void)) + 12

    def _seat(self, canvas: Canvas, seat: int, dealt: Dealt, wide: int, y: int) -> None:
        mark(canvas, seat, EDGE, y + 2, 32)
        told = width(dealt.told, 25) + 20 if dealt.told else 0
        canvas.line(dealt.name, EDGE + 42, y, 29, weight=Weight.BOLD, room=WIDE - 2 * EDGE - 42 - told)
        canvas.line(dealt.told, WIDE - EDGE, y + 3, 25, ink=Colour.MIST, lean=RIGHT)
        y += NAME
        for line in _lines(dealt):
            x = EDGE
            for card in line:
                x += DRAWN if card is None else 0
                if card is not None:
                    canvas.card(self.look, card, x, y, wide)
                    x += wide + GAP
            y += height(wide) + GAP

    def _sides(self, canvas: Canvas, y: int, high: int) -> None:
        canvas.box(0, y, WIDE, high, Colour.DEEP)
        y += 6
        for side in self.sides:
            for place, seat in enumerate(side.seats):
                mark(canvas, seat, SIDES + place * 38, y + 9, 32, Colour.DEEP)
            x = SIDES + 38 * len(side.seats) + 10
            points = width(side.points, 28, Weight.BOLD)
            canvas.line(side.tricks, x, y + 7, 28, ground=Colour.DEEP, room=WIDE - EDGE - x - points - 20)
            canvas.line(
                side.points, WIDE - EDGE, y + 7, 28,
                ink=Colour.BRASS, ground=Colour.DEEP, weight=Weight.BOLD, lean=RIGHT,
            )  # fmt: skip
            y += STRIP
        if self.void:
            canvas.line(self.void, SIDES, y + 7, 28, ink=Colour.CORAL, ground=Colour.DEEP, room=WIDE - SIDES - EDGE)


def _lines(dealt: Dealt) -> Iterator[list[Card | None]]:
    """The cards in lines, with None between the cards dealt and those drawn."""
    rest: list[Card | None] = [*dealt.cards, *([None, *dealt.drawn] if dealt.drawn else [])]
    count = len(dealt.cards) + len(dealt.drawn)
    if count <= IN_A_ROW:
        yield rest
    else:
        half = len(dealt.cards) + 1 + (count // 2 - len(dealt.cards)) if dealt.drawn else count // 2
        yield rest[:half]
        yield rest[half:]


def _width(dealt: Dealt) -> int:
    """The largest width at which the cards of this seat fit."""
    longest = max(sum(card is not None for card in line) for line in _lines(dealt))
    return min(96, (WIDE - 2 * EDGE - DRAWN) // longest - GAP)


@drawing_of.register
def of_scene(scene: SummaryScene, reader: Reader) -> Drawing:
    """The drawing of the end of a hand."""
    result, words = scene.result, reader.words
    names = names_of(words, scene.head.holders)
    return SummaryDrawing(
        Look(scene.head.game, reader.four_colours),
        tuple(_dealt(names[seat], cards, result.dealt_first, words) for seat, cards in enumerate(result.dealt)),
        tuple(_scored(seats, side, result, words) for side, seats in enumerate(scene.sides)),
        words("picture.void") if result.void else "",
    )


def _dealt(name: str, cards: tuple[Card, ...], first: int, words: Translator) -> Dealt:
    drawn = cards[first:]
    return Dealt(name, cards[:first], drawn, words("picture.dealt", dealt=first, drawn=len(drawn)) if drawn else "")


def _scored(seats: tuple[int, ...], side: int, result: HandResult, words: Translator) -> Scored:
    before, after = result.scores_before[side], result.scores[side]
    return Scored(
        seats,
        words.count("picture.tricks", result.units[side]),
        words("picture.same-score" if before == after else "picture.new-score", before=before, after=after),
    )
