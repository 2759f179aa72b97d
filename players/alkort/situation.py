"""The situation that all candidates of one choice share: view, knowledge, powers of the cards and weights."""

from __future__ import annotations

from typing import Final, NamedTuple

from players.alkort.knowledge import AlkortKnowledge, know
from players.memory import Memory
from rules.alkort.options import SEATS, terms
from rules.alkort.ranking import BITS, PLACES
from rules.core.contract import View


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
