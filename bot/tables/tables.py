"""The only way that a table changes: one action at a time, judged, committed, and only then told to anybody.

`submit` folds the record (kept folded in memory; the record is the truth), judges the action, writes it with the
table's row in one durable transaction, and then tells the listeners (the publisher, the clock). See
docs/architecture.md, "The way of a play".
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from bot import logs
from bot.facts import News, Refused, fact
from bot.store import Entry, NameTaken, QueuedRow, Repeated, SeatRow, Store, TableRow
from bot.store.pruning import Limits
from bot.tables import actions
from bot.tables.actions import Action
from bot.tables.agreements import asked_at
from bot.tables.deadlines import Paces, Wait, taken, wait_of
from bot.tables.fold import again, do, opened, unfold
from bot.tables.gate import Gate
from bot.tables.names import free_name
from bot.tables.owing import at_once, by_the_clock, rest
from bot.tables.queue import has_fallen, numbered, parted, still_waits
from bot.tables.row import is_due, row_of, timed
from bot.tables.table import Entry as Done
from bot.tables.table import Stage, Table
from rules import registry
from rules.game import Fact

log = logging.getLogger(__name__)

KEPT_FOLDED: Final = 500
"""How many tables are kept folded in memory (half a KB an entry); others are folded anew when somebody acts there."""


class Kept(NamedTuple):
    """A table with its row as last committed, and the plays that were laid down there before their turn (SECRET)."""

    table: Table
    row: TableRow
    queue: tuple[QueuedRow, ...] = ()
    failed: tuple[QueuedRow, ...] = ()
    """What was laid down and could not be played although the turn has come. SECRET."""

    @property
    def laid(self) -> tuple[QueuedRow, ...]:
        """Both, as they are stored."""
        return numbered((*self.queue, *self.failed))


class Change(NamedTuple):
    """What listeners are told after a commit: the table now, its row, and what was done with the table after each.

    `queue`: what is laid down there now (SECRET); nothing else need have changed.
    """

    table: Table
    row: TableRow
    done: Sequence[tuple[Action, Table]]
    queue: tuple[QueuedRow, ...] = ()


class Answer(NamedTuple):
    """What became of an action: the table now, and why nothing was done (None: it was done)."""

    table: Table
    refused: Fact | None = None
    repeated: bool = False


class Where(NamedTuple):
    """The server and channel that a table is opened in, and the language that is spoken there."""

    guild_id: int
    channel_id: int
    language: str


class Tables:
    """All tables. One action at a time for each; different tables do not wait for one another."""

    def __init__(self, store: Store, paces: Paces, now: Callable[[], int]) -> None:
        self._store = store
        self._paces = paces
        self._now = now
        self._kept: OrderedDict[int, Kept] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # while held or waited for
        self._listeners: list[Callable[[Change], None]] = []
        self._gate = Gate()
        """Shared by whatever reads or writes one table; what changes many rows at once is alone."""

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Call `listener` after every commit. It must not block or raise."""
        self._listeners.append(listener)

    async def open(self, action: actions.Open, where: Where, interaction_id: int | None) -> Table:
        """A new table in its lobby, with a name that no other open table of the server has, nor `action` (a rematch).

        Raises Repeated if the press was done before.
        """
        taken = {action.name} | {row.name for row in await self._store.open_in_guild(where.guild_id)}
        while True:
            named = action._replace(name=free_name(taken))
            try:
                return await self._opened(named, where, interaction_id)
            except NameTaken:
                taken.add(named.name)

    async def _opened(self, action: actions.Open, where: Where, interaction_id: int | None) -> Table:
        async with self._gate.shared():
            now, lobby = self._now(), opened(0, action)
            row = row_of(lobby, None, _blank_row(action, where, now), self._paces, now)
            entry = Entry(1, now, *actions.write(action))
            table = opened(await self._store.open_table(row, _seats(lobby), [entry], interaction_id), action)
            kept = Kept(table, row._replace(id=table.id))
            self._keep(kept)
            self._tell(kept, [(action, table)])
            return table

    async def rematch(self, kept: Kept, by: str, interaction_id: int | None) -> Kept | Fact:
        """A new table with the same seats and options, or the one that somebody has opened already."""
        if kept.table.stage not in (Stage.OVER, Stage.CLOSED):
            return fact(Refused.ALREADY_STARTED, table=kept.table.name)
        async with self._lock(kept.table.id):
            there = await self._store.rematch_of(kept.table.id)
            if there is None:
                gone = await self._erased(kept.table.people)
                table, row = kept.table, kept.row
                where = Where(row.guild_id, row.channel_id, row.language)
                action = actions.Open(
                    by=by,
                    name=table.name,
                    game=table.game,
                    version=table.rules.version,
                    seats=len(table.seats),
                    options=table.options,
                    terms=table.terms,
                    rematch_of=table.id,
                    seated=again(table.seats, gone),
                )
                there = row._replace(id=(await self.open(action, where, interaction_id)).id)
        return _there(await self.get(there.id), there.id)

    async def _erased(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of the keys behind which nobody is any more."""
        known = await self._store.people(keys)
        return frozenset(key for key, person in known.items() if person.discord_id is None)

    async def get(self, table_id: int) -> Kept | None:
        """The table as it is now; None if there is none with this id."""
        kept = self._kept.get(table_id)
        if kept is None:
            async with self._held(table_id) as kept:
                return kept
        self._kept.move_to_end(table_id)
        return kept

    @asynccontextmanager
    async def _held(self, table_id: int) -> AsyncIterator[Kept | None]:
        """The table, at which nothing else is done meanwhile; None if there is none with this id.

        Nothing is read into memory but here, so that nobody can put there what was read before a change.
        """
        async with self._lock(table_id), self._gate.shared():
            yield self._kept.get(table_id) or await self._read(table_id)

    async def _read(self, table_id: int) -> Kept | None:
        found = await self._store.table(table_id)
        if found is None:
            return None
        *_, table = unfold(table_id, _done(found.record))
        return self._keep(Kept(table, found.row, *parted(found.queue, table)))

    async def remove(self, limits: Limits) -> list[int]:
        """Remove a few tables that are older than the limits from the store; their ids, none when none is left."""
        async with self._gate.alone():
            removed = await self._store.prune_tables(limits)
            for table_id in removed:
                self._kept.pop(table_id, None)
            return removed

    def at_hand(self, table_id: int) -> Kept | None:
        """A table that is kept folded; None for others."""
        return self._kept.get(table_id)

    async def record(self, table_id: int) -> list[Done]:
        """Everything that was done at the table, in order."""
        return _done(await self._store.record(table_id))

    async def submit(self, table_id: int, action: Action, interaction_id: int | None = None) -> Answer | None:
        """Do an action at a table; None if there is no such table. Durable on return."""
        with logs.about(table=table_id, interaction=interaction_id):
            async with self._held(table_id) as kept:
                return None if kept is None else await self._do(kept, action, interaction_id)

    async def tick(self, table_id: int) -> None:
        """Do what the clock owes the table, if anything is due."""
        with logs.about(table=table_id):
            async with self._held(table_id) as kept:
                now = self._now()
                if kept is None or not is_due(kept.row, now):
                    return
                row = row_of(kept.table, kept.table, kept.row, self._paces, now)
                action = rest(kept.table)  # at a table of an earlier version
                if action is None and is_due(row, now):
                    action = by_the_clock(kept.table, row, now)
                if action is None:  # time has been credited, or the clock was set: it is due later than the row says
                    await self._commit(kept, [], None)
                    return
                done = await self._do(kept, action, None)
                if done.refused is not None:
                    raise ValueError(f"what the clock did was refused: {done.refused.kind}")

    async def lay_down(self, table_id: int, person: str, seat: int, plays: Sequence[QueuedRow]) -> Fact | None:
        """Keep a person's plays for their next turn, in place of those that waited; why not, if they cannot come."""
        async with self._held(table_id) as found:
            kept = _there(found, table_id)
            if kept.table.stage is not Stage.PLAYING or kept.table.seats[seat].person != person:
                return fact(Refused.NOT_AT_TABLE, table=kept.table.name)
            if not all(still_waits(one, kept.table) for one in plays):
                return fact(News.AS_IT_IS, table=kept.table.name)
            queue = (*(one for one in kept.queue if one.seat != seat), *plays)
            await self._store.lay_down(table_id, numbered((*queue, *kept.failed)))
            kept = self._keep(kept._replace(queue=queue))
            self._tell(kept, ())
            if kept.table.rests:
                await self._do(kept, actions.Resume(person), None)
            return None

    async def lose(self, table_id: int) -> None:
        """What the table has to show is refused where it is shown: from now on nobody's time runs there."""
        await self._stop_or_go(table_id, Wait.lost)

    async def find(self, table_id: int) -> None:
        """The table is shown again: time runs on, and how long it stood still is credited."""
        await self._stop_or_go(table_id, Wait.found)

    async def _stop_or_go(self, table_id: int, change: Callable[[Wait, Table, int], Wait]) -> None:
        async with self._held(table_id) as kept:
            if kept is None:
                return
            wait = change(wait_of(kept.row), kept.table, self._now())
            if kept.table.stage is not Stage.PLAYING or wait == wait_of(kept.row):
                return
            row = timed(kept.row, kept.table, wait, self._paces)
            await self._write(row, None, (), None)
            self._tell(self._keep(kept._replace(row=row)), ())

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Give back the time in which tables (all, a guild's) could not be reached; ms since the epoch.

        `noted` is remembered with it: name -> what is to stand under it.
        """
        await self._move(lambda: self._store.credit(since, until, guild, noted))

    async def shift(self, by: int, now: int, noted: Mapping[str, str], follow: Callable[[], None]) -> None:
        """The clock has been set by `by` ms and shows `now`: what runs at tables moves with it.

        `noted` as for `credit`; `follow` is called when that is durable, and before anything is done at a table.
        """

        async def move() -> list[int]:
            moved = await self._store.shift(by, now, noted)
            follow()
            return moved

        await self._move(move)

    async def _move(self, move: Callable[[], Awaitable[Iterable[int]]]) -> None:
        """Change the rows of many tables, and take them over; nothing is done at any table meanwhile."""
        async with self._gate.alone():
            try:
                moved = [table_id for table_id in await move() if table_id in self._kept]
                for row in await self._store.rows(moved):
                    self._kept[row.id] = self._kept[row.id]._replace(row=row)
            except BaseException:
                self._kept.clear()  # which rows were changed is not known: read anew
                raise

    async def _do(self, kept: Kept, action: Action, interaction_id: int | None) -> Answer:
        action = _timed(kept, action, self._now())
        after = do(kept.table, action)
        if isinstance(after, Fact):
            return Answer(kept.table, after)
        done = [(action, after)]
        while (next_action := at_once(after, kept.queue)) is not None:
            after = _sure(do(after, next_action))
            done.append((next_action, after))
        return await self._commit(kept, done, interaction_id)

    async def _commit(self, kept: Kept, done: list[tuple[Action, Table]], interaction_id: int | None) -> Answer:
        now = self._now()
        after = done[-1][1] if done else kept.table
        row = row_of(after, kept.table, kept.row, self._paces, now)
        entries = [Entry(table.seq, now, *actions.write(action)) for action, table in done]
        seats = _seats(after) if after.seats != kept.table.seats else None
        queue, fallen = parted(kept.queue, after)
        fallen = (*(one for one in kept.failed if has_fallen(one, after)), *fallen)
        laid = numbered((*queue, *fallen))
        try:
            await self._write(row, seats, entries, interaction_id, None if laid == kept.laid else laid)
        except Repeated:
            return Answer(kept.table, repeated=True)
        now_kept = self._keep(Kept(after, row, queue, fallen))
        with logs.about(seq=after.seq):
            log.debug("done: %s", ", ".join(type(action).__name__ for action, _ in done))
        self._tell(now_kept, done)
        return Answer(after)

    async def _write(self, row: TableRow, *more: Any) -> None:
        try:
            await self._store.append(row, *more)
        except Repeated:
            raise
        except BaseException:
            self._kept.pop(row.id, None)  # whether it was committed is not known: fold anew
            raise

    def _tell(self, kept: Kept, done: Sequence[tuple[Action, Table]]) -> None:
        for listener in self._listeners:
            listener(Change(kept.table, kept.row, done, kept.queue))

    def _keep(self, kept: Kept) -> Kept:
        self._kept[kept.table.id] = kept
        self._kept.move_to_end(kept.table.id)
        while len(self._kept) > KEPT_FOLDED:
            self._kept.popitem(last=False)
        return kept

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())


def _there(kept: Kept | None, table_id: int) -> Kept:
    if kept is None:
        raise LookupError(f"there is no table {table_id}")
    return kept


def _done(entries: Iterable[Entry]) -> list[Done]:
    return [Done(one.seq, one.at, actions.read(one.do, one.body)) for one in entries]


def _sure(after: Table | Fact) -> Table:
    if isinstance(after, Fact):
        raise ValueError(f"chance was refused: {after.kind}")
    return after


def _seats(table: Table) -> list[SeatRow]:
    return [SeatRow(number, seat.person, seat.kind) for number, seat in enumerate(table.seats)]


def _blank_row(action: actions.Open, where: Where, now: int) -> TableRow:
    return TableRow(
        id=0,
        name=action.name,
        guild_id=where.guild_id,
        channel_id=where.channel_id,
        language=where.language,
        stage=Stage.LOBBY,
        game=action.game,
        seq=0,
        hand=0,
        turn_seat=None,
        due_at=None,
        deadline_at=None,
        wait_since=now,
        credited=0,
        held_at=None,
        opened_at=now,
        changed_at=now,
        rematch_of=action.rematch_of,
    )


def _timed(kept: Kept, action: Action, now: int) -> Action:
    """The action with the time that it took, or that it leaves to others."""
    match action:
        case actions.Play(by=by) if by is not None:
            return action._replace(took=taken(kept.table, wait_of(kept.row), now))
        case actions.Propose():
            return asked_at(kept.table, action, now)
        case actions.Away(by=by):
            return asked_at(kept.table, action._replace(took=_taken(kept, kept.table.seat_of(by), now)), now)
        case actions.Resign(by=by):
            return action._replace(took=_taken(kept, kept.table.seat_of(by), now))
        case actions.Depart(person=person):
            return action._replace(took=_taken(kept, kept.table.seat_of(person), now))
        case actions.OpenSeat(seat=seat):
            return action._replace(took=_taken(kept, seat, now))
        case actions.Take():
            return asked_at(kept.table, action._replace(fresh=True), now)
    return action


def _taken(kept: Kept, seat: int | None, now: int) -> int:
    """How long the person in a seat has been on turn, in ms; 0 while others are, or the person is away."""
    asked = kept.table.asked
    return taken(kept.table, wait_of(kept.row), now) if asked is not None and kept.table.turn == seat else 0


def check_open(game: str, seats: int, options: dict[str, str]) -> Fact | None:
    """Why no table can be opened so; None if it can."""
    if game not in registry.GAMES or seats not in registry.game(game).seats:
        return fact(Refused.UNKNOWN_OPTION, name=f"{game}, {seats}")
    refused = registry.game(game).check_options(seats, options)
    return refused.why if refused else None
