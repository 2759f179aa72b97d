"""The picture of the end of a hand: each seat's cards, each side's tricks and points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.presentation.pictures.canvas import RIGHT, Canvas
from bot.presentation.pictures.drawing import CORNER, SELDOM, WIDE, Drawing, drawing_of
from bot.presentation.pictures.faces import Look, height
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.seats import draw_mark, draw_marks, names_of
from bot.presentation.pictures.typeface import Weight, width
from bot.presentation.scenes import SummaryScene
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
            self._seat(canvas, seat, dealt, y)
            y += self._seat_high()
        self._sides(canvas, y)

    def _wide(self) -> int:
        """The width of a card: the largest at which the cards of every seat fit."""
        longest = max(sum(card is not None for card in line) for seat in self.seats for line in _lines(seat))
        return min(96, (WIDE - 2 * EDGE - DRAWN) // longest - GAP)

    def _seat_high(self) -> int:
        return NAME + (height(self._wide()) + GAP) * max(len(_lines(seat)) for seat in self.seats) + 12

    def _sides_high(self) -> int:
        return STRIP * (len(self.sides) + bool(self.void)) + 12

    def _seat(self, canvas: Canvas, seat: int, dealt: Dealt, y: int) -> None:
        wide = self._wide()
        draw_mark(canvas, seat, EDGE, y + 2, 32)
        told = width(dealt.told, 25) + 20 if dealt.told else 0
        canvas.line(dealt.name, EDGE + 42, y, 29, weight=Weight.BOLD, room=WIDE - 2 * EDGE - 42 - told)
        canvas.line(dealt.told, WIDE - EDGE, y + 3, 25, ink=Colour.MIST, lean=RIGHT)
        y += NAME
        for line in _lines(dealt):
            x = EDGE
            for card in line:
                if card is None:
                    x += DRAWN
                else:
                    canvas.card(self.look, card, x, y, wide)
                    x += wide + GAP
            y += height(wide) + GAP

    def _sides(self, canvas: Canvas, y: int) -> None:
        canvas.box(0, y, WIDE, self._sides_high(), Colour.DEEP)
        y += 6
        for side in self.sides:
            x = draw_marks(canvas, side.seats, SIDES, y + 9, Colour.DEEP) + 10
            points = width(side.points, 28, Weight.BOLD)
            canvas.line(side.tricks, x, y + 7, 28, ground=Colour.DEEP, room=WIDE - EDGE - x - points - 20)
            canvas.line(
                side.points, WIDE - EDGE, y + 7, 28,
                ink=Colour.BRASS, ground=Colour.DEEP, weight=Weight.BOLD, lean=RIGHT,
            )  # fmt: skip
            y += STRIP
        if self.void:
            canvas.line(self.void, SIDES, y + 7, 28, ink=Colour.CORAL, ground=Colour.DEEP, room=WIDE - SIDES - EDGE)


def _lines(dealt: Dealt) -> list[list[Card | None]]:
    """The cards in one line or two, with None between the cards dealt and those drawn."""
    cards: list[Card | None] = [*dealt.cards, *([None, *dealt.drawn] if dealt.drawn else [])]
    count = len(dealt.cards) + len(dealt.drawn)
    if count <= IN_A_ROW:
        return [cards]
    half = count // 2 + bool(dealt.drawn)
    return [cards[:half], cards[half:]]


@drawing_of.register
def of_scene(scene: SummaryScene, reader: Reader) -> Drawing:
    result, words = scene.result, reader.words
    names, first = names_of(words, scene.head.holders), result.dealt_first
    seats, sides = [], []
    for name, cards in zip(names, result.dealt, strict=True):
        drawn = cards[first:]
        told = words("picture.dealt", dealt=first, drawn=len(drawn)) if drawn else ""
        seats.append(Dealt(name, cards[:first], drawn, told))
    for side, members in enumerate(scene.sides):
        before, after = result.scores_before[side], result.scores[side]
        score = words("picture.same-score" if before == after else "picture.new-score", before=before, after=after)
        sides.append(Scored(members, words.count("picture.tricks", result.units[side]), score))
    void = words("picture.void") if result.void else ""
    return SummaryDrawing(Look(scene.head.game, reader.four_colours), tuple(seats), tuple(sides), void)
