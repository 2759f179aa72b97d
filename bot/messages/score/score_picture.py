"""The picture of the scores: ladders, else a row for each side, or what a game draws itself.

`SCORE` in `bot/messages/looks/<game>.py`, a `ScoreDrawer`, draws a game's own. For some it is a comb for each side,
with a tooth for each point and stubs up to the target. Points that one hand brought together hang from one bar, with a
word or the card that they were for; those of the hand just played are bright.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.kit.drawing import CENTRE, CORNER, RIGHT, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.game_looks import part
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import draw_marked, names_of
from bot.messages.kit.shapes import SUITS
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.messages.score.ladder_picture import EDGE, NAMED, Arm, LadderDrawing, draw_head, fit_arms, room_of
from bot.messages.score.ladders import LadderScene, has_ladder
from bot.messages.score.story import HandPoints, ScoredScene, points_shown
from bot.texts import Translator
from bot.texts.reader import Reader

ROW: Final = 60
TEETH: Final = CORNER[0] + 20
"""The x at which the combs begin, to the right of the corner."""
BACK: Final = 8
TOOTH: Final = 46
STUB: Final = 14
WORD: Final = 40
"""The height of the words below the teeth."""
WIDEST: Final = 14
"""The greatest width of a tooth."""

ScoreDrawer = Callable[[tuple[Arm, ...], int | None, tuple[HandPoints, ...]], Drawing]
"""Makes the drawing of the scores: what is told of each side, the target (None: there is none), and what each finished
hand brought.
"""


@dataclass(frozen=True)
class ScoreDrawing(Drawing):
    """The sides in rows: the name, and the score in words."""

    name = "score.png"

    arms: tuple[Arm, ...]

    def high(self) -> int:
        return ROW * len(self.arms) + 12

    def clear(self) -> int:
        return 6

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for number, arm in enumerate(fit_arms(self.arms)):
            top = y + 6 + ROW * number
            ground = Colour.DEEP if number % 2 else Colour.SEA
            canvas.box(0, top, canvas.wide, ROW, ground)
            draw_marked(canvas, arm.side or 0, arm.name, EDGE, top + 6, room_of(arm), ground=ground)
            ink = Colour.ICE if arm.before is None else Colour.BRASS
            canvas.line(arm.told, WIDE - EDGE, top + 12, TEXT, ink=ink, ground=ground, lean=RIGHT)


class Teeth(NamedTuple):
    """Teeth that hang together: the first and the one after the last, whether they are new, and what they are for."""

    first: int
    end: int
    new: bool
    points: HandPoints | None


@dataclass(frozen=True)
class CombDrawing(Drawing):
    """The sides, each with its name, its score in words and its comb."""

    name = "score.png"

    arms: tuple[Arm, ...]
    target: int | None
    hands: tuple[HandPoints, ...]

    def high(self) -> int:
        return 8 + len(self.arms) * (NAMED + BACK + TOOTH + WORD)

    def clear(self) -> int:
        return BACK + TOOTH + WORD

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for arm in fit_arms(self.arms):
            draw_head(canvas, arm, y, has_won=self.target is not None and arm.score >= self.target)
            self._comb(canvas, arm, y + 8 + NAMED)
            y += NAMED + BACK + TOOTH + WORD

    def _comb(self, canvas: Canvas, arm: Arm, y: int) -> None:
        places = max(1, self.target or 0, *(each.score for each in self.arms))
        tooth = _Tooth(y, places)
        last = tooth.room_x(self.target or places)
        canvas.box(TEETH, y, last - TEETH, BACK, Colour.MIST)
        for empty in range(arm.score, self.target or 0):
            tooth.draw(canvas, empty, STUB, Colour.SHALLOW)
        for teeth in self._teeth(arm):
            ink = Colour.BRASS if teeth.new else Colour.ICE
            for place in range(teeth.first, teeth.end):
                tooth.draw(canvas, place, TOOTH, ink)
            if teeth.end - teeth.first > 1:
                tooth.join(canvas, teeth, ink)
            if teeth.points is not None:
                _draw_word(canvas, teeth.points, tooth.middle(teeth), y + BACK + TOOTH + 4, ink)

    def _teeth(self, arm: Arm) -> Iterator[Teeth]:
        """The teeth of a side, hand by hand; those of hands that are not told stand alone, before the others."""
        hands = [hand for hand in self.hands if hand.side == arm.side]
        at = arm.score - sum(hand.points for hand in hands)
        yield from (Teeth(place, place + 1, _is_new(place, arm), None) for place in range(at))
        for hand in hands:
            yield Teeth(at, at + hand.points, _is_new(at, arm), hand)
            at += hand.points


def _is_new(place: int, arm: Arm) -> bool:
    return arm.before is not None and place >= arm.before


class _Tooth(NamedTuple):
    """The places of the teeth on a comb that begins at `y` and has room for so many."""

    y: int
    places: int

    @property
    def wide(self) -> int:
        return min(WIDEST, (WIDE - EDGE - TEETH) // self.places * 2 // 5)

    def room_x(self, place: int) -> int:
        """The x at which the room of a tooth begins."""
        return TEETH + (WIDE - EDGE - TEETH) * place // self.places

    def tooth_x(self, place: int) -> int:
        """The x of a tooth."""
        return (self.room_x(place) + self.room_x(place + 1) - self.wide) // 2

    def middle(self, teeth: Teeth) -> int:
        """The x of the middle of some teeth."""
        return (self.tooth_x(teeth.first) + self.tooth_x(teeth.end - 1) + self.wide) // 2

    def draw(self, canvas: Canvas, place: int, high: int, ink: Colour) -> None:
        canvas.box(self.tooth_x(place), self.y + BACK, self.wide, high, ink)

    def join(self, canvas: Canvas, teeth: Teeth, ink: Colour) -> None:
        """Draw the bar that joins some teeth at their ends."""
        left = self.tooth_x(teeth.first)
        canvas.box(left, self.y + BACK + TOOTH - 6, self.tooth_x(teeth.end - 1) + self.wide - left, 6, ink)


def _draw_word(canvas: Canvas, one: HandPoints, middle: int, y: int, ink: Colour) -> None:
    """Draw what points were for: a word, or a card as its index and suit."""
    if one.card is None:
        canvas.line(one.word, middle, y, TEXT, ink=ink, lean=CENTRE)
        return
    long = width(one.card.index, TEXT, Weight.BOLD) + 24
    end = canvas.line(one.card.index, middle - long // 2, y, TEXT, ink=ink, weight=Weight.BOLD)
    canvas.shape(SUITS[one.card.suit], middle - long // 2 + end + 2, y + 8, 22, 22, ink)


def drawing_of_scores(
    game: str, arms: tuple[Arm, ...], target: int | None, hands: tuple[HandPoints, ...] = ()
) -> Drawing:
    """The drawing of the scores: the game's own, ladders if its sides climb them, else a row for each side."""
    own: ScoreDrawer | None = part(game, "SCORE")
    if own is not None:
        return own(arms, target, hands)
    if target is not None and has_ladder(game):
        return LadderDrawing(arms, max(target, *(arm.score for arm in arms)))
    return ScoreDrawing(arms)


