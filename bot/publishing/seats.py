"""Seat messages: a person's hand in a DM, the mention when it is their turn, and the notice of the end."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.discord_api.errors import ChannelGone, DeliveryError, DmsTooFast, Later
from bot.members.preferences import HandDelivery
from bot.presentation.scenes import CallScene, HandScene, Scene, WordScene
from bot.publishing import posts
from bot.publishing.hands import hand_scene
from bot.publishing.message_state import name_of
from bot.publishing.messenger import is_unresolved
from bot.publishing.posts import PostContext
from bot.publishing.public import PublicMessages
from bot.publishing.rendering_context import RenderingContext
from bot.store import MessageRow
from bot.tables import LoadedTable
from bot.tables.table import Stage, Table, ended, present
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.contract import Fact, Phase

log = logging.getLogger(__name__)

HAND: Final = "hand"
CALL: Final = "call"
GONE: Final = "gone"
"""In place of a fingerprint: the message says that the rubber is over."""
LEFT: Final = "left"
TAKEN: Final = "taken"
"""The same for a person who no longer holds the seat: it is open; somebody else has taken it."""
SAID: Final = {LEFT: {LEFT, TAKEN, GONE}, TAKEN: {TAKEN, GONE}, GONE: {LEFT, TAKEN, GONE}}
"""For each final notice, the notices that make it superfluous."""
TOLD: Final = "told"
"""In place of a fingerprint: the hand could not be sent, and its person has been notified of that."""
PICTURED: Final = "+"
"""The suffix of the fingerprint of a hand that is shown with its picture."""


class Redrawn(NamedTuple):
    """What a response has made of a hand's message: words and buttons, no picture yet."""

    scene: HandScene
    reader: Reader
    message_id: int


class ShownHand(NamedTuple):
    """A seat's hand as its DM is to show it. `called`: its person, who is not active, is to be notified of the turn."""

    loaded: LoadedTable
    seat: int
    person: str
    back: PostContext
    mark: MessageRow
    scene: HandScene
    called: bool


