"""Questions before a play: what it would do, and what would beat the heading card (BRAUS §5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.braus.explain import play_accounts
from rules.braus.facts import BrausPower, BrausRefusal
from rules.braus.legality import legal, nothing_to_play, refusal
from rules.braus.outcome import outcome
from rules.braus.playing import apply
from rules.braus.ranking import above, card_of, mask_of, named
from rules.braus.scoring import SIX
from rules.braus.state import BrausState, heading_card, plays
from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card
from rules.core.contract import Fact, IllegalAction, Play
from rules.core.facts import fact


def consider(state: BrausState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(state.terms.seats):
        raise ValueError(f"no seat {seat} of {state.terms.seats}")
    if state.turn < 0:
        return Considered(nothing_to_play(state), None)
    refused = refusal(state._replace(turn=seat), Play(seat, tuple(cards)))
    if refused is not None:
        return Considered(refused, None)
    play = Play(seat, named(mask_of(cards)))
    *_, made = play_accounts((*plays(state), play))
    if seat != state.turn:
        return Considered(fact(BrausRefusal.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: BrausState, play: Play) -> Fact | None:
    """Return why this play would end the rubber by a sixth trick (§6.1), None if it would not.

    An end by §6.2 is not told before: who holds the outcome card is secret.
    """
    after = apply(state, play)
    assert not isinstance(after, IllegalAction)
    over = outcome(after)
    return over.why if over is not None and max(after.units) >= SIX else None


def beaters(state: BrausState) -> tuple[Beaten, ...]:
    """Return what beats the heading card (§2.3)."""
    heading = heading_card(state)
    if not heading:
        return ()
    higher, on = above(heading), card_of(heading)
    why = fact(BrausPower.BEATEN_BY_RANK if higher else BrausPower.BEATEN_BY_NONE, on=on)
    return (Beaten(on, named(higher), why),)


def taking(state: BrausState) -> tuple[Card, ...]:
    """The cards in legal plays of the seat to play that would take the head; in this game all of them do."""
    return tuple(card for play in legal(state) for card in play.cards) if state.trick else ()
