"""Reminders: people are called when half of a play's time is over, and reminded when a fifth of all they have is left.

A call sends the whole hand anew; at slow paces, several that fall due together are one message. When notices fall due,
one transaction counts them at their tables and stores them as a digest. A digest is sent and then deleted. After a
crash in between, the next process sends the stored digests, and each one only once, by its message state.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence, Set
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, TypeVar

from bot.discord_api.errors import DeliveryError, Later, Rejected
from bot.ledger.record_clock import Reachable
from bot.members.preferences import HandDelivery, Preferences, QuietHours, quiet_until
from bot.members.preferences import ReminderChannel as Wished
from bot.messages.overview.reminder import MentionScene, Reminded
from bot.publishing.delivery_queues import leave_out
from bot.publishing.message_state import MessageState, RemindedPlays
from bot.publishing.public_messages import PublicMessages
from bot.publishing.reminder_cleanup import ReminderCleanup, reminder_entry, waits_for
from bot.publishing.reminder_cleanup import digest as digest_of
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.seat_messages import BEEN_HERE, audience
from bot.runtime.background_tasks import DueLoop, TaskPool
from bot.runtime.times import DAY, SECOND
from bot.store import DigestLine, DigestRow, OwedRow, Store, StoreError, TableRow
from bot.tables import Committed, LoadedTable, table_terms
from bot.tables.deadlines import stop_end, wait_of

log = logging.getLogger(__name__)

AGAIN_AFTER: Final = 30_000
"""The time for which a digest waits that Discord has not accepted for now, ms."""
SENT: Final = 1
"""The `shown_seq` of a digest's message once it is sent."""
CHOOSING: Final = 30 * SECOND
"""The longest time for which somebody who has done something during their turn is not called, ms."""
SLOW: Final = table_terms.Pace(DAY).call_after
"""At paces with a call as late as this, or later, a person's wishes and quiet hours hold for it, too."""

Call = Callable[[LoadedTable, int], Awaitable[bool]]
"""Sends a seat's hand anew; returns whether it was sent, now or before."""


class ReminderClock(DueLoop):
    """Sleeps until the next call or reminder is due, and sends it."""

    def __init__(
        self, store: Store, rendering: RenderingContext, public: PublicMessages, call: Call, outages: Reachable
    ) -> None:
        super().__init__(rendering.now, lambda: outages.is_connected)
        self._store = store
        self._rendering = rendering
        self._public = public
        self.call = call
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
        """Hold the notices that must wait, and turn the others into digests, but for those that are not wished."""
        preferences = await self._rendering.people.preferences(person)
        last_active = self._rendering.people.last_active(person)
        by_moment = defaultdict[int, list[OwedRow]](list)
        for row in owed:
            look = next_free_moment if row.reminded else partial(free_to_call, row)
            by_moment[look(now, last_active, preferences.quiet)].append(row)
        due = by_moment.pop(now, [])
        for free, held in by_moment.items():
            await self._store.hold_reminders(held, free)
        if due:
            counted = [(row, times(row, now)) for row in due]
            await self._store.count_reminders(counted, list(_digests(person, due, preferences, now)))

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
        paused = [play for play in digest.lines if play not in owed and await self._is_paused(play)]
        state = await self._state(digest)
        if state.shown_seq == SENT:
            return await self._store.replace_digest(digest.id)
        if not owed:
            return await self._store.replace_digest(digest.id, untold=paused, until=now)
        if (free := await self._free(digest, now)) > now:
            return await self._store.postpone_digest(digest.id, free)
        if digest.is_call:
            return await self._bring_hand(digest, now)
        return await self._send_list(digest, state, owed, paused)

    async def _send_list(
        self, digest: DigestRow, state: MessageState, owed: tuple[DigestLine, ...], paused: Sequence[DigestLine]
    ) -> None:
        """Send the message that lists the plays of a digest which are still owed; the `paused` ones come later."""
        now = self._now()
        lines = [line for play in owed if (line := await reminder_entry(self._rendering, play)) is not None]
        if not lines:
            return await self._store.replace_digest(digest.id, untold=paused, until=now)
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

    async def _bring_hand(self, digest: DigestRow, now: int) -> None:
        """Call a person by their hand; if that is not possible now, try again for as long as the play is owed."""
        (play,) = digest.lines
        if await self.call(await self._rendering.tables.existing(play.table_id), play.seat):
            return await self._store.replace_digest(digest.id)
        return await self._store.postpone_digest(digest.id, now + AGAIN_AFTER)

    async def _free(self, digest: DigestRow, now: int) -> int:
        """Return when a digest may be sent: `now` or later."""
        people = self._rendering.people
        last_active, quiet = people.last_active(digest.person), (await people.preferences(digest.person)).quiet
        if not digest.is_call:
            return next_free_moment(now, last_active, quiet)
        row = (await self._rendering.tables.existing(digest.lines[0].table_id)).row
        return free_to_call(row, now, last_active, quiet)

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
        stands, deadline = stop_end(loaded.table, wait_of(loaded.row)) or 0, loaded.row.deadline_at
        return stands <= now and bool(moments(loaded.row)) and (deadline is None or deadline > now)

    async def _is_paused(self, line: DigestLine) -> bool:
        """Return whether the table waits for the play with its clock stopped: it is paused, or cannot be shown."""
        row = await self._store.row(line.table_id)
        if row is None or not waits_for(row, line):
            return False
        return not moments(row) or await self._stands_until(line.table_id) is not None

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


