"""The people whom somebody reaches at a table by an invitation."""

from __future__ import annotations

from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.table import Table


def reached_at(table: Table, action: TableAction) -> tuple[str, ...]:
    """Return the keys of the people whom an action reaches: not those for whom a seat is kept already."""
    if not isinstance(action, actions.Invite):
        return ()
    known = {action.by, *table.humans, *(seat.kept_for for seat in table.seats)}
    return tuple(one for one in dict.fromkeys(action.people) if one not in known)
