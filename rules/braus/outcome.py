"""The outcome of a rubber (BRAUS §8, §10.4)."""

from __future__ import annotations

from rules.braus.facts import BrausOutcome
from rules.braus.state import BrausState, is_over
from rules.core.contract import Outcome
from rules.core.facts import fact


def outcome(state: BrausState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    scores, target = state.scores, state.terms.target
    most = max(scores)
    first = tuple(side for side, strokes in enumerate(scores) if strokes == most)
    if most >= target:
        return Outcome(first, fact(BrausOutcome.ON_TARGET, side=first[0], target=target))
    hands = state.hand_number
    if len(first) == 1:
        return Outcome(first, fact(BrausOutcome.MOST_STROKES, side=first[0], hands=hands, scores=scores))
    return Outcome(first, fact(BrausOutcome.LEVEL, sides=first, hands=hands, scores=scores))
