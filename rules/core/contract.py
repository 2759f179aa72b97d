"""The interface that every game implements, and the types that it uses.

A game is one object (`rules.registry` finds it by name). Its state is frozen and packed, and only the game itself reads
it; everybody else reads views and accounts. Chance comes from outside as `Shuffle` actions; people and computers make
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
    """An option of a game: its name and its possible values, the default first (RULES §11)."""

    name: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value if the table chooses no other."""
        return self.choices[0]


class Shuffle(NamedTuple):
    """The action of chance: an order of the pack. Whether it is for a cut or a deal follows from the state."""

    cards: tuple[Card, ...]


class Play(NamedTuple):
    """A seat's action: the cards that it plays together."""

    seat: int
    cards: tuple[Card, ...]


Action = Shuffle | Play


class Fact(NamedTuple):
    """A reason as data: its kind (a member of the game's own StrEnum), the paragraph of the rules, and details.

    `about` holds cards (`Card` or tuples of them), seats, sides and counts by name, which the sentences of texts use.
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
    """A refused action and the reason; the state is unchanged."""

    why: Fact


class Applied(NamedTuple, Generic[StateT]):
    """The result of an action: the new state, and whether the action ended a trick."""

    state: StateT
    trick_over: bool


class MalformedError(Exception):
    """An invalid request to the referee (RULES §14), or an illegal play; `at`: the index of the play, else None."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.at = at


class Phase(StrEnum):
    """The action that a rubber waits for: a shuffle (CUT, DEAL), a play (PLAY), or none (OVER)."""

    CUT = "cut"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class Group(NamedTuple):
    """Cards that belong together in the game's order, strongest first; `name` is a key for texts."""

    name: str
    cards: tuple[Card, ...]
    ranked: bool = True
    """Whether the group always has the same place in the order (§2.4)."""


class Outcome(NamedTuple):
    """The result of a rubber: the winning sides (two or more for a draw) and the reason."""

    winners: tuple[int, ...]
    why: Fact


class LaidCard(NamedTuple):
    """A card of a play, and the card of the heading play that it was laid on (§6.2)."""

    card: Card
    on: Card


class ShownHandOf(NamedTuple):
    """A hand that the rules have shown to a seat (§11.4): its holder, the trick, and its cards at that time."""

    seat: int
    trick: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may know (RULES §12), or, with `seat` None, that everybody may know.

    For secrecy it is built field by field from what is allowed, not by removing things from the state.
    """

    seat: int | None
    phase: Phase
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    target: int
    hand_number: int
    """1 from the first deal on, 0 before."""
    dealer: int | None
    """The dealer of hand `hand_number`; before the first deal the next dealer, None until the cut is decided."""
    cut: tuple[tuple[Card, ...], ...]
    """The cards cut for the deal, one for each seat in each round; a second round follows a tie for lowest (§4.2)."""
    to_play: tuple[int, ...]
    """The seats that are still to play to this trick, in order, if the heading play stays ahead (§7.1)."""
    trick_number: int
    """The number, from 1, of the trick in play or to be led in this hand; counts tricks, not units."""
    trick_plays: int
    """The number of plays in a trick: 4 with two and four players, 3 with three (§7.1)."""
    trick: tuple[Play, ...]
    heading: int | None
    """Index into `trick` of the heading play, None before a lead."""
    follow: int | None
    """The number of cards in each play of this trick; None before a lead."""
    plays_made: int
    """The number of plays that `seat` has made in this hand (0 for the public view)."""
    hand: tuple[Card, ...]
    """The seat's own cards, strongest first; empty for the public view."""
    groups: tuple[Group, ...]
    """The same cards in the groups of the game's order."""
    legal: tuple[tuple[Card, ...], ...]
    """The plays that the seat may make now, each strongest first; empty when it is not its turn."""
    hand_sizes: tuple[int, ...]
    stock: int
    units: tuple[int, ...]
    """Trick-units of each side in this hand."""
    waiting: tuple[int, ...]
    scores: tuple[int, ...]
    """Rungs rubbed out, by side."""
    outcome: Outcome | None
    laid: tuple[tuple[LaidCard, ...], ...] = ()
    """For each play that took the head of a trick of sets: the cards it was laid on; empty for the other plays."""
    duty: Fact | None = None
    """The reason if the rules demand a card (`card` in it) of the seat now, as the refusal without it (§5.5)."""
    shown: tuple[ShownHandOf, ...] = ()
    """The hands that this seat has been shown in this hand of the rubber; always empty in the public view."""

    @property
    def turn(self) -> int | None:
        """The seat to play, None if there is none."""
        return self.to_play[0] if self.to_play else None

    @property
    def is_own_turn(self) -> bool:
        """Whether the seat of this view is to play."""
        return self.seat is not None and self.turn == self.seat

    @property
    def sizes(self) -> tuple[int, int]:
        """The least and the greatest number of cards that the seat may play now; (0, 0) when it is not its turn."""
        found = [len(cards) for cards in self.legal]
        return min(found, default=0), max(found, default=0)

    @property
    def half(self) -> int | None:
        """The number of plays in half a trick if each seat plays twice to it (§7.1); None if each plays once."""
        seats = len(self.hand_sizes)
        return seats if seats and self.trick_plays == 2 * seats else None


