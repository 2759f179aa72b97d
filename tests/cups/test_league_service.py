"""The league service: leagues are kept in memory, and read again where that may not be what is stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.cups.leagues.league_actions import EnterSeason
from bot.cups.leagues.league_service import LeagueService
from bot.store import CountStore, LeagueStore, Store, StoredLeague, StoreError
from tests.bot.running_bot import SetClock
from tests.cups.leagues import league_rules
from tests.cups.running_leagues import LEAGUE, LeagueProcess, league_process


class CountingStore(LeagueStore, CountStore):
    """Counts how often a league is read from a store, and fails once after it has written, if it is told to."""

    def __init__(self, store: Store) -> None:
        super().__init__(store._writer, store._reader, store._now)
        self.reads = 0
        self.fails = False

    async def league(self, league_id: int) -> StoredLeague | None:
        self.reads += 1
        return await super().league(league_id)

    async def append_league(self, *args: Any, **conditions: Any) -> None:
        await super().append_league(*args, **conditions)
        if self.fails:
            self.fails = False
            raise StoreError("the connection is gone")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[LeagueProcess]:
    async with league_process(tmp_path / "a.db", SetClock()) as one:
        await one.created(league_rules())
        yield one


async def test_a_league_is_read_from_the_store_once(here: LeagueProcess) -> None:
    store = CountingStore(here.cups.store)
    leagues = LeagueService(store, here.time)
    assert leagues.get_cached(LEAGUE) is None
    first = await leagues.get(LEAGUE)
    (person,) = await here.cups.meet(1)
    await leagues.submit(LEAGUE, EnterSeason(person))
    after = await leagues.get(LEAGUE)
    assert first is not None
    assert after is not None
    assert (store.reads, after.league.seq, leagues.get_cached(LEAGUE)) == (1, first.league.seq + 1, after)


async def test_a_league_is_read_again_if_it_is_not_known_what_was_written(here: LeagueProcess) -> None:
    store = CountingStore(here.cups.store)
    leagues = LeagueService(store, here.time)
    first, (person,) = await leagues.get(LEAGUE), await here.cups.meet(1)
    store.fails = True
    with pytest.raises(StoreError):
        await leagues.submit(LEAGUE, EnterSeason(person))
    after = await leagues.get(LEAGUE)
    assert first is not None
    assert after is not None
    assert (store.reads, after.league.seq) == (2, first.league.seq + 1)
