"""The view of one seat, or of everybody, on a rubber (§10).

For secrecy it is built field by field from what is allowed, not by removing things from the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.contract import Event, Group, Lasting, Move, Phase, Play, SeatAction, View
from rules.treikort.accounts import outcome
from rules.treikort.legality import legal
from rules.treikort.options import SEATS, SIDES
from rules.treikort.ranking import GROUPED, GROUPS, ROLL, SEVENS, cards_of
from rules.treikort.state import (
    ASK,
    DECLINE,
    RETURN,
    TreikortState,
    hand_of,
    has_seven_passed,
    high_giver,
    is_hand_over,
    phase,
    plays,
    scores,
)

POPE: Final = "pope"
"""The kind of the event that a seat is Pope in this hand."""
HIGH: Final = "high"
"""The kind of the event that a seat gave the Pope its highest card."""
SEVEN: Final = "seven"
"""The kind of the event that a seat gave the Pope a Seven."""
NO_SEVEN: Final = "no_seven"
"""The kind of the event that a seat has no Seven to give to the Pope (§5.6, §10.4)."""


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
        hand=cards_of(own),
        groups=tuple(Group(name, cards_of(own & cards), cards != SEVENS) for name, cards in groups if own & cards),
        legal=tuple(action.cards for action in actions if isinstance(action, Play)),
        moves=tuple(action for action in actions if isinstance(action, Move)),
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


def events(state: TreikortState, seat: int | None) -> tuple[Event, ...]:
    """The events of this hand, with the cards that `seat` (None: everybody) may know."""
    return tuple(_events(state, seat)) if state.pope >= 0 else ()


def _events(state: TreikortState, seat: int | None) -> Iterator[Event]:
    pope, asked = state.pope, state.asked
    yield Event(POPE, pope, move=None)
    if asked < 0:
        if not state.owed:
            yield Event(DECLINE, pope, move=0)
        return
    yield Event(ASK, pope, to=asked, move=0)
    high, *others = state.given
    yield _passing(state, seat, HIGH, high_giver(state), pope, high)
    if has_seven_passed(state):
        yield _passing(state, seat, SEVEN, asked, pope, others.pop(0))
    else:
        yield Event(NO_SEVEN, asked, to=pope, move=0)
    for move, (to, card) in enumerate(zip((high_giver(state), asked), others, strict=False), 1):
        yield _passing(state, seat, RETURN, pope, to, card, move)


def _passing(
    state: TreikortState, seat: int | None, kind: str, giver: int, to: int, place: int, move: int = 0
) -> Event:
    """A card passes: giver and receiver know which, and all others once the hand is over (§10.4, §10.5, §10.7)."""
    if seat in (giver, to) or is_hand_over(state):
        return Event(kind, giver, (ROLL[place],), to, lasting=Lasting.PLAYED, move=move)
    return Event(kind, giver, to=to, hidden=True, move=move)
