"""A cup as it stands: entrants, rounds, matches and their appointments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import Final, NamedTuple

from rpds import HashTrieMap

from bot.cups.change_limits import NO_CHANGES, ChangeKey
from bot.cups.cup_actions import COMPUTER, CupAction, PauseCup
from bot.cups.cup_rules import CupRules
from bot.cups.entrants import NO_ENTRANTS, Entrant, Entrants
from bot.cups.notices import CupRefusal
from bot.ledger.entries import Entries, Entry, Handlers
from bot.texts.notices import fact
from rules.core.contract import Fact


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

    def propose(self, entrant: int, times: tuple[int, ...]) -> Appointment:
        """Return it with another proposal of an entrant; no times: without any."""
        others = self._others(entrant)
        return self._replace(proposals=(*others, TimeProposal(entrant, times)) if times else others)._drop_orphans()

    def decline(self, entrant: int) -> Appointment:
        """Return it with the proposals of this entrant alone."""
        own = tuple(proposal for proposal in self.proposals if proposal.entrant == entrant)
        return self._replace(proposals=own)._drop_orphans()

    def accept(self, entrant: int, time: int) -> Appointment:
        return self._replace(acceptances=tuple(dict.fromkeys((*self.acceptances, Acceptance(entrant, time)))))

    def proposed_times(self, entrant: int | None = None) -> tuple[int, ...]:
        """Return the proposed times, the earliest first; `entrant`: those of others alone."""
        return tuple(sorted({time for proposal in self._others(entrant) for time in proposal.times}))

    def takers(self, time: int) -> frozenset[int]:
        """Return the entrants who have proposed or accepted a time."""
        proposed = {proposal.entrant for proposal in self.proposals if time in proposal.times}
        return frozenset(proposed | {acceptance.entrant for acceptance in self.acceptances if acceptance.time == time})

    def settle(self, people: Iterable[int], made: int) -> Appointment:
        """Return it with the earliest time that all these entrants take as the one that holds, if there is any."""
        wanted = set(people)
        time = next((time for time in self.proposed_times() if wanted <= self.takers(time)), None)
        return self if time is None else self.set_to(time, made, agreed=True)

    def set_to(self, at: int, made: int, *, agreed: bool = False) -> Appointment:
        return Appointment(at, made, agreed, postponed=self.postponed)

    def lapse(self, settle_at: int) -> Appointment:
        """Return it without a time."""
        return Appointment(postponed=self.postponed, settle_at=settle_at)

    def move_deadline(self, deadline: int) -> Appointment:
        """Return it for another deadline of the match: a time that is too late no longer holds."""
        return self if self.at < deadline else self.lapse(0)

    def _others(self, entrant: int | None) -> tuple[TimeProposal, ...]:
        return tuple(proposal for proposal in self.proposals if proposal.entrant != entrant)

    def _drop_orphans(self) -> Appointment:
        known = self.proposed_times()
        return self._replace(acceptances=tuple(taken for taken in self.acceptances if taken.time in known))


NO_APPOINTMENT: Final = Appointment()


class CupStage(StrEnum):
    SIGN_UP = "sign-up"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


class MatchResult(NamedTuple):
    """The fields are those of `DecideMatch`; `reason`: the organiser's, if one set the result."""

    score: tuple[int, ...]
    absent: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    winner: int | None = None
    reason: str = ""


class Match(NamedTuple):
    """`entrants` in the order of seats; the first deals first. `replays`: how often it began anew.

    `since`: the entry since which it is to be played at its present table. `extras`: tables for another hand of a level
    match of a knock-out; before them `hands` and `score` were played. `credited`: by how much its own deadline moved
    because its table stood still, `rested`: because of somebody's quiet hours, in ms.
    """

    number: int
    entrants: tuple[int, ...]
    deadline: int
    table: int | None = None
    result: MatchResult | None = None
    replays: int = 0
    since: int = 0
    extras: int = 0
    hands: int = 0
    score: tuple[int, ...] = ()
    credited: int = 0
    appointment: Appointment = NO_APPOINTMENT
    rested: int = 0

    def move_deadline(self, deadline: int) -> Match:
        """Return it with another deadline; before it has a table, an appointment after that no longer holds."""
        held = self.appointment.move_deadline(deadline) if self.table is None else self.appointment
        return self._replace(deadline=deadline, appointment=held)

    @property
    def people(self) -> tuple[int, ...]:
        """The entrants without computers."""
        return tuple(entrant for entrant in self.entrants if entrant != COMPUTER)

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1

    @property
    def is_decided(self) -> bool:
        return self.result is not None or len(self.entrants) < 2


class Round(NamedTuple):
    matches: tuple[Match, ...]
    seed: str
    by: str | None = None

    @property
    def is_decided(self) -> bool:
        return all(match.is_decided for match in self.matches)

    def place_of(self, number: int) -> int | None:
        """Return the place of the match with this number; matches are numbered in their order."""
        place = number - self.matches[0].number if self.matches else -1
        return place if 0 <= place < len(self.matches) else None

    def match(self, number: int) -> Match | None:
        return None if (place := self.place_of(number)) is None else self.matches[place]


