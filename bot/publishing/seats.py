"""What one seat's person sees: the hand in a direct message, the call when the turn has come, the end."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.facts import News, fact
from bot.publishing import posts
from bot.publishing.delivery import ChannelGone, DeliveryError, DmsTooFast, Later
from bot.publishing.desk import Desk
from bot.publishing.hands import hand_scene
from bot.publishing.marks import blank
from bot.publishing.posts import Backdrop
from bot.publishing.public import Public
from bot.reader import Reader
from bot.scenes import CallScene, HandScene, Scene, WordScene
from bot.store import ShownRow
from bot.tables import Kept
from bot.tables.table import Stage, ended, present
from bot.wishes import Hands
from rules.game import Fact, Phase

log = logging.getLogger(__name__)

HAND: Final = "hand"
CALL: Final = "call"
GONE: Final = "gone"
"""In place of the fingerprint of a hand of which the message says that the rubber is over."""
TOLD: Final = "told"
"""In place of the fingerprint of a hand that could not be sent: its person knows."""
PICTURED: Final = "+"
"""Ends the fingerprint of a hand that is shown with its picture."""


class Redrawn(NamedTuple):
    """What an answer has made of a hand's message: words and buttons, no picture yet."""

    scene: HandScene
    reader: Reader
    message_id: int


