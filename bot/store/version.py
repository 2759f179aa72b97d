"""Which SQLite this is."""

from __future__ import annotations

import sqlite3


def sqlite_version() -> tuple[int, int, int]:
    return sqlite3.sqlite_version_info