class SeatMessages:
    """Shows the messages of every table's seats. `notice_after`: ms without activity until a person counts as away."""

    def __init__(self, desk: RenderingContext, public: PublicMessages, notice_after: int) -> None:
        self._desk = desk
        self._public = public
        self._notice_after = notice_after
        self._notes: dict[tuple[int, str], tuple[Fact, ...]] = {}
        """The notices above a hand in a response, repeated when its picture is added."""
        self._unsure: set[tuple[int, str]] = set()
        """Messages of unknown content: an edit had an unknown outcome, or overlapped with that of a response."""
        self._refused_at: dict[tuple[int, str], int] = {}
        """When the DM of a hand was last refused, in this process, ms since the epoch."""
        self.refused: dict[tuple[int, int], int] = {}
        """(Table id, seat) whose person's DM was refused -> the place that refused it (see `circuit_breaker`)."""
        self.withheld: set[tuple[int, int]] = set()
        """(Table id, seat) on turn without a DM, not mentioned yet because the person was active just before."""

    async def show(self, table_id: int, seat: int) -> None:
        """Show the seat's person their hand or the end, unless the message shows it already."""
        loaded = await self._desk.loaded(table_id)
        self.withheld.discard((table_id, seat))
        late = await self._take_back(loaded, seat)
        person = loaded.table.seats[seat].person
        if person is not None and loaded.table.stage in (Stage.OVER, Stage.CLOSED):
            await self._show_end(loaded, seat, person)
        elif person is not None and loaded.table.phase is Phase.PLAY:
            await self._show_hand(loaded, seat, person)
        if late is not None:
            raise late

    async def _take_back(self, loaded: LoadedTable, seat: int) -> Later | None:
        """Remove the cards from the DMs of former holders; return an error to be retried later.

        It is returned, not raised, so that it keeps nothing from the new holder.
        """
        late = None
        for person in _former(loaded.table, seat):
            try:
                await self._show_end(loaded, seat, person)
            except Later as error:
                late = error
        return late

    async def _show_hand(self, loaded: LoadedTable, seat: int, person: str) -> None:
        desk = self._desk
        hand = await self._hand(loaded, seat, person)
        if self._is_closed(loaded, hand.mark, person) or await self._asks_for_hands(person):
            return await self._call_in_thread(hand)
        reader = await desk.for_person(person, loaded)
        words = _fingerprint(hand.scene, reader)
        wanted = words + PICTURED * desk.picture_cache.shows(hand.scene, reader)
        if self._stands(hand.mark, wanted) and not hand.called:
            return None
        notes = self._notes.pop(_message(hand.mark), ())
        if hand.mark.fingerprint == words:  # drawn by a response: only the picture is missing
            hand = hand._replace(scene=replace(hand.scene, notes=notes))
        return await self._bring_hand(hand, reader, wanted)

    async def _hand(self, loaded: LoadedTable, seat: int, person: str) -> ShownHand:
        back = await self._desk.table_contexts.of(loaded)
        scene = hand_scene(loaded, back, seat, dm=True, notes=await self._public.losses(loaded))
        mark = await self._mark(loaded, seat, person)
        turn = _turn(scene)
        called = turn is not None and mark.note != turn and not self._is_here(person)
        return ShownHand(loaded, seat, person, back, mark, scene, called)

    async def _bring_hand(self, hand: ShownHand, reader: Reader, wanted: str) -> None:
        loaded, mark = hand.loaded, hand.mark
        try:
            channel = mark.channel_id or await self._dm(hand.person, hand.back)
            if mark.note == _closed(loaded):
                self._desk.delivery.hint((channel,))  # the person has been active since, and may have opened their DMs
            more = {"anew": hand.called, "fingerprint": wanted, "note": _called_to(hand.scene, mark)}
            await self._bring(loaded, mark, hand.scene, reader, channel, **more)
            self.refused.pop((loaded.table.id, hand.seat), None)
        except DmsTooFast:
            await self._no_dm(hand, _slow(loaded))
            raise  # to be retried
        except Later as error:
            if error.place is not None and self._desk.delivery.lasts(error.place):
                await self._call_in_thread(hand)  # until the DM is accepted
            raise
        except DeliveryError as error:
            await self._refused(hand, error)

    async def _refused(self, hand: ShownHand, error: DeliveryError) -> None:
        """Handle a refused DM: the person accepts none, or has left the guild. The last hand sent stays known."""
        log.info("no DM for seat %s: %s", hand.seat, error)
        if await self._desk.member_left.found(hand.loaded.row.guild_id, hand.person):
            return await self._desk.marks.put(hand.mark)  # undo the attempt: nothing was sent
        if error.place is not None:
            self.refused[hand.loaded.table.id, hand.seat] = error.place
        if error.asked:
            self._refused_at[_message(hand.mark)] = self._desk.now()
        if isinstance(error, ChannelGone):
            hand = hand._replace(mark=hand.mark._replace(channel_id=None, message_id=None))
        return await self._no_dm(hand, _closed(hand.loaded))

    def _stands(self, mark: MessageRow, wanted: str) -> bool:
        """Whether the message shows this already, as far as is known."""
        return mark.fingerprint == wanted and _message(mark) not in self._unsure

    async def _bring(
        self, loaded: LoadedTable, mark: MessageRow, scene: Scene, reader: Reader, channel: int, **more: Any
    ) -> None:
        self._unsure.discard(_message(mark))
        try:
            await self._desk.bring(mark, scene, reader, loaded.table.seq, channel, **more)
        except Later:  # the request may have succeeded all the same
            self._unsure.add(_message(mark))
            raise

    async def _asks_for_hands(self, person: str) -> bool:
        return (await self._desk.people.preferences(person)).hands is HandDelivery.REQUEST

    def _is_closed(self, loaded: LoadedTable, mark: MessageRow, person: str) -> bool:
        """Whether DMs were refused during this hand, and the person, who may have opened them, was not active since."""
        refused_at, last = self._refused_at.get(_message(mark), 0), self._desk.people.last_here(person)
        return mark.note == _closed(loaded) and (last is None or last < refused_at)

    async def _no_dm(self, hand: ShownHand, note: str) -> None:
        """Note why no DM was sent, and mention the person in the thread; the DM keeps the hand that it shows."""
        mark = hand.mark
        told = TOLD if mark.note == note and mark.fingerprint == TOLD else None
        if mark != (refused := mark._replace(fingerprint=told, note=note)):
            await self._desk.marks.put(refused)
        await self._call_in_thread(hand)

    async def _call_in_thread(self, hand: ShownHand) -> None:
        """Mention the person in the thread if it is their turn: now, or once they have been inactive for a while."""
        if hand.called:
            await self._call(hand.loaded, hand.seat, hand.back)
        elif _turn(hand.scene) is not None:
            self.withheld.add((hand.loaded.table.id, hand.seat))

    async def _show_end(self, loaded: LoadedTable, seat: int, person: str) -> None:
        """Replace the person's last hand in the DM by the reason why it is over, and a link to the table."""
        mark = await self._mark(loaded, seat, person)
        state, _ = _last_word(loaded.table, seat)
        said = any(self._stands(mark, one) for one in SAID[state])
        back = await self._desk.table_contexts.of(loaded)
        if not said and (mark.message_id is not None or is_unresolved(mark)):
            await self._say_last(loaded, seat, person, mark, back)
        mark = await self._mark(loaded, seat, person)
        if back.holders[person].erased and mark.channel_id is not None:
            await self._desk.marks.put(mark._replace(channel_id=None, message_id=None))

    async def _say_last(self, loaded: LoadedTable, seat: int, person: str, mark: MessageRow, back: PostContext) -> None:
        state, why = _last_word(loaded.table, seat)
        scene = WordScene(posts.named(why, back.holders) or why, back.head)
        reader = await self._desk.for_person(person, loaded)
        more = {"fingerprint": state, "note": mark.note}
        try:
            channel = mark.channel_id or await self._dm(person, back)
            await self._bring(loaded, mark, scene, reader, channel, **more)
        except Later:
            raise
        except DeliveryError as error:
            log.info("no last word for seat %s: %s", seat, error)

    async def _dm(self, person: str, back: PostContext) -> int:
        discord_id = back.holders[person].discord_id if person in back.holders else None
        if discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self._desk.delivery.dm(discord_id)

    async def _call(self, loaded: LoadedTable, seat: int, back: PostContext) -> None:
        """Mention in the thread, once a turn, a person whom no DM reaches or who wants none."""
        person = loaded.table.seats[seat].person
        mark = await self._desk.marks.get(loaded.table.id, audience(seat), post_of(loaded.table, seat, person, CALL))
        turn = "{}.{}".format(*present(loaded.table, seat))
        if mark.note == turn:
            return
        more = {"anew": True, "note": turn, "mention": back.head.holders[seat].discord_id}
        reader, channel = await self._desk.for_all(loaded), await self._public.channel(loaded)
        scene = CallScene(back.head, seat, back.deadline)
        await self._desk.bring(mark, scene, reader, loaded.table.seq, channel, **more)

    def _is_here(self, person: str) -> bool:
        last = self._desk.people.last_here(person)
        return last is not None and 0 <= self._desk.now() - last < self._notice_after  # a clock may have gone back

    async def _mark(self, loaded: LoadedTable, seat: int, person: str | None) -> MessageRow:
        mark = await self._desk.marks.get(loaded.table.id, audience(seat), post_of(loaded.table, seat, person))
        return mark if person is None else mark._replace(person=person)

    async def tell_dms_closed(self, loaded: LoadedTable, seat: int) -> bool:
        """Return whether to notify the seat's person that no DM reaches them, and note it: once a hand."""
        mark = await self._mark(loaded, seat, loaded.table.seats[seat].person)
        if mark.note not in (_closed(loaded), _slow(loaded)) or mark.fingerprint == TOLD:
            return False
        await self._desk.marks.put(mark._replace(fingerprint=TOLD))
        return True

    async def note(self, table_id: int, seat: int, post: str, redrawn: Redrawn, *, sure: bool = True) -> None:
        """Note that a response has redrawn the hand's message, without its picture.

        Not `sure`: an edit may arrive after the response, so what the message shows is unknown.
        """
        mark = await self._desk.marks.get(table_id, audience(seat), post)
        if not sure:
            self._unsure.add(_message(mark))
            return
        if mark.message_id != redrawn.message_id:
            return
        if redrawn.scene.notes:
            self._notes[_message(mark)] = redrawn.scene.notes
        words = _fingerprint(replace(redrawn.scene, notes=()), redrawn.reader)
        note = _called_to(redrawn.scene, mark)
        await self._desk.marks.put_soon(mark._replace(fingerprint=words, note=note))

    def forget(self, table_id: int) -> None:
        """Drop an idle table from the cache; refused hands are kept, to know when they may be sent again."""
        for key in [key for key in self._notes if key[0] == table_id]:
            del self._notes[key]
        self._unsure = {key for key in self._unsure if key[0] != table_id}

    def drop(self, table_id: int) -> None:
        """Forget a table that is over or deleted."""
        self.forget(table_id)
        self._refused_at = {key: at for key, at in self._refused_at.items() if key[0] != table_id}
        self.refused = {key: place for key, place in self.refused.items() if key[0] != table_id}
        self.withheld = {key for key in self.withheld if key[0] != table_id}


