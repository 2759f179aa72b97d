"""A table as a value: what its record adds up to (`bot.tables.fold`). Pure: no clock, no chance, no store, no Discord.

Everything else (who is asked, what is shown, when it is due) is derived from the value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.tables import terms
from bot.tables.actions import Action
from bot.tables.hand_result import HandResult
from bot.tables.seat_holders import Holder
from bot.tables.terms import GONE_AFTER, TableTerms
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.cards import Card
from rules.core.contract import Fact, Game, Phase, Play, TrickAccount, View


class Stage(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Seat(NamedTuple):
    """Who holds a seat. `was` is the key of the person from whom a computer took over.

    `open`: anybody may take it, and who was there may return. `away`: until when its person is away, ms since the
    epoch. `missed`: how many deadlines in a row it let pass. `bank`: how much time it has left beside a play's, in ms.
    `silent`: how many deadlines it let pass since its person did anything at the table.
    """

    kind: Holder
    person: str | None = None
    was: str | None = None
    level: str = ""
    open: bool = False
    away: int | None = None
    missed: int = 0
    bank: int = 0
    silent: int = 0

    @property
    def is_there(self) -> bool:
        """Whether a person holds it who is not away and has not let the last deadlines pass."""
        return self.person is not None and self.away is None and self.silent < GONE_AFTER


FREE: Final = Seat(Holder.EMPTY)


class Tenure(NamedTuple):
    """Who held a seat, from which entry and hand on; `person` None: a computer."""

    seat: int
    person: str | None
    since: int
    hand: int


class Answered(StrEnum):
    """What became of a proposal."""

    OPEN = "open"
    GRANTED = "granted"
    REFUSED = "refused"
    DROPPED = "dropped"


class Proposal(NamedTuple):
    """What has been proposed: a `pace` or to `pause`, to all who sit there; to take a `seat`, to the other side.

    `value`: which pace or seat; until when somebody is away for whom it is to pause, in ms. Silence has consented at
    `until` (ms). `seq` is that of the entry that made it, `settled` of one that answered it although nobody spoke;
    `last` the key of who spoke last. `overruled`: what waited when an organiser decided this, or when those who sit
    there asked this before a newcomer was answered. `stands`: until when the clock stands while it waits, in ms; 0: it
    runs.
    """

    seq: int
    what: str
    value: str
    by: str
    until: int
    agreed: frozenset[str]
    answered: Answered = Answered.OPEN
    last: str = ""
    settled: int = 0
    overruled: Proposal | None = None
    stands: int = 0


@dataclass(frozen=True, slots=True)
class HandDeal:
    """The hand in play: its deal with the proof, its public plays in order, the accounts of its finished tricks."""

    number: int
    deck: tuple[Card, ...]
    salt: str
    digest: str
    scores_before: tuple[int, ...]
    dealt: int
    """How many cards each was dealt."""
    plays: tuple[Play, ...] = ()
    marked: tuple[tuple[int, str], ...] = ()
    """Of plays that nobody pressed: (index into `plays`, how it came about)."""
    tricks: tuple[TrickAccount, ...] = ()
    stopped_by: frozenset[str] = frozenset()
    """The keys of those for whose questions the clock has stood in this hand: it does so once for each person."""
    refused: frozenset[str] = frozenset()
    """The keys of those to whom the other side has refused a seat in this hand."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table at one moment. `state` belongs to the game; None before the start."""

    id: int
    name: str
    opener: str
    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    stage: Stage = Stage.LOBBY
    state: Any = None
    seq: int = 1
    hand: HandDeal | None = None
    last_trick: TrickAccount | None = None
    last_hand: HandResult | None = None
    way: tuple[tuple[int, ...], ...] = ()
    """Scores by side after each finished hand."""
    closed: Fact | None = None
    rematch_of: int | None = None
    version: int = 1
    """Of the game's rules: the one that the table began with."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """As chosen (`bot.tables.terms`); none at tables from before there were any."""
    paused: bool = False
    paused_for: str | None = None
    """The key of the person whose absence it is paused for: it goes on when they are back."""
    proposal: Proposal | None = None
    """The last one."""
    forfeited: int | None = None
    """The seat that lost the rubber for its side by letting the time pass."""
    missing: int | None = None
    """The seat that has just let the time of its play pass: a computer plays for it."""
    returned: int | None = None
    """The seat to whose turn its person has come back: the time of this play has begun anew, and does so only once."""
    tenures: tuple[Tenure, ...] = ()
    """Who has held the seats since the start, in order."""
    channel: int | None = None
    """Where it was moved to; None: it is where it was opened."""
    came_back: int = 0
    """The entry by which somebody who was away was last back without a word: by a play, or by letting it go on."""
    rests: bool = False
    """Whether it has been said that nobody who sits there is there, so that nothing is played."""
    others: frozenset[str] = frozenset()
    """The keys of those who decided something there, or asked for a seat, without holding one."""
    _views: dict[int | None, View] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def agreed(self) -> TableTerms:
        """The terms that hold."""
        return terms.read(self.terms)

    @property
    def rules(self) -> Game[Any]:
        return registry.game(self.game)

    @property
    def phase(self) -> Phase | None:
        """The game's phase; None when nobody is playing."""
        return self.rules.phase(self.state) if self.stage is Stage.PLAYING else None

    @property
    def turn(self) -> int | None:
        """The seat to play, None if nobody is."""
        return self.rules.turn(self.state) if self.stage is Stage.PLAYING else None

    def view(self, seat: int | None) -> View:
        """What the seat (None: everybody) may know. ValueError before the start."""
        if self.state is None:
            raise ValueError("a table that has not started has no view")
        if seat not in self._views:
            self._views[seat] = self.rules.view(self.state, seat)
        return self._views[seat]

    def seat_of(self, person: str) -> int | None:
        """The seat that a person holds."""
        return next((number for number, seat in enumerate(self.seats) if seat.person == person), None)

    @property
    def people(self) -> frozenset[str]:
        """The keys of everybody who is named at this table."""
        seated = {key for seat in self.seats for key in (seat.person, seat.was) if key}
        seated |= {tenure.person for tenure in self.tenures if tenure.person}
        closer = self.closed.about.get("person") if self.closed else None
        return frozenset({self.opener} | seated | self.others | ({closer} if closer else set()))

    @property
    def forfeit_winners(self) -> tuple[int, ...]:
        """The sides that have won because a seat let the time pass; none if that has not happened."""
        if self.forfeited is None:
            return ()
        return tuple(side for side, seats in enumerate(self.view(None).sides) if self.forfeited not in seats)

    @property
    def pending(self) -> Proposal | None:
        """The proposal that waits for people."""
        waits = self.stage is Stage.PLAYING and self.proposal and self.proposal.answered is Answered.OPEN
        return self.proposal if waits else None

    @property
    def is_abandoned(self) -> bool:
        """Whether people played there and none of them is there now: it waits for somebody, and then closes.

        An agreed pause is waited for as long as anybody holds a seat.
        """
        if self.stage is not Stage.PLAYING or not any(tenure.person for tenure in self.tenures):
            return False
        return not self.humans if self.paused else not any(seat.is_there for seat in self.seats)

    @property
    def humans(self) -> frozenset[str]:
        """The keys of those who hold a seat now."""
        return frozenset(seat.person for seat in self.seats if seat.person)

    @property
    def asked(self) -> Seat | None:
        """The seat that is to play, if a person holds it and is there; None otherwise."""
        seat = None if self.turn is None else self.seats[self.turn]
        return seat if seat is not None and seat.kind is Holder.PERSON and seat.away is None else None


