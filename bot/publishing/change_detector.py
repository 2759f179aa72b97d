"""What a hand was when it was last looked at: most commits change nothing in most hands."""

from __future__ import annotations

from bot.tables import Committed


class ChangeDetector:
    """Of every seat of the tables that are played now, what its hand shows that may change."""

    def __init__(self) -> None:
        self._of: dict[int, dict[int, object]] = {}

    def changed(self, change: Committed, seat: int) -> bool:
        """Whether a hand is to be shown anew: its cards, what it was shown or what it laid down, or its turn.

        Or to which channel it leads; or, while it tells what others have played, who holds their seats now, and until
        when it waits. Compared with what they were when this was asked last.
        """
        glance = _glance(change, seat)
        if glance is None or self._of.get(change.table.id, {}).get(seat) == glance:
            return False
        self._of.setdefault(change.table.id, {})[seat] = glance
        return True

    def forget(self, table_id: int) -> None:
        """Nobody asks for this table any more, for now."""
        self._of.pop(table_id, None)


def _glance(change: Committed, seat: int) -> object:
    """Equal for hands that need not be shown anew; None where there is none to show."""
    table = change.table
    holder = table.seats[seat]
    if table.hand is None or (holder.person is None and holder.was is None):
        return None
    if holder.person is None:
        return holder, table.stage
    view = table.view(seat)
    laid = tuple(one for one in change.queue if one.seat == seat)
    own = (holder, table.stage, view.hand_number, view.hand, view.shown, view.phase, laid, change.row.channel_id)
    if view.turn != seat:
        return own
    others = tuple((one.kind, one.person) for one in table.seats)
    return own, view.plays_made, others, table.paused, change.row.deadline_at
