"""The picture of a seat's own hand below the trick: the cards that would take the trick are marked.

The cards stand in the order of strength; those whose strength depends on the trick stand apart, with a few words each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, cast

from bot.members.seat_names import Sides
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.card_faces import Light, Look, height, look_of
from bot.messages.kit.drawing import (
    CENTRE,
    CORNER,
    HIGHEST,
    NARROW,
    SELDOM,
    WIDE,
    Canvas,
    Drawing,
    corner,
    drawing_of,
    halo,
    picture_width,
)
from bot.messages.kit.game_looks import special_cards, usual_cards
from bot.messages.kit.palette import Colour
from bot.messages.kit.scene import TableContext
from bot.messages.kit.seat_labels import (
    BESIDE,
    SIZES,
    apart,
    draw_mark,
    draw_marked,
    name_width,
    names_of,
    side_of_seats,
    with_name,
)
from bot.messages.kit.typeface import ELLIPSIS, NAME, TEXT, Weight, break_lines, width
from bot.messages.table.deal import SummaryScene
from bot.messages.table.moment_picture import draw_moment, moment_high, moment_in, scene_of
from bot.messages.table.trick_picture import NAMED, STRIP, draw_standings, standings_of, standings_width
from bot.tables.seat_holders import PlayPlace
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import Play, PlayAccount, TrickAccount, View

EDGE: Final = 18
LINE: Final = 36
"""The height of a line of text."""
LEGEND: Final = 48
LEGEND_AT: Final = CORNER[0] + 12
"""The x of the legend beside the words below special cards."""
BAR: Final = 10
"""The thickness of the bar below a card that would take the trick."""
UNDER: Final = 24
"""The space below cards, with the bar."""
GAP: Final = 8
BETWEEN: Final = 6
"""The space between the cards of a play."""
APART: Final = 28
"""The space before a group of special cards."""
CELL: Final = 164
"""The smallest width of a group with words."""
IN_A_ROW: Final = 7
"""The most cards in a hand of one row; larger hands have rows of up to LONG."""
LONG: Final = 9
LARGEST: Final = 150
SMALLEST: Final = 4 * LARGEST + 3 * GAP + 2 * EDGE
"""The width of a picture of four cards: smaller hands have as large cards, not larger ones."""
LEAST: Final = 40
SMALL: Final = 100
SMALLER: Final = 62
"""The greatest width of a card in the last trick while the next one lies on the table."""
IN_TWO_ROWS: Final = 46
"""The greatest width of one where the last trick has two rows."""
SMALL_APART: Final = 22
"""The space between the plays of the last trick."""
SMALL_GAP: Final = 14
"""The space between its rows."""
SHOWN: Final = 34
"""The least part of a card that another one on it leaves free: its index."""
LABEL: Final = 130
TOLD: Final = 440
"""The room of the legend beside the ALT sign, in the narrowest picture."""
STANDINGS: Final = 740
"""The most room for the standings: with more, the cards of a small hand would look smaller."""
LONGEST: Final = 300
"""Names up to this width, in pixels, are written in full."""


class HeldCards(NamedTuple):
    """Cards of the hand beside each other, and the words below them: "" for cards in the order of strength."""

    cards: tuple[Card, ...]
    told: str = ""


class Played(NamedTuple):
    """A play of the trick so far."""

    side: int
    name: str
    cards: tuple[Card, ...]
    heads: bool


@dataclass(frozen=True)
class HandDrawing(Drawing):
    """A hand below its trick, and the last trick small above that, or alone in its place, or below its great moment.

    `playable`: the cards that may be played or chosen now; None when the seat is not to choose one. `takers`: those
    that would take the trick alone. `standings` has a text for each side; `told` and `legend` say what trick and marks
    mean.
    """

    name = "hand.png"

    look: Look
    groups: tuple[HeldCards, ...]
    playable: frozenset[Card] | None
    takers: frozenset[Card]
    plays: tuple[Played, ...]
    standings: tuple[str, ...]
    told: str
    legend: str
    last: tuple[Played, ...] = ()
    last_told: str = ""
    moment: str = ""
    """The figure of a great moment that has just happened, above the last trick; "" without one."""

    def high(self) -> int:
        return self._legend_top() + (LEGEND if self.legend and not self._is_legend_beside() else 0)

    def _legend_top(self) -> int:
        """The height of all but the legend."""
        return sum(high for high, _ in self._above()) + 12 + sum(map(self._row_high, _rows(self.groups)))

    def wide(self) -> int:
        cards = max((_row_width(row, LARGEST) for row in _rows(self.groups)), default=0)
        return max(SMALLEST, picture_width(max(cards, self._trick_wide(), standings_width(self.standings)) + 2 * EDGE))

    def clear(self) -> int:
        rows = _rows(self.groups)
        beside = self._words_high() if rows and not rows[-1][0].told else 0
        return beside + self.high() - self._legend_top()

    def _words_high(self) -> int:
        """The height of the words below the last row of cards."""
        row, wide = _rows(self.groups)[-1], self._card_width
        return LINE * max(len(_lines(group, wide)) for group in row)

    def _is_legend_beside(self) -> bool:
        """Return whether the legend has room between the corner and the words below the special cards."""
        if not self.groups or not self._words_high():
            return False
        row, wide = _rows(self.groups)[-1], self._card_width
        x = (self.wide() - _row_width(row, wide)) // 2
        words_at = x + sum(_cell(group, wide) + APART for group in row if not group.told)
        needed = LEGEND_AT + (60 if self.takers else 0) + width(self.legend, TEXT) + 12
        return not row[0].told and needed <= words_at and self._legend_top() < HIGHEST - 2 * CORNER[1]

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for high, paint in self._above():
            paint(canvas, y)
            y += high
        y += 12
        for row in _rows(self.groups):
            self._row(canvas, row, y)
            y += self._row_high(row)
        if self.legend and self._is_legend_beside():
            self._legend(canvas, LEGEND_AT, y - LINE - 4)
        elif self.legend:
            self._legend(canvas, corner(*self.pixels)[0] + 12, y + 4)

    def _legend(self, canvas: Canvas, x: int, y: int) -> None:
        if self.takers:
            canvas.plate(x, y + 14, 48, BAR, Colour.BRASS, BAR / 2)
            x += 60
        canvas.line(self.legend, x, y, TEXT, ink=Colour.MIST, room=canvas.wide - EDGE - x)

    @cached_property
    def _card_width(self) -> int:
        """The width of a card: the largest at which every row has room."""
        room, rows = self.wide() - 2 * EDGE, _rows(self.groups)
        return next((wide for wide in range(LARGEST, LEAST, -2) if _widest(rows, wide) <= room), LEAST)

    def _row_high(self, row: Sequence[HeldCards]) -> int:
        wide = self._card_width
        return height(wide) + UNDER + LINE * max(len(_lines(group, wide)) for group in row)

    def _row(self, canvas: Canvas, row: Sequence[HeldCards], y: int) -> None:
        wide = self._card_width
        x = (canvas.wide - _row_width(row, wide)) // 2
        for group in row:
            cell = _cell(group, wide)
            left = x + (cell - _span(group, wide)) // 2
            for place, card in enumerate(group.cards):
                self._card(canvas, card, left + place * (wide + GAP), y, wide)
            for number, line in enumerate(_lines(group, wide)):
                low = y + height(wide) + UNDER + LINE * number - 4
                canvas.line(line, x + cell // 2, low, TEXT, ink=Colour.MIST, lean=CENTRE)
            x += cell + APART

    def _card(self, canvas: Canvas, card: Card, x: int, y: int, wide: int) -> None:
        playable = self.playable is None or card in self.playable
        canvas.card(self.look, card, x, y, wide, Light.PLAIN if playable else Light.DIM)
        if card in self.takers:
            canvas.plate(x + 4, y + height(wide) + 6, wide - 8, BAR, Colour.BRASS, BAR / 2)

    def _above(self) -> list[tuple[int, Callable[[Canvas, int], None]]]:
        """The parts above the cards, from top to bottom: the height of each, and how it is painted."""
        return [
            (STRIP if self.standings else 0, self._standings),
            (moment_high(self.moment, self.wide()), self._moment),
            (self._small_high(), self._small),
            (plays_high(self._lying()), self._plays),
            (len(self._told_lines()) * 46 + 8 if self.told else 0, self._told),
        ]

    def _lying(self) -> tuple[Played, ...]:
        """The trick that lies on the table: the last one until somebody leads to the next, without a great moment."""
        return self.plays or (() if self.moment else self.last)

    def _trick_wide(self) -> int:
        """The width of the trick; each play gets as much room as the widest."""
        lying = self._lying()
        names = [min(LONGEST, name_width(play.name)) for play in lying]
        cards = [len(play.cards) * (_trick_card(lying) + 6) + 12 for play in lying]
        return len(lying) * (16 + max([0, *names, *cards]))

    def _told_lines(self) -> Sequence[str]:
        return break_lines(self.told, NAME, Weight.BOLD, self.wide() - 2 * EDGE, 2) if self.told else ()

    def _standings(self, canvas: Canvas, y: int) -> None:
        if self.standings:
            draw_standings(canvas, self.standings, y)

    def _moment(self, canvas: Canvas, y: int) -> None:
        draw_moment(canvas, self.moment, y)

    @cached_property
    def _small_trick(self) -> SmallTrick | None:
        """The layout of the last trick, small; None without one."""
        is_small = self.last and (self.plays or self.moment)
        return small_trick(self.last, self.wide() - 2 * EDGE - LABEL) if is_small else None

    def _small_high(self) -> int:
        """The height of the last trick, small; 0 without one."""
        small = self._small_trick
        return max(small.high, 2 * LINE) + 24 if small else 0

    def _small(self, canvas: Canvas, y: int) -> None:
        """Draw the last trick small: its cards in order, each with the mark of its side."""
        small = self._small_trick
        if small is None:
            return
        middle = y + (self._small_high() - 12) // 2
        lines = break_lines(self.last_told, TEXT, Weight.MEDIUM, LABEL - 10, 2)
        for number, line in enumerate(lines):
            canvas.line(line, EDGE, middle - 18 * len(lines) + LINE * number, TEXT, ink=Colour.MIST)
        top = middle - small.high // 2
        for row in small.rows:
            x = EDGE + LABEL
            for play in row:
                x = self._small_play(canvas, small, play, x, top)
            top += height(small.wide) + SMALL_GAP

    def _small_play(self, canvas: Canvas, small: SmallTrick, play: Played, x: int, top: int) -> int:
        """Draw a play of the last trick; return the x of the next one."""
        draw_mark(canvas, play.side, x, top + (height(small.wide) - BESIDE) // 2 + 5, ground=Colour.SEA)
        x += BESIDE
        span = small.wide + (len(play.cards) - 1) * small.step
        if play.heads:
            halo(canvas, x, top, span, height(small.wide))
        for place, card in enumerate(play.cards):
            canvas.card(self.look, card, x + place * small.step, top, small.wide)
        return x + span + SMALL_APART

    def _plays(self, canvas: Canvas, y: int) -> None:
        if self._lying():
            draw_plays(canvas, self.look, self._lying(), y)

    def _told(self, canvas: Canvas, y: int) -> None:
        for number, line in enumerate(self._told_lines()):
            canvas.line(line, canvas.wide // 2, y + 46 * number, NAME, weight=Weight.BOLD, lean=CENTRE)


@dataclass(frozen=True)
class HandEndDrawing(Drawing):
    """The last trick of a hand, and `below` it what the hand brought."""

    name = "hand-over.png"
    level = SELDOM

    look: Look
    plays: tuple[Played, ...]
    below: Drawing

    def high(self) -> int:
        return EDGE + plays_high(self.plays) + self.below.high()

    def clear(self) -> int:
        return self.below.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        draw_plays(canvas, self.look, self.plays, y + EDGE)
        self.below.paint(canvas, y + EDGE + plays_high(self.plays))


class SmallTrick(NamedTuple):
    """The rows of the last trick, the width of its cards, and the distance between those of a set."""

    rows: list[Sequence[Played]]
    wide: int
    step: int

    @property
    def high(self) -> int:
        return len(self.rows) * (height(self.wide) + SMALL_GAP) - SMALL_GAP


def small_trick(plays: Sequence[Played], room: int) -> SmallTrick:
    """Lay out the last trick in `room` pixels: in one row, or in two where not even the indices would have room."""
    most = max(len(play.cards) for play in plays)
    rows: list[Sequence[Played]] = [plays]
    widest = SMALLER
    each = room // len(plays) - BESIDE - SMALL_APART
    if each < LEAST + (most - 1) * SHOWN:
        half = (len(plays) + 1) // 2
        rows, widest = [plays[:half], plays[half:]], IN_TWO_ROWS
        each = room // half - BESIDE - SMALL_APART
    wide = max(LEAST, min(widest, each // most - 4))
    return SmallTrick(rows, wide, min(wide + 4, (each - wide) // (most - 1)) if most > 1 else wide)


def draw_plays(canvas: Canvas, look: Look, plays: Sequence[Played], y: int) -> None:
    """Draw the plays of a trick beside each other, in order, with the names above the cards."""
    room = (canvas.wide - 2 * EDGE) // len(plays)
    draw_row(canvas, look, plays, EDGE, room, y + NAMED + 4, y + 2, _trick_card(plays))


def draw_row(
    canvas: Canvas, look: Look, plays: Sequence[Played], x: int, room: int, y: int, named: int, wide: int
) -> None:
    """Draw plays beside each other from `x` on, `room` for each: cards of this width at `y`, names at `named`.

    The plays of long names get some of the room of the others.
    """
    rooms = _rooms(plays, room, wide)
    least = {play.name: room - 12 for play, room in zip(plays, rooms, strict=True)}  # two players play twice to a trick
    shown = dict(zip(least, apart(list(least), list(least.values())), strict=True))
    for play, room in zip(plays, rooms, strict=True):
        middle, span = x + room // 2, len(play.cards) * (wide + BETWEEN) - BETWEEN
        x += room
        draw_marked(canvas, play.side, shown[play.name], middle, named, room - 12, lean=CENTRE)
        left = middle - span // 2
        if play.heads:
            halo(canvas, left, y, span, height(wide))
        for place, card in enumerate(play.cards):
            canvas.card(look, card, left + place * (wide + BETWEEN), y, wide)


def _rooms(plays: Sequence[Played], room: int, wide: int) -> list[int]:
    """The width for each play with cards of this width: `room`, or as each needs it where some name needs more."""
    for size in SIZES:
        needed = [12 + max(name_width(play.name, size), len(play.cards) * (wide + BETWEEN)) for play in plays]
        spare = room * len(plays) - sum(needed)
        if spare >= 0 and max(needed) > room:
            return [one + spare // len(plays) for one in needed]
    return [room] * len(plays)


def plays_high(plays: Sequence[Played]) -> int:
    """The height of the plays of a trick; 0 without any."""
    return NAMED + height(_trick_card(plays)) + 18 if plays else 0


def _trick_card(plays: Sequence[Played]) -> int:
    """The width of the cards of a trick."""
    count = sum(len(play.cards) for play in plays)
    return min(SMALL, (WIDE - 2 * EDGE - 24 * len(plays)) // max(1, count) - 6)


def _rows(groups: Sequence[HeldCards]) -> list[Sequence[HeldCards]]:
    """The groups in one row; in a large hand the special cards have a row of their own, the others one or more."""
    if sum(len(group.cards) for group in groups) <= IN_A_ROW:
        return [groups] if groups else []
    special = [group for group in groups if group.told]
    usual = [card for group in groups if not group.told for card in group.cards]
    rows = -(-len(usual) // LONG)
    each = -(-len(usual) // max(1, rows))
    cut = [[HeldCards(tuple(usual[start : start + each]))] for start in range(0, len(usual), each or 1)]
    if cut:
        cut[0] = [groups[0]] if rows == 1 else cut[0]
    return [*cut, *([special] if special else [])]


def _span(group: HeldCards, wide: int) -> int:
    """The width of a group's cards."""
    return len(group.cards) * (wide + GAP) - GAP


