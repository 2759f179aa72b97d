"""What one seat, or everybody, may know of a rubber (RULES §12): built by naming what goes in."""

from __future__ import annotations

from rules.cards import Card
from rules.game import Group, Phase, View
from rules.voormsi.options import Terms
from rules.voormsi.outcome import outcome
from rules.voormsi.ranking import GROUPS, ORDER, named
from rules.voormsi.rubber import State, hand_of, legal, phase


def view(state: State, seat: int | None) -> View:
    """What `seat` may know, or everybody (None). ValueError for a seat that there is not."""
    terms = state.terms
    if seat is not None and seat not in range(terms.seats):
        raise ValueError(f"no seat {seat} of {terms.seats}")
    own = 0 if seat is None else hand_of(state, seat)
    now = phase(state)
    return View(
        seat=seat,
        phase=now,
        sides=terms.sides,
        target=terms.target,
        hand_number=state.hand,
        dealer=None if state.dealer < 0 else state.dealer,
        cut=cut_rounds(state),
        turn=None if state.turn < 0 else state.turn,
        trick_number=state.tricks + (now is Phase.PLAY or bool(state.trick)),
        trick_plays=terms.plays,
        trick=state.trick,
        heading=state.heading if state.trick else None,
        follow=len(state.trick[0].cards) if state.trick else None,
        plays_made=0 if seat is None else plays_made(state, seat),
        hand=named(own),
        groups=tuple(Group(name, named(own & cards)) for name, cards in GROUPS if own & cards),
        legal=tuple(play.cards for play in legal(state)) if seat is not None and seat == state.turn else (),
        hand_sizes=tuple(hand_of(state, other).bit_count() for other in range(terms.seats)),
        stock=state.stock,
        units=tuple(state.units),
        waiting=tuple(state.waiting),
        scores=tuple(state.scores),
        outcome=outcome(state),
    )


def cut_rounds(state: State) -> tuple[tuple[Card, ...], ...]:
    """The cards cut, each round one a seat."""
    seats = state.terms.seats
    return tuple(
        tuple(ORDER[place] for place in state.cuts[start : start + seats]) for start in range(0, len(state.cuts), seats)
    )


def plays_made(state: State, seat: int) -> int:
    """How many plays a seat has made in this hand."""
    return state.tricks * _plays_a_trick(state.terms) + sum(play.seat == seat for play in state.trick)


def _plays_a_trick(terms: Terms) -> int:
    return terms.plays // terms.seats
