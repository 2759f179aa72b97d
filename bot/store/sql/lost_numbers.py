"""The numbers that were given after a backup: its restore notes them as lost, so that old buttons get an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bot.store.rows import LOST_NUMBERS
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import get_value, keep_numbers, put_value

SKIPPED: Final = 10_000
"""More tables than a bot opens between a backup and its restore."""


def note(db: SqlConnection, greatest: Mapping[str, int]) -> None:
    """Note the numbers that are skipped after the greatest ones, and skip them for tables, too."""
    lost = json.loads(get_value(db, LOST_NUMBERS) or "{}")
    for name, number in {"tables": keep_numbers(db, SKIPPED), **greatest}.items():
        lost.setdefault(name, []).append((number + 1, number + SKIPPED))
    put_value(db, LOST_NUMBERS, json.dumps(lost))
