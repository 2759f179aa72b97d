"""What scenes need beside the table's value: who sits there, where the table is shown, when what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.members.people import PeopleService
from bot.presentation.scenes import TableContext
from bot.publishing.posts import PostContext
from bot.store import PlaceRow, Store
from bot.tables import LoadedTable
from bot.tables.deadlines import silence_ends, wait_of

REMEMBERED: Final = 1_000
"""How many tables are kept; the publisher lets go of those that it has shown, not of those only looked at."""


class TableContexts:
    """Builds backdrops, and remembers where tables are shown."""

    def __init__(self, store: Store, people: PeopleService) -> None:
        self._store = store
        self._people = people
        self._places: dict[int, PlaceRow] = {}
        self._made: dict[int, tuple[object, PostContext]] = {}
        self._listeners: list[Callable[[int], None]] = []

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with a table to which the way is another now: links that are out lead elsewhere."""
        self._listeners.append(listener)

    async def of(self, loaded: LoadedTable) -> PostContext:
        """The backdrop of a table as it is now; most plays change nothing in it but the moments."""
        table = loaded.table
        place = await self.place(loaded)
        named = (table.seats, table.others, table.closed)
        made_of = (named, table.options, table.terms, place, self._people.changes)
        known = self._made.get(table.id)
        if known is None or known[0] != made_of:
            known = self._made[table.id] = made_of, await self._make(loaded, place)
        return known[1].at(loaded.row.deadline_at, silence_ends(table, wait_of(loaded.row)))

    async def _make(self, loaded: LoadedTable, place: PlaceRow) -> PostContext:
        table, row = loaded.table, loaded.row
        holders, named = await self._people.holders(table)
        link = f"https://discord.com/channels/{row.guild_id}/{place.thread_id or row.channel_id}"
        if place.thread_id is None and place.lobby_message_id is not None:
            link += f"/{place.lobby_message_id}"
        head = TableContext(table.id, table.name, table.game, holders, table.options, link, table.terms)
        return PostContext(head, named)

    async def place(self, loaded: LoadedTable) -> PlaceRow:
        """Where the table is shown."""
        table_id = loaded.table.id
        known = self._places.get(table_id)
        if known is not None and known.channel_id == loaded.row.channel_id:
            return known
        self._places.pop(table_id, None)
        found = await self._store.where(table_id) or PlaceRow(table_id, loaded.row.channel_id, None, None)
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
