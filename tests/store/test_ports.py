"""The ports as a whole."""

from __future__ import annotations

import asyncio
import inspect
import re
from pathlib import Path

from bot.store import Retention, Store
from tests.store.conftest import Engine
from tests.store.samples import NOW, now, opened, play
from tests.store.store_calls import CALLS


def test_every_method_of_a_port_is_tried_by_the_tests_that_each_engine_runs() -> None:
    methods = {name for name, _ in inspect.getmembers(Store, inspect.iscoroutinefunction) if not name.startswith("_")}
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert {name for name in methods if not re.search(rf"\.{name}\(", tests)} == set()


def test_the_plans_of_every_method_are_looked_at() -> None:
    public = {name for name, _ in inspect.getmembers(Store, inspect.iscoroutinefunction) if not name.startswith("_")}
    assert CALLS.keys() == public - {"close", "check_integrity", "wait_for_loss", "confirm"}


async def test_what_was_written_is_there_when_the_store_is_opened_again(engine: Engine, path: Path) -> None:
    store = await engine(path, now=now)
    row = await play(store, await opened(store))
    await store.close()
    await store.close()
    async with await engine(path, now=now) as again:
        assert await again.row(row.id) == row


async def test_a_store_that_is_well_says_so_and_can_be_looked_through_and_compacted(store: Store) -> None:
    row = await opened(store)
    await store.check_integrity()
    await store.compact()
    assert (store.damage, store.write_failure) == (None, None)
    assert await store.row(row.id) == row


async def test_of_tables_that_ended_long_ago_some_go_at_a_time_until_none_is_left(store: Store) -> None:
    old = [await opened(store, stage="over", changed_at=NOW - 10) for _ in range(3)]
    limits, gone = Retention(0, NOW, None), []
    while removed := await store.prune_tables(limits):
        gone += removed
    assert sorted(gone) == [row.id for row in old]


async def test_a_store_that_is_well_confirms_that_it_is_ours(store: Store) -> None:
    await store.confirm(within=0.0)


async def test_a_store_that_is_well_is_not_lost(store: Store) -> None:
    lost = asyncio.create_task(store.wait_for_loss())
    await store.stages()
    assert not lost.done()
    lost.cancel()
