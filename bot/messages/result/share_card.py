"""The card to share: the end of a rubber in one picture, with its names, its score and the trick that decided it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.messages.hand.hand_picture import BETWEEN, Played, draw_row
from bot.messages.kit.card_faces import Look, height
from bot.messages.kit.drawing import BAND, CENTRE, RIGHT, SELDOM, Canvas, Drawing, corner
from bot.messages.kit.palette import Colour
from bot.messages.kit.seat_labels import MARKS, colour_of
from bot.messages.kit.shapes import cover
from bot.messages.kit.typeface import NAME, TEXT, Weight, break_lines, width

WIDE: Final = 1200
HIGH: Final = 630
EDGE: Final = 60
RIM: Final = 30
"""The space to the right of the deciding trick."""
BESIDE: Final = corner(WIDE, HIGH)[0] + 10
"""The x where the deciding trick begins, beside the ALT sign."""
TOP: Final = 44
TITLE: Final = 62
SMALL: Final = 42
MARK: Final = 44
SCORES: Final = (150, 120, 96)
MOST_SCORE: Final = 420
"""The greatest width of the score."""
HORIZON: Final = 232
"""The y of the highest peak."""
RANGE: Final = 84
"""The height of the mountains."""
PLAYS: Final = 328
LARGEST: Final = 132
"""The width of a card of the deciding trick, if there are few."""
BELOW: Final = 576
"""The y of the line below the trick."""
FAR: Final = (
    "M 0 100 L 0 72 L 5 50 L 9 62 L 15 22 L 19 40 L 22 34 L 29 70 L 36 48 L 41 58 L 48 16 L 53 42 L 57 36 L 64 66 "
    "L 70 44 L 76 60 L 83 26 L 87 44 L 91 38 L 97 64 L 100 56 L 100 100 Z"
)
NEAR: Final = (
    "M 0 100 L 0 88 L 8 74 L 14 84 L 24 64 L 33 86 L 42 76 L 52 90 L 62 72 L 71 88 L 80 70 L 89 86 L 100 74 L 100 100 Z"
)
SNOW: Final = (
    "M 15 22 L 17.4 33 L 15.6 31 L 14.4 38 L 12.9 35 Z",
    "M 48 16 L 50.6 30 L 48.6 27 L 47.2 36 L 45.4 32 Z",
    "M 83 26 L 85.2 36 L 83.6 34 L 82.2 41 L 80.8 38 Z",
)
STARS: Final = ((0.34, 30), (0.47, 62), (0.55, 24), (0.62, 196), (0.29, 208), (0.71, 34), (0.41, 150), (0.9, 214))
"""The places of stars: a share of the width, and pixels from the top."""


@dataclass(frozen=True)
class ShareCardDrawing(Drawing):
    """The end of a rubber. `winner` is None for a draw; `score` is "" where it does not say who won.

    `told`: the turning point, or another line of the story; "" without one.
    """

    name = "result.png"
    level = SELDOM

    look: Look
    winner: int | None
    game: str
    title: str
    others: str
    score: str
    plays: tuple[Played, ...]
    told: str

    def wide(self) -> int:
        return WIDE

    def high(self) -> int:
        return HIGH

    def clear(self) -> int:
        return corner(WIDE, HIGH)[1]

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        self._sky(canvas, y)
        self._result(canvas, y)
        self._trick(canvas, y)
        middle = (BESIDE + WIDE - RIM) // 2
        canvas.line(self.told, middle, y + BELOW, TEXT + 3, ink=Colour.ICE, room=WIDE - RIM - BESIDE, lean=CENTRE)

    @staticmethod
    def _sky(canvas: Canvas, y: int) -> None:
        """Draw stars, and mountains of ice at the horizon."""
        canvas.band(y)
        for share, down in STARS:
            canvas.plate(round(WIDE * share), y + BAND + down, 4, 4, Colour.MIST, 2)
        canvas.shape(FAR, 0, y + HORIZON, WIDE, RANGE, Colour.SHALLOW)
        for peak in SNOW:
            canvas.through(cover(peak, WIDE, RANGE), 0, y + HORIZON, Colour.MIST)
        canvas.through(cover(NEAR, WIDE, RANGE), 0, y + HORIZON, Colour.DEEP)

    def _result(self, canvas: Canvas, y: int) -> None:
        """Draw the game, who won against whom, and the score."""
        size = next((size for size in SCORES if width(self.score, size, Weight.BOLD) <= MOST_SCORE), SCORES[-1])
        top, score = y + TOP + (SCORES[0] - size) // 2, width(self.score, size, Weight.BOLD)
        canvas.line(self.score, WIDE - EDGE, top, size, ink=Colour.BRASS, weight=Weight.BOLD, lean=RIGHT)
        room = WIDE - 2 * EDGE - score - 40
        canvas.line(self.game, EDGE, y + TOP, TEXT + 3, ink=Colour.MIST, room=room)
        below = self._title(canvas, y + TOP + 46, room)
        canvas.line(self.others, EDGE, below, NAME - 2, ink=Colour.MIST, room=room)

    def _title(self, canvas: Canvas, y: int, room: int) -> int:
        """Draw who won, in two lines if it is long; return the y below."""
        x, ink = EDGE, Colour.ICE
        is_short = width(self.title, TITLE, Weight.BOLD) <= room - MARK - 16
        size = TITLE if is_short else SMALL
        if self.winner is not None:
            mark, ink = MARKS[self.winner % len(MARKS)], colour_of(self.winner)
            canvas.shape(mark.outline, x, y + size * 3 // 5 - MARK // 2, MARK, MARK, mark.colour)
            x += MARK + 16
        lines = break_lines(self.title, size, Weight.BOLD, room - x + EDGE, 1 if is_short else 2)
        for number, line in enumerate(lines):
            canvas.line(line, x, y + round(1.15 * size) * number, size, ink=ink, weight=Weight.BOLD)
        return y + round(1.15 * size) * len(lines) + 12

    def _trick(self, canvas: Canvas, y: int) -> None:
        """Draw the plays of the deciding trick beside each other and the ALT sign, with the names below the cards."""
        if not self.plays:
            return
        wide, room = self._card(), (WIDE - RIM - BESIDE) // len(self.plays)
        y += PLAYS + (height(LARGEST) - height(wide)) // 2
        draw_row(canvas, self.look, self.plays, BESIDE, room, y, y + height(wide) + 8, wide)

    def _card(self) -> int:
        """The width of a card."""
        count = sum(len(play.cards) for play in self.plays)
        return min(LARGEST, (WIDE - RIM - BESIDE - 24 * len(self.plays)) // max(1, count) - BETWEEN)
