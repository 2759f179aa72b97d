"""The desk: what every lane needs to show a scene to its reader, with the picture that goes with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot import layouts
from bot.gallery import Gallery
from bot.people import People
from bot.publishing.backdrops import Backdrops
from bot.publishing.breaker import Breaker
from bot.publishing.departures import Departures
from bot.publishing.marks import Marks, name_of
from bot.publishing.messenger import Messenger, Showing
from bot.publishing.outbox import Outbox
from bot.reader import Reader
from bot.scenes import Scene
from bot.servers import Servers
from bot.store import ShownRow
from bot.tables import Kept, Tables


class TableGone(LookupError):
    """There is no such table any more: it has been pruned, with all that was to be shown of it."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts of the club that lanes use."""

    tables: Tables
    people: People
    servers: Servers
    backdrops: Backdrops
    gallery: Gallery
    delivery: Breaker
    marks: Marks
    outbox: Outbox
    messenger: Messenger
    departures: Departures
    now: Callable[[], int]

    async def kept(self, table_id: int) -> Kept:
        """A table that there is. Raises TableGone."""
        kept = await self.tables.get(table_id)
        if kept is None:
            raise TableGone(f"there is no table {table_id}")
        return kept

    async def for_all(self, kept: Kept) -> Reader:
        """How everybody in the table's server is told."""
        return await self.servers.reader(kept.row.guild_id, kept.row.language)

    async def for_person(self, person: str, kept: Kept) -> Reader:
        """How one person at the table is told in private."""
        return await self.people.reader(person, kept.row.language)

    async def bring(self, mark: ShownRow, scene: Scene, reader: Reader, seq: int, channel: int, **more: Any) -> None:
        """Draw first, then let the mark's message show it: words, buttons and picture in one call."""
        picture = await self.gallery.of(scene, reader)
        draw = partial(layouts.draw, scene, reader, name_of(mark))
        await self.messenger.bring(mark, Showing(draw, picture, seq, channel, **more))
