"""Absences: a person is marked as away, or as back, at all tables at which they play."""

from __future__ import annotations

from bot.store import Store
from bot.tables import actions
from bot.tables.actions import Action
from bot.tables.service import TableService
from bot.tables.table import Stage, Table
from bot.texts.notices import Refusal, RequestRefused, fact


async def set_absence(store: Store, tables: TableService, person: str, until: int | None) -> None:
    """Mark the person as away until a time (ms since the epoch), None: as back. Raises RequestRefused."""
    changed = 0
    for row, _ in await store.tables_of_person(person):
        loaded = await tables.get(row.id) if row.stage == Stage.PLAYING else None
        action = None if loaded is None else _action(loaded.table, person, until)
        if action is not None:
            result = await tables.submit(row.id, action)
            changed += result is not None and result.refused is None
    if not changed:
        raise RequestRefused(fact(Refusal.NOT_AWAY if until is None else Refusal.NO_TABLE_OF_YOURS))


def _action(table: Table, person: str, until: int | None) -> Action | None:
    seat = table.seat_of(person)
    if seat is None:
        return None
    if until is not None:
        return actions.Away(person, until)
    if table.seats[seat].away is not None:
        return actions.Back(person, seat)
    return actions.Resume(person) if table.rests else None
