"""A cup as it stands: entrants, rounds, matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from rpds import HashTrieMap

from bot.cups.appointment import NO_APPOINTMENT, Appointment
from bot.cups.change_limits import NO_CHANGES, ChangeKey
from bot.cups.cup_actions import COMPUTER, CupAction, PauseCup
from bot.cups.cup_notices import CupRefusal
from bot.cups.cup_rules import CupRules
from bot.cups.entrants import NO_ENTRANTS, Entrant, Entrants
from bot.runtime.entries import Entries
from bot.texts.notices import fact
from rules.core.contract import Fact


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

    def moved_to(self, deadline: int) -> Match:
        """Return it with another deadline; before it has a table, an appointment after that no longer holds."""
        held = self.appointment.before(deadline) if self.table is None else self.appointment
        return self._replace(deadline=deadline, appointment=held)

    rested: int = 0

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


class CupEntry(NamedTuple):
    """An action in the record: its place, counted from 1, and when it was done (ms since the epoch)."""

    seq: int
    action: CupAction
    at: int = 0


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
    def seeded(self) -> tuple[Entrant, ...]:
        """Everybody who has played in the cup, the strongest first."""
        return self.entrants.seeded

    @property
    def complete(self) -> tuple[Entrant, ...]:
        return tuple(one for one in self.active if len(one.people) == self.rules.entrants.people)

    @property
    def signed_up(self) -> tuple[Entrant, ...]:
        """Those with a place, in the order of sign-up."""
        return self.complete[: self.rules.most]

    @property
    def waiting_list(self) -> tuple[Entrant, ...]:
        return self.complete[self.rules.most :]

    @property
    def matches(self) -> Iterator[Match]:
        return (match for one in self.rounds for match in one.matches)

    @property
    def open_matches(self) -> tuple[Match, ...]:
        return tuple(match for match in self.rounds[-1].matches if not match.is_decided) if self.rounds else ()

    @property
    def decided_rounds(self) -> tuple[Round, ...]:
        """The rounds that are over: only their results count in standings."""
        return tuple(takewhile(lambda one: one.is_decided, self.rounds))

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
        return frozenset(person for one in self.active for person in one.people)

    @property
    def total_rounds(self) -> int:
        """The number of rounds. Late entries do not change it."""
        return self.rules.rounds_for(len(self.seeded))

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


class CupHandler(Protocol):
    def __call__(self, cup: Cup, action: Any, /) -> Cup | Fact: ...


CUP_HANDLERS: Final[dict[type[Any], CupHandler]] = {}
"""The handlers by the action's type."""
SomeCupHandler = TypeVar("SomeCupHandler", bound=CupHandler)


def handles(action: type[Any], *stages: CupStage) -> Callable[[SomeCupHandler], SomeCupHandler]:
    """Register the handler of an action; in other stages than these the action is refused."""

    def register(handler: SomeCupHandler) -> SomeCupHandler:
        def checked(cup: Cup, action: Any, /) -> Cup | Fact:
            return handler(cup, action) if not stages or cup.stage in stages else _wrong_stage(cup, stages)

        CUP_HANDLERS[action] = checked
        return handler

    return register


def _wrong_stage(cup: Cup, wanted: tuple[CupStage, ...]) -> Fact:
    if cup.is_over:
        return fact(CupRefusal.OVER)
    return fact(CupRefusal.NOT_SIGNING_UP if CupStage.SIGN_UP in wanted else CupRefusal.NOT_RUNNING)
