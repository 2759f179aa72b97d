"""The state machine of a rubber: the effect of a cut, a deal, an answer and a play (§4, §5, §7, §8, §9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.alkort.exchange import apply_answer, ask_next
from rules.alkort.facts import AlkortRefusalFact
from rules.alkort.legality import refusal
from rules.alkort.options import SEATS, TRICKS
from rules.alkort.ranking import BITS, FULL, PACK, PLACES, ROLL
from rules.alkort.state import HAND_SIZE, NEEDED, SHIFTS, AlkortState, hand_points, is_over
from rules.core.cards import Card
from rules.core.contract import Action, IllegalAction, Move, Shuffle, fact

_PACK: Final = frozenset(ROLL)
_HELD: Final = tuple(tuple(bit << shift for bit in BITS) for shift in SHIFTS)
"""For each seat and each card (by place): the card's bit in `AlkortState.hands`."""
_CODES: Final = tuple(bytes((number,)) for number in range(PACK))
_LAST: Final = SEATS - 1


def apply(state: AlkortState, action: Action) -> AlkortState | IllegalAction:
    """Return the state after an action, or why it is refused."""
    if isinstance(action, Shuffle):
        return _apply_shuffle(state, action)
    why = refusal(state, action)
    if why is not None:
        return IllegalAction(why)
    if isinstance(action, Move):
        return apply_answer(state, action)
    return play(state, PLACES[action.cards[0]])


def play(state: AlkortState, place: int) -> AlkortState:
    """The state after the seat to play has played the card at this place, which it may."""
    turn, at, heading, beaters = state.turn, len(state.laid), state.heading, state.beaters
    hands = state.hands ^ _HELD[turn][place]
    if beaters & BITS[place]:
        terms = state.terms
        heading, beaters = at, (terms.beaters if state.winners else terms.opening_beaters)[place]
    if at < _LAST:
        laid = state.laid + _CODES[place]
        return state._replace(hands=hands, laid=laid, heading=heading, beaters=beaters, turn=(turn + 1) % SEATS)
    winner = (turn + 1 + heading) % SEATS
    winners = state.winners + _CODES[winner]
    if is_decided(winners):
        return _end_hand(state._replace(hands=hands, laid=b"", heading=0, beaters=FULL, winners=winners))
    return state._replace(hands=hands, laid=b"", heading=0, beaters=FULL, winners=winners, turn=winner)


def is_decided(winners: bytes) -> bool:
    """Return whether a hand with these winners of tricks is over (§8.3)."""
    tricks = len(winners)
    if tricks <= NEEDED:
        return False
    second = sum(seat & 1 for seat in winners)
    return tricks == TRICKS or (0 < second < tricks and max(second, tricks - second) >= NEEDED)


def _end_hand(state: AlkortState) -> AlkortState:
    first, second = hand_points(state.winners)
    return state._replace(scores=(state.scores[0] + first, state.scores[1] + second), turn=-1)


def _apply_shuffle(state: AlkortState, action: Shuffle) -> AlkortState | IllegalAction:
    if state.turn >= 0:
        return IllegalAction(fact(AlkortRefusalFact.NOTHING_TO_SHUFFLE))
    if is_over(state):
        return IllegalAction(fact(AlkortRefusalFact.RUBBER_OVER))
    return deal(state, action.cards) if state.dealer >= 0 else _cut(state, action.cards)


def _cut(state: AlkortState, cards: Sequence[Card]) -> AlkortState | IllegalAction:
    """Each seat cuts a card, and the lowest by the roll deals (§4.2)."""
    if len(cards) < SEATS or len(set(cards)) != len(cards) or not _PACK.issuperset(cards):
        return IllegalAction(fact(AlkortRefusalFact.BAD_CUT, seats=SEATS))
    cut = bytes(PLACES[card] for card in cards[:SEATS])
    return state._replace(cut=cut, dealer=cut.index(max(cut)))


def deal(state: AlkortState, cards: Sequence[Card]) -> AlkortState | IllegalAction:
    """Deal a hand from the pack in this order (§4.3); every hand after the first has the next dealer (§4.4)."""
    if len(cards) != PACK or set(cards) != _PACK:
        return IllegalAction(fact(AlkortRefusalFact.BAD_SHUFFLE))
    dealer = (state.dealer + 1) % SEATS if state.hand_number else state.dealer
    deck = bytes(PLACES[card] for card in cards)
    hands = 0
    for at, place in enumerate(deck[: SEATS * HAND_SIZE]):
        hands |= _HELD[(dealer + 1 + at // 3) % SEATS][place]
    number = state.hand_number + 1
    return ask_next(
        AlkortState(state.terms, state.scores, state.cut, number, dealer, deck, hands=hands),
    )
