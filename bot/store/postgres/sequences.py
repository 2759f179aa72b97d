"""Sequences: the greatest numbers that PostgreSQL has given to rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.store.sql.connection import SqlConnection
from bot.store.sql.transfer import NUMBERED

_WITHOUT_GAPS: Final = ("acts", "outages", "conduct")
"""The tables whose next number SQLite takes from their rows."""
_GREATEST: Final = "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))"
_SET: Final = "SELECT setval(pg_get_serial_sequence(:name, 'id'), :seq)"


def greatest(db: SqlConnection) -> dict[str, int]:
    """Table -> the greatest number; without tables that have given none."""
    return {name: number for name in NUMBERED if (number := _greatest(db, name))}


def set_greatest(db: SqlConnection, numbers: Mapping[str, int]) -> None:
    """Number new rows from these numbers on; in all other tables from those of their rows on."""
    rows = {name: db.execute(f"SELECT max(id) FROM {name}").fetchone()[0] or 0 for name in _WITHOUT_GAPS}
    for name, seq in {**numbers, **rows}.items():
        if seq:
            db.execute(_SET, {"name": name, "seq": seq})


def skip(db: SqlConnection, name: str, skipped: int) -> int:
    """Give new rows of a table numbers greater by `skipped`, and return the greatest number before."""
    found = _greatest(db, name)
    db.execute(_SET, {"name": name, "seq": found + skipped})
    return found


def _greatest(db: SqlConnection, name: str) -> int:
    return int(db.execute(_GREATEST, {"name": name}).fetchone()[0] or 0)
