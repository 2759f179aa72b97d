"""The contract that every game of the family meets, and the words in which a game speaks to the club.

A game is one object (`rules.registry` finds it by name). Its state is frozen and packed, and belongs to the game alone;
everybody else reads views and accounts. Chance comes in from outside, as `Shuffle` actions; people and computers make
`Play` actions. A refusal and a reason are data, never sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rules.core.cards import Card

StateT = TypeVar("StateT")


class Option(NamedTuple):
    """Something that a table may choose: a name and its possible values, the default first (RULES §11)."""

    name: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """What holds unless the table chooses otherwise."""
        return self.choices[0]


class Shuffle(NamedTuple):
    """Chance's action: the pack in an order. What it is for (a cut, a deal) follows from the state."""

    cards: tuple[Card, ...]


class Play(NamedTuple):
    """A seat's action: the cards that it puts down."""

    seat: int
    cards: tuple[Card, ...]


Action = Shuffle | Play


class Fact(NamedTuple):
    """A reason as data: a kind (a member of the game's own StrEnum), the paragraph of its rules, and what is in it.

    `about` holds cards (`Card` or tuples of them), seats, sides and counts by name; texts fill their sentences from it.
    As a string it is for logs and for the referee: `not_your_card (§12.2): card AS, seat 1`.
    """

    kind: StrEnum
    paragraph: str
    about: Mapping[str, Any]

    def __str__(self) -> str:
        cited = f"{self.kind} (§{self.paragraph})" if self.paragraph else str(self.kind)
        about = ", ".join(f"{name} {_plain(value)}" for name, value in self.about.items())
        return f"{cited}: {about}" if about else cited


def _plain(value: object) -> str:
    match value:
        case Fact():
            return f"[{value}]"
        case Card():
            return value.code
        case tuple():
            return " ".join(map(_plain, value))
    return "none" if value is None else str(value)


class IllegalAction(NamedTuple):
    """Why an action is not possible; nothing has changed."""

    why: Fact


class Applied(NamedTuple, Generic[StateT]):
    """An action done: the state after it, and the account of the trick that it completed, if it completed one."""

    state: StateT
    trick_over: bool


class MalformedError(Exception):
    """A request to judge (RULES §14) is not of the form, or a play is illegal; `at` is its index, None for the rest."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.at = at


class Phase(StrEnum):
    """What a rubber waits for: chance (CUT, DEAL), a seat (PLAY), nothing any more (OVER)."""

    CUT = "cut"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class Group(NamedTuple):
    """Cards that belong together in the game's order, strongest first; `name` is a key for texts."""

    name: str
    cards: tuple[Card, ...]
    ranked: bool = True
    """Has it one place in the order at all times (§2.4)?"""


class Outcome(NamedTuple):
    """How a rubber ended: the winning sides (two or more: drawn between them) and why."""

    winners: tuple[int, ...]
    why: Fact


class LaidCard(NamedTuple):
    """A card of a play, and the card of the heading play that it was laid on (§6.2)."""

    card: Card
    on: Card


