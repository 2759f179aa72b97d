"""When a table is due: a deadline is a column of its row, and derived from its value (DESIGN)."""

from __future__ import annotations

from typing import NamedTuple

from bot.scenes import Holder
from bot.tables.table import Stage, Table
from rules.game import Phase


class Paces(NamedTuple):
    """How long things wait for the clock, in milliseconds."""

    computer: int
    """How long a computer seems to think, so that people can follow."""
    between_hands: int
    lobby: int
    """How long a lobby that nobody starts stays open."""

    def due(self, table: Table, opened_at: int, now: int) -> int | None:
        """When the clock has to look at the table, milliseconds since the epoch; None: it waits for a person."""
        if table.stage is Stage.LOBBY:
            return opened_at + self.lobby
        if table.phase is Phase.DEAL:
            return now + self.between_hands
        seat = table.turn
        if seat is None or table.seats[seat].kind is not Holder.COMPUTER:
            return None
        return now + self.computer
