"""The machine of a rubber: its packed state, and what a cut, a deal and a play make of it (RULES §4, §5, §7, §10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Final, NamedTuple

from rules.cards import Card
from rules.game import Fact, Phase, Play, Refusal, Step
from rules.voormsi import scoring, trick
from rules.voormsi.facts import RefusalFact, fact
from rules.voormsi.options import Terms
from rules.voormsi.ranking import (
    BEATERS,
    BITS,
    CUT_RANK,
    FULL,
    ORDER,
    ORDINARY,
    PACK,
    PLACES,
    TOQUTSIT,
    VOORMSI,
    mask_of,
)
from rules.voormsi.trick import GONE, LOST, REMARKABLE, SETTING, SINGLES

_PACK: Final = frozenset(ORDER)
SHIFTS: Final = tuple(PACK * seat for seat in range(4))
"""Where the mask of each seat's hand begins in `State.hands`."""
HELD: Final = tuple(tuple(bit << shift for bit in BITS) for shift in SHIFTS)
"""A card (by place) in a seat's hand, as a bit of `State.hands`."""

HELD_BY_CARD: Final = tuple({card: row[place] for place, card in enumerate(ORDER)} for row in HELD)
"""The same for each seat by card."""
_ROWS: Final = {seats: [(HELD[:seats] * 2)[first : first + seats] for first in range(seats)] for seats in (2, 3, 4)}
"""`HELD` of every seat in turn, for so many seats, from each first one on."""


class State(NamedTuple):
    """A rubber between two actions. Cards are places 0..35 (`ranking`), sets of cards masks of 36 bits."""

    terms: Terms
    cuts: bytes
    """The cards cut, one a seat in each round (§4.2)."""
    hand: int
    """Number of the hand, 0 before the first deal."""
    dealer: int
    """Who dealt this hand (before the first: who will); -1 before the cut is decided."""
    deck: bytes
    """The pack of this hand in the order dealt."""
    stock: int
    draws: bytes
    """Each refill of this hand: 16 * the seat that drew first + cards that each drew."""
    hands: int
    """The cards of each seat, 36 bits a seat."""
    turn: int
    """-1 when no seat is to play."""
    trick: tuple[Play, ...]
    heading: int
    """Index into `trick`."""
    heads: int
    """The cards of the heading play."""
    kind: int
    """What beats them (`ranking.BEATERS`)."""
    marks: int
    """What happened (`trick`)."""
    tricks: int
    """Tricks completed in this hand."""
    units: bytes
    waiting: bytes
    scores: bytes


_new: Final = tuple.__new__
"""Makes a tuple with names at half the price of calling its class; for the two places where that shows."""


def begin(terms: Terms) -> State:
    """A rubber before its cut."""
    nothing = bytes(len(terms.sides))
    return State(terms, b"", 0, -1, b"", 0, b"", 0, -1, (), 0, 0, 0, 0, 0, nothing, nothing, nothing)


def is_over(state: State) -> bool:
    """Has the rubber ended (§9.6, §10.3, §11.6)?"""
    terms = state.terms
    return bool(
        state.turn < 0
        and (state.marks & LOST or terms.target in state.scores or (terms.hands and state.hand >= terms.hands))
    )


def phase(state: State) -> Phase:
    """What the rubber waits for."""
    if state.turn >= 0:
        return Phase.PLAY
    if state.dealer < 0:
        return Phase.CUT
    return Phase.OVER if is_over(state) else Phase.DEAL


def hand_of(state: State, seat: int) -> int:
    """The mask of a seat's cards."""
    return state.hands >> SHIFTS[seat] & FULL