class ShownHandOf(NamedTuple):
    """A hand that the rules have shown to a seat (§11.4): whose, in which trick, and which cards it held then."""

    seat: int
    trick: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know (RULES §12); with `seat` None, what everybody may know. Built by naming what goes in."""

    seat: int | None
    phase: Phase
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    target: int
    hand_number: int
    """1 from the first deal on, 0 before."""
    dealer: int | None
    """Who dealt hand `hand_number`; before the first deal who will deal it, None before the cut is decided."""
    cut: tuple[tuple[Card, ...], ...]
    """The cards cut for the deal, each round one card a seat; a second round only after a tie for lowest (§4.2)."""
    to_play: tuple[int, ...]
    """The seats that are still to play to this trick, in order, if the play that heads it goes on heading (§7.1)."""
    trick_number: int
    """Tricks (not units) of this hand, from 1; the trick in play or to be led."""
    trick_plays: int
    """How many plays a trick has: 4 with two and four players, 3 with three (§7.1)."""
    trick: tuple[Play, ...]
    heading: int | None
    """Index into `trick` of the play that heads, None before a lead."""
    follow: int | None
    """How many cards each must play to this trick; None before a lead."""
    plays_made: int
    """Plays that `seat` has made in this hand so far (0 for the public view)."""
    hand: tuple[Card, ...]
    """The seat's own cards, strongest first; empty for the public view."""
    groups: tuple[Group, ...]
    """The same cards in the groups of the game's order."""
    legal: tuple[tuple[Card, ...], ...]
    """What the seat may play now; empty when it is not its turn. Each play strongest first."""
    hand_sizes: tuple[int, ...]
    stock: int
    units: tuple[int, ...]
    """Trick-units of each side in this hand."""
    waiting: tuple[int, ...]
    scores: tuple[int, ...]
    """Rungs rubbed out, by side."""
    outcome: Outcome | None
    laid: tuple[tuple[LaidCard, ...], ...] = ()
    """For each play of a trick of sets that took the head: what its cards were laid on; empty for the others."""
    duty: Fact | None = None
    """Why the rules demand a card (`card` in it) of the seat's play now: its refusal without the card (§5.5)."""
    shown: tuple[ShownHandOf, ...] = ()
    """The hands that this seat has been shown in this hand of the rubber; never any for everybody."""

    @property
    def turn(self) -> int | None:
        """The seat to play."""
        return self.to_play[0] if self.to_play else None

    @property
    def is_own_turn(self) -> bool:
        """Is the seat whose view this is to play?"""
        return self.seat is not None and self.turn == self.seat

    @property
    def sizes(self) -> tuple[int, int]:
        """How many cards the seat's play has now, at least and at most; (0, 0) when it is not its turn."""
        found = [len(cards) for cards in self.legal]
        return min(found, default=0), max(found, default=0)

    @property
    def half(self) -> int | None:
        """How many plays make half a trick, where each seat plays twice to it (§7.1); None where each plays once."""
        seats = len(self.hand_sizes)
        return seats if seats and self.trick_plays == 2 * seats else None


class PlayAccount(NamedTuple):
    """What a play did: did it take the head, from which play (index; None for the lead), and why or why not."""

    seat: int
    cards: tuple[Card, ...]
    headed: bool
    over: int | None
    why: Fact
    laid: tuple[LaidCard, ...]


class Considered(NamedTuple):
    """May a seat play some cards, and what would they do now? Said from what that seat may know (RULES §12)."""

    refused: Fact | None
    """Why not; None when the seat may play them now."""
    play: PlayAccount | None
    """What they would do as the next play of the trick. There too when nothing is in the way but that another seat is
    to play: then, if it were this seat's turn. None when they could not be played then either."""
    ends: Fact | None = None
    """Why the rubber would be over with this play, at once."""


class Beaten(NamedTuple):
    """A card of the heading play, and what would beat it in the very next play."""

    on: Card
    by: tuple[Card, ...]
    """Cards of the pack that beat it, strongest first, without those that lie in the trick."""
    why: Fact
    """Its power now, in one sentence."""


def heading_of(plays: Sequence[PlayAccount]) -> int:
    """The index of the play that heads after these."""
    return max(index for index, play in enumerate(plays) if play.headed)


def half_of(plays: Sequence[PlayAccount]) -> int | None:
    """The index of the play that began the second half: its seat had played before (§7.1). None for no such play."""
    return next((index for index, play in enumerate(plays) if play.seat in [one.seat for one in plays[:index]]), None)


class Gain(NamedTuple):
    """Points that began to wait for a side, or (points 0) that it was denied, and why."""

    side: int
    points: int
    why: Fact


class Booking(NamedTuple):
    """A side's waiting points put on its ladder; `bounced`: how far it got before bouncing back, else None (§10.2)."""

    side: int
    points: int
    before: int
    after: int
    bounced: int | None
    why: Fact


class Climb(NamedTuple):
    """Where a ladder of `target` rungs stands after points are booked, and as in `Booking` how it bounced (§10.2)."""

    target: int
    after: int
    bounced: int | None


class HandEnd(NamedTuple):
    """The end of a hand: its units by side, and whether it was void (§9.3)."""

    units: tuple[int, ...]
    void: bool


