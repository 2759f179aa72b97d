"""The interface that every game implements, and the types that it uses.

A game is a module, `rules.<game>.game` (`rules.registry` finds it): what it defines and imports are the attributes and
functions of `Game`. Its state is frozen, and only the game itself reads it; everybody else reads views and accounts.
Chance comes from outside as `Shuffle` actions; people and computers play cards (`Play`) or do what else the game's law
offers (`Move`). A refusal and a reason are data, never sentences. `rules.core.capabilities` holds what a game may offer
beyond this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from rules.core.cards import Card

StateT = TypeVar("StateT")


class Option(NamedTuple):
    """An option of a game: its name and its possible values, the default first (RULES §11)."""

    name: str
    choices: tuple[str, ...]
    rare: bool = False
    """True if it decides a rare case only."""

    @property
    def default(self) -> str:
        """The value if the table chooses no other."""
        return self.choices[0]


class Shuffle(NamedTuple):
    """The action of chance: an order of the pack. Whether it is for a cut or a deal follows from the state."""

    cards: tuple[Card, ...]


class Play(NamedTuple):
    """A seat's action: the cards that it plays together; no cards: it passes."""

    seat: int
    cards: tuple[Card, ...]


class Move(NamedTuple):
    """A seat's action other than a play, such as keeping a card or naming another seat.

    `kind`: a word of the game's law, `[a-z_]+`. `cards` and `to`: the cards and the seat that it names. `hidden`: it
    names cards that the reader may not see (`Game.face`).
    """

    seat: int
    kind: str
    cards: tuple[Card, ...] = ()
    to: int | None = None
    hidden: bool = False


SeatAction = Play | Move
Action = Shuffle | Play | Move


class FactKind(StrEnum):
    """A kind of fact: the key of its text, and the paragraph of the rules that it cites."""

    paragraph: str

    def __new__(cls, value: str, paragraph: str) -> Self:
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.paragraph = paragraph
        return kind


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


def fact(kind: FactKind, **about: Any) -> Fact:
    """A fact of this kind, with its paragraph."""
    return Fact(kind, kind.paragraph, about)


def paragraph_keys(game: str, sections: Mapping[int, int], also_whole: Collection[int]) -> dict[str, str]:
    """Every paragraph, in order -> its key.

    `sections`: the number of numbered paragraphs in each section; a section without any is cited as a whole, and so are
    those in `also_whole`.
    """
    found: list[str] = []
    for section, count in sections.items():
        found += [] if count and section not in also_whole else [f"{section}"]
        found += [f"{section}.{number}" for number in range(1, count + 1)]
    return {paragraph: f"{game}.{paragraph}" for paragraph in found}


class IllegalAction(NamedTuple):
    """A refused action and the reason; the state is unchanged."""

    why: Fact


class MalformedError(Exception):
    """An invalid request to the referee (RULES §14), or an illegal play; `at`: the index of the play, else None."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.at = at


class Phase(StrEnum):
    """The action that a rubber waits for: a shuffle (CUT, DEAL), a seat's action (PLAY), or none (OVER).

    A game may have further phases, of its own StrEnum, in which a seat acts: whether one does is known from whose turn
    it is, never from the phase.
    """

    CUT = "cut"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class Group(NamedTuple):
    """Cards that belong together in the game's order, strongest first; `name` is a key for texts."""

    name: str
    cards: tuple[Card, ...]
    ranked: bool = True
    """True if the group always has the same place in the order (§2.4)."""


class Outcome(NamedTuple):
    """The result of a rubber: the winning sides (two or more for a draw) and the reason."""

    winners: tuple[int, ...]
    why: Fact


class LaidCard(NamedTuple):
    """A card of a play, and the card of the heading play that it was laid on (§6.2)."""

    card: Card
    on: Card


class Lasting(StrEnum):
    """The time for which an event is worth telling to who plays."""

    TRICK = "trick"
    """To the end of the trick that it belongs to."""
    PLAYED = "played"
    """To the play of its cards, too."""
    HAND = "hand"


