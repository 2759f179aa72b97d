"""The scene of a seat's own hand: its cards, and everything needed to play from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.messages.kit.scene import PostContext, Scene, TableContext
from bot.messages.table.deal import SummaryScene, ended_hand, summary_scene
from bot.runtime.times import SECOND
from bot.tables import LoadedTable
from bot.tables.advice import Advice
from bot.tables.automatic_plays import STOOD_IN, awaits_last_card
from bot.tables.deadlines import used_time, wait_of
from bot.tables.nudges import offers_nudge
from bot.tables.seat_holders import SeatHolder
from bot.tables.table import HandDeal, Table
from rules.core.capabilities import CanConsider, offers
from rules.core.cards import Card, cards
from rules.core.contract import Event, Fact, Phase, Play, TrickAccount, View

READABLE: Final = 3 * SECOND
"""The time for which a result stands at least, ms."""
MOST_RESULTS: Final = 3
"""The most tricks whose results are told at once."""


class QueuedPlay(NamedTuple):
    """A play queued before its turn. SECRET. `condition`: `any`, `lead` or `follow`."""

    condition: str
    cards: tuple[Card, ...]


class StoodInPlay(NamedTuple):
    """A play that a computer made in a person's place. `how`: `absent` (their time was up) or `away`."""

    how: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """A seat's own hand, in a DM or an ephemeral answer, with everything needed to play from it.

    `notes` are at the top (a refusal, that a play was made, that DMs are closed); `dm`: whether the message is a DM.
    The trick in play is in `now` if there is one, else in `view`; what ended before it in `results`.
    """

    head: TableContext
    view: View
    dm: bool
    notes: tuple[Fact, ...] = ()
    results: tuple[TrickAccount, ...] = ()
    """The last tricks whose results this seat's person may still be reading, the newest last."""
    deadline: int | None = None
    """The deadline of the seat's play, seconds since the epoch; None while others are to play."""
    queued: tuple[QueuedPlay, ...] = ()
    """The plays queued for the next turn."""
    failed: tuple[QueuedPlay, ...] = ()
    """Queued plays that were not made, for this turn or for one in which the play was made automatically."""
    stood_in: StoodInPlay | None = None
    """The last play that a computer made for this seat's person, until they choose one themselves."""
    paused: bool = False
    """True if the table is paused; in a DM while others are to play, only if one is alone with computers."""
    away_until: int | None = None
    """The end of this person's absence, seconds since the epoch."""
    ended: SummaryScene | None = None
    """The result of the hand, from its end to the next deal."""
    last_card: bool = False
    """True if it is the turn of this seat's last card, which plays itself in a moment."""
    before: SummaryScene | None = None
    """The result of the hand before, until this seat's first play."""
    takers: tuple[tuple[Card, ...], ...] | None = None
    """The plays that would take the trick now; None if it is not this seat's turn to follow."""
    hints: tuple[str, ...] = ()
    """Hints for a newcomer, given here and never again: `NEW_HERE`, or words of the game (`<game>.hint.<word>`)."""
    may_ask: bool = False
    """True if this seat's person may ask what I would play."""
    advice: Advice | None = None
    """The answer to that."""
    now: View | None = None
    """In a DM, while others are to play: the table as it is. `view` has nothing of it that their plays change."""
    follows: bool = False
    """True if the picture, too, shows the table as it is while others are to play."""
    nudged_by: SeatHolder | None = None
    """The person who has nudged this seat's, whose turn it is."""
    may_nudge: bool = False
    """True if this seat's person may nudge whoever is on turn."""
    next_at: int | None = None
    """The time of the next deal, seconds since the epoch; None while it is not known."""
    reserve: int | None = None
    """The time of the deadline that is in reserve, in ms; None at a pace without a reserve."""
    is_ready: bool = False
    """True if this seat's person has asked for it before that time."""

    @property
    def pictured(self) -> View:
        """The view that the picture shows."""
        return self.now if self.now is not None and self.follows else self.view

    @property
    def pictures_trick(self) -> bool:
        """True unless the picture shows the seat's own cards alone."""
        return self.now is None or self.follows

    @property
    def cannot_take(self) -> bool:
        """True if it is this seat's turn, and no play of it takes the trick from another side."""
        view = self.view
        if not view.is_own_turn or view.heading is None or self.takers != () or self.paused:
            return False
        return not any({view.seat, view.trick[view.heading].seat} <= set(seats) for seats in view.sides)

    def unanswered(self) -> HandScene:
        """The hand without what only answers the press that it was drawn for."""
        return replace(self, notes=(), advice=None)

    def own(self) -> HandScene:
        """The hand without what changes with the plays of others, while they are to play."""
        return self if self.now is None else replace(self, now=None, results=(), follows=False, may_nudge=False)


