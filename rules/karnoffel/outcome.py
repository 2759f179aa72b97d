"""The outcome of a rubber (KARNOFFEL §7.1, §10.5)."""

from __future__ import annotations

from rules.core.contract import Outcome
from rules.core.facts import fact
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.state import KarnoffelState, is_over


def outcome(state: KarnoffelState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    scores, hands = state.scores, state.hand_number
    sides = tuple(side for side, score in enumerate(scores) if score == max(scores))
    if len(sides) > 1:
        return Outcome(sides, fact(KarnoffelFact.LEVEL, sides=sides, hands=hands, scores=scores))
    (side,) = sides
    if scores[side] == state.terms.target:
        return Outcome(sides, fact(KarnoffelFact.ON_TARGET, side=side, target=scores[side]))
    return Outcome(sides, fact(KarnoffelFact.MOST_HANDS, side=side, hands=hands, scores=scores))
