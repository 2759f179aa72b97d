"""The service of one kind of record: every change goes through it, one action at a time for each record."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import ClassVar, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.ledger.entries import SomeAction
from bot.store import Condition, NameTaken, RecordGone, Repeated, Unmet


class HasId(Protocol):
    @property
    def id(self) -> int: ...


class LoadedRecord(Protocol):
    """The state into which a record was folded, with its row as last committed."""

    @property
    def row(self) -> HasId: ...


Loaded = TypeVar("Loaded", bound=LoadedRecord)
SomeChange = TypeVar("SomeChange")
Result = TypeVar("Result")


class RecordService(ABC, Generic[Loaded, SomeChange, SomeAction, Result]):
    """All records of a kind. Those used last, `kept` of them, are cached; others are folded again when needed.

    Different records do not wait for one another. `SomeChange` is what listeners get after a commit.
    """

    kind: ClassVar[str]
    gone: ClassVar[type[RecordGone]] = RecordGone

    def __init__(self, kept: int, now: Callable[[], int]) -> None:
        self._now = now
        self._loaded: LRUCache[int, Loaded] = LRUCache(kept)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # while held or waited for
        self._listeners: list[Callable[[SomeChange], None]] = []

    def listen(self, listener: Callable[[SomeChange], None]) -> None:
        self._listeners.append(listener)

    async def get(self, record_id: int) -> Loaded | None:
        loaded = self._loaded.get(record_id)
        if loaded is None:
            async with self._hold(record_id) as loaded:
                return loaded
        return loaded

    def get_cached(self, record_id: int) -> Loaded | None:
        """Return what is in memory."""
        return self._loaded.get(record_id)

    async def existing(self, record_id: int) -> Loaded:
        """Return the record as it is now. Raises `gone` if there is none with this id."""
        if (loaded := await self.get(record_id)) is None:
            raise self.gone(f"there is no {self.kind} {record_id}")
        return loaded

    async def submit(
        self,
        record_id: int,
        action: SomeAction,
        interaction_id: int | None = None,
        conditions: Sequence[Condition] = (),
    ) -> Result | None:
        """Do an action. It is durable on return. Returns None if there is no record with this id.

        Raises Unmet if a condition does not hold: those that are given, and those of whoever enters.
        """
        async with self._hold(record_id) as loaded:
            return None if loaded is None else await self._do(loaded, action, interaction_id, conditions)

    @abstractmethod
    async def _read(self, record_id: int) -> Loaded | None:
        """Read and fold a record; None if there is none with this id."""

    @abstractmethod
    async def _do(
        self, loaded: Loaded, action: SomeAction, interaction_id: int | None, conditions: Sequence[Condition]
    ) -> Result:
        """Do an action in a record that is locked."""

    @asynccontextmanager
    async def _hold(self, record_id: int) -> AsyncIterator[Loaded | None]:
        """Lock a record and yield it; None if there is none with this id."""
        async with self._lock(record_id):
            yield await self._current(record_id)

    def _lock(self, record_id: int) -> asyncio.Lock:
        return self._locks.setdefault(record_id, asyncio.Lock())

    async def _current(self, record_id: int) -> Loaded | None:
        """Return a locked record. It is read into the cache only here, so never as it was before a change."""
        if (loaded := self._loaded.get(record_id)) is None and (loaded := await self._read(record_id)) is not None:
            self._loaded[record_id] = loaded
        return loaded

    async def _await_append(self, record_id: int, append: Awaitable[None]) -> None:
        """Wait until something is appended to a record."""
        try:
            await append
        except (Repeated, NameTaken, Unmet):
            raise
        except BaseException:
            self._loaded.pop(record_id, None)  # it is not known whether it was committed: fold the record again
            raise

    def _announce(self, loaded: Loaded, change: SomeChange) -> Loaded:
        """Cache what was committed and notify the listeners."""
        self._loaded[loaded.row.id] = loaded
        for listener in self._listeners:
            listener(change)
        return loaded
