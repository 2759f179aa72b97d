"""The power goes: whatever the disk kept of what had not been waited for, all that was acknowledged is there.

The files are taken whenever somebody has been told that a play was made: the journal has been waited for by then
(`synchronous = FULL`, held by `store/test_connection.py`). What was being written next is kept in part, or as rubbish.
"""
# ruff: noqa: ASYNC240 -- files are the subject here, and nothing else runs on the loop

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.publishing import table_publisher
from bot.store.engine import open_store
from bot.store.sqlite.store import SqliteStore
from bot.tables.deadlines import Delays
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.running_bot import GUILD, RunningBot, SetClock

PLAYS = 24
SECTOR = 512
PAGE, FRAME, HEADER = 4096, 4096 + 24, 32
"""Bytes of a page, of a page in the journal, and of the journal's head."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every play at once: none of the computers' comes by itself here."""
    monkeypatch.setattr(table_publisher, "TOGETHER", 0.0)


class DiskMoment(NamedTuple):
    """The files on the disk when `seq` entries of the table have been acknowledged."""

    seq: int
    file: bytes
    journal: bytes


@cache
def evening() -> tuple[DiskMoment, ...]:
    """A table from its lobby on, with the journal written back into the file once in the middle."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_evening(Path(folder) / "voormsi.db"))


async def _evening(path: Path) -> tuple[DiskMoment, ...]:
    bot = await RunningBot.start(path)
    table = await bot.started(11, 12, seats=3)
    moments = []
    for number in range(PLAYS):
        await bot.play_on(table.id)
        await bot.shown()
        if number == PLAYS // 2:
            assert isinstance(bot.store, SqliteStore)
            await bot.store._writer.alone(lambda db: db.execute("PRAGMA wal_checkpoint").fetchall())
        loaded = await bot.tables.get(table.id)
        assert loaded is not None
        moments.append(DiskMoment(loaded.table.seq, path.read_bytes(), path.with_name("voormsi.db-wal").read_bytes()))
    await bot.kill()
    return tuple(moments)


async def entries(file: bytes, journal: bytes) -> int:
    """The number of entries that the bot finds when it is started on these files, all of them usable."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "voormsi.db"
        path.write_bytes(file)
        path.with_name("voormsi.db-wal").write_bytes(journal)
        async with await open_store(path, now=SetClock()) as store:
            (row,) = await store.running(GUILD)
            tables = UnpublishedTables(store, Delays(0, 0, 0), SetClock())
            record = await tables.record(row.id)
            assert [one.seq for one in record] == list(range(1, row.seq + 1))
            loaded = await tables.get(row.id)
            assert loaded is not None
            assert loaded.table.seq == row.seq
            return row.seq


def missing(written: bytes, _: random.Random) -> bytes:
    return b""


def zeros(written: bytes, _: random.Random) -> bytes:
    return bytes(len(written))


def rubbish(written: bytes, chance: random.Random) -> bytes:
    return chance.randbytes(len(written))


def holes(written: bytes, chance: random.Random) -> bytes:
    """Some sectors came to the disk, others did not."""
    sectors = [written[at : at + SECTOR] for at in range(0, len(written), SECTOR)]
    return b"".join(sector if chance.random() < 0.7 else bytes(len(sector)) for sector in sectors)


Tear = Callable[[bytes, random.Random], bytes]
TEARS: tuple[Tear, ...] = (missing, zeros, rubbish, holes)


def torn(before: DiskMoment, after: DiskMoment, at: int, tear: Tear, seed: int) -> bytes:
    """The journal when the power went: what had been waited for, `at` bytes of what came next, and the rest torn."""
    changed = next((n for n, (a, b) in enumerate(zip(before.journal, after.journal, strict=False)) if a != b), None)
    begin = len(before.journal) if changed is None else changed
    new = after.journal[begin : begin + at]
    return after.journal[:begin] + new + tear(after.journal[begin + at :], random.Random(seed))


def check(number: int, at: int, tear: Tear, seed: int) -> None:
    before, after = evening()[number], evening()[number + 1]
    found = asyncio.run(entries(before.file, torn(before, after, at, tear, seed)))
    assert before.seq <= found <= after.seq