def _cell(group: HeldCards, wide: int) -> int:
    """The width of a group with its words."""
    return max(_span(group, wide), CELL if group.told else 0)


def _row_width(row: Sequence[HeldCards], wide: int) -> int:
    """The width of a row with cards of this width."""
    return sum(_cell(group, wide) for group in row) + (len(row) - 1) * APART


def _widest(rows: Iterable[Sequence[HeldCards]], wide: int) -> int:
    return max((_row_width(row, wide) for row in rows), default=0)


def _lines(group: HeldCards, wide: int) -> Sequence[str]:
    """The words below a group, with cards of this width."""
    return break_lines(group.told, TEXT, Weight.MEDIUM, _cell(group, wide), 3)


@drawing_of.register
def hand_drawing(scene: HandScene, reader: Reader) -> Drawing | None:
    """The drawing of a hand, and above it whatever its view shows of the trick; None if there is neither."""
    if scene.ended is not None:
        return _end_drawing(scene, scene.ended, reader)
    view, words = scene.pictured, reader.words
    played, last = _plays(view, scene.head, words) if view.is_in_hand else (), _last_plays(scene, words)
    if not (view.hand or played or last):
        return None
    may_play = view.is_own_turn and not scene.paused
    taking = (scene.takers or ()) if may_play else ()
    takers = frozenset(card for play in taking if not play[1:] for card in play)
    groups = _groups(scene.head.game, view, words)
    moment = scene_of(scene.head.game, moment_in(scene.head.game, shown_results(scene)))
    ordered = any(len(group.cards) > 1 and not group.told for group in groups[:1])
    return HandDrawing(
        look_of(scene.head.game, reader, view.order),
        groups,
        _playable(view) if may_play else _ever_playable(view),
        takers,
        played,
        _standings(view, names_of(words, scene.head.holders), words) if view.is_in_hand and view.trick_number else (),
        told_of_trick(scene, words),
        _legend(view, taking, words) or _caption(view, words, ordered=ordered),
        last,
        words("picture.last-trick"),
        moment,
    )


