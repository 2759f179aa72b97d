"""The cards whose strength depends on the trick, by the key of the words for them."""

from __future__ import annotations

from typing import Final

SPECIALS: Final = {
    "3D": "three",
    "7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens",
    "KC": "club-king", "KS": "spade-king",
}  # fmt: skip
"""Code of a card -> the last part of a key, `voormsi.special.…`."""
