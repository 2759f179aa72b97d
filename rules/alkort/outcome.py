"""The outcome of a rubber (§9, §10.6)."""

from __future__ import annotations

from rules.alkort.facts import AlkortOutcomeFact
from rules.alkort.state import AlkortState, is_over
from rules.core.contract import Outcome
from rules.core.facts import fact


def outcome(state: AlkortState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    scores, target, hands = state.scores, state.terms.target, state.hand_number
    winners = tuple(side for side, score in enumerate(scores) if score == max(scores))
    if max(scores) >= target:
        return Outcome(winners, fact(AlkortOutcomeFact.ON_TARGET, side=winners[0], target=target))
    if len(winners) > 1:
        return Outcome(winners, fact(AlkortOutcomeFact.LEVEL, sides=winners, hands=hands, scores=scores))
    return Outcome(winners, fact(AlkortOutcomeFact.MOST_POINTS, side=winners[0], hands=hands, scores=scores))
