"""The old versions of rows, removed from the files of the tables.

The server keeps a deleted row in its file until a vacuum, and a part of its bytes beyond a plain one; samples of the
values stand in its statistics. What it has written ahead (`pg_wal`) only its administrator can have written anew.
"""

from __future__ import annotations

from typing import Final

from bot.store.sql.connection import SqlConnection
from bot.store.sql.people import OF_ERASURE

SMALL: Final = 64 << 20
"""The greatest size of a table, in bytes, that is rewritten whole: nobody can use it meanwhile."""
PATIENT: Final = {"lock_timeout": "250ms"}
"""The settings of the session: whoever waits for a whole table holds up everybody who comes after."""
_SIZE: Final = "SELECT pg_relation_size(CAST(:table AS regclass))"
STATISTICS: Final = "pg_statistic"
"""The server's samples; only the owner of the database may rewrite them, for others the server leaves them out."""


def rewrite(db: SqlConnection) -> None:
    """Write the tables that an erasure changes anew, without what was deleted. Not in a transaction."""
    for table in OF_ERASURE:
        (size,) = db.execute(_SIZE, {"table": table}).fetchone()
        db.execute(f"VACUUM ({'FULL, ' if size <= SMALL else ''}ANALYZE) {table}")
    db.execute(f"VACUUM (FULL) {STATISTICS}")
