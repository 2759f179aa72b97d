"""The looks of Bräus.

Its rules stand in `rules.braus`, its sentences in the catalogues.
"""

from __future__ import annotations

from typing import Final

from bot.messages.score.score_picture import CombDrawing

SPEAR: Final = "M 50 0 C 62 14 67 30 60 42 L 54 47 L 54 100 L 46 100 L 46 47 L 40 42 C 33 30 38 14 50 0 Z | -M 49 14 L 51 14 L 51 38 L 49 38 Z | M 32 50 L 68 50 L 68 57 L 32 57 Z | M 38 62 L 62 62 L 62 68 L 38 68 Z"  # noqa: E501
"""A spear, the highest of all."""
SHIP: Final = "M 0 56 C 4 76 14 86 26 86 L 74 86 C 86 86 96 76 100 56 C 92 68 84 72 76 72 L 24 72 C 16 72 8 68 0 56 Z | M 47 2 L 53 2 L 53 74 L 47 74 Z | M 14 8 L 86 8 L 80 56 L 20 56 Z | -M 34 16 L 46 32 L 34 48 L 24 32 Z | -M 66 16 L 76 32 L 66 48 L 54 32 Z | M 34 25 L 39 32 L 34 39 L 29 32 Z | M 66 25 L 71 32 L 66 39 L 61 32 Z | M 4 94 C 20 88 34 90 50 94 C 66 98 80 98 96 92 L 96 97 C 80 103 66 102 50 98 C 34 95 20 94 4 99 Z"  # noqa: E501
"""A ship under a chequered sail, as on the picture stones."""
WHIRL: Final = "O 50 50 50 | -O 50 50 44 | M 56 50 C 70 48 84 53 83 81 L 70 91 C 75 73 66 65 54 55 Z | M 53 55 C 62 66 64 81 40 94 L 25 87 C 42 83 45 71 48 56 Z | M 47 55 C 42 68 30 78 7 63 L 5 47 C 17 60 29 56 44 51 Z | M 44 50 C 30 52 16 47 17 19 L 30 9 C 25 27 34 35 46 45 Z | M 47 45 C 38 34 36 19 60 6 L 75 13 C 58 17 55 29 52 44 Z | M 53 45 C 58 32 70 22 93 37 L 95 53 C 83 40 71 44 56 49 Z | O 50 50 9 | -O 50 50 4"  # noqa: E501
"""The whirling wheel of the oldest picture stones: the card that gave the game its name."""
COIN: Final = "O 50 50 48 | -O 50 50 42 | O 50 50 38 | -M 46 12 L 54 12 L 54 88 L 46 88 Z | -M 12 46 L 88 46 L 88 54 L 12 54 Z | -O 30 30 6 | -O 70 30 6 | -O 30 70 6 | -O 70 70 6"  # noqa: E501
"""A silver coin: it counts as soon as it is laid."""
SCALES: Final = "O 50 10 9 | -O 50 10 4 | M 46 18 L 54 18 L 54 88 L 46 88 Z | M 26 88 L 74 88 L 74 97 L 26 97 Z | M 12 22 L 88 22 L 88 29 L 12 29 Z | M 21 28 L 38 64 L 33 64 L 21 38 L 9 64 L 4 64 Z | M 0 64 L 42 64 C 40 82 2 82 0 64 Z | M 79 28 L 96 64 L 91 64 L 79 38 L 67 64 L 62 64 Z | M 58 64 L 100 64 C 98 82 60 82 58 64 Z"  # noqa: E501
"""Scales that hang level: this card tips them."""

EMBLEMS: Final = {
    "JC": SPEAR, "8S": SHIP, "KH": WHIRL, "KC": SCALES,
    "7C": COIN, "7S": COIN, "7H": COIN, "7D": COIN,
}  # fmt: skip
"""Code of a card -> its emblem."""


SCORE: Final = CombDrawing
"""Makes the drawing of the scores."""


SPECIALS: Final = {
    "7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens",
    "KC": "outcome-card",
}  # fmt: skip
"""Code of a card -> the last part of a key, `braus.special.…`."""
