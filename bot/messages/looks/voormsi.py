"""The looks of Voormsi.

Its rules stand in `rules.voormsi`, its sentences in the catalogues.
"""

from __future__ import annotations

from typing import Final

from bot.messages.kit.shapes import STAR

HARPOON: Final = "M 98 2 C 78 8 58 18 44 36 L 54 40 L 4 88 L 12 96 L 60 46 L 66 58 L 92 62 L 80 46 C 88 34 94 20 98 2 Z | -O 70 32 5 | M 8 62 C 2 40 20 24 34 32 L 32 37 C 22 32 8 44 13 62 Z"  # noqa: E501
"""A harpoon, made for one kind of prey."""
ULU: Final = "M 0 48 C 8 82 28 98 50 98 C 72 98 92 82 100 48 C 84 56 70 58 58 58 L 57 26 L 80 26 C 90 26 90 6 80 6 L 20 6 C 10 6 10 26 20 26 L 43 26 L 42 58 C 30 58 16 56 0 48 Z | -M 20 69 C 36 76 64 76 80 69 L 77 74 C 63 81 37 81 23 74 Z"  # noqa: E501
"""An ulu, the round knife: it cuts whatever was played before it, except two cards."""
FLOAT: Final = "M 42 0 L 58 0 L 58 10 L 42 10 Z | O 50 42 36 | -M 22 42 C 22 26 34 16 48 15 L 48 21 C 38 22 29 30 29 42 Z | -M 0 58 C 12 50 22 50 33 58 C 44 66 56 66 67 58 C 78 50 88 50 100 58 L 100 82 L 0 82 Z | M 0 64 C 12 56 22 56 33 64 C 44 72 56 72 67 64 C 78 56 88 56 100 64 L 100 73 C 88 65 78 65 67 73 C 56 81 44 81 33 73 C 22 65 12 65 0 73 Z | M 10 86 C 22 79 32 80 42 86 C 54 93 68 93 90 85 L 90 93 C 68 101 54 101 42 94 C 32 88 22 87 10 94 Z"  # noqa: E501
"""A hunter's float: whatever is tied to it does not sink."""
AURORA: Final = "M 14 98 C 0 70 34 54 16 12 C 46 44 12 66 28 96 Z | M 44 94 C 28 62 64 46 46 0 C 78 38 44 60 60 92 Z | M 76 98 C 62 72 94 56 78 16 C 106 48 74 68 90 96 Z"  # noqa: E501
"""The northern lights, which are there or not."""
KAYAK: Final = "M 98 2 C 88 34 66 68 2 98 C 12 66 34 32 98 2 Z | -O 50 50 9 | M 20 14 C 28 10 34 16 34 24 L 78 68 C 86 68 92 74 88 82 C 80 86 74 80 72 74 L 28 30 C 22 28 16 22 20 14 Z | -O 50 50 6"  # noqa: E501
"""A kayak, the hunter's boat: it comes in from any later place."""
GOGGLES: Final = "M 0 48 C 0 34 10 28 24 27 C 40 25 60 25 76 27 C 90 28 100 34 100 48 C 100 66 88 76 71 74 C 60 73 58 60 50 60 C 42 60 40 73 29 74 C 12 76 0 66 0 48 Z | -M 10 45 L 44 45 L 44 50 L 10 50 Z | -M 56 45 L 90 45 L 90 50 L 56 50 Z"  # noqa: E501
"""Snow goggles: a hunter watches through them for one thing."""

EMBLEMS: Final = {
    "KH": STAR, "JC": HARPOON, "8S": ULU, "3D": FLOAT, "KC": KAYAK, "KS": GOGGLES,
    "7C": AURORA, "7S": AURORA, "7H": AURORA, "7D": AURORA,
}  # fmt: skip
"""Code of a card -> its emblem."""


SPECIALS: Final = {
    "3D": "three",
    "7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens",
    "KC": "club-king", "KS": "spade-king",
}  # fmt: skip
"""Code of a card -> the last part of a key, `voormsi.special.…`."""