class PlayAccount(NamedTuple):
    """What a play did: whether it took the head, from which play (`over`; None for the lead), and why or why not."""

    seat: int
    cards: tuple[Card, ...]
    headed: bool
    over: int | None
    why: Fact
    laid: tuple[LaidCard, ...]


class Considered(NamedTuple):
    """Whether a seat may play some cards, and what they would do now, from what that seat may know (RULES §12)."""

    refused: Fact | None
    """Why the seat may not play them now; None if it may."""
    play: PlayAccount | None
    """What they would do as the next play of the trick; None if they could not be played even on the seat's turn.

    It is set if the only obstacle is that another seat is to play.
    """
    ends: Fact | None = None
    """Why this play would end the rubber at once, None if it would not."""


class Beaten(NamedTuple):
    """A card of the heading play, and the cards that would beat it in the very next play."""

    on: Card
    by: tuple[Card, ...]
    """Cards of the pack that beat it, strongest first, without those in the trick."""
    why: Fact
    """The reason, as one fact about its power now."""


def heading_of(plays: Sequence[PlayAccount]) -> int:
    """The index of the play that heads after these plays."""
    return max(index for index, play in enumerate(plays) if play.headed)


def half_of(plays: Sequence[PlayAccount]) -> int | None:
    """The index of the first play by a seat that had played before, which begins the second half (§7.1), or None."""
    return next((index for index, play in enumerate(plays) if play.seat in [one.seat for one in plays[:index]]), None)


class Gain(NamedTuple):
    """Points that were added to a side's waiting points, or (points 0) that it was denied, and the reason."""

    side: int
    points: int
    why: Fact


class Booking(NamedTuple):
    """Waiting points that a side booked on its ladder.

    `bounced`: the rung that it would have reached without bouncing back, None if it did not bounce (§10.2).
    """

    side: int
    points: int
    before: int
    after: int
    bounced: int | None
    why: Fact


class Climb(NamedTuple):
    """The rung of a ladder of `target` rungs after a booking; `bounced` as in `Booking` (§10.2)."""

    target: int
    after: int
    bounced: int | None


class HandEnd(NamedTuple):
    """The end of a hand: its units by side, and whether it was void (§9.3)."""

    units: tuple[int, ...]
    void: bool


