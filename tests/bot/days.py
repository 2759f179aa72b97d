"""A table of people over days: real store and tables, a clock set by hand, and no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.runtime.times import HOUR, SECOND
from bot.store import Store
from bot.store.engine import open_store
from bot.tables import ActionResult, LoadedTable, TableService, actions, table_terms
from bot.tables.deadlines import Delays
from bot.tables.table import Table
from rules import registry
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.running_bot import WHERE, SetClock

COMPUTER = 1_000
"""The time that a computer thinks, ms."""
LOBBY = 24 * HOUR


@dataclass
class Days:
    """A table of people over days, at the time of `time`."""

    store: Store
    tables: TableService
    time: SetClock
    keys: list[str]
    id: int

    async def loaded(self) -> LoadedTable:
        loaded = await self.tables.get(self.id)
        assert loaded is not None
        return loaded

    async def table(self) -> Table:
        return (await self.loaded()).table

    async def do(self, action: actions.TableAction) -> ActionResult:
        answer = await self.tables.submit(self.id, action)
        assert answer is not None
        return answer

    async def done(self, action: actions.TableAction) -> Table:
        answer = await self.do(action)
        assert answer.refused is None, answer.refused
        return answer.table

    async def play(self, after: int = 0) -> Table:
        """Let the person to play make a play, `after` ms later."""
        self.time.now += after
        table = await self.table()
        assert table.turn is not None
        seat = table.seats[table.turn]
        return await self.done(actions.TakeTurn(seat.person, table.turn, table.view(table.turn).legal[0]))

    async def pass_by(self, ms: int) -> Table:
        """Let `ms` pass, with a tick whenever something is due."""
        until = self.time.now + ms
        while (due := await self.store.next_due(0)) is not None and due <= until:
            self.time.now = max(self.time.now, due)
            await self.tables.tick(self.id)
        self.time.now = until
        return await self.table()


@asynccontextmanager
async def days(
    folder: Path,
    people: int = 4,
    time: SetClock | None = None,
    *,
    computers: int = 0,
    game: str = "voormsi",
    thinks: int = COMPUTER,
    **chosen: str,
) -> AsyncIterator[Days]:
    time = time or SetClock()
    async with await open_store(folder / "a.db", now=time) as store:
        tables = UnpublishedTables(store, Delays(thinks, 10 * SECOND, LOBBY), time)
        options = {option.name: option.default for option in registry.game(game).options}
        keys = [(await store.person(number, f"Person {number}")).key for number in range(1, people + 3)]
        table = await tables.open(
            actions.Open(
                keys[0],
                "",
                game,
                registry.game(game).version,
                people + computers,
                options,
                terms={**table_terms.usual(), **chosen},
            ),
            WHERE,
            None,
        )
        here = Days(store, tables, time, keys, table.id)
        for key in keys[:people]:
            await here.done(actions.Join(key))
        await here.done(actions.Start(keys[0], fill=computers > 0))
        yield here
