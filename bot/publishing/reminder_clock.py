"""Reminders: people are reminded of a play when half of its time is left, and again when a fifth is left.

When reminders fall due, one transaction counts them at their tables and stores them as a digest. A digest is sent and
then deleted. After a crash in between, the next process sends the stored digests, and each one only once, by its
message state.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import Final, TypeVar

from bot.discord_api.errors import DeliveryError, Later, Rejected
from bot.ledger.record_clock import Reachable
from bot.members.preferences import QuietHours, quiet_until
from bot.members.preferences import ReminderChannel as Wished
from bot.messages.overview.reminder import MentionScene, Reminded
from bot.publishing.delivery_queues import leave_out
from bot.publishing.message_state import MessageState, RemindedPlays
from bot.publishing.public_messages import PublicMessages
from bot.publishing.reminder_cleanup import ReminderCleanup, reminder_entry, waits_for
from bot.publishing.reminder_cleanup import digest as digest_of
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.seat_messages import audience
from bot.runtime.background_tasks import DueLoop, TaskPool
from bot.runtime.times import MINUTE
from bot.store import DigestLine, DigestRow, OwedRow, Store, StoreError, TableRow
from bot.tables import Committed
from bot.tables.deadlines import stop_end, wait_of

log = logging.getLogger(__name__)

AGAIN_AFTER: Final = 30_000
"""The time for which a digest waits that Discord has not accepted for now, ms."""
SENT: Final = 1
"""The `shown_seq` of a digest's message once it is sent."""
BEEN_HERE: Final = 10 * MINUTE
"""The time for which after somebody's last activity they are not reminded, ms."""