class TrickAccount(NamedTuple):
    """Everything that a finished trick did, with reasons. A trick cut short by the rubber's end (§9.6) has one too."""

    hand_number: int
    number: int
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    leader: int
    plays: tuple[PlayAccount, ...]
    winner: int | None
    """Index into `plays`; None when the trick was cut short."""
    size: int
    """The units that the trick counts."""
    units: tuple[int, ...]
    gains: tuple[Gain, ...]
    denied: tuple[Gain, ...]
    bookings: tuple[Booking, ...]
    waiting: tuple[int, ...]
    """After the bookings."""
    scores: tuple[int, ...]
    shown: tuple[int, ...]
    """Seats whose hands the rules show to their opponents now (§11.4); the cards are in the opponents' views only."""
    hand_end: HandEnd | None
    outcome: Outcome | None

    @property
    def heading(self) -> int:
        """The index of the winning play, or of the last play to take the head if the trick was cut short."""
        return heading_of(self.plays)

    @property
    def half(self) -> int | None:
        """The index of the play that began the second half (§7.1); None if each seat plays once."""
        return half_of(self.plays)

    def earned(self, side: int) -> int:
        """The points that the trick added to a side's waiting points."""
        return sum(gain.points for gain in self.gains if gain.side == side)


class Game(Protocol[StateT]):
    """A game. `StateT` is its packed, frozen state, which only the game itself reads."""

    name: str
    version: int
    """The version of the rules: a change that folds some record differently needs a new one. A table keeps its own."""
    seats: tuple[int, ...]
    """The possible numbers of players."""
    options: tuple[Option, ...]
    pack: tuple[Card, ...]
    order: tuple[Group, ...]
    """The whole pack in its groups, strongest first."""
    largest_play: int
    """The number of cards in the largest possible play."""
    paragraphs: Mapping[str, str]
    """Every numbered paragraph of the game's rules that code can cite -> its key for texts."""
    topics: tuple[str, ...]
    """The topics of the lessons about winning tricks and legal plays, easiest first."""

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        """Why these options are not possible for this number of seats; None if they are."""
        ...

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        """The approximate number of plays in a rubber. Raises ValueError for what `check_options` refuses."""
        ...

    def climb(self, seats: int, before: int, points: int) -> Climb:
        """The state of a side's ladder, at a table with this number of seats, after points are booked on it."""
        ...

    def start(self, seats: int, options: Mapping[str, str]) -> StateT:
        """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
        ...

    def phase(self, state: StateT) -> Phase:
        """The action that the rubber waits for."""
        ...

    def turn(self, state: StateT) -> int | None:
        """The seat to act, None when a shuffle is expected or the rubber is over."""
        ...

    def apply(self, state: StateT, action: Action) -> Applied[StateT] | IllegalAction:
        """Apply an action: a `Shuffle` in the phases CUT and DEAL, a `Play` in the phase PLAY."""
        ...

    def legal(self, state: StateT) -> Sequence[Play]:
        """Every legal play of the seat to act, empty if no seat is; `apply` accepts these and no others."""
        ...

    def view(self, state: StateT, seat: int | None) -> View:
        """The view of a seat, or the public view (None). Raises ValueError for an unknown seat."""
        ...

    def account(self, before: StateT, play: Play) -> TrickAccount | None:
        """What the trick did that `play`, applied to `before`, completes or cuts short; None if it does neither."""
        ...

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        """The topics that a finished trick illustrates; the last of them in `topics` is the hardest."""
        ...

    def consider(self, state: StateT, seat: int, cards: Sequence[Card]) -> Considered:
        """Whether this seat may play these cards, and what they would do now. Raises ValueError for an unknown seat."""
        ...

    def beaters(self, state: StateT) -> tuple[Beaten, ...]:
        """What beats each card that heads the trick in progress now, strongest first; empty before a lead."""
        ...

    def imagine(self, state: StateT, plays: Sequence[Play]) -> Shuffle | tuple[int, IllegalAction]:
        """A shuffle after which these plays are possible in `state` (phase DEAL) and the hand goes on.

        If there is none, (index of a play, the refusal). It is for a hand of which only the plays are known; the
        waiting points in it may differ from the true ones.
        """
        ...

    def dealt(self, state: StateT) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat has been dealt and drawn in this hand, in order. SECRET while the hand runs."""
        ...
