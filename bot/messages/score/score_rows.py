"""The picture of the scores of a game without ladders: a row for each side, with its score.

A game may draw its scores itself: `SCORE` in `bot/messages/looks/<game>/score.py`, a `ScoreDrawer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.kit.canvas import RIGHT, Canvas
from bot.messages.kit.drawing import WIDE, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import draw_marked, names_of
from bot.messages.kit.typeface import TEXT
from bot.messages.looks import part
from bot.messages.score.hand_points import HandPoints, ScoredScene, points_shown
from bot.messages.score.ladders import LadderScene, has_ladder
from bot.messages.score.score_ladders import EDGE, Arm, LadderDrawing, fitted, room_of
from bot.texts import Translator
from bot.texts.reader import Reader

ROW: Final = 60

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
        for number, arm in enumerate(fitted(self.arms)):
            top = y + 6 + ROW * number
            ground = Colour.DEEP if number % 2 else Colour.SEA
            canvas.box(0, top, canvas.wide, ROW, ground)
            draw_marked(canvas, arm.side or 0, arm.name, EDGE, top + 6, room_of(arm), ground=ground)
            ink = Colour.ICE if arm.before is None else Colour.BRASS
            canvas.line(arm.told, WIDE - EDGE, top + 12, TEXT, ink=ink, ground=ground, lean=RIGHT)


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
def of_scene(scene: LadderScene, reader: Reader) -> Drawing:
    """The drawing of the ladders or scores, with the points just booked."""
    words = reader.words
    names = names_of(words, scene.head.holders)
    bookings = {booking.side: booking for booking in (scene.account.bookings if scene.account else ())}
    arms = []
    for side, seats in enumerate(scene.sides):
        booking, name = bookings.get(side), words("list.side").join(names[seat] for seat in seats)
        way = () if booking is None else booking.way
        score, waiting, told = scene.scores[side], scene.waiting[side], _told(scene, side, words)
        arms.append(Arm(side, name, score, waiting, told, way))
    return scores_of(scene, arms, words)


def _told(scene: LadderScene, side: int, words: Translator) -> str:
    """A side's score, on a ladder the rungs that are left, and its waiting points."""
    score, waiting = scene.scores[side], scene.waiting[side]
    if scene.target is None or not has_ladder(scene.head.game):
        told = words.score(score, scene.target)
    else:
        left = scene.target - score
        told = words.count("picture.left", left) if left > 0 else words("picture.all-out")
    return words("list.dot").join([told, words.count("picture.waiting", waiting)]) if waiting else told
