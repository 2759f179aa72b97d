"""The situation that all candidates of one choice share: view, card count, heading play and weights."""

from __future__ import annotations

from typing import Final, NamedTuple

from players import Memory
from players.voormsi import ladder
from players.voormsi.card_worth import KEEPING, Keeping, worths
from players.voormsi.heading_play import Attempt, HeadingPlay, first_heading, next_heading
from players.voormsi.knowledge import Knowledge, know
from rules.core.contract import View
from rules.voormsi.ranking import TOQUTSIT, mask_of


class Temper(NamedTuple):
    """The weights of a computer player; in points, except `safe`, `risk` and `many`."""

    keeping: Keeping = KEEPING
    lead: float = -0.05
    """The value of the next lead, whatever the hand."""
    lead_of_seven: float = 0.44
    """The additional value of the lead with an unbeatable Seven."""
    lead_of_set: float = 0.3
    """The additional value of the lead with an unbeatable set of equals."""
    ruin: float = 8.0
    """The cost of losing the rubber by §9.6."""
    safe: float = 0.9
    """The probability of winning from which a partner's heading play is not beaten."""
    risk: float = 0.25
    """The greatest chance of an execution at which Voormsi may earn its point (§9.4), if it could be kept back."""
    keep: float = 0.0
    """The points for which a card that nobody gets back, Voormsi, Toqutsit or 3♦, is rather kept."""
    many: int = 40
    """The number of legal plays above which they are reduced before they are weighed."""


STEADY: Final = Temper()
CAREFUL: Final = Temper(risk=0.0, keep=0.15)
"""For a seat of somebody else, who would not forgive a risk, and may come back for their best cards."""


class Situation(NamedTuple):
    """The part of the input that all candidates of one choice share."""

    view: View
    known: Knowledge
    temper: Temper
    heading: HeadingPlay | None
    order: int
    """The index in the trick of the play to choose."""
    left: int
    """The units of the hand still to be won."""
    exposed: bool
    spade_king_on_lead: bool
    ruin: float
    """The cost of §9.6 with this table's options, in points."""
    worths: dict[int, float]
    race: ladder.Race

    def attempt(self, cards: int) -> Attempt:
        """The play of these cards (a mask) as an attempt."""
        return Attempt(self.order, self.known.side, cards, self.exposed)

    def heading_after(self, cards: int) -> HeadingPlay:
        """The heading play after these cards have been played."""
        attempt = self.attempt(cards)
        if self.heading is None:
            return first_heading(attempt, self.spade_king_on_lead)
        return next_heading(attempt, self.heading) or self.heading


def table_of(view: View, memory: Memory, temper: Temper) -> Situation:
    known = know(view, memory)
    order = len(view.trick)
    race = ladder.race(known.seats, memory.options)
    return Situation(
        view,
        known,
        temper,
        heading_of(view, known, memory),
        order,
        race.units - sum(view.units),
        order + 1 < view.trick_plays and not (known.gone | known.hand) & TOQUTSIT,
        captures_led_king(memory),
        0.0 if memory.options.get("forced_execution") == "mercy" else temper.ruin,
        worths(known, temper.keeping),
        race,
    )


def captures_led_king(memory: Memory) -> bool:
    """Return whether K♠ also beats a led K♣ (§11.2)."""
    return memory.options.get("spade_king") == "on_lead_too"


def heading_of(view: View, known: Knowledge, memory: Memory) -> HeadingPlay | None:
    """The heading play of the trick so far, None before a lead."""
    spade_king_on_lead = captures_led_king(memory)
    heading: HeadingPlay | None = None
    trick = [mask_of(play.cards) for play in view.trick]
    gone = known.gone & ~sum(trick)
    for order, (play, cards) in enumerate(zip(view.trick, trick, strict=True)):
        gone |= cards
        held = known.hand if play.seat == known.seat else 0
        exposed = order + 1 < view.trick_plays and not (gone | held) & TOQUTSIT
        attempt = Attempt(order, known.side_of[play.seat], cards, exposed)
        heading = (
            first_heading(attempt, spade_king_on_lead) if heading is None else next_heading(attempt, heading) or heading
        )
    return heading