def hand_scene(
    loaded: LoadedTable,
    context: PostContext,
    seat: int,
    *,
    dm: bool,
    notes: tuple[Fact, ...] = (),
    follows: bool = False,
    at: int = 0,
) -> HandScene:
    """Return the hand of a seat as a scene; in a DM, while others are to play, with the table as it is now apart.

    `follows`: the picture of that DM can be sent again as the trick grows. `at`: the present time, ms since the epoch.
    """
    table, view = loaded.table, loaded.table.view(seat)
    queued = queued_plays(loaded, seat)
    failed = tuple(QueuedPlay(play.condition, cards(play.cards)) for play in loaded.failed if play.seat == seat)
    results = recent_results(table, seat)
    if not view.is_in_hand and (ended := ended_hand(table, context)) is not None:
        is_ready, own = table.seats[seat].person in table.ready, own_view(table, view)
        next_at = context.next_deal
        return HandScene(
            context.head,
            own,
            dm,
            notes,
            results,
            stood_in=stood_in_play(table, seat),
            ended=ended,
            next_at=next_at,
            is_ready=is_ready,
        )
    before = _hand_before(table, view, context)
    may_nudge = offers_nudge(table, seat, used_time(table, wait_of(loaded.row), at))
    now = replace(view, events=view.news(_played(table)))
    away = table.seats[seat].away
    away_until = None if away is None else away // 1000
    if dm and view.turn != seat:
        return HandScene(
            context.head,
            own_view(table, view),
            dm,
            notes,
            results,
            queued=queued,
            failed=failed,
            stood_in=stood_in_play(table, seat),
            now=now,
            before=before,
            follows=follows,
            paused=table.is_alone and (table.paused or table.rests),
            away_until=away_until,
            may_nudge=may_nudge,
        )
    deadline = context.deadline if view.turn == seat else None
    paused = table.paused or (table.rests and view.turn != seat)
    return HandScene(
        context.head,
        now,
        dm,
        notes,
        results,
        deadline,
        queued,
        failed,
        stood_in_play(table, seat),
        paused,
        takers=takers(table, view),
        last_card=view.turn == seat and awaits_last_card(table),
        before=before,
        away_until=away_until,
        nudged_by=context.holders.get(table.nudged_by or "") if view.turn == seat else None,
        may_nudge=may_nudge,
        reserve=None if deadline is None else context.reserve,
    )


def recent_results(table: Table, seat: int) -> tuple[TrickAccount, ...]:
    """Return the last tricks whose results the seat's person may still be reading.

    A result stands until they have chosen a play since, and at least for the time `READABLE`; that it is over follows
    from the record, so that whoever draws the hand draws the same. A play that was queued, or that left no choice, is
    none that they chose now.
    """
    hand = table.hand
    if hand is None:
        return ()
    unchosen = {index for index, _ in hand.marked}
    plays = [index for index, one in enumerate(hand.plays) if isinstance(one, Play)]
    chosen = max((index for index in plays if hand.plays[index].seat == seat and index not in unchosen), default=-1)
    found, count = list[TrickAccount](), 0
    for account in hand.tricks:
        count += len(account.plays)
        end = plays[count - 1]
        found += [account] if chosen <= end or _is_fresh(hand, end) else []
    return tuple(found[-MOST_RESULTS:])


