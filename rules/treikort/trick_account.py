"""The account of a finished trick, and of the hand or rubber that it ends (§5.1, §6, §7, §8)."""

from __future__ import annotations

from rules.core.contract import HandEnd, Play, SeatAction, TrickAccount, heading_of
from rules.treikort.explain import play_accounts
from rules.treikort.options import SEATS, SIDES
from rules.treikort.outcome import outcome
from rules.treikort.pope import told
from rules.treikort.state import TreikortState, is_hand_over, plays, scores


def account(before: TreikortState, action: SeatAction, after: TreikortState) -> TrickAccount | None:
    """Return what the trick did that `action` completes; None if it completes none."""
    if not isinstance(action, Play) or after.laid:
        return None
    made = tuple(play_accounts(before.terms, (*plays(before), action)))
    return TrickAccount(
        hand_number=before.hand_number,
        number=sum(after.units),
        sides=SIDES,
        leader=made[0].seat,
        plays=made,
        winner=heading_of(made),
        size=1,
        units=after.units,
        waiting=(0,) * SEATS,
        scores=scores(after),
        hand_end=HandEnd(after.units, False, told(after.pope, after.past)) if is_hand_over(after) else None,
        outcome=outcome(after),
    )
