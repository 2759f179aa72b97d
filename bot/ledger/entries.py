"""Entries of a record as values, how they are written, and the handlers that apply their actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import eq
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, overload

from bot.store import CupActionRow
from rules.core.contract import Fact

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
        return f"{type(self).__name__}({list(self)!r})"

    def _make(self, items: list[Recorded], size: int) -> Entries[Recorded]:
        made = Entries[Recorded]()
        made._items, made._size = items, size
        return made


class FieldCodec(NamedTuple):
    """The functions that write and read a field that is no plain value."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Codec(Generic[SomeAction]):
    """The actions, named tuples, by their names in records, which must never change. `special`: fields, by name.

    `is_whole`: fields with default values are written, too.
    """

    def __init__(
        self,
        names: Mapping[type[Any], str],
        special: Mapping[str, FieldCodec] = MappingProxyType({}),
        *,
        is_whole: bool = False,
    ) -> None:
        self._names = names
        self._kinds = {name: kind for kind, name in names.items()}
        self._special = special
        self._is_whole = is_whole

    def write(self, action: SomeAction) -> tuple[str, dict[str, Any]]:
        """Return the action's name and its body as JSON values."""
        named: Any = action
        usual = {} if self._is_whole else named._field_defaults
        body = {key: value for key, value in named._asdict().items() if key not in usual or usual[key] != value}
        for key, special in self._special.items():
            if key in body:
                body[key] = special.write(body[key])
        return self._names[type(action)], body

    def read(self, name: str, body: Mapping[str, Any], reason: str = "") -> SomeAction:
        """Return the action that `write` wrote; `reason`: if it is kept apart from the body.

        Raises KeyError, TypeError or ValueError if there is no such action.
        """
        kind: Any = self._kinds[name]
        fields = {key: self._value(key, value) for key, value in body.items()}
        if "reason" in kind._fields:
            fields.setdefault("reason", reason)
        action: SomeAction = kind(**fields)
        return action

    def _value(self, key: str, value: Any) -> Any:
        return self._special[key].read(value) if key in self._special else value_of(value)

    def row(self, entry: Entry[SomeAction]) -> CupActionRow:
        """Return an entry as it is stored, the reason apart from the body."""
        verb, body = self.write(entry.action)
        return CupActionRow(entry.seq, entry.at, verb, body, body.pop("reason", ""))

    def read_rows(self, rows: Iterable[CupActionRow]) -> list[Entry[SomeAction]]:
        """Return the entries of a stored record."""
        return [Entry(row.seq, self.read(row.verb, row.body, row.reason), row.at) for row in rows]


def value_of(value: Any) -> Any:
    """Return a value as it was before it was JSON: lists were tuples."""
    return tuple(value_of(part) for part in value) if isinstance(value, list) else value


SomeState = TypeVar("SomeState")
SomeStage = TypeVar("SomeStage")
Handled = TypeVar("Handled")
After = TypeVar("After")


class Handlers(dict[type[Any], Callable[[SomeState, Any], SomeState | Fact]], Generic[SomeState, SomeStage]):
    """The handlers by the action's type. `refusal`: of an action that is for other stages (none: for all)."""

    def __init__(self, refusal: Callable[[SomeState, tuple[SomeStage, ...]], Fact | None]) -> None:
        super().__init__()
        self._refusal = refusal

    def handles(
        self, action: type[Any], *stages: SomeStage
    ) -> Callable[[Callable[[SomeState, Handled], After]], Callable[[SomeState, Handled], After]]:
        """Register the handler of an action in these stages."""

        def register(handler: Callable[[SomeState, Handled], After]) -> Callable[[SomeState, Handled], After]:
            def check_and_handle(state: SomeState, action: Any) -> Any:
                return self._refusal(state, stages) or handler(state, action)

            self[action] = check_and_handle
            return handler

        return register
