"""Attendance: people who are away or back at all their tables, and who take an open seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.store import Condition, PersonRow, Store
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.substitution_rules import membership
from bot.tables.table import Stage, Table
from bot.tables.table_service import ActionResult, LoadedTable, TableService, accepted_result
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


class SubstitutionService:
    """Seats people in open seats. All methods raise RequestRefused.

    `may_have_seen`: whether a person may have seen cards of the hand in play before they were erased. `now`: ms since
    the epoch.
    """

    def __init__(
        self,
        tables: TableService,
        may_have_seen: Callable[[PersonRow, Table], Awaitable[bool]],
        now: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._may_have_seen = may_have_seen
        self._now = now

    async def take(
        self, loaded: LoadedTable, person: PersonRow, seat: int | None, joined_at: int | None, interaction_id: int
    ) -> ActionResult:
        """Give a person the seat that they ask for, None: the first open one, or ask the other side for it.

        `joined_at`: when they joined the guild, ms since the epoch; None if unknown.
        """
        if await self._may_have_seen(person, loaded.table):
            raise RequestRefused(fact(Refusal.HAS_SEEN_CARDS, table=loaded.table.name))
        action = actions.Take(person.key, seat, member=membership(joined_at, self._now()))
        return accepted_result(await self._tables.submit(loaded.table.id, action, interaction_id), action)

    async def admit(
        self,
        loaded: LoadedTable,
        by: str,
        person: PersonRow,
        interaction_id: int,
        *,
        organises: bool,
        conditions: Sequence[Condition] = (),
    ) -> ActionResult:
        """Let an organiser give a person an open seat; `organises`: whether `by` is an organiser of the guild."""
        if await self._may_have_seen(person, loaded.table):
            raise RequestRefused(fact(Refusal.THEY_HAVE_SEEN, table=loaded.table.name))
        action = actions.Admit(by, person.key, manager=organises)
        return accepted_result(await self._tables.submit(loaded.table.id, action, interaction_id, conditions))
