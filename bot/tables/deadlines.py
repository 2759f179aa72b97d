"""Deadlines: what a table waits for, since when, and until when; and the table's row in the store.

A deadline is a column of the row, derived from the table's value and its wait.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.runtime.times import SECOND
from bot.store import TableRow
from bot.tables.automatic_plays import awaits_last_card, plays_by_itself
from bot.tables.invitations import next_lapse
from bot.tables.proposals import is_for_absence, patience
from bot.tables.table import Stage, Table
from bot.tables.table_terms import PACE
from rules.core.contract import Phase

UNHURRIED: Final = 15
"""The factor by which the next deal waits longer for a person alone with computers: they press *Deal now*."""


class Delays(NamedTuple):
    """The time for which the clock waits before it acts, in ms."""

    computer: int
    """The time for which a computer seems to think, so that people can follow."""
    between_hands: int
    lobby: int
    """The time that a lobby stays open if nobody starts it; also an abandoned table, unless its plays take longer."""
    last_card: int = 3 * SECOND
    """The time before a person's last card plays itself."""


class Silence(NamedTuple):
    """The period after which silence decides, ms since the epoch: a proposal is granted, a lobby or table closes."""

    since: int
    until: int


class Wait(NamedTuple):
    """The wait of a table: its beginning (ms since the epoch), and the time credited (ms).

    The table's time is stopped from `held_at` while it is paused, and from `lost_at` while it cannot be shown; else
    these are None. A pause does not stop the period of `silence`. A proposed pause stops the clock: that time is
    credited in advance (`stopped_time`), and the unused part is taken back with the answer.
    """

    since: int
    credited: int = 0
    held_at: int | None = None
    lost_at: int | None = None
    silence: Silence | None = None

    def after_change(self, before: Table, now_table: Table, now: int) -> Wait:
        """Return the wait after a change of the table, without the advance credit for a proposal (`row_of` adds it)."""
        if wait_key(before) != wait_key(now_table):
            lost_at = None if self.lost_at is None else now
            return Wait(
                now, held_at=now if now_table.paused else None, lost_at=lost_at, silence=self._extended_silence(now)
            )
        wait = self._replace(credited=self.credited - stopped_time(before, self, now))
        if now_table.paused:
            return wait._replace(held_at=self.held_at or now)
        if self.held_at is not None:
            credited = wait.credited + _standstill(self.held_at, self.lost_at, now)
            return wait._replace(credited=credited, held_at=None)._extend_fairly(now_table, now - self.held_at, now)
        return wait

    def lose(self, table: Table, now: int) -> Wait:
        return self._replace(lost_at=self.lost_at or now)

    def recover(self, table: Table, now: int) -> Wait:
        """Return the wait of a table that is shown again, with the lost time credited."""
        if self.lost_at is None:
            return self
        credited = self.credited + _standstill(self.lost_at, self.held_at, now)
        found = self._replace(credited=credited, lost_at=None, silence=self._extended_silence(now))
        return found._extend_fairly(table, now - self.lost_at, now)

    def _extend_fairly(self, table: Table, stood: int, now: int) -> Wait:
        """Return the wait after time stood still for `stood` ms: at least so much is left, up to half of its time.

        People do not watch a stopped table, and few notice at once when it goes on.
        """
        ends = None if table.asked is None else _time_over(table, self)
        if ends is None or self.held_at is not None or self.lost_at is not None:
            return self
        least = now + min(stood, (ends - self.since - self.credited) // 2)
        return self._replace(credited=self.credited + max(0, least - ends))

    def _extended_silence(self, now: int) -> Silence | None:
        """Return the period of silence, extended by the time in which the table could not be shown."""
        if self.silence is None or self.lost_at is None:
            return self.silence
        since, until = self.silence
        return Silence(since, until + max(0, now - max(self.lost_at, since)))


def wait_of(row: TableRow) -> Wait:
    silence = None
    if row.silent_since is not None and row.silent_until is not None:
        silence = Silence(row.silent_since, row.silent_until)
    return Wait(row.wait_since, row.credited, row.held_at, row.lost_at, silence)


def used_time(table: Table, wait: Wait, now: int) -> int:
    """Return how much time the person on turn has used, in ms."""
    until = min(now, wait.lost_at or now, wait.held_at or now)
    took = max(0, until - wait.since - wait.credited + stopped_time(table, wait, now))
    return min(took, table.agreed.pace.play or took) if table.is_alone else took  # nothing is charged to the bank


def stop_end(table: Table, wait: Wait) -> int | None:
    """Return when a proposal to everybody lets the clock go on, ms since the epoch; None: it does not stop it.

    Like the end of silence, this moment is postponed by the time in which nobody could be reached.
    """
    asked = table.pending
    if asked is None or not asked.stands or wait.silence is None:
        return None
    return wait.silence.until - (asked.until - asked.stands)


def stopped_time(table: Table, wait: Wait, now: int) -> int:
    """Return how much longer a proposal to everybody stops the clock, in ms. This time is credited in advance."""
    until = stop_end(table, wait)
    if until is None or wait.silence is None:
        return 0
    return max(0, until - (now if wait.lost_at is None else max(wait.lost_at, wait.silence.since)))


def _standstill(since: int, other: int | None, now: int) -> int:
    """Return for how long time was stopped since `since`, in ms, up to `other`, where another cause stops it too."""
    return max(0, (now if other is None else other) - since)


def wait_key(table: Table) -> tuple[object, ...]:
    """Return what the table waits for; equal values mean that it is still the same wait."""
    plays = len(table.hand.plays) if table.hand else 0
    seat = None if table.turn is None else table.seats[table.turn]
    is_away = seat is not None and seat.away is not None and table.returned != table.turn
    who = seat and (seat.kind, seat.person, is_away, table.missing == table.turn)
    pace = table.terms.get(PACE)
    hand = table.hand and table.hand.number
    return table.stage, table.phase, hand, plays, table.turn, who, pace, _abandonment(table), table.is_alone


def _abandonment(table: Table) -> tuple[bool, bool]:
    """Return whether the table is abandoned, and whether its record says so."""
    return table.is_abandoned, table.rests


def deadline(table: Table, wait: Wait) -> int | None:
    """Return when the time of the person on turn ends, ms since the epoch; None: never, or no person is on turn."""
    return _time_over(table, wait) if _waits_for_person(table, wait) else None


def call_after(table: Table, wait: Wait) -> int | None:
    """Return after how much of their time the person on turn is called, in ms; None: nobody waits for a person."""
    return table.agreed.pace.call_after if _waits_for_person(table, wait) and not table.is_alone else None


def _waits_for_person(table: Table, wait: Wait) -> bool:
    """Return whether time runs for a person on turn."""
    stands = table.paused or wait.lost_at is not None or table.turn is None or table.is_abandoned
    return not stands and not plays_by_itself(table)


def _time_over(table: Table, wait: Wait) -> int | None:
    """Return when the seat on turn has used up its play time and its bank, ms since the epoch; None: never."""
    play = table.agreed.pace.play
    if play is None or table.turn is None or table.is_alone:
        return None
    return wait.since + wait.credited + play + table.seats[table.turn].bank


def reserve_on_turn(table: Table) -> int | None:
    """Return the time that the seat on turn has left in reserve, in ms; None at a pace without a reserve."""
    return table.seats[table.turn].bank if table.turn is not None and table.agreed.pace.bank else None


def silence_subject(table: Table) -> object:
    """Return what silence decides at the table, as a value that is equal while that is the same; None: nothing.

    A table of a cup closes when the cup has decided its match, and never by silence.
    """
    if table.match is not None:
        return None if table.pending is None or table.is_abandoned else table.pending.seq
    if table.stage is Stage.LOBBY:
        return table.stage
    if table.is_abandoned:
        return _abandonment(table)
    if table.pending is not None:
        return table.pending.seq
    return wait_key(table) if table.waits_alone else None


def silence(table: Table, wait: Wait, delays: Delays, opened_at: int, now: int) -> Silence | None:
    """Return the period of silence that begins now; None if silence decides nothing.

    A proposal's `until` was set by the clock of that time, which may have been set back since.
    """
    if silence_subject(table) is None:
        return None
    if table.stage is Stage.LOBBY:
        return Silence(opened_at, opened_at + delays.lobby)
    if table.is_abandoned or (table.waits_alone and table.pending is None):
        return Silence(wait.since, wait.since + max(delays.lobby, table.agreed.pace.play or 0))
    if table.pending is None:
        return None
    lasts = patience(table, table.pending)
    until = max(table.pending.until, wait.since + lasts)  # the period starts again at a table that has rested
    until = min(until, now + lasts)
    return Silence(until - lasts, until)


def silence_ends(table: Table, wait: Wait) -> int | None:
    """Return when silence decides, ms since the epoch; None: it does not.

    While a table cannot be shown, its people cannot answer, so silence decides nothing; an abandoned table has nobody
    to ask, so there the period runs on. A table waits for people who are away until they said they would be back.
    """
    if table.is_abandoned and any(seat.away is not None for seat in table.seats):
        return None
    if wait.silence is None or (wait.lost_at is not None and not table.is_abandoned):
        return None
    return wait.silence.until


def due(table: Table, wait: Wait, delays: Delays) -> int | None:
    """Return when the clock next has to act, apart from the deadline of a play, ms since the epoch; None: never."""
    moments: list[int | None] = (
        [seat.away for seat in table.seats if seat.away is not None] if table.stage is Stage.PLAYING else []
    )
    moments += [silence_ends(table, wait), next_lapse(table)]
    if table.is_abandoned or table.paused or table.is_unbound:
        pass
    elif table.phase is Phase.DEAL:
        moments.append(wait.since + _pause_before_deal(table, delays))
    elif plays_by_itself(table) and not is_for_absence(table.pending, table.seats[table.turn or 0].person):
        moments.append(wait.since + delays.computer)  # unless people are asked whether to wait for the absent person
    elif awaits_last_card(table) and wait.lost_at is None:
        moments.append(wait.since + wait.credited + delays.last_card)
    return min((moment for moment in moments if moment is not None), default=None)


def _pause_before_deal(table: Table, delays: Delays) -> int:
    if table.is_ready:
        return 0
    if not table.humans:
        return delays.computer
    return delays.between_hands * UNHURRIED if table.is_alone else delays.between_hands


def row_of(table: Table, was: Table | None, before: TableRow, delays: Delays, now: int) -> TableRow:
    """Return the table's row after a change from `was` (None: it was just opened). `now`: ms since the epoch."""
    wait = wait_of(before)
    if was is not None:
        wait = wait.after_change(was, table, now)
    if wait.silence is None or silence_subject(was or table) != silence_subject(table):
        wait = wait._replace(silence=silence(table, wait, delays, before.opened_at, now))
    if was is not None:
        wait = wait._replace(credited=wait.credited + stopped_time(table, wait, now))
    row = before._replace(
        channel_id=table.channel or before.channel_id,
        stage=table.stage,
        seq=table.seq,
        hand=table.hand.number if table.hand else 0,
        turn_seat=table.turn,
        changed_at=now,
    )
    return timed_row(row, table, wait, delays)


def timed_row(row: TableRow, table: Table, wait: Wait, delays: Delays) -> TableRow:
    """Return the row with the columns that follow from the table's wait."""
    return row._replace(
        due_at=due(table, wait, delays),
        deadline_at=deadline(table, wait),
        call_after=call_after(table, wait),
        wait_since=wait.since,
        credited=wait.credited,
        held_at=wait.held_at,
        lost_at=wait.lost_at,
        silent_since=None if wait.silence is None else wait.silence.since,
        silent_until=None if wait.silence is None else wait.silence.until,
    )


def is_due(row: TableRow, now: int) -> bool:
    return any(at is not None and at <= now for at in (row.due_at, row.deadline_at))
