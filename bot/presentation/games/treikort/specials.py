"""The cards whose strength depends on the trick, by the key of the words for them."""

from __future__ import annotations

from typing import Final

SPECIALS: Final = dict.fromkeys(("7C", "7S", "7H", "7D"), "sevens")
"""Code of a card -> the last part of a key, `treikort.special.…`."""
