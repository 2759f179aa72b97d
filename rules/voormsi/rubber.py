"""The state machine of a rubber: the effect of a cut, a deal and a play (RULES §4, §5, §7, §10)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import getitem
from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.contract import Action, IllegalAction, Play, Shuffle
from rules.voormsi import scoring, trick
from rules.voormsi.facts import RefusalFact, fact
from rules.voormsi.legality import refusal
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
    mask_at,
    mask_of,
    places,
)
from rules.voormsi.state import (
    SHIFTS,
    Head,
    State,
    hand_of,
    heading_cards,
    heading_seat,
    is_over,
    is_toqutsit_gone,
)
from rules.voormsi.trick import BARRED, KIND, LOST, VOORMSI_HEADS

_PACK: Final = frozenset(ORDER)
_HELD: Final = tuple(tuple(bit << shift for bit in BITS) for shift in SHIFTS)
"""For each seat and each card (by place): the card's bit in `State.hands`."""
_ROWS: Final = {seats: [(_HELD[:seats] * 2)[first : first + seats] for first in range(seats)] for seats in (2, 3, 4)}
"""For each number of seats and each first seat: the rows of `_HELD` in order of play."""
_ROUNDS: Final = tuple(tuple(bytes((first << 4 | size,)) for size in range(5)) for first in range(4))
"""For each heading seat and play size: the byte that a round adds to `Head.rounds`."""

_new: Final = tuple.__new__
"""Makes a named tuple at half the cost of calling its class; used only where the speed matters."""


class Single(NamedTuple):
    """A single card that a seat may play, with everything precomputed."""

    held: int
    """As a bit of `State.hands`."""
    cards: int
    """As a mask."""
    laid: bytes
    """As a part of `State.laid`."""
    place: int
    beaters: int
    """The mask of the cards that beat it if it heads; -1 if the full calculation is needed instead."""
    marks: int
    """The marks that it sets as a lead."""


def _single(row: Sequence[int], place: int, lead: bool) -> Single:
    card = BITS[place]
    kind = trick.kind_led(card, False) if lead else ORDINARY
    is_plain = not card & (VOORMSI | CLUB_KING if lead else TOQUTSIT | VOORMSI | THREE)
    return Single(row[place], card, bytes((place,)), place, BEATERS[kind + 1][place] if is_plain else -1, kind)


def _singles(lead: bool) -> tuple[dict[Action, Single], ...]:
    """For each seat, and empty at -1: its play of a single card -> that card's data."""
    rows: list[dict[Action, Single]] = [
        {play: _single(row, place, lead) for place, play in enumerate(plays)}
        for row, plays in zip(_HELD, trick.SINGLES, strict=True)
    ]
    return (*rows, {})


_SINGLES: Final = (_singles(lead=True), _singles(lead=False), *[({},) * 5] * (trick.LARGEST - 1))
"""By the size of the trick's plays (0 before a lead) and the seat to play; empty in a trick of sets."""


def apply(state: State, action: Action) -> State | IllegalAction:
    """Apply an action, or return why it is refused.

    Nearly every play is a single card at a time when the duty (§5.5) cannot apply, so it is legal if the seat holds it.
    This function is the fast path for such plays; `_played` handles all others.
    """
    standing, hands, turn, laid, size, heading, beaters, marks = state
    single = _SINGLES[size][turn].get(action)
    if single is None or not hands & single[0] or marks & VOORMSI_HEADS:
        return _rare(state, action)
    held, cards, added, place, over, led = single
    at = len(laid)
    if beaters & cards:
        heading = at
        if over < 0 or marks & KIND:
            marks = marks_after(state, cards, True)
            beaters = BEATERS[(marks & KIND) + 1][place]
        else:
            beaters, marks = over, marks | led
    elif marks:
        beaters &= ~SPADE_KING  # no longer the very next play (§3.5)
    at += 1
    order = standing.order
    if at == len(order):
        return _gone_round(standing, hands ^ held, laid + added, 1, heading, beaters, marks)
    return _new(State, (standing, hands ^ held, order[at], laid + added, 1, heading, beaters, marks))