CupEntry = Entry[CupAction]
NOBODY: Final[HashTrieMap[str, int]] = HashTrieMap()
NO_ENTRIES: Final = Entries[CupEntry]()


@dataclass(frozen=True, slots=True)
class Cup:
    """`record`: all entries. `undone`: the places of entries that do not count.

    `pause`: the place of the last pause, `started`: of the first start, also if it was undone; 0: there was none.
    `changes`: how often what `change_limits` names was done.
    """

    id: int
    by: str
    rules: CupRules
    stage: CupStage = CupStage.SIGN_UP
    paused: bool = False
    entrants: Entrants = NO_ENTRANTS
    rounds: tuple[Round, ...] = ()
    seed: str = ""
    banned: HashTrieMap[str, int] = NOBODY
    """By their keys, with the entry that banned them."""
    record: Entries[CupEntry] = NO_ENTRIES
    undone: frozenset[int] = frozenset()
    pause: int = 0
    started: int = field(default=0, compare=False)
    changes: HashTrieMap[ChangeKey, int] = field(default=NO_CHANGES, compare=False)

    @property
    def seq(self) -> int:
        return len(self.record)

    @property
    def is_over(self) -> bool:
        return self.stage in (CupStage.ENDED, CupStage.CANCELLED)

    @property
    def active(self) -> tuple[Entrant, ...]:
        return self.entrants.active

    @property
    def seeded_entrants(self) -> tuple[Entrant, ...]:
        """Everybody who has played in the cup, the strongest first."""
        return self.entrants.seeded_entrants

    @property
    def complete(self) -> tuple[Entrant, ...]:
        return tuple(entrant for entrant in self.active if len(entrant.people) == self.rules.entrants.people)

    @property
    def signed_up_entrants(self) -> tuple[Entrant, ...]:
        """Those with a place, in the order of sign-up."""
        return self.complete[: self.rules.most]

    @property
    def waiting_list(self) -> tuple[Entrant, ...]:
        return self.complete[self.rules.most :]

    @property
    def matches(self) -> Iterator[Match]:
        return (match for cup_round in self.rounds for match in cup_round.matches)

    @property
    def open_matches(self) -> tuple[Match, ...]:
        return tuple(match for match in self.rounds[-1].matches if not match.is_decided) if self.rounds else ()

    @property
    def decided_rounds(self) -> tuple[Round, ...]:
        """The rounds that are over: only their results count in standings."""
        return tuple(takewhile(lambda cup_round: cup_round.is_decided, self.rounds))

    @property
    def paused_at(self) -> int:
        """The beginning of the last pause, ms since the epoch; 0: it was never paused."""
        return self.record[self.pause - 1].at if self.pause else 0

    @property
    def paused_by(self) -> str:
        """The key of who paused it last; "": nobody."""
        return "" if (act := self._last_pause) is None else act.by

    @property
    def pause_reason(self) -> str:
        """The reason of the last pause."""
        return "" if (act := self._last_pause) is None else act.reason

    @property
    def _last_pause(self) -> PauseCup | None:
        act = self.record[self.pause - 1].action if self.pause else None
        return act if isinstance(act, PauseCup) else None

    @property
    def people(self) -> frozenset[str]:
        """The keys of all people who are in it."""
        return frozenset(person for entrant in self.active for person in entrant.people)

    @property
    def total_rounds(self) -> int:
        """The number of rounds. Late entries do not change it."""
        return self.rules.rounds_for(len(self.seeded_entrants))

    def match(self, number: int) -> Match | None:
        at = self.round_of(number)
        return None if at is None else self.rounds[at].match(number)

    def round_of(self, number: int) -> int | None:
        """Return the round of the match with this number, counted from 0; a round may have no matches."""
        places = range(len(self.rounds) - 1, -1, -1)  # the last is asked for most
        return next((at for at in places if self.rounds[at].match(number) is not None), None)

    def entrant_of(self, person: str) -> Entrant | None:
        return self.entrants.of(person)

    def is_knock_out_round(self, number: int) -> bool:
        """Return whether the round with this number, from 0, belongs to a knock-out."""
        return self.rules.is_knock_out and number >= self.rules.swiss_rounds


def _wrong_stage(cup: Cup, wanted: tuple[CupStage, ...]) -> Fact | None:
    if not wanted or cup.stage in wanted:
        return None
    if cup.is_over:
        return fact(CupRefusal.OVER)
    return fact(CupRefusal.NOT_SIGNING_UP if CupStage.SIGN_UP in wanted else CupRefusal.NOT_RUNNING)


CUP_HANDLERS: Final = Handlers[Cup, CupStage](_wrong_stage)
handles: Final = CUP_HANDLERS.handles
