"""A person is away from all tables at which they play, and back at all of them."""

from __future__ import annotations

import pytest

from bot.runtime.times import DAY
from bot.tables.attendance import set_absence
from bot.texts.notices import Refusal, RequestRefused
from tests.bot.running_bot import RunningBot

AJA, MALIK, IVALU = 11, 12, 13


async def test_who_is_away_is_so_at_each_table_in_play_and_back_at_each(bot: RunningBot) -> None:
    tables = [(await bot.started(AJA, MALIK, seats=2)).id, (await bot.started(IVALU, AJA, seats=2)).id]
    (aja,) = await bot.meet(AJA)
    lobby = await bot.open(aja)

    async def away() -> list[int | None]:
        found = [await bot.tables.get(one) for one in tables]
        return [one.table.seats[one.table.seat_of(aja) or 0].away for one in found if one is not None]

    until = bot.time.now + DAY
    await set_absence(bot.store, bot.tables, aja, until)
    assert await away() == [until, until]
    await set_absence(bot.store, bot.tables, aja, None)
    assert await away() == [None, None]
    found = await bot.tables.get(lobby.id)
    assert found is not None
    assert found.table.seq == lobby.seq


async def test_who_plays_nowhere_cannot_be_away_and_who_is_not_away_cannot_come_back(bot: RunningBot) -> None:
    await bot.started(AJA, seats=2)
    aja, malik = await bot.meet(AJA, MALIK)
    for person, until, kind in ((malik, DAY, Refusal.NO_TABLE_OF_YOURS), (aja, None, Refusal.NOT_AWAY)):
        with pytest.raises(RequestRefused) as refused:
            await set_absence(bot.store, bot.tables, person, until)
        assert refused.value.why.kind is kind
