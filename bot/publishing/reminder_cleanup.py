"""Cleanup of reminders: a play that was made is removed from its reminder, and an empty reminder is deleted."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence

from discord.ui import LayoutView

from bot.discord_api.errors import DeliveryError, Later, TooManyOldEdits
from bot.messages.kit.rendering import draw
from bot.messages.overview.reminder import Reminded, ReminderScene
from bot.publishing.message_state import MessageState, RemindedPlays
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.background_tasks import TaskPool
from bot.store import DigestLine, Store, StoreError, TableRow

log = logging.getLogger(__name__)

Key = tuple[int, str, str]


class ReminderCleanup:
    """The reminders whose messages still exist, by the tables that they are about."""

    def __init__(self, store: Store, rendering: RenderingContext) -> None:
        self._store = store
        self._rendering = rendering
        self._of: dict[int, dict[Key, tuple[DigestLine, ...]]] = defaultdict(dict)
        self._tasks = TaskPool()
        self._one_at_a_time = asyncio.Lock()
        self._late: set[int] = set()
        """Tables with an outdated reminder that could not be updated or deleted."""

    async def read_up(self) -> None:
        for row in await self._store.sent_reminders():
            state = MessageState.read(row)
            if isinstance(state.note, RemindedPlays):
                self._remember(state, state.note.lines)
        self._tasks.start("reminder served", self._clear(tuple(self._of)))

    def read_again(self) -> None:
        """Load the reminders again: the clock may have been set, which moves the times in their notes."""
        self._tasks.start("reminder served", self._read_again())

    async def _read_again(self) -> None:
        async with self._one_at_a_time:
            try:
                await self.read_up()
            except StoreError as error:
                log.warning("reminders that stand may go too early: %s", error)

    def note_sent(self, state: MessageState, lines: Sequence[DigestLine]) -> None:
        self._remember(state, tuple(lines))
        self.look(state.table_id)

    def _remember(self, state: MessageState, lines: tuple[DigestLine, ...]) -> None:
        for line in lines:
            self._of[line.table_id][state.table_id, state.audience, state.post] = lines

    def look(self, table_id: int) -> None:
        """Clean up after a change at a table, and retry what failed before."""
        late, self._late = self._late, set()
        if tables := [candidate for candidate in {table_id, *late} if self._of.get(candidate)]:
            self._tasks.start("reminder served", self._clear(tables))

    async def stop(self) -> None:
        """Cancel the work in progress; the next process does the rest."""
        await self._tasks.stop()

    async def _clear(self, table_ids: Sequence[int]) -> None:
        for table_id in table_ids:
            async with self._one_at_a_time:
                for key, lines in list(self._of.get(table_id, {}).items()):
                    try:
                        await self._clear_one(key, lines)
                    except (DeliveryError, StoreError) as error:
                        self._late.add(table_id)
                        log.info("a reminder that has served stays for now: %s", error)

    async def _clear_one(self, key: Key, lines: Sequence[DigestLine]) -> None:
        rows = [(await self._store.row(line.table_id), line) for line in lines]
        left = tuple(line for row, line in rows if row is not None and waits_for(row, line))
        if not left:
            await self._take_away(key)
        elif len(left) < len(lines):
            await self._shorten(key, left)
        for line in set(lines).difference(left):
            about = self._of.get(line.table_id, {})
            about.pop(key, None)
            if not about:
                self._of.pop(line.table_id, None)

    async def _shorten(self, key: Key, left: tuple[DigestLine, ...]) -> None:
        """Edit a reminder to name these plays alone; it stays as it is if the edit is refused (it may be too old)."""
        state = await self._rendering.message_states.get(*key)
        if state.message_id is None or state.channel_id is None:
            return
        try:
            if (view := await self._layout(state, left)) is not None:
                await self._rendering.delivery.edit(state.channel_id, state.message_id, view)
        except DeliveryError as error:
            if isinstance(error, Later) and not isinstance(error, TooManyOldEdits):
                raise
            log.info("a reminder tells of a play that is made: %s", error)
        await self._rendering.message_states.put(state._replace(note=RemindedPlays(left)))
        self._remember(state, left)

    async def _layout(self, state: MessageState, left: Sequence[DigestLine]) -> LayoutView | None:
        """Return the reminder's layout; None while no clock runs at any of its tables."""
        lines = [line for play in left if (line := await reminder_entry(self._rendering, play)) is not None]
        if not lines:
            return None
        rendering = self._rendering
        table, row, *_ = await rendering.tables.existing(left[0].table_id)
        person = table.seats[left[0].seat].person
        if person is None:
            reader = await rendering.guilds.reader(row.guild_id, row.language)
        else:
            reader = await rendering.people.reader(person, row.language)
        return draw(digest(state, lines), reader, state.name)

    async def _take_away(self, key: Key) -> None:
        state = await self._rendering.message_states.get(*key)
        if state.message_id is not None and state.channel_id is not None:
            await self._rendering.delivery.delete(state.channel_id, state.message_id)
            await self._rendering.message_states.put(state._replace(channel_id=None, message_id=None, note=None))


def waits_for(row: TableRow, line: DigestLine) -> bool:
    return row.turn_seat == line.seat and row.wait_since == line.wait_since


async def reminder_entry(rendering: RenderingContext, line: DigestLine) -> Reminded | None:
    """Return the entry of a play in a reminder; None while nobody is to be reminded of it."""
    loaded = await rendering.tables.get(line.table_id)
    if loaded is None or (loaded.row.deadline_at is None and loaded.row.call_after is None):
        return None
    context, view = await rendering.table_contexts.context(loaded), loaded.table.view(None)
    return Reminded(context.head, line.seat, context.deadline, last=view.to_play == (line.seat,))


def digest(state: MessageState, lines: Iterable[Reminded]) -> ReminderScene:
    soonest_first = sorted(lines, key=lambda line: (line.deadline is None, line.deadline or 0))
    return ReminderScene(state.table_id, tuple(soonest_first))
