"""The picture of a trick: the seats around the table, the cards in order of play, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.presentation.pictures.canvas import CENTRE, RIGHT, Canvas
from bot.presentation.pictures.drawing import CORNER, WIDE, Drawing, drawing_of, halo, slot
from bot.presentation.pictures.faces import Look, height
from bot.presentation.pictures.names import names_of
from bot.presentation.pictures.palette import Colour
from bot.presentation.pictures.seat_marks import mark
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


class Laying(NamedTuple):
    """A play: its seat, its cards, and the card that each was laid on (empty if that is not shown)."""

    seat: int
    cards: tuple[Card, ...]
    on: tuple[Card, ...] = ()


class TurnState(NamedTuple):
    """A side in the strip at the top: its seats and its text."""

    seats: tuple[int, ...]
    told: str


class Labels(NamedTuple):
    """The words in the picture."""

    heads: str
    turn: str
    stock: str
    halves: tuple[str, str]


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
    labels: Labels

    def high(self) -> int:
        return STRIP + self._table().high

    def clear(self) -> int:
        return self._table().clear

    def _table(self, top: int = 0) -> TrickPicture:
        return TrickPicture(len(self.names), self.expected, self.size, any(play.on for play in self.plays), top)

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        _draw_strip(canvas, y, self.standings)
        table = self._table(y + STRIP)
        _draw_stock(canvas, self.labels.stock, table)
        if table.halves:
            _draw_halves(canvas, table.middle, self.labels.halves)
        for seat in range(len(self.names)):
            self._name(canvas, table, seat)
        for index, seat in enumerate((*[play.seat for play in self.plays], *self.to_play)):
            self._play(canvas, table, index, seat)

    def _play(self, canvas: Canvas, table: TrickPicture, index: int, seat: int) -> None:
        x, y = table.spot(seat, index)
        if index < len(self.plays):
            self._laid(canvas, table, index, x, y)
        else:
            for place in range(self.size):
                ink = Colour.SKY if index == len(self.plays) else Colour.SHALLOW
                slot(canvas, x + place * (table.card + GAP), y, table.card, ink)

    def _laid(self, canvas: Canvas, table: TrickPicture, index: int, x: int, y: int) -> None:
        play = self.plays[index]
        if index == self.heading:
            halo(canvas, x, y, table.block, height(table.card), Colour.BRASS)
        for place, card in enumerate(play.cards):
            left = x + place * (table.card + GAP)
            if play.on:
                _draw_peek(canvas, self.look, play.on[place], left, y, table)
            canvas.card(self.look, card, left, y, table.card)
        draw_number(canvas, index + 1, x, y + height(table.card))

    def _name(self, canvas: Canvas, table: TrickPicture, seat: int) -> None:
        heads = self.heading is not None and self.plays[self.heading].seat == seat
        pill = self.labels.heads if heads else self.labels.turn if seat in self.to_play[:1] else ""
        ink = Colour.BRASS if heads else Colour.SKY if pill else Colour.MIST
        peeks = any(play.on and play.seat == seat for play in self.plays)
        x, y, room = table.name(seat, peeks)
        draw_name(canvas, seat, self.names[seat], pill, ink, x, y, room)


@dataclass(frozen=True)
class TrickPicture:
    """The geometry of the table, by the numbers of seats, of plays and of cards in a play."""

    seats: int
    plays: int
    size: int
    peeks: bool
    top: int = 0

    @property
    def halves(self) -> bool:
        """True if each seat plays twice (RULES §7.1)."""
        return self.plays > self.seats

    @property
    def card(self) -> int:
        """The width of a card."""
        return (116, 112, 96, 88)[self.size - 1]

    @property
    def block(self) -> int:
        """The width of a play."""
        return self.size * self.card + (self.size - 1) * GAP

    @property
    def tall(self) -> int:
        """The height of a play."""
        return height(self.card) + (self.peek if self.peeks else 0)

    @property
    def peek(self) -> int:
        """The visible height of a card that another one was laid on."""
        return round(self.card * 0.43)

    @property
    def crossed(self) -> bool:
        """True if the plays at the sides are beside those in the middle, so that they need no row of their own."""
        return self.seats == 4 and self.size <= 2

    @property
    def beside(self) -> int:
        """The width available for a play at the side."""
        if self.seats > 4:
            return WIDE // 3 - 24
        return (WIDE - self.block) // 2 - 24 if self.crossed else WIDE // 2 - 12

    @property
    def high(self) -> int:
        """The height of the table."""
        if self.seats > 4:
            return 3 * NAME + 2 * (self.tall + 12) + 12
        if self.seats < 4 or self.crossed:
            return 2 * NAME + 2 * (self.tall + 12) + (48 if self.halves else 12)
        return 3 * NAME + 3 * (self.tall + 12) + 12

    @property
    def clear(self) -> int:
        """The height of the empty part in the lower left corner; the halves of sets reach to the left edge."""
        return NAME if self.halves and self.size > 1 else CORNER[1]

    @property
    def low(self) -> int:
        """The y where the table ends."""
        return self.top + self.high

    @property
    def middle(self) -> int:
        """The y of the text between the two plays of a half."""
        return (self.top + self.low) // 2 - 16

    def spot(self, seat: int, index: int) -> tuple[int, int]:
        """The upper left corner of a play's first card."""
        x, y = self._middle(seat)
        if self.halves:
            x = HALVES[index // self.seats]
        return x - self.block // 2, y - height(self.card)

    def _middle(self, seat: int) -> tuple[int, int]:
        """The middle of the lower edge of a seat's play."""
        low, top = self.low - NAME - 12, self.top + NAME + 10 + self.tall
        left, centre, right = self.beside // 2 + 12, WIDE // 2, WIDE - self.beside // 2 - 12
        if self.seats == 2:
            return centre, (low, top)[seat]
        if self.seats == 3:
            return ((centre, low), (left, top), (right, top))[seat]
        if self.seats > 4:  # two rows of three columns, clockwise from the middle of the lower one
            above = [left, centre, right] if self.seats == 6 else [left, right]
            across = [centre, left, *above, right]
            return across[seat], top if 1 < seat < self.seats - 1 else low
        between = (low + top) // 2 + (0 if self.crossed else NAME // 2)
        return ((centre, low), (left, between), (centre, top), (right, between))[seat]

    def name(self, seat: int, peeks: bool) -> tuple[int, int, int]:
        """Middle (x), top (y) and width of a seat's name; `peeks`: whether cards are visible below the seat's play."""
        x, y = self._middle(seat)
        if seat == 0:
            return x, self.low - NAME, WIDE - 2 * STOCK
        return (
            x,
            y - height(self.card) - (self.peek if peeks else 0) - NAME - 8,
            WIDE - 40 if x == WIDE // 2 and self.seats <= 4 else self.beside,
        )


def draw_name(
    canvas: Canvas, seat: int, name: str, pill: str, ink: Colour, x: int, y: int, room: int, size: int = 29
) -> None:
    """Draw a seat's mark and name around x, with a pill after it, all within `room` pixels."""
    side = 32
    pill_wide = width(pill, 23, Weight.BOLD) + 24 if pill else 0
    shown = fitted(name, size, Weight.BOLD, room - side - 8 - (pill_wide + 10 if pill else 0))
    long = width(shown, size, Weight.BOLD)
    left = x - (side + 8 + long + (pill_wide + 10 if pill else 0)) // 2
    mark(canvas, seat, left, y + 4, side)
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
    canvas.badge("O 50 50 50", x, y, side, Colour.BLACK)
    canvas.line(
        str(number), x + side // 2, y + 2, 24, ink=Colour.ICE, ground=Colour.BLACK, weight=Weight.BOLD, lean=CENTRE
    )


def _draw_peek(canvas: Canvas, look: Look, card: Card, x: int, y: int, table: TrickPicture) -> None:
    """Draw the upper edge of the card that another one was laid on."""
    inset = 5
    canvas.upper_edge(look, card, x + inset, y - table.peek, table.card - 2 * inset, table.peek + 8)


def _draw_halves(canvas: Canvas, y: int, halves: tuple[str, str]) -> None:
    for x, told in zip(HALVES, halves, strict=True):
        canvas.line(told, x, y, 25, ink=Colour.MIST, lean=CENTRE, room=320)


def _draw_stock(canvas: Canvas, stock: str, table: TrickPicture) -> None:
    """Draw the stock, face down, with its size: in the lower right corner, or in the middle between halves."""
    if not stock:
        return
    wide = 46
    x, y = (WIDE // 2, table.middle) if table.halves else (WIDE - 30 - wide // 2, table.low - 42)
    for step in (2, 1, 0):
        canvas.back(x - wide // 2 + 5 * step, y - height(wide) - 6 - 5 * step, wide)
    edge, lean = (x, CENTRE) if table.halves else (WIDE - 20, RIGHT)
    canvas.line(stock, edge, y, 27, ink=Colour.MIST, room=STOCK - 24, lean=lean)


def _draw_strip(canvas: Canvas, y: int, standings: tuple[TurnState, ...]) -> None:
    """Draw the strip above the table, with the text of each side."""
    canvas.box(0, y, WIDE, STRIP, Colour.DEEP)
    room = (WIDE - 40) // len(standings)
    for index, standing in enumerate(standings):
        x = 20 + index * room
        for place, seat in enumerate(standing.seats):
            mark(canvas, seat, x + place * 38, y + 14, 32, Colour.DEEP)
        start = 38 * len(standing.seats) + 8
        canvas.line(standing.told, x + start, y + 13, 27, ground=Colour.DEEP, room=room - start - 8)


@drawing_of.register
def of_scene(scene: TrickScene, reader: Reader) -> Drawing | None:
    """The drawing of a trick, in play or finished."""
    names = names_of(reader.words, scene.head.holders)
    look = Look(scene.head.game, reader.four_colours)
    if scene.account is not None:
        return of_account(scene.account, names, look, reader.words)
    return None if scene.view is None else of_view(scene.view, names, look, reader.words)


@drawing_of.register
def of_why(scene: WhyScene, reader: Reader) -> Drawing | None:
    """The drawing of the finished trick that is asked about."""
    if scene.account is None:
        return None
    names = names_of(reader.words, scene.head.holders)
    return of_account(scene.account, names, Look(scene.head.game, reader.four_colours), reader.words)


def of_view(view: View, names: tuple[str, ...], look: Look, words: Translator) -> TrickDrawing | None:
    """A trick in play, from a view of anybody; None between hands."""
    if not view.is_in_hand:
        return None
    stock = words("picture.stock", n=view.stock) if view.stock else ""
    laid = view.laid or ((),) * len(view.trick)
    return TrickDrawing(
        look,
        names,
        tuple(_laying(play.seat, play.cards, on) for play, on in zip(view.trick, laid, strict=True)),
        view.trick_plays,
        view.heading,
        view.to_play,
        len(view.trick[0].cards) if view.trick else 1,
        _standings(view.sides, view.units, view.waiting, words),
        Labels(words("picture.heads"), words("picture.turn"), stock, _halves(words)),
    )


def of_account(account: TrickAccount, names: tuple[str, ...], look: Look, words: Translator) -> TrickDrawing:
    """A finished trick."""
    seats = len(names)
    return TrickDrawing(
        look,
        names,
        tuple(_laying(play.seat, play.cards, play.laid) for play in account.plays),
        max(len(account.plays), seats),
        account.heading,
        (),
        account.size,
        _standings(account.sides, account.units, account.waiting, words),
        Labels(words("picture.heads" if account.winner is None else "picture.wins"), "", "", _halves(words)),
    )


def _laying(seat: int, cards: tuple[Card, ...], laid: tuple[LaidCard, ...]) -> Laying:
    """A play; the cards of a set are in the order in which they were laid."""
    if len(cards) < 2 or not laid:
        return Laying(seat, cards)
    return Laying(seat, tuple(pair.card for pair in laid), tuple(pair.on for pair in laid))


def _standings(
    sides: tuple[tuple[int, ...], ...], units: tuple[int, ...], waiting: tuple[int, ...], words: Translator
) -> tuple[TurnState, ...]:
    return tuple(TurnState(seats, _told(units[side], waiting[side], words)) for side, seats in enumerate(sides))


def _told(units: int, waiting: int, words: Translator) -> str:
    tricks = words.count("picture.tricks", units)
    if not waiting:
        return tricks
    return words("list.dot").join((tricks, words.count("picture.waiting", waiting)))


def _halves(words: Translator) -> tuple[str, str]:
    return words("picture.first-half"), words("picture.second-half")