class RecordedAction(NamedTuple):
    """An action in the record: its place from 1, and when it was done (milliseconds since the epoch)."""

    seq: int
    at: int
    action: Action


def present(table: Table, seat: int) -> tuple[int, int]:
    """(hand, nth) of the play that the seat has to make next: what its buttons carry."""
    if table.hand is None:
        return table.view(seat).hand_number, 0
    return table.hand.number, sum(play.seat == seat for play in table.hand.plays)


def ended(table: Table) -> Fact:
    """Why nothing more can be done at a table that is over or closed."""
    return fact(Refusal.GAME_OVER if table.stage is Stage.OVER else Refusal.TABLE_CLOSED, table=table.name)


def with_seat(table: Table, number: int, seat: Seat) -> Table:
    """The table with another holder of a seat."""
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def charged(table: Table, number: int, took: int) -> Seat:
    """The seat after a play, or after its person has left on turn: what took longer than a play may is of its bank."""
    seat, play = table.seats[number], table.agreed.pace.play
    if table.turn != number or play is None:
        return seat
    return seat._replace(bank=max(0, seat.bank - max(0, took - play)))


def back_on_turn(table: Table, number: int) -> Table:
    """The table with somebody back in a seat; if it is to play, the time of that play does not begin anew again."""
    return replace(table, returned=number) if table.turn == number else table


def not_seated(table: Table) -> Fact:
    """The refusal for who holds no seat."""
    return fact(Refusal.NOT_SEATED, table=table.name)


Handler = Callable[[Table, Any], Table | Fact]
"""What an action makes of a table, or why it cannot be done."""


def while_in(stage: Stage) -> Callable[[Handler], Handler]:
    """For what can be done in one stage of a table only."""

    def decorate(handler: Handler) -> Handler:
        def checked(table: Table, action: Any) -> Table | Fact:
            return handler(table, action) if table.stage is stage else _wrong_stage(table)

        return checked

    return decorate


def _wrong_stage(table: Table) -> Fact:
    match table.stage:
        case Stage.LOBBY:
            return fact(Refusal.NOT_STARTED, table=table.name)
        case Stage.PLAYING:
            return fact(Refusal.ALREADY_STARTED, table=table.name)
        case _:
            return ended(table)
