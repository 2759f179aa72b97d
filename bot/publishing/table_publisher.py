"""The table publisher: wakes the delivery queues of a table after every commit, at start-up and on a sweep.

The same catch-up runs in all three cases, so recovery from a crash is the normal path. A table has one queue for
its public messages and one for each seat's hand. A queue shows one thing at a time, in order, each in its newest
state (`bot.publishing.outbox`: which posts are due; `bot.publishing.idempotent_sender`: how one message is brought
up to date).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Final, NamedTuple

from bot.discord_api.errors import DeliveryError, Later, NoPrivateThread
from bot.discord_api.request_pacer import urgent
from bot.ledger.record_clock import Reachable
from bot.messages.kit.scene import Scene
from bot.publishing import posts
from bot.publishing.delivery_queues import DeliveryQueues, Followers, QueueKey, queue_name
from bot.publishing.late_pictures import Sent
from bot.publishing.posts import ChangeDetector
from bot.publishing.private_answers import PassingAnswer, PrivateAnswers
from bot.publishing.private_hands import FollowedSeat, PrivateHands
from bot.publishing.public_messages import OpenerNotices, PublicMessages
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.seat_messages import BEEN_HERE, QueuePause, SeatMessages
from bot.runtime import logs
from bot.store import DatabaseTrouble, Store
from bot.tables import Committed, LoadedTable, TableGone, actions
from bot.tables.nudges import WATCHED, nudge_refusal
from bot.tables.results import ENDED
from bot.tables.table import Stage, Table
from bot.texts.reader import Reader

log = logging.getLogger(__name__)

REMEMBERED: Final = 500
"""The number of cached idle tables, with the message state of each of their posts (about 1 KB)."""
SWEPT_AT_ONCE: Final = 16
SWEPT_WITHIN: Final = 1.0
"""The tables that a sweep catches up with at once, and the seconds that it waits for them before it goes on."""
TOGETHER: Final = 0.9
"""Seconds for which a play waits for the computers' plays after it, so that one edit shows them."""
CALLED_WITHIN: Final = 20.0
"""Seconds for which a call is waited for; after that it is tried again."""
SHOWN_WITHIN: Final = 60.0
"""Seconds that others wait at most for a new table to be shown."""


class Shut(NamedTuple):
    """The place (a channel or thread id) that refuses a table's messages, and the channel of the table."""

    place: int
    channel: int


