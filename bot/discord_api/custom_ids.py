"""The custom_ids of our components; no other module writes or reads them.

`v1:<verb>:<table>:<argument>:…` and, on a public post, `@<post>` at the end, so that the post can be found again in its
channel (see `bot.publishing.table_publisher`). A custom_id is untrusted input: it only says what was pressed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

VERSION: Final = "v1"
LONGEST: Final = 100
"""The length that Discord allows for a custom_id, and for a value of a menu."""
GREATEST: Final = 2**63 - 1
"""The greatest number that the store can hold."""
NO_TABLE: Final = 0
"""The table of components that belong to none."""


class Press(NamedTuple):
    """The content of a custom_id: the verb, the table (None: none) and the verb's arguments."""

    verb: str
    table: int | None
    args: tuple[str, ...]


def write(verb: str, table: int | None = None, *args: str, post: str = "") -> str:
    """The custom_id for a verb at a table. Raises ValueError if it would be longer than Discord allows."""
    text = ":".join((VERSION, verb, "" if table is None else str(table), *args))
    if post:
        text += "@" + post
    if len(text) > LONGEST:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def read(custom_id: str) -> Press | None:
    """The content of a custom_id; None if it is not one of ours."""
    if len(custom_id) > LONGEST:
        return None
    head, _, _ = custom_id.partition("@")
    version, *rest = head.split(":")
    if version != VERSION or len(rest) < 2 or (rest[1] and number(rest[1]) is None):
        return None
    return Press(rest[0], number(rest[1]), tuple(rest[2:]))


def number(text: str, most: int = GREATEST) -> int | None:
    """A non-negative decimal number up to `most`, by default all that the store can hold; None for any other text.

    Every number that people type or press is read here.
    """
    found = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(GREATEST)) else None
    return None if found is None or found > most else found


def numbers(texts: Iterable[str], most: int = GREATEST) -> tuple[int, ...] | None:
    """The numbers that `number` reads; None if one of the texts is none."""
    found = [number(text, most) for text in texts]
    return None if None in found else tuple(value for value in found if value is not None)


def post_of(custom_id: str) -> tuple[int, str] | None:
    """The table (0: none) and the post that this custom_id belongs to; None if it names no post."""
    press = read(custom_id)
    _, _, post = custom_id.partition("@")
    return (press.table or 0, post) if press and post else None
