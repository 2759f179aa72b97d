"""The view of one seat, or of everybody, on a rubber (BRAUS §11).

For secrecy it is built field by field from what is allowed, not by removing things from the state.
"""

from __future__ import annotations

from typing import Final

from rules.braus.accounts import outcome
from rules.braus.legality import duty, is_automatic, legal
from rules.braus.playing import EndKind, hand_score
from rules.braus.ranking import GROUPED, OUTCOME_CARD, PLAYABLE, cards_of, groups_of
from rules.braus.state import BrausState, outcome_card_seat, phase, plays, seat_of, trick_number
from rules.core.cards import Card
from rules.core.contract import Event, View

PASSED_OVER: Final = "passed_over"
"""The kind of the event that the lead went past a seat (§5.6)."""
SHOWN: Final = "shown"
"""The kind of the event that the outcome card was shown, with its holder (§11.5)."""


def view(state: BrausState, seat: int | None) -> View:
    """The view of `seat`, or the public view (None). Raises ValueError for an unknown seat."""
    terms = state.terms
    if seat is not None and seat not in range(terms.seats):
        raise ValueError(f"no seat {seat} of {terms.seats}")
    own = 0 if seat is None or not state.hands else state.hands[seat]
    on_turn = seat is not None and seat == state.turn
    return View(
        seat=seat,
        phase=phase(state),
        turn=None if state.turn < 0 else state.turn,
        sides=terms.sides,
        hand_number=state.hand_number,
        dealer=None if state.dealer < 0 else state.dealer,
        trick_number=trick_number(state),
        trick_plays=terms.seats,
        hand=cards_of(own),
        hand_sizes=tuple(hand.bit_count() for hand in state.hands) or (0,) * terms.seats,
        units=state.units,
        waiting=(0, 0),
        scores=state.scores,
        outcome=outcome(state),
        order=GROUPED,
        groups=groups_of(own),
        target=terms.target,
        cut=(state.cut,) if state.cut else (),
        trick=plays(state),
        heading=state.heading if state.trick else None,
        follow=1 if state.trick else None,
        to_play=to_play(state),
        plays_made=0 if seat is None else plays_made(state, seat),
        legal=tuple(play.cards for play in legal(state)) if on_turn else (),
        is_automatic=on_turn and is_automatic(state),
        events=events(state),
        known=known_cards(state),
        unplayable=cards_of(own & ~PLAYABLE),
        duty=duty(state) if on_turn else None,
    )


def to_play(state: BrausState) -> tuple[int, ...]:
    """The seats still to play to the trick, in order."""
    if state.turn < 0:
        return ()
    return tuple(seat_of(state, index) for index in range(len(state.trick), state.terms.seats))


def plays_made(state: BrausState, seat: int) -> int:
    """The number of actions of a seat in this hand: one in each trick, and a laying of Sevens."""
    in_trick = any(seat_of(state, index) == seat for index in range(len(state.trick)))
    return state.tricks + state.laid.count(seat) + in_trick


def events(state: BrausState) -> tuple[Event, ...]:
    """The events of this hand besides its plays; all of them are public."""
    past = tuple(Event(PASSED_OVER, seat, trick=number) for seat, number in state.past)
    seat = king_shown(state)
    if seat is None:
        return past
    return *past, Event(SHOWN, seat, cards_of(OUTCOME_CARD), trick=trick_number(state))


def known_cards(state: BrausState) -> tuple[tuple[Card, ...], ...]:
    """The outcome card with its holder, if it was shown."""
    shown = king_shown(state)
    return tuple(cards_of(OUTCOME_CARD) if seat == shown else () for seat in range(state.terms.seats))


def king_shown(state: BrausState) -> int | None:
    """The seat that showed the outcome card, because it scored (§7.3); None if it was not shown."""
    scored = hand_score(state)
    return outcome_card_seat(state) if scored is not None and scored.kind is EndKind.KING else None
