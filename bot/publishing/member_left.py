"""People who have left a guild: their seats there are opened, as if they had resigned.

Discord sends the bot no events about members. So it asks when there is a sign: a refused DM, a missed deadline.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from bot.discord_api.delivery import Delivery
from bot.discord_api.errors import DeliveryError
from bot.members.people import PeopleService
from bot.runtime.background_tasks import TaskPool
from bot.store import TableLists
from bot.tables import Committed, TableService, actions
from bot.tables.table import Stage

log = logging.getLogger(__name__)

ASKED_EVERY: Final = 60_000
"""The time for which the same person is not asked about again, ms."""

Whom = tuple[int, str]
"""A guild's id and a person's key."""


class MemberLeft:
    """Finds out who has left a guild, and opens their seats. `now`: ms since the epoch."""

    def __init__(
        self, store: TableLists, tables: TableService, people: PeopleService, delivery: Delivery, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._delivery = delivery
        self._now = now
        self._asked_at: dict[Whom, int] = {}
        self._asking = TaskPool()

    def follow(self, change: Committed) -> None:
        """Check everybody who has missed a deadline and still holds the seat."""
        for seat in {action.seat for action, _ in change.done if isinstance(action, actions.Miss)}:
            person = change.table.seats[seat].person
            if person is not None and change.table.stage is Stage.PLAYING:
                self._asking.start("publisher departure", self.check_departure(change.row.guild_id, person))

    async def check_departure(self, guild_id: int, person: str) -> bool:
        """Return whether a person has left the guild, and open their seats there if so. Raises nothing."""
        try:
            if not self._may_ask((guild_id, person)):
                return False
            known = (await self._people.rows([person])).get(person)
            if known is None or known.discord_id is None:
                return False  # erased: their seats are opened anyway
            if await self._delivery.is_member(guild_id, known.discord_id):
                return False
            for row, _ in await self._store.tables_of_person(person):
                if row.guild_id == guild_id and row.stage == Stage.PLAYING:
                    await self._tables.submit(row.id, actions.Depart(person))
        except DeliveryError as error:
            log.info("server %s does not say whether somebody is still there: %s", guild_id, error)
            return False
        except Exception:
            log.exception("what somebody who left server %s holds there could not be opened", guild_id)
            return False
        return True

    async def stop(self) -> None:
        """Cancel the checks in progress; they are made again at the next sign."""
        await self._asking.stop()

    def _may_ask(self, whom: Whom) -> bool:
        now = self._now()
        self._asked_at = {key: at for key, at in self._asked_at.items() if 0 <= now - at < ASKED_EVERY}
        asked = whom in self._asked_at
        self._asked_at.setdefault(whom, now)
        return not asked

    async def is_member(self, guild_id: int, discord_id: int) -> bool | None:
        """Return whether a person is in the guild; None if Discord does not say. Raises no DeliveryError."""
        try:
            return await self._delivery.is_member(guild_id, discord_id)
        except DeliveryError as error:
            log.info("server %s does not say whether somebody is there: %s", guild_id, error)
            return None