def _message(mark: MessageRow) -> tuple[int, str]:
    """Return the key of a message: table id and post name."""
    return mark.table_id, name_of(mark)


def audience(seat: int) -> str:
    """Return the audience of a seat in message states."""
    return f"seat:{seat}"


def seat_of(audience: str) -> int:
    """Return the seat of an audience."""
    return int(audience.partition(":")[2])


def post_of(table: Table, seat: int, person: str | None, kind: str = HAND) -> str:
    """Return the post name of a person's messages about a seat: every holder has messages of their own.

    For the first holder it is the bare kind, for the others it carries the entry with which they first took the seat.
    """
    tenures = [one for one in table.tenures if one.seat == seat]
    first = next((one for one in tenures if one.person == person), None)
    return kind if first is None or first is tenures[0] else f"{kind}:{first.since}"


def _former(table: Table, seat: int) -> list[str]:
    """Return the people who have held the seat and no longer do."""
    held = dict.fromkeys(one.person for one in table.tenures if one.seat == seat)
    return [person for person in held if person is not None and person != table.seats[seat].person]


def _last_word(table: Table, seat: int) -> tuple[str, Fact]:
    """Return the final notice for a person whose seat or rubber is gone: its fingerprint, and its text as a fact."""
    if table.stage in (Stage.OVER, Stage.CLOSED):
        return GONE, ended(table)
    if table.seats[seat].person is not None:
        return TAKEN, fact(Notice.SEAT_PASSED, table=table.name, seat=seat)
    return LEFT, fact(Notice.SEAT_LEFT, table=table.name, seat=seat)


