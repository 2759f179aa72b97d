"""Legality: the plays that are possible, and why others are not (KARNOFFEL §5, §9)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.cards import Card
from rules.core.contract import Fact, Play, fact
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.ranking import BITS, DEVIL, ORDERS, PACK, PLACES
from rules.karnoffel.state import KarnoffelState, hand_of, is_over

_PACK = frozenset(PACK)


def legal(state: KarnoffelState) -> list[Play]:
    """Every play of the seat to play, strongest first."""
    order = ORDERS[state.chosen]
    return [Play(state.turn, (order[card.bit_length() - 1],)) for card in legal_cards(state)]


def legal_cards(state: KarnoffelState) -> list[int]:
    """The same plays as bits, for searches that look at many states."""
    turn = state.turn
    if turn < 0:
        return []
    hand = hand_of(state, turn)
    if hand & DEVIL and is_devil_barred(state):
        hand ^= DEVIL
    found = []
    while hand:
        card = hand & -hand
        found.append(card)
        hand ^= card
    return found


def is_devil_barred(state: KarnoffelState) -> bool:
    """Return whether the Devil may not be played now: it may not be led to the first trick (§5.3)."""
    return state.terms.is_devil_barred and not state.laid and not any(state.units)


def refusal(state: KarnoffelState, play: Play) -> Fact | None:
    """Return why this play is not possible; None if it is."""
    seat, cards = play
    if state.turn < 0:
        return nothing_to_play(state)
    if seat != state.turn:
        return fact(KarnoffelFact.NOT_YOUR_TURN, seat=seat, turn=state.turn)
    refused = never_playable(state, seat, cards)
    if refused is not None:
        return refused
    is_devil = BITS[PLACES[state.chosen][cards[0]]] == DEVIL
    return fact(KarnoffelFact.DEVIL_BARRED, card=cards[0]) if is_devil and is_devil_barred(state) else None


def never_playable(state: KarnoffelState, seat: int, cards: Sequence[Card], leads: bool | None = None) -> Fact | None:
    """Return why a seat can never play these cards from its hand in this hand; None if it may (§5)."""
    if len(cards) != 1:
        return fact(KarnoffelFact.NOT_ONE_CARD, given=len(cards))
    (card,) = cards
    if card not in _PACK:
        return fact(KarnoffelFact.NOT_IN_PACK, card=card)
    if not BITS[PLACES[state.chosen][card]] & hand_of(state, seat):
        return fact(KarnoffelFact.NOT_YOUR_CARD, card=card, seat=seat)
    return None


def nothing_to_play(state: KarnoffelState) -> Fact:
    """Return why no seat can play now."""
    if is_over(state):
        return fact(KarnoffelFact.RUBBER_OVER)
    number = state.hand_number
    return fact(KarnoffelFact.HAND_OVER, hand=number) if number else fact(KarnoffelFact.NOT_DEALT)
