"""Context of scenes beside the table's state: the seat holders, the link to the table, the deadlines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.members.people import PeopleService
from bot.members.seat_names import computer_name
from bot.messages.kit.scene import MatchHead, PastHolder, PostContext, TableContext
from bot.store import PlaceRow, PlaceStore
from bot.tables import LoadedTable
from bot.tables.actions import CupMatch
from bot.tables.deadlines import reserve_on_turn, silence_ends, wait_of
from bot.tables.seat_holders import EMPTY, Holder, SeatHolder
from bot.tables.table import Table
from rules.core.contract import Phase

REMEMBERED: Final = 1_000
"""The number of cached tables. The publisher drops tables that it has shown, but not those that were only looked up."""


class CupPause(NamedTuple):
    """The pause of a cup: the key of the organiser, and their reason."""

    by: str
    reason: str


class CupOfTable(NamedTuple):
    """The match of a cup that a table plays, and the pause of the cup, None if it goes on."""

    match: MatchHead
    pause: CupPause | None


FindCup = Callable[[CupMatch], Awaitable[CupOfTable | None]]
"""Returns the cup of a match; None if it is not known."""


async def _no_cup(_: CupMatch) -> None:
    """Know no cup: nothing here runs any."""


class TableContexts:
    """Builds and caches the contexts of tables, and where each table is shown."""

    def __init__(self, store: PlaceStore, people: PeopleService) -> None:
        self._store = store
        self._people = people
        self.find_cup: FindCup = _no_cup
        self._places: LRUCache[int, PlaceRow] = LRUCache(REMEMBERED)
        self._made: LRUCache[int, tuple[object, PostContext]] = LRUCache(REMEMBERED)
        self._listeners: list[Callable[[int], None]] = []

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with the id of a table whose link has changed, so that links already sent are wrong."""
        self._listeners.append(listener)

    async def context(self, loaded: LoadedTable) -> PostContext:
        """Return the context of a table as it is now; cached, since most plays change only the deadlines."""
        table = loaded.table
        place = await self.place(loaded)
        named = (table.seats, table.tenures, table.stand_ins, table.others, table.closed, table.invitations)
        cup = None if table.match is None else await self.find_cup(table.match)
        pause = await self._cup_pause(table, cup)
        match = None if cup is None else cup.match
        made_of = (named, table.options, table.terms, place, pause, match, self._people.changes)
        known = self._made.get(table.id)
        if known is None or known[0] != made_of:
            known = self._made[table.id] = made_of, await self._make(loaded, place, pause, match)
        due_at, ends = loaded.row.due_at, silence_ends(table, wait_of(loaded.row))
        next_deal = due_at // 1000 if due_at is not None and table.phase is Phase.DEAL and table.humans else None
        found = known[1].with_deadlines(loaded.row.deadline_at, ends)
        return found._replace(next_deal=next_deal, reserve=reserve_on_turn(table))

    async def _cup_pause(self, table: Table, cup: CupOfTable | None) -> str | None:
        """Return why the table's cup pauses it, "" if who wrote that was erased; None: the cup does not pause it."""
        if table.match is None or not table.is_paused_by_cup:
            return None
        pause = None if cup is None else cup.pause
        if pause is None:  # the table is about to go on
            return ""
        return pause.reason if (await self._people.rows([pause.by]))[pause.by].name else ""

    async def _make(
        self, loaded: LoadedTable, place: PlaceRow, pause: str | None, match: MatchHead | None
    ) -> PostContext:
        table, row = loaded.table, loaded.row
        holders, named = await self._people.holders(table)
        link = f"https://discord.com/channels/{row.guild_id}/{place.thread_id or row.channel_id}"
        if place.thread_id is None and place.lobby_message_id is not None:
            link += f"/{place.lobby_message_id}"
        of_cup = table.match is not None
        past = tuple(_past_holders(table, holders, named))
        head = TableContext(
            table.id, table.name, table.game, holders, table.options, link, table.terms, of_cup, pause, match, past
        )
        return PostContext(head, named)

    async def place(self, loaded: LoadedTable) -> PlaceRow:
        table_id = loaded.table.id
        known = self._places.get(table_id)
        if known is not None and known.channel_id == loaded.row.channel_id:
            return known
        self._places.pop(table_id, None)
        found = await self._store.place(table_id) or PlaceRow(table_id, loaded.row.channel_id, None, None)
        return self._places.setdefault(table_id, found)

    async def has_thread(self, thread_id: int) -> bool:
        """Return whether a thread is or was that of a table."""
        return await self._store.is_place(thread_id)

    async def move(self, place: PlaceRow) -> None:
        """Store where the table is shown from now on."""
        before = self._places.get(place.table_id)
        await self._store.put_place(place)
        self._places[place.table_id] = place
        if before is not None and not _leads_there(before, place):
            for listener in self._listeners:
                listener(place.table_id)

    def forget(self, table_id: int) -> None:
        self._places.pop(table_id, None)
        self._made.pop(table_id, None)


def _past_holders(table: Table, holders: Sequence[SeatHolder], named: Mapping[str, SeatHolder]) -> Iterator[PastHolder]:
    """Yield the computers that played for those who held a seat, and who held it before its present holder."""
    seated = [named[key].name for key in table.humans if key in named]
    past = list(_former_holders(table, named, seated))
    for seat, place in table.stand_ins:
        then = (one.holder for one in past if one.seat == seat and one.since <= place < one.until)
        name = computer_name(*table.name_place(seat), seated)
        computer = SeatHolder(Holder.COMPUTER, name, was=next(then, holders[seat]).name)
        yield PastHolder(seat, place, place.following, computer, stands_in=True)
    yield from past


def _former_holders(table: Table, named: Mapping[str, SeatHolder], seated: Collection[str]) -> Iterator[PastHolder]:
    for seat in range(len(table.seats)):
        held = [tenure for tenure in table.tenures if tenure.seat == seat]
        for tenure, following in pairwise(held):
            computer = SeatHolder(Holder.COMPUTER, computer_name(*table.name_place(seat), seated))
            holder = computer if tenure.person is None else named.get(tenure.person, EMPTY)
            yield PastHolder(seat, tenure.first, following.first, holder)


def _leads_there(before: PlaceRow, place: PlaceRow) -> bool:
    """Return whether links to the old place still work: a thread may have been opened in the channel or on the card."""
    in_channel = before.thread_id is None and before.lobby_message_id in (None, place.lobby_message_id)
    has_card = place.lobby_message_id is not None or place.thread_id in (None, place.channel_id)
    return before == place or (in_channel and has_card)
