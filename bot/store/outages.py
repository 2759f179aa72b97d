"""Outages in SQL: when tables could not be reached, and the deadlines that move by it; and a clock that goes back."""

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
    """Note that nobody could be reached between two moments (ms since the epoch), and move deadlines; which tables'."""
    if until <= since:
        return []
    scope, of = ("all", 0) if guild is None else ("guild", guild)
    db.execute("INSERT INTO outages (scope, of, since, until) VALUES (?, ?, ?, ?)", (scope, of, since, until))
    moved = (db.execute(statement, (since, until, guild)).fetchall() for statement in (_MOVE, _OF_LOST, _OF_SILENT))
    return sorted({table_id for found in moved for (table_id,) in found})


_WAIT_ANEW = """
UPDATE tables SET
    due_at = due_at - (wait_since - ?1), deadline_at = deadline_at - (wait_since - ?1), wait_since = ?1,
    opened_at = min(opened_at, ?1), changed_at = min(changed_at, ?1)
WHERE stage IN ('lobby', 'playing') AND wait_since > ?1
RETURNING id
"""
_HOLD_ANEW = "UPDATE tables SET held_at = ?1 WHERE stage IN ('lobby', 'playing') AND held_at > ?1 RETURNING id"
_LOSE_ANEW = "UPDATE tables SET lost_at = ?1 WHERE stage IN ('lobby', 'playing') AND lost_at > ?1 RETURNING id"
_ASK_ANEW = """
UPDATE tables SET
    due_at = min(coalesce(due_at, silent_until), silent_until - (silent_since - ?1)),
    silent_until = silent_until - (silent_since - ?1), silent_since = ?1
WHERE silent_until IS NOT NULL AND stage IN ('lobby', 'playing') AND silent_since > ?1
RETURNING id
"""
_REMIND_ANEW = "UPDATE tables SET remind_after = 0 WHERE stage IN ('lobby', 'playing') AND remind_after > ?1"
_SEND_ANEW = "UPDATE digests SET at = ?1 WHERE at > ?1"


def set_back(db: sqlite3.Connection, now: int) -> list[int]:
    """The clock shows `now` (ms since the epoch) and has shown more: what began later begins now; which tables'.

    What of its time a wait had used is given again: nobody is late by it, and nobody waits for years.
    """
    db.execute(_REMIND_ANEW, (now,))
    db.execute(_SEND_ANEW, (now,))
    moved = (db.execute(statement, (now,)).fetchall() for statement in (_WAIT_ANEW, _ASK_ANEW, _HOLD_ANEW, _LOSE_ANEW))
    return sorted({table_id for found in moved for (table_id,) in found})
