"""The picture of the end of a hand: who won it, and the scores before and after; or all seats' cards, laid open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.kit.card_faces import Look, height, look_of
from bot.messages.kit.drawing import CENTRE, CORNER, RIGHT, SELDOM, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import BESIDE, draw_mark, draw_marked, names_of, side_of_seats, with_name
from bot.messages.kit.typeface import NAME, TEXT, Weight, break_lines, width
from bot.messages.score.ladder_picture import Arm
from bot.messages.score.score_picture import scores_of
from bot.messages.score.story import hand_won, score_change, void_hand, winner_of_hand
from bot.messages.table.deal import SummaryScene, told_of_moment
from bot.messages.table.moment_picture import draw_moment, moment_high, scene_of
from bot.tables.results import scores_through
from bot.texts.reader import Reader
from bot.texts.translator import Translator
from rules.core.cards import Card

EDGE: Final = 40
TITLE: Final = 74
TOLD: Final = 56
"""The height of a line that tells of a moment."""
MARGIN: Final = 24
"""The space beside hands laid open."""
NAMED: Final = 48
GAP: Final = 6
DRAWN: Final = 20
"""The space between the cards dealt and those drawn."""
STRIP: Final = 52
SIDES: Final = CORNER[0] + 10
"""The x where the lines of the sides begin."""
IN_A_ROW: Final = 12


@dataclass(frozen=True)
class SummaryDrawing(Drawing):
    """The end of a hand, with the scores after it."""

    name = "hand-over.png"
    level = SELDOM

    winner: int | None
    title: str
    scores: Drawing
    moment: str = ""
    """The figure of the hand's great moment, "" without one."""
    told: str = ""
    """The sentence about that moment."""

    def high(self) -> int:
        return self._moment_high() + TITLE + self.scores.high()

    def _moment_high(self) -> int:
        return moment_high(self.moment, WIDE) + TOLD * len(self._told_lines())

    def _told_lines(self) -> Sequence[str]:
        return break_lines(self.told, NAME, Weight.BOLD, WIDE - 2 * EDGE, 2)

    def clear(self) -> int:
        return self.scores.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        draw_moment(canvas, self.moment, y)
        self._tell(canvas, y + moment_high(self.moment, WIDE))
        y += self._moment_high()
        canvas.band(y)
        draw_title(canvas, self.winner, self.title, y + 20)
        self.scores.paint(canvas, y + TITLE)

    def _tell(self, canvas: Canvas, y: int) -> None:
        lines = self._told_lines()
        canvas.box(0, y, WIDE, TOLD * len(lines), Colour.DEEP)
        for number, line in enumerate(lines):
            canvas.line(
                line, WIDE // 2, y + TOLD * number + 6, NAME,
                ink=Colour.BRASS, ground=Colour.DEEP, weight=Weight.BOLD, lean=CENTRE,
            )  # fmt: skip


