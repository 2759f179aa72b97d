"""The cards whose strength depends on the trick, by the key of the words for them."""

from __future__ import annotations

from typing import Final

SPECIALS: Final = {
    "7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens",
    "2C": "twos", "2S": "twos", "2D": "twos",
    "3C": "threes", "3S": "threes", "3H": "threes", "3D": "threes",
}  # fmt: skip
"""Code of a card -> the last part of a key, `alkort.special.…`."""
