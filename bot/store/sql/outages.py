"""Outages and changes of the system's clock: how both move deadlines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import put_values
from bot.store.sql.port import Port
from bot.store.sql.statements import IN_GUILD, greater, insert, lesser

NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})
_OUTAGE = insert("outages", ("scope", "of", "since", "until"))
_LOST = f"(:until - {greater(':since', 'wait_since')})"
# at least as much is left as was lost, up to half of the time: see bot.tables.deadlines
_HALF = lesser(_LOST, "(deadline_at - wait_since - credited) / 2")
_GIVEN = greater(_LOST, f":until + {_HALF} - deadline_at")
_MOVE = f"""
UPDATE tables SET credited = credited + ({_GIVEN}), deadline_at = deadline_at + ({_GIVEN})
WHERE stage = 'playing' AND deadline_at IS NOT NULL AND wait_since < :until AND {IN_GUILD}
RETURNING id
"""
# a table that cannot be shown has no deadline: what came before that is credited here, the rest when it is found
_OF_LOST = f"""
UPDATE tables SET credited = credited + ({lesser(":until", "lost_at")} - {greater(":since", "wait_since")})
WHERE lost_at > :since AND lost_at > wait_since AND stage = 'playing' AND held_at IS NULL AND wait_since < :until
    AND {IN_GUILD}
RETURNING id
"""
# due_at stays: the table is looked at then, and due later
_HEARD_FROM = greater(":since", "silent_since")
_HEARD_UNTIL = lesser(":until", "coalesce(lost_at, :until)")
_OF_SILENT = f"""
UPDATE tables SET silent_until = silent_until + ({_HEARD_UNTIL} - {_HEARD_FROM})
WHERE silent_until IS NOT NULL AND stage IN ('lobby', 'playing')
    AND {_HEARD_FROM} < {_HEARD_UNTIL} AND {IN_GUILD}
RETURNING id
"""
_OWED = f"""
UPDATE cups SET owed = owed + :until - {greater(":since", "opened_at")}
WHERE stage IN ('sign-up', 'running') AND stage = 'running' AND opened_at < :until
    AND {IN_GUILD}
"""
# due_at is early rather than late: a table is looked at too soon for nothing, and when somebody is back does not move
_SHIFT = f"""
UPDATE tables SET
    due_at = due_at + {lesser(":by", "0")},
    deadline_at = deadline_at + {lesser(":by", ":now - wait_since")},
    wait_since = {lesser("wait_since + :by", ":now")},
    held_at = {lesser("held_at + :by", ":now")}, lost_at = {lesser("lost_at + :by", ":now")},
    silent_until = silent_until + {lesser(":by", ":now - silent_since")},
    silent_since = {lesser("silent_since + :by", ":now")},
    opened_at = {lesser("opened_at", ":now")}, changed_at = {lesser("changed_at", ":now")}, remind_after = 0
WHERE stage IN ('lobby', 'playing') RETURNING id
"""
_SHIFT_CUPS = f"""
UPDATE cups SET owed = owed + :by, due_at = due_at + {lesser(":by", "0")}, opened_at = {lesser("opened_at", ":now")}
WHERE stage IN ('sign-up', 'running') AND stage = 'running'
"""
_DIGESTS = "SELECT id, lines FROM digests"
_SHIFT_DIGEST = "UPDATE digests SET at = at + :by, lines = :lines WHERE id = :id"
_REMINDERS = """
SELECT table_id, audience, post, note FROM shown
WHERE post >= 'reminder:' AND post < 'reminder;' AND message_id IS NOT NULL AND note IS NOT NULL
"""
_SHIFT_REMINDER = "UPDATE shown SET note = :lines WHERE table_id = :id AND audience = :audience AND post = :post"
# else they would be kept for as much longer as the clock was wrong
_ENDED_BY_NOW = "UPDATE tables SET changed_at = :now WHERE stage IN ('over', 'closed') AND changed_at > :now"
_LEFT_BY_NOW = "UPDATE servers SET left_at = :now WHERE left_at > :now"
_PRESSED_BY_NOW = """
UPDATE interactions SET at = :now
WHERE id > coalesce((SELECT id FROM interactions WHERE at <= :now ORDER BY id DESC LIMIT 1), -1) AND at > :now
"""


class OutageStore(Port):
    """The time in which tables could not be reached, and changes of the clock."""

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = NO_VALUES
    ) -> list[int]:
        """Move the deadlines of the tables that could not be reached in that time; return their ids.

        Cups that are played owe it to their deadlines (`CupRow.owed`).

        `noted`: values by name (see KeyValueStore) for the same transaction.
        """

        def work(db: SqlConnection) -> list[int]:
            put_values(db, noted)
            if until <= since:
                return []
            scope, of = ("all", 0) if guild is None else ("guild", guild)
            values = {"scope": scope, "of": of, "since": since, "until": until, "guild": guild}
            db.execute(_OUTAGE, values)
            db.execute(_OWED, values)
            moved = (db.execute(statement, values).fetchall() for statement in (_MOVE, _OF_LOST, _OF_SILENT))
            return sorted({table_id for found in moved for (table_id,) in found})

        return await self._write(work)

    async def shift(self, by: int, now: int, noted: Mapping[str, str] = NO_VALUES) -> list[int]:
        """Adjust times after the clock was set by `by` ms and shows `now`, so that waits have as much time left.

        Return the ids of the tables that changed; cups owe it as for `credit`, and `noted` is the same.
        """

        def work(db: SqlConnection) -> list[int]:
            put_values(db, noted)
            values = {"by": by, "now": now}
            moved = db.execute(_SHIFT, values).fetchall()
            _shift_lines(db, by)
            for statement in (_SHIFT_CUPS, _ENDED_BY_NOW, _LEFT_BY_NOW, _PRESSED_BY_NOW):
                db.execute(statement, values)
            return [table_id for (table_id,) in moved]

        return await self._write(work)


def _shift_lines(db: SqlConnection, by: int) -> None:
    """Move the waits by which digests, and the reminders that were sent, name their plays."""
    for number, lines in db.execute(_DIGESTS).fetchall():
        db.execute(_SHIFT_DIGEST, {"id": number, "by": by, "lines": _shift(lines, by)})
    for table_id, audience, post, note in db.execute(_REMINDERS).fetchall():
        values = {"id": table_id, "audience": audience, "post": post, "lines": _shift(note, by)}
        db.execute(_SHIFT_REMINDER, values)


def _shift(lines: str, by: int) -> str:
    moved = [(table_id, seat, wait_since + by) for table_id, seat, wait_since in json.loads(lines)]
    return json.dumps(moved, separators=(",", ":"))
