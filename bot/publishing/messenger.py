"""One message that shows one post: edited while it is young and where it belongs, else sent anew, never twice.

Before a send the mark says *attempted*, after it *shown*. A send of which nobody knows whether it happened (a crash, a
time-out) is looked for in the channel; if it is not there it is repeated, with its nonce as long as Discord knows that.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from discord.ui import LayoutView

from bot.discord_api.errors import Forbidden, MessageGone, NoAccess, Rejected, ThreadArchived, TooLarge
from bot.presentation.picture_cache import Picture
from bot.publishing.delivery.client import Delivery, nonce_of
from bot.publishing.message_state import MessageStates, name_of
from bot.store import MessageState

log = logging.getLogger(__name__)

EDITED_FOR: Final = 50 * 60_000
"""How long a message is edited, ms; Discord limits edits of messages older than an hour (30046)."""
NONCE_KEPT: Final = 2 * 60_000
"""How long we trust Discord to remember a nonce, ms ("the past few minutes")."""
NO_FILES_FOR: Final = 60 * 60_000
"""How long no pictures are sent to a channel where Discord did not allow them, ms."""


class Showing(NamedTuple):
    """What a message is to show: its layout, up to which entry of the record, and what the mark keeps of it.

    `draw` takes the name of the picture's file ("" without one). `anew`: send it even where an edit would do, so that
    somebody is notified; `mention`: who is mentioned.
    """

    draw: Callable[[str], LayoutView]
    picture: Picture | None
    seq: int
    channel: int
    anew: bool = False
    fingerprint: str | None = None
    note: str | None = None
    mention: int | None = None

    @property
    def view(self) -> LayoutView:
        """The layout, with the picture if there is one."""
        return self.draw("" if self.picture is None else self.picture.name)


class Messenger:
    """Brings messages to show what they should."""

    def __init__(self, marks: MessageStates, delivery: Delivery, now: Callable[[], int]) -> None:
        self._marks = marks
        self._delivery = delivery
        self._now = now
        self._no_files: dict[int, int] = {}
        """Channel -> since when it has taken no pictures: for some time none are sent there."""

    def hint(self, channels: Iterable[int]) -> None:
        """Pictures may be allowed there now."""
        for channel in channels:
            self._no_files.pop(channel, None)

    async def bring(self, mark: MessageState, what: Showing) -> None:
        """Make the mark's message show this, without its picture where that is not taken. Raises DeliveryError."""
        if what.picture is None or self._takes_no_files(what.channel):
            return await self._bring(mark, what._replace(picture=None))
        try:
            return await self._bring(mark, what)
        except NoAccess:
            raise
        except (Forbidden, Rejected, TooLarge) as error:
            await self._bring(mark, what._replace(picture=None))  # raises what is not for the picture
            log.warning("channel %s takes no picture: %s", what.channel, error)
        self._no_files = {channel: at for channel, at in self._no_files.items() if self._takes_no_files(channel)}
        self._no_files[what.channel] = self._now()
        return None

    def _takes_no_files(self, channel: int) -> bool:
        since = self._no_files.get(channel)
        return since is not None and 0 <= self._now() - since < NO_FILES_FOR  # a clock may have gone back

    async def _bring(self, mark: MessageState, what: Showing) -> None:
        shown = mark._replace(shown_seq=what.seq, fingerprint=what.fingerprint, note=what.note)
        if self._can_edit(mark) and not what.anew and mark.channel_id in (None, what.channel):
            try:
                await self._delivery.edit(what.channel, mark.message_id or 0, what.view, what.picture)
                return await self._marks.put_soon(shown)
            except NoAccess:
                raise
            except (MessageGone, ThreadArchived, Forbidden, Rejected):
                pass  # sending opens an archived thread; the old message is deleted, if it is there after all
        message = await self._send(mark, what)
        if mark.message_id is not None and mark.message_id != message:
            await self._delivery.delete(mark.channel_id or what.channel, mark.message_id)
        await self._marks.put(  # last: whoever dies before this finds the new message, and deletes the old one again
            shown._replace(
                channel_id=what.channel,
                message_id=message,
                sent_at=self._now(),
                attempted_seq=what.seq,
                attempted_at=None,
            )
        )
        return None

    def _can_edit(self, mark: MessageState) -> bool:
        young = mark.sent_at is not None and 0 <= self._now() - mark.sent_at < EDITED_FOR
        return mark.message_id is not None and young and not is_unresolved(mark)

    async def _send(self, mark: MessageState, what: Showing) -> int:
        """Send, or find what was sent when the process did not live to know; the message's id."""
        if not is_unresolved(mark):
            return await self._attempt(mark, what)
        message = await self._resolved(mark, what)
        if message is None:
            return await self._attempt(mark, what)
        # what was sent then may show an older state
        await self._delivery.edit(what.channel, message, what.view, what.picture)
        return message

    async def _attempt(self, mark: MessageState, what: Showing) -> int:
        attempt = mark._replace(attempted_seq=what.seq, attempted_at=self._now())
        await self._marks.put(attempt)
        return await self._sent(attempt, what)

    async def _sent(self, attempt: MessageState, what: Showing) -> int:
        nonce = _nonce(attempt, what.channel)
        return await self._delivery.send(what.channel, what.view, nonce, what.mention, what.picture)

    async def _resolved(self, mark: MessageState, what: Showing) -> int | None:
        """The message of an attempt whose fate is not known, sent again if need be; None if it was never sent."""
        is_young = mark.attempted_at is not None and 0 <= self._now() - mark.attempted_at < NONCE_KEPT
        try:
            found = await self._delivery.find(what.channel, mark.table_id, name_of(mark))
        except Rejected:
            if not is_young:
                raise
            found = None
        if found is not None and found != mark.message_id:
            return found
        if is_young:  # what is still on its way to the channel is not sent twice either
            return await self._sent(mark, what)
        return None


def is_unresolved(mark: MessageState) -> bool:
    """Whether a send was attempted and nobody knows what became of it."""
    return mark.attempted_at is not None and mark.attempted_seq > mark.shown_seq


def _nonce(mark: MessageState, channel: int) -> str:
    """Stable for a channel, table, audience, post and entry, until it is sent.

    What was sent and is sent anew has another: Discord may remember the message that is gone.
    """
    sent = () if mark.sent_at is None else (mark.sent_at,)
    return nonce_of(channel, mark.table_id, mark.audience, mark.post, mark.attempted_seq, *sent)
