"""The state machine of a rubber: the effect of a cut, a deal and a play (RULES §4, §5, §7, §10)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Final, NamedTuple

from rules.core.cards import Card, mask_at, places
from rules.core.contract import Action, Fact, IllegalAction, Move, Play, Shuffle, fact
from rules.voormsi import proof, scoring, trick
from rules.voormsi.facts import RefusalFact
from rules.voormsi.legality import move_refusal, refusal, refusal_of_held
from rules.voormsi.ranking import (
    BEATERS,
    BITS,
    CLUB_KING,
    CUT_RANK,
    FULL,
    ORDER,
    ORDINARY,
    PACK,
    PLACES,
    SPADE_KING,
    THREE,
    TOQUTSIT,
    VOORMSI,
    cards_of,
    mask_of,
)
from rules.voormsi.state import (
    SHIFTS,
    State,
    hand_of,
    heading_cards,
    heading_seat,
    is_over,
    is_toqutsit_gone,
    tricks,
)
from rules.voormsi.trick import ASKING, BARRED, KIND, LOST, VOORMSI_HEADS

_PACK: Final = frozenset(ORDER)
_PLACE_BYTES: Final = bytes(place % 256 for place in PLACES).ljust(256)
"""The place of each of the 52 cards, for `bytes.translate`."""
_HELD: Final = tuple(tuple(bit << shift for bit in BITS) for shift in SHIFTS)
"""For each seat and each card (by place): the card's bit in `State.hands`."""
_ROWS: Final = {seats: [(_HELD[:seats] * 2)[first : first + seats] for first in range(seats)] for seats in (2, 3, 4)}
"""For each number of seats and each first seat: the rows of `_HELD` in order of play."""
_ROUNDS: Final = tuple(tuple(bytes((first << 4 | size,)) for size in range(5)) for first in range(4))
"""For each heading seat and play size: the byte that a round adds to `State.rounds`."""


_SLOW: Final = VOORMSI_HEADS | ASKING
"""The flags with which a play needs the full checks."""


class Single(NamedTuple):
    """A single card that may be played, with everything precomputed."""

    laid: bytes
    """As a part of `State.laid`."""
    place: int
    beaters: int
    """The mask of the cards that beat it if it heads; -1 if the full calculation is needed instead."""
    flags: int
    """The flags that it sets as a lead."""


def _single(place: int, lead: bool) -> Single:
    card = BITS[place]
    kind = trick.kind_led(card, False) if lead else ORDINARY
    is_plain = not card & (VOORMSI | CLUB_KING if lead else TOQUTSIT | VOORMSI | THREE)
    return Single(bytes((place,)), place, BEATERS[kind + 1][place] if is_plain else -1, kind)


_LEADS, _FOLLOWS = ({BITS[place]: _single(place, lead) for place in range(PACK)} for lead in (True, False))
_SINGLES: Final = (_LEADS, _FOLLOWS, *[dict[int, Single]()] * (trick.LARGEST - 1))
"""By the size of the trick's plays (0 before a lead): the bit of a card -> its data; empty in a trick of sets."""


def apply(state: State, action: Action) -> State | IllegalAction:
    """Return the state after an action, or why it is refused."""
    match action:
        case Play():
            why = refusal(state, action)
            if why is not None:
                return IllegalAction(why)
            after = copy(state)
            play(after, mask_of(action.cards))
            return after
        case Shuffle():
            return _apply_shuffle(state, action)
        case Move():
            why = move_refusal(state, action)
            if why is not None:
                return IllegalAction(why)
            after = copy(state)
            proof.answer(after, action)
            return after


def play(state: State, cards: int) -> Fact | None:
    """Play these cards (a mask) for the seat to play, in place, or return why it may not.

    Nearly every play is a single card at a time when the duty (§5.5) cannot apply, so it is legal if the seat holds it.
    This function is the fast path for such plays; `_play_any` handles all others.
    """
    turn, size, flags = state.turn, state.size, state.flags
    single, held = _SINGLES[size].get(cards), cards << SHIFTS[turn]
    if single is None or turn < 0 or not state.hands & held or flags & _SLOW:
        return _play_any(state, cards)
    added, place, beaters, led = single
    laid = state.laid
    at = len(laid)
    if state.beaters & cards:
        if beaters < 0 or flags & KIND:
            flags = state.flags = flags_after(state, cards, True)
            beaters = BEATERS[(flags & KIND) + 1][place]
        elif led:
            state.flags = led
        state.heading = at
        state.beaters = beaters
    elif flags:
        state.beaters &= ~SPADE_KING  # no longer the very next play (§3.5)
    state.hands ^= held
    state.laid = laid + added
    state.size = 1
    order = state.order
    at += 1
    if at == len(order):
        _finish_round(state)
    else:
        state.turn = order[at]
    return None


