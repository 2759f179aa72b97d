"""The looks of Voormsi.

Its rules stand in `rules.voormsi`, its sentences in the catalogues.
"""

from __future__ import annotations

from typing import Final

EMBLEMS: Final = {
    "KH": "KH", "JC": "JC", "8S": "ulo", "3D": "float", "KC": "KC", "KS": "KS",
    "7C": "aurora", "7S": "aurora", "7H": "aurora", "7D": "aurora",
}  # fmt: skip
"""Code of a card -> its figure: an ulo cuts whatever was played before it, but for two cards; what is tied to a
hunter's float does not sink; the northern lights are there or not."""


SPECIALS: Final = {
    "3D": "three",
    "7C": "sevens", "7S": "sevens", "7H": "sevens", "7D": "sevens",
    "KC": "club-king", "KS": "spade-king",
}  # fmt: skip
"""Code of a card -> the last part of a key, `voormsi.special.…`."""