class Event(NamedTuple):
    """An event of a hand besides its plays, as one audience may know it: a move, or cards that were shown.

    `kind`: a word of the game's law, a key for texts. `seat`: who moved, or whose cards they are. `cards`: the cards
    that the audience may see; `hidden`: there are cards that it may not see. `to`: the seat that a move names or that
    got the cards. `trick`: the number of the trick in play, or to be led, then. `move`: the number, from 0, of the move
    since the trick before that did it; -1: the deal or that trick did; None: it is so in the whole hand, whoever has
    the seat.
    """

    kind: str
    seat: int
    cards: tuple[Card, ...] = ()
    to: int | None = None
    trick: int = 1
    hidden: bool = False
    lasting: Lasting = Lasting.TRICK
    move: int | None = -1


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may know (RULES §12), or, with `seat` None, that everybody may know.

    For secrecy it is built field by field from what is allowed, not by removing things from the state.
    """

    seat: int | None
    phase: StrEnum
    turn: int | None
    """The seat to act, None if there is none."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    hand_number: int
    """1 from the first deal on, 0 before."""
    dealer: int | None
    """The dealer of hand `hand_number`; before the first deal the next dealer, None until the cut is decided."""
    trick_number: int
    """The number, from 1, of the trick in play or to be led in this hand; counts tricks, not units."""
    trick_plays: int
    """The number of plays in a trick: 4 with two and four players, 3 with three (§7.1)."""
    hand: tuple[Card, ...]
    """The seat's own cards, strongest first; empty for the public view."""
    hand_sizes: tuple[int, ...]
    units: tuple[int, ...]
    """Tricks of each side in this hand, as the game counts them."""
    waiting: tuple[int, ...]
    """Points of each side that are not yet booked; zeros in games that have none."""
    scores: tuple[int, ...]
    outcome: Outcome | None
    order: tuple[Group, ...]
    """The order of the cards in this hand, strongest first; empty as long as the game has none."""
    groups: tuple[Group, ...]
    """The cards of `hand` in the groups of the order."""
    target: int | None = None
    """The score that wins; None if the rubber ends otherwise."""
    cut: tuple[tuple[Card, ...], ...] = ()
    """The cards cut for the deal, one for each seat in each round; a second round follows a tie for lowest (§4.2)."""
    stock: int = 0
    is_refilled: bool = False
    """True if hands are filled up from a stock, even once that is empty (§5.4)."""
    trick: tuple[Play, ...] = ()
    heading: int | None = None
    """Index into `trick` of the heading play, None before a lead."""
    follow: int | None = None
    """The number of cards in each play of this trick; None before a lead."""
    to_play: tuple[int, ...] = ()
    """The seats that are still to play to this trick, in order, if the heading play stays ahead (§7.1)."""
    plays_made: int = 0
    """The number of actions that `seat` has made in this hand (0 for the public view)."""
    legal: tuple[tuple[Card, ...], ...] = ()
    """The plays that the seat may make now, each strongest first, () for a pass; empty when it is not its turn."""
    moves: tuple[Move, ...] = ()
    """The moves that the seat may make now; empty when it is not its turn."""
    is_automatic: bool = False
    """True if the seat's only action tells the others nothing, so that the table may do it at once."""
    events: tuple[Event, ...] = ()
    """The events of this hand, in order."""
    known: tuple[tuple[Card, ...], ...] = ()
    """For each seat: the cards that everybody knows to be in its hand."""
    laid: tuple[tuple[LaidCard, ...], ...] = ()
    """For each play that took the head of a trick of sets: the cards it was laid on; empty for the other plays."""
    unplayable: tuple[Card, ...] = ()
    """The cards of `hand` that can never be played in this hand, whatever others do."""
    duty: Fact | None = None
    """The reason if the rules demand a card (`card` in it) of the seat now, as the refusal without it (§5.5)."""

    @property
    def is_in_hand(self) -> bool:
        """True if a hand is being played, so that seats act."""
        return self.phase not in (Phase.CUT, Phase.DEAL, Phase.OVER)

    @property
    def is_own_turn(self) -> bool:
        """True if the seat of this view is to act."""
        return self.seat is not None and self.turn == self.seat

    @property
    def is_stock_empty(self) -> bool:
        """True if the stock from which hands are filled up has run out."""
        return self.is_refilled and not self.stock

    @property
    def plays_last(self) -> bool:
        """True if the next play ends the trick: whatever heads then takes it."""
        return len(self.trick) == self.trick_plays - 1

    @property
    def waits_for_trick(self) -> bool:
        """True if the seat's next play belongs to a trick that has not begun yet, and others play before it."""
        if self.phase is not Phase.PLAY or self.seat is None or self.is_own_turn:
            return False
        return not self.trick or self.seat not in self.to_play

    def news(self, played: Collection[Card]) -> tuple[Event, ...]:
        """The events that are still worth telling, once these cards of the hand have been played."""
        return tuple(event for event in self.events if self._is_news(event, played))

    def _is_news(self, event: Event, played: Collection[Card]) -> bool:
        if event.lasting is Lasting.PLAYED and any(card not in played for card in event.cards):
            return True
        return event.lasting is Lasting.HAND or event.trick >= self.trick_number

    @property
    def actions(self) -> tuple[SeatAction, ...]:
        """Everything that the seat may do now."""
        return () if self.seat is None else (*(Play(self.seat, cards) for cards in self.legal), *self.moves)

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
    """The effect of a play: whether it took the head, from which play (`over`; None for the lead), and the reason."""

    seat: int
    cards: tuple[Card, ...]
    headed: bool
    over: int | None
    why: Fact
    laid: tuple[LaidCard, ...] = ()