def _end_drawing(scene: HandScene, ended: SummaryScene, reader: Reader) -> Drawing:
    """The drawing of the end of a hand, below its last trick."""
    below = cast(Drawing, drawing_of(ended, reader))
    look = look_of(scene.head.game, reader, scene.results[-1].order) if scene.results else None
    return below if look is None else HandEndDrawing(look, _last_plays(scene, reader.words), below)


def _playable(view: View) -> frozenset[Card] | None:
    """The cards that the seat may choose now; None if it has to choose something else, such as another seat."""
    if view.moves and not any(move.cards for move in view.moves):
        return None
    return frozenset(card for action in view.actions for card in action.cards)


def _ever_playable(view: View) -> frozenset[Card] | None:
    """The cards that may be played at some time; None if all may."""
    return frozenset(view.hand) - frozenset(view.unplayable) if view.unplayable else None


def _groups(game: str, view: View, words: Translator) -> tuple[HeldCards, ...]:
    """The hand: the cards in the order of strength together, and the special ones of each kind."""
    usual = usual_cards(game, view.groups, view.order)
    kinds = special_cards(game, view.groups, view.order).items()
    apart = [HeldCards(cards, words.count(f"{game}.special.{kind}", len(cards))) for kind, cards in kinds]
    return (*([HeldCards(usual)] if usual else []), *apart)


