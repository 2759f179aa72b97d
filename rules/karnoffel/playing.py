"""The state machine of a rubber: the effect of a cut, a deal and a play (KARNOFFEL §4 to §7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Final

from rules.core.cards import Card
from rules.core.contract import Action, Fact, IllegalAction, Play, Shuffle, fact
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.legality import is_devil_barred, refusal
from rules.karnoffel.options import HAND_SIZE, SEATS, TO_WIN, KarnoffelTerms
from rules.karnoffel.ranking import ABOVE, BITS, CUT_RANK, DEVIL, LADDER_OF, PACK, PLACES, RANKS, SUITS, cards_of
from rules.karnoffel.state import AROUND, SHIFTS, KarnoffelState, is_over, next_order

_PACK: Final = frozenset(PACK)
_LAID: Final = tuple(bytes((place,)) for place in range(len(PACK)))
"""By place: the card as a part of `KarnoffelState.laid`."""


def apply(state: KarnoffelState, action: Action) -> KarnoffelState | IllegalAction:
    """Return the state after an action, or why it is refused."""
    match action:
        case Play(cards=cards):
            why = refusal(state, action)
            if why is not None:
                return IllegalAction(why)
            after = copy(state)
            play(after, BITS[PLACES[state.chosen][cards[0]]])
            return after
        case Shuffle():
            return _apply_shuffle(state, action)
    return IllegalAction(fact(KarnoffelFact.NO_SUCH_MOVE, seat=action.seat))


def play(state: KarnoffelState, card: int) -> Fact | None:
    """Play this card (a bit) for the seat to play, in place, or return why it may not."""
    turn, laid = state.turn, state.laid
    held = card << SHIFTS[turn]
    if turn < 0 or not state.hands & held or (card == DEVIL and is_devil_barred(state)):
        return refusal(state, Play(turn, cards_of(card, state.chosen)))
    place, at = card.bit_length() - 1, len(laid)
    if not at:
        state.ladder = LADDER_OF[place]
        state.beaters = ABOVE[state.ladder][place]
    elif state.beaters & card:
        state.heading = at
        state.beaters = ABOVE[state.ladder][place]
    state.hands ^= held
    state.laid = laid + _LAID[place]
    if at == SEATS - 1:
        _finish_trick(state)
    else:
        state.turn = state.order[at + 1]
    return None


def _finish_trick(state: KarnoffelState) -> None:
    """Count a trick; its winner leads to the next (§5.1), or the hand is over (§6)."""
    seat = state.order[state.heading]
    state.units = units = _one_more(state.units, seat % 2)
    state.laid, state.heading = b"", 0
    if is_decided(state.terms, units):
        state.scores = _one_more(state.scores, units.index(max(units)))
        state.turn = -1
    else:
        state.turn, state.order = seat, AROUND[seat]


def is_decided(terms: KarnoffelTerms, units: tuple[int, int]) -> bool:
    """Return whether the hand is over after these tricks (§6.1, §10.3)."""
    return TO_WIN in units if terms.tricks is None else sum(units) == terms.tricks


def _one_more(counts: tuple[int, int], side: int) -> tuple[int, int]:
    first, second = counts
    return (first, second + 1) if side else (first + 1, second)


def _apply_shuffle(state: KarnoffelState, action: Shuffle) -> KarnoffelState | IllegalAction:
    if state.turn >= 0:
        return IllegalAction(fact(KarnoffelFact.NOTHING_TO_SHUFFLE))
    if is_over(state):
        return IllegalAction(fact(KarnoffelFact.RUBBER_OVER))
    return deal(state, action.cards) if state.dealer >= 0 else cut(state, action.cards)


def cut(state: KarnoffelState, cards: Sequence[Card]) -> KarnoffelState | IllegalAction:
    """Each seat cuts a card, and the lowest deals (§4.1)."""
    if len(cards) < SEATS or len(set(cards)) != len(cards) or not _PACK.issuperset(cards):
        return IllegalAction(fact(KarnoffelFact.BAD_CUT, seats=SEATS))
    ranks = [CUT_RANK[card] for card in cards[:SEATS]]
    return replace(state, cut=bytes(cards[:SEATS]), dealer=ranks.index(max(ranks)))


def deal(state: KarnoffelState, cards: Sequence[Card]) -> KarnoffelState | IllegalAction:
    """Deal a hand from the pack in this order (§4.2); every hand after the first has the next dealer (§4.5)."""
    if len(cards) != len(PACK) or set(cards) != _PACK:
        return IllegalAction(fact(KarnoffelFact.BAD_SHUFFLE))
    order = next_order(state)
    chosen = SUITS.index(lowest(cards[:SEATS]).suit)
    return KarnoffelState(
        state.terms,
        cut=state.cut,
        hand_number=state.hand_number + 1,
        dealer=order[-1],
        deck=bytes(cards),
        chosen=chosen,
        scores=state.scores,
        hands=_dealt_out(bytes(cards[: SEATS * HAND_SIZE]).translate(PLACES[chosen]), order),
        turn=order[0],
        order=order,
    )


def _dealt_out(places: bytes, order: tuple[int, ...]) -> int:
    """The hands of all seats after these cards were dealt to them, one at a time."""
    return sum(BITS[place] << SHIFTS[seat] for place, seat in zip(places, order * HAND_SIZE, strict=True))


def lowest(turned: Iterable[Card]) -> Card:
    """The card that names the chosen suit: the lowest in rank, of equal ones the first (§4.3)."""
    return max(turned, key=lambda card: RANKS.index(card.rank))
