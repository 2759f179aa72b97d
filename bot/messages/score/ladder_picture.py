"""The picture of the ladders: lines with cross-strokes, of which each side has one arm.

Two sides share a line; three players have a ladder each. A side's rungs are rubbed out from the left. Waiting points
are bright; points just booked are an arrow that turns back at the end for each bounce (RULES §10.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from bot.messages.kit.drawing import CORNER, RIGHT, WIDE, Canvas, Drawing
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import apart, draw_marked
from bot.messages.kit.typeface import NAME, TEXT, Weight, width
from bot.texts import Translator
from bot.texts.rules_page import LadderExample

EDGE: Final = 40
ARM: Final = 64
RUNG: Final = 12
LINE: Final = 8
WAY: Final = 54
"""The height of an arrow with one turn."""
LANE: Final = 22
"""The distance of an arrow from its way back."""
NAMED: Final = 54
"""The height of a name."""
DOT: Final = 14
SMALL: Final = 25
HEAD: Final = "M 0 0 L 100 50 L 0 100 Z"
TAIL: Final = "M 100 0 L 0 50 L 100 100 Z"


class Arm(NamedTuple):
    """One side's arm: its name, the number of rungs rubbed out, its waiting points, and both in words.

    `side` is None in an example. `way`: the scores through the bookings that are shown, from before the first; those
    beyond the target, too. Empty without one.
    """

    side: int | None
    name: str
    score: int
    waiting: int
    told: str
    way: tuple[int, ...] = ()
    hands: tuple[str, ...] = ()
    """The name of the hand in which each rung was rubbed out for good; empty where that is not told."""

    @property
    def before(self) -> int | None:
        """The rungs rubbed out before the bookings that are shown; None without one."""
        return self.way[0] if self.way else None

    @property
    def turns(self) -> tuple[int, ...]:
        """The scores at which the arrow begins, turns back and ends."""
        between = zip(self.way, self.way[1:], self.way[2:], strict=False)
        inner = (now for then, now, after in between if (now - then) * (after - now) < 0)
        return (*self.way[:1], *inner, *self.way[1:][-1:])

    @property
    def arrow_high(self) -> int:
        """The height of the arrow: a lane for each way between two turns."""
        return WAY + LANE * max(0, len(self.turns) - 3) if self.way else 8

    @property
    def high(self) -> int:
        """The height of the arm with its name and arrow."""
        return (NAMED if self.name else 10) + self.arrow_high + ARM


@dataclass(frozen=True)
class LadderDrawing(Drawing):
    """The arms by side; two share a line."""

    name = "ladder.png"

    arms: tuple[Arm, ...]
    target: int

    def high(self) -> int:
        lines = len(self.arms) if len(self.arms) != 2 else 1
        return sum(arm.high for arm in self.arms) + lines * (LINE + 22) + 14

    def clear(self) -> int:
        """The empty part in the corner; with two arms, the name at the bottom is to the right of it."""
        return 24 + NAMED + 8 if len(self.arms) == 2 else 24

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 12
        arms = fit_arms(self.arms, (-1, 1) if len(self.arms) == 2 else None)
        if len(arms) == 2:
            spine = y + arms[0].high
            self._arm(canvas, arms[0], spine, -1)
            self._arm(canvas, arms[1], spine + LINE, 1)
            canvas.box(EDGE, spine, WIDE - 2 * EDGE, LINE, Colour.MIST)
            return
        for arm in arms:
            y += arm.high
            self._arm(canvas, arm, y, -1)
            canvas.box(EDGE, y, WIDE - 2 * EDGE, LINE, Colour.MIST)
            y += LINE + 22

    def _end_of(self, rungs: int) -> int:
        """The x at which this many rungs end."""
        return EDGE + (WIDE - 2 * EDGE) * rungs // self.target

    def _arm(self, canvas: Canvas, arm: Arm, spine: int, way: int) -> None:
        """Draw an arm that points upwards (`way` -1) or downwards (1) from the line."""
        self._hands(canvas, arm, spine, way)
        for rung in range(len(arm.hands), self.target):
            x = (self._end_of(rung) + self._end_of(rung + 1) - RUNG) // 2
            _draw_rung(canvas, x, spine, way, rung - arm.score, arm.waiting)
        beyond = ARM + 8
        if arm.way:
            self._bookings(canvas, arm.turns, spine + way * beyond, way)
            beyond += arm.arrow_high - 8
        if arm.name:
            top = spine - beyond - NAMED + 2 if way < 0 else spine + beyond
            left, room = _left_edge(way), room_of(arm, way)
            if arm.side is None:
                canvas.line(arm.name, left, top, NAME, weight=Weight.BOLD, room=room)
            else:
                draw_marked(canvas, arm.side, arm.name, left, top, room)
            ink = Colour.BRASS if arm.waiting or arm.score >= self.target else Colour.MIST
            canvas.line(arm.told, WIDE - EDGE, top + 6, TEXT, ink=ink, lean=RIGHT)

    def _hands(self, canvas: Canvas, arm: Arm, spine: int, way: int) -> None:
        """Draw a dot for each rung that is told, and for each hand how many it rubbed out; its name if it has room."""
        near, far = (spine - 24, spine - ARM) if way < 0 else (spine + 12, spine + 28)
        first = 0
        for hand, rungs in groupby(arm.hands):
            end = first + len(list(rungs))
            dots = [(self._end_of(rung) + self._end_of(rung + 1) - DOT) // 2 for rung in range(first, end)]
            for dot in dots:
                canvas.plate(dot, near, DOT, DOT, Colour.BRASS, DOT / 2)
            canvas.box(dots[0] + DOT // 2, near + DOT // 2 - 2, dots[-1] - dots[0], 4, Colour.BRASS)
            self._hand(canvas, hand, f"+{end - first}", self._end_of(first), self._end_of(end), far)
            first = end

    @staticmethod
    def _hand(canvas: Canvas, hand: str, points: str, left: int, right: int, y: int) -> None:
        bold, beside = width(points, TEXT, Weight.BOLD), width(hand, SMALL) + 10
        long = bold + beside if bold + beside < right - left - 8 else bold
        x = (left + right - long) // 2
        canvas.line(points, x, y, TEXT, ink=Colour.BRASS, weight=Weight.BOLD)
        if long > bold:
            canvas.line(hand, x + bold + 10, y + 5, SMALL, ink=Colour.MIST)

    def _bookings(self, canvas: Canvas, turns: Sequence[int], near: int, way: int) -> None:
        """Draw the arrow of bookings beside the arm, each way in a lane of its own, the last one next to the arm.

        `near` is the y of its edge towards the line.
        """
        xs = [self._turn(score) for score in turns]
        xs[0] += 6
        xs[-1] += 4 if xs[-1] < xs[-2] else -4
        y = near + way * (10 + LANE * (len(xs) - 2))
        for start, end in pairwise(xs[:-1]):
            _draw_bar(canvas, min(start, end), max(start, end), y)
            canvas.box(end - 3, min(y, y - way * LANE) - 3, 6, LANE + 6, Colour.BRASS)
            y -= way * LANE
        _draw_arrow(canvas, xs[-2], xs[-1], y)

    def _turn(self, score: int) -> int:
        """The x at which an arrow begins, turns or ends for a score, which may be beyond the target."""
        return self._end_of(score) if score < self.target else self._end_of(self.target) - 8


def _left_edge(way: int) -> int:
    """The x at which the name of an arm begins; below the line it stands beside the corner."""
    return EDGE if way < 0 else CORNER[0] + 10


def room_of(arm: Arm, way: int = -1) -> int:
    """The width for an arm's mark and name, beside what is told of it."""
    return WIDE - EDGE - width(arm.told, TEXT) - 24 - _left_edge(way)


