"""Cleanup of reminders: a play that was made is removed from its reminder, and an empty reminder is deleted."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from operator import attrgetter
from typing import Any, Protocol

from discord.ui import LayoutView

from bot.discord_api.errors import DeliveryError, Later, TooManyOldEdits
from bot.presentation import layouts
from bot.presentation.scenes import Reminded, ReminderScene
from bot.publishing.message_state import name_of
from bot.publishing.rendering_context import RenderingContext
from bot.store import DigestLine, MessageRow, ReminderStore, StoreError, TableLists, TableRow

log = logging.getLogger(__name__)

Key = tuple[int, str, str]


class ReminderRowStore(ReminderStore, TableLists, Protocol):
    """The ports that reminders use."""


class ReminderCleanup:
    """The reminders whose messages still exist, by the tables that they are about."""

    def __init__(self, store: ReminderRowStore, desk: RenderingContext) -> None:
        self._store = store
        self._desk = desk
        self._of: dict[int, dict[Key, tuple[DigestLine, ...]]] = defaultdict(dict)
        self._clearing: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()
        self._late: set[int] = set()
        """Tables with an outdated reminder that could not be updated or deleted."""

    async def read_up(self) -> None:
        """Load the reminders that a previous process has sent."""
        for mark in await self._store.sent_reminders():
            self._remember(mark, lines_of(mark.note))
        self._begin(*self._of)

    def read_again(self) -> None:
        """Load the reminders again: the clock may have been set, which moves the times in their notes."""
        self._start(self._read_again())

    async def _read_again(self) -> None:
        async with self._one_at_a_time:
            try:
                await self.read_up()
            except StoreError as error:
                log.warning("reminders that stand may go too early: %s", error)

    def sent(self, mark: MessageRow, lines: Sequence[DigestLine]) -> None:
        """Note that a reminder of these plays was sent."""
        self._remember(mark, tuple(lines))
        self.look(mark.table_id)

    def _remember(self, mark: MessageRow, lines: tuple[DigestLine, ...]) -> None:
        for line in lines:
            self._of[line.table_id][mark.table_id, mark.audience, mark.post] = lines

    def look(self, table_id: int) -> None:
        """Clean up after a change at a table, and retry what failed before."""
        late, self._late = self._late, set()
        if tables := [one for one in {table_id, *late} if self._of.get(one)]:
            self._begin(*tables)

    def _begin(self, *table_ids: int) -> None:
        self._start(self._clear(table_ids))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="reminder served")
        self._clearing.add(task)
        task.add_done_callback(self._clearing.discard)

    async def stop(self) -> None:
        """Cancel the work in progress; the next process does the rest."""
        tasks = list(self._clearing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
        self._forget(key, set(lines).difference(left))

    async def _shorten(self, key: Key, left: tuple[DigestLine, ...]) -> None:
        """Edit a reminder to name these plays alone; it stays as it is if the edit is refused (it may be too old)."""
        mark = await self._desk.marks.get(*key)
        if mark.message_id is None or mark.channel_id is None:
            return
        try:
            if (view := await self._drawn(mark, left)) is not None:
                await self._desk.delivery.edit(mark.channel_id, mark.message_id, view)
        except DeliveryError as error:
            if isinstance(error, Later) and not isinstance(error, TooManyOldEdits):
                raise
            log.info("a reminder tells of a play that is made: %s", error)
        await self._desk.marks.put(mark._replace(note=note_of(left)))
        self._remember(mark, left)

    async def _drawn(self, mark: MessageRow, left: Sequence[DigestLine]) -> LayoutView | None:
        """Return the reminder's layout; None while no clock runs at any of its tables."""
        lines = [line for one in left if (line := await reminded(self._desk, one)) is not None]
        if not lines:
            return None
        loaded = await self._desk.loaded(left[0].table_id)
        person = loaded.table.seats[left[0].seat].person
        reader = await self._desk.for_all(loaded) if person is None else await self._desk.for_person(person, loaded)
        return layouts.draw(digest(mark, lines), reader, name_of(mark))

    async def _take_away(self, key: Key) -> None:
        mark = await self._desk.marks.get(*key)
        if mark.message_id is not None and mark.channel_id is not None:
            await self._desk.delivery.delete(mark.channel_id, mark.message_id)
            await self._desk.marks.put(mark._replace(channel_id=None, message_id=None, note=None))

    def _forget(self, key: Key, lines: Iterable[DigestLine]) -> None:
        for line in lines:
            about = self._of.get(line.table_id, {})
            about.pop(key, None)
            if not about:
                self._of.pop(line.table_id, None)


def waits_for(row: TableRow, line: DigestLine) -> bool:
    """Whether a table still waits for the play of a line."""
    return row.turn_seat == line.seat and row.wait_since == line.wait_since


async def reminded(desk: RenderingContext, line: DigestLine) -> Reminded | None:
    """Return the entry of a play in a reminder; None while no clock runs for it."""
    loaded = await desk.tables.get(line.table_id)
    if loaded is None or loaded.row.deadline_at is None:
        return None
    back, view = await desk.table_contexts.of(loaded), loaded.table.view(None)
    return Reminded(back.head, line.seat, back.deadline or 0, last=view.to_play == (line.seat,))


def digest(mark: MessageRow, lines: Iterable[Reminded]) -> ReminderScene:
    """Return the scene of a reminder of several plays, the earliest deadline first."""
    return ReminderScene(mark.table_id, tuple(sorted(lines, key=attrgetter("deadline"))))


def note_of(lines: Sequence[DigestLine]) -> str:
    """Return the note in a reminder's message state: the plays it reminds of."""
    return json.dumps(lines)


def lines_of(note: str | None) -> tuple[DigestLine, ...]:
    """Return the plays in a note."""
    return tuple(map(DigestLine._make, json.loads(note or "[]")))
