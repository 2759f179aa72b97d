"""The looks of Karnöffel.

Its rules stand in `rules.karnoffel`, its sentences in the catalogues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.kit.drawing import CENTRE, CORNER, WIDE, Canvas, Drawing
from bot.messages.kit.game_looks import Emblems, Order, Specials
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import TEXT
from bot.messages.score.ladder_picture import EDGE, NAMED, Arm, draw_head, fit_arms
from bot.messages.score.story import HandPoints
from bot.texts.translator import Translator

CUDGEL: Final = "M 4 90 L 10 97 L 48 62 C 60 72 84 66 94 46 C 104 24 94 2 74 4 C 54 6 34 28 40 54 Z | -O 72 22 5 | -O 86 36 5 | -O 58 36 5 | -O 72 50 5"  # noqa: E501
"""A cudgel, for *karnöffeln* is to cudgel."""
HORNS: Final = "M 14 0 C 4 22 12 40 28 46 L 44 30 C 28 28 18 18 14 0 Z | M 86 0 C 96 22 88 40 72 46 L 56 30 C 72 28 82 18 86 0 Z | M 50 28 C 72 28 84 42 82 58 C 80 78 62 90 50 99 C 38 90 20 78 18 58 C 16 42 28 28 50 28 Z | -M 27 52 L 45 61 C 40 68 29 66 27 52 Z | -M 73 52 L 55 61 C 60 68 71 66 73 52 Z | -M 36 76 C 44 81 56 81 64 76 C 60 87 40 87 36 76 Z"  # noqa: E501
"""A horned head."""
TIARA: Final = "M 46 0 L 54 0 L 54 6 L 61 6 L 61 13 L 54 13 L 54 22 L 46 22 L 46 13 L 39 13 L 39 6 L 46 6 Z | M 50 18 C 74 22 86 50 82 82 L 18 82 C 14 50 26 22 50 18 Z | -M 29 40 L 71 40 L 73 46 L 27 46 Z | -M 21 61 L 79 61 L 80 67 L 20 67 Z | M 14 87 L 86 87 L 86 98 L 14 98 Z"  # noqa: E501
"""A tiara of three tiers."""
ORB: Final = "M 46 0 L 54 0 L 54 9 L 66 9 L 66 17 L 54 17 L 54 34 L 46 34 L 46 17 L 34 17 L 34 9 L 46 9 Z | O 50 65 34 | -M 14 61 L 86 61 L 86 68 L 14 68 Z | -M 47 35 L 53 35 L 53 61 L 47 61 Z"  # noqa: E501
"""An orb with a cross, as an emperor holds it."""
DAGGER_UP: Final = "M 50 0 L 58 18 L 58 62 L 42 62 L 42 18 Z | -M 49 18 L 51 18 L 51 56 L 49 56 Z | M 26 62 L 74 62 L 74 71 L 26 71 Z | M 45 71 L 55 71 L 55 88 L 45 88 Z | O 50 92 8"  # noqa: E501
"""A dagger that points up: it stabs the Over."""
DAGGER_DOWN: Final = "M 50 100 L 58 82 L 58 38 L 42 38 L 42 82 Z | -M 49 82 L 51 82 L 51 44 L 49 44 Z | M 26 38 L 74 38 L 74 29 L 26 29 Z | M 45 29 L 55 29 L 55 12 L 45 12 Z | O 50 8 8"  # noqa: E501
"""A dagger that points down: it stabs the Under."""
DAGGERS: Final = "M 14 7 L 31 16 L 66 58 L 55 67 L 20 25 Z | -M 25 24 L 28 21 L 57 55 L 54 57 Z | M 46 74 L 74 51 L 79 57 L 52 80 Z | M 62 72 L 69 65 L 81 79 L 73 85 Z | O 80 85 8 | M 86 7 L 80 25 L 45 67 L 34 58 L 69 16 Z | -M 72 21 L 75 24 L 46 57 L 43 55 Z | M 26 51 L 54 74 L 48 80 L 21 57 Z | M 31 65 L 38 72 L 27 85 L 19 79 Z | O 20 85 8"  # noqa: E501
"""Two daggers, crossed."""

OF_GROUP: Final = {
    "karnoffel": CUDGEL, "devil": HORNS, "pope": TIARA, "kaiser": ORB,
    "over_stabber": DAGGER_UP, "under_stabber": DAGGER_DOWN, "suit_stabber": DAGGERS,
}  # fmt: skip
"""Name of a group with one card -> its emblem."""


def _emblems(order: Order) -> Emblems:
    """Code of a card -> its emblem in a hand with this order; none before a suit is chosen."""
    return {group.cards[0].code: OF_GROUP[group.name] for group in order if group.name in OF_GROUP}


EMBLEMS: Final = _emblems


LEFT: Final = CORNER[0] + 20
"""The x where the cudgels begin, to the right of the corner."""
CUDGELS: Final = 64
"""The height of the cudgels, and their greatest width."""
NUMBERS: Final = 42
"""The height of the numbers of the hands below them."""


@dataclass(frozen=True)
class CudgelsDrawing(Drawing):
    """The sides: a cudgel for each hand won with its number, and a dot for each that is still needed.

    `won`: the numbers of the hands that each side has won. The cudgel of the hand just played is bright.
    """

    name = "score.png"

    arms: tuple[Arm, ...]
    target: int
    won: tuple[tuple[int, ...], ...]

    def high(self) -> int:
        return 8 + len(self.arms) * (NAMED + CUDGELS + NUMBERS)

    def clear(self) -> int:
        return CUDGELS + NUMBERS

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        for arm, won in zip(fit_arms(self.arms), self.won, strict=True):
            draw_head(canvas, arm, y, has_won=arm.score >= self.target)
            self._cudgels(canvas, arm, won, y + 8 + NAMED)
            y += NAMED + CUDGELS + NUMBERS

    def _cudgels(self, canvas: Canvas, arm: Arm, won: Sequence[int], y: int) -> None:
        room = min((WIDE - EDGE - LEFT) // max(1, self.target), CUDGELS + 40)
        side = min(room - 6, CUDGELS)
        for place in range(max(self.target, arm.score)):
            left, middle = LEFT + room * place, LEFT + room * place + room // 2
            if place >= arm.score:
                canvas.plate(middle - 7, y + CUDGELS // 2 - 7, 14, 14, Colour.SHALLOW, 7)
                continue
            ink = Colour.BRASS if arm.before is not None and place >= arm.before else Colour.ICE
            canvas.shape(CUDGEL, left + (room - side) // 2, y + (CUDGELS - side) // 2, side, side, ink)
            if place < len(won):
                canvas.line(str(won[place]), middle, y + CUDGELS, TEXT, ink=Colour.MIST, lean=CENTRE)


def _drawing(arms: tuple[Arm, ...], target: int | None, hands: tuple[HandPoints, ...]) -> CudgelsDrawing:
    won = tuple(tuple(hand.hand for hand in hands if hand.side == side) for side in range(len(arms)))
    return CudgelsDrawing(arms, target or max(arm.score for arm in arms), won)


def _score_lines(sides: Sequence[str], hands: tuple[HandPoints, ...], words: Translator) -> list[str]:
    """The hands that each side has won, by their numbers."""
    won = [[str(hand.hand) for hand in hands if hand.side == side] for side in range(len(sides))]
    return [
        words.count("karnoffel.score.by-hand", len(hands), side=side, hands=words.join(hands))
        for side, hands in zip(sides, won, strict=True)
        if hands
    ]


SCORE: Final = _drawing
"""Makes the drawing of the scores."""
TOLD: Final = _score_lines
"""Tells the rest of that drawing in words."""


def _specials(order: Order) -> Specials:
    """Code of a card -> the last part of a key, `karnoffel.special.…`; none before a suit is chosen."""
    return {card.code: group.name for group in order if group.name == "devil" for card in group.cards}


SPECIALS: Final = _specials