def fit_arms(arms: Sequence[Arm], ways: Sequence[int] | None = None) -> list[Arm]:
    """The arms with names that fit into their rooms and stay apart; `ways`: as they point, upwards if left out."""
    rooms = [room_of(arm, way) for arm, way in zip(arms, ways or (-1,) * len(arms), strict=True)]
    names = apart([arm.name for arm in arms], rooms)
    return [arm._replace(name=name) for arm, name in zip(arms, names, strict=True)]


def draw_head(canvas: Canvas, arm: Arm, y: int, *, has_won: bool) -> None:
    """Draw the name of a fitted arm, and what is told of it, above a drawing of its points."""
    draw_marked(canvas, arm.side or 0, arm.name, EDGE, y + 8, room_of(arm))
    ink = Colour.BRASS if has_won or arm.before is not None else Colour.ICE
    canvas.line(arm.told, WIDE - EDGE, y + 14, TEXT, ink=ink, lean=RIGHT)


def _draw_rung(canvas: Canvas, x: int, spine: int, way: int, left: int, waiting: int) -> None:
    """Draw one arm of a cross-stroke: there, waiting to be rubbed out, or (`left` < 0) rubbed out but for its dust."""
    top = spine - ARM if way < 0 else spine
    if left < 0:
        for step in (10, 28, 46):
            at = spine - step - 8 if way < 0 else spine + step
            canvas.plate(x + 2, at, 8, 8, Colour.SHALLOW, 4)
        return
    ink = Colour.BRASS if left < waiting else Colour.ICE
    canvas.plate(x, top, RUNG, ARM, ink, RUNG / 2)
    canvas.box(x, spine - 8 if way < 0 else spine, RUNG, 8, ink)


def _draw_arrow(canvas: Canvas, start: int, end: int, y: int) -> None:
    """Draw a horizontal arrow, to the right or to the left."""
    if end >= start:
        _draw_bar(canvas, start, end - 14, y)
        canvas.shape(HEAD, end - 16, y - 11, 18, 22, Colour.BRASS)
    else:
        _draw_bar(canvas, end + 14, start, y)
        canvas.shape(TAIL, end - 2, y - 11, 18, 22, Colour.BRASS)


def _draw_bar(canvas: Canvas, left: int, right: int, y: int) -> None:
    canvas.box(left, y - 3, max(0, right - left), 6, Colour.BRASS)


def example(shown: LadderExample, words: Translator) -> LadderDrawing:
    """A ladder without seats, before and after points are booked."""
    climb = shown.climb
    name = words.count("picture.booked", shown.points)
    told = words("picture.new-score", before=shown.before, after=climb.after)
    way = (shown.before, climb.after) if climb.bounced is None else (shown.before, climb.bounced, climb.after)
    return LadderDrawing((Arm(None, name, climb.after, 0, told, way),), climb.target)
