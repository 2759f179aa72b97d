"""The picture of the end of a hand: who won it, each side's tricks, and the scores before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.kit.canvas import CENTRE, Canvas
from bot.messages.kit.drawing import SELDOM, WIDE, Drawing, drawing_of
from bot.messages.kit.seat_labels import BESIDE, draw_marked, names_of, with_name
from bot.messages.kit.typeface import NAME, Weight
from bot.messages.score.score_ladders import Arm
from bot.messages.score.score_rows import scores_of
from bot.messages.score.story import hand_won, score_change, winner_of_hand
from bot.messages.table import dealt_hands
from bot.messages.table.deal import SummaryScene
from bot.tables.hand_scores import scores_through
from bot.texts.reader import Reader
from bot.texts.translator import Translator

EDGE: Final = 40
TITLE: Final = 74


@dataclass(frozen=True)
class SummaryDrawing(Drawing):
    """The end of a hand, with the scores after it."""

    name = "hand-over.png"
    level = SELDOM

    winner: int | None
    title: str
    scores: Drawing

    def high(self) -> int:
        return TITLE + self.scores.high()

    def clear(self) -> int:
        return self.scores.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        canvas.band(y)
        draw_title(canvas, self.winner, self.title, y + 20)
        self.scores.paint(canvas, y + TITLE)


def draw_title(canvas: Canvas, winner: int | None, title: str, y: int) -> None:
    """Draw a title in the middle, with the mark and the colour of the side that it tells of."""
    if winner is None:
        canvas.line(title, WIDE // 2, y, NAME, weight=Weight.BOLD, room=WIDE - 2 * EDGE, lean=CENTRE)
    else:
        draw_marked(canvas, winner, title, WIDE // 2, y, WIDE - 2 * EDGE, lean=CENTRE)


def title_with(tell: Callable[[str], str], sides: Sequence[str], side: int) -> str:
    """A title with the name of a side in it, which is cut as far as the title has no room."""
    return with_name(tell, sides, side, WIDE - 2 * EDGE - BESIDE)


@drawing_of.register
def of_scene(scene: SummaryScene, reader: Reader) -> Drawing:
    """The drawing of the end of a hand; the cards of all seats if the hand is laid open."""
    if scene.opened:
        return dealt_hands.of_scene(scene, reader)
    result, words = scene.result, reader.words
    names = names_of(words, scene.head.holders)
    sides = [words("list.side").join(names[seat] for seat in seats) for seats in scene.sides]
    told = [score_change(result, side, scene.target, words) for side in range(len(sides))]
    winner = winner_of_hand(result)
    return SummaryDrawing(
        winner,
        title_with(
            lambda name: hand_won(result, None if winner is None else name, scene.head.game, words), sides, winner or 0
        ),
        _scores(scene, sides, told, words),
    )


def _scores(scene: SummaryScene, sides: list[str], told: list[str], words: Translator) -> Drawing:
    """The scores after the hand, with the way to them."""
    arms = []
    for side, after in enumerate(scene.result.scores):
        way = scores_through(scene.result, side)
        arms.append(Arm(side, sides[side], after, 0, told[side], () if len(set(way)) == 1 else way))
    return scores_of(scene, arms, words)