def plays_of_trick(
    plays: Sequence[Play | PlayAccount],
    heading: int | None,
    trick: PlayPlace,
    sides: Sides,
    head: TableContext,
    words: Translator,
    you: int | None = None,
) -> tuple[Played, ...]:
    """The plays of a trick, with the names of who made them; the holder of the seat `you` is "you"."""
    of_seat = side_of_seats(sides)
    places = [trick._replace(play=number) for number in range(len(plays))]
    return tuple(
        Played(of_seat[play.seat], _player(play.seat, place, head, words, you), play.cards, place.play == heading)
        for play, place in zip(plays, places, strict=True)
    )


def _player(seat: int, place: PlayPlace, head: TableContext, words: Translator, you: int | None) -> str:
    """The name of who made a play; "you" for the seat `you`, but not for a former holder of it."""
    now, then = (names_of(words, holders)[seat] for holders in (head.holders, head.holders_at(seat, place)))
    return words("picture.you") if seat == you and then == now else then


def _legend(view: View, taking: Sequence[tuple[Card, ...]], words: Translator) -> str:
    """The meaning of the bars below cards; of sets, which no bar can tell, those that would head the trick."""
    sets = [" ".join(card.symbol for card in play) for play in taking if play[1:]]
    if not sets:
        return words("picture.taking" if view.plays_last else "picture.heading") if taking else ""
    key = "picture.taking-sets" if view.plays_last else "picture.heading-sets"
    shown = [
        words(key, sets=words("list.dot").join([*sets[:count], *([ELLIPSIS] if sets[count:] else [])]))
        for count in range(1, len(sets) + 1)
    ]
    return next((told for told in reversed(shown) if width(told, TEXT) <= TOLD), shown[0])


