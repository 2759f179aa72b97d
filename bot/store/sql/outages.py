"""Outages and changes of the system's clock in SQL: how both move deadlines."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.ports import NO_VALUES
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import put_values
from bot.store.sql.statements import insert

_OUTAGE = insert("outages", ("scope", "of", "since", "until"))
_LOST = "(:until - max(:since, wait_since))"
# at least as much is left as was lost, up to half of the time: see bot.tables.deadlines
_GIVEN = f"max({_LOST}, :until + min({_LOST}, (deadline_at - wait_since - credited) / 2) - deadline_at)"
_MOVE = f"""
UPDATE tables SET credited = credited + {_GIVEN}, deadline_at = deadline_at + {_GIVEN}
WHERE stage = 'playing' AND deadline_at IS NOT NULL AND wait_since < :until AND (:guild IS NULL OR guild_id = :guild)
RETURNING id
"""
# a table that cannot be shown has no deadline: what came before that is credited here, the rest when it is found
_OF_LOST = """
UPDATE tables SET credited = credited + (min(:until, lost_at) - max(:since, wait_since))
WHERE lost_at > :since AND lost_at > wait_since AND stage = 'playing' AND held_at IS NULL AND wait_since < :until
    AND (:guild IS NULL OR guild_id = :guild)
RETURNING id
"""
# due_at stays: the table is looked at then, and due later
_OF_SILENT = """
UPDATE tables SET silent_until = silent_until + (min(:until, coalesce(lost_at, :until)) - max(:since, silent_since))
WHERE silent_until IS NOT NULL AND stage IN ('lobby', 'playing')
    AND max(:since, silent_since) < min(:until, coalesce(lost_at, :until)) AND (:guild IS NULL OR guild_id = :guild)
RETURNING id
"""
_OWED = """
UPDATE cups SET owed = owed + :until - max(:since, opened_at)
WHERE stage IN ('sign-up', 'running') AND stage = 'running' AND opened_at < :until
    AND (:guild IS NULL OR guild_id = :guild)
"""


def credit(
    db: SqlConnection, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = NO_VALUES
) -> list[int]:
    put_values(db, noted)
    if until <= since:
        return []
    scope, of = ("all", 0) if guild is None else ("guild", guild)
    values = {"scope": scope, "of": of, "since": since, "until": until, "guild": guild}
    db.execute(_OUTAGE, values)
    db.execute(_OWED, values)
    moved = (db.execute(statement, values).fetchall() for statement in (_MOVE, _OF_LOST, _OF_SILENT))
    return sorted({table_id for found in moved for (table_id,) in found})


# due_at is early rather than late: a table is looked at too soon for nothing, and when somebody is back does not move
_SHIFT = """
UPDATE tables SET
    due_at = due_at + min(:by, 0),
    deadline_at = deadline_at + min(:by, :now - wait_since), wait_since = min(wait_since + :by, :now),
    held_at = min(held_at + :by, :now), lost_at = min(lost_at + :by, :now),
    silent_until = silent_until + min(:by, :now - silent_since), silent_since = min(silent_since + :by, :now),
    opened_at = min(opened_at, :now), changed_at = min(changed_at, :now), remind_after = 0
WHERE stage IN ('lobby', 'playing') RETURNING id
"""
_SHIFT_CUPS = """
UPDATE cups SET owed = owed + :by, due_at = due_at + min(:by, 0), opened_at = min(opened_at, :now)
WHERE stage IN ('sign-up', 'running') AND stage = 'running'
"""
_LINES = "(SELECT json_group_array(json_array(value ->> 0, value ->> 1, (value ->> 2) + :by)) FROM json_each({}))"
_SHIFT_DIGESTS = f"UPDATE digests SET at = at + :by, lines = {_LINES.format('lines')}"
_SHIFT_REMINDERS = f"""
UPDATE shown SET note = {_LINES.format("note")}
WHERE post >= 'reminder:' AND post < 'reminder;' AND message_id IS NOT NULL AND note IS NOT NULL
"""
# else they would be kept for as much longer as the clock was wrong
_ENDED_BY_NOW = "UPDATE tables SET changed_at = :now WHERE stage IN ('over', 'closed') AND changed_at > :now"
_LEFT_BY_NOW = "UPDATE servers SET left_at = :now WHERE left_at > :now"
_PRESSED_BY_NOW = """
UPDATE interactions SET at = :now
WHERE id > coalesce((SELECT id FROM interactions WHERE at <= :now ORDER BY id DESC LIMIT 1), -1) AND at > :now
"""


def shift(db: SqlConnection, by: int, now: int, noted: Mapping[str, str] = NO_VALUES) -> list[int]:
    put_values(db, noted)
    values = {"by": by, "now": now}
    moved = db.execute(_SHIFT, values).fetchall()
    for statement in (_SHIFT_CUPS, _SHIFT_DIGESTS, _SHIFT_REMINDERS, _ENDED_BY_NOW, _LEFT_BY_NOW, _PRESSED_BY_NOW):
        db.execute(statement, values)
    return [table_id for (table_id,) in moved]
