"""Seat messages: a person's hand in a DM, the mention when it is their turn, and the notice of the end.

A response that redraws a hand itself pauses the hand's delivery queue meanwhile.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable
from typing import Final, NamedTuple

from bot.discord_api.errors import ChannelGone, DeliveryError, DmsTooFast, Later
from bot.members.preferences import HandDelivery, ReminderChannel
from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.kit.picture_cache import PictureJob
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.kit.ui import PageOfItems
from bot.messages.table.notice import CallScene, WordScene
from bot.publishing.delivery_queues import DeliveryQueues, leave_out
from bot.publishing.message_state import (
    CALLED,
    NUDGED,
    EndNotice,
    MessageState,
    Note,
    NotifiedTurn,
    RefusalReason,
    RefusedDm,
    ShownHand,
)
from bot.publishing.private_hands import PrivateHands
from bot.publishing.public_messages import PublicMessages
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.times import MINUTE
from bot.tables import LoadedTable
from bot.tables.notes import leaving
from bot.tables.table import Stage, Table, end_refusal, present_play
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.contract import Fact

log = logging.getLogger(__name__)

HandPosition = tuple[int, int, int, int, bool]
"""The numbers of the hand and of the trick, how many plays of the trick and events of the hand there are, and whether
the person may nudge.
"""
MessageKey = tuple[int, str, str]
"""A table's id, an audience and a post."""

BEEN_HERE: Final = 10 * MINUTE
"""The time after somebody's last activity in which they are taken to look on, and are not reminded, ms."""
STILL_WITHIN: Final = 0.5
"""Seconds that a response waits for the queue's current delivery, so that this does not overwrite it."""
HAND: Final = "hand"
CALL: Final = "call"
SUPERFLUOUS_AFTER: Final = {
    EndNotice.LEFT: frozenset({EndNotice.LEFT, EndNotice.TAKEN, EndNotice.OVER}),
    EndNotice.TAKEN: frozenset({EndNotice.TAKEN, EndNotice.OVER}),
    EndNotice.OVER: frozenset({EndNotice.LEFT, EndNotice.TAKEN, EndNotice.OVER}),
}
"""For each final notice, those after which it need not be sent any more."""


class Redrawn(NamedTuple):
    """A hand's message as a response has redrawn it: text and buttons, no picture yet; `page`: its layout."""

    scene: HandScene
    reader: Reader
    message_id: int
    page: PageOfItems | None = None


class HandMessage(NamedTuple):
    """A seat's hand as its DM is to show it.

    `is_here`: whether its person has just been active; if not, and it is their turn, a new message notifies them.
    `calls`: why one does all the same, since they have not played (as in `NotifiedTurn`).
    """

    loaded: LoadedTable
    seat: int
    person: str
    context: PostContext
    state: MessageState
    scene: HandScene
    is_here: bool
    calls: frozenset[str]

    def notifies(self, note: Note | None) -> bool:
        """Return whether the person is to be notified now of their turn; `note`: of what they have been."""
        turn = _turn(self.scene)
        if turn is None:
            return False
        known = _calls_of(note, turn)
        return bool(self.calls) or not self.is_here if known is None else not self.calls <= known

    @property
    def is_news(self) -> bool:
        return self.notifies(self.state.note)

    @property
    def note(self) -> NotifiedTurn | None:
        """The turn that the person is notified of by the hand as it is now; None at a paused table."""
        return _notified_turn(self.scene, self.state, self.calls)


