"""Names of seats and sides, ready for a sentence: what people wrote is escaped, formats nothing, mentions nobody."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from discord.utils import escape_markdown

ZERO_WIDTH_SPACE = "\u200b"


class Names(NamedTuple):
    """The names at one table, by seat and by side, escaped for Discord's markdown."""

    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


NOBODY = Names()


@lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    """Text that people wrote, on one line, that shows as they wrote it: no markdown, no link, no mention, no emoji."""
    plain = escape_markdown(" ".join(text.split()), ignore_links=False)
    return plain.replace("<", "\\<").replace("://", ":\\/\\/").replace("@", "@" + ZERO_WIDTH_SPACE)


def unescaped(text: str) -> str:
    """A sentence for a terminal, which knows no markdown: what `escaped` put in is gone."""
    return re.sub(r"\\(\W|_)", r"\1", text.replace("@" + ZERO_WIDTH_SPACE, "@"))