class TrickAccount(NamedTuple):
    """Everything that a finished trick did, and why. A trick cut short by the end of a rubber (§9.6) has one too."""

    hand_number: int
    number: int
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    leader: int
    plays: tuple[PlayAccount, ...]
    winner: int | None
    """Index into `plays`; None when the trick was cut short."""
    size: int
    """Units that it counts."""
    units: tuple[int, ...]
    gains: tuple[Gain, ...]
    denied: tuple[Gain, ...]
    bookings: tuple[Booking, ...]
    waiting: tuple[int, ...]
    """After the bookings."""
    scores: tuple[int, ...]
    shown: tuple[int, ...]
    """Seats whose hands the rules show to their opponents now (§11.4): the cards are in the views of those alone."""
    hand_end: HandEnd | None
    outcome: Outcome | None

    @property
    def heading(self) -> int:
        """The index of the play that won, or of the last one to head where the trick was cut short."""
        return heading_of(self.plays)

    @property
    def half(self) -> int | None:
        """The index of the play that began the second half (§7.1); None in a trick of one play a seat."""
        return half_of(self.plays)

    def earned(self, side: int) -> int:
        """How many points began to wait for a side."""
        return sum(gain.points for gain in self.gains if gain.side == side)


class Game(Protocol[StateT]):
    """One game. `StateT` is its own packed, frozen state; nobody else looks into it."""

    name: str
    version: int
    """Of its rules: a change that folds a record differently is a new one. A table keeps the one it began with."""
    seats: tuple[int, ...]
    """How many may play."""
    options: tuple[Option, ...]
    pack: tuple[Card, ...]
    order: tuple[Group, ...]
    """The whole pack in its groups, strongest first."""
    largest_play: int
    """Cards in the largest play that there can be."""
    paragraphs: Mapping[str, str]
    """Every numbered paragraph of the game's rules that code can cite -> its key for texts."""
    topics: tuple[str, ...]
    """What there is to learn about who wins a trick and what may be played, easiest first."""

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        """Why these options are not possible for so many seats, or None."""
        ...

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        """About how many plays a rubber takes. ValueError for what `check_options` refuses."""
        ...

    def climb(self, seats: int, before: int, points: int) -> Climb:
        """Where a side's ladder stands at a table of so many seats once points are booked on it."""
        ...

    def start(self, seats: int, options: Mapping[str, str]) -> StateT:
        """A new rubber, awaiting its cut. ValueError for what `check_options` refuses."""
        ...

    def phase(self, state: StateT) -> Phase:
        """What the rubber waits for."""
        ...

    def turn(self, state: StateT) -> int | None:
        """The seat to act, None when chance is to act or nobody."""
        ...

    def apply(self, state: StateT, action: Action) -> Applied[StateT] | IllegalAction:
        """Do an action. `Shuffle` answers the phases CUT and DEAL, `Play` the phase PLAY."""
        ...

    def legal(self, state: StateT) -> Sequence[Play]:
        """Every play of the seat to act; empty when no seat is to act. `apply` accepts these and no other."""
        ...

    def view(self, state: StateT, seat: int | None) -> View:
        """What a seat may know; with `seat` None, what everybody may. ValueError for a seat that there is not."""
        ...

    def account(self, before: StateT, play: Play) -> TrickAccount | None:
        """What the trick did that `play`, done in `before`, completes (or cuts short); None if it completes none."""
        ...

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        """Which of `topics` a finished trick teaches; the last of them in `topics` is what makes it hard."""
        ...

    def consider(self, state: StateT, seat: int, cards: Sequence[Card]) -> Considered:
        """May this seat play these cards, and what would they do now? ValueError for a seat that there is not."""
        ...

    def beaters(self, state: StateT) -> tuple[Beaten, ...]:
        """What beats each card that heads the trick in progress now, strongest first; empty before a lead."""
        ...

    def imagine(self, state: StateT, plays: Sequence[Play]) -> Shuffle | tuple[int, IllegalAction]:
        """A shuffle after which these plays can be made in `state` (phase DEAL) and the hand goes on, or (index of a
        play, why not): for a hand of which only the plays are known. What waits in it may differ from the truth."""
        ...

    def dealt(self, state: StateT) -> tuple[tuple[Card, ...], ...]:
        """What each seat has been dealt and drawn so far in this hand, in order. SECRET while the hand runs."""
        ...
