"""The emblems of the cards with powers, by game: each hints at what its card does."""

from __future__ import annotations

from typing import Final

STAR: Final = "M 50 0 C 53 34 58 42 66 46 C 74 48 86 49 100 50 C 86 51 74 52 66 54 C 58 58 53 66 50 100 C 47 66 42 58 34 54 C 26 52 14 51 0 50 C 14 49 26 48 34 46 C 42 42 47 34 50 0 Z | -O 50 50 9 | O 50 50 4 | O 22 22 5 | O 78 22 5 | O 22 78 5 | O 78 78 5"  # noqa: E501
"""The star that one steers by: nothing ordinary outshines it."""
HARPOON: Final = "M 98 2 C 78 8 58 18 44 36 L 54 40 L 4 88 L 12 96 L 60 46 L 66 58 L 92 62 L 80 46 C 88 34 94 20 98 2 Z | -O 70 32 5 | M 8 62 C 2 40 20 24 34 32 L 32 37 C 22 32 8 44 13 62 Z"  # noqa: E501
"""A harpoon: it is made for one quarry."""
ULU: Final = "M 0 46 C 10 82 28 98 50 98 C 72 98 90 82 100 46 C 86 56 72 60 59 60 L 57 26 L 78 26 C 88 26 88 4 78 4 L 22 4 C 12 4 12 26 22 26 L 43 26 L 41 60 C 28 60 14 56 0 46 Z"  # noqa: E501
"""The round blade: it cuts whatever is before it, two cards excepted."""
FLOAT: Final = "M 12 40 C 16 20 34 10 54 10 C 74 10 90 22 90 40 C 90 58 74 68 54 68 C 34 68 16 58 12 40 Z | M 16 34 L 2 24 L 2 54 L 16 46 Z | M 86 30 L 98 26 L 98 52 L 86 48 Z | -M 26 38 C 30 27 42 20 54 20 L 54 26 C 44 26 36 31 33 40 Z | M 0 76 C 12 68 22 68 33 76 C 44 84 56 84 67 76 C 78 68 88 68 100 76 L 100 83 C 88 75 78 75 67 83 C 56 91 44 91 33 83 C 22 75 12 75 0 83 Z | M 16 92 C 28 86 38 88 50 93 C 62 98 72 98 84 92 L 84 98 C 72 104 62 103 50 99 C 38 94 28 92 16 98 Z"  # noqa: E501
"""The hunter's float: what it is tied to does not go under."""
AURORA: Final = "M 2 44 L 6 40 L 10 44 L 10 84 L 2 84 Z | M 14 24 L 18 20 L 22 24 L 22 90 L 14 90 Z | M 26 10 L 30 6 L 34 10 L 34 88 L 26 88 Z | M 38 20 L 42 16 L 46 20 L 46 80 L 38 80 Z | M 50 32 L 54 28 L 58 32 L 58 76 L 50 76 Z | M 62 14 L 66 10 L 70 14 L 70 78 L 62 78 Z | M 74 4 L 78 0 L 82 4 L 82 86 L 74 86 Z | M 86 30 L 90 26 L 94 30 L 94 94 L 86 94 Z"  # noqa: E501
"""The northern lights: there or not there."""
KAYAK: Final = "M 98 2 C 88 34 66 68 2 98 C 12 66 34 32 98 2 Z | -O 50 50 9 | M 20 14 C 28 10 34 16 34 24 L 78 68 C 86 68 92 74 88 82 C 80 86 74 80 72 74 L 28 30 C 22 28 16 22 20 14 Z | -O 50 50 6"  # noqa: E501
"""The hunter's boat: it comes in from any later place."""
GOGGLES: Final = "M 0 44 C 10 28 28 26 44 31 C 48 32 52 32 56 31 C 72 26 90 28 100 44 C 102 60 88 74 70 73 C 60 72 57 64 50 64 C 43 64 40 72 30 73 C 12 74 -2 60 0 44 Z | -M 12 47 L 42 46 L 42 51 L 12 52 Z | -M 58 46 L 88 47 L 88 52 L 58 51 Z"  # noqa: E501
"""The goggles that a hunter watches through: they wait for one thing."""

EMBLEMS: Final = {
    "voormsi": {
        "KH": STAR, "JC": HARPOON, "8S": ULU, "3D": FLOAT, "KC": KAYAK, "KS": GOGGLES,
        "7C": AURORA, "7S": AURORA, "7H": AURORA, "7D": AURORA,
    }
}  # fmt: skip
"""Game -> a card's code -> its emblem."""
