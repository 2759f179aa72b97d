"""Public messages: a table's lobby card in the channel, its posts in the thread, and notices to its opener."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from cachetools import LRUCache
from discord.utils import time_snowflake

from bot.discord_api.errors import (
    ChannelGone,
    DeliveryError,
    Later,
    MessageGone,
    NoPrivateThread,
    PersonGone,
    Rejected,
    Unexplained,
)
from bot.members.preferences import Posted, TableLocation
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.lobby.invitation import StartAskedScene
from bot.messages.lobby.lobby import LobbyScene
from bot.messages.table.notice import WordScene
from bot.messages.table.table import TableScene
from bot.publishing import posts
from bot.publishing.delivery_queues import leave_out
from bot.publishing.invitations import InvitationMessages
from bot.publishing.message_state import PUBLIC, MessageState
from bot.publishing.posts import IN_CHANNEL, LOBBY, Post, PostChange, binding, is_binding
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.table_context import REMEMBERED
from bot.tables import LoadedTable, actions
from bot.tables.deadlines import deadline, silence_ends, used_time, wait_of
from bot.tables.table import Stage
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.contract import Fact

log = logging.getLogger(__name__)

UNSEEN = "unseen"
"""The notice's post: `unseen:<since when the table cannot be shown>`, and for a seat `….<seat>`."""


class OpenerNotices:
    """Tells openers in direct messages, each thing once as long as a table cannot be shown."""

    def __init__(self, rendering: RenderingContext) -> None:
        self._rendering = rendering

    async def tell(self, table_id: int, seat: int | None) -> None:
        """Tell the opener that there is no private thread; of a `seat`: that no direct message reaches its person."""
        loaded = await self._rendering.tables.existing(table_id)
        if loaded.row.lost_at is None:
            return
        post = f"{UNSEEN}:{loaded.row.lost_at}" + ("" if seat is None else f".{seat}")
        state = await self._rendering.message_states.get(table_id, PUBLIC, post)
        if state.shown_seq:
            return
        opener, context = loaded.table.opener, await self._rendering.table_contexts.context(loaded)
        what = _missing_thread_notice(loaded, seat)
        scene = WordScene(context.named_fact(what), context.head)
        reader = await self._rendering.people.reader(opener, loaded.row.language)
        try:
            channel = await self._rendering.dm(opener)
            await self._rendering.sender.show(state._replace(person=opener), scene, reader, 1, channel)
        except DeliveryError as error:
            log.info("table %s: its opener could not be told that it has no private thread: %s", table_id, error)


def _missing_thread_notice(loaded: LoadedTable, seat: int | None) -> Fact:
    table, channel = loaded.table, f"<#{loaded.row.channel_id}>"
    person = None if seat is None else table.seats[seat].person
    if person is None:
        return fact(Notice.NO_PRIVATE_THREAD, table=table.name, channel=channel)
    return fact(Notice.NO_THREAD_NO_DM, table=table.name, channel=channel, person=person)


CLOCKS_APART: Final = timedelta(seconds=10)
"""By how much Discord's clock may be behind ours."""
BELOW_AFTER: Final = 4 * 60_000
"""The age from which the message of a hand is sent anew at the next trick, ms: below what people have written since."""


