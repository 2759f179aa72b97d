"""A table as a value: its state after all actions of its record.

Pure: no clock, no chance, no store, no Discord. `bot.tables.fold` computes the value; everything else (whose turn it
is, what is shown, what is due) is derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, Final, NamedTuple

from bot.ledger.entries import Entries, Handlers
from bot.tables import table_terms
from bot.tables.actions import CupMatch, NamePlace, TableAction
from bot.tables.deals import LENGTH, NO_PLAYS, DealProof
from bot.tables.person_statistics import TableStatistics
from bot.tables.seat_holders import NO_STAND_INS, NO_TENURES, Holder, PlayPlace, StandIn, Tenures
from bot.tables.table_terms import GONE_AFTER, TableTerms
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.capabilities import GreatMoment
from rules.core.cards import Card
from rules.core.contract import Booking, Fact, Gain, Game, Move, Outcome, Phase, SeatAction, TrickAccount, View


class Stage(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Seat(NamedTuple):
    """A seat and its holder. `was`: the key of the person whom a computer replaced.

    `open`: anybody may take the seat, and its former person may return. `away`: until when its person is away, ms since
    the epoch. `missed`: deadlines missed in a row. `bank`: time left in addition to that of each play, in ms.
    `silent`: deadlines missed since its person last did anything at the table. `kept_for`: the key of the person for
    whom an empty seat is kept.
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
    kept_for: str | None = None

    @property
    def is_free(self) -> bool:
        """True if nobody holds it and it is kept for nobody."""
        return self.kind is Holder.EMPTY and self.kept_for is None

    @property
    def is_there(self) -> bool:
        """True if a person holds it who is not away and has not missed the last deadlines."""
        return self.person is not None and self.away is None and self.silent < GONE_AFTER


FREE: Final = Seat(Holder.EMPTY)


class InvitationState(StrEnum):
    OPEN = "open"
    JOINED = "joined"
    DECLINED = "declined"
    OVER = "over"
    """The seat is no longer kept: by time, by the opener, or because the table has left its lobby."""


class Invitation(NamedTuple):
    """A seat kept for a person. `seq`: the entry that invited them, the `nth` of those invited by it.

    `until`: when it ends, ms since the epoch; 0: with the lobby. `settled`: the entry that ended it.
    """

    person: str
    until: int
    seq: int
    nth: int
    state: InvitationState = InvitationState.OPEN
    settled: int = 0

    @property
    def is_open(self) -> bool:
        return self.state is InvitationState.OPEN


class Answered(StrEnum):
    """The state of a proposal."""

    OPEN = "open"
    GRANTED = "granted"
    REFUSED = "refused"
    DROPPED = "dropped"


