"""The cards outside the order of strength, by the key of the words for them."""

from __future__ import annotations

from typing import Final

SPECIALS: Final = {
    "7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens",
    "KC": "outcome-card",
}  # fmt: skip
"""Code of a card -> the last part of a key, `braus.special.…`."""
