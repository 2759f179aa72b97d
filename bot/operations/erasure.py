"""Erasing a person: from the database, from memory, and from the seats that the person holds.

The order is crash-safe. The erasure log comes first. The person is erased before the seats are given up, so that no
message about that can name them; the next start finishes what a crash interrupted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final

from bot.members.people import PeopleService
from bot.operations import erasure_log
from bot.publishing.table_publisher import TablePublisher
from bot.runtime.times import DAY, HOUR
from bot.store import LimitedUse, PersonRow, Store, TooManyUses, UseLimit
from bot.tables import TableService, actions
from bot.tables.proposals import SEAT
from bot.tables.substitution_rules import is_mid_hand
from bot.tables.table import Stage, Table
from bot.texts.notices import Refusal, RequestRefused, fact

log = logging.getLogger(__name__)

ERASURE: Final = "erasure"
LIMITS: Final = (UseLimit(2, HOUR), UseLimit(4, DAY))
"""The times that one person may be erased: each time the database is cleaned of what it held."""


class ErasureService:
    """Erases people; `now` gives ms since the epoch."""

    def __init__(
        self,
        database: Path,
        store: Store,
        people: PeopleService,
        tables: TableService,
        publisher: TablePublisher,
        now: Callable[[], int],
    ) -> None:
        self._database = database
        self._store = store
        self._people = people
        self._tables = tables
        self._publisher = publisher
        self._now = now
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever somebody was erased."""
        self._listeners.append(listener)

    async def erase(self, person: PersonRow) -> None:
        """Erase a person completely. Raises RequestRefused, OSError, StoreError: then the person is not erased."""
        try:
            await self._store.use(LimitedUse(ERASURE, person.key, 0, LIMITS))
        except TooManyUses as error:
            raise RequestRefused(fact(Refusal.ERASED_OFTEN, at=-(-error.until // 1000))) from error
        if person.discord_id is not None:
            await asyncio.to_thread(erasure_log.note, self._database, person.discord_id, self._now())
        await self._store.erase(person.key)
        self._people.forget(person)
        for listener in self._listeners:
            listener()
        await self.finish()
        for table_id in await self._store.tables_opened_by(person.key):
            await self._try(table_id, self._publisher.redraw)  # it names who opened it, seated or not

    async def may_have_seen(self, person: PersonRow, table: Table) -> bool:
        """Return whether a newly met person may have seen cards of the hand in play before they were erased."""
        if person.discord_id is None or not is_mid_hand(table):
            return False
        record = await self._tables.record(table.id)
        dealt = max((entry.at for entry in record if isinstance(entry.action, actions.Deal)), default=0)
        return await asyncio.to_thread(erasure_log.is_noted, self._database, person.discord_id, dealt)

    async def erase_again(self) -> None:
        """Erase again the people whom an older database in the place of the present one has brought back."""
        is_erased = await asyncio.to_thread(erasure_log.erasure_test, erasure_log.log_of(self._database))
        if is_erased is not None and (erased := await self._store.erase_where(is_erased)):
            log.warning("the database is older than erasures: erased again in it: %s", erased)

    async def finish(self) -> None:
        """Close the lobbies of erased people, and give their seats to computers (in other lobbies: free them).

        Tables that name them are redrawn.
        """
        for table_id, key in await self._store.lobbies_of_erased():
            await self._try(table_id, partial(self._close, key=key))
        for table_id, _, key in await self._store.seats_of_erased():
            await self._try(table_id, partial(self._give_up, key=key))
        for table_id in await self._store.tables_awaiting_answers():
            await self._try(table_id, self._withdraw)
        for table_id in await self._store.shown_to_erased():
            await self._try(table_id, self._decline)
            await self._try(table_id, self._publisher.redraw)

    async def _try(self, table_id: int, work: Callable[[int], Awaitable[None]]) -> None:
        try:
            await work(table_id)
        except Exception:
            log.exception("table %s: somebody who was erased is not wholly let go of", table_id)

    async def _withdraw(self, table_id: int) -> None:
        """Withdraw an erased person's request for a seat."""
        loaded = await self._tables.get(table_id)
        asked = loaded.table.pending if loaded is not None else None
        if asked is None or asked.what != SEAT:
            return
        known = await self._store.people([asked.by])
        if known[asked.by].discord_id is None:
            await self._tables.submit(table_id, actions.Resign(asked.by))

    async def _decline(self, table_id: int) -> None:
        """Decline the invitations of erased people."""
        loaded = await self._tables.get(table_id)
        invitations = () if loaded is None else loaded.table.invitations
        invited = [invitation.person for invitation in invitations if invitation.is_open]
        for key, person in (await self._store.people(invited)).items():
            if person.discord_id is None:
                await self._tables.submit(table_id, actions.Decline(key))

    async def _close(self, table_id: int, key: str) -> None:
        await self._tables.submit(table_id, actions.Close(key))

    async def _give_up(self, table_id: int, key: str) -> None:
        loaded = await self._tables.get(table_id)
        if loaded is not None:
            in_lobby = loaded.table.stage is Stage.LOBBY
            await self._tables.submit(table_id, actions.Leave(key) if in_lobby else actions.Resign(key))