class SeatMessages:
    """Shows the messages of every table's seats. `notice_after`: ms without activity until a person counts as away."""

    def __init__(
        self, rendering: RenderingContext, public: PublicMessages, private: PrivateHands, notice_after: int
    ) -> None:
        self._rendering = rendering
        self._public = public
        self._private = private
        self._notice_after = notice_after
        self._redrawn: dict[MessageKey, Redrawn] = {}
        """Hands that a response has drawn, until their picture is added."""
        self._drawn: dict[MessageKey, HandPosition | None] = {}
        """The position of the game up to which each hand shows the plays of others; not kept through a restart."""
        self._pictures: dict[MessageKey, PictureJob | None] = {}
        """The picture that each hand shows, as far as this process has sent it."""
        self._unsure: set[MessageKey] = set()
        """Messages of unknown content: an edit had an unknown outcome, or overlapped with that of a response."""
        self._refused_at: dict[MessageKey, int] = {}
        """The time when the DM of a hand was last refused, in this process, ms since the epoch."""
        self._calls: dict[tuple[int, int], tuple[int, int]] = {}
        """(Table id, seat) -> the turn of which a new message notifies its person, though they may be here."""
        self.refused: dict[tuple[int, int], int] = {}
        """(Table id, seat) whose person's DM was refused -> the place that refused it (see `circuit_breaker`)."""
        self.withheld: set[tuple[int, int]] = set()
        """(Table id, seat) for the sweep to look at again: on turn without a DM, and not mentioned yet because the
        person was active just before; or with a DM that says only that the person plays from a private hand.
        """

    async def show(self, loaded: LoadedTable, seat: int) -> None:
        """Show the seat's person their hand or the end, unless the message shows it already."""
        self.withheld.discard((loaded.table.id, seat))
        late = None  # raised last, so that a busy DM of a former holder keeps nothing from the new one
        person = loaded.table.seats[seat].person
        for former in dict.fromkeys(tenure.person for tenure in loaded.table.tenures if tenure.seat == seat):
            if former is not None and former != person:
                try:
                    with leave_out("table", loaded.table.id, "seat", seat, "end"):
                        await self._show_end(loaded, seat, former)  # without the cards
                except Later as error:
                    late = error
        if person is not None and loaded.table.hand is not None and loaded.table.stage is not Stage.CLOSED:
            with leave_out("table", loaded.table.id, "seat", seat, "private"):
                await self._private.show(loaded, seat, person, await self._public.losses(loaded))
        if person is not None:
            await self._take_back_call(loaded.table, seat, person)
        if person is not None and loaded.table.stage in (Stage.OVER, Stage.CLOSED):
            await self._show_end(loaded, seat, person)
        elif person is not None and loaded.table.hand is not None:
            await self._show_hand(loaded, seat, person)
        if late is not None:
            raise late

    async def _show_hand(self, loaded: LoadedTable, seat: int, person: str) -> None:
        rendering = self._rendering
        hand = await self._hand(loaded, seat, person)
        if hand.scene.ended is not None and not (loaded.table.is_alone or rendering.sender.can_edit(hand.state)):
            return None  # the next hand is dealt in a moment, and says it
        preferences = await rendering.people.preferences(person)
        asks_for_hands = preferences.hands is HandDelivery.REQUEST
        asks_for_hands |= CALLED in hand.calls and preferences.reminders is ReminderChannel.THREAD
        if asks_for_hands or (_is_refused(hand.state, loaded, RefusalReason.CLOSED) and not self._may_accept(hand)):
            return await self._call_in_thread(hand)
        reader = await rendering.people.reader(person, loaded.row.language)
        hand = hand._replace(scene=await rendering.hints.add_hints(loaded.table, hand.scene, person, reader))
        job = rendering.picture_cache.job_of(hand.scene, reader)
        key = _key(hand.state)
        redrawn = self._redrawn.pop(key, None)
        wanted = ShownHand(_digest(hand.scene, reader), has_picture=job is not None)
        is_shown = hand.state.content == wanted and key not in self._unsure and not hand.is_news
        if is_shown and not self._is_behind(hand):
            return None
        if self._is_elsewhere(hand) and not hand.is_news:
            return await self._point_elsewhere(hand)
        page, lacks_picture = None, hand.state.content == wanted._replace(has_picture=False)
        if redrawn is not None and lacks_picture and _position(redrawn.scene) == _position(hand.scene):
            hand, page = hand._replace(scene=redrawn.scene), redrawn.page  # with the notes of the response
        keeps_picture = is_shown and self._pictures.get(key) == job
        return await self._bring_hand(hand, reader, wanted, job=job, page=page, keeps_picture=keeps_picture)

    def _is_elsewhere(self, hand: HandMessage) -> bool:
        """Return whether the person plays from a private hand now, and each edit of their DM would count."""
        message, is_used = hand.state.message_id, self._private.is_used(hand.loaded.table.id, hand.person)
        can_point = message is not None and self._rendering.sender.can_edit(hand.state)
        return is_used and hand.is_here and can_point and not self._rendering.delivery.has_token(message or 0)

    async def _point_elsewhere(self, hand: HandMessage) -> None:
        """Say in the DM that the person has their hand in the thread, unless it says so already."""
        loaded, state, note = hand.loaded, hand.state, hand.note
        self.withheld.add((loaded.table.id, hand.seat))
        if state.content is EndNotice.ELSEWHERE and _key(state) not in self._unsure:
            return await self._rendering.message_states.put_soon(state._replace(note=note))
        reader = await self._rendering.people.reader(hand.person, loaded.row.language)
        scene = WordScene(fact(Notice.HAND_ELSEWHERE, table=loaded.table.name), hand.context.head)
        seq, channel, show = loaded.table.seq, state.channel_id or 0, self._rendering.sender.show
        try:
            await self._await_shown(
                state, show(state, scene, reader, seq, channel, content=EndNotice.ELSEWHERE, note=note)
            )
        except Later:
            raise
        except DeliveryError as error:
            await self._handle_refusal(hand, error)

    def _is_behind(self, hand: HandMessage) -> bool:
        """Return whether the hand of a person who is here lacks plays of others, while others are to play."""
        position = _position(hand.scene)
        watches = hand.is_here or (hand.scene.may_nudge and self.may_watch(hand.person))
        return position is not None and watches and self._drawn.get(_key(hand.state)) != position

    def _may_accept(self, hand: HandMessage) -> bool:
        """Return whether the person was active since their DM was refused, and so may have opened their DMs."""
        last = self._rendering.people.last_active(hand.person)
        return last is not None and last >= self._refused_at.get(_key(hand.state), 0)

    async def _hand(self, loaded: LoadedTable, seat: int, person: str) -> HandMessage:
        context = await self._rendering.table_contexts.context(loaded)
        state = await self._state(loaded, seat, person)
        follows = self._rendering.delivery.has_token(state.message_id or 0)
        notes, at = await self._public.losses(loaded), self._rendering.now()
        scene = hand_scene(loaded, context, seat, dm=True, notes=notes, follows=follows, at=at)
        calls = {CALLED} if self._calls.get((loaded.table.id, seat)) == present_play(loaded.table, seat) else set()
        calls |= {NUDGED} if scene.nudged_by is not None else set()
        return HandMessage(loaded, seat, person, context, state, scene, self.is_here(person), frozenset(calls))

    def is_here(self, person: str | None) -> bool:
        """Return whether a person has just been active."""
        return self._was_active(person, self._notice_after)

    def may_watch(self, person: str | None) -> bool:
        """Return whether a person has been active lately: whoever waits for others may only look on."""
        return self._was_active(person, BEEN_HERE)

    def _was_active(self, person: str | None, within: int) -> bool:
        last, now = self._rendering.people.last_active(person or ""), self._rendering.now()
        return last is not None and 0 <= now - last < within  # a clock may have gone back

    async def _bring_hand(
        self,
        hand: HandMessage,
        reader: Reader,
        wanted: ShownHand,
        *,
        job: PictureJob | None,
        page: PageOfItems | None,
        keeps_picture: bool,
    ) -> None:
        loaded, state = hand.loaded, hand.state
        try:
            channel = state.channel_id or await self._rendering.dm(hand.person)
            if _is_refused(state, loaded, RefusalReason.CLOSED):
                self._rendering.delivery.hint((channel,))  # active since, the person may have opened their DMs
            showing = self._rendering.sender.show(
                state,
                hand.scene,
                reader,
                loaded.table.seq,
                channel,
                page=page,
                job=job,
                keeps_picture=keeps_picture,
                anew=hand.is_news,
                content=wanted,
                note=hand.note,
            )
            await self._await_shown(state, showing)
            self._drawn[_key(state)] = _position(hand.scene)
            self._pictures[_key(state)] = job
            self.refused.pop((loaded.table.id, hand.seat), None)
        except DmsTooFast:
            await self._note_refused_dm(hand, RefusalReason.TOO_FAST)
            raise  # to be retried
        except Later as error:
            if error.place is not None and self._rendering.delivery.lasts(error.place):
                await self._call_in_thread(hand)  # until the DM is accepted
            raise
        except DeliveryError as error:
            await self._handle_refusal(hand, error)

    async def _handle_refusal(self, hand: HandMessage, error: DeliveryError) -> None:
        """Handle a refused DM: the person accepts none, or has left the guild. The last hand sent stays known."""
        log.info("no DM for seat %s: %s", hand.seat, error)
        refused_at = self._rendering.now()
        if await self._rendering.member_left.check_departure(hand.loaded.row.guild_id, hand.person):
            return await self._rendering.message_states.put(hand.state)  # undo the attempt: nothing was sent
        if error.place is not None:
            self.refused[hand.loaded.table.id, hand.seat] = error.place
        if error.asked:
            self._refused_at[_key(hand.state)] = refused_at
        if isinstance(error, ChannelGone):
            hand = hand._replace(state=hand.state._replace(channel_id=None, message_id=None))
        return await self._note_refused_dm(hand, RefusalReason.CLOSED)

    async def _await_shown(self, state: MessageState, showing: Awaitable[None]) -> None:
        """Wait until a message is shown; after an unknown outcome it is shown again."""
        self._unsure.discard(_key(state))
        try:
            await showing
        except Later:  # the request may have succeeded all the same
            self._unsure.add(_key(state))
            raise

    async def _note_refused_dm(self, hand: HandMessage, reason: RefusalReason) -> None:
        """Note why no DM was sent, and mention the person in the thread; the DM keeps the hand that it shows."""
        state, note = hand.state, RefusedDm(reason, hand.loaded.row.hand)
        if isinstance(state.note, RefusedDm) and state.note._replace(is_known=False) == note:
            note = state.note
        if state != (refused := state._replace(content=None, note=note)):
            await self._rendering.message_states.put(refused)
        await self._call_in_thread(hand)

    async def _show_end(self, loaded: LoadedTable, seat: int, person: str) -> None:
        """Replace the person's last hand in the DM by the result, or by the reason why it is over and a link."""
        state = await self._state(loaded, seat, person)
        context = await self._rendering.table_contexts.context(loaded)
        notice, why = _last_word(loaded.table, seat, person)
        last_word = WordScene(context.named_fact(why), context.head)
        is_over = loaded.table.stage is Stage.OVER and loaded.table.seats[seat].person == person
        if not is_over:
            await self._private.end(loaded.table.id, seat, person, last_word)
        is_shown = state.content in SUPERFLUOUS_AFTER[notice] and _key(state) not in self._unsure
        if not is_shown and (state.message_id is not None or state.is_unresolved):
            own_ends = self._rendering.own_ends
            scene: Scene = await own_ends.scene(loaded, context, seat) if is_over else last_word
            reader = await self._rendering.people.reader(person, loaded.row.language)
            try:
                channel = state.channel_id or await self._rendering.dm(person)
                seq, show = loaded.table.seq, self._rendering.sender.show
                await self._await_shown(
                    state, show(state, scene, reader, seq, channel, content=notice, note=state.note)
                )
            except Later:
                raise
            except DeliveryError as error:
                log.info("no last word for seat %s: %s", seat, error)
            state = await self._state(loaded, seat, person)
        if context.holders[person].erased and state.channel_id is not None:
            await self._rendering.message_states.put(state._replace(channel_id=None, message_id=None))

    async def _call_in_thread(self, hand: HandMessage) -> None:
        """Mention in the thread a person whom no DM reaches or who wants none: once a turn, and when they are called.

        Somebody who was active just before is mentioned later, if they have not played by then.
        """
        (table, row, *_), seat, rendering = hand.loaded, hand.seat, self._rendering
        if not hand.is_news:
            if _turn(hand.scene) is not None:
                self.withheld.add((table.id, seat))
            return
        state = await self._call_state(table, seat, hand.person)
        if not hand.notifies(state.note):
            return
        turn = NotifiedTurn(*present_play(table, seat))
        turn = turn._replace(calls=hand.calls | (_calls_of(state.note, turn) or frozenset()))
        who = hand.context.head.holders[seat].discord_id
        reader = await rendering.guilds.reader(row.guild_id, row.language)
        channel = await self._public.channel(hand.loaded)
        scene = CallScene(hand.context.head, seat, hand.context.deadline, hand.context.reserve, hand.scene.nudged_by)
        await rendering.sender.show(state, scene, reader, table.seq, channel, anew=True, note=turn, mention=who)

    async def _take_back_call(self, table: Table, seat: int, person: str) -> None:
        """Delete a mention in the thread of a turn that is over."""
        state = await self._call_state(table, seat, person)
        is_over = not isinstance(state.note, NotifiedTurn) or state.note[:2] != present_play(table, seat)
        if state.message_id is None or state.channel_id is None or (table.turn == seat and not is_over):
            return
        try:
            await self._rendering.delivery.delete(state.channel_id, state.message_id)
        except Later:
            raise
        except DeliveryError as error:
            log.info("the mention of seat %s stays: %s", seat, error)
        await self._rendering.message_states.put(state._replace(channel_id=None, message_id=None))

    async def _call_state(self, table: Table, seat: int, person: str) -> MessageState:
        post = post_of(table, seat, person, CALL)
        return await self._rendering.message_states.get(table.id, audience(seat), post)

    def call(self, table: Table, seat: int) -> None:
        """Let the hand's queue notify the seat's person of this turn by a new message, whether or not they are here."""
        self._calls[table.id, seat] = present_play(table, seat)

    async def has_called(self, loaded: LoadedTable, seat: int) -> bool:
        """Return whether the seat's person was called at this turn, by a DM or in the thread."""
        table, person = loaded.table, loaded.table.seats[seat].person or ""
        turn = NotifiedTurn(*present_play(table, seat))
        by_dm, in_thread = await self._state(loaded, seat, person), await self._call_state(table, seat, person)
        if not any(CALLED in (_calls_of(state.note, turn) or ()) for state in (by_dm, in_thread)):
            return False
        self._calls.pop((table.id, seat), None)
        return True

    async def doubt(self, loaded: LoadedTable, seat: int) -> None:
        """Note that it is unknown what the seat's hand shows, so that it is drawn anew."""
        self._unsure.add(_key(await self._state(loaded, seat, loaded.table.seats[seat].person)))

    async def _state(self, loaded: LoadedTable, seat: int, person: str | None) -> MessageState:
        post = post_of(loaded.table, seat, person)
        state = await self._rendering.message_states.get(loaded.table.id, audience(seat), post)
        return state if person is None else state._replace(person=person)

    async def tell_dms_closed(self, loaded: LoadedTable, seat: int) -> bool:
        """Return whether to notify the seat's person that no DM reaches them, and note it: once a hand."""
        state = await self._state(loaded, seat, loaded.table.seats[seat].person)
        note = state.note
        if not isinstance(note, RefusedDm) or note.hand != loaded.row.hand or note.is_known:
            return False
        await self._rendering.message_states.put(state._replace(content=None, note=note._replace(is_known=True)))
        return True

    async def note(self, key: MessageKey, redrawn: Redrawn, *, is_sure: bool) -> None:
        """Note that a response has redrawn a hand's message, without its picture.

        Not `is_sure`: an edit may arrive after the response, so what the message shows is unknown.
        """
        if not is_sure:
            self._unsure.add(key)
            return
        state = await self._rendering.message_states.get(*key)
        if state.message_id != redrawn.message_id:
            return
        self._redrawn[key] = redrawn
        self._pictures.pop(key, None)
        self._drawn[key] = _position(redrawn.scene)
        content = ShownHand(_digest(redrawn.scene.unanswered(), redrawn.reader), has_picture=False)
        note = _notified_turn(redrawn.scene, state)
        await self._rendering.message_states.put_soon(state._replace(content=content, note=note))

    def forget(self, table_id: int) -> None:
        """Drop an idle table from the cache; refused hands are kept, to know when they may be sent again."""
        self._redrawn = {key: redrawn for key, redrawn in self._redrawn.items() if key[0] != table_id}
        self._drawn = {key: position for key, position in self._drawn.items() if key[0] != table_id}
        self._pictures = {key: picture for key, picture in self._pictures.items() if key[0] != table_id}
        self._unsure = {key for key in self._unsure if key[0] != table_id}

    def drop(self, table_id: int) -> None:
        """Forget a table that is over or deleted."""
        self.forget(table_id)
        self._refused_at = {key: at for key, at in self._refused_at.items() if key[0] != table_id}
        self.refused = {key: place for key, place in self.refused.items() if key[0] != table_id}
        self._calls = {key: turn for key, turn in self._calls.items() if key[0] != table_id}
        self.withheld = {key for key in self.withheld if key[0] != table_id}