OFFSETS = st.one_of(
    st.integers(0, 40 * FRAME),
    st.builds(lambda frame, off: max(0, frame * FRAME + off), st.integers(0, 40), st.integers(-2, 26)),
)


@pytest.mark.slow
@settings(max_examples=30)
@given(number=st.integers(0, PLAYS - 2), at=OFFSETS, tear=st.sampled_from(TEARS), seed=st.integers(0, 99))
def test_whatever_the_disk_kept_of_the_next_play_all_before_it_is_there(
    number: int, at: int, tear: Tear, seed: int
) -> None:
    check(number, at, tear, seed)


@pytest.mark.slow
@pytest.mark.parametrize("tear", TEARS)
def test_wherever_the_last_frames_are_torn_all_before_them_is_there(tear: Tear) -> None:
    """Around the head and the end of each of eight frames, and in the middle."""
    edges = {frame * FRAME + off for frame in range(8) for off in (-1, 0, 1, 8, 16, 23, 24, 25, 8 * SECTOR)}
    for number in (PLAYS // 2, PLAYS - 2):
        for at in sorted(edge for edge in edges if edge >= 0):
            check(number, at, tear, at)


@pytest.mark.slow
@settings(max_examples=15)
@given(seed=st.integers(0, 1 << 30))
def test_a_file_that_was_just_being_written_to_is_whole_by_the_journal(seed: int) -> None:
    """The journal is written back: any of its pages may have come into the file, one of them by halves."""
    chance = random.Random(seed)
    before, after = evening()[PLAYS // 2 - 1], evening()[PLAYS // 2]
    old = before.file.ljust(len(after.file), b"\0")
    pages = [
        chance.choice((old, after.file, rubbish(old, chance)))[at : at + PAGE] if at in written(before, after) else part
        for at, part in ((at, after.file[at : at + PAGE]) for at in range(0, len(after.file), PAGE))
    ]
    assert asyncio.run(entries(b"".join(pages), after.journal)) == after.seq


def written(before: DiskMoment, after: DiskMoment) -> set[int]:
    """The positions of the journal's pages in the file."""
    heads = range(HEADER, len(after.journal), FRAME)
    numbers = {int.from_bytes(after.journal[at : at + 4], "big") for at in heads}
    return {(number - 1) * PAGE for number in numbers}


def test_a_journal_that_begins_anew_is_not_mixed_with_the_old_one() -> None:
    """After it was written back the journal is written from its beginning, over what lies there."""
    before, after = evening()[PLAYS // 2], evening()[PLAYS // 2 + 1]
    assert before.journal[:HEADER] != after.journal[:HEADER], "it began anew"
    for at in (0, 1, 16, HEADER - 1, HEADER, HEADER + 23, HEADER + FRAME - 1, HEADER + FRAME, HEADER + 2 * FRAME):
        journal = after.journal[:at] + before.journal[at:]
        assert before.seq <= asyncio.run(entries(before.file, journal)) <= after.seq


def test_what_had_been_waited_for_is_needed() -> None:
    """A play whose frame lacks one byte is lost, so the tests above would see a loss."""
    before, after = evening()[3], evening()[4]
    cut = after.journal[: len(before.journal) + FRAME - 1]
    assert asyncio.run(entries(after.file, cut)) == before.seq < after.seq


def test_a_table_goes_on_from_what_the_power_left(tmp_path: Path) -> None:
    before, after = evening()[4], evening()[5]
    path = tmp_path / "voormsi.db"
    path.write_bytes(before.file)
    path.with_name("voormsi.db-wal").write_bytes(torn(before, after, FRAME + 9, rubbish, 1))
    asyncio.run(goes_on(path, before.seq))


async def goes_on(path: Path, seq: int) -> None:
    bot = await RunningBot.start(path)
    (row,) = await bot.store.running(GUILD)
    assert row.seq >= seq
    for _ in range(10):
        await bot.play_on(row.id)
    await bot.shown()
    loaded = await bot.tables.get(row.id)
    assert loaded is not None
    assert loaded.table.seq >= row.seq + 10
    await bot.kill()
