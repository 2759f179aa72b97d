"""Scenes of a table's public posts, in the order of a rubber."""

from __future__ import annotations

from dataclasses import dataclass

from bot.presentation.scenes.scene import Scene
from bot.presentation.scenes.table_context import TableContext
from bot.tables.hand_result import HandResult
from bot.tables.seat_holders import SeatHolder
from rules.core.contract import Event, Fact, Outcome, TrickAccount, View


@dataclass(frozen=True, slots=True)
class DealtScene(Scene):
    """The start of a hand: the cut (first hand of a rubber), the dealer, the digest of the deal."""

    head: TableContext
    view: View
    digest: str


@dataclass(frozen=True, slots=True)
class TrickScene(Scene):
    """A trick in play (from `view`; `account` is None) or finished (from `account`; `view` is None)."""

    head: TableContext
    hand_number: int
    number: int
    view: View | None
    account: TrickAccount | None
    marked: tuple[tuple[int, str], ...] = ()
    """Plays that were made automatically: (index in the trick, reason as `actions.Play.how` names it)."""
    deadline: int | None = None
    """The deadline of the play that the table waits for, seconds since the epoch."""
    paused: bool = False
    closes_at: int | None = None
    """The time when the table closes because nobody is present, seconds since the epoch; None: never."""
    ended: str = ""
    """`over` or `closed` if the table ended before the trick was finished, else ""."""
    rests: bool = False
    """True if none of the people seated is present, so that nothing is played."""
    events: tuple[Event, ...] = ()
    """The events since the trick before, as everybody may know them."""


@dataclass(frozen=True, slots=True)
class LadderScene(Scene):
    """The ladders; after a booking, `account` is the trick (or the end of the hand) that caused it."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    waiting: tuple[int, ...]
    target: int | None
    account: TrickAccount | None
    hand_number: int


@dataclass(frozen=True, slots=True)
class SummaryScene(Scene):
    """The end of a hand."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int | None
    result: HandResult
    goes_on: bool
    """True if another hand is dealt; if not, the rubber is over."""


@dataclass(frozen=True, slots=True)
class ResultScene(Scene):
    """The end of a rubber: who won, why, and the scores after each hand (`way`)."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int | None
    outcome: Outcome
    scores: tuple[int, ...]
    way: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class NoticeScene(Scene):
    """One sentence in the table's thread, such as that somebody resigned or that the table was closed."""

    head: TableContext
    what: Fact


@dataclass(frozen=True, slots=True)
class ProposalScene(Scene):
    """A proposal to everybody seated or to the other side: who has agreed, and its result."""

    head: TableContext
    what: str
    """`pause`, `pace` or `seat`."""
    value: str
    """The pace, or the seat that somebody would like to take.

    For a pause during somebody's absence: its end (ms since the epoch); for other pauses "".
    """
    by: SeatHolder
    agreed: tuple[SeatHolder, ...]
    asked: tuple[SeatHolder, ...]
    """The people who have not answered yet."""
    answered: str
    """`open`, `granted`, `refused` or `dropped`."""
    last: SeatHolder
    """The person who answered last."""
    until: int
    """The time when silence counts as consent, seconds since the epoch."""
    stands: int | None = None
    """The latest time at which the clock starts again, seconds since the epoch; 0: it runs; None: there is no clock."""
    seq: int = 0
    """The number of the record's entry with the proposal, which its buttons refer to."""
