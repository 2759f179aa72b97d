"""The work of a fold grows with the entries alone: no entry is looked at, or copied, again for each that follows."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import FrameType
from typing import Any

import pytest

from bot.cups import fold
from bot.cups.cup import Cup
from bot.cups.leagues import fold as league_fold
from bot.cups.leagues.league import League
from bot.tables import fold as table_fold
from simulation.long_records import RECORDS, LongRecord

FEW, MANY = 150, 1_200
ROOM = 1.7
"""A map of more keys is deeper, by a little; what is done again for each entry costs some eight times as much."""


def lines_of(work: Callable[[], object]) -> int:
    """The number of lines that are run, those of comprehensions for each of their items."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("record", RECORDS)
def test_an_entry_costs_no_more_steps_in_a_long_record_than_in_a_short_one(record: str) -> None:
    one = RECORDS[record]
    few, many = (lines_of(partial(one.fold, 1, one.entries(size))) / size for size in (FEW, MANY))
    assert many < ROOM * few


def values(record: LongRecord, entries: Sequence[Any]) -> Iterator[Any]:
    """The value after each entry, made of the one before."""
    value = record.fold(1, entries[:1])
    for entry in entries[1:]:
        match value:
            case Cup():
                value = fold._apply(value, entry.action, 0)
            case League():
                value = league_fold._apply(value, entry.action, 0)
            case _:
                value = table_fold.do(value, entry.action)
        yield value


def kept(record: LongRecord, size: int) -> float:
    """The memory for each value of a fold, if all are kept, in bytes: what a step copies is its own."""
    entries = record.entries(size)
    tracemalloc.start()
    try:
        found = list(values(record, entries))
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return used / len(found)


@pytest.mark.parametrize("record", RECORDS)
def test_an_entry_copies_no_more_of_a_long_record_than_of_a_short_one(record: str) -> None:
    few, many = (kept(RECORDS[record], size) for size in (FEW, MANY))
    assert many < ROOM * few
