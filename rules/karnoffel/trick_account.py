"""The account of a finished trick: its plays and what they led to, with reasons (KARNOFFEL §3, §6)."""

from __future__ import annotations

from rules.core.contract import Booking, HandEnd, Play, SeatAction, TrickAccount, heading_of
from rules.core.facts import fact
from rules.karnoffel.explain import play_accounts
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.options import SIDES
from rules.karnoffel.outcome import outcome
from rules.karnoffel.ranking import GROUPS
from rules.karnoffel.state import KarnoffelState, plays

WAITING = (0,) * len(SIDES)
"""No points wait: a hand counts when it is over (§6.2)."""


def account(before: KarnoffelState, action: SeatAction, after: KarnoffelState) -> TrickAccount | None:
    """Return what the trick did that `action` completes; None if it does not complete one."""
    if not isinstance(action, Play) or after.laid:
        return None
    accounts = tuple(play_accounts(before.chosen, (*plays(before), action)))
    is_over = after.turn < 0
    return TrickAccount(
        hand_number=before.hand_number,
        number=sum(after.units),
        sides=SIDES,
        leader=accounts[0].seat,
        plays=accounts,
        winner=heading_of(accounts),
        size=1,
        units=after.units,
        waiting=WAITING,
        scores=after.scores,
        bookings=(_booking(before, after),) if is_over else (),
        hand_end=_hand_end(after) if is_over else None,
        outcome=outcome(after),
        order=GROUPS[before.chosen],
    )


def _booking(before: KarnoffelState, after: KarnoffelState) -> Booking:
    """The hand that the side has won (§6.2)."""
    side = _winning_side(after)
    why = fact(KarnoffelFact.HAND_WON, side=side)
    return Booking(side, 1, before.scores[side], after.scores[side], None, why)


def _hand_end(after: KarnoffelState) -> HandEnd:
    side = _winning_side(after)
    kind = KarnoffelFact.THREE_TRICKS if after.terms.tricks is None else KarnoffelFact.MOST_TRICKS
    return HandEnd(after.units, False, fact(kind, side=side, tricks=after.units[side]))


def _winning_side(after: KarnoffelState) -> int:
    return after.units.index(max(after.units))
