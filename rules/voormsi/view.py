"""The view of one seat, or of everybody, on a rubber (RULES §12).

For secrecy it is built field by field from what is allowed, not by removing things from the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.cards import Card
from rules.core.contract import LaidCard, Move, Play, View
from rules.voormsi import proof
from rules.voormsi.explain import outcome, play_accounts
from rules.voormsi.legality import duty, legal
from rules.voormsi.ranking import GROUPED, ORDER, PACK, cards_of, groups_of
from rules.voormsi.state import (
    State,
    hand_of,
    phase,
    plays,
    scores,
    to_play,
    tricks,
    units,
    waiting,
)


def view(state: State, seat: int | None) -> View:
    """The view of `seat`, or the public view (None). Raises ValueError for an unknown seat."""
    terms = state.terms
    if seat is not None and seat not in range(terms.seats):
        raise ValueError(f"no seat {seat} of {terms.seats}")
    own = 0 if seat is None else hand_of(state, seat)
    now, trick = phase(state), plays(state)
    possible = legal(state) if seat is not None and seat == state.turn else ()
    return View(
        seat=seat,
        phase=now,
        turn=None if state.turn < 0 else state.turn,
        sides=terms.sides,
        target=terms.target,
        hand_number=state.hand_number,
        dealer=None if state.dealer < 0 else state.dealer,
        cut=cut_rounds(state),
        to_play=to_play(state),
        trick_number=tricks(state) + (state.turn >= 0 or bool(state.size)),
        trick_plays=terms.plays,
        trick=trick,
        heading=state.heading if state.size else None,
        follow=state.size or None,
        plays_made=0 if seat is None else plays_made(state, seat, trick),
        hand=cards_of(own),
        groups=groups_of(own),
        legal=tuple(action.cards for action in possible if isinstance(action, Play)),
        moves=tuple(action for action in possible if isinstance(action, Move)),
        hand_sizes=tuple(hand_of(state, other).bit_count() for other in range(terms.seats)),
        stock=state.stock,
        is_refilled=terms.seats * terms.hand_size < PACK,
        units=units(state),
        waiting=waiting(state),
        scores=scores(state),
        outcome=outcome(state),
        order=GROUPED,
        laid=laid_cards(state, trick),
        duty=duty(state) if seat is not None and seat == state.turn else None,
        events=tuple(proof.events(state, seat)),
    )


def laid_cards(state: State, trick: Sequence[Play]) -> tuple[tuple[LaidCard, ...], ...]:
    """The cards that each play was laid on when it took the head (§6.2); empty in a trick of single cards."""
    if state.size < 2:
        return ()
    return tuple(account.laid for account in play_accounts(state.terms, trick))


def cut_rounds(state: State) -> tuple[tuple[Card, ...], ...]:
    """The cards cut: one for each seat in each round."""
    seats, cut = state.terms.seats, [ORDER[place] for place in state.cuts]
    return tuple(tuple(cut[start : start + seats]) for start in range(0, len(cut), seats))


def plays_made(state: State, seat: int, trick: Iterable[Play]) -> int:
    """The number of actions that a seat has made in this hand."""
    in_tricks = tricks(state) * (state.terms.plays // state.terms.seats)
    return in_tricks + sum(play.seat == seat for play in trick) + proof.moves_made(state, seat)
