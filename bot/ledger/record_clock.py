"""The loop that waits for the next moment at which something is due in a record of one kind, and then acts in it."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Protocol

from bot.runtime.background_tasks import DueLoop, TaskPool
from bot.store import StoreError

log = logging.getLogger(__name__)

PAUSE_AFTER_FAILURE: Final = 1.0


class Reachable(Protocol):
    """The reach of the bot now: whether it is connected, and the guilds that it has lost."""

    @property
    def is_connected(self) -> bool: ...

    @property
    def lost_guilds(self) -> frozenset[int]: ...


class RecordClock(DueLoop):
    """Acts in all records that are due, each in a task of its own. Nobody is late for what is out of reach."""

    kind: ClassVar[str]

    def __init__(self, now: Callable[[], int], outages: Reachable) -> None:
        super().__init__(now, lambda: outages.is_connected)
        self._outages = outages
        self._acting = TaskPool()

    @abstractmethod
    async def _due(self, now: int) -> Iterable[int]:
        """Return the records to act in."""

    @abstractmethod
    async def _advance(self, record_id: int) -> None:
        """Do what is due in a record."""

    async def act(self, now: int) -> None:
        for record_id in await self._due(now):
            if record_id not in self._acting:
                self._acting.start(f"{self.kind} {record_id}", self._try(record_id), record_id)

    async def stop(self) -> None:
        await self._acting.stop(grace=None)

    async def _try(self, record_id: int) -> None:
        try:
            if not await self._is_advanced(record_id):
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
        finally:
            self.wake()

    async def _is_advanced(self, record_id: int) -> bool:
        """Do what is due in a record; return whether it could be done."""
        try:
            await self._advance(record_id)
        except StoreError as error:
            log.warning("%s %s: what is due waits: %s", self.kind, record_id, error)
        except Exception:
            log.exception("%s %s: what was due could not be done", self.kind, record_id)
        else:
            return True
        return False
