"""The publisher of cups: brings their public messages up to date after every commit, at a start and by a sweep."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from bot.cups.cup import Cup
from bot.cups.cup_actions import PauseCup
from bot.cups.cup_service import CupCommitted, CupService, LoadedCup
from bot.cups.messages.cup_news import CupNoteScene, note_scene
from bot.cups.messages.cup_pairs import CupAskedScene
from bot.cups.messages.round_sheet import CupRoundScene
from bot.cups.publishing.competition_context import CupContexts
from bot.cups.publishing.competition_publisher import CompetitionPublisher, PutRow, RowStates
from bot.cups.publishing.cup_posts import CupPost, CupPostKind, addressee, posts_of, results_of, scene_of
from bot.cups.publishing.personal_messages import AppointmentMessages, PersonalMessage, PersonalMessages, PersonalStates
from bot.cups.publishing.scheduled_events import CupEvents
from bot.cups.publishing.winner_roles import WinnerRoles
from bot.ledger.record_clock import Reachable
from bot.messages.kit.scene import Scene
from bot.publishing.delivery_queues import leave_out
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.message_state import MessageState
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.table_publisher import TablePublisher
from bot.store import CupMessageRow, CupStore

PATIENCE: Final = 300_000
"""The time that standings wait for the ends of tables, ms."""


class CupPublisher(CompetitionPublisher):
    """Shows cups in their channels."""

    def __init__(
        self,
        store: CupStore,
        cups: CupService,
        contexts: CupContexts,
        rendering: RenderingContext,
        outages: Reachable,
        events: CupEvents,
        table_publisher: TablePublisher,
    ) -> None:
        super().__init__("cup", rendering, outages, PATIENCE)
        self._store = store
        self._cups = cups
        self._contexts = contexts
        self._personal = PersonalMessages(rendering)
        self._appointments = AppointmentMessages(rendering, self._personal)
        self._events = events
        self._roles = WinnerRoles(store, cups, rendering.people, rendering.guilds, rendering.delivery)
        self._table_publisher = table_publisher
        table_publisher.listen(self._predecessors.look_again)
        self._unlinked: dict[int, int] = {}
        """Table id -> the cup that waits for the table's thread, to link to it."""
        rendering.table_contexts.listen(self._link_table)
        self._paused: set[int] = set()
        """The cups whose tables have to tell of a new pause; those that stood still since the last one tell of that."""

    def follow(self, change: CupCommitted) -> None:
        """Listen to `CupService`."""
        if any(isinstance(entry.action, PauseCup) for entry, _ in change.done):
            self._paused.add(change.cup.id)
        self._wake(change.cup.id)

    async def shows_results(self, cup_id: int) -> bool:
        """Return whether the standings and the end of a cup are shown as they are now."""
        if (loaded := await self._cups.get(cup_id)) is None:
            return True
        shown = {row.post: row.shown_seq for row in await self._store.cup_messages(cup_id)}
        results = await asyncio.to_thread(results_of, loaded.cup)
        return all(shown.get(post.key, 0) >= post.seq for post in results)

    def _link_table(self, table_id: int) -> None:
        """Link to a table that has its thread now (a listener of `TableContexts`)."""
        if (cup_id := self._unlinked.pop(table_id, None)) is not None:
            self._wake(cup_id)

    async def _unshown(self) -> list[int]:
        return await self._store.unshown_cups()

    async def _guild_of(self, record_id: int) -> int | None:
        loaded = await self._cups.get(record_id)
        row = await self._store.cup_row(record_id) if loaded is None else loaded.row
        return None if row is None else row.guild_id

    async def _bring_all(self, record_id: int) -> bool:
        if (loaded := await self._cups.get(record_id)) is None:
            await self._bring_waiting(record_id)
            return False
        with leave_out("cup", record_id, "role"):
            loaded = await self._roles.award(loaded)
        if record_id in self._paused:
            self._paused.discard(record_id)
            await self._tell_tables(loaded.cup)
        known = {row.post: row for row in await self._store.cup_messages(record_id)}
        states = RowStates("cup", record_id, self._row_writer(record_id))
        names: dict[str, str] = {}

        async def bring(post: CupPost, state: MessageState, sender: IdempotentSender) -> bool:
            if post.told is None and post.note is None:
                return await self._bring(loaded, post, state, sender)
            if not names:
                names.update(await self._contexts.names(loaded.cup))
            to = PersonalStates.of(post.key, state, states, known)
            return await self._tell(loaded, post, names, to, sender)

        is_early = partial(self._is_early, loaded)
        posts = await asyncio.to_thread(posts_of, loaded.cup)  # a record may be long
        caught_up = await self._catch_up(posts, known, states, bring, is_early)
        with leave_out("cup", record_id, "event"):
            await self._events.bring(loaded, known)
        if not caught_up.held:  # else the sweep looks again
            await self._store.raise_cup_shown(record_id, loaded.cup.seq)
        return caught_up.edited

    async def _bring_waiting(self, cup_id: int) -> None:
        row = await self._store.cup_row(cup_id)
        if row is not None and (game := await self._cups.missing_game(row)) is not None:
            known = {row.post: row for row in await self._store.cup_messages(cup_id)}
            await self._tell_of_wait(row, game, RowStates("cup", cup_id, self._row_writer(cup_id)), known)

    async def _tell_tables(self, cup: Cup) -> None:
        for match in cup.open_matches:
            with leave_out("cup", cup.id, "table"):
                if match.table is not None:
                    await self._table_publisher.redraw(match.table)

    async def _is_early(self, loaded: LoadedCup, post: CupPost) -> bool:
        """Return whether a post is the standings after a round of which a table has still to show its end."""
        if post.kind is not CupPostKind.STANDINGS:
            return False
        cup, row, publisher = loaded.cup, loaded.row, self._table_publisher
        tables = [match.table for match in cup.rounds[post.round].matches if match.table is not None]
        refused = {table: publisher.shut[table].place for table in tables if table in publisher.shut}
        # the next round waits for no thread that refuses its table
        before = [table for table in tables if refused.get(table, row.channel_id) == row.channel_id]
        stands = not refused.keys().isdisjoint(before)
        return await self._predecessors.hold(cup.id, before, publisher.shows_all, stands=stands)

    def _row_writer(self, cup_id: int) -> PutRow:
        async def put(key: str, columns: Mapping[str, Any]) -> None:
            await self._store.put_cup_message(CupMessageRow(cup_id, key, **columns))

        return put

    async def _bring(self, loaded: LoadedCup, post: CupPost, state: MessageState, sender: IdempotentSender) -> bool:
        """Show a post. Return False if it is to be shown again, with links to threads that are opened meanwhile."""
        cup, row = loaded.cup, loaded.row
        context = await self._contexts.context(cup, post.round)
        scene = await asyncio.to_thread(scene_of, cup, post, context)  # standings of many entrants take long
        if scene is None:
            return True
        waits = isinstance(scene, CupRoundScene) and scene.awaits_links
        if waits:
            self._unlinked |= {table_id: cup.id for table_id, table in context.tables.items() if not table.link}
        reader = await self._rendering.guilds.reader(row.guild_id, row.language)
        await sender.show(state, scene, reader, post.seq - waits, row.channel_id, mention=_mention(scene))
        return not waits

    async def _tell(
        self, loaded: LoadedCup, post: CupPost, names: Mapping[str, str], to: PersonalStates, sender: IdempotentSender
    ) -> bool:
        """Tell one person something; return False if that has to wait."""
        if to.dm.shown_seq == 0 and await self._is_held(loaded.cup, post):
            return False
        message = await self._message(loaded, post, names)
        if message is None:
            await to.settle(post.seq)
        else:
            await self._personal.tell(message, to, sender)
        return True

    async def _is_held(self, cup: Cup, post: CupPost) -> bool:
        if post.told is not None:
            return await self._appointments.is_held(cup, post.told)
        return post.note is not None and await self._personal.is_quiet(post.note.person)

    async def _message(self, loaded: LoadedCup, post: CupPost, names: Mapping[str, str]) -> PersonalMessage | None:
        """Return what one person is told; None: nothing any more, or they do not want it."""
        cup, row = loaded
        if post.note is not None:
            scene = note_scene(cup, post.note, names, row.channel_id)
            return None if scene is None else PersonalMessage(post.note.person, row, scene, post.seq)
        if post.told is None or await self._appointments.is_unwanted(cup, post.told):
            return None
        return self._appointments.message(loaded, post.told, names)

    async def _channel_of(self, row: CupMessageRow) -> int:
        loaded = await self._cups.existing(row.cup_id)
        person = addressee(loaded.cup, row.post)
        return loaded.row.channel_id if person is None else await self._rendering.dm(person)

    async def _drop(self, row: CupMessageRow) -> None:
        await self._store.drop_cup_message(row.cup_id, row.post)


def _mention(scene: Scene) -> int | None:
    """Return who is notified of a message in the channel."""
    match scene:
        case CupAskedScene(discord_id=person) | CupNoteScene(mention=person):
            return person
    return None
