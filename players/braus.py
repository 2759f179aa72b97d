"""The computer player for Bräus: it imagines deals of the cards that it does not see.

It plays each deal out for each legal card. To search each deal to its end, with all hands open, would be no stronger:
0.01 ± 0.01 strokes a hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from players import Memory
from rules.braus.imagined_deck import known_holdings
from rules.braus.options import SEATS, terms
from rules.braus.playing import SIX, score
from rules.braus.ranking import LIVE, OUTCOME_CARD, PLAYABLE, SEVENS, cards_above, mask_of
from rules.braus.view import PASSED_OVER
from rules.core.cards import places
from rules.core.contract import Play, View

DEALS: Final = 100
"""The number of imagined deals."""
TRICK: Final = 0.03
"""The worth of a trick in strokes, where strokes are equal."""

Value = Callable[[tuple[int, int], int], float]
"""The worth of a finished hand for a side, from its tricks and the side that holds the outcome card."""


def choose(view: View, memory: Memory) -> Play:
    """A legal play of the seat whose turn it is (BRAUS §9)."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    known, value = unseen_by(view, memory), _value(view, memory)
    cards, agreed = fitting_seats(known), terms(len(view.hand_sizes), memory.options)
    chance = random.Random(f"{known.hand} {known.unseen} {view.units}")
    legal = {mask_of(cards): cards for cards in view.legal}
    worth = dict.fromkeys(sorted(legal, reverse=True), 0.0)
    for _ in range(DEALS):
        hands = draw(known, cards, chance)
        king = next((seat for seat, hand in enumerate(hands) if hand & OUTCOME_CARD), view.seat)
        for card in worth:
            after = [*hands]
            after[view.seat] ^= card
            units = play_out(after, view.units, OpenTrick(card, view.seat, view.to_play[1:]), agreed.dead)
            worth[card] += value(units, king % 2)
    return Play(view.seat, legal[max(worth, key=worth.__getitem__)])


def _value(view: View, memory: Memory) -> Value:
    """The value of the end of a hand for the seat: strokes as far as the rubber needs them (§8.1), then tricks."""
    assert view.seat is not None
    side = view.seat % 2
    agreed = terms(len(view.hand_sizes), memory.options)

    def value(units: tuple[int, int], king_side: int) -> float:
        scored = score(units, king_side, agreed.five_all)
        tricks = TRICK * (units[side] - units[1 - side])
        if scored.side is None:
            return tricks
        strokes = min(scored.strokes, agreed.target - view.scores[scored.side])
        return tricks + (strokes if scored.side == side else -strokes)

    return value


_ORDERS: Final = {
    seats: tuple(tuple((leader + offset) % seats for offset in range(1, seats)) for leader in range(seats))
    for seats in SEATS
}
"""For each number of seats and each leader: the others in order of play."""


class OpenTrick(NamedTuple):
    """A trick in progress: the heading card (a mask), its seat, and the seats still to play."""

    heading: int
    winner: int
    to_play: Iterable[int]


def play_out(hands: list[int], units: Sequence[int], trick: OpenTrick, dead: bool) -> tuple[int, int]:
    """The tricks of each side at the end of the hand, from a trick in progress. It empties `hands`.

    Each seat beats with its lowest card (§5.4) and leads a card that nobody can beat, else its lowest.
    """
    won = [*units]
    wanted = LIVE if dead else PLAYABLE
    while True:
        seat = _winner(hands, trick)
        won[seat % 2] += 1
        while True:
            left = sum(hands)
            if max(won) >= SIX or not left & wanted:
                return won[0], won[1]
            while not hands[seat] & PLAYABLE:
                seat = (seat + 1) % len(hands)
            sevens = hands[seat] & SEVENS
            if not sevens:
                break
            hands[seat] ^= sevens
            won[seat % 2] += sevens.bit_count()
        trick = _lead(hands, seat, left & LIVE)


def lowest(cards: int) -> int:
    """The lowest card of a mask, as a mask."""
    return 1 << cards.bit_length() - 1


def _winner(hands: list[int], trick: OpenTrick) -> int:
    """Let the seats play that are still to play; return the seat that wins."""
    heading, winner, to_play = trick
    for seat in to_play:
        higher = hands[seat] & cards_above(heading)
        if higher:
            heading, winner = lowest(higher), seat
            hands[seat] ^= heading
    return winner


def _lead(hands: list[int], seat: int, live: int) -> OpenTrick:
    """Let a seat lead; `live`: the live cards of all hands."""
    own = hands[seat] & LIVE
    strongest = live & -live
    card = strongest if own & strongest else lowest(own)
    hands[seat] ^= card
    return OpenTrick(card, seat, _ORDERS[len(hands)][seat])


class UnseenCards(NamedTuple):
    """One seat's knowledge of the other hands; sets of cards are masks of `rules.braus.ranking`."""

    seat: int
    hand: int
    unseen: int
    """The cards that matter in other hands: live cards, Sevens, and the outcome card."""
    room: tuple[int, ...]
    """For each seat: the number of its cards that are not seen."""
    lacked: tuple[int, ...]
    """For each seat: cards that it showed not to hold, by passing, by leading, or by leading nothing."""


def unseen_by(view: View, memory: Memory) -> UnseenCards:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    hand = mask_of(view.hand)
    gone = mask_of(card for play in (*memory.plays, *view.trick) for card in play.cards)
    seats = len(view.hand_sizes)
    lacked = [0] * seats
    if memory.plays and view.dealer is not None:
        lacked = [known.lacked for known in known_holdings(memory.plays, seats, view.dealer)]
    for event in view.events:
        if event.kind == PASSED_OVER:
            lacked[event.seat] |= PLAYABLE
    room = tuple(0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes))
    return UnseenCards(view.seat, hand, (PLAYABLE | OUTCOME_CARD) & ~hand & ~gone, room, tuple(lacked))


class FittingSeats(NamedTuple):
    """An unseen card (a mask), and the seats that may hold it."""

    card: int
    seats: tuple[int, ...]


def fitting_seats(known: UnseenCards) -> list[FittingSeats]:
    """The unseen cards with the seats that may hold them, those with the fewest seats first."""
    others = [seat for seat, room in enumerate(known.room) if room]
    cards = [1 << place for place in places(known.unseen)]
    found = [FittingSeats(card, tuple(seat for seat in others if not known.lacked[seat] & card)) for card in cards]
    return sorted(found, key=lambda each: len(each.seats))


def draw(known: UnseenCards, cards: list[FittingSeats], chance: random.Random) -> list[int]:
    """The hands of all seats without their duds; a card that no fitting seat has room for goes anywhere."""
    hands, room = [0] * len(known.room), list(known.room)
    hands[known.seat] = known.hand
    for card, seats in cards:
        seat = _place(seats, room, chance)
        if seat is None:
            seat = _place(range(len(room)), room, chance)
        if seat is None:
            break
        hands[seat] |= card
        room[seat] -= 1
    return hands


def _place(seats: Iterable[int], room: list[int], chance: random.Random) -> int | None:
    """One of the free places of these seats, each with the same probability; None if they have none."""
    left = chance.random() * sum([room[seat] for seat in seats])
    for seat in seats:
        left -= room[seat]
        if left < 0:
            return seat
    return None


CHOOSERS: Final = {"steady": choose}
"""Level -> computer player."""
