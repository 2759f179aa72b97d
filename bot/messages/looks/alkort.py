"""The looks of Alkort.

Its rules stand in `rules.alkort`, its sentences in the catalogues.
"""

from __future__ import annotations

from typing import Final

from bot.messages.score.score_picture import CombDrawing

SHARK: Final = "M 98 56 C 84 42 66 36 53 36 C 51 24 43 14 32 9 C 36 20 36 30 34 38 C 26 40 20 44 15 48 C 11 38 6 31 0 27 C 2 39 4 47 6 54 C 4 62 2 71 0 82 C 8 77 14 69 18 62 C 28 68 40 71 51 71 C 50 79 46 85 40 91 C 53 88 61 80 65 70 C 77 68 88 64 98 56 Z | -O 84 51 3 | -M 69 45 C 66 51 66 57 69 63 L 72 63 C 69 57 69 51 72 45 Z | -M 62 44 C 59 51 59 58 62 64 L 65 64 C 62 58 62 51 65 44 Z"  # noqa: E501
"""A shark: the six highest cards are called sharks, *hákallar*."""
RAVEN: Final = "O 67 23 15 | M 76 13 C 86 14 94 20 99 28 C 92 30 84 32 77 33 Z | M 55 15 C 44 34 24 44 8 82 L 1 98 L 22 90 C 38 88 56 82 67 66 C 77 53 83 39 81 27 Z | M 44 80 L 50 80 L 50 98 L 38 98 L 38 94 L 44 94 Z | M 57 74 L 63 72 L 63 98 L 51 98 L 51 94 L 57 94 Z | -O 71 19 3 | -M 62 38 C 50 48 38 60 27 77 L 32 78 C 44 65 54 55 66 44 Z"  # noqa: E501
"""A raven, which led the first ships to Iceland: strong if it leads the way."""
HOOK: Final = "O 62 11 11 | -O 62 11 5 | M 57 20 L 67 20 L 67 66 C 67 86 55 99 38 99 C 20 99 7 86 7 66 L 7 48 L 28 71 L 17 71 C 19 83 27 89 38 89 C 50 89 57 81 57 66 Z"  # noqa: E501
"""A fish-hook: small, and it takes what is greater."""

EMBLEMS: Final = {
    "KD": SHARK, "2H": SHARK, "4C": SHARK, "8S": SHARK, "9H": SHARK, "9D": SHARK,
    "7C": RAVEN, "7S": RAVEN, "7H": RAVEN, "7D": RAVEN,
    "2C": HOOK, "2S": HOOK, "2D": HOOK,
    "3C": HOOK, "3S": HOOK, "3H": HOOK, "3D": HOOK,
}  # fmt: skip
"""Code of a card -> its emblem."""


SCORE: Final = CombDrawing
"""Makes the drawing of the scores."""


SPECIALS: Final = {"7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens"}
"""Code of a card -> the last part of a key, `alkort.special.…`."""
