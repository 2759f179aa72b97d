"""A cup as it stands: entrants, rounds, matches."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, takewhile
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from bot.competitions.appointment import NO_APPOINTMENT, Appointment
from bot.competitions.cup_actions import COMPUTER, CupAction, PauseCup
from bot.competitions.cup_rules import Case, CupRules
from bot.texts.cup_notices import CupRefusal
from bot.texts.notices import fact
from rules.core.contract import Fact


class CupStage(StrEnum):
    SIGN_UP = "sign-up"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


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


class CupEntry(NamedTuple):
    """An action in the record: its place, counted from 1, and when it was done (ms since the epoch)."""

    seq: int
    action: CupAction
    at: int = 0


@dataclass(frozen=True, slots=True)
class Cup:
    """`record`: all entries. `undone`: the places of entries that do not count."""

    id: int
    by: str
    rules: CupRules
    stage: CupStage = CupStage.SIGN_UP
    paused: bool = False
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    seed: str = ""
    banned: frozenset[str] = frozenset()
    record: tuple[CupEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def seq(self) -> int:
        return len(self.record)

    @property
    def is_over(self) -> bool:
        return self.stage in (CupStage.ENDED, CupStage.CANCELLED)

    @property
    def active(self) -> tuple[Entrant, ...]:
        return tuple(one for one in self.entrants if one.is_in)

    @property
    def seeded(self) -> tuple[Entrant, ...]:
        """Everybody who has played in the cup, the strongest first."""
        return tuple(sorted((one for one in self.entrants if one.seed), key=lambda one: one.seed))

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
        return self._last_pause[2]

    @property
    def paused_by(self) -> str:
        """The key of who paused it last; "": nobody."""
        return self._last_pause[0]

    @property
    def pause_reason(self) -> str:
        """The reason of the last pause."""
        return self._last_pause[1]

    @property
    def _last_pause(self) -> tuple[str, str, int]:
        acts = ((one.action, one.at) for one in reversed(self.record) if one.seq not in self.undone)
        return next(((act.by, act.reason, at) for act, at in acts if isinstance(act, PauseCup)), ("", "", 0))

    @property
    def people(self) -> frozenset[str]:
        """The keys of all people who are in it."""
        return frozenset(person for one in self.active for person in one.people)

    @property
    def total_rounds(self) -> int:
        """The number of rounds. Late entries do not change it."""
        return self.rules.rounds_for(len(self.seeded))

    def match(self, number: int) -> Match | None:
        return next((match for match in self.matches if match.number == number), None)

    def round_of(self, number: int) -> int | None:
        """Return the round of the match with this number, counted from 0; a round may have no matches."""
        first = list(accumulate((len(one.matches) for one in self.rounds), initial=1))
        return bisect_right(first, number) - 1 if 1 <= number < first[-1] else None

    def entrant_of(self, person: str) -> Entrant | None:
        return next((one for one in self.active if person in one.people), None)

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
