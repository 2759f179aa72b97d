"""The table's row in the store: the columns for lists and the clock, derived from the table and the time."""

from __future__ import annotations

from bot.store import TableRow
from bot.tables import deadlines
from bot.tables.deadlines import Paces, Wait, wait_of
from bot.tables.table import Table


def row_of(table: Table, was: Table | None, before: TableRow, paces: Paces, now: int) -> TableRow:
    """Return the table's row after a change from `was` (None: it was just opened). `now`: ms since the epoch."""
    wait = wait_of(before)
    if was is not None:
        wait = wait.after(was, table, now)
    if wait.silence is None or deadlines.unsaid(was or table) != deadlines.unsaid(table):
        wait = wait._replace(silence=deadlines.silence(table, wait, paces, before.opened_at, now))
    if was is not None:
        wait = wait._replace(credited=wait.credited + deadlines.stopped(table, wait, now))
    row = before._replace(
        channel_id=table.channel or before.channel_id,
        stage=table.stage,
        seq=table.seq,
        hand=table.hand.number if table.hand else 0,
        turn_seat=table.turn,
        changed_at=now,
    )
    return timed(row, table, wait, paces)


def timed(row: TableRow, table: Table, wait: Wait, paces: Paces) -> TableRow:
    """Return the row with the columns that follow from the table's wait."""
    return row._replace(
        due_at=deadlines.due(table, wait, paces),
        deadline_at=deadlines.deadline(table, wait),
        wait_since=wait.since,
        credited=wait.credited,
        held_at=wait.held_at,
        lost_at=wait.lost_at,
        silent_since=None if wait.silence is None else wait.silence.since,
        silent_until=None if wait.silence is None else wait.silence.until,
    )


def is_due(row: TableRow, now: int) -> bool:
    """Return whether the clock has to act at the table now."""
    return any(at is not None and at <= now for at in (row.due_at, row.deadline_at))
