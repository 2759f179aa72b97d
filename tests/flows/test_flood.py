"""One person sends everything as fast as they can: all is answered, little is stored, and others get few messages.

`benchmarks.flood` sends more, and measures how long others wait.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from sandbox import Sandbox
from simulation.flood import CLASSES, DEAREST, Flood
from tests.flows.conftest import serving, settings_for

LIMITS: Final = {
    "tables_per_person": 10,
    "tables_per_server": 200,
    "joins_per_minute": 20,
    "commands_per_minute": 60,
    "openings_per_hour": 30,
    "cups_per_server": 50,
    "contacts_per_hour": 10,
}
"""The usual settings, of which other tests have none."""
MB: Final = 1_000_000


def size(database: Path) -> int:
    """The bytes of all pages that hold something."""
    with closing(sqlite3.connect(database)) as db:
        counts = ("page_count", "freelist_count", "page_size")
        pages, free, page = (db.execute(f"PRAGMA {one}").fetchone()[0] for one in counts)
        return int((pages - free) * page)


@pytest.mark.parametrize(("presses", "of_the_dearest"), [(100, 100), pytest.param(500, 3_000, marks=pytest.mark.slow)])
async def test_a_flood_by_one_person_is_answered_and_reaches_nobody_else(
    box: Sandbox, database: Path, presses: int, of_the_dearest: int
) -> None:
    ivalu, aja = box.person("Ivalu"), box.person("Aja")
    async with serving(box, settings_for(box, database, **LIMITS)):
        flood = await Flood.prepared(box, ivalu, aja)
        before, answers = size(database), Counter[str]()
        for act in CLASSES:
            answers += await flood.send(act, of_the_dearest if act in DEAREST else presses)
        assert "failed" not in answers, answers
        assert size(database) - before < MB
        assert 0 < len(aja.dms) <= 2 * LIMITS["contacts_per_hour"]
    assert not box.violations
