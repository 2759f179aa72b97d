"""The losses of cups that a restored copy knows of."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.store import RESTORED_CUPS
from bot.store.sqlite import file_copies
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import act, created, now


async def copied_in_play(path: Path, copy: Path) -> int:
    """A database whose cup goes on after a copy was made. Return the cup's id."""
    async with await SqliteStore.open(path, now=now) as store:
        row = await created(store)
        row = row._replace(seq=2, stage="running")
        await store.append_cup(row, [act(2, verb="start")], [], None)
        file_copies.copy(path, copy)
        later = [act(3, verb="decide", match=4), act(4, "Misread", verb="adjust", match=2), act(5, verb="pair")]
        await store.append_cup(row._replace(seq=5), later, [], None)
    return row.id


def noted(path: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(path)) as db:
        (value,) = db.execute("SELECT value FROM memories WHERE name = ?", (RESTORED_CUPS,)).fetchone()
    return dict(json.loads(value)["cups"])


def restore(copy: Path, path: Path) -> None:
    file_copies.restore(copy, path, path.with_name("aside.db"), lambda _: None)


async def test_results_and_pairings_after_the_copy_are_noted_as_lost(tmp_path: Path) -> None:
    path, copy = tmp_path / "voormsi.db", tmp_path / "copy.db"
    cup_id = await copied_in_play(path, copy)
    restore(copy, path)
    assert noted(path) == {str(cup_id): {"matches": [2, 4], "rounds": 1}}


async def test_without_the_later_record_nothing_is_known_but_that_something_may_be_lost(tmp_path: Path) -> None:
    path, copy = tmp_path / "voormsi.db", tmp_path / "copy.db"
    cup_id = await copied_in_play(path, copy)
    path.write_bytes(b"damaged")
    restore(copy, path)
    assert noted(path) == {str(cup_id): {"matches": [], "rounds": 0}}
