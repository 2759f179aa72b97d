"""Plays that nobody presses at that moment: queued before their turn, forced, a last card, those of computers.

All functions here are pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.store import QueuedRow
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table, present_play
from bot.texts.notices import Refusal, RequestRefused, fact
from rules.core.capabilities import CanConsider
from rules.core.cards import cards
from rules.core.contract import Fact, Phase

FORCED: Final = "forced"
ABSENT: Final = "absent"
AWAY: Final = "away"
QUEUED: Final = "queued"
VACANT: Final = "vacant"
LAST: Final = "last"
"""The reason why a play was made that nobody pressed at that moment (`actions.TakeTurn.how`)."""
STOOD_IN: Final = frozenset({ABSENT, AWAY})
"""The reasons of plays that computers make for people who hold their seats."""
ANY: Final = "any"
WINS: Final = "wins"
LEAD: Final = "lead"
FOLLOW: Final = "follow"
CONDITIONS: Final = (ANY, WINS, LEAD, FOLLOW)
"""The conditions of a queued play: in any case; if it takes the trick; if its seat leads; if another seat has led."""
MOST_QUEUED: Final = 6
"""The most plays that may be queued for one turn."""


def may_queue(table: Table, seat: int) -> bool:
    """Return whether the seat's next play can be queued: others are to play cards.

    In a game's other phases cards may still change hands, so nothing is queued then.
    """
    return table.phase is Phase.PLAY and table.turn not in (None, seat)


def is_queued(queued: QueuedRow, table: Table) -> bool:
    """Return whether the play still waits for its turn. Once the turn has come, it was played or has failed."""
    has_come = table.turn == queued.seat and not table.paused
    return _is_for_next(queued, table) and not has_come


def split_queue(queue: Sequence[QueuedRow], table: Table) -> tuple[tuple[QueuedRow, ...], tuple[QueuedRow, ...]]:
    """Split the stored plays of a table into those that wait and those that have failed."""
    waits = tuple(play for play in queue if is_queued(play, table))
    return waits, tuple(play for play in queue if play not in waits and is_dropped(play, table))


def possible_conditions(table: Table, seat: int) -> tuple[str, ...]:
    """Return the conditions that the seat's next play can meet. One on the table, or its lead, may rule out some."""
    leads = leads_next(table, seat)
    if leads is None:
        return CONDITIONS
    return (ANY, LEAD) if leads else (ANY, WINS, FOLLOW)


def check_queueable(queued: QueuedRow, table: Table) -> None:
    """Raise RequestRefused if the play can never be made at the seat's next turn, whatever others play before it."""
    if queued.condition not in possible_conditions(table, queued.seat):
        raise RequestRefused(fact(Refusal.CONDITION_NEVER_MET))
    why = _never_playable(table, queued)
    if why is not None:
        raise RequestRefused(fact(Refusal.NEVER_PLAYABLE, why=why, cards=table.view(queued.seat).hand), table.id)


def _never_playable(table: Table, queued: QueuedRow) -> Fact | None:
    """Return why the rules exclude the play, as far as the game can answer that; None if they do not."""
    rules, wanted = table.rules, cards(queued.cards)
    if not isinstance(rules, CanConsider):
        return None
    if table.turn == queued.seat:
        return rules.consider(table.state, queued.seat, wanted).refused
    return rules.never_playable(
        table.state, queued.seat, wanted, _lead_expected(queued.condition, leads_next(table, queued.seat))
    )


def _lead_expected(condition: str, leads: bool | None) -> bool | None:
    """Return whether a play with this condition is a lead (True), follows (False), or may do either (None)."""
    return leads if condition == ANY else condition == LEAD


def leads_next(table: Table, seat: int) -> bool | None:
    """Return whether the seat's next play is a lead; None if that is not settled."""
    view, rules = table.view(seat), table.rules
    if view.turn == seat:
        return view.follow is None
    can_pass_lead = not isinstance(rules, CanConsider) or rules.can_pass_lead
    if seat in view.to_play:
        return None if can_pass_lead and not view.trick else False
    is_beaten = view.heading is not None and view.trick[view.heading].seat != seat
    return False if is_beaten and not can_pass_lead else None


def rank_plays(queue: Iterable[QueuedRow]) -> tuple[QueuedRow, ...]:
    """Return the plays with their ranks for the store, counted by seat in the given order."""
    ranks: Counter[int] = Counter()
    found = []
    for play in queue:
        found.append(play._replace(rank=ranks[play.seat]))
        ranks[play.seat] += 1
    return tuple(found)


def is_dropped(queued: QueuedRow, table: Table) -> bool:
    """Return whether a play that no longer waits was not made; its person is notified of it until their next play."""
    return _is_for_next(queued, table) or (_is_of_seat(queued, table) and _was_made_otherwise(queued, table))


def _is_for_next(queued: QueuedRow, table: Table) -> bool:
    """Return whether the play was queued for its seat's next play, and the seat is still the person's."""
    return _is_of_seat(queued, table) and (queued.hand, queued.nth) == present_play(table, queued.seat)


def _was_made_otherwise(queued: QueuedRow, table: Table) -> bool:
    """Return whether the seat's last play was the one in question, made with other cards that nobody chose."""
    if table.hand is None or (queued.hand, queued.nth + 1) != present_play(table, queued.seat):
        return False
    last = max(index for index, play in enumerate(table.hand.plays) if play.seat == queued.seat)
    unchosen = dict(table.hand.marked).get(last, QUEUED) != QUEUED
    return unchosen and frozenset(table.hand.plays[last].cards) != frozenset(cards(queued.cards))


def _is_of_seat(queued: QueuedRow, table: Table) -> bool:
    return table.stage is Stage.PLAYING and table.seats[queued.seat].person == queued.person


def is_forced(table: Table) -> bool:
    """Return whether the table makes the only legal action on turn itself: it tells nothing, or the terms say so."""
    view, agreed = table.view(table.turn), table.agreed
    return view.is_automatic or (agreed.forced and agreed.pace.is_slow and len(view.actions) == 1)


def awaits_last_card(table: Table) -> bool:
    """Return whether the table waits for a person's last card, which it plays itself after a breath at a fast pace.

    The only card that is left, and the size of each hand, are known to all, so this tells nothing.
    """
    if table.asked is None or not table.asked.is_there or table.paused or table.missing == table.turn:
        return False
    view, agreed = table.view(table.turn), table.agreed
    return agreed.forced and not agreed.pace.is_slow and len(view.hand) == len(view.actions) == len(view.legal) == 1


def plays_by_itself(table: Table) -> bool:
    """Return whether a computer makes the next play, in its own seat or for an absent person."""
    seat = None if table.turn is None else table.seats[table.turn]
    if seat is None or table.is_abandoned:
        return False
    return seat.kind is Holder.COMPUTER or seat.away is not None or table.missing == table.turn
