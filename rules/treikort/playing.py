"""The state machine of a rubber: the effect of a cut, a deal, a move and a play (§4 to §8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.cards import Card, mask_at
from rules.core.contract import Action, IllegalAction, Move, Play, Shuffle, fact
from rules.treikort.facts import TreikortFact
from rules.treikort.legality import move_refusal, play_refusal
from rules.treikort.options import SEATS
from rules.treikort.pope import NOBODY
from rules.treikort.ranking import BITS, PACK, PLACE_OF, ROLL, SEVENS, highest, mask_of
from rules.treikort.state import (
    ASK,
    DECLINE,
    SHIFTS,
    TreikortState,
    hand_of,
    high_giver,
    is_rubber_over,
    places_dealt,
    pope_now,
    receiver,
)

_PACK: Final = frozenset(ROLL)


def apply(state: TreikortState, action: Action) -> TreikortState | IllegalAction:
    """Return the state after an action, or why it is refused."""
    match action:
        case Play():
            why = play_refusal(state, action)
            return _play(state, PLACE_OF[action.cards[0]]) if why is None else IllegalAction(why)
        case Move():
            why = move_refusal(state, action)
            return _move(state, action) if why is None else IllegalAction(why)
    return _apply_shuffle(state, action)


def _apply_shuffle(state: TreikortState, action: Shuffle) -> TreikortState | IllegalAction:
    if state.turn >= 0:
        return IllegalAction(fact(TreikortFact.NOTHING_TO_SHUFFLE))
    if is_rubber_over(state):
        return IllegalAction(fact(TreikortFact.RUBBER_OVER))
    if state.dealer < 0:
        return _cut(state, action.cards)
    dealer = (state.dealer + 1) % SEATS if state.hand_number else state.dealer  # §4.4
    return deal(state, action.cards, dealer, pope_now(state))


def _cut(state: TreikortState, cards: Sequence[Card]) -> TreikortState | IllegalAction:
    """Each seat cuts a card, and the lowest by the roll deals (§4.2)."""
    if len(cards) < SEATS or len(set(cards)) != len(cards) or not _PACK.issuperset(cards):
        return IllegalAction(fact(TreikortFact.BAD_CUT, seats=SEATS))
    cut = bytes(PLACE_OF[card] for card in cards[:SEATS])
    return state._replace(cut=cut, dealer=cut.index(max(cut)))


def deal(state: TreikortState, cards: Sequence[Card], dealer: int, pope: int) -> TreikortState | IllegalAction:
    """Deal a hand from the pack in this order (§4.3), in which `pope` is Pope."""
    if len(cards) != PACK or set(cards) != _PACK:
        return IllegalAction(fact(TreikortFact.BAD_SHUFFLE))
    after = TreikortState(
        state.terms,
        state.cut,
        state.hand_number + 1,
        dealer,
        state.earlier,
        state.past,
        pope,
        deck=bytes(PLACE_OF[card] for card in cards),
        owed=int(pope != NOBODY),
        turn=(dealer + 1) % SEATS if pope == NOBODY else pope,
    )
    hands = sum(mask_at(places_dealt(after, seat)) << SHIFTS[seat] for seat in range(SEATS))
    return after._replace(hands=hands)


def _move(state: TreikortState, move: Move) -> TreikortState:
    if move.kind == DECLINE:
        return _ready(state._replace(owed=0))
    if move.kind == ASK:
        return _ask(state._replace(asked=NOBODY if move.to is None else move.to))
    after = _pass_card(state, state.pope, receiver(state), mask_of(move.cards))._replace(owed=state.owed - 1)
    return after if after.owed else _ready(after)


def _ask(state: TreikortState) -> TreikortState:
    """Both others give at once: the highest card that is no Seven, and the highest Seven, if there is one (§5.6)."""
    high = highest(hand_of(state, high_giver(state)) & ~SEVENS)
    seven = highest(hand_of(state, state.asked) & SEVENS)
    after = _pass_card(state, high_giver(state), state.pope, high)
    if not seven:
        return after._replace(owed=1)
    return _pass_card(after, state.asked, state.pope, seven)._replace(owed=2)


def _pass_card(state: TreikortState, giver: int, to: int, card: int) -> TreikortState:
    hands = state.hands ^ (card << SHIFTS[giver] | card << SHIFTS[to])
    return state._replace(hands=hands, given=state.given + bytes((card.bit_length() - 1,)))


def _ready(state: TreikortState) -> TreikortState:
    """The Pope has done what he may do: forehand leads (§5.8)."""
    return state._replace(turn=(state.dealer + 1) % SEATS)


def _play(state: TreikortState, place: int) -> TreikortState:
    """The state after the seat to play has played a card that it may play."""
    turn, laid, bit = state.turn, state.laid, BITS[place]
    heading = state.heading
    if laid and state.terms.beaters[laid[heading]] & bit:
        heading = len(laid)
    hands, laid = state.hands ^ (bit << SHIFTS[turn]), laid + bytes((place,))
    if len(laid) < SEATS:
        return state._replace(hands=hands, laid=laid, heading=heading, turn=(turn + 1) % SEATS)
    winner = (turn + 1 + heading) % SEATS
    units = tuple(count + (seat == winner) for seat, count in enumerate(state.units))
    if hands:
        return state._replace(hands=hands, laid=b"", heading=0, turn=winner, units=units)
    return state._replace(hands=0, laid=b"", heading=0, turn=-1, units=units, past=(*state.past, units))
