"""Scenes that everybody sees: the posts of a table, in the order of a rubber."""

from __future__ import annotations

from dataclasses import dataclass

from bot.presentation.scenes.table_context import TableContext
from bot.tables.hand_result import HandResult
from bot.tables.seat_holders import SeatHolder
from rules.core.contract import Fact, Outcome, TrickAccount, View


@dataclass(frozen=True, slots=True)
class DealtScene:
    """The start of a hand: the cut (first hand of a rubber), the dealer, the proof's digest."""

    head: TableContext
    view: View
    digest: str


@dataclass(frozen=True, slots=True)
class TrickScene:
    """A trick as it grows (`account` None: read `view`), or what became of it (`account`; `view` is then None)."""

    head: TableContext
    hand_number: int
    number: int
    view: View | None
    account: TrickAccount | None
    marked: tuple[tuple[int, str], ...] = ()
    """Of plays that nobody pressed: (index in the trick, how it came about, as `actions.Play.how` names it)."""
    deadline: int | None = None
    """Until when the play that is waited for may take, seconds since the epoch."""
    paused: bool = False
    closes_at: int | None = None
    """When the table closes because nobody is there, seconds since the epoch; None: not by itself."""
    ended: str = ""
    """`over` or `closed`: nobody plays on, although the trick is not finished."""
    rests: bool = False
    """Whether nobody of those who sit there is there: nothing is played."""


@dataclass(frozen=True, slots=True)
class LadderScene:
    """The ladders; after a booking with what was booked by the trick (or the end of the hand) in `account`."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    waiting: tuple[int, ...]
    target: int
    account: TrickAccount | None
    hand_number: int


@dataclass(frozen=True, slots=True)
class SummaryScene:
    """The end of a hand."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int
    result: HandResult
    goes_on: bool
    """Is another hand dealt, or is the rubber over?"""


@dataclass(frozen=True, slots=True)
class ResultScene:
    """The end of a rubber: who won, why, and the way there (scores after each hand)."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int
    outcome: Outcome
    scores: tuple[int, ...]
    way: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class NoticeScene:
    """One sentence in the table's thread: somebody resigned, the table was closed."""

    head: TableContext
    what: Fact


@dataclass(frozen=True, slots=True)
class ProposalScene:
    """What somebody proposes to all who sit there or to the other side, who has agreed, and what became of it."""

    head: TableContext
    what: str
    """`pause`, `pace` or `seat`."""
    value: str
    """The pace, or the seat that somebody would like to take.

    Of a pause, until when (ms since the epoch) it is for somebody's absence, "" otherwise.
    """
    by: SeatHolder
    agreed: tuple[SeatHolder, ...]
    asked: tuple[SeatHolder, ...]
    """Those who have not said anything yet."""
    answered: str
    """`open`, `granted`, `refused` or `dropped`."""
    last: SeatHolder
    """Who spoke last."""
    until: int
    """When silence has become consent, seconds since the epoch."""
    stands: int | None = None
    """Until when the clock stands for it at the latest, seconds since the epoch; 0: it runs on; None: there is none."""
    seq: int = 0
    """The entry that proposed it: what its buttons answer."""