def _digests(person: str, due: Sequence[OwedRow], preferences: Preferences, now: int) -> Iterator[DigestRow]:
    """Yield what a person is sent of plays: calls, mentions, and one direct message of what is not urgent."""
    lines = {row: DigestLine(row.table_id, row.seat, row.wait_since) for row in due}
    listed = []
    for row, line in lines.items():
        is_call = not row.reminded
        if is_call and (call_time(row) or 0) < SLOW:
            yield DigestRow(0, person, "dm", now, (line,), is_call=True)
        elif preferences.reminders is Wished.THREAD:
            yield DigestRow(0, person, "thread", now, (line,), is_call)
        elif preferences.reminders is Wished.DM:
            listed.append(row)
    if len(listed) == 1 and not listed[0].reminded and preferences.hands is HandDelivery.DM:
        yield DigestRow(0, person, "dm", now, (lines[listed[0]],), is_call=True)
    elif listed:
        yield DigestRow(0, person, "dm", now, tuple(lines[row] for row in listed))


def moments(wait: TableRow | OwedRow) -> tuple[int, ...]:
    """Return when the person is called, and when a fifth of their time is left; nothing while nobody is waited for."""
    end, after = wait.deadline_at, call_time(wait)
    began = wait.wait_since + wait.credited
    return (*(() if after is None else (began + after,)), *(() if end is None else ((4 * end + began) // 5,)))


def call_time(wait: TableRow | OwedRow) -> int | None:
    """Return after how much time the person is called, in ms; of waits from before there were calls, after half."""
    if wait.call_after is not None or wait.deadline_at is None:
        return wait.call_after
    return (wait.deadline_at - wait.wait_since - wait.credited) // 2


def times(wait: TableRow | OwedRow, now: int) -> int:
    """Return how many reminders of the play were due by now."""
    return sum(moment <= now for moment in moments(wait))


def free_to_call(wait: TableRow | OwedRow, now: int, last_active: int | None, quiet: QuietHours | None) -> int:
    """Return the first moment, `now` or later, at which a person may be called.

    Whoever has done something during their turn sees it: a new message would take the buttons from under their thumb.
    """
    after, free = call_time(wait) or 0, now
    if last_active is not None and wait.wait_since < last_active <= now:
        latest = wait.wait_since + wait.credited + 2 * after
        free = max(now, min(last_active + min(CHOOSING, after), latest))
    return free if quiet is None or after < SLOW else quiet_until(free, quiet)


def next_free_moment(now: int, last_active: int | None, quiet: QuietHours | None) -> int:
    """Return the first moment, `now` or later, at which a person may be reminded: not right after they were active."""
    if last_active is None or last_active > now:  # the clock was set back since
        last_active = now - BEEN_HERE
    free = max(now, last_active + BEEN_HERE)
    return free if quiet is None else quiet_until(free, quiet)
