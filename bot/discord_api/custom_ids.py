"""The custom_ids of our components: written and read here and nowhere else.

`v1:<verb>:<table>:<argument>:…` and, on a public post, `@<post>` at the end, so that the post can be found again in its
channel (see `bot.publishing.publisher`). Nothing in a custom_id is believed: it only says what was pressed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

VERSION: Final = "v1"
LONGEST: Final = 100
GREATEST: Final = 2**63 - 1
"""Number that the store can hold."""


class Press(NamedTuple):
    """What a custom_id says: the verb, the table it is about (None: none) and the verb's arguments."""

    verb: str
    table: int | None
    args: tuple[str, ...]


def write(verb: str, table: int | None = None, *args: str, post: str = "") -> str:
    """The custom_id for a verb at a table; ValueError when it would be longer than Discord allows."""
    text = ":".join((VERSION, verb, "" if table is None else str(table), *args))
    if post:
        text += "@" + post
    if len(text) > LONGEST:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def read(custom_id: str) -> Press | None:
    """The press that a custom_id stands for; None when it is not one of ours."""
    head, _, _ = custom_id.partition("@")
    version, *rest = head.split(":")
    if version != VERSION or len(rest) < 2 or (rest[1] and number(rest[1]) is None):
        return None
    return Press(rest[0], number(rest[1]), tuple(rest[2:]))


def number(text: str) -> int | None:
    """A number as custom_ids write it, which the store can hold; None for anything else."""
    found = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(GREATEST)) else None
    return None if found is None or found > GREATEST else found


def post_of(custom_id: str) -> tuple[int, str] | None:
    """The table and the post that carry this custom_id; None when it names none."""
    press = read(custom_id)
    _, _, post = custom_id.partition("@")
    return (press.table, post) if press and press.table is not None and post else None