class QueuePause:
    """Pauses a seat's queue while a press in its DM is answered: the response redraws the hand, without its picture.

    After the release the queue goes on, and adds the picture.
    """

    def __init__(self, queues: DeliveryQueues, seats: SeatMessages, table: Table, seat: int) -> None:
        self._queues = queues
        self._seats = seats
        self._queue = (table.id, seat)
        self._message = MessageState(table.id, audience(seat), post_of(table, seat, table.seats[seat].person))
        self.post: Final = self._message.name
        """The name of the pressed message's post, for the custom_ids of its new components."""
        self._under_way = queues.hold(self._queue)

    async def still(self) -> None:
        """Wait a little for the queue's current delivery: an edit after the response would overwrite it."""
        if self._under_way is not None:
            await asyncio.wait({self._under_way}, timeout=STILL_WITHIN)

    async def release(self, redrawn: Redrawn | None = None) -> None:
        """End the pause after the response. `redrawn`: what the message shows now; None if it shows no hand."""
        try:
            if redrawn is not None:
                is_sure = self._under_way is None or self._under_way.done()
                await self._seats.note(_key(self._message), redrawn, is_sure=is_sure)
        finally:
            self._queues.release(self._queue, again=redrawn is not None)


def _key(state: MessageState) -> MessageKey:
    return state[:3]


