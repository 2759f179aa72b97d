"""The entrants of a cup: all that there ever were by their numbers, and those who are in by their people.

Between equal ones a lot decides, which everybody can draw again from a published seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple, overload

from rpds import HashTrieMap

from bot.cups.cup_rules import Case
from bot.ledger.entries import Entries


class EntrantState(StrEnum):
    IN = "in"
    LEFT = "left"
    """Left before the start, or had no place at it."""
    WITHDRAWN = "withdrawn"
    BANNED = "banned"


class Entrant(NamedTuple):
    """`asked`: who was asked to be the partner. `seed`: 1 is the strongest; 0 before the start.

    `gone`: why it plays no more.
    """

    number: int
    people: tuple[str, ...]
    asked: str = ""
    state: EntrantState = EntrantState.IN
    checked_in: bool = False
    seed: int = 0
    gone: Case | None = None

    @property
    def is_in(self) -> bool:
        return self.state is EntrantState.IN


class Entrants(Sequence[Entrant]):
    """A value: a change of one entrant shares everything else with the value before."""

    __slots__ = ("_active", "_all", "_changes", "_ever", "_in", "_seeded")

    def __init__(self) -> None:
        self._all: HashTrieMap[int, Entrant] = HashTrieMap()
        self._in: HashTrieMap[str, int] = HashTrieMap()
        """Person -> the entrant that is in."""
        self._ever: HashTrieMap[str, int] = HashTrieMap()
        """Person -> the last entrant to which they belonged."""
        self._changes: Entries[int] = Entries()
        """The numbers of those that were entered or changed, in this order."""
        self._active: tuple[Entrant, ...] | None = None
        self._seeded: tuple[Entrant, ...] | None = None

    def with_entrant(self, entrant: Entrant) -> Entrants:
        """Return them with an entrant in place of the one with its number; `len(self)`: a new one."""
        made = Entrants()
        made._all = self._all.insert(entrant.number, entrant)
        made._in, made._ever = self._in, self._ever
        made._changes = self._changes.with_entry(entrant.number)
        before = self._all.get(entrant.number)
        for person in before.people if before is not None and before.is_in else ():
            if not (entrant.is_in and person in entrant.people) and made._in.get(person) == entrant.number:
                made._in = made._in.discard(person)
        for person in entrant.people:
            if entrant.is_in and made._in.get(person) != entrant.number:
                made._in = made._in.insert(person, entrant.number)
            if entrant.number > made._ever.get(person, -1):
                made._ever = made._ever.insert(person, entrant.number)
        return made

    def of(self, person: str) -> Entrant | None:
        """Return the entrant to which a person belongs, if it is in."""
        number = self._in.get(person)
        return None if number is None else self._all[number]

    def last_of(self, person: str) -> Entrant | None:
        """Return the last entrant to which a person belonged, in or not; None: also if somebody replaced them there."""
        found = None if (number := self._ever.get(person)) is None else self._all[number]
        return found if found is not None and person in found.people else None

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Those who are in, in the order of their numbers."""
        if self._active is None:
            self._active = tuple(self._all[number] for number in sorted(set(self._in.values())))
        return self._active

    @property
    def seeded_entrants(self) -> tuple[Entrant, ...]:
        """Everybody who has played, the strongest first."""
        if self._seeded is None:
            self._seeded = tuple(
                sorted((entrant for entrant in self if entrant.seed), key=lambda entrant: entrant.seed)
            )
        return self._seeded

    def changed_since(self, before: Entrants) -> Iterator[Entrant]:
        """Yield those that are new or other than `before`, in any order; all, if these were not made from it."""
        changes: Iterable[int] = self._changes
        if self._changes.continues(before._changes):
            changes = self._changes[len(before._changes) :]
        return (self._all[number] for number in set(changes))

    @overload
    def __getitem__(self, index: int) -> Entrant: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Entrant, ...]: ...
    def __getitem__(self, index: int | slice) -> Entrant | tuple[Entrant, ...]:
        places = range(len(self))[index]
        return self._all[places] if isinstance(places, int) else tuple(map(self._all.__getitem__, places))

    def __len__(self) -> int:
        return len(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entrants) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return f"Entrants({list(self)!r})"


NO_ENTRANTS: Final = Entrants()


def lot(seed: str, number: int) -> str:
    """Return the lot of an entrant; the least comes first."""
    return sha256(f"{seed}:{number}".encode()).hexdigest()
