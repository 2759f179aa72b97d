"""The account of a finished trick: its plays, and the points at the end of the hand, with reasons (§7, §8, §9)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.alkort.explain import play_accounts
from rules.alkort.facts import AlkortBookingFact, AlkortDenialFact, AlkortGainFact, AlkortHandEndFact
from rules.alkort.options import SIDES, TRICKS
from rules.alkort.outcome import outcome
from rules.alkort.state import NEEDED, AlkortState, hand_points, plays, units
from rules.core.contract import Booking, Fact, Gain, HandEnd, Play, SeatAction, TrickAccount, heading_of
from rules.core.facts import fact


def account(before: AlkortState, action: SeatAction, after: AlkortState) -> TrickAccount | None:
    """Return what the trick did that `action` completes; None if it completes none."""
    if not isinstance(action, Play) or after.laid:
        return None
    accounts = tuple(play_accounts(before.terms, (*plays(before), action), opening=not before.winners))
    is_end = after.turn < 0
    return TrickAccount(
        hand_number=before.hand_number,
        number=len(after.winners),
        sides=SIDES,
        leader=accounts[0].seat,
        plays=accounts,
        winner=heading_of(accounts),
        size=1,
        units=units(after),
        waiting=(0, 0),
        scores=after.scores,
        gains=(gain_of(after),) if is_end else (),
        denied=tuple(_denied(after.winners)) if is_end else (),
        bookings=(_booking(before, after),) if is_end else (),
        hand_end=HandEnd(units(after), False, _decided(after)) if is_end else None,
        outcome=outcome(after),
    )


def _scoring_side(after: AlkortState) -> int:
    """The side that scores in a hand that is over (§8.4)."""
    return int(units(after)[1] >= NEEDED)


def gain_of(after: AlkortState) -> Gain:
    """The points of a hand that is over, with the reason (§8.4)."""
    side = _scoring_side(after)
    points, tricks = hand_points(after.winners)[side], units(after)[side]
    kind = AlkortGainFact.MOST_TRICKS
    if points > 1:
        kind = AlkortGainFact.MUKUR if points == NEEDED else AlkortGainFact.STROKE
    return Gain(side, points, fact(kind, side=side, points=points, tricks=tricks), is_rare=points > 1)


def _denied(winners: bytes) -> Iterator[Gain]:
    """Five tricks in succession that are not the first five are no múkur (§8.4)."""
    side = winners[-1] & 1
    last = winners[-NEEDED:]
    if len(winners) > NEEDED and winners[0] & 1 != side and all(seat & 1 == side for seat in last):
        yield Gain(side, 0, fact(AlkortDenialFact.NOT_FIRST_FIVE, side=side, missed=NEEDED - 1))


def _booking(before: AlkortState, after: AlkortState) -> Booking:
    side = _scoring_side(after)
    old, new = before.scores[side], after.scores[side]
    return Booking(side, new - old, old, new, None, fact(AlkortBookingFact.HAND_SCORED, side=side, points=new - old))


def _decided(after: AlkortState) -> Fact | None:
    """Return why the hand is over before everything was played (§8.3); None if everything was."""
    side = _scoring_side(after)
    if len(after.winners) == TRICKS:
        return None
    return fact(AlkortHandEndFact.DECIDED, side=side, tricks=units(after)[side])