def _rare(state: State, action: Action) -> State | IllegalAction:
    match action:
        case Play():
            return _played(state, action)
        case Shuffle():
            return _shuffled(state, action)
    return IllegalAction(fact(RefusalFact.NO_SUCH_MOVE, seat=action.seat))


def _shuffled(state: State, action: Shuffle) -> State | IllegalAction:
    if state.turn >= 0:
        return IllegalAction(fact(RefusalFact.NOTHING_TO_SHUFFLE))
    if is_over(state):
        return IllegalAction(fact(RefusalFact.RUBBER_OVER))
    return deal(state, action.cards) if state.standing.dealer >= 0 else cut(state, action.cards)


def cut(state: State, cards: Sequence[Card]) -> State | IllegalAction:
    """Each seat cuts a card, and the lowest deals; if J♣ and K♥ tie for lowest, all cut again (§4.2)."""
    standing = state.standing
    seats = standing.terms.seats
    if len(cards) < seats or not _are_distinct(cards):
        return IllegalAction(fact(RefusalFact.BAD_CUT, seats=seats))
    cut_cards = [PLACES[card] for card in cards[:seats]]
    ranks = [CUT_RANK[place] for place in cut_cards]
    lowest = max(ranks)
    dealer = ranks.index(lowest) if ranks.count(lowest) == 1 else -1
    standing = standing._replace(cuts=standing.cuts + bytes(cut_cards), dealer=dealer)
    return state._replace(standing=standing)


def deal(state: State, cards: Sequence[Card]) -> State | IllegalAction:
    """Deal a hand from the pack in this order (§4.3); every hand after the first has the next dealer (§4.4)."""
    if len(cards) != PACK or set(cards) != _PACK:
        return IllegalAction(fact(RefusalFact.BAD_SHUFFLE))
    terms, cuts, number, dealer, scores = *state.standing[:4], state.standing.scores
    deck = bytes([PLACES[card] for card in cards])
    if number:
        dealer = (dealer + 1) % terms.seats
    order = terms.orders[(dealer + 1) % terms.seats]
    hands, stock = _filled(terms.seats, deck, PACK, 0, order[0], terms.hand_size)
    standing = Head(terms, cuts, number + 1, dealer, deck, stock, b"", order, 0, 0, scores)
    return State(standing, hands, order[0], b"", 0, 0, FULL, 0)


def _are_distinct(cards: Sequence[Card]) -> bool:
    """Return whether these cards are of the pack and all different."""
    return len(set(cards)) == len(cards) and _PACK.issuperset(cards)


def _filled(seats: int, deck: bytes, stock: int, hands: int, first: int, size: int) -> tuple[int, int]:
    """(hands, stock) after each seat drew up to `size` cards, one at a time, beginning with `first` (§5.4)."""
    drawn = deck[PACK - stock : PACK - stock + size * seats]
    return sum(map(getitem, _ROWS[seats][first] * size, drawn), hands), stock - len(drawn)


def _played(state: State, play: Play) -> State | IllegalAction:
    """Apply any play, or return why it is refused."""
    why = refusal(state, play)
    if why is not None:
        return IllegalAction(why)
    standing, hands, turn, laid, size, heading, beaters, marks = state
    cards = mask_of(play.cards)
    headed = is_headed(state, cards)
    if headed or cards & VOORMSI:
        marks = marks_after(state, cards, headed)
    size = size or len(play.cards)
    at = len(laid) // size
    if headed:
        heading = at
    hands ^= cards << SHIFTS[turn]
    laid += bytes(places(cards))
    if size == 1:
        beaters = BEATERS[(marks & KIND) + headed][laid[heading]]
    at += 1
    if marks & LOST:
        return _lost(_new(State, (standing, hands, -1, laid, size, heading, beaters, marks)), turn)
    if at == len(standing.order):
        return _gone_round(standing, hands, laid, size, heading, beaters, marks)
    turn = standing.order[at]
    return _new(State, (standing, hands, turn, laid, size, heading, beaters, marks))