class Proposal(NamedTuple):
    """A proposal (`what`): a `pace` or a `pause`, to everybody seated; a `seat` for a substitute, to the other side.

    `value`: the pace or seat; for an absence, until when the person is away. `until`: when silence becomes consent.
    `stands`: until when it stops the clock; 0: the clock runs. All times are ms since the epoch. `seq`: the entry that
    made it; `settled`: the entry that settled it without an answer; `last`: the key of the person who spoke last.
    `overruled`: the proposal that was pending when an organiser decided this one, or when this one displaced a request
    for a seat. `cup`: the table's whole cup was paused.
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
    cup: bool = False


@dataclass(frozen=True, slots=True)
class HandDeal:
    """The hand in play: its deal with the proof, its plays, the accounts of its finished tricks."""

    number: int
    deck: tuple[Card, ...]
    proof: DealProof
    scores_before: tuple[int, ...]
    dealt: int
    """The number of cards dealt to each seat."""
    plays: tuple[SeatAction, ...] = ()
    """The actions of the seats, in order."""
    marked: tuple[tuple[int, str], ...] = ()
    """The plays that nobody pressed: (index into `plays`, `actions.TakeTurn.how`)."""
    tricks: tuple[TrickAccount, ...] = ()
    stopped_by: frozenset[str] = frozenset()
    """The keys of people whose proposals have stopped the clock in this hand; each person may do so once."""
    refused: frozenset[str] = frozenset()
    """The keys of people to whom the other side has refused a seat in this hand."""
    times: tuple[int, ...] = ()
    """The time of each of the plays, ms since the epoch; 0 where it is not known."""


class HandMoment(NamedTuple):
    """A great moment of a hand, and the number of its trick."""

    trick: int
    what: GreatMoment


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand: the cards dealt and drawn by each seat, units and scores by side, and the proof of the deal."""

    number: int
    dealer: int
    dealt: tuple[tuple[Card, ...], ...]
    dealt_first: int
    """The number of these cards dealt to each seat; the others were drawn."""
    units: tuple[int, ...]
    void: bool
    scores_before: tuple[int, ...]
    scores: tuple[int, ...]
    deck: tuple[Card, ...]
    proof: DealProof
    why: Fact | None = None
    """The game's reason for the end, if there is something to say."""
    bookings: tuple[Booking, ...] = ()
    gains: tuple[Gain, ...] = ()
    """The points that the hand's tricks earned, trick by trick."""
    winner: int | None = None
    """The side that won the hand, if the number of tricks does not say so."""
    unfinished: bool = False
    """True if the rubber ended before the hand was decided, so that nobody won it."""
    outcome: Outcome | None = None
    """The result of the rubber, if it ended with the hand."""
    moment: HandMoment | None = None
    """The greatest moment of the hand, if it had one."""

    def points(self, side: int) -> int:
        """The points that the hand brought a side, those that it lost by bouncing included."""
        bounced = sum(
            booking.bounced - booking.after for booking in self.bookings_of(side) if booking.bounced is not None
        )
        return self.scores[side] - self.scores_before[side] + bounced

    def bookings_of(self, side: int) -> tuple[Booking, ...]:
        """The bookings of a side in the hand, in order."""
        return tuple(booking for booking in self.bookings if booking.side == side)

    def has_bounced(self, side: int) -> bool:
        return any(booking.bounced is not None for booking in self.bookings_of(side))

    def reasons(self, side: int) -> tuple[Gain, ...]:
        """The reasons for a side's points in the hand: a gain for each kind, with the points of all its tricks.

        Empty if it brought none of the points that it earned, as in a void hand.
        """
        found = dict[str, Gain]()
        for gain in self.gains:
            if gain.side == side:
                points = gain.points + (found[gain.why.kind].points if gain.why.kind in found else 0)
                why = gain.why._replace(about={**gain.why.about, "points": points})
                found[gain.why.kind] = Gain(side, points, why)
        return tuple(found.values()) if sum(gain.points for gain in found.values()) == self.points(side) else ()


class Feat(NamedTuple):
    """Something to remember of a rubber: points that a special card earned, other rare points, or a bounce.

    `place`: the play that earned them, if one did.
    """

    hand: int
    what: Gain | Booking
    place: PlayPlace | None = None


NO_INVITATIONS: Final = Entries[Invitation]()


class Chain(NamedTuple):
    """The chain that binds the next deals. `secret`: its last key in hex, SECRET.

    `message`: the Discord id of the post with the commitment, `link`: its address; None and "" until it is shown.
    `dealt`: the number of hands dealt by it. `is_spent`: it binds no further deal.
    """

    secret: str
    commitment: str
    message: int | None = None
    link: str = ""
    dealt: int = 0
    is_spent: bool = False


class Nudged(NamedTuple):
    """Somebody (`by`) has nudged the person who was on turn in this hand, after so many plays of it."""

    by: str
    person: str | None
    hand: int
    plays: int


