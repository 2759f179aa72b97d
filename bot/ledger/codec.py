"""The words of a record: each action as its name and a JSON object, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from bot.ledger.entries import Entry, SomeAction
from bot.store import CupActionRow


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

    def recorded(self, rows: Iterable[CupActionRow]) -> list[Entry[SomeAction]]:
        """Return the entries of a stored record."""
        return [Entry(one.seq, self.read(one.verb, one.body, one.reason), one.at) for one in rows]


def value_of(value: Any) -> Any:
    """Return a value as it was before it was JSON: lists were tuples."""
    return tuple(value_of(part) for part in value) if isinstance(value, list) else value
