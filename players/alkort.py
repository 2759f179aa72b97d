"""The computer player for Alkort: a heuristic player that uses only a seat's view and memory.

It weighs every card: who is likely to win the trick with it, and what the card would be worth later.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from players import Memory, chance_to_draw
from rules.alkort.exchange import DECLINE, KEEP, LAID_OFF, REVEALED, SHOWED
from rules.alkort.options import SEATS, terms
from rules.alkort.ranking import BITS, FULL, NO_RIGHT, PLACES, ROLL, SEVENS, mask_of
from rules.core.cards import places
from rules.core.contract import Move, Play, SeatAction, View


class AlkortTemper(NamedTuple):
    """The weights of the computer player; worths are in tricks."""

    will: float = 0.95
    """The probability that a seat that can beat an opponent's play does so."""
    over_partner: float = 0.1
    """The probability that a seat that can beat its partner's play does so, while an opponent has still to play."""
    again: float = 0.6
    """The probability that a seat that could beat the heading play can and does beat the play that replaced it."""
    unbeaten: float = 0.7
    """The worth of keeping a ranked card that nothing can beat."""
    steepness: float = 7.0
    seven: float = 0.5
    """The worth of keeping a Seven beside a card that nothing can beat."""
    lead: float = 0.4
    """The worth of the lead with a Seven."""


STEADY: Final = AlkortTemper()


def choose(view: View, memory: Memory, temper: AlkortTemper = STEADY) -> SeatAction:
    """A legal action of the seat whose turn it is."""
    assert view.seat is not None
    if view.moves:
        return _exchange(view)
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    table = situation_of(view, memory, temper)
    candidates = sorted((PLACES[card] for (card,) in view.legal), reverse=True)  # of equal ones the lowest on the roll
    return Play(view.seat, (ROLL[max(candidates, key=lambda place: _weigh(table, place))],))


def _exchange(view: View) -> Move:
    """Take the stock, since a hand with a right to it is weak; keep a Seven, else the highest card (§5.4)."""
    kept = {PLACES[move.cards[0]]: move for move in view.moves if move.kind == KEEP}
    return kept[min(kept, key=lambda place: (not BITS[place] & SEVENS, place))]


def _weigh(table: AlkortSituation, place: int) -> float:
    """The tricks that the side can expect from playing this card now, over keeping it."""
    outlook = forecast(table, table.heading_after(place))
    value = outlook.ours - worth(table, place)
    if table.takes(place) and table.known.hand & ~BITS[place] & SEVENS:
        value += table.temper.lead * outlook.stays
    return value


class AlkortForecast(NamedTuple):
    """`stays`: the probability that the heading play wins; `ours`: that the player's side wins, with it or another."""

    stays: float
    ours: float


def forecast(table: AlkortSituation, heading: AlkortHeading) -> AlkortForecast:
    """Forecast a trick after the player's own play."""
    temper, side = table.temper, heading.side
    stays, taken = 1.0, [0.0, 0.0]
    for ahead, seat in enumerate(table.to_play, 1):
        own = seat % 2
        able = table.known.chance_to_hold(seat, heading.beaters)
        again = temper.again * able * taken[1 - own]
        foes_follow = ahead < len(table.to_play)
        will = temper.will if own != side else temper.over_partner if foes_follow else 0.0
        taken[own] += again + will * able * stays
        taken[1 - own] -= again
        stays -= will * able * stays
    return AlkortForecast(stays, taken[table.side] + (stays if side == table.side else 0.0))


def worth(table: AlkortSituation, place: int) -> float:
    """The worth of keeping the card at this place."""
    bit, temper = BITS[place], table.temper
    if bit & SEVENS:
        return temper.seven * _way_to_lead(table)
    return temper.unbeaten * _unbeaten(table, place) if bit & table.ranked else 0.0


def _unbeaten(table: AlkortSituation, place: int) -> float:
    """1 for a card that no unseen card beats, and much less the more there are that do."""
    return math.pow(1 - table.known.share(table.later[place]), table.temper.steepness)


def _way_to_lead(table: AlkortSituation) -> float:
    """The likelihood that the hand comes to the lead, by its best card that is no Seven."""
    return max((_unbeaten(table, place) for place in places(table.known.hand & ~SEVENS)), default=0.0)