def _caption(view: View, words: Translator, *, ordered: bool) -> str:
    """The order of the cards where nothing else says it, and that no card will follow them from the stock."""
    order = words("picture.strongest") if ordered else ""
    stock = words("picture.stock-empty") if view.is_stock_empty else ""
    return words("list.dot").join(filter(None, (order, stock)))


def _plays(view: View, head: TableContext, words: Translator) -> tuple[Played, ...]:
    """The plays of the trick in progress."""
    trick = PlayPlace(view.hand_number, view.trick_number)
    return plays_of_trick(view.trick, view.heading, trick, view.sides, head, words, view.seat)


def shown_results(scene: HandScene) -> tuple[TrickAccount, ...]:
    """The tricks whose results the picture shows: none if it shows the seat's own cards alone."""
    return scene.results if scene.pictures_trick else ()


def _last_plays(scene: HandScene, words: Translator) -> tuple[Played, ...]:
    """The plays of the last trick, as long as this seat has not chosen a play since."""
    results = shown_results(scene)
    if not results:
        return ()
    last = results[-1]
    trick = PlayPlace(last.hand_number, last.number)
    return plays_of_trick(last.plays, last.heading, trick, last.sides, scene.head, words, scene.view.seat)


def _standings(view: View, names: Sequence[str], words: Translator) -> tuple[str, ...]:
    """The tricks and the score of each side; that of one's own names you and, as far as there is room, your partners.

    Without room for the scores they are left out, not the tricks.
    """
    partners = next(seats for seats in view.sides if view.seat in seats)
    own = [words("picture.you"), *(names[seat] for seat in partners if seat != view.seat)]
    tricks, scored = standings_of(view, words), [_scored(view, side, words) for side in range(len(view.sides))]
    told = [
        tuple(
            words("picture.your-side", names=words("list.side").join(named), told=one) if view.seat in seats else one
            for seats, one in zip(view.sides, standings, strict=True)
        )
        for standings in (scored, tricks)
        for named in (own, own[:1])
    ]
    return next((one for one in told if standings_width(one) <= STANDINGS), told[-1])