@dataclass(frozen=True)
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
    """The scores by side after each finished hand."""
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber, in order."""
    closed: Fact | None = None
    rematch_of: int | None = None
    version: int = 1
    """The version of the game's rules with which the table began."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """The chosen terms (`bot.tables.table_terms`); empty at tables that are older than terms."""
    paused: bool = False
    paused_for: str | None = None
    """The key of the absent person for whom it is paused: the pause ends when they are back."""
    proposal: Proposal | None = None
    """The last proposal, pending or not."""
    forfeited: int | None = None
    """The seat that lost the rubber for its side by missing a deadline."""
    missing: int | None = None
    """The seat that has just missed its deadline: a computer plays for it."""
    returned: int | None = None
    """The seat whose person came back on its turn: the time of this play has started again, which happens only once."""
    tenures: Tenures = NO_TENURES
    """The holders of the seats since the start, in order."""
    stand_ins: Entries[StandIn] = NO_STAND_INS
    """The plays and moves that computers made for people who hold their seats, in order."""
    channel: int | None = None
    """The id of the channel to which it was moved; None: it is where it was opened."""
    came_back: int = 0
    """The last entry by which an absent person came back without saying so: by a play, or by resuming the table."""
    rests: bool = False
    """True if the record says that all seated people are absent, so that nothing is played."""
    others: frozenset[str] = frozenset()
    """The keys of people without a seat who decided something at the table, or asked for a seat."""
    statistics: TableStatistics = field(default_factory=dict)
    """Each person's statistics of finished tricks, in whichever seat."""
    open_invitations: tuple[Invitation, ...] = ()
    """Those of the people for whom seats are kept, in order."""
    ended_invitations: Entries[Invitation] = NO_INVITATIONS
    """The others, in the order in which they ended; one person may have been invited more than once."""
    private: bool = False
    """True if seats are for invited people only."""
    match: CupMatch | None = None
    """The match of a cup that is played here."""
    rated: bool = True
    pairs: bool = False
    """As in `actions.Open`."""
    names: tuple[NamePlace, ...] = ()
    """As in `actions.Open`."""
    start_asked_by: str | None = None
    """The key of the person who has asked the opener to start."""
    chain: Chain | None = None
    """The last chain that binds deals; None before the start, and at tables that are older than chains."""
    plays_digest: str = NO_PLAYS
    """The digest of the plays of all finished hands (`deals.with_plays`)."""
    cuts: int = 0
    """The number of attempts at a cut."""
    nudge: Nudged | None = None
    """The last nudge."""
    ready: frozenset[str] = frozenset()
    """The keys of the people who would have the next hand dealt now."""
    notes: tuple[Fact, ...] = ()
    """The notes of people who came and went in this hand, or since it ended (`bot.tables.notes`)."""
    _views: dict[int | None, View] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def agreed(self) -> TableTerms:
        return table_terms.read(self.terms)

    @cached_property
    def rules(self) -> Game[Any]:
        return registry.game(self.game)

    @cached_property
    def phase(self) -> StrEnum | None:
        """The game's phase; None unless the table is in play."""
        return self.rules.phase(self.state) if self.stage is Stage.PLAYING else None

    @cached_property
    def turn(self) -> int | None:
        """The seat to act; None if there is none."""
        return self.rules.turn(self.state) if self.stage is Stage.PLAYING else None

    @cached_property
    def needs_chain(self) -> bool:
        """True if a new chain must be posted before anything more is cut or dealt.

        A rubber that began without one goes on without.
        """
        if self.phase not in (Phase.CUT, Phase.DEAL):
            return False
        if self.chain is None:
            return self.hand is None
        return self.chain.is_spent or self.chain.dealt >= LENGTH

    @cached_property
    def is_unbound(self) -> bool:
        """True if nothing may be cut or dealt, since the post that binds the next deals is not shown."""
        return self.needs_chain or (self.chain is not None and self.chain.message is None)

    def view(self, seat: int | None) -> View:
        """Return what the seat (None: the public) may know. Raises ValueError before the start."""
        if self.state is None:
            raise ValueError("a table that has not started has no view")
        if seat not in self._views:
            self._views[seat] = self.rules.view(self.state, seat)
        return self._views[seat]

    def seat_of(self, person: str) -> int | None:
        return next((number for number, seat in enumerate(self.seats) if seat.person == person), None)

    def is_away(self, person: str) -> bool:
        return any(seat.person == person and seat.away is not None for seat in self.seats)

    @property
    def next_place(self) -> PlayPlace:
        """The place of the next move, which a play has, too, at its end; between hands, that before the next one."""
        if self.hand is None or self.state is None:
            return PlayPlace(1)
        view = self.view(None)
        if self.is_hand_over or not view.is_in_hand:
            return PlayPlace(self.hand.number + self.is_hand_over)
        moves = sum(1 for _ in takewhile(lambda done: isinstance(done, Move), reversed(self.hand.plays)))
        return PlayPlace(self.hand.number, view.trick_number, len(view.trick), moves)

    @cached_property
    def people(self) -> frozenset[str]:
        """The keys of all people named in the table's state."""
        seated = {key for seat in self.seats for key in (seat.person, seat.was) if key}
        seated |= {tenure.person for tenure in self.tenures if tenure.person}
        closer = self.closed.about.get("person") if self.closed else None
        invited = {invitation.person for invitation in self.invitations}
        others = {key for key in (closer, self.start_asked_by) if key}
        return frozenset({self.opener} | seated | invited | self.others | others)

    def admits(self, person: str) -> bool:
        """Return whether a person may come: to a private table, who opened it, was invited or has played there."""
        if (
            not self.private
            or person == self.opener
            or any(invitation.person == person for invitation in self.invitations)
        ):
            return True
        return any(self.tenures.has_had(seat, person) for seat in range(len(self.seats)))

    def invitation_of(self, person: str) -> Invitation | None:
        """Return a person's open invitation."""
        return next((invitation for invitation in self.open_invitations if invitation.person == person), None)

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        """Everybody who was invited, in order."""
        return tuple(
            sorted(
                (*self.ended_invitations, *self.open_invitations),
                key=lambda invitation: (invitation.seq, invitation.nth),
            )
        )

    @cached_property
    def forfeit_winners(self) -> tuple[int, ...]:
        """The sides that have won by a forfeit; empty if there was none."""
        if self.forfeited is None:
            return ()
        return tuple(side for side, seats in enumerate(self.view(None).sides) if self.forfeited not in seats)

    @cached_property
    def pending(self) -> Proposal | None:
        """The proposal that waits for answers."""
        waits = self.stage is Stage.PLAYING and self.proposal and self.proposal.answered is Answered.OPEN
        return self.proposal if waits else None

    @property
    def is_paused_by_cup(self) -> bool:
        return self.paused and self.proposal is not None and self.proposal.cup

    def pause_refusal(self) -> Fact:
        """Return the refusal of what a paused table refuses."""
        return fact(Refusal.PAUSED_BY_CUP if self.is_paused_by_cup else Refusal.PAUSED, table=self.name)

    @cached_property
    def is_abandoned(self) -> bool:
        """True if people played at the table and none is present now: it waits for one of them, and then closes.

        A paused table is not abandoned as long as any person holds a seat.
        """
        if self.stage is not Stage.PLAYING or not any(tenure.person for tenure in self.tenures):
            return False
        return not self.humans if self.paused else not any(seat.is_there for seat in self.seats)

    @property
    def is_hand_over(self) -> bool:
        """True between two hands, and after the last one."""
        return self.hand is not None and self.last_hand is not None and self.last_hand.number == self.hand.number

    @cached_property
    def humans(self) -> frozenset[str]:
        return frozenset(seat.person for seat in self.seats if seat.person)

    def name_place(self, seat: int) -> NamePlace:
        """The place after which the computer in a seat is named."""
        return self.names[seat] if seat < len(self.names) else NamePlace(self.id, seat)

    @cached_property
    def is_alone(self) -> bool:
        """True if one person plays with computers only: nobody waits for them, so there is no clock.

        A seat that is open belongs to somebody who may come back, or to the next person.
        """
        return self.stage is Stage.PLAYING and len(self.humans) == 1 and not any(seat.open for seat in self.seats)

    @property
    def has_deadlines(self) -> bool:
        """True if plays of people have deadlines."""
        return self.agreed.pace.play is not None and not self.is_alone

    @cached_property
    def waits_alone(self) -> bool:
        """True if it waits for the only person who plays there, at a pace that knows a limit."""
        return self.is_alone and self.asked is not None and not self.paused and self.agreed.pace.play is not None

    @property
    def is_ready(self) -> bool:
        """True if everybody present would have the next hand dealt now."""
        return bool(self.ready) and self.ready >= {seat.person for seat in self.seats if seat.is_there}

    @cached_property
    def nudged_by(self) -> str | None:
        """The key of the person who has nudged whoever is on turn now; None if nobody has."""
        if self.nudge is None or self.asked is None or self.hand is None:
            return None
        now = (self.asked.person, self.hand.number, len(self.hand.plays))
        return self.nudge.by if self.nudge[1:] == now else None

    @cached_property
    def asked(self) -> Seat | None:
        """The seat on turn, if a person holds it who is not away; else None."""
        seat = None if self.turn is None else self.seats[self.turn]
        return seat if seat is not None and seat.kind is Holder.PERSON and seat.away is None else None


