"""Changed hands: whether the message of a seat's hand is to be shown again."""

from __future__ import annotations

from bot.messages.hand.hand_scene import own_view
from bot.tables import Committed


class ChangeDetector:
    """Remembers, for every seat of the tables in play, everything shown in its hand that may change."""

    def __init__(self) -> None:
        self._of: dict[int, dict[int, object]] = {}

    def changed(self, change: Committed, seat: int) -> bool:
        """Return whether a hand has changed since the last call, and so is to be shown again.

        What counts: its cards, what not everybody was shown, what it queued, its turn, whether cards are played, and
        the channel it links to.
        While it is the seat's turn the hand also shows the others' plays, their holders and the deadline, so these
        count too.
        """
        shown = _shown(change, seat)
        if shown is None or self._of.get(change.table.id, {}).get(seat) == shown:
            return False
        self._of.setdefault(change.table.id, {})[seat] = shown
        return True

    def forget(self, table_id: int) -> None:
        self._of.pop(table_id, None)


def _shown(change: Committed, seat: int) -> object:
    """Return a value that is equal for hands that need not be shown again; None if there is no hand to show."""
    table = change.table
    holder = table.seats[seat]
    if table.hand is None or (holder.person is None and holder.was is None):
        return None
    if holder.person is None:
        return holder, table.stage
    view = table.view(seat)
    queued = tuple(one for one in change.queue if one.seat == seat)
    own = (holder, table.stage, own_view(table, view), queued, change.row.channel_id)
    if view.turn != seat:
        return own
    others = tuple((one.kind, one.person) for one in table.seats)
    return own, view.plays_made, others, table.paused, change.row.deadline_at
