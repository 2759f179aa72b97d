"""Names that look alike: found, and told apart by a number."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from bot.texts.escaping import legible

LOOK_ALIKES: Final = str.maketrans("авсеніјкмоѕртухαεικμνορτυ", "abcehijkmosptyxaeikmvoptu")
"""Small Cyrillic and Greek letters, and the Latin ones that they (or their capitals) look like."""


def outline(text: str) -> str:
    """The form of a name in which names that look alike are equal.

    It ignores case, blanks, accents, signs, and letters of another alphabet that look the same.
    """
    return letters(text) or legible(text).casefold()


@lru_cache(maxsize=4096)
def letters(text: str) -> str:
    """The letters and digits of an outline; "" for a name that has none."""
    plain = unicodedata.normalize("NFKD", legible(text)).casefold().translate(LOOK_ALIKES)
    return "".join(filter(str.isalnum, plain))


def tell_apart(names: Sequence[str], numbered: Callable[[str, int], str]) -> tuple[str, ...]:
    """The names, with `numbered(name, index)` in place of those that look alike; of all, if that is not enough."""
    times = Counter(map(outline, names))
    told = tuple(numbered(name, at) if times[outline(name)] > 1 else name for at, name in enumerate(names))
    if len(set(map(outline, told))) == len(names):
        return told
    return tuple(numbered(name, at) for at, name in enumerate(names))