def _apply_shuffle(state: State, action: Shuffle) -> State | IllegalAction:
    if state.turn >= 0:
        return IllegalAction(fact(RefusalFact.NOTHING_TO_SHUFFLE))
    if is_over(state):
        return IllegalAction(fact(RefusalFact.RUBBER_OVER))
    return deal(state, action.cards) if state.dealer >= 0 else cut(state, action.cards)


def cut(state: State, cards: Sequence[Card]) -> State | IllegalAction:
    """Each seat cuts a card, and the lowest deals; if J♣ and K♥ tie for lowest, all cut again (§4.2)."""
    seats = state.terms.seats
    if len(cards) < seats or not _are_distinct(cards):
        return IllegalAction(fact(RefusalFact.BAD_CUT, seats=seats))
    cut_cards = [PLACES[card] for card in cards[:seats]]
    ranks = [CUT_RANK[place] for place in cut_cards]
    lowest = max(ranks)
    dealer = ranks.index(lowest) if ranks.count(lowest) == 1 else -1
    return replace(state, cuts=state.cuts + bytes(cut_cards), dealer=dealer)


def deal(state: State, cards: Sequence[Card]) -> State | IllegalAction:
    """Deal a hand from the pack in this order (§4.3); every hand after the first has the next dealer (§4.4)."""
    if len(cards) != PACK or set(cards) != _PACK:
        return IllegalAction(fact(RefusalFact.BAD_SHUFFLE))
    terms, dealer = state.terms, state.dealer
    if state.hand_number:
        dealer = (dealer + 1) % terms.seats
    order = terms.orders[(dealer + 1) % terms.seats]
    after = State(
        terms=terms,
        cuts=state.cuts,
        hand_number=state.hand_number + 1,
        dealer=dealer,
        deck=bytes(cards).translate(_PLACE_BYTES),
        stock=PACK,
        order=order,
        scores=state.scores,
        turn=order[0],
    )
    _fill(after, terms.hand_size)
    return after


def _are_distinct(cards: Sequence[Card]) -> bool:
    """Return whether these cards are of the pack and all different."""
    return len(set(cards)) == len(cards) and _PACK.issuperset(cards)


def _fill(state: State, size: int) -> None:
    """Let each seat draw up to `size` cards, one at a time, beginning with the seat to play (§5.4)."""
    seats, top = state.terms.seats, PACK - state.stock
    drawn = state.deck[top : top + size * seats]
    hands = state.hands
    for row, place in zip(_ROWS[seats][state.turn] * size, drawn, strict=False):
        hands |= row[place]
    state.hands = hands
    state.stock -= len(drawn)


def _play_any(state: State, cards: int) -> Fact | None:
    """Play any cards in place, or return why they may not be played."""
    turn = state.turn
    if turn < 0 or state.flags & ASKING or not cards or cards & ~hand_of(state, turn):
        return refusal(state, Play(turn, cards_of(cards)))
    why = refusal_of_held(state, cards)
    if why is not None:
        return why
    size = state.size or cards.bit_count()
    at = len(state.laid) // size
    headed = is_headed(state, cards)
    if headed or cards & VOORMSI:
        state.flags = flags_after(state, cards, headed)
    if headed:
        state.heading = at
    state.hands ^= cards << SHIFTS[turn]
    state.laid += bytes(places(cards))
    state.size = size
    if size == 1:
        state.beaters = BEATERS[(state.flags & KIND) + headed][state.laid[state.heading]]
    order = state.order
    if state.flags & LOST:
        _lose(state, turn)
    elif at + 1 == len(order):
        _finish_round(state)
    else:
        state.turn = order[at + 1]
    return None


