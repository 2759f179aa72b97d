"""What is committed gets shown. The record is its own outbox: `catch_up` shows every step that has not been shown.

The same `catch_up` runs after every commit, at start-up and on a sweep, so the way after a crash is the everyday way.
A table has one lane for the public and one for each person's hand; a lane shows one thing at a time, in order, and only
the newest state of each. Before a send the mark says *attempted*, after it *shown*; a send that may or may not have
happened is repeated with its nonce while Discord remembers nonces, and looked for in the channel after that.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from bot import layouts
from bot.backdrops import Backdrops
from bot.delivery import ChannelGone, Delivery, DeliveryError, DmsClosed, Later, MessageGone
from bot.hands import hand_scene
from bot.people import People
from bot.posts import LOBBY, Backdrop, Post, touched
from bot.scenes import CallScene, HandScene, Holder, Scene
from bot.store import ShownRow, Store
from bot.table import Stage, present, unfold
from bot.tables import Change, Kept, Tables
from bot.texts import Words
from rules.game import Phase

log = logging.getLogger(__name__)

PUBLIC: Final = "public"
HAND: Final = "hand"
CALL: Final = "call"
TOLD: Final = "told"
"""In place of the fingerprint of a hand that could not be sent: its person knows."""
EDITED_FOR: Final = 50 * 60_000
"""How long a message is edited, ms; Discord limits edits of messages older than an hour (30046)."""
NONCE_KEPT: Final = 2 * 60_000
"""How long we trust Discord to remember a nonce, ms ("the past few minutes")."""
TRIES: Final = (1, 2, 5, 15, 30, 60)
"""Seconds before a delivery that failed for now is tried again; after the last the sweep takes over."""

Lane = tuple[int, str]


class Hold:
    """Keeps a seat's lane still while a press in its DM is answered: the answer redraws the hand, no edit is needed."""

    def __init__(self, publisher: Publisher, lane: Lane) -> None:
        self._publisher = publisher
        self._lane = lane

    async def release(self, scene: HandScene | None, message_id: int | None) -> None:
        """The answer is out: it showed `scene` in this message (None: it showed no hand)."""
        await self._publisher.released(self._lane, scene, message_id)