def _scored(view: View, side: int, words: Translator) -> str:
    """The tricks and the score of a side, with its waiting points in brackets."""
    key = "picture.scored-waiting" if view.waiting[side] else "picture.scored"
    tricks = words.count("picture.tricks", view.units[side])
    return words(key, tricks=tricks, score=view.scores[side], waiting=view.waiting[side])


def told_of_trick(scene: HandScene, words: Translator) -> str:
    """The player who heads the trick, and that this seat cannot take it from the other side; "" before a lead."""
    view = scene.pictured
    if not view.is_in_hand or view.heading is None:
        return ""
    seat = view.trick[view.heading].seat
    own = next(seats for seats in view.sides if seat in seats)
    place = PlayPlace(view.hand_number, view.trick_number, view.heading)
    holders = scene.head.holders_at(seat, place)
    is_present = names_of(words, holders) == names_of(words, scene.head.holders)
    if seat == view.seat and is_present:
        told = words("picture.you-head")
    elif view.seat in own and is_present:
        told = words("picture.partner-heads")
    else:
        names, room = names_of(words, holders), NARROW - 2 * EDGE
        told = with_name(lambda name: words("picture.name-heads", name=name), names, seat, room)
    half = view.half
    if half is not None and view.trick[half - 1 :]:
        told = words("list.dot").join([words("picture.second-half"), told])
    return words("list.dot").join([told, words("picture.cannot-take")] if scene.cannot_take else [told])