@cache
def sides_of(game: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of a game with so many seats."""
    rules = registry.game(game)
    return rules.view(rules.start(seats, {}), None).sides


def side_of_seat(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats of the side of a seat, that one included."""
    return next(side for side in sides_of(table.game, len(table.seats)) if seat in side)


def free_seats(table: Table, seats: Sequence[Seat]) -> list[int]:
    """Return the numbers of the free ones of a table's seats, in the order in which people get them (`Open.pairs`)."""
    free = [number for number, seat in enumerate(seats) if seat.is_free]
    if not table.pairs:
        return free
    there = {number for number, seat in enumerate(seats) if seat.person or seat.kept_for}
    return sorted(free, key=lambda number: -len(there.intersection(side_of_seat(table, number))))


class RecordedAction(NamedTuple):
    """An action in the record: its place, counted from 1, and when it was done (ms since the epoch)."""

    seq: int
    at: int
    action: TableAction


def present_play(table: Table, seat: int) -> tuple[int, int]:
    """Return (hand, nth) of the seat's next play, which its buttons carry."""
    if table.hand is None:
        return table.view(seat).hand_number, 0
    return table.hand.number, sum(play.seat == seat for play in table.hand.plays)


def end_refusal(table: Table) -> Fact:
    return fact(Refusal.GAME_OVER if table.stage is Stage.OVER else Refusal.TABLE_CLOSED, table=table.name)


def seats_with(table: Table, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*table.seats[:number], seat, *table.seats[number + 1 :])


def with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=seats_with(table, number, seat))


