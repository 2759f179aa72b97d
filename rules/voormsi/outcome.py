"""The outcome of a rubber (RULES §9.6, §10.3, §10.4, §11.6)."""

from __future__ import annotations

from rules.core.contract import Fact, Outcome
from rules.voormsi.facts import OutcomeFact, fact
from rules.voormsi.ranking import ORDER
from rules.voormsi.state import State, heading_seat, is_over, plays, scores
from rules.voormsi.trick import LOST


def outcome(state: State) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    if state.flags & LOST:
        return _own_voormsi(state)
    target = state.terms.target
    out = tuple(side for side, score in enumerate(scores(state)) if score == target)
    if len(out) == 1:
        return Outcome(out, fact(OutcomeFact.ON_TARGET, side=out[0], target=target))
    if out:
        return Outcome(out, fact(OutcomeFact.BOTH_OUT, sides=out, target=target))
    return _most_points(state)


def _own_voormsi(state: State) -> Outcome:
    seat = heading_seat(state)
    side = state.terms.side[seat]
    others = tuple(other for other in range(len(state.terms.sides)) if other != side)
    return Outcome(others, beaten_own_voormsi(state, seat))


def beaten_own_voormsi(state: State, seat: int) -> Fact:
    """The fact that this seat laid Toqutsit on its own side's Voormsi, which lies in the trick (§9.6)."""
    toqutsit, voormsi = ORDER[:2]
    of = next(play.seat for play in plays(state) if voormsi in play.cards)
    side = state.terms.side[seat]
    return fact(OutcomeFact.OWN_VOORMSI, side=side, seat=seat, of=of, card=toqutsit, on=voormsi)


def _most_points(state: State) -> Outcome:
    reached, hands = scores(state), state.hand_number
    most = max(reached)
    first = tuple(side for side, score in enumerate(reached) if score == most)
    if len(first) == 1:
        return Outcome(first, fact(OutcomeFact.MOST_POINTS, side=first[0], hands=hands, scores=reached))
    return Outcome(first, fact(OutcomeFact.LEVEL, sides=first, hands=hands, scores=reached))
