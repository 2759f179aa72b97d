"""The table service: every change of a table goes through it, one action at a time.

`submit` folds the record (folded tables are cached; the record is the truth), applies the action, writes it with the
table's row in one durable transaction, and only then notifies the listeners (the publisher, the clock). See
docs/architecture.md, "The way of a play".
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.ledger.record_service import RecordService
from bot.runtime import logs
from bot.runtime.background_tasks import SharedLock
from bot.store import (
    Condition,
    NameTaken,
    QueuedRow,
    RecordGone,
    RecordRow,
    Repeated,
    Retention,
    SeatRow,
    Store,
    TableRow,
)
from bot.tables import actions, rematch, seating_conditions, table_terms
from bot.tables.actions import CupMatch, TableAction
from bot.tables.automatic_plays import MOST_QUEUED, check_queueable, is_dropped, is_queued, rank_plays, split_queue
from bot.tables.deadlines import Delays, Wait, is_due, row_of, timed_row, used_time, wait_of
from bot.tables.due_actions import clock_action, immediate_action, rest
from bot.tables.fold import do, new_table, unfold
from bot.tables.invitations import keeping_time
from bot.tables.proposals import add_deadlines
from bot.tables.records import act_of
from bot.tables.rematch import Again
from bot.tables.results import ENDED, results_of, rubber_row_of
from bot.tables.seat_holders import Holder
from bot.tables.table import RecordedAction as Done
from bot.tables.table import Stage, Table
from bot.tables.table_names import free_name
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from rules.core.contract import Fact
from rules.registry import GAMES

log = logging.getLogger(__name__)

KEPT_FOLDED: Final = 500
"""The number of cached folded tables (half a KB per entry of a record); other tables are folded again when needed."""


LONG_RECORD: Final = 200
"""A record with more entries is folded in a thread: it takes longer than others should wait."""


class LoadedTable(NamedTuple):
    """A table with its row as last committed, and the plays queued there (SECRET)."""

    table: Table
    row: TableRow
    queue: tuple[QueuedRow, ...] = ()
    failed: tuple[QueuedRow, ...] = ()
    """Queued plays that could not be made when their turn came. SECRET."""


class Committed(NamedTuple):
    """The argument of listeners after a commit: the table, its row, and each action with the table after it.

    `queue`: the queued plays (SECRET). `done` is empty if only the queue or the row has changed. `before`: the table
    before them; None: it is new.
    """

    table: Table
    row: TableRow
    done: Sequence[tuple[TableAction, Table]]
    queue: tuple[QueuedRow, ...] = ()
    before: Table | None = None


class ActionResult(NamedTuple):
    """The result of an action: the table now, and the refusal. `repeated`: the same press was done before."""

    table: Table
    refused: Fact | None = None
    repeated: bool = False


class TableGone(RecordGone):
    """The error that there is no table with this id."""


def accepted_result(result: ActionResult | None, action: TableAction | None = None) -> ActionResult:
    """Return the result of an action that was done. Raises RequestRefused if it was refused."""
    if result is None:
        raise RequestRefused(fact(Refusal.NO_TABLE, name=""))
    if result.refused is not None:
        holds = None if action is None else partial(_is_refused_so, action, result.refused.kind)
        raise RequestRefused(result.refused, result.table.id, holds)
    return result


def _is_refused_so(action: TableAction, kind: str, table: Table) -> bool:
    refused = do(table, action)
    return isinstance(refused, Fact) and refused.kind == kind


class Location(NamedTuple):
    """The guild and channel in which a table is opened, and the language of its messages."""

    guild_id: int
    channel_id: int
    language: str


class TableService(RecordService[LoadedTable, Committed, TableAction, ActionResult]):
    """All tables. Actions at one table are done one at a time; different tables do not wait for one another."""

    kind, gone = "table", TableGone

    def __init__(self, store: Store, delays: Delays, now: Callable[[], int]) -> None:
        super().__init__(KEPT_FOLDED, now)
        self._store = store
        self._delays = delays
        self._lock_of_all = SharedLock()
        """Held shared to read or write one table, and alone to change many rows at once."""

    async def open(
        self, action: actions.Open, where: Location, interaction_id: int | None, conditions: Sequence[Condition] = ()
    ) -> Table:
        """Open a table in its lobby. Its name is not that of another open table of the guild, nor that in `action`.

        Raises Repeated if the press was done before, Unmet, TooManyUses.
        """
        conditions = (*conditions, *seating_conditions.opening_conditions(action, where.guild_id))
        taken = {action.name} | {row.name for row in await self._store.running(where.guild_id)}
        while True:
            named = action._replace(name=free_name(taken))
            try:
                return await self._try_name(named, where, interaction_id, conditions)
            except NameTaken:
                taken.add(named.name)

    async def _try_name(
        self, action: actions.Open, where: Location, interaction_id: int | None, conditions: Sequence[Condition]
    ) -> Table:
        """Open a table under a name. Raises NameTaken."""
        async with self._lock_of_all.share():
            now = self._now()
            action = _add_kept_until(action, now)
            lobby = new_table(0, action)
            row = row_of(lobby, None, _blank_row(action, where, now), self._delays, now)
            entry = RecordRow(1, now, *actions.write(action))
            seats = _seats(lobby)
            table_id = await self._store.open_table(row, seats, [entry], interaction_id, conditions=conditions)
            table = new_table(table_id, action)
            loaded = LoadedTable(table, row._replace(id=table.id))
            if action.is_complete:  # it has no lobby to show: it starts at once
                self._loaded[table.id] = loaded
            else:
                self._announce_commit(loaded, [(action, table)])
            return table

    async def open_match(self, action: actions.Open, match: CupMatch, where: Location) -> Table:
        """Return the table of a match in play: a new one, or the one that was opened for it before."""
        row = await self._store.table_of_match(*match)
        table_id = row.id if row else (await self.open(action._replace(match=match), where, None)).id
        table = (await self.existing(table_id)).table
        if table.stage is Stage.LOBBY:
            table = accepted_result(await self.submit(table_id, actions.Start(action.by))).table
        return table

    async def rematch(
        self,
        loaded: LoadedTable,
        by: str,
        interaction_id: int | None,
        conditions: Sequence[Condition] = (),
        how: Again = Again.SAME,
    ) -> LoadedTable:
        """Return the rematch of a table: a new one, or the one for which somebody has asked before, in which `by` sits.

        It starts once all who are asked have said so; with computers only, at once. The seats of people who were
        erased, and of those who have blocked `by` or are blocked by them, are free for anybody. Who asks for another
        rematch than the one before, or does not play with who has asked, gets that, without a seat. Raises
        RequestRefused while the table is not over, Unmet, TooManyUses.
        """
        if loaded.table.stage not in ENDED:
            raise RequestRefused(fact(Refusal.ALREADY_STARTED, table=loaded.table.name))
        if loaded.table.match is not None:
            raise RequestRefused(fact(Refusal.OF_CUP, table=loaded.table.name))
        async with self._lock(loaded.table.id):
            there = await self._store.rematch_of(loaded.table.id)
            gone = await self._gone(loaded, by)
            wanted = rematch.opening(loaded.table, by, how, gone)
            if there is None:
                row = loaded.row
                where = Location(row.guild_id, row.channel_id, row.language)
                there = row._replace(id=(await self.open(wanted, where, interaction_id, conditions)).id)
        new = await self.existing(there.id)
        is_apart = bool(seating_conditions.company(new.table) & gone)
        if new.table.stage is Stage.LOBBY and not is_apart and rematch.is_meant(wanted, new.table):
            await self._take_part(new.table, by, interaction_id)
        return await self.existing(there.id)

    async def _gone(self, loaded: LoadedTable, by: str) -> set[str]:
        """Return the people of a table who play no rematch there with `by`."""
        people = await self._store.people(loaded.table.people)
        gone = {key for key, person in people.items() if person.discord_id is None}
        gone |= await self._store.banned_among(loaded.row.guild_id, loaded.table.people)
        blocks = await self._store.blocks(by)
        return gone.union(blocks.blocked, blocks.by) - {by}

    async def _take_part(self, lobby: Table, by: str, interaction_id: int | None) -> None:
        """Seat a person in the lobby of a rematch, unless they sit there; start it if it waits for nobody else."""
        if lobby.seat_of(by) is None:
            accepted_result(await self.submit(lobby.id, actions.Join(by), interaction_id))
        elif not any(seat.kind is Holder.EMPTY for seat in lobby.seats):
            accepted_result(await self.submit(lobby.id, actions.Start(by)))

    @asynccontextmanager
    async def _hold(self, table_id: int) -> AsyncIterator[LoadedTable | None]:
        async with self._lock(table_id), self._lock_of_all.share():
            yield await self._current(table_id)

    async def _read(self, table_id: int) -> LoadedTable | None:
        """Read and fold a table; None if there is none with this id, or its game is not installed."""
        found = await self._store.table(table_id)
        if found is None or not is_installed(found.row):
            return None
        is_long = len(found.record) > LONG_RECORD
        table = await asyncio.to_thread(_fold, table_id, found.record) if is_long else _fold(table_id, found.record)
        return LoadedTable(table, found.row, *split_queue(found.queue, table))

    async def remove(self, limits: Retention) -> list[int]:
        """Remove a few tables that are older than the limits; return their ids, none when no such table is left."""
        async with self._lock_of_all.alone():
            removed = await self._store.prune_tables(limits)
            for table_id in removed:
                self._loaded.pop(table_id, None)
            return removed

    async def record(self, table_id: int) -> list[Done]:
        return read_entries(await self._store.record(table_id))

    async def submit(
        self,
        table_id: int,
        action: TableAction,
        interaction_id: int | None = None,
        conditions: Sequence[Condition] = (),
    ) -> ActionResult | None:
        """Do an action at a table. The action is durable on return. Returns None if there is no such table.

        Raises Unmet if a condition does not hold: those that are given, and those of whoever comes to the table.
        """
        with logs.bind_fields(table=table_id, interaction=interaction_id):
            return await super().submit(table_id, action, interaction_id, conditions)

    async def tick(self, table_id: int) -> None:
        """Do the clock's next action at the table, if one is due."""
        with logs.bind_fields(table=table_id):
            async with self._hold(table_id) as loaded:
                now = self._now()
                if loaded is None or not is_due(loaded.row, now):
                    return
                row = row_of(loaded.table, loaded.table, loaded.row, self._delays, now)
                action = rest(loaded.table)  # an abandoned table from an earlier version does not rest yet
                if action is None and is_due(row, now):
                    action = clock_action(loaded.table, row, now)
                if action is None:  # time was credited or the clock was set: due later than the row says
                    await self._commit(loaded, [], None, now)
                    return
                done = await self._do(loaded, action, None, None)
                if done.refused is not None:
                    raise ValueError(f"what the clock did was refused: {done.refused.kind}")

    async def queue_plays(self, table_id: int, person: str, seat: int, plays: Sequence[QueuedRow]) -> Fact | None:
        """Queue a person's plays for their next turn, in place of those queued before. Return the refusal, or None.

        Raises RequestRefused if there are more than `MOST_QUEUED`, or a new one can never be made.
        """
        if len(plays) > MOST_QUEUED:
            raise RequestRefused(fact(Refusal.TOO_MANY_QUEUED, count=MOST_QUEUED))
        async with self._hold(table_id) as loaded:
            if loaded is None:
                raise TableGone(f"there is no table {table_id}")
            if loaded.table.stage is not Stage.PLAYING or loaded.table.seats[seat].person != person:
                return fact(Refusal.NOT_AT_TABLE, table=loaded.table.name)
            if not all(is_queued(play, loaded.table) for play in plays):
                return fact(Notice.AS_IT_IS, table=loaded.table.name)
            for play in plays:
                if play not in loaded.queue:
                    check_queueable(play, loaded.table)
            queue = (*(play for play in loaded.queue if play.seat != seat), *plays)
            await self._store.put_queue(table_id, rank_plays((*queue, *loaded.failed)))
            loaded = self._announce_commit(loaded._replace(queue=queue), ())
            if loaded.table.rests:
                await self._do(loaded, actions.Resume(person), None)
            return None

    async def lose(self, table_id: int) -> None:
        """Stop the time of a table whose channel refuses its messages."""
        await self._stop_or_go(table_id, Wait.lose)

    async def suspend(self, row: TableRow) -> None:
        """Stop the time of a running table whose game is not installed, by its row alone; nothing of it is due."""
        async with self._lock(row.id), self._lock_of_all.share():
            row = row._replace(lost_at=row.lost_at or self._now(), due_at=None, deadline_at=None, call_after=None)
            await self._store.append(row, None, (), None)

    async def resume(self, table_id: int) -> None:
        """Let the time of a suspended table run again now that its game is installed, and credit that in between."""
        async with self._hold(table_id) as loaded:
            if loaded is not None:
                wait = wait_of(loaded.row).recover(loaded.table, self._now())
                row = timed_row(loaded.row, loaded.table, wait, self._delays)
                await self._await_append(row.id, self._store.append(row, None, (), None))
                self._announce_commit(loaded._replace(row=row), ())

    async def find(self, table_id: int) -> None:
        """Let the time of a table run again once it is shown again, and credit the time in between."""
        await self._stop_or_go(table_id, Wait.recover)

    async def _stop_or_go(self, table_id: int, change: Callable[[Wait, Table, int], Wait]) -> None:
        async with self._hold(table_id) as loaded:
            if loaded is None:
                return
            wait = change(wait_of(loaded.row), loaded.table, self._now())
            if loaded.table.stage is not Stage.PLAYING or wait == wait_of(loaded.row):
                return
            row = timed_row(loaded.row, loaded.table, wait, self._delays)
            await self._await_append(row.id, self._store.append(row, None, (), None))
            self._announce_commit(loaded._replace(row=row), ())

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Credit the time in which tables (all, or those of a guild) could not be reached; ms since the epoch.

        `noted`: names and values to store in the same transaction.
        """
        await self._move(lambda: self._store.credit(since, until, guild, noted))

    async def shift(self, by: int, now: int, noted: Mapping[str, str], follow: Callable[[], None]) -> None:
        """Move all times of tables by `by` ms, because the system clock was set and now shows `now`.

        `noted` as for `credit`. `follow` is called once the change is durable, before any action at a table.
        """

        async def move() -> list[int]:
            moved = await self._store.shift(by, now, noted)
            follow()
            return moved

        await self._move(move)

    async def _move(self, move: Callable[[], Awaitable[Iterable[int]]]) -> None:
        """Change the rows of many tables in the store and in the cache, while no action is done at any table."""
        async with self._lock_of_all.alone():
            try:
                moved = [table_id for table_id in await move() if table_id in self._loaded]
                for row in await self._store.rows(moved):
                    self._loaded[row.id] = self._loaded[row.id]._replace(row=row)
            except BaseException:
                self._loaded.clear()  # it is not known which rows were changed: read them again
                raise

    async def _do(
        self,
        loaded: LoadedTable,
        action: TableAction,
        interaction_id: int | None,
        conditions: Sequence[Condition] | None = (),
    ) -> ActionResult:
        """Do an action. `conditions`: beside those of the action; None: whatever the clock does has none."""
        now = self._now()
        action = _add_times(loaded, action, now)
        after = do(loaded.table, action, now)
        if isinstance(after, Fact):
            return ActionResult(loaded.table, after)
        if conditions is not None:
            conditions = (
                *conditions,
                *seating_conditions.arrival_conditions(loaded.table, action, after, loaded.row.guild_id),
            )
        done = [(action, after)]
        while (next_action := immediate_action(after, loaded.queue)) is not None:
            after = do(after, next_action, now)
            if isinstance(after, Fact):
                raise ValueError(f"chance was refused: {after.kind}")
            done.append((next_action, after))
        return await self._commit(loaded, done, interaction_id, now, conditions or ())

    async def _commit(
        self,
        loaded: LoadedTable,
        done: list[tuple[TableAction, Table]],
        interaction_id: int | None,
        now: int,
        conditions: Sequence[Condition] = (),
    ) -> ActionResult:
        after = done[-1][1] if done else loaded.table
        row = row_of(after, loaded.table, loaded.row, self._delays, now)
        entries = [RecordRow(table.seq, now, *actions.write(action)) for action, table in done]
        seats = _seats(after) if after.seats != loaded.table.seats else None
        queue, dropped = split_queue(loaded.queue, after)
        dropped = (*(play for play in loaded.failed if is_dropped(play, after)), *dropped)
        same = (queue, dropped) == (loaded.queue, loaded.failed)
        queued = None if same else rank_plays((*queue, *dropped))
        has_ended = after.stage in ENDED and loaded.table.stage not in ENDED
        ended = results_of(after, row.guild_id, now) if has_ended else ()
        rubber = rubber_row_of(after, row.guild_id, now) if has_ended else None
        act = act_of(loaded.table, done[0][0], row.guild_id, now) if done else None
        try:
            acts = () if act is None else (act,)
            written = self._store.append(
                row, seats, entries, interaction_id, queued, ended, acts, rubber, conditions=conditions
            )
            await self._await_append(row.id, written)
        except Repeated:
            return ActionResult(loaded.table, repeated=True)
        with logs.bind_fields(seq=after.seq):
            log.debug("done: %s", ", ".join(type(action).__name__ for action, _ in done))
        self._announce_commit(LoadedTable(after, row, queue, dropped), done, loaded.table)
        return ActionResult(after)

    def _announce_commit(
        self, loaded: LoadedTable, done: Sequence[tuple[TableAction, Table]], before: Table | None = None
    ) -> LoadedTable:
        return self._announce(loaded, Committed(loaded.table, loaded.row, done, loaded.queue, before))


def is_installed(row: TableRow) -> bool:
    """Return whether the game of a table is installed; if not, the table waits for it."""
    return row.game in GAMES


def read_entries(entries: Iterable[RecordRow]) -> list[Done]:
    """The actions of a stored record."""
    return [Done(entry.seq, entry.at, actions.read(entry.verb, entry.body)) for entry in entries]


def _fold(table_id: int, entries: Iterable[RecordRow]) -> Table:
    *_, table = unfold(table_id, read_entries(entries))
    return table


def _seats(table: Table) -> list[SeatRow]:
    return [SeatRow(number, seat.person, seat.kind) for number, seat in enumerate(table.seats)]


def _blank_row(action: actions.Open, where: Location, now: int) -> TableRow:
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
        cup_id=action.match.cup if action.match else None,
        match_number=action.match.match if action.match else None,
        match_since=action.match.since if action.match else None,
    )


def _add_kept_until(action: actions.Open, now: int) -> actions.Open:
    """Return the action with the time until which it keeps seats."""
    if not action.invited or action.private:
        return action
    return action._replace(kept_until=now + keeping_time(table_terms.read(action.terms).pace))


def _add_times(loaded: LoadedTable, action: TableAction, now: int) -> TableAction:
    """Return the action with its times: how long it took, or until when others may answer."""
    match action:
        case actions.TakeTurn(by=by) if by is not None:
            return action._replace(took=used_time(loaded.table, wait_of(loaded.row), now))
        case actions.Nudge():
            return action._replace(waited=used_time(loaded.table, wait_of(loaded.row), now))
        case actions.Propose():
            return add_deadlines(loaded.table, action, now)
        case actions.Away(by=by):
            return add_deadlines(
                loaded.table, action._replace(took=_turn_time(loaded, loaded.table.seat_of(by), now)), now
            )
        case actions.Resign(by=by):
            return action._replace(took=_turn_time(loaded, loaded.table.seat_of(by), now))
        case actions.Depart(person=person):
            return action._replace(took=_turn_time(loaded, loaded.table.seat_of(person), now))
        case actions.OpenSeat(seat=seat):
            return action._replace(took=_turn_time(loaded, seat, now))
        case actions.Invite() if not loaded.table.private:
            return action._replace(until=now + keeping_time(loaded.table.agreed.pace))
        case actions.Take():
            return add_deadlines(loaded.table, action._replace(fresh=True), now)
    return action


def _turn_time(loaded: LoadedTable, seat: int | None, now: int) -> int:
    """Return how long the person in a seat has been on turn, in ms; 0 if it is not their turn, or they are away."""
    asked = loaded.table.asked
    return used_time(loaded.table, wait_of(loaded.row), now) if asked is not None and loaded.table.turn == seat else 0