def _lose(state: State, seat: int) -> None:
    """End the rubber: the seat has beaten its own side's Voormsi, and that side loses all its points (§9.6)."""
    state.turn, state.waiting = -1, 0
    state.scores = scoring.with_nothing(state.scores, state.terms.side[seat])


def is_headed(state: State, cards: int) -> bool:
    """Return whether these cards take the head of the trick (§6.1, §6.2). A lead always does."""
    if not state.size:
        return True
    if state.size == 1:
        return bool(state.beaters & cards)
    next_play = len(state.laid) // state.size == state.heading + 1
    return trick.beats(cards, heading_cards(state), BEATERS[(state.flags & KIND) + next_play])


def flags_after(state: State, cards: int, headed: bool) -> int:
    """The flags of the trick after the seat to play played these cards, and took the head or not."""
    hand = hand_of(state, state.turn)
    terms, flags = state.terms, state.flags
    if not state.size:
        flags = trick.flags_of_leading(cards, terms.spade_king_on_lead)
    elif headed:
        own = terms.side[heading_seat(state)] == terms.side[state.turn]
        flags = trick.flags_of_heading(flags, cards, own, terms.mercy and hand == cards)
    if cards & VOORMSI and trick.is_barred(cards, hand, is_toqutsit_gone(state)):
        flags |= BARRED
    return flags


def _finish_round(state: State) -> None:
    """Finish a round in which all have played: a trick, or with two players half a trick (§7.1)."""
    terms, size, heading = state.terms, state.size, state.heading
    seat = state.turn = state.order[heading]
    state.rounds += _ROUNDS[seat][size]
    if len(state.order) == terms.plays:
        claimed = _hand_beside(state) if terms.asked and _earns_voormsi(state) else 0
        if _score(state, terms.side[seat]):
            state.turn = -1
        elif state.stock:
            _fill(state, size)
        state.order = terms.orders[seat]
        state.laid, state.size, state.heading, state.beaters, state.flags = b"", 0, 0, FULL, 0
        if claimed and state.turn >= 0:
            proof.offer(state, tricks(state), claimed)
    else:
        _fill(state, size)
        state.order += terms.orders[seat]


def _score(state: State, side: int) -> bool:
    """Count the trick for the side that has won it, book (§9, §10), and return whether the hand is over."""
    terms, size, flags, units = state.terms, state.size, state.flags, state.units
    points = scoring.unit_points(terms.first_five, units, side, size)
    if flags:
        points += scoring.special_points(flags, state.heading == terms.plays - 1)
        if terms.shown and _earns_voormsi(state):
            state.shown += ((state.turn, tricks(state), _hand_beside(state)),)
    state.units = units = units + (size << 8 * side)
    state.waiting = waiting = state.waiting + (points << 8 * side)
    over = not state.hands and not state.stock
    if over or (waiting and scoring.with_nothing(waiting, side)):
        state.scores, state.waiting, over = scoring.book(terms, state.scores, waiting, units, side, over)
    return over


def _earns_voormsi(state: State) -> bool:
    """Return whether Voormsi has won the complete trick and earns its point (§9.4)."""
    flags = state.flags
    return bool(flags & VOORMSI_HEADS and scoring.special_points(flags, state.heading == state.terms.plays - 1))


def _hand_beside(state: State) -> int:
    """The rest of the heading seat's hand just after its heading play in a complete trick, without cards drawn since.

    The hands of `state` are those after the trick, before anything is drawn.
    """
    size, index, order = state.size, state.heading, state.order
    seat = order[index]
    since = [play for play in range(index + 1, len(order)) if order[play] == seat]
    hand = hand_of(state, seat)
    for play in since:
        hand |= mask_at(state.laid[play * size : (play + 1) * size])
    return hand & ~mask_at(_drawn_within(state)) if since else hand


def _drawn_within(state: State) -> bytes:
    """The cards that both players drew in the middle of a trick of two players (§7.1)."""
    terms = state.terms
    left = PACK - terms.plays * sum(scoring.spread(state.units, len(terms.sides)))
    stock = max(0, left - terms.seats * terms.hand_size)
    return state.deck[PACK - stock : PACK - state.stock]
