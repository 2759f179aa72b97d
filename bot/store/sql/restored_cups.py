"""The losses of running cups by a restore, noted in the restored database for the bot."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from bot.store.rows import RESTORED_CUPS
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import put_value

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


def note(db: SqlConnection, old: SqlConnection | None) -> None:
    """Note in a restored database what its running cups have lost. `old`: the replaced one, if it can be read."""
    running = db.execute(_RUNNING).fetchall()
    if running:
        lost = {cup_id: _told(_later(db, old, cup_id, seq) if old else []) for cup_id, seq in running}
        (at,) = db.execute(_LAST).fetchone()
        put_value(db, RESTORED_CUPS, json.dumps({"at": at, "cups": lost}))


def _later(db: SqlConnection, old: SqlConnection, cup_id: int, seq: int) -> list[tuple[str, str]]:
    """Return the entries after the last one of the copy; none if the other record is not the same cup's."""
    last = {"id": cup_id, "seq": seq}
    if db.execute(_ENTRY, last).fetchone() != old.execute(_ENTRY, last).fetchone():
        return []
    return old.execute(_LATER, last).fetchall()


def _told(later: Iterable[tuple[str, str]]) -> LostResults:
    entries = list(later)
    matches = {int(json.loads(body)["match"]) for verb, body in entries if verb in _RESULTS}
    return {"matches": sorted(matches), "rounds": sum(verb == "pair" for verb, _ in entries)}
