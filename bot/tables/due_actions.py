"""The actions that a table makes itself: deals, computer plays, queued and forced plays, missed deadlines.

Pure, but for the secrets of new chains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.store import QueuedRow, TableRow
from bot.tables import actions, deals, rematch, table_terms
from bot.tables.actions import TableAction
from bot.tables.automatic_plays import (
    ABSENT,
    ANY,
    AWAY,
    FOLLOW,
    FORCED,
    LAST,
    LEAD,
    QUEUED,
    VACANT,
    WINS,
    awaits_last_card,
    is_forced,
    plays_by_itself,
)
from bot.tables.deadlines import silence_ends, wait_of
from bot.tables.invitations import next_lapse
from bot.tables.seat_holders import Holder
from bot.tables.table import Chain, Stage, Table, present_play
from players import Memory
from players.registry import Choose, chooser, stand_in
from rules.core.capabilities import CanConsider, offers
from rules.core.cards import Card, cards
from rules.core.contract import Phase, Play, SeatAction


def immediate_action(table: Table, queue: Sequence[QueuedRow] = ()) -> TableAction | None:
    """Return the next action that is due at once: a rematch's start, a shuffle, a queued play, a missed deadline, rest.

    None if none is.
    """
    if table.stage is Stage.LOBBY:
        return rematch.start(table)
    match table.phase:
        case Phase.CUT | Phase.DEAL if table.needs_chain:
            return _bind()
        case Phase.CUT if not table.is_unbound:
            return _cut(table)
        case Phase.DEAL if table.hand is None and not table.is_unbound:
            return deal(table)
    action: TableAction | None = None
    seat = None if table.turn is None else table.seats[table.turn]
    if seat is not None and table.missing is not None:
        action = _consequence(table, table.missing)
    elif seat is not None and seat.kind is Holder.PERSON and not (table.paused or table.is_abandoned):
        action = _queued_play(table, queue)
        if action is None and is_forced(table):
            action = actions.take_turn(table.view(table.turn).actions[0], how=FORCED)
    return rest(table) if action is None else action


def _bind() -> actions.Bind:
    secret = deals.new_secret()
    return actions.Bind(secret, deals.commitment(secret))


def _cut(table: Table) -> actions.Cut:
    """Return the cut; in a cup one that gives the first seat the first deal, as its pairing says."""
    key, place = _next_deal(table, cast(Chain, table.chain))

    def draw(number: int) -> deals.CardOrder:
        return deals.shuffle(table.rules.pack, deals.cut_numbers(key, place, number))

    number, deck = deals.cut(table.rules, table.state, draw, table.cuts, for_first=table.match is not None)
    return actions.Cut(deck, number)


def _next_deal(table: Table, chain: Chain) -> tuple[bytes, deals.DealPlace]:
    """Return the key of the next hand, and its place. Raises ValueError before the commitment is shown."""
    if chain.message is None:
        raise ValueError("what binds the deal is not shown")
    place = deals.DealPlace(table.id, _next_hand(table), chain.message, table.plays_digest)
    return deals.key(chain.secret, chain.dealt + 1), place


def _next_hand(table: Table) -> int:
    return table.hand.number + 1 if table.hand else 1


def rest(table: Table) -> TableAction | None:
    """Return `Rest` for an abandoned table; None if it rests already, has no people, or somebody is present."""
    return actions.Rest() if table.is_abandoned and table.humans and not table.rests else None


def _consequence(table: Table, seat: int) -> TableAction | None:
    """Return what happens to a seat that has missed its deadline; None: a computer makes that one play."""
    agreed, missed = table.agreed, table.seats[seat].missed
    if not missed:  # its person came back on this turn: a computer makes this play only
        return None
    if agreed.at_deadline == table_terms.FORFEIT:
        return actions.Forfeit(seat)
    if agreed.at_deadline == table_terms.OPEN or 0 < agreed.opens_after <= missed:
        return actions.OpenSeat(seat)
    return None


def _queued_play(table: Table, queue: Sequence[QueuedRow]) -> TableAction | None:
    """Return the first play queued for this turn that is legal and meets its condition."""
    seat = cast(int, table.turn)
    view = table.view(seat)
    for queued in queue:
        if (
            queued.seat == seat
            and queued.person == table.seats[seat].person
            and (queued.hand, queued.nth) == present_play(table, seat)
        ):
            wanted = frozenset(cards(queued.cards))
            play = next((play for play in view.legal if frozenset(play) == wanted), None)
            if play is not None and _is_met(queued.condition, table, seat, play):
                return actions.TakeTurn(queued.person, seat, play, how=QUEUED)
    return None


def _is_met(condition: str, table: Table, seat: int, play: Sequence[Card]) -> bool:
    """Return whether the condition of a queued play is met; a lead never counts as one that takes the trick."""
    leads, rules = table.view(seat).follow is None, table.rules
    if condition != WINS:
        return condition in (ANY, LEAD if leads else FOLLOW)
    if leads or not offers(rules, CanConsider):
        return False
    considered = rules.consider(table.state, seat, play).play
    return considered is not None and considered.headed


def clock_action(table: Table, row: TableRow, now: int) -> TableAction | None:
    """Return the action that the clock makes at a table now; None if nothing is due."""
    if table.stage is Stage.LOBBY:
        lapse = next_lapse(table)
        is_only_lapse = not _is_silence_over(table, row, now) and lapse is not None and lapse <= now
        return actions.Lapse(now) if is_only_lapse else actions.Close(None)
    if table.pending is not None and not table.is_abandoned and _is_silence_over(table, row, now):
        return actions.Consent()
    for number, seat in enumerate(table.seats):
        if seat.away is not None and seat.away <= now:
            return actions.Back(None, number)
    if row.deadline_at is not None and row.deadline_at <= now and table.turn is not None:
        return actions.Miss(table.turn, row.deadline_at - row.wait_since - row.credited)
    waits = table.is_abandoned or (table.waits_alone and table.pending is None)
    if waits and _is_silence_over(table, row, now):
        return actions.Close(None)
    return None if table.paused or table.is_abandoned else _next_action(table)


def _is_silence_over(table: Table, row: TableRow, now: int) -> bool:
    ends = silence_ends(table, wait_of(row))
    return ends is not None and ends <= now


def _next_action(table: Table) -> TableAction | None:
    if table.phase is Phase.DEAL:
        return None if table.is_unbound else deal(table)
    if awaits_last_card(table):
        return actions.take_turn(table.view(table.turn).actions[0], how=LAST)
    if not plays_by_itself(table):
        return None
    number = cast(int, table.turn)
    seat = table.seats[number]
    how = ABSENT if table.missing == number else AWAY
    if seat.kind is Holder.COMPUTER:
        how = VACANT if seat.open else ""
    stands_in = seat.kind is not Holder.COMPUTER or seat.open
    choose = stand_in(table.game) if stands_in else chooser(table.game, seat.level or actions.LEVEL)
    return actions.take_turn(chosen_action(table, choose), how=how)


def chosen_action(table: Table, choose: Choose | None = None) -> SeatAction:
    """Return what a computer does on turn; `choose`: None for the usual player."""
    plays = tuple(action for action in (table.hand.plays if table.hand else ()) if isinstance(action, Play))
    return (choose or chooser(table.game, actions.LEVEL))(table.view(table.turn), Memory(plays, table.options))


def deal(table: Table) -> actions.Deal:
    """Return the next deal. Raises ValueError while the post that binds it is not shown."""
    pack, chain = table.rules.pack, table.chain
    if chain is None:  # the rubber began before there were chains, and ends with the old proof
        deck, salt = deals.shuffle(pack, deals.random_numbers()), deals.new_secret()
        return actions.Deal(deck, salt, deals.digest(table.id, _next_hand(table), deck, salt))
    key, place = _next_deal(table, chain)
    deck = deals.shuffle(pack, deals.deal_numbers(key, place))
    return actions.Deal(deck, step=chain.dealt + 1, key=key.hex())
