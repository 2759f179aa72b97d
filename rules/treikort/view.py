"""The view of one seat, or of everybody, on a rubber (§10).

For secrecy it is built field by field from what is allowed, not by removing things from the state.
"""

from __future__ import annotations

from rules.core.contract import Group, Move, Phase, Play, SeatAction, View
from rules.treikort.events import events
from rules.treikort.legality import legal
from rules.treikort.options import SEATS, SIDES
from rules.treikort.outcome import outcome
from rules.treikort.ranking import GROUPED, GROUPS, ROLL, SEVENS, named
from rules.treikort.state import TreikortState, hand_of, has_seven_passed, phase, plays, scores


def view(state: TreikortState, seat: int | None) -> View:
    """The view of `seat`, or the public view (None). Raises ValueError for an unknown seat."""
    if seat is not None and seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    own = 0 if seat is None else hand_of(state, seat)
    actions = legal(state) if seat is not None and seat == state.turn else ()
    now, done = phase(state), len(state.laid)
    groups = GROUPS[state.terms.equal]
    return View(
        seat=seat,
        phase=now,
        turn=None if state.turn < 0 else state.turn,
        sides=SIDES,
        hand_number=state.hand_number,
        dealer=None if state.dealer < 0 else state.dealer,
        cut=(tuple(ROLL[place] for place in state.cut),) if state.cut else (),
        trick_number=sum(state.units) + (state.turn >= 0),
        trick_plays=SEATS,
        trick=plays(state),
        heading=state.heading if done else None,
        follow=1 if done else None,
        to_play=tuple((state.turn + ahead) % SEATS for ahead in range(SEATS - done)) if now is Phase.PLAY else (),
        plays_made=0 if seat is None else actions_made(state, seat),
        hand=named(own),
        groups=tuple(Group(name, named(own & cards), cards != SEVENS) for name, cards in groups if own & cards),
        legal=tuple(one.cards for one in actions if isinstance(one, Play)),
        moves=tuple(one for one in actions if isinstance(one, Move)),
        hand_sizes=tuple(hand_of(state, other).bit_count() for other in range(SEATS)),
        units=state.units,
        waiting=(0,) * SEATS,
        scores=scores(state),
        outcome=outcome(state),
        order=GROUPED[state.terms.equal],
        events=events(state, seat),
    )


def actions_made(state: TreikortState, seat: int) -> int:
    """The number of actions that a seat has made in this hand."""
    made = sum(state.units) + sum(play.seat == seat for play in plays(state))
    return made + (pope_moves(state) if seat == state.pope else 0)


def pope_moves(state: TreikortState) -> int:
    """The number of moves that the Pope has made in this hand: his choice, and the cards that he has given back."""
    if state.asked < 0:
        return int(not state.owed)
    return len(state.given) - has_seven_passed(state)


def face(action: SeatAction) -> SeatAction:
    """The action as everybody may know it: a card that goes back is private to two seats (§10.5)."""
    return action._replace(cards=(), hidden=True) if isinstance(action, Move) and action.cards else action
