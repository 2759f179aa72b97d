"""Whatever is written at once: each call is done as a whole or refused alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store import BadRow, Conflict, Repeated, Store, TableRow
from tests.store.conftest import Engine
from tests.store.samples import entry, mark, now, opened, play


async def test_a_caller_is_released_only_when_its_row_can_be_read(store: Store) -> None:
    async def game(row: TableRow) -> None:
        for _ in range(5):
            row = await play(store, row)
            assert await store.row(row.id) == row

    await asyncio.gather(*[game(await opened(store)) for _ in range(10)])


async def test_of_two_that_want_the_same_seq_one_gets_it(store: Store) -> None:
    row = await opened(store)
    outcomes = await asyncio.gather(*(play(store, row, by=number) for number in range(5)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [TableRow, Conflict, Conflict, Conflict, Conflict]
    assert await store.record(row.id) == [entry(1), entry(2, by=0)]


async def test_a_good_row_is_written_beside_a_bad_one_whatever_was_refused_before(store: Store) -> None:
    rows = [await play(store, await opened(store), number) for number in range(3)]
    for refused in ("stage", "orphan"):
        with pytest.raises(BadRow):
            await do(store, rows[0], refused)
    bad, good = await asyncio.gather(do(store, rows[0], "orphan"), play(store, rows[1]), return_exceptions=True)
    assert (type(bad), type(good)) == (BadRow, TableRow)


REFUSALS: dict[str, type[Exception]] = {"gap": Conflict, "again": Repeated, "stage": BadRow, "orphan": BadRow}
ACTS = st.lists(st.sampled_from(["play", *REFUSALS]), min_size=1, max_size=30)


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables=st.lists(ACTS, min_size=1, max_size=8))
def test_whatever_comes_at_once_good_rows_are_written_and_bad_ones_are_not(
    engine: Engine, tmp_path_factory: pytest.TempPathFactory, tables: list[list[str]]
) -> None:
    asyncio.run(at_once(engine, tmp_path_factory.mktemp("writer") / "voormsi.db", tables))


async def at_once(engine: Engine, path: Path, tables: list[list[str]]) -> None:
    async with await engine(path, now=now) as store:
        used = 1
        await play(store, await opened(store), used)
        rows = [await opened(store) for _ in tables]
        ended = await asyncio.gather(*(act_all(store, row, acts) for row, acts in zip(rows, tables, strict=True)))
    async with await engine(path, now=now) as store:
        for row, acts in zip(ended, tables, strict=True):
            assert await store.row(row.id) == row
            assert [line.seq for line in await store.record(row.id)] == list(range(1, acts.count("play") + 2))


async def act_all(store: Store, row: TableRow, acts: list[str]) -> TableRow:
    for act in acts:
        if refusal := REFUSALS.get(act):
            with pytest.raises(refusal):
                await do(store, row, act)
        else:
            row = await play(store, row)
    return row


async def do(store: Store, row: TableRow, act: str) -> None:
    match act:
        case "gap":
            await play(store, row._replace(seq=row.seq + 1))
        case "again":
            await play(store, row, 1)
        case "stage":
            await play(store, row._replace(stage="nowhere"))
        case "orphan":
            await store.put_message_states(mark(404))
