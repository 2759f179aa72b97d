"""The hall of fame: how cups ended is stored with their ends, and older cups are worked out once."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.winners import end_of, winners
from bot.store import CupEnd
from tests.bot.running_bot import GUILD
from tests.cups.running_cups import CupProcess, process, quick


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[CupProcess]:
    async with process(tmp_path / "a.db") as one:
        yield one


async def played(here: CupProcess) -> Cup:
    """A cup of four that has come to its end."""
    return await here.whole(await here.started(quick(), 4))


async def stored(here: CupProcess) -> CupEnd | None:
    (row,) = await here.store.ended_cups(GUILD, "")
    return row.end


async def test_how_a_cup_ended_is_stored_with_its_end(here: CupProcess) -> None:
    cup = await played(here)
    end = await stored(here)
    assert end is not None
    assert (end, end.size, end.podium[0].people) == (end_of(cup), 4, winners(cup))


async def test_a_result_that_is_corrected_after_the_end_corrects_the_hall(here: CupProcess) -> None:
    cup = await played(here)
    before = await stored(here)
    for match in cup.rounds[-1].matches:
        first, second = match.entrants
        absent = (first if before and first == before.podium[0].entrant else second,)
        cup = await here.do(cup, cup_actions.AdjustMatch(cup.by, match.number, (0, 0), "misread", absent))
    assert end_of(cup) != before
    assert await stored(here) == end_of(cup)


async def test_a_cup_whose_end_is_undone_is_in_the_hall_again_when_it_ends_again(here: CupProcess) -> None:
    cup = await played(here)
    last = next(one.seq for one in reversed(cup.record) if isinstance(one.action, cup_actions.EndCup))
    await here.do(cup, cup_actions.UndoAct(cup.by, last, "a mistake"))
    assert await here.store.ended_cups(GUILD, "") == []
    cup = await here.advanced(cup)
    assert await stored(here) == end_of(cup) is not None


async def test_a_cup_that_ended_under_an_older_version_is_worked_out_once(
    here: CupProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await played(here)
    with closing(sqlite3.connect(tmp_path / "a.db")) as db, db:
        db.execute("DELETE FROM cup_ends")
    assert await stored(here) is None
    first = await here.cups.ended_cups(GUILD, "")
    monkeypatch.setattr(here.cups, "get", None)
    assert [one.end for one in await here.cups.ended_cups(GUILD, "")] == [one.end for one in first] == [end_of(cup)]