class PublicMessages:
    """Shows the public messages of every table."""

    def __init__(self, rendering: RenderingContext) -> None:
        self._rendering = rendering
        self._invitations = InvitationMessages(rendering)
        self._bindings = Bindings(rendering, self.channel)
        self._openings: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By table id, while its thread is looked for or opened: two presses open one thread."""
        self._added: LRUCache[int, set[str]] = LRUCache(REMEMBERED)
        """Thread id -> the people who were added to it since the start."""

    async def show(self, table_id: int) -> None:
        await self._bindings.confirm(table_id)  # a crash may have come between the post and its confirmation
        pending, gets_on = await self._rendering.outbox.due_posts(table_id), False
        while pending:
            post = _next_post(pending)
            try:
                with leave_out("table", table_id, post.key):
                    await self._show_where_it_goes(await self._rendering.tables.existing(table_id), post)
            except Later as error:
                error.gets_on = gets_on
                raise
            except Rejected as error:  # a retry would be rejected too; the posts after it may be accepted
                if is_binding(post):
                    raise  # nothing is dealt without it
                log.error("table %s: %s cannot be shown and is left out: %s", table_id, post.key, error)
            self._rendering.outbox.note_shown(table_id, post)
            gets_on = True
            if is_binding(post):
                await self._bindings.confirm(table_id)

    async def _show_where_it_goes(self, loaded: LoadedTable, post: Post) -> None:
        try:
            await self._show_unless_quiet(loaded, post)
        except Later:
            raise
        except DeliveryError as error:
            if post.channel is not None:  # a channel that the table has left, perhaps because it refuses
                log.info("table %s: channel %s is not notified: %s", loaded.table.id, post.channel, error)
                return
            if not isinstance(error, ChannelGone) or not await self._leave_thread(loaded, error.place):
                raise
            await self._show_unless_quiet(loaded, post)

    async def _show_unless_quiet(self, loaded: LoadedTable, post: Post) -> None:
        if post.key == LOBBY and await self._is_quiet(loaded):
            state = await self._rendering.message_states.get(loaded.table.id, PUBLIC, post.key)
            await self._rendering.message_states.put_soon(state._replace(shown_seq=post.seq))
        else:
            await self._show_post(loaded, post)

    async def _show_post(self, loaded: LoadedTable, post: Post) -> None:
        rendering, row = self._rendering, loaded.row
        if post.person is not None:
            return await self._invitations.show(loaded, post)
        state = await rendering.message_states.get(loaded.table.id, PUBLIC, post.key)
        if state.shown_seq >= post.seq:
            return None
        if is_binding(post):
            return await self._bindings.show(loaded, post)
        channel = post.channel
        if channel is None:
            channel = await self._card_place(loaded, post) if post.key in IN_CHANNEL else await self.channel(loaded)
        scene = post.scene(await self._context(loaded))
        if _is_in_play(scene) and (await rendering.guilds.preferences(row.guild_id)).posted is Posted.HANDS:
            await rendering.message_states.put_soon(state._replace(shown_seq=post.seq))
            return None
        if isinstance(scene, LobbyScene):
            return await self._show_lobby(loaded, state, scene, post.seq, channel)
        reader = await rendering.guilds.reader(row.guild_id, row.language)
        called = scene.opener.discord_id if isinstance(scene, StartAskedScene) and scene.is_open else None
        is_old = state.sent_at is not None and rendering.now() - state.sent_at > BELOW_AFTER
        anew, keeps_place = is_old and _begins_trick(scene) and not post.keeps_place, post.keeps_place
        return await rendering.sender.show(
            state, scene, reader, post.seq, channel, anew=anew, keeps_place=keeps_place, mention=called
        )

    async def _card_place(self, loaded: LoadedTable, post: Post) -> int:
        """Return where a post of the channel goes; in a forum all but the card are in its own post."""
        if post.key != LOBBY and self._rendering.delivery.is_forum(loaded.row.channel_id):
            return await self.channel(loaded)
        return loaded.row.channel_id

    async def _show_lobby(
        self, loaded: LoadedTable, state: MessageState, scene: LobbyScene, seq: int, channel: int
    ) -> None:
        """Show the lobby card; a role is notified when it is first sent, and stays named on it."""
        rendering, row = self._rendering, loaded.row
        role = await rendering.role_mentions.role_at(loaded, is_new=state.sent_at is None)
        reader = await rendering.guilds.reader(row.guild_id, row.language)
        notified = role if state.sent_at is None else None
        in_forum = rendering.delivery.is_forum(channel)
        title = f"{loaded.table.name} · {reader.words(f'{loaded.table.game}.name')}" if in_forum else None
        shown = replace(scene, mention=role)
        await rendering.sender.show(state, shown, reader, seq, channel, role=notified, title=title)
        message = (await rendering.message_states.get(loaded.table.id, PUBLIC, LOBBY)).message_id
        place = await rendering.table_contexts.place(loaded)
        if place.lobby_message_id != message:
            thread = message if in_forum else place.thread_id
            await rendering.table_contexts.move(place._replace(lobby_message_id=message, thread_id=thread))

    async def _context(self, loaded: LoadedTable) -> PostContext:
        """Return the context with the deadlines that hold once this is visible: a stopped clock runs on from then."""
        wait, now = wait_of(loaded.row), self._rendering.now()
        context = await self._rendering.table_contexts.context(loaded)
        context = context._replace(waited=used_time(loaded.table, wait, now))
        if loaded.row.lost_at is None:
            return context
        wait = wait.recover(loaded.table, now)
        return context.with_deadlines(deadline(loaded.table, wait), silence_ends(loaded.table, wait))

    # Channels and threads

    async def _is_quiet(self, loaded: LoadedTable) -> bool:
        """Return whether a table shows no card: that of a match, in a thread to which its cup links."""
        table, in_forum = loaded.table, self._rendering.delivery.is_forum(loaded.row.channel_id)
        if table.match is None or (in_forum and not table.private):
            return False
        thread = await self.channel(loaded)
        place = await self._rendering.table_contexts.place(loaded)
        return thread != loaded.row.channel_id and place.lobby_message_id is None

    async def channel(self, loaded: LoadedTable) -> int:
        """Return the table's thread, opened when first needed; the channel if that is impossible.

        Nothing of a private table is shown outside its private thread. Raises NoPrivateThread, if there can be none.
        """
        async with self._openings.setdefault(loaded.table.id, asyncio.Lock()):
            return await self._channel(loaded)

    async def _channel(self, loaded: LoadedTable) -> int:
        place = await self._rendering.table_contexts.place(loaded)
        if place.thread_id is not None and not self._is_watched(loaded, place.thread_id):
            if self._is_closed_in(loaded) and place.thread_id != loaded.row.channel_id:
                await self._invite(loaded, place.thread_id)
            return place.thread_id
        thread = await self._open_thread(loaded, place.lobby_message_id)
        if thread is not None:
            await self._invite(loaded, thread)  # before the thread is stored: a crash in between leaves nobody out
        place = await self._rendering.table_contexts.place(loaded)
        if place.channel_id == loaded.row.channel_id:  # not moved meanwhile
            await self._rendering.table_contexts.move(place._replace(thread_id=thread or loaded.row.channel_id))
        return thread or loaded.row.channel_id

    def _is_watched(self, loaded: LoadedTable, thread: int) -> bool:
        """Return whether others can read along where a private table is shown, as once was possible."""
        is_open = thread == loaded.row.channel_id or self._rendering.delivery.is_public(thread)
        return loaded.table.private and is_open

    async def renew(self, loaded: LoadedTable, *changes: PostChange, keeps_place: bool = False) -> None:
        rendering, seq = self._rendering, loaded.table.seq
        for key, scene in changes:
            state = await rendering.message_states.get(loaded.table.id, PUBLIC, key)
            await rendering.message_states.put_soon(state._replace(shown_seq=0))
            rendering.outbox.add(
                loaded.table.id, seq + 1, [Post(key, seq, scene, keeps_place=keeps_place)]
            )  # belongs to no new entry

    async def show_again(self, loaded: LoadedTable) -> None:
        """Handle a deleted thread or channel: show the current posts again, in the channel if it still exists."""
        await self._leave_thread(loaded)
        await self.renew(loaded, *posts.renewed_posts(loaded.table))

    async def losses(self, loaded: LoadedTable) -> tuple[Fact, ...]:
        """Return the notices shown above hands while the table's channel is gone, or has no private thread for it."""
        place = await self._rendering.table_contexts.place(loaded)
        gone = self._rendering.delivery.is_gone(place.thread_id or place.channel_id)
        if gone:
            return (fact(Notice.CHANNEL_GONE, table=loaded.table.name),)
        has_thread = place.thread_id is not None and not self._is_watched(loaded, place.thread_id)
        if not loaded.table.private or loaded.row.lost_at is None or has_thread:
            return ()
        return (fact(Notice.NO_PRIVATE_THREAD, table=loaded.table.name, channel=f"<#{loaded.row.channel_id}>"),)

    async def _leave_thread(self, loaded: LoadedTable, gone: int | None = None) -> bool:
        """Move a table whose thread is gone; return whether it was in a thread. `gone`: the thread's id, if known.

        It goes on in its channel; if it is private in a new private thread, and in a forum in a new post.
        """
        place = await self._rendering.table_contexts.place(loaded)
        if gone not in (None, place.thread_id, loaded.row.channel_id):
            return True  # left already, while the request was under way
        if place.thread_id in (None, loaded.row.channel_id):
            return False
        if self._rendering.delivery.is_forum(loaded.row.channel_id):
            place = place._replace(thread_id=None, lobby_message_id=None)
        else:
            has_own = loaded.table.private or loaded.table.match is not None
            place = place._replace(thread_id=None if has_own else loaded.row.channel_id)
        log.warning("table %s: its thread is gone", loaded.table.id)
        await self._rendering.table_contexts.move(place)
        return True

    def _is_closed_in(self, loaded: LoadedTable) -> bool:
        """Return whether people find the table's thread only after they were added to it."""
        is_on_card = not loaded.table.private and loaded.table.match is None
        return not is_on_card or self._rendering.delivery.is_forum(loaded.row.channel_id)

    async def _open_thread(self, loaded: LoadedTable, card: int | None) -> int | None:
        """Return a new thread for the table, None if it is played in its channel."""
        table, row, delivery = loaded.table, loaded.row, self._rendering.delivery
        in_forum = delivery.is_forum(row.channel_id)
        if table.private or (table.match is not None and not in_forum):
            own = await self._open_own_thread(loaded, card)
            if own is not None or table.private:
                return own
        wanted = (await self._rendering.guilds.preferences(row.guild_id)).place
        return await self._open_on_card(loaded, card) if in_forum or wanted is TableLocation.THREADS else None

    async def _open_own_thread(self, loaded: LoadedTable, card: int | None) -> int | None:
        """Return a thread on no message, not that of a table of the same name, which was closed just before.

        None if there can be none; for a private table NoPrivateThread is raised.
        """
        table, row, delivery = loaded.table, loaded.row, self._rendering.delivery
        since = card or time_snowflake(datetime.fromtimestamp(row.opened_at / 1000, UTC) - CLOCKS_APART)
        where = row.guild_id, row.channel_id, table.name
        thread = await delivery.open_own_thread(*where, since, private=table.private)
        if thread is None or not await self._rendering.table_contexts.has_thread(thread):
            return thread
        return await delivery.open_own_thread(*where, thread, private=table.private)

    async def _open_on_card(self, loaded: LoadedTable, card: int | None) -> int | None:
        delivery, states = self._rendering.delivery, self._rendering.message_states
        key, scene = posts.lobby(loaded.table)
        state = await states.get(loaded.table.id, PUBLIC, key)
        if card is not None and state.channel_id in (None, loaded.row.channel_id):  # not moved since
            try:
                return await delivery.open_thread(loaded.row.channel_id, card, loaded.table.name)
            except MessageGone:
                log.info("table %s: somebody has deleted the lobby card; it is sent anew", loaded.table.id)
        await states.put(state._replace(shown_seq=0))
        await self._show_post(loaded, Post(key, loaded.table.seq, scene))
        card = (await states.get(loaded.table.id, PUBLIC, key)).message_id
        try:
            return None if card is None else await delivery.open_thread(loaded.row.channel_id, card, loaded.table.name)
        except MessageGone as error:
            raise Unexplained(f"the card has just been shown, and is gone: {error}") from error

    async def _invite(self, loaded: LoadedTable, thread: int) -> None:
        """Add everybody who holds a seat to the thread, each once."""
        added = self._added.setdefault(thread, set())
        people = await self._rendering.people.rows(loaded.table.humans - added)
        for seat in loaded.table.seats:
            person = people.get(seat.person or "")
            if person is None or person.discord_id is None:
                continue
            added.add(person.key)
            try:
                await self._rendering.delivery.add_to_thread(thread, person.discord_id)
            except Later:
                added.discard(person.key)
                raise  # retried later, with the thread that exists by then
            except DeliveryError as error:
                log.info("table %s: somebody could not be added to the thread: %s", loaded.table.id, error)
                if isinstance(error, PersonGone):
                    await self._rendering.member_left.check_departure(loaded.row.guild_id, person.key)


