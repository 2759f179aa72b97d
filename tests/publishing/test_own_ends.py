"""The end of a rubber for its players: what it means is as it was when the rubber ended."""

from __future__ import annotations

import pytest

from bot.messages.result.own_end import Meeting, OwnEnd, OwnHand
from bot.messages.result.result import ResultScene
from bot.ratings import ratings
from bot.tables import actions, results
from bot.tables.table import Stage
from tests.bot.running_bot import RunningBot

AJA, MALIK = 11, 12


async def played(bot: RunningBot, *people: int, seats: int = 2) -> int:
    """Play a rubber of one hand to its end; return the table's id."""
    keys = await bot.meet(*people)
    table = await bot.open(keys[0], seats, pace="day")
    await bot.do(table.id, actions.SetOption(keys[0], "length", "hands:1"))
    for key in keys:
        await bot.do(table.id, actions.Join(key))
    for _ in range(seats - len(keys)):
        await bot.do(table.id, actions.AddComputer(keys[0]))
    await bot.do(table.id, actions.Start(keys[0]))
    while (await bot.tables.existing(table.id)).table.stage is Stage.PLAYING:
        await bot.play_on(table.id)
    return table.id


async def end(bot: RunningBot, table_id: int, person: str) -> ResultScene:
    loaded = await bot.tables.existing(table_id)
    seat, context = loaded.table.seat_of(person), await bot.table_contexts.context(loaded)
    assert seat is not None
    return await bot.services.own_ends.scene(loaded, context, seat)


async def own(bot: RunningBot, table_id: int, person: str) -> OwnEnd:
    found = (await end(bot, table_id, person)).own
    assert found is not None
    return found


async def test_the_last_hand_is_told_as_the_reader_had_it(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    table = await played(bot, AJA, MALIK)
    last = (await bot.tables.existing(table)).table.last_hand
    assert last
    mine, theirs = [(await end(bot, table, person)).last_hand for person in (aja, malik)]
    assert mine == OwnHand(1, last.units, last.points(0))
    assert theirs == OwnHand(1, last.units[::-1], last.points(1))


async def test_opponents_are_told_of_once_they_have_met_before(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    first = await played(bot, AJA, MALIK)
    assert (await own(bot, first, aja)).meetings == ()
    second = await played(bot, AJA, MALIK)
    (mine,), (theirs,) = (await own(bot, second, aja)).meetings, (await own(bot, second, malik)).meetings
    assert mine == Meeting("Person 12", theirs.lost, theirs.won)
    assert mine.won + mine.lost == 2
    assert (await own(bot, first, aja)).meetings == (), "as it was then"


async def test_a_badge_is_new_at_the_end_of_one_rubber_only(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    first = await played(bot, AJA, MALIK)
    second = await played(bot, AJA, MALIK)
    new = [["wins-1" in (await own(bot, table, person)).badges for table in (first, second)] for person in (aja, malik)]
    assert all(sum(of_person) <= 1 for of_person in new)
    assert any(in_first for in_first, _ in new)


async def test_a_rating_is_told_where_the_rubber_counts_for_one(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (aja,) = await bot.meet(AJA)
    short = await played(bot, AJA, MALIK)
    assert (await own(bot, short, aja)).rating is None
    monkeypatch.setattr(results, "SHORTEST", 0)
    first, second = await played(bot, AJA, MALIK), await played(bot, AJA, MALIK)
    changes = [(await own(bot, table, aja)).rating for table in (first, second)]
    assert [change and change.before for change in changes] == [1000, changes[0] and changes[0].after]
    assert changes[1] is not None
    assert changes[1].before != changes[1].after


async def test_of_the_first_rubber_that_is_remembered_no_change_of_rating_is_told(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "SHORTEST", 0)
    monkeypatch.setattr(ratings, "MOST_STEPS", 2)
    tables = [await played(bot, AJA, MALIK) for _ in range(3)]
    (aja,) = await bot.meet(AJA)
    forgotten, first, second = [(await own(bot, table, aja)).rating for table in tables]
    assert forgotten is first is None
    assert second is not None
    assert second.before not in (second.after, 1000)
