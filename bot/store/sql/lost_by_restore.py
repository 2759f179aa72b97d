"""Lost by a restore: what the restored database has to tell the bot about what came after the backup.

The numbers that were given since are noted, so that old buttons get an answer, and that tables must not deal the hands
again that they have dealt since. Running cups are told which results and rounds they have lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.store.rows import LOST_NUMBERS, RESTORED_CUPS, RESTORED_TABLES
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import get_value, keep_numbers, put_value

SKIPPED: Final = 10_000
"""More tables than a bot opens between a backup and its restore."""
Skip = Callable[[SqlConnection, str, int], int]
"""Gives new rows of a table numbers greater by so many, and returns the greatest number before."""
_RUNNING: Final = "SELECT id, seq FROM cups WHERE stage IN ('sign-up', 'running') ORDER BY id"
_LAST: Final = """
SELECT coalesce(max(at), 0)
FROM (SELECT max(at) AS at FROM cup_actions UNION ALL SELECT max(at) AS at FROM records) AS ends
"""
_ENTRY: Final = "SELECT at, verb, body FROM cup_actions WHERE cup_id = :id AND seq = :seq"
_LATER: Final = "SELECT verb, body FROM cup_actions WHERE cup_id = :id AND seq > :seq ORDER BY seq"
_RESULTS: Final = ("decide", "adjust")
LostResults = dict[str, Any]
"""`matches`: whose results are lost; `rounds`: how many pairings."""


def lose_numbers(db: SqlConnection, skip: Skip) -> None:
    """Give new tables, cups and leagues greater numbers, and note what the bot is to do about what was lost."""
    lost = json.loads(get_value(db, LOST_NUMBERS) or "{}")
    greatest = {"tables": keep_numbers(db, SKIPPED)} | {name: skip(db, name, SKIPPED) for name in ("cups", "leagues")}
    for name, number in greatest.items():
        lost.setdefault(name, []).append((number + 1, number + SKIPPED))
    put_value(db, LOST_NUMBERS, json.dumps(lost))
    put_value(db, RESTORED_TABLES, "1")


def note_lost_cups(db: SqlConnection, old: SqlConnection | None) -> None:
    """Note in a restored database what its running cups have lost. `old`: the replaced one, if it can be read."""
    running = db.execute(_RUNNING).fetchall()
    if running:
        lost = {cup_id: _lost_results(_later(db, old, cup_id, seq) if old else []) for cup_id, seq in running}
        (at,) = db.execute(_LAST).fetchone()
        put_value(db, RESTORED_CUPS, json.dumps({"at": at, "cups": lost}))


def _later(db: SqlConnection, old: SqlConnection, cup_id: int, seq: int) -> list[tuple[str, str]]:
    """Return the entries after the last one of the copy; none if the other record is not the same cup's."""
    last = {"id": cup_id, "seq": seq}
    if db.execute(_ENTRY, last).fetchone() != old.execute(_ENTRY, last).fetchone():
        return []
    return old.execute(_LATER, last).fetchall()


def _lost_results(later: Iterable[tuple[str, str]]) -> LostResults:
    entries = list(later)
    matches = {int(json.loads(body)["match"]) for verb, body in entries if verb in _RESULTS}
    return {"matches": sorted(matches), "rounds": sum(verb == "pair" for verb, _ in entries)}
