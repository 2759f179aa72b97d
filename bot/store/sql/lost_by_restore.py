"""Lost by a restore: the numbers that were given after the backup are noted, so that old buttons get an answer.

So is that tables must not deal the hands again that they dealt after the backup.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from bot.store.rows import LOST_NUMBERS, RESTORED_TABLES
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import get_value, keep_numbers, put_value

SKIPPED: Final = 10_000
"""More tables than a bot opens between a backup and its restore."""
Skip = Callable[[SqlConnection, str, int], int]
"""Gives new rows of a table numbers greater by so many, and returns the greatest number before."""


def lose(db: SqlConnection, skip: Skip) -> None:
    """Give new tables, cups and leagues greater numbers, and note what the bot is to do about what was lost."""
    lost = json.loads(get_value(db, LOST_NUMBERS) or "{}")
    greatest = {"tables": keep_numbers(db, SKIPPED)} | {name: skip(db, name, SKIPPED) for name in ("cups", "leagues")}
    for name, number in greatest.items():
        lost.setdefault(name, []).append((number + 1, number + SKIPPED))
    put_value(db, LOST_NUMBERS, json.dumps(lost))
    put_value(db, RESTORED_TABLES, "1")
