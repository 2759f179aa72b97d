"""The computer player for Karnöffel: a heuristic player that uses only a seat's view and memory.

It weighs every card: how likely its side then wins the trick, and with what remains of its hand the hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from statistics import fmean
from typing import Final, NamedTuple

from players import Memory, chance_to_draw
from rules.core.cards import places
from rules.core.contract import Play, View
from rules.karnoffel.options import TO_WIN
from rules.karnoffel.ranking import ABOVE, BEATERS, BITS, DEVIL, FULL, LADDER_OF, PLACES, SUITS, mask_of


class KarnoffelTemper(NamedTuple):
    """The weights of a computer player."""

    opponents: float = 0.9
    """The probability that an opponent who can beat our card does."""
    partner: float = 0.5
    """The probability that the partner who can beat an opponent's card does, and keeps the trick."""
    devil: float = 0.5
    """The strength of the Devil while it waits for the lead."""
    ordinary: float = 0.4
    """The same for ordinary cards, which win only in their own suit."""
    mean: float = 0.2
    """The strength of a card of a middling hand."""
    weight: float = 1.0
    """The growth of the chance of a later trick with the strength of the cards that are left."""


STEADY: Final = KarnoffelTemper()


class Lying(NamedTuple):
    """A card that heads the trick: its place, its ladder, and whether it is of the player's side."""

    place: int
    ladder: int
    is_ours: bool


def choose(view: View, memory: Memory, temper: KarnoffelTemper = STEADY) -> Play:
    """A legal play of the seat whose turn it is (KARNOFFEL §5)."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    known = know(view, memory)
    legal = {PLACES[known.chosen][cards[0]]: cards for cards in view.legal}
    worths = {place: _worth(known, place, temper) for place in places(known.hand)}
    best = max(legal, key=lambda place: (round(_weigh(view, known, place, worths, temper), 9), place))
    return Play(view.seat, legal[best])


def _worth(known: CardKnowledge, place: int, temper: KarnoffelTemper) -> float:
    """The trick, or the part of one, that a card may bring later."""
    bit = BITS[place]
    factor = 1.0 if bit & BEATERS else temper.devil if bit == DEVIL else temper.ordinary
    return factor * strength(known, place)


def _weigh(view: View, known: CardKnowledge, place: int, worths: dict[int, float], temper: KarnoffelTemper) -> float:
    """The probability of winning the hand with this play."""
    ours, theirs = view.units if known.seat % 2 == 0 else view.units[::-1]
    rest = [worth for other, worth in worths.items() if other != place]
    chance = min(0.95, max(0.05, 0.5 + temper.weight * (fmean(rest) - temper.mean)))
    heading = _heading_after(view, known, place)
    won = _chance_of_trick(known, heading, view.to_play[1:], temper)
    return won * _race(ours + 1, theirs, chance) + (1 - won) * _race(ours, theirs + 1, chance)


def _race(ours: int, theirs: int, chance: float) -> float:
    """The probability of winning the hand from these tricks, if each other trick is won with this probability."""
    if ours >= TO_WIN or theirs >= TO_WIN:
        return float(ours > theirs)
    need = TO_WIN - ours
    return chance**need * sum(comb(need - 1 + lost, lost) * (1 - chance) ** lost for lost in range(TO_WIN - theirs))


def _heading_after(view: View, known: CardKnowledge, place: int) -> Lying:
    """The card that heads after this play."""
    if view.heading is None:
        return Lying(place, LADDER_OF[place], True)
    lying = [PLACES[known.chosen][play.cards[0]] for play in view.trick]
    on, ladder = lying[view.heading], LADDER_OF[lying[0]]
    if BITS[place] & ABOVE[ladder][on]:
        return Lying(place, ladder, True)
    return Lying(on, ladder, known.is_ours(view.trick[view.heading].seat))


def _chance_of_trick(known: CardKnowledge, heading: Lying, to_play: Iterable[int], temper: KarnoffelTemper) -> float:
    """The probability that the player's side wins the trick when these seats have played."""
    higher = ABOVE[heading.ladder][heading.place]
    ours = float(heading.is_ours)
    for seat in to_play:
        can = chance_held(known, seat, higher)
        if known.is_ours(seat):
            ours += (1 - ours) * temper.partner * can
        else:
            ours *= 1 - temper.opponents * can
    return ours


class CardKnowledge(NamedTuple):
    """One seat's count of the pack; sets of cards are masks as in `rules.karnoffel.ranking`."""

    seat: int
    chosen: int
    hand: int
    known: tuple[int, ...]
    """For each seat: the turned card that it still holds (KARNOFFEL §4.4)."""
    hidden: tuple[int, ...]
    """For each seat: the number of its other cards."""
    unseen: int
    """The cards that may be among these, or undealt."""

    def is_ours(self, seat: int) -> bool:
        """Return whether a seat is of this seat's side."""
        return (seat - self.seat) % 2 == 0


def know(view: View, memory: Memory) -> CardKnowledge:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    chosen = SUITS.index(view.order[0].cards[0].suit)
    hand = mask_of(view.hand, chosen)
    known = tuple(mask_of(cards, chosen) for cards in view.known)
    hidden = tuple(size - mask.bit_count() for size, mask in zip(view.hand_sizes, known, strict=True))
    played = mask_of({card for play in (*memory.plays, *view.trick) for card in play.cards}, chosen)
    return CardKnowledge(view.seat, chosen, hand, known, hidden, FULL & ~(hand | played | sum(known)))


def chance_held(known: CardKnowledge, seat: int, wanted: int) -> float:
    """The probability that another seat holds any of the wanted cards (a mask)."""
    if known.known[seat] & wanted:
        return 1.0
    return chance_to_draw(known.unseen.bit_count(), (known.unseen & wanted).bit_count(), known.hidden[seat])


def strength(known: CardKnowledge, place: int) -> float:
    """The probability that no opponent could beat this card if it were led now."""
    higher = ABOVE[LADDER_OF[place]][place] & ~known.hand
    chance = 1.0
    for seat in ((known.seat + 1) % 4, (known.seat + 3) % 4):
        chance *= 1 - chance_held(known, seat, higher)
    return chance


CHOOSERS: Final = {"steady": choose}
"""Level -> computer player."""
