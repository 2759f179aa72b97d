"""The state of every message in SQL: what each audience has been shown of each post, and of each whole table."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.rows import MessageRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import upsert

_SELECT = f"SELECT {', '.join(MessageRow._fields)} FROM shown"
_OF_TABLE = f"{_SELECT} WHERE table_id = :table_id ORDER BY audience, post"
_PUT = upsert("shown", MessageRow._fields, key=("table_id", "audience", "post"))
_RAISE = "UPDATE tables SET shown_seq = :seq WHERE id = :id AND shown_seq < :seq"
_SENT_REMINDERS = f"""
{_SELECT} INDEXED BY shown_reminders
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
_SHOW_AGAIN = (
    f"UPDATE shown SET fingerprint = NULL WHERE audience <> 'public' AND table_id IN ({_IN_MOTION})",
    f"""
    UPDATE shown SET shown_seq = 0 WHERE audience = 'public' AND table_id IN ({_IN_MOTION}) AND (post = 'lobby'
      OR shown_seq = (SELECT max(shown_seq) FROM shown AS other
                      WHERE other.table_id = shown.table_id AND other.audience = 'public'))
    """,
    f"UPDATE tables SET shown_seq = 0 WHERE id IN ({_IN_MOTION})",
)


def message_states(db: SqlConnection, table_id: int) -> list[MessageRow]:
    return list(map(MessageRow._make, db.execute(_OF_TABLE, {"table_id": table_id})))


def show_again(db: SqlConnection) -> None:
    """Show the changing messages of all running tables again: the file is older than the messages in Discord."""
    for statement in _SHOW_AGAIN:
        db.execute(statement)


def sent_reminders(db: SqlConnection) -> list[MessageRow]:
    return list(map(MessageRow._make, db.execute(_SENT_REMINDERS)))


def put_message_states(db: SqlConnection, *states: MessageRow) -> None:
    db.executemany(_PUT, [state._asdict() for state in states])


def raise_shown_seqs(db: SqlConnection, seqs: Mapping[int, int]) -> None:
    db.executemany(_RAISE, [{"id": table_id, "seq": seq} for table_id, seq in seqs.items()])


def shown_seq(db: SqlConnection, table_id: int) -> int:
    found = db.execute("SELECT shown_seq FROM tables WHERE id = :id", {"id": table_id}).fetchone()
    return int(found[0]) if found else 0


def unshown_tables(db: SqlConnection) -> list[int]:
    return [table_id for (table_id,) in db.execute(_UNSHOWN)]