def scores_of(scene: ScoredScene, arms: Sequence[Arm], words: Translator) -> Drawing:
    """The drawing of the scores of a scene."""
    return drawing_of_scores(scene.head.game, tuple(arms), scene.target, points_shown(scene, words))


@drawing_of.register
def ladder_drawing(scene: LadderScene, reader: Reader) -> Drawing:
    """The drawing of the ladders or scores, with the points just booked."""
    words = reader.words
    names = names_of(words, scene.head.holders)
    bookings = {booking.side: booking for booking in (scene.account.bookings if scene.account else ())}
    arms = []
    for side, seats in enumerate(scene.sides):
        booking, name = bookings.get(side), words("list.side").join(names[seat] for seat in seats)
        way = () if booking is None else booking.way
        score, waiting, told = scene.scores[side], scene.waiting[side], _score_text(scene, side, words)
        arms.append(Arm(side, name, score, waiting, told, way))
    return scores_of(scene, arms, words)


def _score_text(scene: LadderScene, side: int, words: Translator) -> str:
    """A side's score, on a ladder the rungs that are left, and its waiting points."""
    score, waiting = scene.scores[side], scene.waiting[side]
    if scene.target is None or not has_ladder(scene.head.game):
        told = words.score(score, scene.target)
    else:
        left = scene.target - score
        told = words.count("picture.left", left) if left > 0 else words("picture.all-out")
    return words("list.dot").join([told, words.count("picture.waiting", waiting)]) if waiting else told
