"""The cards whose strength depends on the trick, by the key of the words for them.

Twos and Threes are not among them: they stand with the other rubbish, and an emblem tells that they can do more.
"""

from __future__ import annotations

from typing import Final

SPECIALS: Final = {"7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens"}
"""Code of a card -> the last part of a key, `alkort.special.…`."""
