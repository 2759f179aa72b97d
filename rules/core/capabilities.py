"""Capabilities that a game may offer beyond `rules.core.contract.Game`.

The bot shows the buttons, pages and lessons that belong to a capability only for games that have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeGuard, TypeVar, runtime_checkable

from rules.core.cards import Card
from rules.core.contract import (
    Fact,
    Game,
    IllegalAction,
    Imagined,
    PlayAccount,
    SeatAction,
    Shuffle,
    TrickAccount,
)
from rules.core.guided import GuidedTrick

Capability = TypeVar("Capability")


def offers(game: Game[Any], capability: type[Capability]) -> TypeGuard[Capability]:
    """Return whether a game offers a capability; cached, since `isinstance` of a protocol looks for each member."""
    known = game, capability
    if known not in _OFFERED:
        _OFFERED[known] = isinstance(game, capability)
    return _OFFERED[known]


_OFFERED: Final[dict[tuple[Game[Any], type], bool]] = {}
"""By the game and the capability."""


class Climb(NamedTuple):
    """The rung of a ladder of `target` rungs after a booking; `bounced` as in `Booking` (§10.2)."""

    target: int
    after: int
    bounced: int | None


class Considered(NamedTuple):
    """The answer whether a seat may play some cards, and what they would do, from what it may know (RULES §12)."""

    refused: Fact | None
    """The reason why the seat may not play them now; None if it may."""
    play: PlayAccount | None
    """The cards as the next play of the trick; None if they could not be played even on the seat's turn.

    It is set if the only obstacle is that another seat is to play.
    """
    ends: Fact | None = None
    """The reason why this play would end the rubber at once, None if it would not."""


class Beaten(NamedTuple):
    """A card of the heading play, and the cards that would beat it in the very next play."""

    on: Card
    by: tuple[Card, ...]
    """Cards of the pack that beat it, strongest first, without those in the trick."""
    why: Fact
    """The reason, as one fact about its power now."""


@runtime_checkable
class HasLadder(Protocol):
    """A game whose sides climb a ladder of `View.target` rungs."""

    def climb(self, seats: int, before: int, points: int) -> Climb:
        """The state of a side's ladder, at a table with this number of seats, after points are booked on it."""
        ...


@runtime_checkable
class HasLessons(Protocol):
    """A game with lessons about winning tricks and legal plays."""

    topics: tuple[str, ...]
    """The topics of the lessons, easiest first."""

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        """The topics that a finished trick illustrates; the last of them in `topics` is the hardest."""
        ...


class SeatFeat(NamedTuple):
    """Something that a seat did or suffered, counted over many rubbers; `kind` is a key for texts."""

    kind: str
    seat: int


@runtime_checkable
class HasFeats(Protocol):
    """A game with feats that are counted for each person."""

    feats: tuple[str, ...]
    """The kinds, in the order in which they are shown."""

    def feats_of(self, account: TrickAccount) -> tuple[SeatFeat, ...]:
        """The feats of a finished trick."""
        ...


class GreatMoment(NamedTuple):
    """A part of a trick that one would tell a friend: its kind, a key for texts and pictures, and whose it is.

    `seat`: who did it, if it was one seat; `of`: the seat that it was done to.
    """

    kind: str
    side: int
    seat: int | None = None
    of: int | None = None

    @classmethod
    def told_by(cls, why: Fact) -> GreatMoment:
        """The moment that a reason tells of."""
        return cls(str(why.kind), why.about["side"], why.about.get("seat"), why.about.get("of"))


@runtime_checkable
class HasGreatMoments(Protocol):
    """A game with great moments."""

    great_moments: tuple[str, ...]
    """The kinds, the greatest first."""

    def moment_of(self, account: TrickAccount) -> GreatMoment | None:
        """The greatest moment of a finished trick; None if it had none."""
        ...


def greatest(moments: Iterable[GreatMoment], kinds: Sequence[str]) -> GreatMoment | None:
    """The moment whose kind comes first in `kinds`, of several the last; None if there is none."""
    return min(reversed([*moments]), key=lambda moment: kinds.index(moment.kind), default=None)


def greatest_gain(account: TrickAccount, kinds: Sequence[str]) -> GreatMoment | None:
    """The greatest moment of a trick in a game whose moments are points; None if it had none."""
    return greatest((GreatMoment.told_by(gain.why) for gain in account.gains if gain.why.kind in kinds), kinds)


@runtime_checkable
class CanConsider(Protocol):
    """A game that answers questions about plays before they are made."""

    can_pass_lead: bool
    """True if the lead to a trick may go on to another seat before a card is led."""

    def consider(self, state: Any, seat: int, cards: Sequence[Card]) -> Considered:
        """Answer whether a seat may play these cards, and what they would do. Raises ValueError for an unknown seat."""
        ...

    def never_playable(self, state: Any, seat: int, cards: Sequence[Card], leads: bool | None) -> Fact | None:
        """Return why these cards cannot be the next play of a seat that is not on turn, whatever others play before.

        None if they may be. `leads`: only as a lead (True), only as a play after one (False), as either (None).
        """
        ...

    def beaters(self, state: Any) -> tuple[Beaten, ...]:
        """Return what beats each card that heads the trick in progress now, strongest first; empty before a lead."""
        ...

    def takers(self, state: Any) -> tuple[tuple[Card, ...], ...]:
        """The legal plays of the seat to act that would take the head of the trick, in the order of its legal plays.

        Empty before a lead.
        """
        ...


@runtime_checkable
class DealsFaceUp(Protocol):
    """A game that deals cards face up, so that everybody knows the beginning of the deck while the hand runs."""

    def face_up(self, shuffle: Shuffle) -> tuple[Card, ...]:
        """The first cards of this deal, which everybody sees."""
        ...

    def imagine_dealt(
        self, state: Any, shown: Sequence[Card], actions: Sequence[SeatAction]
    ) -> Imagined | tuple[int, IllegalAction]:
        """Imagine as `Game.imagine`, with a shuffle that begins with the cards shown; impossible ones are refused."""
        ...


class Answer(NamedTuple):
    """A possible answer to a question: cards, a seat, or a fact in words."""

    cards: tuple[Card, ...] = ()
    seat: int | None = None
    fact: Fact | None = None


class Question(NamedTuple):
    """A question of a game's own about a moment of a hand, and its answer by the rules."""

    asked: Fact
    answers: tuple[Answer, ...]
    right: int
    """The index of the right answer."""
    why: Fact
    """The reason for the right answer."""
    told: tuple[Fact, ...] = ()
    """Facts that one has to know beside what is shown."""
    seat: int | None = None
    """The seat whose hand is shown; None: the finished trick is shown, if there is one."""
    hand: tuple[Card, ...] = ()
    """The cards of that hand."""
    level: int = 0
    """The difficulty: a higher one is harder."""


@runtime_checkable
class HasQuestions(Protocol):
    """A game with lessons that ask what no other game asks."""

    def ask(self, lesson: str, states: Sequence[Any], at: int) -> Question | None:
        """Return the question of a lesson about a trick; None if the trick does not suit it.

        `states`: before each play, and after the last; for what comes before the first trick, after the deal and after
        each move. `at`: a number that the lesson gives a meaning, such as a seat.
        """
        ...


@runtime_checkable
class HasGuide(Protocol):
    """A game with a guided first hand."""

    guide: tuple[GuidedTrick, ...]


@runtime_checkable
class Taught(Game[Any], CanConsider, HasLessons, Protocol):
    """A game that has lessons, whose answers are explained by its answers to questions."""
