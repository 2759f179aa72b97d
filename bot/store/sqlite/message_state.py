"""The state of every message in SQL: what each audience has been shown of each post, and of each whole table."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from bot.store.rows import MessageRow

_COLUMNS = ", ".join(MessageRow._fields)
_KEY = ("table_id", "audience", "post")
_UPSERT = (
    f"INSERT INTO shown ({_COLUMNS}) VALUES ({', '.join('?' * len(MessageRow._fields))})"
    f" ON CONFLICT ({', '.join(_KEY)}) DO UPDATE SET "
    + ", ".join(f"{column} = excluded.{column}" for column in MessageRow._fields if column not in _KEY)
)
_STANDING = f"""
SELECT {_COLUMNS} FROM shown INDEXED BY shown_reminders
WHERE post >= 'reminder:' AND post < 'reminder;' AND message_id IS NOT NULL AND note IS NOT NULL
"""
_UNSHOWN = """
SELECT id FROM tables WHERE stage IN ('lobby', 'playing') AND shown_seq < seq
UNION
SELECT id FROM tables INDEXED BY tables_unshown WHERE stage IN ('over', 'closed') AND shown_seq < seq
UNION
SELECT id FROM tables INDEXED BY tables_lost WHERE lost_at > 0 AND stage = 'playing'
ORDER BY id
"""
_IN_MOTION = "SELECT id FROM tables WHERE stage IN ('lobby', 'playing')"
_DOUBT = (
    f"UPDATE shown SET fingerprint = NULL WHERE audience <> 'public' AND table_id IN ({_IN_MOTION})",
    f"""
    UPDATE shown SET shown_seq = 0 WHERE audience = 'public' AND table_id IN ({_IN_MOTION}) AND (post = 'lobby'
      OR shown_seq = (SELECT max(shown_seq) FROM shown AS other
                      WHERE other.table_id = shown.table_id AND other.audience = 'public'))
    """,
    f"UPDATE tables SET shown_seq = 0 WHERE id IN ({_IN_MOTION})",
)


def of_table(db: sqlite3.Connection, table_id: int) -> list[MessageRow]:
    """The message states of a table."""
    found = db.execute(f"SELECT {_COLUMNS} FROM shown WHERE table_id = ? ORDER BY audience, post", (table_id,))
    return list(map(MessageRow._make, found))


def doubt(db: sqlite3.Connection) -> None:
    """Show the changing messages of all running tables again: the file is older than the messages in Discord."""
    for statement in _DOUBT:
        db.execute(statement)


def standing_reminders(db: sqlite3.Connection) -> list[MessageRow]:
    """The message states of the reminders that are still there."""
    return list(map(MessageRow._make, db.execute(_STANDING)))


def put(db: sqlite3.Connection, marks: Sequence[MessageRow]) -> None:
    """Store message states, replacing those of the same table, audience and post."""
    db.executemany(_UPSERT, marks)


def catch_up(db: sqlite3.Connection, seqs: Mapping[int, int]) -> None:
    """Note that everything of these tables has been shown up to these entries; it never goes back."""
    db.executemany(
        "UPDATE tables SET shown_seq = ?2 WHERE id = ?1 AND shown_seq < ?2", [(*one,) for one in seqs.items()]
    )


def caught_up_to(db: sqlite3.Connection, table_id: int) -> int:
    """The entry up to which everything of a table has been shown."""
    found = db.execute("SELECT shown_seq FROM tables WHERE id = ?", (table_id,)).fetchone()
    return int(found[0]) if found else 0


def behind(db: sqlite3.Connection) -> list[int]:
    """The tables with something that has not been shown, or could not be. Each kind is read by its index."""
    return [table_id for (table_id,) in db.execute(_UNSHOWN)]