class Publisher:
    """Shows tables: their posts in their thread, each person's hand in a DM."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        people: People,
        backdrops: Backdrops,
        delivery: Delivery,
        words: Callable[[str], Words],
        now: Callable[[], int],
        notice_after: int,
    ) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._backdrops = backdrops
        self._delivery = delivery
        self._words = words
        self._now = now
        self._notice_after = notice_after
        self._pending: dict[int, dict[str, Post]] = {}
        self._marks: dict[int, dict[tuple[str, str], ShownRow]] = {}
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._again: set[Lane] = set()
        self._held: Counter[Lane] = Counter()
        self._stopping = False

    def changed(self, change: Change) -> None:
        """A listener of `Tables`: what was committed is to be shown."""
        pending = self._pending.get(change.table.id)
        if pending is not None:
            for post in change.posts:
                pending.pop(post.key, None)
                pending[post.key] = post
        elif change.table.seq <= len(change.posts):  # a table that has just been opened
            self._pending[change.table.id] = {post.key: post for post in change.posts}
        self.wake(change.table.id, len(change.table.seats))

    def wake(self, table_id: int, seats: int) -> None:
        """Catch up with a table, soon; lanes that run already go round once more."""
        for audience in (PUBLIC, *(f"seat:{seat}" for seat in range(seats))):
            lane = (table_id, audience)
            if lane in self._lanes or lane in self._held:
                self._again.add(lane)
            else:
                self._start(lane)

    def hold(self, table_id: int, seat: int) -> Hold:
        """Keep the lane of a seat still until the hold is released."""
        lane = (table_id, f"seat:{seat}")
        self._held[lane] += 1
        return Hold(self, lane)

    async def released(self, lane: Lane, scene: HandScene | None, message_id: int | None) -> None:
        """For `Hold`."""
        try:
            if scene is not None and message_id is not None:
                await self._note_hand(lane, scene, message_id)
        finally:
            self._held[lane] -= 1
            if not self._held[lane]:
                del self._held[lane]
                if lane in self._again and lane not in self._lanes:
                    self._start(lane)

    async def _note_hand(self, lane: Lane, scene: HandScene, message_id: int) -> None:
        kept = await self._kept(lane[0])
        mark = await self._mark(*lane, HAND)
        if mark.message_id == message_id:
            seq, fingerprint = kept.table.seq, _fingerprint(scene)
            note = _turn(scene) or mark.note
            await self._put(mark._replace(shown_seq=seq, attempted_seq=seq, fingerprint=fingerprint, note=note))

    def _start(self, lane: Lane) -> None:
        if not self._stopping:
            self._lanes[lane] = asyncio.create_task(self._run(lane), name="publisher {} {}".format(*lane))

    async def sweep(self) -> None:
        """Catch up with every table of which something has not been shown: at start-up, and now and then."""
        for table_id in await self._store.unshown():
            kept = await self._tables.get(table_id)
            if kept is not None:
                self.wake(table_id, len(kept.table.seats))

    async def settled(self) -> None:
        """Wait until every lane has come to its end."""
        while self._lanes:
            await asyncio.wait(list(self._lanes.values()))

    async def stop(self, grace: float) -> None:
        """Let the lanes finish what they are at, for `grace` seconds at most."""
        self._stopping = True
        running = list(self._lanes.values())
        if running:
            _, late = await asyncio.wait(running, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _run(self, lane: Lane) -> None:
        table_id, audience = lane
        show = self._show_public if audience == PUBLIC else self._show_seat
        try:
            while True:
                self._again.discard(lane)
                await self._insist(lane, show)
                if lane not in self._again or self._stopping:
                    break
        except Exception:
            log.exception("table %s: %s could not be shown", table_id, audience)
        finally:
            del self._lanes[lane]
            self._again.discard(lane)
            await self._settle(table_id)

    async def _insist(self, lane: Lane, show: Callable[[Lane], Awaitable[None]]) -> None:
        """Show, and try again where Discord is only busy; what it refuses for good waits for the next change."""
        for pause in TRIES:
            try:
                return await show(lane)
            except Later as error:
                log.warning("table %s: %s waits %s s: %s", *lane, pause, error)
                await asyncio.sleep(pause)
            except DeliveryError as error:
                log.warning("table %s: %s cannot be shown: %s", *lane, error)
                return None
        return None

    async def _settle(self, table_id: int) -> None:
        """When the last lane of a table ends with nothing left to show, say so in the store."""
        if any(lane[0] == table_id for lane in self._lanes) or self._pending.get(table_id, True):
            return
        kept = await self._tables.get(table_id)
        if kept is None or any(lane[0] == table_id for lane in self._lanes) or self._pending.get(table_id, True):
            return
        await self._store.caught_up(table_id, kept.table.seq)
        if kept.table.stage in (Stage.OVER, Stage.CLOSED):
            self._forget(table_id)

    def _forget(self, table_id: int) -> None:
        self._pending.pop(table_id, None)
        self._marks.pop(table_id, None)
        self._backdrops.forget(table_id)

    # The public lane

    async def _show_public(self, lane: Lane) -> None:
        table_id = lane[0]
        pending = await self._load(table_id)
        while pending:
            kept = await self._kept(table_id)
            post = next(iter(pending.values()))
            await self._show_post(kept, post)
            if pending.get(post.key) is post:
                del pending[post.key]

    async def _load(self, table_id: int) -> dict[str, Post]:
        """What is to be shown of a table; after a start, found by folding its record once."""
        if table_id not in self._pending:
            marks = await self._load_marks(table_id)
            found: dict[str, Post] = {}
            record = await self._tables.record(table_id)
            for entry, table in zip(record, unfold(table_id, record), strict=True):
                for post in touched(entry.action, table):
                    found.pop(post.key, None)
                    mark = marks.get((PUBLIC, post.key))
                    if mark is None or mark.shown_seq < post.seq:
                        found[post.key] = post
            self._pending.setdefault(table_id, found)
        return self._pending[table_id]

    async def _show_post(self, kept: Kept, post: Post) -> None:
        mark = await self._mark(kept.table.id, PUBLIC, post.key)
        if mark.shown_seq >= post.seq:
            return
        channel = kept.row.channel_id if post.key == LOBBY else await self._thread(kept)
        scene = post.scene(await self._backdrops.of(kept))
        await self._bring(kept, mark, post.seq, channel, scene)
        if post.key == LOBBY:
            await self._note_lobby(kept)

    async def _note_lobby(self, kept: Kept) -> None:
        place = await self._backdrops.place(kept)
        message = (await self._mark(kept.table.id, PUBLIC, LOBBY)).message_id
        if place.lobby_message_id != message:
            await self._backdrops.move(place._replace(lobby_message_id=message))

    async def _thread(self, kept: Kept) -> int:
        """The table's thread, opened on its lobby card when first needed; the channel where that is not possible."""
        place = await self._backdrops.place(kept)
        if place.thread_id is not None:
            return place.thread_id
        thread = None
        if place.lobby_message_id is not None:
            thread = await self._delivery.open_thread(kept.row.channel_id, place.lobby_message_id, kept.table.name)
        await self._backdrops.move(place._replace(thread_id=thread or kept.row.channel_id))
        if thread is not None:
            await self._invite(kept, thread)
        return thread or kept.row.channel_id

    async def _invite(self, kept: Kept, thread: int) -> None:
        people = await self._people.named(kept.table.people)
        seated = [people[seat.person] for seat in kept.table.seats if seat.person in people]
        for person in seated:
            if person.discord_id is None:
                continue
            try:
                await self._delivery.add_to_thread(thread, person.discord_id)
            except DeliveryError as error:
                log.info("table %s: somebody could not be added to the thread: %s", kept.table.id, error)

    # The lane of a seat

    async def _show_seat(self, lane: Lane) -> None:
        table_id, audience = lane
        kept, seat = await self._kept(table_id), int(audience.partition(":")[2])
        holder = kept.table.seats[seat]
        if holder.kind is Holder.PERSON and holder.person and kept.table.hand and kept.table.phase is Phase.PLAY:
            await self._show_hand(kept, seat, holder.person)

    async def _show_hand(self, kept: Kept, seat: int, person: str) -> None:
        back = await self._backdrops.of(kept)
        scene = hand_scene(kept.table, back.head, seat, dm=True)
        mark = await self._mark(kept.table.id, f"seat:{seat}", HAND)
        turn = _turn(scene)
        called = turn is not None and mark.note != turn and not self._is_here(person)
        if mark.note == _closed(kept):
            return await self._call(kept, seat, back) if called else None
        if mark.fingerprint == _fingerprint(scene) and not called:
            return None
        try:
            channel = mark.channel_id or await self._dm(person, back)
            await self._bring(kept, mark, kept.table.seq, channel, scene, anew=called, note=turn or mark.note)
        except (DmsClosed, ChannelGone) as error:
            log.info("table %s: no DM for seat %s: %s", kept.table.id, seat, error)
            await self._put(mark._replace(channel_id=None, message_id=None, fingerprint=None, note=_closed(kept)))
            if called:
                await self._call(kept, seat, back)
        return None

    async def _dm(self, person: str, back: Backdrop) -> int:
        discord_id = back.sitters[person].discord_id
        if discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self._delivery.dm(discord_id)

    async def _call(self, kept: Kept, seat: int, back: Backdrop) -> None:
        """A mention in the thread, for somebody whose DMs are closed; once a turn."""
        mark = await self._mark(kept.table.id, f"seat:{seat}", CALL)
        turn = "{}.{}".format(*present(kept.table, seat))
        if mark.note == turn:
            return
        channel = await self._thread(kept)
        mention = back.head.sitters[seat].discord_id
        scene = CallScene(back.head, seat)
        await self._bring(kept, mark, kept.table.seq, channel, scene, anew=True, note=turn, mention=mention)

    async def tell_dms_closed(self, kept: Kept, seat: int) -> bool:
        """Whether the seat's person is to be told now that no DM reaches them: once a hand."""
        mark = await self._mark(kept.table.id, f"seat:{seat}", HAND)
        if mark.note != _closed(kept) or mark.fingerprint == TOLD:
            return False
        await self._put(mark._replace(fingerprint=TOLD))
        return True

    def _is_here(self, person: str) -> bool:
        last = self._people.last_here(person)
        return last is not None and self._now() - last < self._notice_after

    # One message

    async def _bring(
        self,
        kept: Kept,
        mark: ShownRow,
        seq: int,
        channel: int,
        scene: Scene,
        *,
        anew: bool = False,
        note: str | None = None,
        mention: int | None = None,
    ) -> None:
        """Make one message show a scene: edit it while it is young, else send anew and delete the old one."""
        view = layouts.draw(scene, self._words(kept.row.language), post=_name(mark))
        shown = mark._replace(shown_seq=seq, fingerprint=_fingerprint(scene), note=note)
        unresolved = mark.attempted_seq > mark.shown_seq
        if mark.message_id is not None and not anew and not unresolved and self._is_young(mark):
            try:
                await self._delivery.edit(mark.channel_id or channel, mark.message_id, view)
                return await self._put(shown)
            except MessageGone:
                mark = mark._replace(message_id=None)
        old = mark.message_id
        attempt, message = await self._attempt(mark, seq, channel)
        if message is None:
            message = await self._delivery.send(channel, view, _nonce(attempt), mention)
        if unresolved:
            await self._delivery.edit(channel, message, view)  # what was attempted then may be older than this
        sent = shown._replace(channel_id=channel, message_id=message, sent_at=self._now(), attempted_seq=seq)
        await self._put(sent)
        if old is not None and old != message:
            await self._delivery.delete(mark.channel_id or channel, old)
        return None

    async def _attempt(self, mark: ShownRow, seq: int, channel: int) -> tuple[ShownRow, int | None]:
        """Mark a send as attempted. Where an earlier attempt's fate is not known: its nonce again, or its message."""
        now = self._now()
        if mark.attempted_seq > mark.shown_seq and mark.attempted_at is not None:
            if now - mark.attempted_at < NONCE_KEPT:
                return mark, None
            found = await self._delivery.find(channel, mark.table_id, _name(mark))
            if found is not None and found != mark.message_id:
                return mark, found
        attempt = mark._replace(attempted_seq=seq, attempted_at=now)
        await self._put(attempt)
        return attempt, None

    def _is_young(self, mark: ShownRow) -> bool:
        return mark.sent_at is not None and self._now() - mark.sent_at < EDITED_FOR

    # Marks

    async def _kept(self, table_id: int) -> Kept:
        kept = await self._tables.get(table_id)
        if kept is None:
            raise LookupError(f"there is no table {table_id}")
        return kept

    async def _load_marks(self, table_id: int) -> dict[tuple[str, str], ShownRow]:
        if table_id not in self._marks:
            rows = await self._store.shown(table_id)
            self._marks.setdefault(table_id, {(row.audience, row.post): row for row in rows})
        return self._marks[table_id]

    async def _mark(self, table_id: int, audience: str, post: str) -> ShownRow:
        marks = await self._load_marks(table_id)
        blank = ShownRow(table_id, audience, post, None, None, None, 0, None, 0, None, None)
        return marks.get((audience, post), blank)

    async def _put(self, mark: ShownRow) -> None:
        (await self._load_marks(mark.table_id))[mark.audience, mark.post] = mark
        await self._store.mark(mark)


def _turn(scene: HandScene) -> str | None:
    """Which play the hand's seat has to make now; None when others are to play."""
    view = scene.view
    return f"{view.hand_number}.{view.plays_made}" if view.turn is not None and view.turn == view.seat else None


def _name(mark: ShownRow) -> str:
    """The post as its components name it: "trick:1.3", "hand.0" for the hand of seat 0."""
    return mark.post if mark.audience == PUBLIC else f"{mark.post}.{mark.audience.partition(':')[2]}"


def _closed(kept: Kept) -> str:
    """The note on a hand whose person takes no DMs; the next hand tries again."""
    return f"closed:{kept.row.hand}"


def _nonce(mark: ShownRow) -> str:
    """Stable for a table, audience, post and entry; 24 characters (Discord: 25 at most)."""
    text = f"{mark.table_id}/{mark.audience}/{mark.post}/{mark.attempted_seq}"
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def _fingerprint(scene: Scene) -> str:
    """Equal for equal scenes, after a restart too."""
    return hashlib.blake2b(repr(scene).encode(), digest_size=12).hexdigest()
