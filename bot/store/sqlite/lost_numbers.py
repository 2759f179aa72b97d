"""The numbers that were given after a backup: its restore notes them as lost, so that old buttons get an answer."""

from __future__ import annotations

import json
import sqlite3

from bot.store.rows import LOST_NUMBERS
from bot.store.sqlite.key_value import get_value, keep_numbers, put_value, skip_numbers


def lose(db: sqlite3.Connection, skipped: int) -> None:
    """Give new tables, cups and leagues numbers greater by `skipped`; those between may have been lost."""
    lost = json.loads(get_value(db, LOST_NUMBERS) or "{}")
    greatest = {"tables": keep_numbers(db, skipped)}
    greatest |= {name: skip_numbers(db, name, skipped) for name in ("cups", "leagues")}
    for name, number in greatest.items():
        lost.setdefault(name, []).append((number + 1, number + skipped))
    put_value(db, LOST_NUMBERS, json.dumps(lost))
