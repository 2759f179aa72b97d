"""The state machine of a rubber: the effect of a cut, a deal and a play, and the strokes of a hand (BRAUS §4 to §8)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from rules.braus.facts import BrausRefusal
from rules.braus.legality import refusal
from rules.braus.ranking import ORDER, PACK, SEVENS, cut_strength, mask_of
from rules.braus.state import (
    BrausState,
    can_lead,
    is_hand_over,
    is_over,
    is_played_out,
    outcome_card_seat,
    seat_of,
    side_of,
    trick_number,
)
from rules.core.cards import Card
from rules.core.contract import Action, IllegalAction, Play, Shuffle, fact

_PACK: Final = frozenset(ORDER)
SIX: Final = 6
"""The tricks that end a hand (§6.1)."""
FIVE: Final = 5
"""The tricks with which the outcome card scores (§7.3)."""


class EndKind(StrEnum):
    """The end of a hand, as the referee says it (§R)."""

    JAN = "jan"
    SIX = "six"
    KING = "king"
    NONE = "none"


class HandScore(NamedTuple):
    """The end of a hand, and the side that scores; None if it is void."""

    kind: EndKind
    side: int | None
    strokes: int


def apply(state: BrausState, action: Action) -> BrausState | IllegalAction:
    """The state after an action, or why it is refused."""
    if isinstance(action, Play):
        why = refusal(state, action)
        return _play(state, mask_of(action.cards)) if why is None else IllegalAction(why)
    if isinstance(action, Shuffle):
        return _apply_shuffle(state, action)
    return IllegalAction(fact(BrausRefusal.NO_SUCH_MOVE, seat=action.seat))


def hand_score(state: BrausState) -> HandScore | None:
    """The end of the hand and its score; None while it runs."""
    if not is_hand_over(state):
        return None
    return score(state.units, side_of(outcome_card_seat(state)), state.terms.five_all)


def score(units: tuple[int, int], king_side: int, five_all: bool) -> HandScore:
    """The strokes of a finished hand (§7). `king_side`: the side that holds the outcome card."""
    for side in range(len(units)):
        if units[side] >= SIX:
            return HandScore(EndKind.SIX, side, 1) if units[1 - side] else HandScore(EndKind.JAN, side, 2)
    needed = units if five_all else units[king_side : king_side + 1]
    if all(count == FIVE for count in needed):
        return HandScore(EndKind.KING, king_side, 1)
    return HandScore(EndKind.NONE, None, 0)


def _apply_shuffle(state: BrausState, action: Shuffle) -> BrausState | IllegalAction:
    if state.turn >= 0:
        return IllegalAction(fact(BrausRefusal.NOTHING_TO_SHUFFLE))
    if is_over(state):
        return IllegalAction(fact(BrausRefusal.RUBBER_OVER))
    return deal(state, action.cards) if state.dealer >= 0 else cut(state, action.cards)


def cut(state: BrausState, cards: Sequence[Card]) -> BrausState | IllegalAction:
    """Each seat cuts a card, and the highest deals (§4.1)."""
    seats = state.terms.seats
    if len(cards) < seats or len(set(cards)) < len(cards) or not _PACK.issuperset(cards):
        return IllegalAction(fact(BrausRefusal.BAD_CUT, seats=seats))
    drawn = tuple(cards[:seats])
    return state._replace(cut=drawn, dealer=drawn.index(max(drawn, key=cut_strength)))


def deal(state: BrausState, cards: Sequence[Card]) -> BrausState | IllegalAction:
    """Deal a hand from the pack in this order (§4.3); every hand after the first has the next dealer (§4.4)."""
    if len(cards) != PACK or set(cards) != _PACK:
        return IllegalAction(fact(BrausRefusal.BAD_SHUFFLE))
    seats = state.terms.seats
    forehand = (state.dealer + 1 + bool(state.hand_number)) % seats
    rows = [mask_of(cards[(seat - forehand) % seats :: seats]) for seat in range(seats)]
    dealt = BrausState(
        terms=state.terms,
        cut=state.cut,
        hand_number=state.hand_number + 1,
        dealer=(forehand - 1) % seats,
        deck=bytes(cards),
        hands=tuple(rows),
        scores=state.scores,
    )
    return _on_lead(dealt, forehand)


def _play(state: BrausState, cards: int) -> BrausState:
    """The state after a legal play."""
    turn, hands = state.turn, state.hands
    if cards:
        hands = (*hands[:turn], hands[turn] ^ cards, *hands[turn + 1 :])
    if cards & SEVENS:
        laid = state._replace(hands=hands, laid=(*state.laid, turn))
        return _win_tricks(laid, turn, cards.bit_count())
    trick = (*state.trick, cards)
    heading = len(trick) - 1 if cards else state.heading
    if len(trick) < state.terms.seats:
        return state._replace(hands=hands, trick=trick, heading=heading, turn=(turn + 1) % state.terms.seats)
    complete = state._replace(hands=hands, trick=(), heading=0, tricks=state.tricks + 1)
    return _win_tricks(complete, seat_of(state, heading), 1)


def _win_tricks(state: BrausState, seat: int, count: int) -> BrausState:
    """The state after a seat has won so many tricks at once, and is on lead if the hand goes on (§5.2, §5.5, §6)."""
    even, odd = state.units
    after = state._replace(units=(even, odd + count) if side_of(seat) else (even + count, odd), turn=-1, leader=-1)
    return _write_strokes(after) if max(after.units) >= SIX or is_played_out(after) else _on_lead(after, seat)


def _write_strokes(state: BrausState) -> BrausState:
    """The state at the end of a hand, with its strokes written (§7.5)."""
    found = hand_score(state)
    if found is None or found.side is None:
        return state
    even, odd = state.scores
    return state._replace(scores=(even, odd + found.strokes) if found.side else (even + found.strokes, odd))


def _on_lead(state: BrausState, seat: int) -> BrausState:
    """The state with this seat on lead, or the next one that has something to lead (§5.6)."""
    past = []
    while not can_lead(state, seat):
        past.append(seat)
        seat = (seat + 1) % state.terms.seats
    on_lead = state._replace(leader=seat, turn=seat)
    return on_lead._replace(past=(*state.past, *((each, trick_number(on_lead)) for each in past))) if past else on_lead
