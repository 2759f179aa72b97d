"""The sign-up of a season: who has entered, and who asks whom to be the partner."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final, NamedTuple

from rpds import HashTrieMap

from bot.cups.leagues.divisions import people_in, together


class PartnerRequest(NamedTuple):
    """`by` asks somebody to be the partner, since the entry `seq` of the record."""

    by: str
    person: str
    seq: int


class SeasonSignUp:
    """A value: a change shares everything that it leaves alone with the value before."""

    def __init__(self) -> None:
        self._entrants: HashTrieMap[int, str] = HashTrieMap()
        """By numbers, in whose order they signed up."""
        self._numbers: HashTrieMap[str, int] = HashTrieMap()
        """Person -> the entrant."""
        self._next = 0
        self._requests: HashTrieMap[str, PartnerRequest] = HashTrieMap()
        """By who asks."""
        self._askers: HashTrieMap[str, HashTrieMap[str, int]] = HashTrieMap()
        """Person -> who asks them, with the entry."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """The entrants, and people without a partner, in the order in which they signed up."""
        return tuple(self._entrants[number] for number in sorted(self._entrants))

    @property
    def requests(self) -> tuple[PartnerRequest, ...]:
        """The requests that wait for an answer, the oldest first."""
        return tuple(sorted(self._requests.values(), key=lambda request: request.seq))

    def entrant_of(self, person: str) -> str | None:
        number = self._numbers.get(person)
        return None if number is None else self._entrants[number]

    def asks(self, by: str, person: str) -> bool:
        request = self._requests.get(by)
        return request is not None and request.person == person

    def join(self, person: str) -> SeasonSignUp:
        made = copy(self)
        made._next += 1
        made._put(self._next, [person])
        return made

    def exchange(self, entrant: str, people: Sequence[str]) -> SeasonSignUp:
        """Return it with these people, or nobody, in place of an entrant, and without what the entrant has asked."""
        made = copy(self)
        for person in people_in(entrant):
            made._drop_request(person)
        number = self._numbers.get(people_in(entrant)[0])
        if number is None or self._entrants[number] != entrant:
            return made
        made._entrants = made._entrants.discard(number)
        for person in people_in(entrant):
            made._numbers = made._numbers.discard(person)
        if people:
            made._put(number, people)
        return made

    def request(self, request: PartnerRequest) -> SeasonSignUp:
        """Return it with a request in place of the one that the person made before."""
        made = copy(self)
        made._drop_request(request.by)
        made._requests = made._requests.insert(request.by, request)
        askers = made._askers.get(request.person, NO_ASKERS).insert(request.by, request.seq)
        made._askers = made._askers.insert(request.person, askers)
        return made

    def drop_requests_to(self, *people: str) -> SeasonSignUp:
        made = copy(self)
        for person in people:
            for by in self._askers.get(person, NO_ASKERS):
                made._drop_request(by)
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeasonSignUp):
            return False
        return (self.entrants, self.requests) == (other.entrants, other.requests)

    def __hash__(self) -> int:
        return hash((self.entrants, self.requests))

    def _put(self, number: int, people: Sequence[str]) -> None:
        self._entrants = self._entrants.insert(number, together(people))
        for person in people:
            self._numbers = self._numbers.insert(person, number)

    def _drop_request(self, by: str) -> None:
        if (request := self._requests.get(by)) is None:
            return
        self._requests = self._requests.discard(by)
        askers = self._askers[request.person].discard(by)
        self._askers = self._askers.insert(request.person, askers) if askers else self._askers.discard(request.person)


NO_ASKERS: Final[HashTrieMap[str, int]] = HashTrieMap()
NO_SIGN_UP: Final = SeasonSignUp()
