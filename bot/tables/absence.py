"""Absences: a person is marked as away, or as back, at all tables at which they play."""

from __future__ import annotations

from bot.store import Store
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.table import Stage, Table
from bot.tables.table_service import TableService
from bot.texts.notices import Refusal, RequestRefused, fact


async def set_absence(store: Store, tables: TableService, person: str, until: int | None) -> list[Table]:
    """Mark the person as away until a time (ms since the epoch), None: as back. Raises RequestRefused.

    Returns the tables where this has changed something, as they are now.
    """
    changed = []
    for row, _ in await store.tables_of_person(person):
        loaded = await tables.get(row.id) if row.stage == Stage.PLAYING else None
        seat = None if loaded is None else loaded.table.seat_of(person)
        if loaded is None or seat is None:
            continue
        action: TableAction
        if until is not None:
            action = actions.Away(person, until)
        elif loaded.table.seats[seat].away is not None:
            action = actions.Back(person, seat)
        elif loaded.table.rests:
            action = actions.Resume(person)
        else:
            continue
        result = await tables.submit(row.id, action)
        changed += [] if result is None or result.refused is not None else [result.table]
    if not changed:
        raise RequestRefused(fact(Refusal.NOT_AWAY if until is None else Refusal.NO_TABLE_OF_YOURS))
    return changed
