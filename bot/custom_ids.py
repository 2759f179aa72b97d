"""The custom_ids of our components: written and read here and nowhere else.

`v1:<verb>:<table>:<argument>:…` and, on a public post, `@<post>` at the end, so that the post can be found again in its
channel (see `bot.publishing.publisher`). Nothing in a custom_id is believed: it only says what was pressed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

VERSION: Final = "v1"
LONGEST: Final = 100


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
    if version != VERSION or len(rest) < 2 or not (rest[1] == "" or rest[1].isdecimal()):
        return None
    return Press(rest[0], int(rest[1]) if rest[1] else None, tuple(rest[2:]))


def post_of(custom_id: str) -> tuple[int, str] | None:
    """The table and the post that carry this custom_id; None when it names none."""
    press = read(custom_id)
    _, _, post = custom_id.partition("@")
    return (press.table, post) if press and press.table is not None and post else None