def audience(seat: int) -> str:
    return f"seat:{seat}"


def post_of(table: Table, seat: int, person: str | None, kind: str = HAND) -> str:
    """Return the post name of a person's messages about a seat: every holder has messages of their own.

    For the first holder it is the bare kind, for the others it carries the entry with which they first took the seat.
    """
    tenures = [tenure for tenure in table.tenures if tenure.seat == seat]
    first = next((tenure for tenure in tenures if tenure.person == person), None)
    return kind if first is None or first is tenures[0] else f"{kind}:{first.since}"


def _last_word(table: Table, seat: int, person: str) -> tuple[EndNotice, Fact]:
    """Return the final notice for a person whose seat or rubber is gone, and its text as a fact."""
    if table.stage in (Stage.OVER, Stage.CLOSED):
        return EndNotice.OVER, end_refusal(table)
    if table.seats[seat].person is not None:
        return EndNotice.TAKEN, fact(Notice.SEAT_PASSED, table=table.name, seat=seat)
    if leaving(Notice.SEAT_LEFT, table) is Notice.LEFT_ALONE:
        return EndNotice.LEFT, fact(Notice.LEFT_ALONE, table=table.name, seat=seat, person=person)
    return EndNotice.LEFT, fact(Notice.SEAT_LEFT, table=table.name, seat=seat)


