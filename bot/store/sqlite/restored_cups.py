"""The losses of running cups by a restore, noted in the copy for the bot that starts on it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bot.store.rows import RESTORED_CUPS
from bot.store.sql.key_value import put_value

_RUNNING: Final = "SELECT id, seq FROM cups WHERE stage IN ('sign-up', 'running') ORDER BY id"
_LAST: Final = """
SELECT max(coalesce((SELECT max(at) FROM cup_actions), 0), coalesce((SELECT max(at) FROM records), 0))
"""
_ENTRY: Final = "SELECT at, verb, body FROM cup_actions WHERE cup_id = :id AND seq = :seq"
_LATER: Final = "SELECT verb, body FROM cup_actions WHERE cup_id = :id AND seq > :seq ORDER BY seq"
_RESULTS: Final = ("decide", "adjust")
Lost = dict[str, Any]
"""`matches`: whose results are lost; `rounds`: how many pairings."""


def note(db: sqlite3.Connection, replaced: Path) -> None:
    """Note in a restored copy what its running cups have lost, as far as the database that it replaces can be read."""
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'cups'").fetchone():
        return
    running = db.execute(_RUNNING).fetchall()
    if running:
        (at,) = db.execute(_LAST).fetchone()
        put_value(db, RESTORED_CUPS, json.dumps({"at": at, "cups": _lost(db, replaced, running)}))


def _lost(db: sqlite3.Connection, replaced: Path, running: Iterable[tuple[int, int]]) -> dict[int, Lost]:
    """Return what each cup has lost; nothing is known of a cup without its later record."""
    found: dict[int, Lost] = {cup_id: _told([]) for cup_id, _ in running}
    try:
        with closing(sqlite3.connect(f"{replaced.as_uri()}?mode=ro", uri=True)) as old:
            return {cup_id: _told(_later(db, old, cup_id, seq)) for cup_id, seq in running}
    except sqlite3.Error:  # it is lost, damaged, or older than cups
        return found


def _later(db: sqlite3.Connection, old: sqlite3.Connection, cup_id: int, seq: int) -> list[tuple[str, str]]:
    """Return the entries after the last one of the copy; none if the other record is not the same cup's."""
    last = {"id": cup_id, "seq": seq}
    if db.execute(_ENTRY, last).fetchone() != old.execute(_ENTRY, last).fetchone():
        return []
    return old.execute(_LATER, last).fetchall()


def _told(later: Iterable[tuple[str, str]]) -> Lost:
    entries = list(later)
    matches = {int(json.loads(body)["match"]) for verb, body in entries if verb in _RESULTS}
    return {"matches": sorted(matches), "rounds": sum(verb == "pair" for verb, _ in entries)}