def _turn(scene: HandScene) -> str | None:
    """Return the play that the hand's seat has to make now; None if others are to play, or nobody may."""
    view = scene.view
    if scene.paused or view.turn is None or view.turn != view.seat:
        return None
    return f"{view.hand_number}.{view.plays_made}"


def _called_to(scene: HandScene, mark: MessageRow) -> str | None:
    """Return the turn that this hand notifies the person of; None at a paused table, which notifies when it goes on."""
    return None if scene.paused else _turn(scene) or _turn_noted(mark)


def _turn_noted(mark: MessageRow) -> str | None:
    """Return the turn that the person was last notified of; None if the note is about a refusal."""
    return None if mark.note is None or ":" in mark.note else mark.note


def _closed(loaded: LoadedTable) -> str:
    """Return the note for a hand whose person accepts no DMs; the next hand is tried again."""
    return f"closed:{loaded.row.hand}"


def _slow(loaded: LoadedTable) -> str:
    """Return the note for a hand that Discord has not accepted yet, because of too many DMs at once."""
    return f"slow:{loaded.row.hand}"


def _fingerprint(scene: HandScene, reader: Reader) -> str:
    """Return a fingerprint that is equal for equal hands and readers, after a restart too."""
    how = (reader.words.language, reader.words.card_names, reader.cards.value, reader.four_colours)
    return hashlib.blake2b(repr((scene, how)).encode(), digest_size=12).hexdigest()