def _turn(scene: HandScene) -> NotifiedTurn | None:
    """Return the play that the hand's seat has to make now; None if others are to play, or nobody may."""
    view = scene.view
    if scene.paused or view.turn is None or view.turn != view.seat:
        return None
    return NotifiedTurn(view.hand_number, view.plays_made)


def _position(scene: HandScene) -> HandPosition | None:
    """Return how far the others have played, while they are to play; None if it is this seat's turn."""
    now = scene.now
    if now is None:
        return None
    return now.hand_number, now.trick_number, len(now.trick), len(now.events), scene.may_nudge


def _notified_turn(scene: HandScene, state: MessageState, calls: frozenset[str] = frozenset()) -> NotifiedTurn | None:
    """Return the turn that this hand notifies the person of; None at a paused table, which notifies when it goes on."""
    turn, before = _turn(scene), state.note if isinstance(state.note, NotifiedTurn) else None
    if scene.paused or turn is None:
        return None if scene.paused else before
    return turn._replace(calls=calls | (_calls_of(before, turn) or frozenset()))


def _calls_of(note: Note | None, turn: NotifiedTurn) -> frozenset[str] | None:
    """Return how the person was called at this turn; None if they were not even notified of it."""
    return note.calls if isinstance(note, NotifiedTurn) and note[:2] == turn[:2] else None


def _is_refused(state: MessageState, loaded: LoadedTable, reason: RefusalReason) -> bool:
    """Return whether the DM of the hand in play was refused for this reason; the next hand is tried again."""
    return isinstance(state.note, RefusedDm) and state.note[:2] == (reason, loaded.row.hand)


def _digest(scene: HandScene, reader: Reader) -> str:
    """Return a digest that is equal for equal hands and readers, after a restart too; plays of others do not count."""
    words = reader.words
    how = (words.language, words.card_names, words.cites, reader.cards.value, reader.four_colours)
    return hashlib.blake2b(repr((scene.own(), how)).encode(), digest_size=12).hexdigest()
