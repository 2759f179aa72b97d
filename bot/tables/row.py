"""The row beside a table's record: what lists and the clock need of it, derived from its value and the time."""

from __future__ import annotations

from bot.store import TableRow
from bot.tables import deadlines
from bot.tables.deadlines import Paces, Wait, wait_of
from bot.tables.table import Table


def row_of(table: Table, was: Table | None, before: TableRow, paces: Paces, now: int) -> TableRow:
    """The table's row after a change: everything in it that can change follows from the table's value and the time."""
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
    """The row with what follows from how long the table has waited."""
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
    """Whether the clock has something to do at a table now."""
    return any(at is not None and at <= now for at in (row.due_at, row.deadline_at))