class AlkortHeading(NamedTuple):
    """The heading play: its side, and the mask of the cards that beat it."""

    side: int
    beaters: int


class AlkortSituation(NamedTuple):
    """The part of the input that all candidates of one choice share."""

    known: AlkortKnowledge
    temper: AlkortTemper
    beaters: tuple[int, ...]
    """For each heading card of this trick: the mask of the cards that beat it."""
    later: tuple[int, ...]
    """The same in later tricks."""
    ranked: int
    """The mask of the ranked cards."""
    heading: AlkortHeading | None
    to_play: tuple[int, ...]
    """The seats after the player's own play."""

    @property
    def side(self) -> int:
        return self.known.seat % 2

    def heading_after(self, place: int) -> AlkortHeading:
        """The heading play after the player has played the card at this place."""
        if self.takes(place):
            return AlkortHeading(self.side, self.beaters[place])
        assert self.heading is not None
        return self.heading

    def takes(self, place: int) -> bool:
        """Return whether the card would take the head."""
        return self.heading is None or bool(self.heading.beaters & BITS[place])


def situation_of(view: View, memory: Memory, temper: AlkortTemper) -> AlkortSituation:
    """The situation of the seat of `view`, which is to play."""
    known = know(view, memory)
    agreed = terms(SEATS, memory.options)
    beaters = agreed.opening_beaters if view.trick_number == 1 else agreed.beaters
    heading = None
    if view.heading is not None:
        head = view.trick[view.heading]
        heading = AlkortHeading(head.seat % 2, beaters[PLACES[head.cards[0]]])
    return AlkortSituation(
        known,
        temper,
        beaters,
        agreed.beaters,
        agreed.ranked,
        heading,
        view.to_play[1:],
    )


class AlkortKnowledge(NamedTuple):
    """One seat's count of the pack; sets of cards are masks as in `rules.alkort.ranking`."""

    seat: int
    hand: int
    unseen: int
    """The cards in other hands, in the stock, and laid off unseen."""
    hand_sizes: tuple[int, ...]
    has: tuple[int, ...]
    """For each seat: cards that it holds for sure, since it has shown them."""
    may: tuple[int, ...]
    """For each other seat: the other unseen cards, as far as it can hold them."""

    def chance_to_hold(self, seat: int, wanted: int) -> float:
        """The probability that another seat holds at least one of these cards."""
        if self.has[seat] & wanted:
            return 1.0
        may = self.may[seat]
        held = self.hand_sizes[seat] - self.has[seat].bit_count()
        return chance_to_draw(may.bit_count(), (may & wanted).bit_count(), held)

    def share(self, some: int) -> float:
        """The share of the unseen cards that these are."""
        return (self.unseen & some).bit_count() / max(1, self.unseen.bit_count())


def know(view: View, memory: Memory) -> AlkortKnowledge:
    """The knowledge of the seat of `view`."""
    assert view.seat is not None
    hand = mask_of(view.hand)
    gone = played = mask_of(card for play in (*memory.plays, *view.trick) for card in play.cards)
    has, may = [0] * SEATS, [FULL] * SEATS
    for event in view.events:
        shown = mask_of(event.cards)
        if event.kind in (LAID_OFF, REVEALED):
            gone |= shown  # of the nine cards revealed one is kept: too little to look for
        elif event.kind == DECLINE:
            may[event.seat] = ~NO_RIGHT
        elif event.kind == SHOWED and event.seat != view.seat and not event.hidden:
            has[event.seat] = shown & ~played
            may[event.seat] &= _none_above(shown) if len(event.cards) == 1 else 0
    unseen = FULL & ~hand & ~gone
    hidden = unseen & ~sum(has)
    return AlkortKnowledge(
        view.seat, hand, unseen, view.hand_sizes, tuple(has), tuple(hidden & possible for possible in may)
    )


def _none_above(highest: int) -> int:
    """The cards that a hand can hold whose highest card on the roll is this one (§6.2)."""
    return ~(highest - 1)


CHOOSERS: Final = {"steady": choose}
"""Level -> computer player."""
