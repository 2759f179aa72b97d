"""Holders of seats: who holds each now, and all who did since the table's start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from rpds import HashTrieMap

from bot.ledger.entries import Entries


class Holder(StrEnum):
    """The kind of a seat's holder."""

    PERSON = "person"
    COMPUTER = "computer"
    EMPTY = "empty"


class SeatHolder(NamedTuple):
    """The holder of a seat.

    `name` is plain text: a person's display name, or the name of a computer. `discord_id` is for mentions, or None.
    `was`: the name of the person whom a computer replaced, else "". `open`: anybody may take the seat.
    `away`: until when the person is away, seconds since the epoch. `kept_for`: the name of the person for whom an empty
    seat is kept, else ""; `kept_until`: until when, seconds since the epoch, None: as long as the lobby is open.
    """

    kind: Holder
    name: str = ""
    discord_id: int | None = None
    was: str = ""
    open: bool = False
    away: int | None = None
    kept_for: str = ""
    kept_until: int | None = None

    @property
    def erased(self) -> bool:
        return self.kind is Holder.PERSON and not self.name and self.discord_id is None


EMPTY = SeatHolder(Holder.EMPTY)


AFTER_MOVES: Final = 1_000
"""More moves than are made between two plays."""


class PlayPlace(NamedTuple):
    """The place of a play in a rubber: the numbers of the hand and the trick, from 1, and of the plays before it.

    `move`: of a move between plays, the number of those before it; a play comes after them.
    """

    hand: int
    trick: int = 0
    play: int = 0
    move: int = AFTER_MOVES

    @property
    def following(self) -> PlayPlace:
        return self._replace(move=self.move + 1)


class Tenure(NamedTuple):
    """A holder of a seat from the entry `since` and the hand `hand` on; `person` None: a computer.

    `first`: the place of the first play or move that is this holder's, if the seat is the next to act.
    """

    seat: int
    person: str | None
    since: int
    hand: int
    first: PlayPlace = PlayPlace(0)


class StandIn(NamedTuple):
    """A play or move that a computer made for the person who holds the seat."""

    seat: int
    place: PlayPlace


NO_STAND_INS: Final = Entries[StandIn]()


class _LastHolder(NamedTuple):
    """The last tenure of a seat, and who held it at the end of the hand before that."""

    tenure: Tenure
    before: str | None


class Tenures(Entries[Tenure]):
    """A value: one with another tenure shares all others with the value before."""

    __slots__ = ("_last", "_last_hands")

    def __init__(self, tenures: Iterable[Tenure] = ()) -> None:
        super().__init__()
        self._last: HashTrieMap[int, _LastHolder] = HashTrieMap()
        """By seats."""
        self._last_hands: HashTrieMap[tuple[int, str], int] = HashTrieMap()
        """(Seat, person) -> the last hand in which they came to it."""
        for tenure in tenures:
            self._add(tenure)

    def with_tenure(self, tenure: Tenure) -> Tenures:
        made = Tenures()
        made._items, made._size, made._last, made._last_hands = self._items, self._size, self._last, self._last_hands
        made._add(tenure)
        return made

    def has_had(self, seat: int, person: str) -> bool:
        """Return whether a person has ever held a seat."""
        return (seat, person) in self._last_hands

    def seats_of_hand(self, person: str, hand: int) -> frozenset[int]:
        """Return the seats that a person held when the last hand was dealt, or came to in it; `hand`: its number."""
        return frozenset(seat for seat in self._last if person in self._holders(seat, person, hand))

    def _holders(self, seat: int, person: str, hand: int) -> Iterator[str | None]:
        """Yield who held a seat at the deal of the last hand, and the person if they came to it in that hand."""
        last = self._last[seat]
        yield last.tenure.person if last.tenure.hand < hand else last.before
        if self._last_hands.get((seat, person)) == hand:
            yield person

    def tenures_of(self, seat: int) -> Iterator[Tenure]:
        """Yield the tenures of a seat, the last first."""
        return (tenure for tenure in reversed(self) if tenure.seat == seat)

    def _add(self, tenure: Tenure) -> None:
        last = self._last.get(tenure.seat)
        goes_on = last is not None and last.tenure.hand == tenure.hand
        before = None if last is None else last.before if goes_on else last.tenure.person
        longer = self.with_entry(tenure)
        self._items, self._size = longer._items, longer._size
        self._last = self._last.insert(tenure.seat, _LastHolder(tenure, before))
        if tenure.person is not None:
            self._last_hands = self._last_hands.insert((tenure.seat, tenure.person), tenure.hand)


NO_TENURES: Final = Tenures()
