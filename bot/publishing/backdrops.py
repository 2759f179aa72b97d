"""What scenes need beside the table's value: who sits there, where the table is shown, when what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.people import People
from bot.publishing.posts import Backdrop
from bot.scenes import Head
from bot.store import PlaceRow, Store
from bot.tables import Kept
from bot.tables.deadlines import silence_ends, wait_of

REMEMBERED: Final = 1_000
"""How many tables are kept; the publisher lets go of those that it has shown, not of those only looked at."""


class Backdrops:
    """Builds backdrops, and remembers where tables are shown."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people
        self._places: dict[int, PlaceRow] = {}
        self._made: dict[int, tuple[object, Backdrop]] = {}
        self._listeners: list[Callable[[int], None]] = []

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with a table to which the way is another now: links that are out lead elsewhere."""
        self._listeners.append(listener)

    async def of(self, kept: Kept) -> Backdrop:
        """The backdrop of a table as it is now; most plays change nothing in it but the moments."""
        table = kept.table
        place = await self.place(kept)
        named = (table.seats, table.others, table.closed)
        made_of = (named, table.options, table.terms, place, self._people.changes)
        known = self._made.get(table.id)
        if known is None or known[0] != made_of:
            known = self._made[table.id] = made_of, await self._make(kept, place)
        return known[1].at(kept.row.deadline_at, silence_ends(table, wait_of(kept.row)))

    async def _make(self, kept: Kept, place: PlaceRow) -> Backdrop:
        table, row = kept.table, kept.row
        sitters, named = await self._people.sitters(table)
        link = f"https://discord.com/channels/{row.guild_id}/{place.thread_id or row.channel_id}"
        if place.thread_id is None and place.lobby_message_id is not None:
            link += f"/{place.lobby_message_id}"
        head = Head(table.id, table.name, table.game, sitters, table.options, link, table.terms)
        return Backdrop(head, named)

    async def place(self, kept: Kept) -> PlaceRow:
        """Where the table is shown."""
        table_id = kept.table.id
        known = self._places.get(table_id)
        if known is not None and known.channel_id == kept.row.channel_id:
            return known
        self._places.pop(table_id, None)
        found = await self._store.where(table_id) or PlaceRow(table_id, kept.row.channel_id, None, None)
        while len(self._places) >= REMEMBERED:
            self.forget(next(iter(self._places)))
        return self._places.setdefault(table_id, found)

    async def move(self, place: PlaceRow) -> None:
        """From now on the table is shown there."""
        before = self._places.get(place.table_id)
        await self._store.place(place.table_id, place.thread_id, place.lobby_message_id, place.channel_id)
        self._places[place.table_id] = place
        if before is not None and not _leads_there(before, place):
            for listener in self._listeners:
                listener(place.table_id)

    def forget(self, table_id: int) -> None:
        """Nobody asks for this table any more, for now."""
        self._places.pop(table_id, None)
        self._made.pop(table_id, None)


def _leads_there(before: PlaceRow, place: PlaceRow) -> bool:
    """Whether a link to where a table was is good now: in the channel, or on the card, a thread may be open."""
    in_channel = before.thread_id is None and before.lobby_message_id in (None, place.lobby_message_id)
    return before == place or in_channel
