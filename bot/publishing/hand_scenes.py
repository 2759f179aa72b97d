"""Hands: the scene of a seat's own cards, for its DM and for private responses, and whether it has changed."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from bot.messages.hand.hand import HandScene, QueuedPlay
from bot.messages.table.deal import SummaryScene
from bot.publishing.table_context import PostContext
from bot.tables import Committed, LoadedTable
from bot.tables.playing import awaits_last_card
from bot.tables.table import HandResult, Stage, Table
from rules.core.capabilities import CanConsider, offers
from rules.core.cards import Card, cards
from rules.core.contract import Event, Fact, Phase, View


def hand_scene(
    loaded: LoadedTable, context: PostContext, seat: int, *, dm: bool, notes: tuple[Fact, ...] = ()
) -> HandScene:
    """Return the hand of a seat as a scene; in a DM, while others are to play, with the table as it is now apart."""
    table, view = loaded.table, loaded.table.view(seat)
    queued = queued_plays(loaded, seat)
    failed = tuple(QueuedPlay(one.condition, cards(one.cards)) for one in loaded.failed if one.seat == seat)
    tricks = table.hand.tricks if table.hand else ()
    if not view.is_in_hand and (ended := hand_end(table, context)) is not None:
        return HandScene(context.head, _own(table, view), dm, notes, tricks[-1], ended=ended)
    before = _hand_before(table, view, context)
    last = tricks[-1] if tricks else None
    if dm and view.turn != seat:
        return HandScene(
            context.head, _own(table, view), dm, notes, last, queued=queued, failed=failed, now=view, before=before
        )
    deadline = context.deadline if view.turn == seat else None
    paused = table.paused or (table.rests and view.turn != seat)
    return HandScene(
        context.head,
        view,
        dm,
        notes,
        last,
        deadline,
        queued,
        failed,
        paused,
        taking=taking(table, view),
        last_card=view.turn == seat and awaits_last_card(table),
        before=before,
    )


def hand_end(table: Table, context: PostContext) -> SummaryScene | None:
    """Return the result of the hand that has just ended; None while a hand is in play."""
    result, hand = table.last_hand, table.hand
    if result is None or hand is None or result.number != hand.number:
        return None
    return _summary(table, result, context)


def _hand_before(table: Table, view: View, context: PostContext) -> SummaryScene | None:
    """Return the result of the hand before, as long as this seat has not played in the new one."""
    result, hand = table.last_hand, table.hand
    if result is None or hand is None or result.number == hand.number or view.plays_made:
        return None
    return _summary(table, result, context)


def _summary(table: Table, result: HandResult, context: PostContext) -> SummaryScene:
    view = table.view(None)
    way = table.way[: result.number]
    feats = tuple(feat for feat in table.feats if feat.hand <= result.number)
    goes_on = table.stage is Stage.PLAYING
    head = context.head.at_end(result.number)
    return SummaryScene(head, view.sides, view.target, result, goes_on, way=way, feats=feats)


def taking(table: Table, view: View) -> tuple[Card, ...] | None:
    """Return the cards that would take the trick now, by the rules; None if this seat is not to follow."""
    if not view.is_own_turn or view.follow is None or not offers(table.rules, CanConsider):
        return None
    return table.rules.taking(table.state)


def queued_plays(loaded: LoadedTable, seat: int) -> tuple[QueuedPlay, ...]:
    """Return the plays that the seat's person has queued for their next turn, in the order in which they are tried."""
    return tuple(QueuedPlay(one.condition, cards(one.cards)) for one in loaded.queue if one.seat == seat)


def _own(table: Table, view: View) -> View:
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
        units=nobody,
        waiting=nobody,
        scores=nobody,
        events=told,
        known=(),
    )


def _phase(view: View) -> StrEnum:
    """Return the phase; the game's own phases, in which cards may still change hands, count as the deal."""
    return view.phase if isinstance(view.phase, Phase) else Phase.DEAL


class ChangeDetector:
    """Remembers, for every seat of the tables in play, everything shown in its hand that may change."""

    def __init__(self) -> None:
        self._of: dict[int, dict[int, object]] = {}

    def changed(self, change: Committed, seat: int) -> bool:
        """Return whether a hand has changed since the last call, and so is to be shown again.

        What counts: its cards, what not everybody was shown, what it queued, its turn, whether cards are played, and
        the channel it links to.
        While it is the seat's turn the hand also shows the others' plays, their holders and the deadline, so these
        count too.
        """
        shown = _shown(change, seat)
        if shown is None or self._of.get(change.table.id, {}).get(seat) == shown:
            return False
        self._of.setdefault(change.table.id, {})[seat] = shown
        return True

    def forget(self, table_id: int) -> None:
        self._of.pop(table_id, None)


def _shown(change: Committed, seat: int) -> object:
    """Return a value that is equal for hands that need not be shown again; None if there is no hand to show."""
    table = change.table
    holder = table.seats[seat]
    if table.hand is None or (holder.person is None and holder.was is None):
        return None
    if holder.person is None:
        return holder, table.stage
    view = table.view(seat)
    queued = tuple(one for one in change.queue if one.seat == seat)
    own = (holder, table.stage, _own(table, view), queued, change.row.channel_id)
    if view.turn != seat:
        return own
    others = tuple((one.kind, one.person) for one in table.seats)
    return own, view.plays_made, others, table.paused, change.row.deadline_at


def _told_to(table: Table, view: View) -> tuple[Event, ...]:
    """Return the events of which the seat knows more than everybody does."""
    public = table.view(None).events if view.events else ()
    return tuple(event for event in view.events if event not in public)
