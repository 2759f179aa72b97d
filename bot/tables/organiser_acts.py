"""The acts of organisers at tables, as their server's log keeps them."""

from __future__ import annotations

from bot.store import ActRow
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.table import Table


def act_of(table: Table, action: TableAction, guild_id: int, at: int) -> ActRow | None:
    """Return the act that an action at a table (as it is before) is, at `at` (ms since the epoch).

    None for what nobody did as an organiser: what everybody at the table may do, or who opened it; and for what a cup
    does at its tables, which is in the cup's own log.
    """
    match action:
        case actions.OpenSeat(seat=seat, by=str(by), manager=True):
            return ActRow(guild_id, at, by, "kick", table.seats[seat].person, table.name)
        case actions.Admit(by=by, person=person, manager=True, cup=False):
            return ActRow(guild_id, at, by, "seat", person, table.name)
        case actions.MoveTable(by=by, manager=True) if by != table.opener:
            return ActRow(guild_id, at, by, "move", None, table.name)
        case actions.Close(by=str(by), manager=True) if by != table.opener:
            return ActRow(guild_id, at, by, "close", None, table.name)
        case actions.Propose(by=by, what=what, manager=True, cup=False):
            return ActRow(guild_id, at, by, what, None, table.name)
        case actions.Agree(by=by, manager=True):
            return ActRow(guild_id, at, by, "agree", None, table.name)
        case actions.Disagree(by=by, manager=True):
            return ActRow(guild_id, at, by, "disagree", None, table.name)
        case actions.Resume(by=by, manager=True, cup=False) if table.seat_of(by) is None:
            return ActRow(guild_id, at, by, "resume", None, table.name)
    return None
