"""The picture of a trick: the seats around the table, the cards in order of play, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.kit.card_faces import Look, height, look_of
from bot.messages.kit.drawing import CENTRE, CORNER, RIGHT, WIDE, Canvas, Drawing, drawing_of, halo
from bot.messages.kit.palette import Colour
from bot.messages.kit.scene import TableContext
from bot.messages.kit.seat_labels import (
    BESIDE,
    apart,
    draw_mark,
    draw_marked,
    name_size,
    name_width,
    names_of,
    side_of_seats,
)
from bot.messages.kit.shapes import BEADS
from bot.messages.kit.typeface import TEXT, Weight, break_lines, width
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import LaidCard, TrickAccount, View

STRIP: Final = 56
STOCK: Final = 200
"""Width of the stock in the lower right corner."""
NAMED: Final = 50
"""Height of a name."""
PILL: Final = 44
GAP: Final = 8
CARDS: Final = (116, 112, 96, 82)
"""The width of a card in plays of one card to four."""
LABELS: Final = 190
"""The width of the column with the names of the halves, in a trick in which each seat plays twice."""
DISC: Final = "O 50 50 50"


class Laying(NamedTuple):
    """A play: its seat, its cards, and the card that each was laid on (empty if that is not shown)."""

    seat: int
    cards: tuple[Card, ...]
    on: tuple[Card, ...] = ()


@dataclass(frozen=True)
class TrickDrawing(Drawing):
    """`heading` is an index into `plays`; `to_play`: the seats still to play; `expected`: the number of all plays.

    `sides`: the side of each seat; `standings`: a text for each side.
    """

    name = "trick.png"

    look: Look
    names: tuple[str, ...]
    sides: tuple[int, ...]
    plays: tuple[Laying, ...]
    expected: int
    heading: int | None
    to_play: tuple[int, ...]
    size: int
    standings: tuple[str, ...]
    halves: tuple[str, str]
    heads: str
    turn: str = ""
    stock: str = ""
    passes: str = ""
    is_stock_empty: bool = False

    def high(self) -> int:
        return STRIP + self._table().high

    def clear(self) -> int:
        return self._table().clear

    def _table(self, top: int = 0) -> TrickGeometry:
        size = self.size if self.plays else 0
        seats, peeks = len(self.names), any(play.on for play in self.plays)
        rounds = 2 if self.plays[seats - 1 :] else 1
        return TrickGeometry(seats, self.expected, size, peeks, top, rounds)

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        table = self._table(y + STRIP)
        draw_standings(canvas, self.standings, y)
        if self.stock:
            _draw_stock(canvas, self.stock, table, is_empty=self.is_stock_empty)
        self._labels(canvas, table)
        self._names(canvas, table)
        for index in range(len(self.plays)):
            self._play(canvas, table, index)
        self._next(canvas, table)

    def _labels(self, canvas: Canvas, table: TrickGeometry) -> None:
        """Draw the names of the halves, the second one as soon as it is begun."""
        for half, told in enumerate(self.halves[: table.rounds] if table.halves else ()):
            lines = break_lines(told, TEXT, Weight.MEDIUM, LABELS - 24, 3)
            y = table.row(half) - height(table.card) // 2 - 18 * len(lines)
            for number, line in enumerate(lines):
                canvas.line(line, 20, y + 36 * number, TEXT, ink=Colour.MIST)

    def _names(self, canvas: Canvas, table: TrickGeometry) -> None:
        peeks = {play.seat for play in self.plays if play.on}
        places = [table.name(seat, seat in peeks) for seat in range(len(self.names))]
        pills = [self._pill(seat) if table.is_beside(seat) else "" for seat in range(len(self.names))]
        rooms = [room - pill_width(pill) for (_, _, room), pill in zip(places, pills, strict=True)]
        for seat, shown in enumerate(apart(self.names, rooms)):
            x, y, _ = places[seat]
            left = x - (name_width(shown, name_size(shown, rooms[seat])) + pill_width(pills[seat])) // 2
            after = draw_marked(canvas, self.sides[seat], shown, left, y, rooms[seat])
            self._draw_pill(canvas, seat, pills[seat], after + 12, y + 3)

    def _pill(self, seat: int) -> str:
        """The remark on a seat: that its play heads, or that it is to play."""
        if self.heading is not None and self.plays[self.heading].seat == seat:
            return self.heads
        return self.turn if seat in self.to_play[:1] else ""

    def _draw_pill(self, canvas: Canvas, seat: int, pill: str, x: int, y: int) -> None:
        if pill:
            draw_pill(canvas, pill, x, y, Colour.BRASS if pill == self.heads else Colour.ICE)

    def _draw_pill_below(self, canvas: Canvas, table: TrickGeometry, seat: int, pill: str, index: int) -> None:
        """Draw a pill below a play, unless it stands beside the seat's name."""
        if not table.is_beside(seat):
            x, y = table.spot(seat, index)
            left = x + (table.block - pill_width(pill) + 12) // 2
            left = min(max(left, 8), WIDE - 8 - pill_width(pill) + 12)
            self._draw_pill(canvas, seat, pill, left, y + height(table.card) + 14)

    def _play(self, canvas: Canvas, table: TrickGeometry, index: int) -> None:
        """Draw the cards of a play, and of the cards that they were laid on the upper edges."""
        play = self.plays[index]
        x, y = table.spot(play.seat, index)
        if index == self.heading:
            halo(canvas, x, y, table.block, height(table.card))
            self._draw_pill_below(canvas, table, play.seat, self.heads, index)
        if not play.cards:
            middle = x + table.block // 2, y + height(table.card) // 2
            canvas.line(self.passes, *middle, TEXT, ink=Colour.MIST, lean=CENTRE)
            return
        for place, card in enumerate(play.cards):
            left = x + place * (table.card + GAP)
            if play.on:
                inset = 5
                wide, high = table.card - 2 * inset, table.peek + 8
                canvas.upper_edge(self.look, play.on[place], left + inset, y - table.peek, wide, high)
            canvas.card(self.look, card, left, y, table.card)
        draw_number(canvas, index + 1, x, y + height(table.card))

    def _next(self, canvas: Canvas, table: TrickGeometry) -> None:
        """Draw the place of the next play; before the lead only who leads, around rings of beads."""
        if not self.plays and table.seats <= 4:
            canvas.shape(BEADS, (WIDE - 96) // 2, (table.top + table.low - 96) // 2, 96, 96, Colour.SHALLOW)
        for seat in self.to_play[:1]:
            index = len(self.plays)
            x, y = table.spot(seat, index)
            for place in range(self.size if self.plays else 0):
                _draw_slot(canvas, x + place * (table.card + GAP), y, table.card)
            self._draw_pill_below(canvas, table, seat, self.turn, index)


class TrickGeometry:
    """The places on the table, in pixels, by the numbers of seats, of plays and of cards in a play (0 before the lead).

    `peeks`: whether there are cards of which only the upper edge (`peek`) is seen; `top`: the y where the table begins;
    `rounds`: the halves to make room for, in a trick in which each seat plays twice.
    """

    def __init__(self, seats: int, plays: int, size: int, peeks: bool, top: int, rounds: int) -> None:
        self.seats, self.rounds = seats, rounds
        self.halves = plays > seats and size > 0  # each seat plays twice (RULES §7.1)
        self.card = CARDS[size - 1] if size else 0
        self.block = size * self.card + (size - 1) * GAP if size else STOCK
        self.peek = round(self.card * 0.43)
        self.tall = height(self.card) + (self.peek if peeks else 0)
        # the plays at the sides are beside those in the middle, so that they need no row of their own
        self.crossed = seats == 4 and size <= 2
        self.beside, self.high = self._sizes()
        # a play beside the lowest one, and what is told below it, reach into the corner
        self.clear = 0 if seats > 4 else CORNER[1]
        self.top, self.low = top, top + self.high

    def _sizes(self) -> tuple[int, int]:
        """The width of a name at a side, and the height of the table."""
        beside = (WIDE - self.block) // 2 - 24 if self.crossed else WIDE // 2 - 12
        if not self.card:
            return WIDE // 3 - 24 if self.seats > 4 else beside, 3 * NAMED + 2 * PILL + 52
        if self.halves:
            return (WIDE - LABELS) // 2, NAMED + self.rounds * (self.tall + PILL + 24) + 8
        if self.seats > 4:
            return WIDE // 3 - 24, 3 * NAMED + 2 * (self.tall + PILL + 20)
        rows = 2 if self.seats != 4 or self.crossed else 3
        return beside, rows * (NAMED + self.tall + 12) + (12 if self.crossed else PILL + 20)

    def row(self, half: int) -> int:
        """The lower edge of the cards in a half."""
        return self.top + NAMED + half * (self.tall + PILL + 24) + self.tall + 16

    def spot(self, seat: int, index: int) -> tuple[int, int]:
        """The upper left corner of a play's first card."""
        x, y = self._foot(seat)
        if self.halves:
            y = self.row(index // self.seats)
        return x - self.block // 2, y - height(self.card)

    def is_beside(self, seat: int) -> bool:
        """Return whether the remark on a seat stands beside its name, not below its play."""
        return not self.halves and (seat == 0 or (self.seats <= 4 and self._foot(seat)[0] == WIDE // 2))

    def name(self, seat: int, peeks: bool) -> tuple[int, int, int]:
        """Middle (x), top (y) and width of a seat's name; `peeks`: whether cards are visible below the seat's play."""
        x, y = self._foot(seat)
        if self.halves:
            return x, self.top + 6, self.beside - 16
        if seat == 0:
            return x, self.low - NAMED, WIDE - 2 * STOCK
        room = WIDE - 40 if x == WIDE // 2 and self.seats <= 4 else self.beside
        return x, y - height(self.card) - (self.peek if peeks else 0) - NAMED - 6, room

    def _foot(self, seat: int) -> tuple[int, int]:
        """The middle of the lower edge of a seat's play; seats sit clockwise from the middle of the lower edge."""
        if self.halves:
            return LABELS + self.beside * seat + self.beside // 2, self.row(0)
        low, top = self.low - NAMED - 10, self.top + NAMED + 10 + self.tall
        left, centre, right = self.beside // 2 + 12, WIDE // 2, WIDE - self.beside // 2 - 12
        between = (low + top) // 2 + (0 if self.crossed else NAMED // 2)
        places = {
            2: ((centre, low), (centre, top)),
            3: ((centre, low), (left, top), (right, top)),
            4: ((centre, low), (left, between), (centre, top), (right, between)),
            5: ((centre, low), (left, low), (left, top), (right, top), (right, low)),
            6: ((centre, low), (left, low), (left, top), (centre, top), (right, top), (right, low)),
        }
        return places[self.seats][seat]


def draw_standings(canvas: Canvas, standings: Sequence[str], y: int) -> None:
    """Draw a strip with the text of each side, and below it a band."""
    canvas.box(0, y, canvas.wide, STRIP - 12, Colour.DEEP)
    canvas.band(y + STRIP - 12)
    spare = canvas.wide - 20 - standings_width(standings)
    free = max(20, spare // len(standings)) if spare >= 0 else 0
    room = (canvas.wide - 40) // len(standings) - BESIDE if spare < 0 else WIDE
    x = 20
    for side, told in enumerate(standings):
        draw_mark(canvas, side, x, y + 10, ground=Colour.DEEP)
        x += BESIDE + canvas.line(told, x + BESIDE, y + 4, TEXT, ground=Colour.DEEP, room=room) + free


def standings_width(standings: Sequence[str]) -> int:
    """The width of the texts of all sides, with their marks."""
    return sum(BESIDE + width(told, TEXT) + 20 for told in standings)


def pill_width(text: str) -> int:
    """The width of a pill and the space before it; 0 without a text."""
    return width(text, TEXT, Weight.BOLD) + 36 if text else 0


def draw_pill(canvas: Canvas, text: str, x: int, y: int, ink: Colour) -> None:
    """Draw dark text on a bright, round plate."""
    canvas.plate(x, y, pill_width(text) - 12, 40, ink, 20)
    canvas.line(text, x + 12, y + 1, TEXT, ink=Colour.BLACK, ground=ink, weight=Weight.BOLD)


def draw_number(canvas: Canvas, number: int, x: int, low: int) -> None:
    """Draw the number of a play over the lower left corner of its first card."""
    side = 40
    x, y = x - 14, low - side + 12
    canvas.badge(DISC, x, y, side, Colour.BLACK)
    canvas.line(str(number), x + side // 2, y + 2, TEXT, ground=Colour.BLACK, weight=Weight.BOLD, lean=CENTRE)


def _draw_slot(canvas: Canvas, x: int, y: int, wide: int) -> None:
    """Draw an empty place for a card."""
    ring, high, radius = 4, height(wide), wide * 0.09
    canvas.plate(x, y, wide, high, Colour.MIST, radius)
    canvas.plate(x + ring, y + ring, wide - 2 * ring, high - 2 * ring, Colour.SEA, radius - ring, Colour.MIST)


def _draw_stock(canvas: Canvas, stock: str, table: TrickGeometry, *, is_empty: bool) -> None:
    """Draw the stock, face down, with its size: in the lower right corner; only in words where seats leave no room."""
    if table.halves:
        canvas.line(stock, 20, table.top + 12, TEXT, ink=Colour.MIST, room=LABELS - 30)
        return
    if table.seats > 4:
        canvas.line(stock, WIDE // 2, (table.top + table.low) // 2 + 20, TEXT, ink=Colour.MIST, lean=CENTRE)
        return
    wide = 46
    x, y = WIDE - 30 - wide // 2, table.low - 48
    for step in () if is_empty else (2, 1, 0):
        canvas.back(x - wide // 2 + 5 * step, y - height(wide) - 4 - 5 * step, wide)
    canvas.line(stock, WIDE - 20, y, TEXT, ink=Colour.MIST, room=STOCK - 24, lean=RIGHT)


@drawing_of.register
def trick_drawing(scene: TrickScene | WhyScene, reader: Reader) -> Drawing | None:
    """The drawing of a trick, in play or finished; None before the first one is finished that could be asked about."""
    words = reader.words
    if scene.account is not None:
        names = names_in_account(words, scene.head, scene.account)
        return account_drawing(scene.account, names, look_of(scene.head.game, reader, scene.account.order), words)
    if isinstance(scene, WhyScene) or scene.view is None:
        return None
    names = names_in_view(words, scene.head, scene.view)
    return view_drawing(scene.view, names, look_of(scene.head.game, reader, scene.view.order), words)


def names_in_account(words: Translator, head: TableContext, account: TrickAccount) -> tuple[str, ...]:
    """A name for each seat, of whoever made its last play in a finished trick."""
    seats = [play.seat for play in account.plays]
    return names_of(words, head.at_trick(account.hand_number, account.number, seats).holders)


def names_in_view(words: Translator, head: TableContext, view: View) -> tuple[str, ...]:
    """A name for each seat, of whoever made its play in the trick in play; of its holder if it has still to play."""
    then = head.at_trick(view.hand_number, view.trick_number, [play.seat for play in view.trick])
    now = (view.turn, *view.to_play)
    holders = (held if seat in now else then.holders[seat] for seat, held in enumerate(head.holders))
    return names_of(words, tuple(holders))


def view_drawing(view: View, names: tuple[str, ...], look: Look, words: Translator) -> TrickDrawing | None:
    """A trick in play, from a view of anybody; None between hands."""
    if not view.is_in_hand:
        return None
    laid = view.laid or ((),) * len(view.trick)
    return TrickDrawing(
        look,
        names,
        side_of_seats(view.sides),
        tuple(_laying(play.seat, play.cards, on) for play, on in zip(view.trick, laid, strict=True)),
        view.trick_plays,
        view.heading,
        view.to_play,
        len(view.trick[0].cards) if view.trick else 1,
        standings_of(view, words),
        halves_of(words),
        words("picture.heads"),
        words("picture.turn" if view.trick else "picture.leads"),
        _stock(view, words),
        words("hand.pass"),
        is_stock_empty=view.is_stock_empty,
    )


def _stock(view: View, words: Translator) -> str:
    """The size of the stock; "" in a hand without one."""
    if view.is_stock_empty:
        return words("picture.stock-empty")
    return words("picture.stock", n=view.stock) if view.stock else ""


def account_drawing(account: TrickAccount, names: tuple[str, ...], look: Look, words: Translator) -> TrickDrawing:
    plays = tuple(_laying(play.seat, play.cards, play.laid) for play in account.plays)
    expected, standings = max(len(plays), len(names)), standings_of(account, words)
    heads = words("picture.heads" if account.winner is None else "picture.wins")
    sides, heading, halves = side_of_seats(account.sides), account.heading, halves_of(words)
    return TrickDrawing(
        look,
        names,
        sides,
        plays,
        expected,
        heading,
        (),
        account.size,
        standings,
        halves,
        heads,
        passes=words("hand.pass"),
    )


def _laying(seat: int, cards: tuple[Card, ...], laid: tuple[LaidCard, ...]) -> Laying:
    """A play; the cards of a set are in the order in which they were laid."""
    if len(cards) < 2 or not laid:
        return Laying(seat, cards)
    return Laying(seat, tuple(pair.card for pair in laid), tuple(pair.on for pair in laid))


def standings_of(trick: View | TrickAccount, words: Translator) -> tuple[str, ...]:
    """The tricks and the waiting points of each side in words."""
    standings = []
    for units, waiting in zip(trick.units, trick.waiting, strict=True):
        told = [words.count("picture.tricks", units)]
        if waiting:
            told.append(words.count("picture.waiting", waiting))
        standings.append(words("list.dot").join(told))
    return tuple(standings)


def halves_of(words: Translator) -> tuple[str, str]:
    return words("picture.first-half"), words("picture.second-half")
