"""Which SQLite this is."""

from __future__ import annotations

import sqlite3


def sqlite_version() -> tuple[int, int, int]:
    """The library that runs here, not the one it was built with."""
    return sqlite3.sqlite_version_info
