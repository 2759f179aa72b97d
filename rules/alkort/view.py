"""The view of one seat, or of everybody, on a rubber (§11).

For secrecy it is built field by field from what is allowed, not by removing things from the state.
"""

from __future__ import annotations

from functools import cache

from rules.alkort.accounts import outcome
from rules.alkort.exchange import KEEP, events
from rules.alkort.legality import legal
from rules.alkort.options import SEATS, SIDES
from rules.alkort.ranking import GROUPS, ROLL, cards_of, groups_with
from rules.alkort.state import AlkortState, hand_of, phase, plays, stock_size, units
from rules.core.contract import Group, Move, Phase, Play, SeatAction, View

order_of = cache(groups_with)
"""The order of the cards, as the contract has it, where low Eights are ranked or are not."""


def view(state: AlkortState, seat: int | None) -> View:
    """The view of `seat`, or the public view (None). Raises ValueError for an unknown seat."""
    if seat is not None and seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    own = 0 if seat is None else hand_of(state, seat)
    possible = legal(state) if seat is not None and seat == state.turn else ()
    return View(
        seat=seat,
        phase=phase(state),
        turn=state.turn if state.turn >= 0 else None,
        sides=SIDES,
        hand_number=state.hand_number,
        dealer=state.dealer if state.dealer >= 0 else None,
        trick_number=len(state.winners) + (state.turn >= 0),
        trick_plays=SEATS,
        hand=cards_of(own),
        hand_sizes=tuple(hand_of(state, other).bit_count() for other in range(SEATS)),
        units=units(state),
        waiting=(0, 0),
        scores=state.scores,
        outcome=outcome(state),
        order=order_of(state.terms.eights),
        groups=held_groups(state.terms.eights, own),
        target=state.terms.target,
        cut=(tuple(ROLL[place] for place in state.cut),) if state.cut else (),
        stock=stock_size(state),
        trick=plays(state),
        heading=state.heading if state.laid else None,
        follow=1 if state.laid else None,
        to_play=to_play(state),
        plays_made=0 if seat is None else _actions_made(state, seat),
        legal=tuple(action.cards for action in possible if isinstance(action, Play)),
        moves=tuple(action for action in possible if isinstance(action, Move)),
        events=tuple(events(state, seat)),
    )


def to_play(state: AlkortState) -> tuple[int, ...]:
    """The seats that are still to play to the trick, in order."""
    if phase(state) is not Phase.PLAY:
        return ()
    return tuple((state.turn + ahead) % SEATS for ahead in range(SEATS - len(state.laid)))


def held_groups(eights: bool, hand: int) -> tuple[Group, ...]:
    """The cards of a hand (a mask) in the groups of the order."""
    held = zip(order_of(eights), GROUPS, strict=True)
    return tuple(group._replace(cards=cards_of(hand & mask)) for group, (_, mask) in held if hand & mask)


def _actions_made(state: AlkortState, seat: int) -> int:
    answers = sum(answer.seat == seat for answer in state.answers)
    return answers + len(state.winners) + sum(play.seat == seat for play in plays(state))


def face(action: SeatAction) -> SeatAction:
    """The action as everybody may know it: the card that a seat keeps is private to it (§11.4)."""
    if isinstance(action, Move) and action.kind == KEEP:
        return action._replace(cards=(), hidden=True)
    return action
