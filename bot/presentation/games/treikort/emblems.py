"""The emblems of the highest cards and the Sevens; each hints at what its card does."""

from __future__ import annotations

from typing import Final

MOUNTAIN: Final = "M 0 96 L 36 20 C 40 12 44 12 48 20 L 58 42 L 66 32 C 70 26 74 26 78 34 L 100 96 Z | -M 42 24 L 52 44 L 46 40 L 41 50 L 35 42 L 30 50 Z | -M 72 40 L 80 56 L 74 53 L 70 60 L 64 52 Z"  # noqa: E501
"""A mountain with snow on its peaks: it stands above the low cards."""
VOLCANO: Final = "M 2 98 L 32 44 C 38 50 44 44 50 50 C 56 44 62 50 68 44 L 98 98 Z | -M 46 56 C 54 66 42 76 50 98 L 58 98 C 52 80 64 68 54 56 Z | M 46 38 C 40 26 50 20 46 6 C 58 14 58 28 54 38 Z | M 30 34 C 22 24 26 16 20 10 C 32 12 38 22 38 34 Z | M 62 34 C 62 22 68 12 80 10 C 74 16 78 24 70 34 Z"  # noqa: E501
"""A mountain that throws fire: the highest of all."""
GEYSER: Final = "M 44 82 C 46 56 44 36 40 24 L 60 24 C 56 36 54 56 56 82 Z | O 50 14 14 | O 32 24 11 | O 68 24 11 | O 24 44 6 | O 76 44 6 | O 30 60 4 | O 70 60 4 | M 0 90 C 14 78 34 76 50 76 C 66 76 86 78 100 90 C 84 100 16 100 0 90 Z | -M 18 89 C 32 84 68 84 82 89 C 68 94 32 94 18 89 Z"  # noqa: E501
"""A geyser: it shoots up, or lies still."""

EMBLEMS: Final = {
    "QC": VOLCANO,
    **dict.fromkeys(("2S", "KD", "2H", "4C", "8S", "9H", "9D"), MOUNTAIN),
    **dict.fromkeys(("7C", "7S", "7H", "7D"), GEYSER),
}
"""Code of a card -> its emblem."""
