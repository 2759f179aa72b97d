"""The picture of a trick: the seats around the table, the cards in order of play, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.presentation.pictures.canvas import CENTRE, RIGHT, Canvas
from bot.presentation.pictures.drawing import CORNER, WIDE, Drawing, drawing_of, halo
from bot.presentation.pictures.faces import Look, height
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.seats import draw_mark, draw_marks, names_of
from bot.presentation.pictures.typeface import Weight, fitted, width
from bot.presentation.scenes import TrickScene, WhyScene
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import LaidCard, TrickAccount, View

STRIP: Final = 60
STOCK: Final = 150
"""Width of the stock in the lower right corner."""
HALVES: Final = (220, WIDE - 220)
"""The x of the middle of each half, in a trick in which each seat plays twice."""
NAME: Final = 40
"""Height of a name."""
GAP: Final = 8
DISC: Final = "O 50 50 50"


class Laying(NamedTuple):
    """A play: its seat, its cards, and the card that each was laid on (empty if that is not shown)."""

    seat: int
    cards: tuple[Card, ...]
    on: tuple[Card, ...] = ()


class TurnState(NamedTuple):
    """A side in the strip at the top: its seats and its text."""

    seats: tuple[int, ...]
    told: str


@dataclass(frozen=True)
class TrickDrawing(Drawing):
    """`heading` is an index into `plays`; `to_play`: the seats still to play; `expected`: the number of all plays."""

    name = "trick.png"

    look: Look
    names: tuple[str, ...]
    plays: tuple[Laying, ...]
    expected: int
    heading: int | None
    to_play: tuple[int, ...]
    size: int
    standings: tuple[TurnState, ...]
    halves: tuple[str, str]
    heads: str
    turn: str = ""
    stock: str = ""

    def high(self) -> int:
        return STRIP + self._table().high

    def clear(self) -> int:
        return self._table().clear

    def _table(self, top: int = 0) -> TrickGeometry:
        return TrickGeometry(len(self.names), self.expected, self.size, any(play.on for play in self.plays), top)

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        table = self._table(y + STRIP)
        self._strip(canvas, y)
        if self.stock:
            _draw_stock(canvas, self.stock, table)
        if table.halves:
            for x, told in zip(HALVES, self.halves, strict=True):
                canvas.line(told, x, table.middle, 25, ink=Colour.MIST, lean=CENTRE, room=320)
        for seat in range(len(self.names)):
            self._name(canvas, table, seat)
        for index in range(len(self.plays)):
            self._play(canvas, table, index)
        for index, seat in enumerate(self.to_play, start=len(self.plays)):
            x, y = table.spot(seat, index)
            ink = Colour.SKY if index == len(self.plays) else Colour.SHALLOW
            for place in range(self.size):
                _draw_slot(canvas, x + place * (table.card + GAP), y, table.card, ink)

    def _strip(self, canvas: Canvas, y: int) -> None:
        """Draw the strip above the table, with the text of each side."""
        canvas.box(0, y, WIDE, STRIP, Colour.DEEP)
        room = (WIDE - 40) // len(self.standings)
        for index, standing in enumerate(self.standings):
            left = 20 + index * room
            x = draw_marks(canvas, standing.seats, left, y + 14, Colour.DEEP) + 8
            canvas.line(standing.told, x, y + 13, 27, ground=Colour.DEEP, room=left + room - x - 8)

    def _name(self, canvas: Canvas, table: TrickGeometry, seat: int) -> None:
        heads = self.heading is not None and self.plays[self.heading].seat == seat
        pill = self.heads if heads else self.turn if seat in self.to_play[:1] else ""
        ink = Colour.BRASS if heads else Colour.SKY if pill else Colour.MIST
        x, y, room = table.name(seat, any(play.on and play.seat == seat for play in self.plays))
        draw_name(canvas, seat, self.names[seat], pill, ink, x, y, room)

    def _play(self, canvas: Canvas, table: TrickGeometry, index: int) -> None:
        """Draw the cards of a play, and of the cards that they were laid on the upper edges."""
        play = self.plays[index]
        x, y = table.spot(play.seat, index)
        if index == self.heading:
            halo(canvas, x, y, table.block, height(table.card))
        for place, card in enumerate(play.cards):
            left = x + place * (table.card + GAP)
            if play.on:
                inset = 5
                wide, high = table.card - 2 * inset, table.peek + 8
                canvas.upper_edge(self.look, play.on[place], left + inset, y - table.peek, wide, high)
            canvas.card(self.look, card, left, y, table.card)
        draw_number(canvas, index + 1, x, y + height(table.card))


class TrickGeometry:
    """The places on the table, in pixels, by the numbers of seats, of plays and of cards in a play.

    `peeks`: whether there are cards of which only the upper edge (`peek`) is seen; `top`: the y where the table begins.
    """

    def __init__(self, seats: int, plays: int, size: int, peeks: bool, top: int) -> None:
        self.seats = seats
        self.halves = plays > seats  # each seat plays twice (RULES §7.1)
        self.card = (116, 112, 96, 88)[size - 1]
        self.block = size * self.card + (size - 1) * GAP
        self.peek = round(self.card * 0.43)
        self.tall = height(self.card) + (self.peek if peeks else 0)
        # the plays at the sides are beside those in the middle, so that they need no row of their own
        self.crossed = seats == 4 and size <= 2
        rows = 2 if seats != 4 or self.crossed else 3
        if seats > 4:
            self.beside = WIDE // 3 - 24
            self.high = 3 * NAME + 2 * (self.tall + 12) + 12
        else:
            self.beside = (WIDE - self.block) // 2 - 24 if self.crossed else WIDE // 2 - 12
            self.high = rows * (NAME + self.tall + 12) + (48 if self.halves and rows == 2 else 12)
        # the halves of sets reach to the left edge
        self.clear = NAME if self.halves and size > 1 else CORNER[1]
        self.top, self.low = top, top + self.high
        self.middle = (self.top + self.low) // 2 - 16

    def spot(self, seat: int, index: int) -> tuple[int, int]:
        """The upper left corner of a play's first card."""
        x, y = self._foot(seat)
        if self.halves:
            x = HALVES[index // self.seats]
        return x - self.block // 2, y - height(self.card)

    def name(self, seat: int, peeks: bool) -> tuple[int, int, int]:
        """Middle (x), top (y) and width of a seat's name; `peeks`: whether cards are visible below the seat's play."""
        x, y = self._foot(seat)
        if seat == 0:
            return x, self.low - NAME, WIDE - 2 * STOCK
        room = WIDE - 40 if x == WIDE // 2 and self.seats <= 4 else self.beside
        return x, y - height(self.card) - (self.peek if peeks else 0) - NAME - 8, room

    def _foot(self, seat: int) -> tuple[int, int]:
        """The middle of the lower edge of a seat's play; seats sit clockwise from the middle of the lower edge."""
        low, top = self.low - NAME - 12, self.top + NAME + 10 + self.tall
        left, centre, right = self.beside // 2 + 12, WIDE // 2, WIDE - self.beside // 2 - 12
        between = (low + top) // 2 + (0 if self.crossed else NAME // 2)
        places = {
            2: ((centre, low), (centre, top)),
            3: ((centre, low), (left, top), (right, top)),
            4: ((centre, low), (left, between), (centre, top), (right, between)),
            5: ((centre, low), (left, low), (left, top), (right, top), (right, low)),
            6: ((centre, low), (left, low), (left, top), (centre, top), (right, top), (right, low)),
        }
        return places[self.seats][seat]


def draw_name(canvas: Canvas, seat: int, name: str, pill: str, ink: Colour, x: int, y: int, room: int) -> None:
    """Draw a seat's mark and name around x, with a pill after it, all within `room` pixels."""
    side, size = 32, 29
    pill_wide = width(pill, 23, Weight.BOLD) + 34 if pill else 0
    shown = fitted(name, size, Weight.BOLD, room - side - 8 - pill_wide)
    long = width(shown, size, Weight.BOLD)
    left = x - (side + 8 + long + pill_wide) // 2
    draw_mark(canvas, seat, left, y + 4, side)
    canvas.line(shown, left + side + 8, y + 2, size, ink=ink, weight=Weight.BOLD)
    if pill:
        draw_pill(canvas, pill, left + side + 18 + long, y + 4, ink)


def draw_pill(canvas: Canvas, text: str, x: int, y: int, ink: Colour) -> None:
    """Draw dark text on a bright, round plate."""
    canvas.plate(x, y, width(text, 23, Weight.BOLD) + 24, 33, ink, 16)
    canvas.line(text, x + 12, y + 2, 23, ink=Colour.BLACK, ground=ink, weight=Weight.BOLD)


def draw_number(canvas: Canvas, number: int, x: int, low: int) -> None:
    """Draw the number of a play over the lower left corner of its first card, which is empty."""
    side = 34
    x, y = x - 12, low - side + 12
    canvas.badge(DISC, x, y, side, Colour.BLACK)
    canvas.line(str(number), x + side // 2, y + 2, 24, ground=Colour.BLACK, weight=Weight.BOLD, lean=CENTRE)


def _draw_slot(canvas: Canvas, x: int, y: int, wide: int, ink: Colour) -> None:
    """Draw an empty place for a card."""
    ring, high, radius = 4, height(wide), wide * 0.09
    canvas.plate(x, y, wide, high, ink, radius)
    canvas.plate(x + ring, y + ring, wide - 2 * ring, high - 2 * ring, Colour.SEA, radius - ring, ink)


def _draw_stock(canvas: Canvas, stock: str, table: TrickGeometry) -> None:
    """Draw the stock, face down, with its size: in the lower right corner, or in the middle between halves."""
    wide = 46
    x, y = (WIDE // 2, table.middle) if table.halves else (WIDE - 30 - wide // 2, table.low - 42)
    for step in (2, 1, 0):
        canvas.back(x - wide // 2 + 5 * step, y - height(wide) - 6 - 5 * step, wide)
    edge, lean = (x, CENTRE) if table.halves else (WIDE - 20, RIGHT)
    canvas.line(stock, edge, y, 27, ink=Colour.MIST, room=STOCK - 24, lean=lean)


@drawing_of.register
def of_scene(scene: TrickScene | WhyScene, reader: Reader) -> Drawing | None:
    """The drawing of a trick, in play or finished; None before the first one is finished that could be asked about."""
    names = names_of(reader.words, scene.head.holders)
    look = Look(scene.head.game, reader.four_colours)
    if scene.account is not None:
        return of_account(scene.account, names, look, reader.words)
    if isinstance(scene, WhyScene) or scene.view is None:
        return None
    return of_view(scene.view, names, look, reader.words)


def of_view(view: View, names: tuple[str, ...], look: Look, words: Translator) -> TrickDrawing | None:
    """A trick in play, from a view of anybody; None between hands."""
    if not view.is_in_hand:
        return None
    laid = view.laid or ((),) * len(view.trick)
    return TrickDrawing(
        look,
        names,
        tuple(_laying(play.seat, play.cards, on) for play, on in zip(view.trick, laid, strict=True)),
        view.trick_plays,
        view.heading,
        view.to_play,
        len(view.trick[0].cards) if view.trick else 1,
        _standings(view, words),
        halves_of(words),
        words("picture.heads"),
        words("picture.turn"),
        words("picture.stock", n=view.stock) if view.stock else "",
    )


def of_account(account: TrickAccount, names: tuple[str, ...], look: Look, words: Translator) -> TrickDrawing:
    plays = tuple(_laying(play.seat, play.cards, play.laid) for play in account.plays)
    expected, standings = max(len(plays), len(names)), _standings(account, words)
    heads = words("picture.heads" if account.winner is None else "picture.wins")
    heading, size, halves = account.heading, account.size, halves_of(words)
    return TrickDrawing(look, names, plays, expected, heading, (), size, standings, halves, heads)


def _laying(seat: int, cards: tuple[Card, ...], laid: tuple[LaidCard, ...]) -> Laying:
    """A play; the cards of a set are in the order in which they were laid."""
    if len(cards) < 2 or not laid:
        return Laying(seat, cards)
    return Laying(seat, tuple(pair.card for pair in laid), tuple(pair.on for pair in laid))


def _standings(trick: View | TrickAccount, words: Translator) -> tuple[TurnState, ...]:
    standings = []
    for seats, units, waiting in zip(trick.sides, trick.units, trick.waiting, strict=True):
        told = [words.count("picture.tricks", units)]
        if waiting:
            told.append(words.count("picture.waiting", waiting))
        standings.append(TurnState(seats, words("list.dot").join(told)))
    return tuple(standings)


def halves_of(words: Translator) -> tuple[str, str]:
    return words("picture.first-half"), words("picture.second-half")
