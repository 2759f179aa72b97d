"""Conditions of a commit: what must still hold in the transaction that writes, as one writer after another sees it.

Whoever asks first only tells people why something is refused: between that look and the commit everything may change.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from bot.store.rows import JsonObject, LimitedUse, UseLimit

CONTACT: Final = "contact"
FIRST_CONTACT: Final = "first contact"
"""The kinds of uses that reach somebody else, and somebody who has never used the bot."""


class CountedRows(StrEnum):
    """The rows of which there may be only so many."""

    TABLES_OF_PERSON = "tables of a person"
    """The running tables that a person (a key) has opened, but those of cups."""
    TABLES_OF_GUILD = "tables of a guild"
    """The running tables of a guild, but those of cups."""
    CUPS_OF_GUILD = "cups of a guild"
    """The running cups."""
    LEAGUES_OF_GUILD = "leagues of a guild"
    """The leagues that are not over."""
    TEMPLATES_OF_GUILD = "templates of a guild"
    BLOCKS_OF_PERSON = "blocks of a person"
    """The people whom a person (a key) has blocked."""


class FewerThan(NamedTuple):
    """The condition that there are fewer than `most` rows of a person or a guild."""

    most: int
    counted: CountedRows
    of: str | int


class Unbanned(NamedTuple):
    """The condition that nobody of these people (keys) is banned in a guild."""

    guild_id: int
    people: tuple[str, ...]


class Unblocked(NamedTuple):
    """The condition that none of these people has blocked the person (all are keys)."""

    person: str
    by: tuple[str, ...]


class SamePreferences(NamedTuple):
    """A guild's preferences are those that were looked at."""

    guild_id: int
    said: JsonObject


class StillNamed(NamedTuple):
    """A person (a key) organises in a guild by name."""

    guild_id: int
    person: str


class Contact(NamedTuple):
    """A person reaches another (keys) only so often; `first`: somebody who has never used the bot themselves.

    It is counted as a use.
    """

    by: str
    person: str
    limits: tuple[UseLimit, ...]
    first: UseLimit


Condition = FewerThan | Unbanned | Unblocked | SamePreferences | StillNamed | LimitedUse | Contact
"""A `LimitedUse` is counted as well."""