def heading_of(plays: Sequence[PlayAccount]) -> int:
    """The index of the play that heads after these plays."""
    return max(index for index, play in enumerate(plays) if play.headed)


def half_of(plays: Sequence[PlayAccount]) -> int | None:
    """The index of the first play by a seat that had played before, which begins the second half (§7.1), or None."""
    return next(
        (index for index, play in enumerate(plays) if play.seat in [earlier.seat for earlier in plays[:index]]), None
    )


class Gain(NamedTuple):
    """Points that were added to a side's waiting points, or (points 0) that it was denied, and the reason."""

    side: int
    points: int
    why: Fact
    is_rare: bool = False
    """True if the story of a rubber tells of it although no card earned it."""

    @property
    def is_by_card(self) -> bool:
        """True if a special card earned the points, not the number of tricks."""
        return "card" in self.why.about


class Booking(NamedTuple):
    """Waiting points that a side booked on its ladder.

    `bounced`: the score that it would have reached without bouncing back, None if it did not bounce.
    """

    side: int
    points: int
    before: int
    after: int
    bounced: int | None
    why: Fact

    @property
    def way(self) -> tuple[int, ...]:
        """The scores from before it to after it; if it bounced, with the one beyond the target between them."""
        return (self.before, self.after) if self.bounced is None else (self.before, self.bounced, self.after)


class HandEnd(NamedTuple):
    """The end of a hand: its units by side, and whether it was void, so that nobody scores.

    `why`: the reason, if it is not simply that everything was played or that the rubber is over.
    """

    units: tuple[int, ...]
    void: bool
    why: Fact | None = None
    winner: int | None = None
    """The side that won the hand, if the number of tricks does not say so."""
    unfinished: bool = False
    """True if the rubber ended before the hand was decided, so that nobody won it (RULES §9.6, §10.3)."""


