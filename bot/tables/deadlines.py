"""What a table waits for, since when, and until when: a deadline is a column of its row, and derived from its value."""

from __future__ import annotations

from typing import NamedTuple

from bot.store import TableRow
from bot.tables.agreements import is_for_absence, patience
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table
from bot.tables.terms import PACE
from rules.core.contract import Phase


class Paces(NamedTuple):
    """How long things wait for the clock, in milliseconds."""

    computer: int
    """How long a computer seems to think, so that people can follow."""
    between_hands: int
    lobby: int
    """How long a lobby that nobody starts stays open; a table at which nobody is, if a play takes no longer."""


class Silence(NamedTuple):
    """Since when nobody has said what would decide something, and when silence decides it; ms since the epoch."""

    since: int
    until: int

    def after(self, lost_at: int | None, now: int) -> Silence:
        """With the time credited in which nobody could be heard."""
        return self if lost_at is None else self._replace(until=self.until + max(0, now - max(lost_at, self.since)))


class Wait(NamedTuple):
    """Since when a table waits for what it waits for, ms since the epoch; how much time is credited, in ms.

    Its time stands still from `held_at`, while it is paused, and from `lost_at`, while it cannot be shown; else None.
    What silence decides is not held by a pause. While a pause is asked for, the time for which the clock is going to
    stand is credited beforehand (`stopped`); what of it is not needed is taken back with the answer.
    """

    since: int
    credited: int = 0
    held_at: int | None = None
    lost_at: int | None = None
    silence: Silence | None = None

    def after(self, before: Table, now_table: Table, now: int) -> Wait:
        """How long the table waits after a change, without what the clock is going to stand for a question."""
        if awaited(before) != awaited(now_table):
            lost_at = None if self.lost_at is None else now
            return Wait(now, held_at=now if now_table.paused else None, lost_at=lost_at, silence=self._heard(now))
        wait = self._replace(credited=self.credited - stopped(before, self, now))
        if now_table.paused:
            return wait._replace(held_at=self.held_at or now)
        if self.held_at is not None:
            credited = wait.credited + _stood(self.held_at, self.lost_at, now)
            return wait._replace(credited=credited, held_at=None)._fair(now_table, now - self.held_at, now)
        return wait

    def lost(self, table: Table, now: int) -> Wait:
        """The table cannot be shown any more."""
        return self._replace(lost_at=self.lost_at or now)

    def found(self, table: Table, now: int) -> Wait:
        """The table is shown again."""
        if self.lost_at is None:
            return self
        credited = self.credited + _stood(self.lost_at, self.held_at, now)
        found = self._replace(credited=credited, lost_at=None, silence=self._heard(now))
        return found._fair(table, now - self.lost_at, now)

    def _fair(self, table: Table, stood: int, now: int) -> Wait:
        """The wait after time stood still so long: at least as much is left, up to half of the time for the play.

        People do not wait beside a table that stands still, and few see the moment when it goes on.
        """
        ends = None if table.asked is None else _time_over(table, self)
        if ends is None or self.held_at is not None or self.lost_at is not None:
            return self
        least = now + min(stood, (ends - self.since - self.credited) // 2)
        return self._replace(credited=self.credited + max(0, least - ends))

    def _heard(self, now: int) -> Silence | None:
        return None if self.silence is None else self.silence.after(self.lost_at, now)


def wait_of(row: TableRow) -> Wait:
    """Since when a table waits, as its row tells."""
    silence = None
    if row.silent_since is not None and row.silent_until is not None:
        silence = Silence(row.silent_since, row.silent_until)
    return Wait(row.wait_since, row.credited, row.held_at, row.lost_at, silence)


def taken(table: Table, wait: Wait, now: int) -> int:
    """How much of its time the person on turn has used, in ms."""
    until = min(now, wait.lost_at or now, wait.held_at or now)
    return max(0, until - wait.since - wait.credited + stopped(table, wait, now))


def stops_until(table: Table, wait: Wait) -> int | None:
    """Until when the clock stands for a question to all, ms since the epoch; None: it does not.

    Like the answer by silence, that moves by the time in which nobody could be reached.
    """
    asked = table.pending
    if asked is None or not asked.stands or wait.silence is None:
        return None
    return wait.silence.until - (asked.until - asked.stands)


def stopped(table: Table, wait: Wait, now: int) -> int:
    """For how long the clock is yet going to stand for a question to all, in ms; it is credited."""
    until = stops_until(table, wait)
    if until is None or wait.silence is None:
        return 0
    return max(0, until - (now if wait.lost_at is None else max(wait.lost_at, wait.silence.since)))


def _stood(since: int, other: int | None, now: int) -> int:
    """For how long time has stood still, up to where it does so for another cause as well."""
    return max(0, (now if other is None else other) - since)


def awaited(table: Table) -> tuple[object, ...]:
    """What the table waits for; equal while nothing has come."""
    plays = len(table.hand.plays) if table.hand else 0
    seat = None if table.turn is None else table.seats[table.turn]
    is_away = seat is not None and seat.away is not None and table.returned != table.turn
    who = seat and (seat.kind, seat.person, is_away, table.missing == table.turn)
    pace = table.terms.get(PACE)
    return table.stage, table.phase, table.hand and table.hand.number, plays, table.turn, who, pace, _nobody(table)


def _nobody(table: Table) -> tuple[bool, bool]:
    """Whether nobody is at the table, and whether that has been said."""
    return table.is_abandoned, table.rests


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
    return _time_over(table, wait)


def _time_over(table: Table, wait: Wait) -> int | None:
    """When the seat on turn has used the time of its play and its bank, ms since the epoch; None: never."""
    play = table.agreed.pace.play
    if play is None or table.turn is None:
        return None
    return wait.since + wait.credited + play + table.seats[table.turn].bank


def unsaid(table: Table) -> object:
    """What silence decides there; equal while it is the same, None if nothing."""
    if table.stage is Stage.LOBBY:
        return table.stage
    if table.is_abandoned:
        return _nobody(table)
    return table.pending and table.pending.seq


def silence(table: Table, wait: Wait, paces: Paces, opened_at: int, now: int) -> Silence | None:
    """How long silence is waited for that begins now; None: it decides nothing.

    A proposal bears a moment by the clock of its time, which may have been set back since.
    """
    if table.stage is Stage.LOBBY:
        return Silence(opened_at, opened_at + paces.lobby)
    if table.is_abandoned:
        return Silence(wait.since, wait.since + max(paces.lobby, table.agreed.pace.play or 0))
    if table.pending is None:
        return None
    lasts = patience(table, table.pending)
    until = max(table.pending.until, wait.since + lasts)  # it waits anew at a table that has rested
    until = min(until, now + lasts)
    return Silence(until - lasts, until)


def silence_ends(table: Table, wait: Wait) -> int | None:
    """When silence decides, ms since the epoch; None: it does not.

    Who is asked something where the table cannot be shown is not silent; where nobody is there, there is nobody to ask.
    A table waits for people who are away at least until they said they would be back.
    """
    if table.is_abandoned and any(seat.away is not None for seat in table.seats):
        return None
    if wait.silence is None or (wait.lost_at is not None and not table.is_abandoned):
        return None
    return wait.silence.until


def due(table: Table, wait: Wait, paces: Paces) -> int | None:
    """When the clock has something to do there beside deadlines, ms since the epoch; None: nothing."""
    moments: list[int | None] = (
        [seat.away for seat in table.seats if seat.away is not None] if table.stage is Stage.PLAYING else []
    )
    moments.append(silence_ends(table, wait))
    if table.is_abandoned or table.paused:
        pass
    elif table.phase is Phase.DEAL:
        moments.append(wait.since + paces.between_hands)
    elif plays_by_itself(table):
        moments.append(_thought(table, wait, paces))
    return min((moment for moment in moments if moment is not None), default=None)


def _thought(table: Table, wait: Wait, paces: Paces) -> int | None:
    """When the computer plays; None while people are asked whether to wait for the absent person instead."""
    if table.turn is not None and is_for_absence(table.pending, table.seats[table.turn].person):
        return None
    return wait.since + paces.computer
