"""The outcome of a rubber (§8.2)."""

from __future__ import annotations

from rules.core.contract import Outcome
from rules.core.facts import fact
from rules.treikort.facts import TreikortFact
from rules.treikort.state import TreikortState, is_rubber_over, scores


def outcome(state: TreikortState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_rubber_over(state):
        return None
    reached, hands = scores(state), state.hand_number
    first = tuple(side for side, score in enumerate(reached) if score == max(reached))
    if len(first) == 1:
        return Outcome(first, fact(TreikortFact.MOST_TRICKS, side=first[0], hands=hands, scores=reached))
    return Outcome(first, fact(TreikortFact.LEVEL, sides=first, hands=hands, scores=reached))