class TablePublisher:
    """Shows tables: their posts in their thread, each person's hand in a DM.

    `now`: ms since the epoch. `notice_after`: ms without activity after which a person counts as away.
    """

    def __init__(
        self,
        store: Store,
        rendering: RenderingContext,
        public: PublicMessages,
        private: PrivateHands,
        seats: SeatMessages,
        outages: Reachable,
        notice_after: int,
    ) -> None:
        self._store = store
        self.rendering = rendering
        self.public = public
        self.private = private
        self.answers = PrivateAnswers(rendering)
        self._seats = seats
        self._opener_notices = OpenerNotices(rendering)
        self._tables = rendering.tables
        self._states = rendering.message_states
        self._outbox = rendering.outbox
        self._outages = outages
        self._now = rendering.now
        self._notice_after = notice_after
        self._queues = DeliveryQueues(self._show, self._note_end)
        self._followers = Followers(self._wake_follower)
        self._to_nudge: set[int] = set()
        """Tables in whose thread people may nudge from now on."""
        self._change_detector = ChangeDetector()
        self._shown: dict[int, int] = {}
        """Table id -> the entry up to which a table has been shown, to be written down."""
        self._ended: set[int] = set()
        """Shown tables that are over: nobody needs them in the cache."""
        self._shut: dict[int, Shut] = {}
        """The tables that cannot be shown, by table id."""
        self._away: set[int] = set()
        """Tables with something to show in guilds that cannot be reached."""
        self._listeners: list[Callable[[int], None]] = []
        rendering.delivery.listen(self._show_at)
        rendering.table_contexts.listen(self._redraw_hands)

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with the id of a table when its end is shown, or when it cannot be shown at present."""
        self._listeners.append(listener)

    # Triggers

    def follow(self, change: Committed) -> None:
        """Queue the messages that a commit has changed (a listener of `TableService`)."""
        table = change.table
        if any(isinstance(action, actions.Miss) for action, _ in change.done):
            self.rendering.member_left.follow(change)
        changed = [post for found in posts.posts_of_actions(change.done, change.before) for post in found]
        self._outbox.add(table.id, table.seq - len(change.done) + 1, changed)
        if table.id in self._shut and self._shut[table.id].channel != change.row.channel_id:
            del self._shut[table.id]  # the table was moved to another channel
        if change.done and not self._is_shut(table.id):
            self._queues.wake((table.id, None), TOGETHER if self._goes_on_at_once(change) else 0.0)
        for seat in range(len(table.seats)):
            if self._change_detector.has_changed(change, seat):
                self._followers.forget((table.id, seat))
                self._queues.wake((table.id, seat))
            elif change.done and table.turn not in (None, seat) and self._seats.is_here(table.seats[seat].person):
                self._followers.note((table.id, seat))

        self._followers.note_later(table.id, *self._nudgers(change))

    def _wake_follower(self, queue: QueueKey) -> None:
        if queue[1] is None:
            self._to_nudge.add(queue[0])
        self._queues.wake(queue)

    def _nudgers(self, change: Committed) -> tuple[list[int | None], float]:
        """Return the seats whose people may watch, and may nudge whoever is on turn, and after how many seconds.

        If there are any, None for the message in the thread is one of them.
        """
        table, row = change.table, change.row
        after = table.agreed.pace.nudge_after
        if after >= WATCHED:
            return [], 0.0
        seats: list[int | None] = [
            number
            for number, seat in enumerate(table.seats)
            if self._seats.may_watch(seat.person) and nudge_refusal(table, seat.person or "", after) is None
        ]
        seats += [None] if seats else []
        return seats, max(0, row.wait_since + row.credited + after - self._now()) / 1000 + 0.1

    def _goes_on_at_once(self, change: Committed) -> bool:
        """Return whether a play was made and a computer makes the next one in a moment: one edit shows both."""
        due = change.row.due_at
        soon = due is not None and due - self._now() < TOGETHER * 1000
        return soon and all(isinstance(action, actions.TakeTurn) for action, _ in change.done)

    async def read_up(self) -> None:
        await self.rendering.people.load_activity(self._now() - max(self._notice_after, BEEN_HERE))

    async def sweep(self) -> None:
        """Catch up with every table that has something not shown: at start-up, and regularly."""
        await self._write_down()
        unshown = await self._store.unshown_tables()
        self._shut = {table_id: self._shut[table_id] for table_id in unshown if table_id in self._shut}
        self._away &= set(unshown)  # the others were deleted, with their records
        open_ones = [table_id for table_id in sorted(unshown, key=self._asked_at) if not self._is_shut(table_id)]
        for first in range(0, len(open_ones), SWEPT_AT_ONCE):
            await self._catch_up_all(open_ones[first : first + SWEPT_AT_ONCE])
        hands = [
            queue for queue in self._queues.unfinished if queue[1] is not None
        ]  # a refusing channel takes no part in DMs
        for queue in (*hands, *self._seats.withheld):
            self._queues.wake(queue)

    async def _catch_up_all(self, tables: Sequence[int]) -> None:
        """Catch up with a few tables, then wait a moment for them, so that presses need not wait for all tables."""
        for table_id in tables:
            try:
                for queue in _queues_of((await self._tables.existing(table_id)).table):
                    self._queues.retry(queue)
            except TableGone:
                continue
            except DatabaseTrouble as error:
                log.warning("table %s is shown later: %s", table_id, error)
            except Exception:
                logs.own_error(log, "table %s could not be read", table_id)
        if under_way := self._queues.tasks_of(tables):
            await asyncio.wait(under_way, timeout=SWEPT_WITHIN)

    async def _write_down(self) -> None:
        """Write the deferred message states and how far tables have been shown; drop idle tables from the caches."""
        await self._states.flush()
        shown, self._shown = self._shown, {}
        if shown:
            await self._store.raise_shown_seqs(shown)
        ended, self._ended = self._ended, set()
        known = self._outbox.tables()
        too_many = len(known) - REMEMBERED
        if too_many > 0 or ended:
            busy = self._queues.busy_tables | {table_id for table_id, _ in self._seats.withheld}
            idle = [table_id for table_id in known if self._outbox.is_empty(table_id) and table_id not in busy]
            over = ended.intersection(idle)
            for table_id in over.union(idle[: max(0, too_many)]):
                self._forget(table_id)
            for table_id in over:
                self._seats.drop(table_id)

    async def wait_until_shown(self, table_id: int) -> None:
        """Wait until the messages of a table are sent, or wait for their place; a minute at most."""
        if under_way := self._queues.tasks_of([table_id]):
            await asyncio.wait(under_way, timeout=SHOWN_WITHIN)

    async def shows_all(self, table_id: int) -> bool:
        """Return whether all public messages of a table are shown; True if it is no longer there."""
        loaded = await self._tables.get(table_id)
        if loaded is None or await self._store.shown_seq(table_id) >= loaded.table.seq:
            return True
        return not await self._outbox.due_posts(table_id)

    def forget(self, table_ids: Iterable[int]) -> None:
        gone = set(table_ids)
        self._queues.forget(gone)
        for table_id in gone:
            self._shut.pop(table_id, None)
            self._away.discard(table_id)
            self._shown.pop(table_id, None)
            self._to_nudge.discard(table_id)
            self._forget(table_id)
            self._states.drop(table_id)
            self._seats.drop(table_id)

    def _forget(self, table_id: int) -> None:
        self._outbox.forget(table_id)
        self._states.forget(table_id)
        self.rendering.table_contexts.forget(table_id)
        self._seats.forget(table_id)
        self._change_detector.forget(table_id)

    async def stop(self, grace: float) -> None:
        self._followers.stop()
        await self._queues.stop(grace)
        await self.rendering.member_left.stop()
        await self._write_down()

    # Refusals

    @property
    def shut(self) -> Mapping[int, Shut]:
        """The tables that cannot be shown, and the place that refuses each."""
        return self._shut

    def note_change(self, places: Set[int]) -> None:
        """Note a change in these channels and threads: requests that they refused may be possible now."""
        self.rendering.sender.hint(places)
        self.rendering.delivery.hint(places)
        self.rendering.delivery.hint([shut.place for shut in self._shut.values() if shut.channel in places])

    async def handle_deletion(self, place: int) -> None:
        """Handle the deletion of a channel or thread: the tables in play that were shown there go on at once."""
        for table_id in await self._store.tables_played_at(place):
            if (loaded := await self._tables.get(table_id)) is not None:
                await self.public.show_again(loaded)
                self._queues.wake((table_id, None))

    def _redraw_hands(self, table_id: int) -> None:
        """Redraw the hands of a table whose link has changed (a listener of `TableContexts`)."""
        if (loaded := self._tables.get_cached(table_id)) is not None:
            self._wake_seats(loaded)

    def wake(self) -> None:
        away, self._away = self._away, set()
        for table_id in away:
            self._queues.wake((table_id, None))

    def note_activity(self, person: int, channel: int) -> None:
        """Note that a person (a Discord id) is active in a channel: their DMs and the channel may be open again."""
        self.rendering.delivery.note_activity(person)
        if not self.rendering.delivery.allows(channel):
            self.note_change({channel})

    def _show_at(self, places: Set[int]) -> None:
        """Show messages that wait for places now open, or worth a try (a listener of the circuit breaker)."""
        for table_id in sorted(self._shut, key=self._asked_at):
            if self._shut[table_id].place in places:
                self._queues.wake((table_id, None))
        for (table_id, seat), refused in self._seats.refused.items():
            if refused in places:
                self._queues.wake((table_id, seat))

    def _asked_at(self, table_id: int) -> int:
        """Sort key: when the table's refusing place was last asked, ms; 0 if nothing is refused.

        Of tables that share a place only one may try, so the one that has waited longest comes first.
        """
        shut = self._shut.get(table_id)
        return 0 if shut is None else self.rendering.delivery.asked_at(shut.place)

    def _is_shut(self, table_id: int) -> bool:
        shut = self._shut.get(table_id)
        return shut is not None and not self.rendering.delivery.allows(shut.place)

    async def _shut_out(self, queue: QueueKey, error: DeliveryError, place: int) -> None:
        """Note that a place refuses the table's messages, and stop the table's clock until it can be shown again."""
        table_id, seat = queue
        loaded = await self._tables.existing(table_id)
        self._shut[table_id] = Shut(place, loaded.row.channel_id)
        if error.asked:
            self.rendering.delivery.share(place, loaded.row.guild_id)
        if seat is None and error.asked and self.rendering.delivery.is_gone(place):
            self._wake_seats(loaded)  # the hands say that the channel is gone
        await self._tables.lose(table_id)
        if isinstance(error, NoPrivateThread) and loaded.table.stage is Stage.PLAYING:
            if seat is None and loaded.row.lost_at is None:
                self._wake_seats(loaded)  # the hands say that the table has no thread
            if error.asked or seat is not None or loaded.table.match is None:  # of the tables of a cup, one tells it
                await self._opener_notices.tell(table_id, seat)

    def _wake_seats(self, loaded: LoadedTable) -> None:
        for seat in range(len(loaded.table.seats)):
            self._queues.wake((loaded.table.id, seat))

    # Queues

    async def _show(self, queue: QueueKey) -> None:
        """Run a queue once; a refused message waits for the next change, or for its place. Raises Later, StoreError."""
        table_id, seat = queue
        loaded = await self._tables.existing(table_id)
        urgent.set(seat is not None and loaded.table.turn == seat)
        try:
            if seat is not None:
                await self._seats.show(loaded, seat)
            elif loaded.row.guild_id in self._outages.lost_guilds:  # then no request is sent
                self._away.add(table_id)
            else:
                if table_id in self._to_nudge:
                    self._to_nudge.discard(table_id)
                    await self.public.renew(loaded, *posts.turn_post(loaded.table), keeps_place=True)
                await self.public.show(table_id)
                loaded = await self._tables.existing(table_id)
                await self.answers.show(loaded)
                if self._shut.pop(table_id, None) is not None or loaded.row.lost_at is not None:
                    await self._tables.find(table_id)
                    self._wake_seats(loaded)
        except Later as error:
            if seat is None and error.place is not None:
                await self._shut_out(queue, error, error.place)
            raise
        except DeliveryError as error:
            log.log(error.log_level, "%s cannot be shown: %s", queue_name(queue), error)
            if error.place is not None:
                await self._shut_out(queue, error, error.place)

    async def _note_end(self, queue: QueueKey) -> None:
        """Note that the last queue of a table has ended with nothing left to show; the sweep stores it.

        For an ended table it is written at once, so that no later start has to read its record again.
        """
        table_id, seat = queue
        loaded = self._tables.get_cached(table_id)
        if seat is None and (loaded is None or loaded.table.stage in ENDED or table_id in self._shut):
            for listener in self._listeners:
                listener(table_id)
        if loaded is None or not self._is_shown(loaded.table):
            return
        self._shown[table_id] = loaded.table.seq
        ended_now = loaded.table.stage in ENDED
        if ended_now and not self._queues.stopping:  # a stop writes everything anyway
            self._ended.add(table_id)
            try:
                await self._write_down()
            except Exception:
                log.exception("what has been shown could not be written down; the sweep does it again")

    def _is_shown(self, table: Table) -> bool:
        """Return whether everything of a table is shown, nothing is being shown, and nobody is still to be called."""
        left = any(self._queues.is_busy(queue) or queue in self._seats.withheld for queue in _queues_of(table))
        return self._outbox.is_empty(table.id) and not left

    async def tell_dms_closed(self, loaded: LoadedTable, seat: int) -> bool:
        """Return whether to notify the seat's person, who is active, that no DM reaches them: once a hand."""
        is_new = await self._seats.tell_dms_closed(loaded, seat)
        self.redraw_hand(loaded.table.id, seat)  # a DM may reach them now
        return is_new

    def note_press(self, table_id: int, person: str, message_id: int) -> None:
        """Note a press in a private message: only the response redraws it now."""
        self.private.note_press(table_id, person, message_id)
        self.answers.forget(table_id, message_id)

    def note_passing_answer(self, message_id: int, answer: PassingAnswer) -> None:
        """Note that a private answer was sent that says something of a table that passes."""
        if self.answers.note(message_id, answer):
            self._queues.wake((answer.validity.table, None))

    def note_hand(self, place: FollowedSeat, scene: Scene, person: str, reader: Reader, sent: Sent) -> None:
        """Note that a response shows in a private message a hand, or what comes before it: it follows the table now."""
        if sent.token is not None:
            self.private.note_hand(place, scene, person, reader, sent.message_id, sent.token)
            self.redraw_hand(place.table, place.seat)

    def note_answer(self, table_id: int, person: str, message_id: int) -> None:
        """Note that a press in a private message is answered, and the message stays as it was."""
        if (seat := self.private.note_answer(table_id, person, message_id)) is not None:
            self.redraw_hand(table_id, seat)

    def redraw_hand(self, table_id: int, seat: int) -> None:
        """Bring the message of a seat's hand up to date, though nothing happened at the table."""
        self._queues.wake((table_id, seat))

    async def redraw(self, table_id: int) -> None:
        """Redraw the messages that still change, after a person's name has changed. Raises TableGone, StoreError."""
        loaded = await self._tables.existing(table_id)
        await self.public.renew(loaded, *posts.renewed_posts(loaded.table))
        for queue in _queues_of(loaded.table):
            self._queues.wake(queue)

    async def redraw_recent(self, since: int) -> None:
        """Draw the posts and hands of all tables that have changed since then anew, whatever they show."""
        for row, seats in await self._store.running_with_seats():
            if row.changed_at >= since and (loaded := await self._tables.get(row.id)) is not None:
                for seat in range(len(seats)):
                    await self._seats.doubt(loaded, seat)
                await self.redraw(row.id)

    async def renew_card(self, loaded: LoadedTable) -> None:
        """Show the lobby card again, since somebody misses it: the bot gets no event for a deleted message."""
        await self.public.renew(loaded, posts.lobby(loaded.table))
        self._queues.wake((loaded.table.id, None))

    def announce(self, loaded: LoadedTable, key: str, words: str) -> None:
        """Post an announcement of the operator in the table's place."""
        self._outbox.add(loaded.table.id, loaded.table.seq + 1, [posts.announcement(key, words)])
        if not self._is_shut(loaded.table.id):
            self._queues.wake((loaded.table.id, None))

    async def call(self, loaded: LoadedTable, seat: int) -> bool:
        """Notify the seat's person of their turn by a new message; return whether it was sent, now or before."""
        if not await self._seats.has_called(loaded, seat):
            self._seats.call(loaded.table, seat)
            self._queues.wake((loaded.table.id, seat))
            await self._queues.wait((loaded.table.id, seat), CALLED_WITHIN)
        return await self._seats.has_called(loaded, seat)

    def pause_hand(self, table: Table, seat: int) -> QueuePause:
        return QueuePause(self._queues, self._seats, table, seat)


def _queues_of(table: Table) -> list[QueueKey]:
    return [(table.id, seat) for seat in (None, *range(len(table.seats)))]
