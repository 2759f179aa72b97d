"""Outages and changes of the system's clock in SQL: how both move deadlines."""

from __future__ import annotations

import sqlite3

_LOST = "(?2 - max(?1, wait_since))"
# at least as much is left as was lost, up to half of the time: see bot.tables.deadlines
_GIVEN = f"max({_LOST}, ?2 + min({_LOST}, (deadline_at - wait_since - credited) / 2) - deadline_at)"
_MOVE = f"""
UPDATE tables SET credited = credited + {_GIVEN}, deadline_at = deadline_at + {_GIVEN}
WHERE stage = 'playing' AND deadline_at IS NOT NULL AND wait_since < ?2 AND (?3 IS NULL OR guild_id = ?3)
RETURNING id
"""
# a table that cannot be shown has no deadline: what came before that is credited here, the rest when it is found
_OF_LOST = """
UPDATE tables SET credited = credited + (min(?2, lost_at) - max(?1, wait_since))
WHERE lost_at > ?1 AND lost_at > wait_since AND stage = 'playing' AND held_at IS NULL AND wait_since < ?2
    AND (?3 IS NULL OR guild_id = ?3)
RETURNING id
"""
# due_at stays: the table is looked at then, and due later
_OF_SILENT = """
UPDATE tables SET silent_until = silent_until + (min(?2, coalesce(lost_at, ?2)) - max(?1, silent_since))
WHERE silent_until IS NOT NULL AND stage IN ('lobby', 'playing')
    AND max(?1, silent_since) < min(?2, coalesce(lost_at, ?2)) AND (?3 IS NULL OR guild_id = ?3)
RETURNING id
"""


def credit(db: sqlite3.Connection, since: int, until: int, guild: int | None) -> list[int]:
    """Store that nobody could be reached between two moments (ms since the epoch) and move the deadlines.

    Return the tables that changed.
    """
    if until <= since:
        return []
    scope, of = ("all", 0) if guild is None else ("guild", guild)
    db.execute("INSERT INTO outages (scope, of, since, until) VALUES (?, ?, ?, ?)", (scope, of, since, until))
    moved = (db.execute(statement, (since, until, guild)).fetchall() for statement in (_MOVE, _OF_LOST, _OF_SILENT))
    return sorted({table_id for found in moved for (table_id,) in found})


# due_at is early rather than late: a table is looked at too soon for nothing, and when somebody is back does not move
_SHIFT = """
UPDATE tables SET
    due_at = due_at + min(?1, 0),
    deadline_at = deadline_at + min(?1, ?2 - wait_since), wait_since = min(wait_since + ?1, ?2),
    held_at = min(held_at + ?1, ?2), lost_at = min(lost_at + ?1, ?2),
    silent_until = silent_until + min(?1, ?2 - silent_since), silent_since = min(silent_since + ?1, ?2),
    opened_at = min(opened_at, ?2), changed_at = min(changed_at, ?2), remind_after = 0
WHERE stage IN ('lobby', 'playing') RETURNING id
"""
_LINES = "(SELECT json_group_array(json_array(value ->> 0, value ->> 1, (value ->> 2) + ?1)) FROM json_each({}))"
_SHIFT_DIGESTS = f"UPDATE digests SET at = at + ?1, lines = {_LINES.format('lines')}"
_SHIFT_REMINDERS = f"""
UPDATE shown SET note = {_LINES.format("note")}
WHERE post >= 'reminder:' AND post < 'reminder;' AND message_id IS NOT NULL AND note IS NOT NULL
"""
# else they would be kept for as much longer as the clock was wrong
_ENDED_BY_NOW = "UPDATE tables SET changed_at = ?1 WHERE stage IN ('over', 'closed') AND changed_at > ?1"
_LEFT_BY_NOW = "UPDATE servers SET left_at = ?1 WHERE left_at > ?1"
_PRESSED_BY_NOW = """
UPDATE interactions SET at = ?1
WHERE id > coalesce((SELECT id FROM interactions WHERE at <= ?1 ORDER BY id DESC LIMIT 1), -1) AND at > ?1
"""


def shift(db: sqlite3.Connection, by: int, now: int) -> list[int]:
    """Adjust times after the clock was set by `by` ms and shows `now`, so that all waits have as much time left.

    Return the tables that changed. A wait, a pause, a silence cannot have begun later than now. Times of things that
    have ended are only limited to `now`.
    """
    moved = db.execute(_SHIFT, (by, now)).fetchall()
    db.execute(_SHIFT_DIGESTS, (by,))
    db.execute(_SHIFT_REMINDERS, (by,))
    for statement in (_ENDED_BY_NOW, _LEFT_BY_NOW, _PRESSED_BY_NOW):
        db.execute(statement, (now,))
    return [table_id for (table_id,) in moved]
