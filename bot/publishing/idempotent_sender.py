"""The idempotent sender: brings one message up to date by an edit or a new message, and never sends it twice.

Before a send the message state says *attempted*, after it *shown*. After a send of unknown outcome (a crash, a
timeout) the channel is searched for the message. If it is not there it is sent again, with the same nonce for as
long as Discord remembers it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, Protocol

from discord.ui import LayoutView

from bot.discord_api.delivery import Delivery, Picture, nonce_of
from bot.discord_api.errors import Forbidden, MessageGone, NoAccess, Rejected, ThreadArchived, TooLarge
from bot.messages.kit import rendering
from bot.messages.kit.picture_cache import PictureCache, PictureJob
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import PageOfItems
from bot.publishing.message_state import Content, MessageState, Note
from bot.texts.reader import Reader

log = logging.getLogger(__name__)

EDITED_FOR: Final = 50 * 60_000
"""The time for which a message is edited, ms. Discord limits edits of messages older than an hour (30046)."""
NONCE_KEPT: Final = 2 * 60_000
"""The time for which Discord is trusted to remember a nonce, ms ("the past few minutes")."""
NO_FILES_FOR: Final = 60 * 60_000
"""The time for which no pictures are sent to a channel that refused one, ms."""


class Showing(NamedTuple):
    """The content of a message: its layout, the last entry of the record in it (`seq`), values for the message state.

    `draw` takes the name of the picture's file ("" without one). `anew`: send a new message even if an edit would do,
    so that somebody is notified. `is_fixed`: it is never edited, not even to the same content. `mention`, `role`: the
    Discord ids of the person and the role to notify. `keeps_place`: it is edited however old it is; so is one with a
    `title`, of the post that it begins in a forum.
    """

    draw: Callable[[str], LayoutView]
    picture: Picture | None
    seq: int
    channel: int
    anew: bool = False
    is_fixed: bool = False
    content: Content | None = None
    note: Note | None = None
    mention: int | None = None
    role: int | None = None
    title: str | None = None
    keeps_place: bool = False

    @property
    def view(self) -> LayoutView:
        return self.draw("" if self.picture is None else self.picture.name)


class StatesToWrite(Protocol):
    """The store of message states."""

    async def put(self, state: MessageState) -> None: ...

    async def put_soon(self, state: MessageState) -> None: ...


class OwnRow:
    """Keeps the state of a message that has a row to itself. `put_id`: stores its id; None after the attempt."""

    def __init__(self, put_id: Callable[[int | None], Awaitable[None]]) -> None:
        self._put_id = put_id

    async def put(self, state: MessageState) -> None:
        await self._put_id(state.message_id)

    put_soon = put


class IdempotentSender:
    """Brings messages up to date: the one way to send a message once. `now`: ms since the epoch."""

    def __init__(
        self, message_states: StatesToWrite, delivery: Delivery, picture_cache: PictureCache, now: Callable[[], int]
    ) -> None:
        self._states = message_states
        self._delivery = delivery
        self._picture_cache = picture_cache
        self._now = now
        self._no_files: dict[int, int] = {}
        """Channel id -> when it last refused a picture, ms since the epoch."""

    def hint(self, channels: Iterable[int]) -> None:
        for channel in channels:
            self._no_files.pop(channel, None)

    async def show(
        self,
        state: MessageState,
        scene: Scene,
        reader: Reader,
        seq: int,
        channel: int,
        *,
        page: PageOfItems | None = None,
        job: PictureJob | None = None,
        keeps_picture: bool = False,
        anew: bool = False,
        is_fixed: bool = False,
        content: Content | None = None,
        note: Note | None = None,
        mention: int | None = None,
        role: int | None = None,
        title: str | None = None,
        keeps_place: bool = False,
    ) -> None:
        """Render a scene and make the message show it: text, buttons and picture in one request. Raises DeliveryError.

        `page`, `job`: its layout and picture, if they were built before. `keeps_picture`: the message has the picture
        of this scene already, so that an edit need not send it again. The others are those of `Showing`.
        """
        draw = partial(rendering.draw, scene, reader, state.name, page=page)
        job = job or self._picture_cache.job_of(scene, reader)
        if (
            keeps_picture
            and not self._takes_no_files(channel)
            and await self._edited_text(state, draw("" if job is None else job.name), seq)
        ):
            return
        picture = await self._picture_cache.draw(job)
        what = Showing(draw, picture, seq, channel, anew, is_fixed, content, note, mention, role, title, keeps_place)
        await self.bring(state, what)

    async def _edited_text(self, state: MessageState, view: LayoutView, seq: int) -> bool:
        """Edit the text and buttons of a message, which keeps its picture. Return False if it cannot be edited."""
        if state.message_id is None or state.channel_id is None or not self.can_edit(state):
            return False
        try:
            await self._delivery.edit_text(state.channel_id, state.message_id, view)
        except NoAccess:
            raise
        except (MessageGone, ThreadArchived, Forbidden, Rejected):
            return False
        await self._states.put_soon(state._replace(shown_seq=seq))
        return True

    async def bring(self, state: MessageState, what: Showing) -> None:
        """Make the message show this, without the picture if the channel refuses it. Raises DeliveryError."""
        if what.picture is None or self._takes_no_files(what.channel):
            return await self._bring(state, what._replace(picture=None))
        try:
            return await self._bring(state, what)
        except NoAccess:
            raise
        except (Forbidden, Rejected, TooLarge) as error:
            await self._bring(state, what._replace(picture=None))  # raises if the picture was not the cause
            log.warning("channel %s takes no picture: %s", what.channel, error)
        self._no_files = {channel: at for channel, at in self._no_files.items() if self._takes_no_files(channel)}
        self._no_files[what.channel] = self._now()
        return None

    def _takes_no_files(self, channel: int) -> bool:
        since = self._no_files.get(channel)
        return since is not None and 0 <= self._now() - since < NO_FILES_FOR  # a clock may have gone back

    async def _bring(self, state: MessageState, what: Showing) -> None:
        shown = state._replace(shown_seq=what.seq, content=what.content, note=what.note)
        is_editable = self.can_edit(state, however_old=what.keeps_place or what.title is not None)
        if is_editable and not what.anew and state.channel_id in (None, what.channel):
            try:
                await self._delivery.edit(what.channel, state.message_id or 0, what.view, what.picture)
                return await self._states.put_soon(shown)
            except NoAccess:
                raise
            except (MessageGone, ThreadArchived, Forbidden, Rejected) as error:
                # sending opens an archived thread; the old message is deleted below if it still exists
                if what.title is not None and not isinstance(error, MessageGone):
                    raise  # a second post would be no better
        message = await self._send(state, what)
        if state.message_id is not None and state.message_id != message:
            await self._delivery.delete(state.channel_id or what.channel, state.message_id)
        await self._states.put(  # last: after an earlier crash the new message is found, and the old one deleted again
            shown._replace(
                channel_id=what.channel,
                message_id=message,
                sent_at=self._now(),
                attempted_seq=what.seq,
                attempted_at=None,
            )
        )
        return None

    def can_edit(self, state: MessageState, *, however_old: bool = False) -> bool:
        young = state.sent_at is not None and 0 <= self._now() - state.sent_at < EDITED_FOR
        return state.message_id is not None and (young or however_old) and not state.is_unresolved

    async def _send(self, state: MessageState, what: Showing) -> int:
        """Send a message, or find one sent before a crash; return its id."""
        if not state.is_unresolved:
            return await self._attempt(state, what)
        message = await self._resolve(state, what)
        if message is None:
            return await self._attempt(state, what)
        if not what.is_fixed:  # the message found may show an older state
            await self._delivery.edit(what.channel, message, what.view, what.picture)
        return message

    async def _attempt(self, state: MessageState, what: Showing) -> int:
        attempt = state._replace(attempted_seq=what.seq, attempted_at=self._now())
        await self._states.put(attempt)
        return await self._deliver(attempt, what)

    async def _deliver(self, attempt: MessageState, what: Showing) -> int:
        # stable until the message is sent; one sent anew gets another, since Discord may still remember the old one
        again = () if attempt.sent_at is None else (attempt.sent_at,)
        name = attempt.table_id, attempt.audience, attempt.post
        nonce = nonce_of(what.channel, *name, attempt.attempted_seq, *again)
        return await self._delivery.send(
            what.channel, what.view, nonce, what.mention, what.picture, what.role, what.title
        )

    async def _resolve(self, state: MessageState, what: Showing) -> int | None:
        """Return the message of an attempt of unknown outcome, sent again if need be; None if it was never sent."""
        is_young = state.attempted_at is not None and 0 <= self._now() - state.attempted_at < NONCE_KEPT
        try:
            found = await self._delivery.find(what.channel, state.table_id, state.name)
        except Rejected:
            if not is_young:
                raise
            found = None
        if found is not None and found != state.message_id:
            return found
        if is_young:  # the nonce prevents a duplicate of a message still in transit
            return await self._deliver(state, what)
        return None