class ReminderClock(DueLoop):
    """Sleeps until the next reminder is due, and sends it."""

    def __init__(self, store: Store, rendering: RenderingContext, public: PublicMessages, outages: Reachable) -> None:
        super().__init__(rendering.now, lambda: outages.is_connected)
        self._store = store
        self._rendering = rendering
        self._public = public
        self._outages = outages
        self._sending = TaskPool()
        self.cleanup = ReminderCleanup(store, rendering)
        self._refused: defaultdict[int, set[str]] = defaultdict(set)
        """Place -> the people to be reminded there once it accepts messages again."""
        self._releasing = TaskPool()
        rendering.delivery.listen(self._release_at)

    # Waking up

    def follow(self, change: Committed) -> None:
        """Wake up earlier if a new play's first reminder is due earlier (a listener of `TableService`)."""
        self.wake_at(next(iter(moments(change.row)), None))
        self.cleanup.look(change.table.id)

    def look_again(self) -> None:
        """Look again now: tables are reachable again, or the clock was set."""
        self.wake()
        self.cleanup.read_again()

    async def release(self, person: str) -> None:
        """Release a person's held reminders after a change of preferences: they may be due earlier, or later."""
        await self._store.release_reminders(person)
        self.wake()

    async def act(self, now: int) -> None:
        """Turn due reminders into stored digests, and start sending the stored ones, one at a time to each person."""
        owed = []
        for row in await self._store.due_reminders(now, self._outages.lost_guilds):
            until = 0
            with leave_out("table", row.table_id, "question"):
                until = await self._stands_until(row.table_id) or 0
            if until <= now:
                owed.append(row)
            else:
                await self._store.hold_reminders([row], until)
        await asyncio.gather(
            *(self._write_down_or_drop(person, theirs, now) for person, theirs in _group_by_person(owed))
        )
        for person, digests in _group_by_person(await self._store.due_digests(now)):
            if person not in self._sending:
                self._sending.start(f"reminder {person}", self._send(person, digests), person)

    async def next_due(self, now: int) -> int | None:
        return await self._store.next_reminder(now)

    async def stop(self, grace: float) -> None:
        """Let the messages in progress finish, for `grace` seconds at most; the rest is stored."""
        await self._sending.stop(grace)
        await self._releasing.stop()
        await self.cleanup.stop()

    # Reminders that are due

    async def _stands_until(self, table_id: int) -> int | None:
        """Return until when a question to all players stops a table's clock, ms since the epoch; None if none does."""
        loaded = await self._rendering.tables.get(table_id)
        return None if loaded is None else stop_end(loaded.table, wait_of(loaded.row))

    async def _write_down_or_drop(self, person: str, owed: Sequence[OwedRow], now: int) -> None:
        with leave_out("reminders", len(owed)):
            return await self._write_down(person, owed, now)
        return await self._store.count_reminders([(row, times(row, now)) for row in owed], [])

    async def _write_down(self, person: str, owed: Sequence[OwedRow], now: int) -> None:
        wished = (await self._rendering.people.preferences(person)).reminders
        free = await self._next_free_moment(person, now)
        counted = [(row, times(row, now)) for row in owed]
        if wished is Wished.NONE:
            await self._store.count_reminders(counted, [])
        elif free > now:
            await self._store.hold_reminders(owed, free)
        else:
            lines = [DigestLine(row.table_id, row.seat, row.wait_since) for row in owed]
            by_dm = wished is Wished.DM
            digests = [DigestRow(0, person, "dm", now, tuple(lines))] if by_dm else _mentions(person, lines, now)
            await self._store.count_reminders(counted, digests)

    async def _next_free_moment(self, person: str, now: int) -> int:
        """Return when a person may be reminded: not right after they were active, nor in their quiet hours."""
        people = self._rendering.people
        return next_free_moment(now, people.last_active(person), (await people.preferences(person)).quiet)

    # Sending

    async def _send(self, person: str, digests: Sequence[DigestRow]) -> None:
        try:
            for digest in digests:
                await self._deliver_or_drop(digest)
        except Exception:
            log.exception("a reminder could not be sent; it is tried again")
            await asyncio.sleep(AGAIN_AFTER / 1000)
        finally:
            self.wake()

    async def _deliver_or_drop(self, digest: DigestRow) -> None:
        with leave_out("reminder", digest.id):
            return await self._deliver(digest)
        return await self._store.replace_digest(digest.id)

    async def _deliver(self, digest: DigestRow) -> None:
        """Send a digest if it is still to be sent."""
        now = self._now()
        owed = tuple([play for play in digest.lines if await self._is_owed(digest.person, play, now)])
        lines = [line for play in owed if (line := await reminder_entry(self._rendering, play)) is not None]
        paused = [play for play in digest.lines if play not in owed and await self._is_paused(play)]
        state = await self._state(digest)
        if state.shown_seq == SENT:
            return await self._store.replace_digest(digest.id)
        if not lines:
            return await self._store.replace_digest(digest.id, untold=paused, until=now)
        if (free := await self._next_free_moment(digest.person, now)) > now:
            return await self._store.postpone_digest(digest.id, free)
        try:
            await self._bring(digest, state, lines, RemindedPlays(owed))
        except Later as error:
            log.warning("a reminder waits: %s", error)
            return await self._store.postpone_digest(digest.id, now + AGAIN_AFTER)
        except DeliveryError as error:
            log.info("a reminder by %s cannot be sent: %s", digest.way, error)
            for line in lines:  # perhaps the person has left the guild: then the play is no longer theirs
                loaded = await self._rendering.tables.existing(line.head.table)
                await self._rendering.member_left.check_departure(loaded.row.guild_id, digest.person)
            if digest.way == "thread":
                return await self._hold_back(digest, error)
            mentions = _mentions(digest.person, owed, now)
            return await self._store.replace_digest(digest.id, mentions, untold=paused, until=now)
        self.cleanup.note_sent(await self._state(digest), owed)
        return await self._store.replace_digest(digest.id, untold=paused, until=now)

    async def _hold_back(self, digest: DigestRow, error: DeliveryError) -> None:
        """Hold a reminder that its thread refuses until the thread accepts messages, if the play is still due then."""
        if isinstance(error, Rejected):  # a retry would be rejected too
            return await self._store.replace_digest(digest.id)
        until = self._now() + AGAIN_AFTER
        if error.place is not None:
            self._refused[error.place].add(digest.person)
            rest = self._rendering.delivery.open_circuits().get(error.place)
            until = until if rest is None else max(until, rest.until)
        return await self._store.replace_digest(digest.id, untold=digest.lines, until=until)

    def _release_at(self, places: Set[int]) -> None:
        """Release the reminders for places that are open again, or worth a try (a listener of the circuit breaker)."""
        for person in set().union(*(self._refused.pop(place, set()) for place in places)):
            self._releasing.start(f"reminder {person}", self._release(person))

    async def _release(self, person: str) -> None:
        try:
            await self.release(person)
        except StoreError as error:
            log.warning("a reminder comes later: %s", error)

    async def _state(self, digest: DigestRow) -> MessageState:
        first = digest.lines[0]
        state = await self._rendering.message_states.get(first.table_id, audience(first.seat), f"reminder:{digest.id}")
        return state._replace(person=digest.person)

    async def _is_owed(self, person: str, line: DigestLine, now: int) -> bool:
        """Return whether the table still waits for the play, and its time is running and not over."""
        loaded = await self._rendering.tables.get(line.table_id)
        if loaded is None or not waits_for(loaded.row, line) or loaded.table.seats[line.seat].person != person:
            return False
        stands = stop_end(loaded.table, wait_of(loaded.row)) or 0
        return stands <= now and loaded.row.deadline_at is not None and loaded.row.deadline_at > now

    async def _is_paused(self, line: DigestLine) -> bool:
        """Return whether the table waits for the play with its clock stopped: it is paused, or cannot be shown."""
        row = await self._store.row(line.table_id)
        if row is None or not waits_for(row, line):
            return False
        return row.deadline_at is None or await self._stands_until(line.table_id) is not None

    async def _bring(
        self, digest: DigestRow, state: MessageState, lines: Sequence[Reminded], note: RemindedPlays
    ) -> None:
        rendering, first = self._rendering, lines[0]
        loaded = await rendering.tables.existing(first.head.table)
        row = loaded.row
        if digest.way == "dm":
            reader, channel = (
                await rendering.people.reader(digest.person, row.language),
                await rendering.dm(digest.person),
            )
            return await rendering.sender.show(state, digest_of(state, lines), reader, SENT, channel, note=note)
        who = first.head.holders[first.seat].discord_id
        reader, channel = await rendering.guilds.reader(row.guild_id, row.language), await self._public.channel(loaded)
        return await rendering.sender.show(state, MentionScene(first), reader, SENT, channel, note=note, mention=who)


