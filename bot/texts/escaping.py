"""Text that people wrote, cleaned and escaped for a sentence: it stays readable, formats nothing, mentions nobody."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from discord.utils import escape_markdown

ZERO_WIDTH_SPACE = "\u200b"
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\uffa0\ufff0-\uffff"
    "\U0001d159\U000e0000-\U000e0fff]"
)
"""Characters that show nothing although Unicode calls them letters, marks or symbols, or leaves them unassigned."""
MARKS: Final = 3
"""The most combining marks on one letter; no language writes more."""


class SeatNames(NamedTuple):
    """The names at one table, by seat and by side, escaped for Discord's markdown."""

    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


NOBODY = SeatNames()


def cut(text: str, longest: int) -> str:
    """The text, shortened with an ellipsis to at most `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Text that people wrote, on one line, shown as they wrote it: no markdown, link, mention or emoji takes effect."""
    plain = escape_markdown(legible(text), ignore_links=False)
    return plain.replace("<", "\\<").replace("://", ":\\/\\/").replace("@", "@" + ZERO_WIDTH_SPACE)


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """Text that people wrote, on one line, without invisible characters. May be empty.

    Removed are control, format and private characters (such as those that change the direction of writing), fillers,
    and marks beyond the third on one letter.
    """
    loaded, marks = [], MARKS  # a mark at the start is dropped
    for character in INVISIBLE.sub("", text):
        match unicodedata.category(character):
            case "Cc" | "Zs" | "Zl" | "Zp":
                loaded.append(" ")
                marks = MARKS
            case "Cf" | "Co" | "Cs":
                pass
            case "Mn" | "Mc" | "Me":
                if marks < MARKS:
                    loaded.append(character)
                    marks += 1
            case _:
                loaded.append(character)
                marks = 0
    return " ".join("".join(loaded).split())


def unescape(text: str) -> str:
    """A sentence for a terminal, which shows no markdown: without the characters that `escape` added."""
    return re.sub(r"\\(\W|_)", r"\1", text.replace("@" + ZERO_WIDTH_SPACE, "@"))