class Seats:
    """The lanes of every table's seats. `notice_after`: ms after which somebody who did nothing is away."""

    def __init__(self, desk: Desk, public: Public, notice_after: int) -> None:
        self._desk = desk
        self._public = public
        self._notice_after = notice_after
        self._notes: dict[tuple[int, int], tuple[Fact, ...]] = {}
        """What an answer said on top of a hand, to be said again when its picture is put in."""
        self._unsure: set[tuple[int, int]] = set()
        """Whose message was edited and redrawn by an answer at once: nobody knows which of the two it shows."""

    async def show(self, table_id: int, seat: int) -> None:
        """Show the seat's person what is to be shown now, if it is not shown already."""
        kept = await self._desk.kept(table_id)
        holder = kept.table.seats[seat]
        if kept.table.stage in (Stage.OVER, Stage.CLOSED):
            await self._show_end(kept, seat, ended(kept.table))
        elif holder.was is not None:
            await self._show_end(kept, seat, fact(News.RESIGNED, table=kept.table.name, seat=seat, person=holder.was))
        elif holder.person is not None and kept.table.phase is Phase.PLAY:
            await self._show_hand(kept, seat, holder.person)

    async def _show_hand(self, kept: Kept, seat: int, person: str) -> None:
        desk = self._desk
        await desk.outbox.of(kept.table.id)  # it reads the record, which tells who was here before a restart
        back = await desk.backdrops.of(kept)
        scene = hand_scene(kept.table, back, seat, dm=True)
        mark = await self._mark(kept, seat)
        if _is_former(mark, kept, seat):
            mark = await self._cut_off(kept, seat, person)
        turn = _turn(scene)
        called = turn is not None and mark.note != turn and not self._is_here(person)
        if mark.note == _closed(kept) or await self._asks_for_hands(person):
            return await self._call(kept, seat, back) if called else None
        reader = await desk.for_person(person, kept)
        words = _fingerprint(scene, reader)
        wanted = words + PICTURED * desk.gallery.shows(scene, reader)
        if self._stands(mark, seat, wanted) and not called:
            return None
        notes = self._notes.pop((kept.table.id, seat), ())
        if mark.fingerprint == words:  # as an answer has drawn it: only the picture is to come
            scene = replace(scene, notes=notes)
        try:
            channel = mark.channel_id or await self._dm(person, back)
            more = {"anew": called, "fingerprint": wanted, "note": turn or mark.note}
            await self._bring(kept, seat, mark, scene, reader, channel, **more)
        except DmsTooFast:
            await self._no_dm(kept, seat, mark, _slow(kept), back if called else None)
            raise  # and is tried again
        except Later:
            raise
        except DeliveryError as error:
            log.info("no DM for seat %s: %s", seat, error)
            await self._no_dm(kept, seat, mark, _closed(kept), back if called else None)
        return None

    def _stands(self, mark: ShownRow, seat: int, wanted: str) -> bool:
        """Whether the message shows it already, as far as anybody knows."""
        return mark.fingerprint == wanted and (mark.table_id, seat) not in self._unsure

    async def _bring(
        self, kept: Kept, seat: int, mark: ShownRow, scene: Scene, reader: Reader, channel: int, **more: Any
    ) -> None:
        self._unsure.discard((kept.table.id, seat))
        try:
            await self._desk.bring(mark, scene, reader, kept.table.seq, channel, **more)
        except Later:  # it may have been done all the same
            self._unsure.add((kept.table.id, seat))
            raise

    async def _asks_for_hands(self, person: str) -> bool:
        return (await self._desk.people.wishes(person)).hands is Hands.REQUEST

    async def _no_dm(self, kept: Kept, seat: int, mark: ShownRow, note: str, called: Backdrop | None) -> None:
        await self._desk.marks.put(mark._replace(channel_id=None, message_id=None, fingerprint=None, note=note))
        if called is not None:
            await self._call(kept, seat, called)

    async def _cut_off(self, kept: Kept, seat: int, person: str) -> ShownRow:
        """The message is that of who held the seat before: it says so, and this person gets another."""
        await self._show_end(kept, seat, fact(News.SEAT_TAKEN, table=kept.table.name, seat=seat, person=person))
        mark = blank(kept.table.id, audience(seat), HAND)
        await self._desk.marks.put(mark)
        return mark

    async def _show_end(self, kept: Kept, seat: int, why: Fact) -> None:
        """In the DM that held the last hand: that there is no more to play, and the way to the table."""
        mark = await self._mark(kept, seat)
        if mark.message_id is None or mark.channel_id is None or self._stands(mark, seat, GONE):
            return
        back = await self._desk.backdrops.of(kept)
        scene = WordScene(posts.named(why, back.sitters) or why, back.head)
        holder = kept.table.seats[seat]
        reader = await self._desk.for_person(holder.person or holder.was or "", kept)
        more = {"fingerprint": GONE, "note": mark.note}
        try:
            await self._bring(kept, seat, mark, scene, reader, mark.channel_id, **more)
        except Later:
            raise
        except DeliveryError as error:
            log.info("no last word for seat %s: %s", seat, error)
        if holder.was is not None and back.sitters[holder.was].erased:
            mark = await self._mark(kept, seat)
            await self._desk.marks.put(mark._replace(channel_id=None, message_id=None))

    async def _dm(self, person: str, back: Backdrop) -> int:
        discord_id = back.sitters[person].discord_id
        if discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self._desk.delivery.dm(discord_id)

    async def _call(self, kept: Kept, seat: int, back: Backdrop) -> None:
        """A mention in the thread, for somebody whom no DM reaches or who wants none; once a turn."""
        mark = await self._desk.marks.get(kept.table.id, audience(seat), CALL)
        turn = "{}.{}".format(*present(kept.table, seat))
        if mark.note == turn:
            return
        more = {"anew": True, "note": turn, "mention": back.head.sitters[seat].discord_id}
        reader, channel = await self._desk.for_all(kept), await self._public.channel(kept)
        scene = CallScene(back.head, seat, back.deadline)
        await self._desk.bring(mark, scene, reader, kept.table.seq, channel, **more)

    def _is_here(self, person: str) -> bool:
        last = self._desk.people.last_here(person)
        return last is not None and self._desk.now() - last < self._notice_after

    async def _mark(self, kept: Kept, seat: int) -> ShownRow:
        return await self._desk.marks.get(kept.table.id, audience(seat), HAND)

    async def tell_dms_closed(self, kept: Kept, seat: int) -> bool:
        """Whether the seat's person is to be told now that no DM reaches them: once a hand."""
        mark = await self._mark(kept, seat)
        if mark.note not in (_closed(kept), _slow(kept)) or mark.fingerprint == TOLD:
            return False
        await self._desk.marks.put(mark._replace(fingerprint=TOLD))
        return True

    async def note(self, table_id: int, seat: int, redrawn: Redrawn, *, sure: bool = True) -> None:
        """An answer has redrawn the hand's message, without its picture. Not `sure`: an edit may come after it."""
        if not sure:
            self._unsure.add((table_id, seat))
            return
        mark = await self._desk.marks.get(table_id, audience(seat), HAND)
        if mark.message_id != redrawn.message_id:
            return
        if redrawn.scene.notes:
            self._notes[table_id, seat] = redrawn.scene.notes
        words = _fingerprint(replace(redrawn.scene, notes=()), redrawn.reader)
        note = _turn(redrawn.scene) or mark.note
        await self._desk.marks.put_soon(mark._replace(fingerprint=words, note=note))

    def forget(self, table_id: int) -> None:
        """The table rests."""
        for key in [key for key in self._notes if key[0] == table_id]:
            del self._notes[key]
        self._unsure = {key for key in self._unsure if key[0] != table_id}


def audience(seat: int) -> str:
    """How marks name who sits there."""
    return f"seat:{seat}"


def _is_former(mark: ShownRow, kept: Kept, seat: int) -> bool:
    """Whether a mark is of the hand of somebody who held the seat before its present holder."""
    seq = max(mark.shown_seq, mark.attempted_seq)
    held = [one for one in kept.table.tenures if one.seat == seat and one.person is not None]
    owners = [one.person for one in held if one.since <= seq]
    return bool(owners) and owners[-1] != kept.table.seats[seat].person


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


def _fingerprint(scene: HandScene, reader: Reader) -> str:
    """Equal for equal hands told the same way, after a restart too."""
    how = (reader.words.language, reader.words.card_names, reader.cards.value, reader.four_colours)
    return hashlib.blake2b(repr((scene, how)).encode(), digest_size=12).hexdigest()
