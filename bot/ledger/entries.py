"""A record as a value: a longer one shares the entries of the shorter one from which it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import eq
from typing import Generic, NamedTuple, TypeVar, overload

SomeAction = TypeVar("SomeAction")
Action_co = TypeVar("Action_co", covariant=True)
Recorded = TypeVar("Recorded")


class Entry(NamedTuple, Generic[Action_co]):
    """An action in a record: its place, counted from 1, and when it was done (ms since the epoch)."""

    seq: int
    action: Action_co
    at: int = 0


class Entries(Sequence[Recorded]):
    """The entries of a record: a longer one shares the list of the shorter ones, each of which knows its length."""

    __slots__ = ("_items", "_size")

    def __init__(self, items: Iterable[Recorded] = ()) -> None:
        self._items = list(items)
        self._size = len(self._items)

    def with_entry(self, entry: Recorded) -> Entries[Recorded]:
        items, size = (self._items, self._size) if self._size else ([], 0)
        if len(items) == size:
            items.append(entry)
        if items[size] is not entry:  # another continuation of the record has the place
            items = [*items[:size], entry]
        return self._make(items, size + 1)

    def first(self, size: int) -> Entries[Recorded]:
        """Return the record as it was when it had so many entries."""
        return self._make(self._items, min(size, self._size))

    def continues(self, other: Entries[Recorded]) -> bool:
        """Return whether these were made from others by adding entries, and are the first that were."""
        return self._items is other._items and self._size >= other._size

    @overload
    def __getitem__(self, index: int) -> Recorded: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Recorded, ...]: ...
    def __getitem__(self, index: int | slice) -> Recorded | tuple[Recorded, ...]:
        places = range(self._size)[index]
        return self._items[places] if isinstance(places, int) else tuple(map(self._items.__getitem__, places))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Recorded]:
        return islice(self._items, self._size)

    def __reversed__(self) -> Iterator[Recorded]:
        return map(self._items.__getitem__, range(self._size - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entries) and self._size == other._size and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Entries({list(self)!r})"

    def _make(self, items: list[Recorded], size: int) -> Entries[Recorded]:
        made = Entries[Recorded]()
        made._items, made._size = items, size
        return made
