"""The machine of a rubber: its packed state, and what a cut, a deal and a play make of it (RULES §4, §5, §7, §10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.cards import Card
from rules.game import Fact, Phase, Play, Refusal, Step
from rules.voormsi import scoring, trick
from rules.voormsi.facts import RefusalFact, fact
from rules.voormsi.options import Terms
from rules.voormsi.ranking import BEATERS, BITS, CUT_RANK, FULL, ORDER, PACK, PLACES, TOQUTSIT, VOORMSI, mask_of
from rules.voormsi.trick import GONE, LOST, REMARKABLE, SINGLES

SHIFTS: Final = tuple(PACK * seat for seat in range(4))
"""Where the mask of each seat's hand begins in `State.hands`."""
HELD: Final = tuple(tuple(bit << shift for bit in BITS) for shift in SHIFTS)
"""A card (by place) in a seat's hand, as a bit of `State.hands`."""


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


def _state(*fields: object) -> State:
    return tuple.__new__(State, fields)


def begin(terms: Terms) -> State:
    """A rubber before its cut."""
    nothing = bytes(len(terms.sides))
    return State(terms, b"", 0, -1, b"", 0, b"", 0, -1, (), 0, 0, 0, 0, 0, nothing, nothing, nothing)


def is_over(state: State) -> bool:
    """Has the rubber ended (§9.6, §10.3, §11.6)?"""
    terms = state.terms
    return bool(
        state.turn < 0
        and (state.marks & LOST or terms.target in state.scores or (terms.hands is not None and state.hand >= terms.hands))
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
    if len(cards) != PACK or not _are_distinct(cards):
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
    return len(set(cards)) == len(cards) and all(0 <= card < len(PLACES) and PLACES[card] >= 0 for card in cards)


def _handed(cards: bytes, first: int, seats: int) -> int:
    """These cards as bits of `State.hands`, handed out one at a time from the seat `first` on."""
    return sum(HELD[(first + number) % seats][place] for number, place in enumerate(cards))


def refusal(state: State, play: Play) -> Fact | None:
    """Why this play is not possible; None if it is. Legality has no other place."""
    seat, cards = play
    if state.turn < 0:
        return _nothing_to_play(state)
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


def _nothing_to_play(state: State) -> Fact:
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
    why = refusal(state, action)
    if why is not None:
        return Refusal(why)
    terms, cuts, number, dealer, deck, stock, draws, hands, turn, plays, heading, heads, kind, marks, tricks = state[:15]
    units, waiting, scores = state[15:]
    cards = mask_of(action.cards)
    size = len(action.cards)
    hand = hands >> SHIFTS[turn] & FULL
    hands ^= cards << SHIFTS[turn]
    at = len(plays)
    plays += (SINGLES[turn][cards.bit_length() - 1] if size == 1 else trick.play_of(turn, cards),)
    if not at:
        heading, heads = 0, cards
        kind = trick.kind_led(cards, terms.spade_king_on_lead)
    else:
        beaters = BEATERS[kind + (heading == at - 1)]
        if trick.beats(cards, heads, beaters):
            if (cards & REMARKABLE) and at:
                own = terms.side[plays[heading].seat] == terms.side[turn]
                marks = trick.marks_of_heading(marks, cards, heads, own, terms.mercy and hand == cards)
            heading, heads = at, cards
            kind = trick.kind_after(kind, cards)
    if cards & REMARKABLE:
        marks = trick.marks_of_playing(marks, cards, hand)
    at += 1
    if marks & LOST:
        side = terms.side[turn]
        scores = bytes(0 if other == side else score for other, score in enumerate(scores))
        return Step(
            _state(
                terms, cuts, number, dealer, deck, stock, draws, hands, -1, plays, heading, heads, kind, marks, tricks,
                units, bytes(len(waiting)), scores,
            ),
            True,
        )
    if at < terms.plays:
        turn = (turn + 1) % terms.seats
        if at == 2 and terms.seats == 2:
            turn = plays[heading].seat
            hands, stock, draws = _filled(terms, deck, stock, draws, hands, turn, size)
        return Step(
            _state(
                terms, cuts, number, dealer, deck, stock, draws, hands, turn, plays, heading, heads, kind, marks, tricks,
                units, waiting, scores,
            ),
            False,
        )
    winner = plays[heading].seat
    units, waiting = _gained(terms, units, waiting, winner, heading, heads, marks)
    over = not hands and not stock
    if over and units[terms.side[winner]] == terms.units:
        waiting = bytes(len(waiting))
    elif over or any(waiting):
        scores, waiting = scoring.booked(terms, scores, waiting, terms.side[winner], over)
    over = over or terms.target in scores
    if not over:
        hands, stock, draws = _filled(terms, deck, stock, draws, hands, winner, size)
    return Step(
        _state(
            terms, cuts, number, dealer, deck, stock, draws, hands, -1 if over else winner, (), 0, 0, 0, marks & GONE,
            tricks + 1, units, waiting, scores,
        ),
        True,
    )


def _gained(
    terms: Terms, units: bytes, waiting: bytes, winner: int, heading: int, heads: int, marks: int
) -> tuple[bytes, bytes]:
    """(units, waiting) after a complete trick."""
    side = terms.side[winner]
    before = units[side]
    after = before + heads.bit_count()
    points = scoring.unit_points(before, after)
    points += scoring.is_first_five(terms, before, after, sum(units) - before)
    points += scoring.special_points(marks, heads, heading == terms.plays - 1)
    return _set(units, side, after), _set(waiting, side, waiting[side] + points)


def _set(values: bytes, side: int, value: int) -> bytes:
    return values[:side] + bytes((value,)) + values[side + 1 :]


def _filled(
    terms: Terms, deck: bytes, stock: int, draws: bytes, hands: int, first: int, size: int
) -> tuple[int, int, bytes]:
    """(hands, stock, draws) after the hands are filled up, the seat `first` first (§5.4)."""
    each = min(size, stock // terms.seats)
    if not each:
        return hands, stock, draws
    top = PACK - stock
    drawn = each * terms.seats
    hands |= _handed(deck[top : top + drawn], first, terms.seats)
    return hands, stock - drawn, draws + bytes((first << 4 | each,))


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


