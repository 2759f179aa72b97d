"""The version of the SQLite library in use."""

from __future__ import annotations

import sqlite3


def sqlite_version() -> tuple[int, int, int]:
    """The version of the library at run time, not of the one that Python was built with."""
    return sqlite3.sqlite_version_info
