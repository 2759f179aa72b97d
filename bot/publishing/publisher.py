"""What is committed gets shown: `catch up` with a table is the only way anything of it is shown.

It runs after every commit, at start-up and on a sweep, so the way after a crash is the everyday way. A table has one
lane for the public and one for each seat's hand; a lane shows one thing at a time, in order, and the newest state of
each once (`bot.publishing.outbox`: what is to be shown; `bot.publishing.messenger`: how one message comes to show it).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from discord.ui import LayoutView

from bot import layouts, logs
from bot.facts import News, fact
from bot.people import People
from bot.publishing import posts
from bot.publishing.backdrops import Backdrops
from bot.publishing.delivery import ChannelGone, Delivery, DeliveryError, DmsTooFast, Later, MessageGone, Rejected
from bot.publishing.hands import hand_scene
from bot.publishing.marks import PUBLIC, Marks, blank, name_of
from bot.publishing.messenger import Messenger, Showing
from bot.publishing.outbox import Outbox
from bot.publishing.posts import LOBBY, Backdrop, Post
from bot.scenes import CallScene, HandScene, Scene, WordScene
from bot.servers import Servers
from bot.store import ShownRow, Store
from bot.tables import Change, Kept, Tables
from bot.tables.table import Stage, Table, ended, present
from rules.game import Fact, Phase

log = logging.getLogger(__name__)

HAND: Final = "hand"
CALL: Final = "call"
GONE: Final = "gone"
"""In place of the fingerprint of a hand of which the message says that the rubber is over."""
TOLD: Final = "told"
"""In place of the fingerprint of a hand that could not be sent: its person knows."""
REMEMBERED: Final = 2_000
"""How many tables that rest are kept at hand."""
PAUSE_AFTER_REFUSAL: Final = 30_000
LONGEST_PAUSE: Final = 3_600_000
"""Milliseconds."""
TRIES: Final = (1, 2, 5, 15, 30, 60)
"""Seconds before a delivery that failed for now is tried again; when all have passed the sweep takes over."""

Lane = tuple[int, str]


class Hold:
    """Keeps a seat's lane still while a press in its DM is answered: the answer redraws the hand, no edit is needed."""

    def __init__(self, publisher: Publisher, lane: Lane) -> None:
        self._publisher = publisher
        self._lane = lane

    @property
    def post(self) -> str:
        """The name of the post that the pressed message is, for the components that will stand there."""
        return name_of(blank(*self._lane, HAND))

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
        servers: Servers,
        now: Callable[[], int],
        notice_after: int,
    ) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._backdrops = backdrops
        self._delivery = delivery
        self._servers = servers
        self._now = now
        self._notice_after = notice_after
        self._marks = Marks(store)
        self._outbox = Outbox(tables, self._marks, people)
        self._messenger = Messenger(self._marks, delivery, now)
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._again: set[Lane] = set()  # with more to show than the last round did, or could
        self._held: Counter[Lane] = Counter()
        self._glances: dict[Lane, object] = {}
        self._settled: dict[int, int] = {}
        self._refusals: dict[int, tuple[int, int]] = {}
        """Table -> how often Discord refused it in a row, and before when the sweep leaves it alone."""
        self._stopping = False

    # When to show

    def changed(self, change: Change) -> None:
        """A listener of `Tables`: what was committed is to be shown."""
        table = change.table
        self._refusals.pop(table.id, None)
        self._outbox.add(table.id, [post for action, after in change.done for post in posts.touched(action, after)])
        self._wake((table.id, PUBLIC))
        for seat in range(len(table.seats)):
            if self._hand_changed(table, seat):
                self._wake((table.id, f"seat:{seat}"))

    def _hand_changed(self, table: Table, seat: int) -> bool:
        """Whether a seat's cards have changed, or its turn has come, since this was asked last."""
        holder = table.seats[seat]
        if table.hand is None or (holder.person is None and holder.was is None):
            return False
        glance: object = (holder, table.stage)
        if holder.person is not None:
            view = table.view(seat)
            asked = view.plays_made if view.turn == seat else None
            glance = (holder, table.stage, view.hand_number, view.hand, asked, view.phase)
        lane = (table.id, f"seat:{seat}")
        if self._glances.get(lane) == glance:
            return False
        self._glances[lane] = glance
        return True

    async def read_up(self) -> None:
        """Before anything is shown after a start: learn from the records of the tables in motion who is here."""
        for table_id in await self._store.unshown():
            try:
                await self._outbox.of(table_id)
            except Exception:
                log.exception("table %s cannot be read", table_id)

    async def sweep(self) -> None:
        """Catch up with every table of which something has not been shown: at start-up, and now and then."""
        await self._write_down()
        for table_id in await self._store.unshown():
            if self._now() < self._refusals.get(table_id, (0, 0))[1]:
                continue
            try:
                await self._catch_up(table_id)
            except Exception:
                log.exception("table %s could not be read", table_id)

    async def _catch_up(self, table_id: int) -> None:
        kept = await self._kept(table_id)
        for audience in (PUBLIC, *(f"seat:{seat}" for seat in range(len(kept.table.seats)))):
            self._wake((table_id, audience))

    async def _write_down(self) -> None:
        """Write the marks that could wait, and how far tables have been shown; let go of tables that rest."""
        await self._marks.flush()
        settled, self._settled = self._settled, {}
        for table_id, seq in settled.items():
            await self._store.caught_up(table_id, seq)
        known = self._outbox.known()
        resting = [table_id for table_id in known if self._rests(table_id)]
        for table_id in resting[: max(0, len(known) - REMEMBERED)]:
            self._forget(table_id)

    def _forget(self, table_id: int) -> None:
        self._outbox.forget(table_id)
        self._marks.forget(table_id)
        self._backdrops.forget(table_id)
        for lane in [lane for lane in self._glances if lane[0] == table_id]:
            del self._glances[lane]

    async def stop(self, grace: float) -> None:
        """Let the lanes finish what they are at, for `grace` seconds at most."""
        self._stopping = True
        if self._lanes:
            _, late = await asyncio.wait(list(self._lanes.values()), timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._write_down()

    # Lanes

    def _wake(self, lane: Lane) -> None:
        """Catch up in a lane, soon; one that runs already goes round once more."""
        if lane in self._lanes or lane in self._held:
            self._again.add(lane)
        else:
            self._start(lane)

    def _start(self, lane: Lane) -> None:
        if not self._stopping:
            self._lanes[lane] = asyncio.create_task(self._run(lane), name="publisher {} {}".format(*lane))

    async def _run(self, lane: Lane) -> None:
        show = self._show_public if lane[1] == PUBLIC else self._show_seat
        try:
            with logs.about(table=lane[0]):
                while True:
                    self._again.discard(lane)
                    await self._insist(lane, show)
                    if lane not in self._again or lane in self._held or self._stopping:
                        break
        except Later:
            self._again.add(lane)
        except Exception:
            log.exception("table %s: %s could not be shown", *lane)
            self._again.add(lane)
        finally:
            del self._lanes[lane]
        await self._settle(lane[0])

    async def _insist(self, lane: Lane, show: Callable[[Lane], Awaitable[None]]) -> None:
        """Show, and try again where Discord is only busy; what it refuses for good waits for the next change.

        Raises Later when Discord was busy every time.
        """
        for pause in (*TRIES, None):
            try:
                return await show(lane)
            except Later as error:
                if pause is None:
                    raise
                log.warning("table %s: %s waits %s s: %s", *lane, pause, error)
                await asyncio.sleep(pause)
            except DeliveryError as error:
                self._refused(lane[0])
                level = logging.ERROR if isinstance(error, Rejected) else logging.WARNING
                log.log(level, "table %s: %s cannot be shown: %s", *lane, error)
                return None
        return None

    def _refused(self, table_id: int) -> None:
        """Discord refuses a table for good: ask again less and less often (too many refusals ban the address)."""
        times, _ = self._refusals.get(table_id, (0, 0))
        pause = min(PAUSE_AFTER_REFUSAL * (2**times - 1), LONGEST_PAUSE)
        self._refusals[table_id] = (min(times + 1, 16), self._now() + pause)

    async def _settle(self, table_id: int) -> None:
        """When the last lane of a table ends with nothing left to show, remember so; the sweep writes it down.

        Of an ended table it is written at once, so that no later start has to read its record again.
        """
        seq = self._tables.seq_at_hand(table_id)
        if seq is None or not self._rests(table_id):
            return
        self._settled[table_id] = seq
        kept = await self._tables.get(table_id)
        ended_now = kept is not None and kept.table.stage in (Stage.OVER, Stage.CLOSED)
        if ended_now and not self._stopping:  # a stop writes down everything
            await self._write_down_or_log()

    async def _write_down_or_log(self) -> None:
        try:
            await self._write_down()
        except Exception:
            log.exception("what has been shown could not be written down; the sweep does it again")

    def _rests(self, table_id: int) -> bool:
        busy = any(lane[0] == table_id for lanes in (self._lanes, self._again) for lane in lanes)
        return self._outbox.is_empty(table_id) and not busy

    async def _kept(self, table_id: int) -> Kept:
        kept = await self._tables.get(table_id)
        if kept is None:
            raise LookupError(f"there is no table {table_id}")
        return kept

    # The public lane

    async def _show_public(self, lane: Lane) -> None:
        table_id = lane[0]
        pending = await self._outbox.of(table_id)
        while pending:
            post = next(iter(pending.values()))
            try:
                await self._show_where_it_goes(await self._kept(table_id), post)
            except Rejected as error:  # it would be later, too; what comes after it need not
                log.error("table %s: %s cannot be shown and is left out: %s", table_id, post.key, error)
            self._outbox.done(table_id, post)

    async def _show_where_it_goes(self, kept: Kept, post: Post) -> None:
        try:
            await self._show_post(kept, post)
        except ChannelGone:
            if not await self._leave_thread(kept):
                raise
            await self._show_post(kept, post)

    async def _show_post(self, kept: Kept, post: Post) -> None:
        mark = await self._marks.get(kept.table.id, PUBLIC, post.key)
        if mark.shown_seq >= post.seq:
            return
        channel = kept.row.channel_id if post.key == LOBBY else await self._thread(kept)
        scene = post.scene(await self._backdrops.of(kept))
        await self._messenger.bring(mark, Showing(await self._drawn(kept, mark, scene), post.seq, channel))
        if post.key == LOBBY:
            await self._note_lobby(kept)

    async def _drawn(self, kept: Kept, mark: ShownRow, scene: Scene) -> LayoutView:
        """The layout for everybody in the server."""
        return layouts.draw(scene, await self._servers.reader(kept.row.guild_id, kept.row.language), name_of(mark))

    async def _drawn_for(self, person: str, kept: Kept, mark: ShownRow, scene: Scene) -> LayoutView:
        """The layout for one person."""
        return layouts.draw(scene, await self._people.reader(person, kept.row.language), name_of(mark))

    async def _note_lobby(self, kept: Kept) -> None:
        place = await self._backdrops.place(kept)
        message = (await self._marks.get(kept.table.id, PUBLIC, LOBBY)).message_id
        if place.lobby_message_id != message:
            await self._backdrops.move(place._replace(lobby_message_id=message))

    async def _thread(self, kept: Kept) -> int:
        """The table's thread, opened on its lobby card when first needed; the channel where that is not possible."""
        place = await self._backdrops.place(kept)
        if place.thread_id is not None:
            return place.thread_id
        thread = await self._open_thread(kept, place.lobby_message_id)
        if thread is not None:
            await self._invite(kept, thread)  # before it is written down: an end in between leaves nobody out
        place = await self._backdrops.place(kept)
        await self._backdrops.move(place._replace(thread_id=thread or kept.row.channel_id))
        return thread or kept.row.channel_id

    async def _leave_thread(self, kept: Kept) -> bool:
        """Whether the table was shown in a thread: that is gone, so it goes on in its channel."""
        place = await self._backdrops.place(kept)
        if place.thread_id in (None, kept.row.channel_id):
            return False
        log.warning("table %s: its thread is gone; it goes on in the channel", kept.table.id)
        await self._backdrops.move(place._replace(thread_id=kept.row.channel_id))
        return True

    async def _open_thread(self, kept: Kept, card: int | None) -> int | None:
        try:
            if card is not None:
                return await self._delivery.open_thread(kept.row.channel_id, card, kept.table.name)
        except MessageGone:
            log.info("table %s: somebody has deleted the lobby card; it is sent anew", kept.table.id)
        key, scene = posts.lobby(kept.table)
        mark = await self._marks.get(kept.table.id, PUBLIC, key)
        await self._marks.put(mark._replace(message_id=None, shown_seq=0))
        await self._show_post(kept, Post(key, kept.table.seq, scene))
        card = (await self._marks.get(kept.table.id, PUBLIC, key)).message_id
        return None if card is None else await self._delivery.open_thread(kept.row.channel_id, card, kept.table.name)

    async def _invite(self, kept: Kept, thread: int) -> None:
        people = await self._people.named(kept.table.people)
        for seat in kept.table.seats:
            discord_id = people[seat.person].discord_id if seat.person in people else None
            if discord_id is None:
                continue
            try:
                await self._delivery.add_to_thread(thread, discord_id)
            except DeliveryError as error:
                log.info("table %s: somebody could not be added to the thread: %s", kept.table.id, error)

    # The lane of a seat

    async def _show_seat(self, lane: Lane) -> None:
        table_id, audience = lane
        kept, seat = await self._kept(table_id), int(audience.partition(":")[2])
        holder = kept.table.seats[seat]
        if kept.table.stage in (Stage.OVER, Stage.CLOSED):
            await self._show_end(kept, seat, ended(kept.table))
        elif holder.was is not None:
            await self._show_end(kept, seat, fact(News.RESIGNED, table=kept.table.name, seat=seat, person=holder.was))
        elif holder.person is not None and kept.table.phase is Phase.PLAY:
            await self._show_hand(kept, seat, holder.person)

    async def _show_hand(self, kept: Kept, seat: int, person: str) -> None:
        await self._outbox.of(kept.table.id)  # it reads the record, which tells who was here before a restart
        back = await self._backdrops.of(kept)
        scene = hand_scene(kept.table, back.head, seat, dm=True)
        mark = await self._marks.get(kept.table.id, f"seat:{seat}", HAND)
        turn = _turn(scene)
        called = turn is not None and mark.note != turn and not self._is_here(person)
        if mark.note == _closed(kept):
            return await self._call(kept, seat, back) if called else None
        fingerprint = _fingerprint(scene)
        if mark.fingerprint == fingerprint and not called:
            return None
        try:
            channel = mark.channel_id or await self._dm(person, back)
            view, seq = await self._drawn_for(person, kept, mark, scene), kept.table.seq
            what = Showing(view, seq, channel, anew=called, fingerprint=fingerprint, note=turn or mark.note)
            await self._messenger.bring(mark, what)
        except DmsTooFast:
            await self._no_dm(kept, seat, mark, _slow(kept), back if called else None)
            raise  # and is tried again
        except Later:
            raise
        except DeliveryError as error:
            log.info("no DM for seat %s: %s", seat, error)
            await self._no_dm(kept, seat, mark, _closed(kept), back if called else None)
        return None

    async def _no_dm(self, kept: Kept, seat: int, mark: ShownRow, note: str, called: Backdrop | None) -> None:
        await self._marks.put(mark._replace(channel_id=None, message_id=None, fingerprint=None, note=note))
        if called is not None:
            await self._call(kept, seat, called)

    async def _show_end(self, kept: Kept, seat: int, why: Fact) -> None:
        """In the DM that held the last hand: that there is no more to play, and the way to the table."""
        mark = await self._marks.get(kept.table.id, f"seat:{seat}", HAND)
        if mark.message_id is None or mark.channel_id is None or mark.fingerprint == GONE:
            return
        back = await self._backdrops.of(kept)
        scene = WordScene(posts.named(why, back.sitters) or why, back.head)
        holder = kept.table.seats[seat]
        view = await self._drawn_for(holder.person or holder.was or "", kept, mark, scene)
        what = Showing(view, kept.table.seq, mark.channel_id, fingerprint=GONE, note=mark.note)
        try:
            await self._messenger.bring(mark, what)
        except Later:
            raise
        except DeliveryError as error:
            log.info("no last word for seat %s: %s", seat, error)

    async def _dm(self, person: str, back: Backdrop) -> int:
        discord_id = back.sitters[person].discord_id
        if discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self._delivery.dm(discord_id)

    async def _call(self, kept: Kept, seat: int, back: Backdrop) -> None:
        """A mention in the thread, for somebody whose DMs are closed; once a turn."""
        mark = await self._marks.get(kept.table.id, f"seat:{seat}", CALL)
        turn = "{}.{}".format(*present(kept.table, seat))
        if mark.note == turn:
            return
        view = await self._drawn(kept, mark, CallScene(back.head, seat))
        mention = back.head.sitters[seat].discord_id
        what = Showing(view, kept.table.seq, await self._thread(kept), anew=True, note=turn, mention=mention)
        await self._messenger.bring(mark, what)

    def _is_here(self, person: str) -> bool:
        last = self._people.last_here(person)
        return last is not None and self._now() - last < self._notice_after

    async def tell_dms_closed(self, kept: Kept, seat: int) -> bool:
        """Whether the seat's person is to be told now that no DM reaches them: once a hand."""
        mark = await self._marks.get(kept.table.id, f"seat:{seat}", HAND)
        if mark.note not in (_closed(kept), _slow(kept)) or mark.fingerprint == TOLD:
            return False
        await self._marks.put(mark._replace(fingerprint=TOLD))
        return True

    # Answers that show a hand themselves

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
        mark = await self._marks.get(*lane, HAND)
        if mark.message_id == message_id:
            note = _turn(scene) or mark.note
            await self._marks.put_soon(mark._replace(fingerprint=_fingerprint(scene), note=note))


def _turn(scene: HandScene) -> str | None:
    """Which play the hand's seat has to make now; None when others are to play."""
    view = scene.view
    return f"{view.hand_number}.{view.plays_made}" if view.turn is not None and view.turn == view.seat else None


def _closed(kept: Kept) -> str:
    """The note on a hand whose person takes no DMs; the next hand tries again."""
    return f"closed:{kept.row.hand}"


def _slow(kept: Kept) -> str:
    """The note on a hand that Discord did not let us send yet, for too many DMs at once."""
    return f"slow:{kept.row.hand}"


def _fingerprint(scene: HandScene) -> str:
    """Equal for equal hands, after a restart too."""
    return hashlib.blake2b(repr(scene).encode(), digest_size=12).hexdigest()