class TrickAccount(NamedTuple):
    """Everything that a finished trick did, with reasons. A trick cut short by the rubber's end (§9.6) has one too.

    `plays` holds passes, too, as plays without cards.
    """

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
    waiting: tuple[int, ...]
    """After the bookings."""
    scores: tuple[int, ...]
    gains: tuple[Gain, ...] = ()
    denied: tuple[Gain, ...] = ()
    bookings: tuple[Booking, ...] = ()
    shown: tuple[int, ...] = ()
    """Seats whose hands the rules show to their opponents now (§11.4); the cards are in the opponents' views only."""
    hand_end: HandEnd | None = None
    outcome: Outcome | None = None
    order: tuple[Group, ...] = ()
    """The order of the cards in this hand, if it differs from hand to hand."""

    @property
    def heading(self) -> int:
        """The index of the winning play, or of the last play to take the head if the trick was cut short."""
        return heading_of(self.plays)

    @property
    def half(self) -> int | None:
        """The index of the play that began the second half (§7.1); None if each seat plays once."""
        return half_of(self.plays)

    def points_for(self, side: int) -> int:
        """The points that the trick added to a side's waiting points."""
        return sum(gain.points for gain in self.gains if gain.side == side)


class Imagined(NamedTuple):
    """A shuffle, and the actions that are possible after it."""

    shuffle: Shuffle
    actions: tuple[SeatAction, ...]


class Game(Protocol[StateT]):
    """The contents of the module of a game. `StateT` is its frozen state, which only the game itself reads."""

    name: str
    version: int
    """The version of the rules: a change that folds some record differently needs a new one. A table keeps its own."""
    seats: tuple[int, ...]
    """The possible numbers of players."""
    options: tuple[Option, ...]
    pack: tuple[Card, ...]
    order: tuple[Group, ...]
    """The whole pack in its groups, strongest first, for a reader who is in no hand; `View.order` is a hand's own."""
    largest_play: int
    """The number of cards in the largest possible play."""
    paragraphs: Mapping[str, str]
    """Every numbered paragraph of the game's rules that code can cite -> its key for texts."""

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        """Return why these options are not possible for this number of seats; None if they are."""
        ...

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        """The approximate number of plays in a rubber. Raises ValueError for what `check_options` refuses."""
        ...

    def impossible_score(
        self, seats: int, options: Mapping[str, str], scores: Sequence[int], at_end: bool = False
    ) -> Fact | None:
        """Return why a rubber never stands at these scores, by side; None if it may, also where it is cut short.

        `at_end`: only scores at which it may end count. Raises ValueError for what `check_options` refuses.
        """
        ...

    def start(self, seats: int, options: Mapping[str, str]) -> StateT:
        """A new rubber before its cut. Raises ValueError for what `check_options` refuses."""
        ...

    def phase(self, state: StateT) -> StrEnum:
        """The action that the rubber waits for: a `Phase`, or one of the game's own in which a seat acts."""
        ...

    def turn(self, state: StateT) -> int | None:
        """The seat to act, None when a shuffle is expected or the rubber is over."""
        ...

    def apply(self, state: StateT, action: Action) -> StateT | IllegalAction:
        """The state after an action, or why it is refused.

        The action is a `Shuffle` in the phases CUT and DEAL, one of the seat to act in all others.
        """
        ...

    def legal(self, state: StateT) -> Sequence[SeatAction]:
        """Every legal action of the seat to act, empty if no seat is; `apply` accepts these and no others."""
        ...

    def face(self, action: SeatAction) -> SeatAction:
        """The action as everybody may know it while its hand runs: without private cards, and then hidden."""
        ...

    def view(self, state: StateT, seat: int | None) -> View:
        """The view of a seat, or the public view (None). Raises ValueError for an unknown seat."""
        ...

    def account(self, before: StateT, action: SeatAction, after: StateT) -> TrickAccount | None:
        """The account of the trick that `action` ends or cuts short; None if it does neither.

        `after` is the state that `apply` returned for `before`.
        """
        ...

    def imagine(self, state: StateT, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        """A shuffle after which these actions are possible in `state` (phase DEAL) and the hand goes on.

        If there is none, (index of an action, the refusal). It is for a hand of which only the public part is known:
        it gives the actions back with their private parts filled in. Waiting points may differ from the true ones.
        """
        ...

    def dealt_cards(self, state: StateT) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat has been dealt and drawn in this hand, in order. SECRET while the hand runs."""
        ...