def draw_title(canvas: Canvas, winner: int | None, title: str, y: int) -> None:
    """Draw a title in the middle, with the mark and the colour of the side that it tells of."""
    if winner is None:
        canvas.line(title, WIDE // 2, y, NAME, weight=Weight.BOLD, room=WIDE - 2 * EDGE, lean=CENTRE)
    else:
        draw_marked(canvas, winner, title, WIDE // 2, y, WIDE - 2 * EDGE, lean=CENTRE)


def title_with(tell: Callable[[str], str], sides: Sequence[str], side: int) -> str:
    """A title with the name of a side in it, which is cut as far as the title has no room."""
    return with_name(tell, sides, side, WIDE - 2 * EDGE - BESIDE)


class Dealt(NamedTuple):
    """A seat: its side, its name, the cards that it was dealt, and those that it drew."""

    side: int
    name: str
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    told: str


class Scored(NamedTuple):
    """A side's tricks and score in words."""

    tricks: str
    points: str


@dataclass(frozen=True)
class DealtDrawing(Drawing):
    """A hand laid open. `void` says that the hand is void, "" if it is not."""

    name = "dealt.png"
    level = SELDOM

    look: Look
    seats: tuple[Dealt, ...]
    sides: tuple[Scored, ...]
    void: str

    def high(self) -> int:
        return 10 + self._seat_high() * len(self.seats) + self._sides_high()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 10
        for dealt in self.seats:
            self._seat(canvas, dealt, y)
            y += self._seat_high()
        self._sides(canvas, y)

    def _wide(self) -> int:
        """The width of a card: the largest at which the cards of every seat fit."""
        longest = max(sum(card is not None for card in line) for seat in self.seats for line in _lines(seat))
        return min(96, (WIDE - 2 * MARGIN - DRAWN) // longest - GAP)

    def _seat_high(self) -> int:
        return NAMED + (height(self._wide()) + GAP) * max(len(_lines(seat)) for seat in self.seats) + 12

    def _sides_high(self) -> int:
        return STRIP * (len(self.sides) + bool(self.void)) + 12

    def _seat(self, canvas: Canvas, dealt: Dealt, y: int) -> None:
        wide = self._wide()
        told = width(dealt.told, TEXT) + 20 if dealt.told else 0
        draw_marked(canvas, dealt.side, dealt.name, MARGIN, y, WIDE - 2 * MARGIN - told)
        canvas.line(dealt.told, WIDE - MARGIN, y + 5, TEXT, ink=Colour.MIST, lean=RIGHT)
        y += NAMED
        for line in _lines(dealt):
            x = MARGIN
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
        for number, side in enumerate(self.sides):
            draw_mark(canvas, number, SIDES, y + 13, ground=Colour.DEEP)
            x = SIDES + BESIDE
            points = width(side.points, TEXT, Weight.BOLD)
            canvas.line(side.tricks, x, y + 7, TEXT, ground=Colour.DEEP, room=WIDE - MARGIN - x - points - 20)
            canvas.line(
                side.points, WIDE - MARGIN, y + 7, TEXT,
                ink=Colour.BRASS, ground=Colour.DEEP, weight=Weight.BOLD, lean=RIGHT,
            )  # fmt: skip
            y += STRIP
        if self.void:
            canvas.line(self.void, SIDES, y + 7, TEXT, ink=Colour.CORAL, ground=Colour.DEEP, room=WIDE - SIDES - MARGIN)


def _lines(dealt: Dealt) -> list[list[Card | None]]:
    """The cards in one line or two, with None between the cards dealt and those drawn."""
    cards: list[Card | None] = [*dealt.cards, *([None, *dealt.drawn] if dealt.drawn else [])]
    count = len(dealt.cards) + len(dealt.drawn)
    if count <= IN_A_ROW:
        return [cards]
    half = count // 2 + bool(dealt.drawn)
    return [cards[:half], cards[half:]]


def _laid_open(scene: SummaryScene, reader: Reader) -> DealtDrawing:
    result, words = scene.result, reader.words
    names, first, side_of = names_of(words, scene.head.holders), result.dealt_first, side_of_seats(scene.sides)
    seats, sides = [], []
    for name, side, cards in zip(names, side_of, result.dealt, strict=True):
        drawn = cards[first:]
        told = words("picture.dealt", dealt=first, drawn=len(drawn)) if drawn else ""
        seats.append(Dealt(side, name, cards[:first], drawn, told))
    for side, units in enumerate(result.units):
        sides.append(Scored(words.count("picture.tricks", units), score_change(result, side, None, words)))
    void = void_hand(scene.head.game, words) if result.void else ""
    return DealtDrawing(look_of(scene.head.game, reader), tuple(seats), tuple(sides), void)


@drawing_of.register
def summary_drawing(scene: SummaryScene, reader: Reader) -> Drawing:
    """The drawing of the end of a hand; the cards of all seats if the hand is laid open."""
    if scene.opened:
        return _laid_open(scene, reader)
    result, words = scene.result, reader.words
    names = names_of(words, scene.head.holders)
    sides = [words("list.side").join(names[seat] for seat in seats) for seats in scene.sides]
    told = [score_change(result, side, scene.target, words) for side in range(len(sides))]
    winner = winner_of_hand(result)
    moment = scene_of(scene.head.game, result.moment.what if result.moment else None)
    return SummaryDrawing(
        winner,
        title_with(
            lambda name: hand_won(result, None if winner is None else name, scene.head.game, words), sides, winner or 0
        ),
        _scores(scene, sides, told, words),
        moment,
        told_of_moment(scene, words) if moment else "",
    )


def _scores(scene: SummaryScene, sides: list[str], told: list[str], words: Translator) -> Drawing:
    """The scores after the hand, with the way to them."""
    arms = []
    for side, after in enumerate(scene.result.scores):
        way = scores_through(scene.result, side)
        arms.append(Arm(side, sides[side], after, 0, told[side], () if len(set(way)) == 1 else way))
    return scores_of(scene, arms, words)
