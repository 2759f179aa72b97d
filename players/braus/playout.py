"""The rest of a hand, played out by simple rules with all hands open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.braus.options import SEATS
from rules.braus.playing import SIX
from rules.braus.ranking import LIVE, PLAYABLE, SEVENS, above

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
        higher = hands[seat] & above(heading)
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
