"""Holders of seats: a person, a computer, or nobody."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Holder(StrEnum):
    """The kind of a seat's holder."""

    PERSON = "person"
    COMPUTER = "computer"
    EMPTY = "empty"


class SeatHolder(NamedTuple):
    """The holder of a seat.

    `name` is plain text: a person's display name, or the name of a computer. `discord_id` is for mentions, or None.
    `was`: the name of the person whom a computer replaced, else "". `open`: anybody may take the seat.
    `away`: until when the person is away, seconds since the epoch. `kept_for`: the name of the person for whom an empty
    seat is kept, else ""; `kept_until`: until when, seconds since the epoch, None: as long as the lobby is open.
    """

    kind: Holder
    name: str = ""
    discord_id: int | None = None
    was: str = ""
    open: bool = False
    away: int | None = None
    kept_for: str = ""
    kept_until: int | None = None

    @property
    def erased(self) -> bool:
        return self.kind is Holder.PERSON and not self.name and self.discord_id is None


EMPTY = SeatHolder(Holder.EMPTY)