def _lost(state: State, seat: int) -> State:
    """End the rubber: the seat has beaten its own side's Voormsi, and that side loses all its points (§9.6)."""
    standing = state.standing
    scores = scoring.with_nothing(standing.scores, standing.terms.side[seat])
    return state._replace(standing=standing._replace(waiting=0, scores=scores))


def is_headed(state: State, cards: int) -> bool:
    """Return whether these cards take the head of the trick (§6.1, §6.2). A lead always does."""
    if not state.size:
        return True
    if state.size == 1:
        return bool(state.beaters & cards)
    next_play = len(state.laid) // state.size == state.heading + 1
    return trick.beats(cards, heading_cards(state), BEATERS[(state.marks & KIND) + next_play])


def marks_after(state: State, cards: int, headed: bool) -> int:
    """The marks of the trick after the seat to play played these cards, and took the head or not."""
    hand = hand_of(state, state.turn)
    terms, marks = state.standing.terms, state.marks
    if not state.size:
        marks = trick.marks_of_leading(cards, terms.spade_king_on_lead)
    elif headed:
        own = terms.side[heading_seat(state)] == terms.side[state.turn]
        marks = trick.marks_of_heading(marks, cards, own, terms.mercy and hand == cards)
    if cards & VOORMSI and trick.is_barred(cards, hand, is_toqutsit_gone(state)):
        marks |= BARRED
    return marks


def _gone_round(standing: Head, hands: int, laid: bytes, size: int, heading: int, beaters: int, marks: int) -> State:
    """Finish a round in which all have played: a trick, or with two players half a trick (§7.1)."""
    (terms, cuts, number, dealer, deck, stock, rounds, order, units, waiting, scores, shown) = standing
    seat = order[heading]
    rounds += _ROUNDS[seat][size]
    if len(order) < terms.plays:
        hands, stock = _filled(terms.seats, deck, stock, hands, seat, size)
        order += terms.orders[seat]
        after = _new(Head, (terms, cuts, number, dealer, deck, stock, rounds, order, units, waiting, scores, shown))
        return _new(State, (after, hands, seat, laid, size, heading, beaters, marks))
    side = terms.side[seat]
    points = scoring.unit_points(terms.first_five, units, side, size)
    if marks:
        special = scoring.special_points(marks, heading == terms.plays - 1)
        points += special
        if special and terms.shown and marks & VOORMSI_HEADS:
            beside = _hand_beside(standing, hands, laid, size, heading)
            shown += ((seat, len(rounds) * terms.seats // terms.plays, beside),)
    units += size << 8 * side
    waiting += points << 8 * side
    over = not hands and not stock
    if over or (waiting and scoring.with_nothing(waiting, side)):
        scores, waiting, over = scoring.booked(terms, scores, waiting, units, side, over)
    if stock and not over:
        hands, stock = _filled(terms.seats, deck, stock, hands, seat, size)
    after = _new(
        Head, (terms, cuts, number, dealer, deck, stock, rounds, terms.orders[seat], units, waiting, scores, shown)
    )
    return _new(State, (after, hands, -1 if over else seat, b"", 0, 0, FULL, 0))


def _hand_beside(standing: Head, hands: int, laid: bytes, size: int, index: int) -> int:
    """The rest of a seat's hand just after its play `index` of a complete trick, without cards drawn since.

    `hands` are those after the trick, before anything is drawn.
    """
    order, seat = standing.order, standing.order[index]
    since = [play for play in range(index + 1, len(order)) if order[play] == seat]
    hand = hands >> SHIFTS[seat] & FULL
    for play in since:
        hand |= mask_at(laid[play * size : (play + 1) * size])
    return hand & ~mask_at(_drawn_within(standing)) if since else hand


def _drawn_within(standing: Head) -> bytes:
    """The cards that both players drew in the middle of a trick of two players (§7.1)."""
    terms = standing.terms
    left = PACK - terms.plays * sum(scoring.spread(standing.units, len(terms.sides)))
    stock = max(0, left - terms.seats * terms.hand_size)
    return standing.deck[PACK - stock : PACK - standing.stock]