def _next_post(pending: Mapping[str, Post]) -> Post:
    """Return the post to show first: one for which a deal waits, else the oldest."""
    posts = pending.values()
    return next(filter(is_binding, posts), None) or next(iter(posts))


def _is_in_play(scene: Scene) -> bool:
    """Return whether this is the message of a hand in play, which a server may turn off, unless people come and go."""
    return isinstance(scene, TableScene) and scene.trick is not None and not scene.notes


def _begins_trick(scene: Scene) -> bool:
    trick = scene.trick if isinstance(scene, TableScene) else None
    return trick is not None and trick.view is not None and not trick.view.trick


log = logging.getLogger(__name__)

DIRECT: Final = "@me"
"""The place of a server in links to direct messages."""


class Bindings:
    """Shows what binds the deals of every table. `channel`: finds a table's thread; it may raise NoPrivateThread."""

    def __init__(self, rendering: RenderingContext, channel: Callable[[LoadedTable], Awaitable[int]]) -> None:
        self._rendering = rendering
        self._channel = channel

    async def show(self, loaded: LoadedTable, post: Post) -> None:
        """Show the post, unless it is shown or another has taken its place. Raises DeliveryError."""
        state = await self._state(loaded, post.key)
        if not _is_due(loaded, post.key) or state.message_id is not None:
            return await self._rendering.message_states.put_soon(state._replace(shown_seq=post.seq))
        try:
            channel = await self._channel(loaded)
        except NoPrivateThread:
            await self._show_to_each(loaded, post)
            raise  # the table has no thread, which is told as at any other post
        row = loaded.row
        return await self._send(
            state, loaded, post, channel, await self._rendering.guilds.reader(row.guild_id, row.language)
        )

    async def confirm(self, table_id: int) -> None:
        """Let the table deal, if the post is shown and the table does not know that yet."""
        loaded = await self._rendering.tables.existing(table_id)
        chain = loaded.table.chain
        if chain is None or not _is_due(loaded, binding(chain.commitment)):
            return
        state = await self._state(loaded, binding(chain.commitment))
        if state.shown_seq and state.message_id is not None:
            await self._bind(loaded, loaded.row.guild_id, state)

    async def _show_to_each(self, loaded: LoadedTable, post: Post) -> None:
        """Send the post to each person seated; the first message counts."""
        shown = list[MessageState]()
        for seat, person in enumerate(holder.person for holder in loaded.table.seats):
            if person is None:
                continue
            state = (await self._state(loaded, post.key, f"seat:{seat}"))._replace(person=person)
            try:
                if state.message_id is None:
                    channel = await self._rendering.dm(person)
                    reader = await self._rendering.people.reader(person, loaded.row.language)
                    await self._send(state, loaded, post, channel, reader)
                shown.append(await self._state(loaded, post.key, f"seat:{seat}"))
            except Later:
                raise
            except DeliveryError as error:
                log.info("table %s: seat %s cannot be told what binds the deals: %s", loaded.table.id, seat, error)
        if shown:
            await self._bind(loaded, DIRECT, shown[0])

    async def _send(self, state: MessageState, loaded: LoadedTable, post: Post, channel: int, reader: Reader) -> None:
        scene = post.scene(await self._rendering.table_contexts.context(loaded))
        await self._rendering.sender.show(state, scene, reader, post.seq, channel, is_fixed=True)

    async def _bind(self, loaded: LoadedTable, guild: int | str, state: MessageState) -> None:
        message = state.message_id or 0
        link = f"https://discord.com/channels/{guild}/{state.channel_id}/{message}"
        await self._rendering.tables.submit(loaded.table.id, actions.Bound(message, link))

    async def _state(self, loaded: LoadedTable, key: str, audience: str = PUBLIC) -> MessageState:
        return await self._rendering.message_states.get(loaded.table.id, audience, key)


def _is_due(loaded: LoadedTable, key: str) -> bool:
    """Return whether the table waits for this post to be shown."""
    chain = loaded.table.chain
    waits = chain is not None and chain.message is None and binding(chain.commitment) == key
    return waits and loaded.table.stage is Stage.PLAYING
