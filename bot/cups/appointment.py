"""The appointment of a match as a value: the time that was agreed or set, and the times that sides propose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

MOST_TIMES: Final = 3
"""The times that a side may propose at once."""


class TimeProposal(NamedTuple):
    """The times that an entrant proposes, ms since the epoch."""

    entrant: int
    times: tuple[int, ...]


class Acceptance(NamedTuple):
    entrant: int
    time: int


class Appointment(NamedTuple):
    """`at`: when the match begins; 0: not known yet. `made`: when that became known. Times in ms since the epoch.

    `agreed`: by its sides. `postponed`: the entrants who have postponed it. `settle_at`: from then on the cup sets the
    time; 0: as usual. `reminded`: the leads of the reminders sent, in ms. `attended`: all came.
    """

    at: int = 0
    made: int = 0
    agreed: bool = False
    proposals: tuple[TimeProposal, ...] = ()
    acceptances: tuple[Acceptance, ...] = ()
    postponed: tuple[int, ...] = ()
    settle_at: int = 0
    reminded: tuple[int, ...] = ()
    attended: bool = False

    def proposing(self, entrant: int, times: tuple[int, ...]) -> Appointment:
        """Return it with another proposal of an entrant; no times: without any."""
        others = self._others(entrant)
        return self._replace(proposals=(*others, TimeProposal(entrant, times)) if times else others)._without_orphans()

    def declined_by(self, entrant: int) -> Appointment:
        """Return it with the proposals of this entrant alone."""
        own = tuple(one for one in self.proposals if one.entrant == entrant)
        return self._replace(proposals=own)._without_orphans()

    def accepted_by(self, entrant: int, time: int) -> Appointment:
        return self._replace(acceptances=tuple(dict.fromkeys((*self.acceptances, Acceptance(entrant, time)))))

    def proposed(self, entrant: int | None = None) -> tuple[int, ...]:
        """Return the proposed times, the earliest first; `entrant`: those of others alone."""
        return tuple(sorted({time for one in self._others(entrant) for time in one.times}))

    def takers(self, time: int) -> frozenset[int]:
        """Return the entrants who have proposed or accepted a time."""
        proposed = {one.entrant for one in self.proposals if time in one.times}
        return frozenset(proposed | {one.entrant for one in self.acceptances if one.time == time})

    def settled(self, people: Iterable[int], made: int) -> Appointment:
        """Return it with the earliest time that all these entrants take as the one that holds, if there is any."""
        wanted = set(people)
        time = next((one for one in self.proposed() if wanted <= self.takers(one)), None)
        return self if time is None else self.set_to(time, made, agreed=True)

    def set_to(self, at: int, made: int, *, agreed: bool = False) -> Appointment:
        return Appointment(at, made, agreed, postponed=self.postponed)

    def lapsed(self, settle_at: int) -> Appointment:
        """Return it without a time."""
        return Appointment(postponed=self.postponed, settle_at=settle_at)

    def before(self, deadline: int) -> Appointment:
        """Return it for another deadline of the match: a time that is too late no longer holds."""
        return self if self.at < deadline else self.lapsed(0)

    def _others(self, entrant: int | None) -> tuple[TimeProposal, ...]:
        return tuple(one for one in self.proposals if one.entrant != entrant)

    def _without_orphans(self) -> Appointment:
        known = self.proposed()
        return self._replace(acceptances=tuple(one for one in self.acceptances if one.time in known))


NO_APPOINTMENT: Final = Appointment()
