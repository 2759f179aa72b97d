"""The picture of a seat's own hand: sorted in groups, playable cards raised, above it the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.presentation.pictures.canvas import CENTRE, Canvas
from bot.presentation.pictures.drawing import WIDE, Drawing, drawing_of, within
from bot.presentation.pictures.faces import Light, Look, height
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.seats import draw_mark, names_of
from bot.presentation.pictures.typeface import Weight, fitted, width
from bot.presentation.scenes import HandScene
from bot.texts.reader import Reader
from rules.core.cards import Card

EDGE: Final = 18
RAISED: Final = 26
LABEL: Final = 40
BELOW: Final = 16
GAP: Final = 8
APART: Final = 18
"""The space between groups."""
IN_A_ROW: Final = 7
LARGEST: Final = 150
SMALL: Final = 84
LONGEST: Final = 200
"""Names up to this width, in pixels, are written in full."""


class Held(NamedTuple):
    """A group of the hand: its name and its cards."""

    told: str
    cards: tuple[Card, ...]


class Played(NamedTuple):
    """A play of the trick so far."""

    seat: int
    name: str
    cards: tuple[Card, ...]
    heads: bool


@dataclass(frozen=True)
class HandDrawing(Drawing):
    """A hand below its trick. `playable`: the cards in plays that are legal now; None when the seat may not play."""

    name = "hand.png"

    look: Look
    groups: tuple[Held, ...]
    playable: frozenset[Card] | None
    plays: tuple[Played, ...]
    heads: str

    def high(self) -> int:
        return self._trick_high() + 8 + self._row_high() * len(_rows(self.groups))

    def wide(self) -> int:
        cards = max(_row_width(row, LARGEST) for row in _rows(self.groups))
        return within(max(cards, self._trick_wide()) + 2 * EDGE)

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        if self.plays:
            self._trick(canvas, y)
        y += self._trick_high() + 8
        for row in _rows(self.groups):
            self._row(canvas, row, y)
            y += self._row_high()

    def _card_width(self) -> int:
        """The width of a card: the largest at which every row has room."""
        fitting = []
        for row in _rows(self.groups):
            count = sum(len(group.cards) for group in row)
            fitting.append((self.wide() - 2 * EDGE - _row_width(row, 0)) // max(1, count))
        return min(LARGEST, *fitting)

    def _row_high(self) -> int:
        return LABEL + self._raised() + height(self._card_width()) + BELOW

    def _raised(self) -> int:
        return RAISED if self.playable is not None else 0

    def _row(self, canvas: Canvas, row: Sequence[Held], top: int) -> None:
        wide, y = self._card_width(), top + LABEL + self._raised()
        x = (canvas.wide - _row_width(row, wide)) // 2
        for group in row:
            span = len(group.cards) * (wide + GAP) - GAP
            for place, card in enumerate(group.cards):
                self._card(canvas, card, x + place * (wide + GAP), y, wide)
            room = span + APART - 4
            canvas.line(group.told, x + span - span // 2, top, 25, ink=Colour.MIST, lean=CENTRE, room=room)
            x += span + APART

    def _card(self, canvas: Canvas, card: Card, x: int, y: int, wide: int) -> None:
        if self.playable is None:
            canvas.card(self.look, card, x, y, wide)
        elif card in self.playable:
            canvas.card(self.look, card, x, y - RAISED, wide)
            canvas.plate(x + 4, y - RAISED + height(wide) + 8, wide - 8, 8, Colour.SKY, 4)
        else:
            canvas.card(self.look, card, x, y, wide, Light.DIM)

    def _trick_card(self) -> int:
        """The width of the trick's cards."""
        count = sum(len(play.cards) for play in self.plays)
        return min(SMALL, (WIDE - 2 * EDGE - 40 * len(self.plays)) // max(1, count) - 6)

    def _trick_wide(self) -> int:
        """The width of the trick; each play gets as much room as the widest."""
        names = [38 + min(LONGEST, width(play.name, 26, Weight.BOLD)) for play in self.plays]
        cards = [len(play.cards) * (self._trick_card() + 6) + 12 for play in self.plays]
        return len(self.plays) * (12 + max([0, *names, *cards]))

    def _trick_high(self) -> int:
        return height(self._trick_card()) + 76 if self.plays else 0

    def _trick(self, canvas: Canvas, y: int) -> None:
        """Draw the plays so far, in order, on a darker ground."""
        canvas.box(0, y, canvas.wide, self._trick_high() - 6, Colour.DEEP)
        wide, room = self._trick_card(), (canvas.wide - 2 * EDGE) // len(self.plays)
        for index, play in enumerate(self.plays):
            middle, span = EDGE + room * index + room // 2, len(play.cards) * (wide + 6)
            _draw_small_name(canvas, play, self.heads, middle, y + 10, room - 50)
            x = middle - (span - 6) // 2
            if play.heads:
                canvas.plate(x - 6, y + 50, span + 6, height(wide) + 12, Colour.BRASS, 12, Colour.DEEP)
            for place, card in enumerate(play.cards):
                canvas.card(self.look, card, x + place * (wide + 6), y + 56, wide)


def _draw_small_name(canvas: Canvas, play: Played, heads: str, middle: int, y: int, room: int) -> None:
    """Draw a seat's mark and its name around `middle`; if it fits within `room` pixels, that its play heads."""
    ink = Colour.BRASS if play.heads else Colour.MIST
    shown = fitted(play.name, 26, Weight.BOLD, room)
    if play.heads and width(f"{shown} {heads}", 26, Weight.BOLD) <= room:
        shown += f" {heads}"
    left = middle - (38 + width(shown, 26, Weight.BOLD)) // 2
    draw_mark(canvas, play.seat, left, y + 2, 30, Colour.DEEP)
    canvas.line(shown, left + 38, y, 26, ink=ink, ground=Colour.DEEP, weight=Weight.BOLD, room=room)


def _rows(groups: Sequence[Held]) -> list[Sequence[Held]]:
    """The groups in one row, or in two with about as many cards; no group is split."""
    count = sum(len(group.cards) for group in groups)
    if count <= IN_A_ROW:
        return [groups]
    before = [sum(len(group.cards) for group in groups[:cut]) for cut in range(len(groups) + 1)]
    cut = min(range(1, len(groups)), key=lambda at: abs(2 * before[at] - count), default=len(groups))
    return [row for row in (groups[:cut], groups[cut:]) if row]


def _row_width(row: Sequence[Held], wide: int) -> int:
    """The width of a row with cards of this width."""
    count = sum(len(group.cards) for group in row)
    return count * wide + (count - len(row)) * GAP + (len(row) - 1) * APART


@drawing_of.register
def of_scene(scene: HandScene, reader: Reader) -> Drawing | None:
    """The drawing of a hand, None if it is empty; the trick is above it where the layout has it, too."""
    view, game = scene.view, scene.head.game
    if not view.hand:
        return None
    names = names_of(reader.words, scene.head.holders)
    with_trick = view.is_in_hand and (view.is_own_turn or not scene.dm)
    may_play = view.is_own_turn and not scene.paused
    plays = [
        Played(play.seat, names[play.seat], play.cards, index == view.heading)
        for index, play in enumerate(view.trick if with_trick else ())
    ]
    return HandDrawing(
        Look(game, reader.four_colours),
        tuple(Held(reader.words(f"{game}.group.{group.name}"), group.cards) for group in view.groups),
        frozenset(card for play in view.legal for card in play) if may_play else None,
        tuple(plays),
        reader.words("picture.heads"),
    )