def stood_in_play(table: Table, seat: int) -> StoodInPlay | None:
    """Return the seat's last play of this hand if a computer made it for the person who holds the seat."""
    hand = table.hand
    if hand is None:
        return None
    how = dict(hand.marked)
    last = max(
        (index for index, one in enumerate(hand.plays) if isinstance(one, Play) and one.seat == seat), default=-1
    )
    if how.get(last) not in STOOD_IN or _has_come_since(table, seat, hand):
        return None
    return StoodInPlay(how[last], hand.plays[last].cards)


def _has_come_since(table: Table, seat: int, hand: HandDeal) -> bool:
    """Return whether somebody else had the seat when a computer last played for its person in this hand."""
    place = next((one.place for one in reversed(table.stand_ins) if one.seat == seat), None)
    tenure = next(table.tenures.tenures_of(seat), None)
    return place is not None and tenure is not None and tenure.hand == hand.number and place < tenure.first


def _is_fresh(hand: HandDeal, index: int) -> bool:
    """Return whether a hand was last changed within `READABLE` after an action; no, if no time is known."""
    since = hand.times[index] if hand.times else 0
    return bool(since) and hand.times[-1] - since < READABLE


def _played(table: Table) -> frozenset[Card]:
    """Return the cards that have been played in this hand."""
    made = table.hand.plays if table.hand else ()
    return frozenset(card for one in made if isinstance(one, Play) for card in one.cards)


def _hand_before(table: Table, view: View, context: PostContext) -> SummaryScene | None:
    """Return the result of the hand before, as long as this seat has not played in the new one."""
    result, hand = table.last_hand, table.hand
    if result is None or hand is None or table.is_hand_over or view.plays_made:
        return None
    return summary_scene(table, result, context)


def takers(table: Table, view: View) -> tuple[tuple[Card, ...], ...] | None:
    """Return the plays that would take the trick now, by the rules; None if this seat is not to follow."""
    if not view.is_own_turn or view.follow is None or not offers(table.rules, CanConsider):
        return None
    return table.rules.takers(table.state)


def queued_plays(loaded: LoadedTable, seat: int) -> tuple[QueuedPlay, ...]:
    """Return the plays that the seat's person has queued for their next turn, in the order in which they are tried."""
    return tuple(QueuedPlay(play.condition, cards(play.cards)) for play in loaded.queue if play.seat == seat)


def own_view(table: Table, view: View) -> View:
    """Return the view reduced to what changes with the seat's own cards, and what was not told to everybody."""
    return own_cards(view, _told_to(table, view))


def own_cards(view: View, told: tuple[Event, ...] = ()) -> View:
    """Return the view reduced to what changes with the seat's own cards (PRODUCT 7), and the events `told` to it."""
    nobody = tuple(0 for _ in view.sides)
    return replace(
        view,
        phase=_phase(view),
        turn=None,
        to_play=(),
        trick_number=0,
        trick=(),
        heading=None,
        follow=None,
        laid=(),
        hand_sizes=(),
        stock=0,
        is_refilled=False,
        units=nobody,
        waiting=nobody,
        scores=nobody,
        events=told,
        known=(),
    )


def _phase(view: View) -> StrEnum:
    """Return the phase; the game's own phases, in which cards may still change hands, count as the deal."""
    return view.phase if isinstance(view.phase, Phase) else Phase.DEAL


def _told_to(table: Table, view: View) -> tuple[Event, ...]:
    """Return the events of which the seat knows more than everybody does."""
    public = table.view(None).events if view.events else ()
    return tuple(event for event in view.events if event not in public)
