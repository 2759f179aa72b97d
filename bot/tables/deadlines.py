"""What a table waits for, since when, and until when: a deadline is a column of its row, and derived from its value."""

from __future__ import annotations

from typing import NamedTuple

from bot.scenes import Holder
from bot.tables.agreements import is_for_absence
from bot.tables.table import Stage, Table
from bot.tables.terms import PACE
from rules.game import Phase


class Paces(NamedTuple):
    """How long things wait for the clock, in milliseconds."""

    computer: int
    """How long a computer seems to think, so that people can follow."""
    between_hands: int
    lobby: int
    """How long a lobby that nobody starts stays open, and a table at which only computers are left."""


class Wait(NamedTuple):
    """Since when a table waits for what it waits for, ms since the epoch; how much time is credited, in ms.

    Its time stands still from `held_at`, while it is paused, and from `lost_at`, while it cannot be shown; else None.
    """

    since: int
    credited: int = 0
    held_at: int | None = None
    lost_at: int | None = None

    def after(self, before: Table, now_table: Table, now: int) -> Wait:
        """How long the table waits after a change."""
        if awaited(before) != awaited(now_table):
            lost_at = None if self.lost_at is None else now
            return Wait(now, held_at=now if now_table.paused else None, lost_at=lost_at)
        if now_table.paused:
            return self._replace(held_at=self.held_at or now)
        if self.held_at is not None:
            return self._replace(credited=self.credited + _stood(self.held_at, self.lost_at, now), held_at=None)
        return self

    def lost(self, now: int) -> Wait:
        """The table cannot be shown any more."""
        return self._replace(lost_at=self.lost_at or now)

    def found(self, now: int) -> Wait:
        """The table is shown again."""
        if self.lost_at is None:
            return self
        return self._replace(credited=self.credited + _stood(self.lost_at, self.held_at, now), lost_at=None)

    def taken(self, now: int) -> int:
        """How much of its time who is to play has used, in ms."""
        return max(0, (self.lost_at or now) - self.since - self.credited)


def _stood(since: int, other: int | None, now: int) -> int:
    """For how long time has stood still, up to where it does so for another cause as well."""
    return max(0, (now if other is None else other) - since)


def awaited(table: Table) -> tuple[object, ...]:
    """What the table waits for; equal while nothing has come."""
    plays = len(table.hand.plays) if table.hand else 0
    seat = None if table.turn is None else table.seats[table.turn]
    who = seat and (seat.kind, seat.person, seat.away is not None, table.missing == table.turn)
    pace = table.terms.get(PACE)
    return table.stage, table.phase, table.hand and table.hand.number, plays, table.turn, who, pace, table.is_abandoned


def plays_by_itself(table: Table) -> bool:
    """Whether a computer makes the next play: in its own seat, or for somebody absent."""
    seat = None if table.turn is None else table.seats[table.turn]
    if seat is None or table.phase is not Phase.PLAY or table.is_abandoned:
        return False
    return seat.kind is Holder.COMPUTER or seat.away is not None or table.missing == table.turn


def deadline(table: Table, wait: Wait) -> int | None:
    """When the time of the person who is to play has passed, ms since the epoch; None: it does not, or nobody is."""
    if table.paused or wait.lost_at is not None or table.turn is None or table.is_abandoned or plays_by_itself(table):
        return None
    return _time_over(table, wait, table.turn)


def _time_over(table: Table, wait: Wait, seat: int) -> int | None:
    """When a seat has used the time of its play and all that it has in reserve; None: never."""
    play = table.agreed.pace.play
    return None if play is None else wait.since + wait.credited + play + table.seats[seat].bank


def due(table: Table, wait: Wait, paces: Paces, opened_at: int) -> int | None:
    """When the clock has something to do there beside deadlines, ms since the epoch; None: nothing."""
    moments: list[int | None] = (
        [seat.away for seat in table.seats if seat.away is not None] if table.stage is Stage.PLAYING else []
    )
    if table.pending is not None:
        moments.append(table.pending.until)
    if table.stage is Stage.LOBBY:
        moments.append(opened_at + paces.lobby)
    elif table.is_abandoned:
        moments.append(wait.since + paces.lobby)
    elif not table.paused and table.phase is Phase.DEAL:
        moments.append(wait.since + paces.between_hands)
    elif not table.paused and plays_by_itself(table):
        moments.append(_thought(table, wait, paces))
    return min((moment for moment in moments if moment is not None), default=None)


def _thought(table: Table, wait: Wait, paces: Paces) -> int | None:
    """When the computer plays: at once, but while people are asked whether to wait instead, at the end of the time."""
    if table.turn is not None and is_for_absence(table.pending, table.seats[table.turn].person):
        return _time_over(table, wait, table.turn)
    return wait.since + paces.computer