RowT = TypeVar("RowT", OwedRow, DigestRow)


def _group_by_person(rows: Sequence[RowT]) -> Iterator[tuple[str, list[RowT]]]:
    for person, theirs in groupby(sorted(rows, key=attrgetter("person")), key=attrgetter("person")):
        yield person, list(theirs)


def _mentions(person: str, lines: Sequence[DigestLine], at: int) -> list[DigestRow]:
    return [DigestRow(0, person, "thread", at, (line,)) for line in lines]


def moments(wait: TableRow | OwedRow) -> tuple[int, ...]:
    """Return when half of the time is left, and when a fifth; nothing while the clock is stopped."""
    end = wait.deadline_at
    if end is None:
        return ()
    began = wait.wait_since + wait.credited
    return (end + began) // 2, (4 * end + began) // 5


def times(wait: TableRow | OwedRow, now: int) -> int:
    """Return how many reminders of the play were due by now."""
    return sum(moment <= now for moment in moments(wait))


def next_free_moment(now: int, last_active: int | None, quiet: QuietHours | None) -> int:
    """Return the first moment, `now` or later, at which a person may be reminded."""
    if last_active is None or last_active > now:  # the clock was set back since
        last_active = now - BEEN_HERE
    free = max(now, last_active + BEEN_HERE)
    return free if quiet is None else quiet_until(free, quiet)