def largest_lead(state: State) -> int:
    """How many cards may be led at most (§5.2, §7.2)."""
    if state.terms.seats != 2:
        return trick.LARGEST
    return min(trick.LARGEST, (hand_of(state, state.turn).bit_count() + state.stock // 2) // 2)


def has_duty(state: State, hand: int) -> bool:
    """Must the seat to play, who holds `hand`, play Toqutsit (§5.5)?"""
    return bool(
        state.heads & VOORMSI
        and hand & TOQUTSIT
        and state.terms.side[state.trick[state.heading].seat] != state.terms.side[state.turn]
    )


def legal(state: State) -> Sequence[Play]:
    """Every play of the seat to play, strongest first; single cards in hand order."""
    turn = state.turn
    if turn < 0:
        return ()
    hand = state.hands >> SHIFTS[turn] & FULL
    if not state.trick:
        return trick.leads(turn, hand, largest_lead(state))
    return trick.follows(turn, hand, len(state.trick[0].cards), has_duty(state, hand))


def cut(state: State, cards: Sequence[Card]) -> Step[State] | Refusal:
    """Each seat cuts a card, the lowest deals; J♣ and K♥ tied for lowest: all cut again (§4.2)."""
    seats = state.terms.seats
    if len(cards) < seats or not _are_distinct(cards):
        return Refusal(fact(RefusalFact.BAD_CUT, seats=seats))
    cut_cards = [PLACES[card] for card in cards[:seats]]
    ranks = [CUT_RANK[place] for place in cut_cards]
    lowest = max(ranks)
    dealer = ranks.index(lowest) if ranks.count(lowest) == 1 else -1
    return Step(state._replace(cuts=state.cuts + bytes(cut_cards), dealer=dealer), False)


def deal(state: State, cards: Sequence[Card]) -> Step[State] | Refusal:
    """Deal a hand from the pack in this order (§4.3); every hand after the first has the next dealer (§4.4)."""
    if len(cards) != PACK or set(cards) != _PACK:
        return Refusal(fact(RefusalFact.BAD_SHUFFLE))
    terms = state.terms
    deck = bytes([PLACES[card] for card in cards])
    dealer = (state.dealer + 1) % terms.seats if state.hand else state.dealer
    leader = (dealer + 1) % terms.seats
    hands = _handed(deck[: terms.hand_size * terms.seats], leader, terms.seats)
    stock = PACK - terms.hand_size * terms.seats
    nothing = bytes(len(terms.sides))
    return Step(
        state._replace(
            hand=state.hand + 1,
            dealer=dealer,
            deck=deck,
            stock=stock,
            draws=b"",
            hands=hands,
            turn=leader,
            trick=(),
            heading=0,
            heads=0,
            kind=0,
            marks=0,
            tricks=0,
            units=nothing,
            waiting=nothing,
        ),
        False,
    )


def _are_distinct(cards: Sequence[Card]) -> bool:
    """Are these cards of the pack, none twice?"""
    return len(set(cards)) == len(cards) and _PACK.issuperset(cards)


def _handed(cards: bytes, first: int, seats: int) -> int:
    """These cards as bits of `State.hands`, handed out one at a time from the seat `first` on."""
    handed = 0
    for row, place in zip(cycle(_ROWS[seats][first]), cards):
        handed |= row[place]
    return handed


def refusal(state: State, play: Play) -> Fact | None:
    """Why this play is not possible; None if it is. Legality has no other place."""
    seat, cards = play
    if state.turn < 0:
        return nothing_to_play(state)
    if seat != state.turn:
        return fact(RefusalFact.NOT_YOUR_TURN, seat=seat, turn=state.turn)
    why = _cards_refusal(state, play)
    if why is not None:
        return why
    mask = mask_of(cards)
    if not state.trick:
        return trick.lead_refusal(mask, largest_lead(state))
    wanted = len(state.trick[0].cards)
    if len(cards) != wanted:
        return fact(RefusalFact.WRONG_NUMBER, wanted=wanted, given=len(cards))
    if not mask & TOQUTSIT and has_duty(state, hand_of(state, seat)):
        of = state.trick[state.heading].seat
        return fact(RefusalFact.TOQUTSIT_MUST_BE_PLAYED, card=ORDER[0], on=ORDER[1], of=of)
    return None


def nothing_to_play(state: State) -> Fact:
    """Why no seat can play now."""
    if is_over(state):
        return fact(RefusalFact.RUBBER_OVER)
    return fact(RefusalFact.HAND_OVER, hand=state.hand) if state.hand else fact(RefusalFact.NOT_DEALT)


def _cards_refusal(state: State, play: Play) -> Fact | None:
    """Why the seat cannot put down these cards at all."""
    seat, cards = play
    if not cards:
        return fact(RefusalFact.NO_CARDS)
    for at, card in enumerate(cards):
        if not 0 <= card < len(PLACES) or PLACES[card] < 0:
            return fact(RefusalFact.NOT_IN_PACK, card=card)
        if card in cards[:at]:
            return fact(RefusalFact.SAME_CARD_TWICE, card=card)
        if not state.hands & HELD[seat][PLACES[card]]:
            return fact(RefusalFact.NOT_YOUR_CARD, card=card, seat=seat)
    return None


def play(state: State, action: Play) -> Step[State] | Refusal:
    """A seat plays cards; completes the trick, fills the hands and books what there is to book."""
    if not _is_plain(state, action):
        why = refusal(state, action)
        if why is not None:
            return Refusal(why)
    (terms, cuts, number, dealer, deck, stock, draws, hands, turn, plays, heading, heads, kind, marks, tricks,
     units, waiting, scores) = state  # fmt: skip
    some = action.cards
    size = len(some)
    if size == 1:
        place = PLACES[some[0]]
        cards = BITS[place]
        plays += (SINGLES[turn][place],)
    else:
        cards = mask_of(some)
        plays += (trick.play_of(turn, cards),)
    at = len(plays) - 1
    if not at:
        headed: int = True
        kind = trick.kind_led(cards, terms.spade_king_on_lead) if cards & SETTING else ORDINARY
    else:
        beaters = BEATERS[kind + (heading == at - 1)]
        headed = beaters[heads.bit_length() - 1] & cards if size == 1 else trick.beats(cards, heads, beaters)
        if headed and kind:
            kind = trick.kind_after(kind, cards)
    if cards & REMARKABLE:
        marks = marks_after(state, cards, headed)
    if headed:
        heading, heads = at, cards
    hands ^= cards << SHIFTS[turn]
    if marks & LOST:
        turn, waiting, scores = -1, bytes(len(waiting)), _lost_all(scores, terms.side[turn])
    elif at + 1 == terms.plays:
        return _complete(state, hands, plays[heading].seat, heads, marks, heading == at)
    elif at == 1 and terms.seats == 2:
        turn = plays[heading].seat
        hands, stock, draws = _filled(state, hands, turn, size)
    else:
        turn = terms.next_seat[turn]
    after = _new(State, (
        terms, cuts, number, dealer, deck, stock, draws, hands, turn, plays, heading, heads, kind, marks, tricks,
        units, waiting, scores,
    ))  # fmt: skip
    return _new(Step, (after, turn < 0))


def _is_plain(state: State, action: Play) -> bool:
    """Is this a single card of the seat to play, in a trick of single cards and with no duty (§5.5) in sight?

    Nearly every play is, and needs none of the questions of `refusal`.
    """
    seat, cards = action
    return bool(
        seat == state.turn >= 0
        and len(cards) == 1
        and state.hands & HELD_BY_CARD[seat].get(cards[0], 0)
        and not state.heads & VOORMSI
        and (not state.trick or len(state.trick[0].cards) == 1)
    )


def marks_after(state: State, cards: int, headed: int) -> int:
    """The marks of the trick when the seat to play has put down these cards, and has taken the head or not."""
    hand = hand_of(state, state.turn)
    marks = state.marks
    if headed and state.trick:
        terms = state.terms
        own = terms.side[state.trick[state.heading].seat] == terms.side[state.turn]
        marks = trick.marks_of_heading(marks, cards, state.heads, own, terms.mercy and hand == cards)
    return trick.marks_of_playing(marks, cards, hand)


def _lost_all(scores: bytes, side: int) -> bytes:
    """§9.6"""
    return _set(scores, side, 0)


def _complete(state: State, hands: int, winner: int, heads: int, marks: int, last: bool) -> Step[State]:
    """The trick is complete: `winner` took it with the cards `heads`; `hands` are without the last play."""
    terms, stock = state.terms, state.stock
    side = terms.side[winner]
    size = heads.bit_count()
    points = scoring.trick_points(terms, state.units, side, size)
    if marks or heads & VOORMSI:
        points += scoring.special_points(marks, heads, last)
    units = _set(state.units, side, state.units[side] + size)
    waiting = _set(state.waiting, side, state.waiting[side] + points) if points else state.waiting
    scores, draws = state.scores, state.draws
    over = not hands and not stock
    if over and units[side] == terms.units:
        waiting = bytes(len(waiting))
    elif over or any(waiting):
        scores, waiting = scoring.booked(terms, scores, waiting, side, over)
        over = over or terms.target in scores
    if not over:
        hands, stock, draws = _filled(state, hands, winner, size)
    after = _new(State, (
        terms, state.cuts, state.hand, state.dealer, state.deck, stock, draws, hands, -1 if over else winner, (), 0, 0,
        0, marks & GONE, state.tricks + 1, units, waiting, scores,
    ))  # fmt: skip
    return _new(Step, (after, True))


def _set(values: bytes, side: int, value: int) -> bytes:
    return values[:side] + bytes((value,)) + values[side + 1 :]


def _filled(state: State, hands: int, first: int, size: int) -> tuple[int, int, bytes]:
    """(hands, stock, draws) after the hands are filled up, the seat `first` first (§5.4)."""
    seats, stock = state.terms.seats, state.stock
    each = min(size, stock // seats)
    if not each:
        return hands, stock, state.draws
    top = PACK - stock
    drawn = each * seats
    hands |= _handed(state.deck[top : top + drawn], first, seats)
    return hands, stock - drawn, state.draws + bytes((first << 4 | each,))


def dealt(state: State) -> tuple[tuple[Card, ...], ...]:
    """What each seat has been dealt and has drawn in this hand, in order."""
    terms = state.terms
    if not state.hand:
        return ((),) * terms.seats
    order: list[list[Card]] = [[] for _ in range(terms.seats)]
    cards = iter(state.deck)
    for first, each in ((state.dealer + 1, terms.hand_size), *((draw >> 4, draw & 15) for draw in state.draws)):
        for number in range(each * terms.seats):
            order[(first + number) % terms.seats].append(ORDER[next(cards)])
    return tuple(map(tuple, order))