def charge(table: Table, number: int, took: int) -> Seat:
    """Return the seat after a play, or after its person left on turn: time beyond a play's is taken from the bank."""
    seat, play = table.seats[number], table.agreed.pace.play
    if table.turn != number or play is None:
        return seat
    return seat._replace(bank=max(0, seat.bank - max(0, took - play)))


def note_return(table: Table, number: int) -> Table:
    """Note that a person is back in a seat: if it is on turn, the time of that play will not start again once more."""
    return replace(table, returned=number) if table.turn == number else table


def seat_refusal(table: Table) -> Fact:
    return fact(Refusal.NOT_SEATED, table=table.name)


def opener_refusal(table: Table) -> Fact:
    return fact(Refusal.NOT_OPENER, table=table.name, person=table.opener)


def _stage_refusal(table: Table, wanted: tuple[Stage, ...]) -> Fact | None:
    if not wanted or table.stage in wanted:
        return None
    match table.stage:
        case Stage.LOBBY:
            return fact(Refusal.NOT_STARTED, table=table.name)
        case Stage.PLAYING:
            return fact(Refusal.ALREADY_STARTED, table=table.name)
        case _:
            return end_refusal(table)


HANDLERS: Final = Handlers[Table, Stage](_stage_refusal)
handles: Final = HANDLERS.handles
