"""Cups that start by themselves have their seeds by rating, unless lots are wished."""

from __future__ import annotations

import pytest

from bot.cups.cup_actions import JoinCup, StartCup
from bot.cups.cup_rules import Format, SeedOrder
from tests.bot.running_bot import HOUR, WHERE, RunningBot
from tests.cups.running_cups import quick
from tests.ratings.test_rating_service import resigned


@pytest.mark.parametrize("seeds", SeedOrder)
async def test_who_has_lost_is_the_last_seed_of_a_knock_out_by_rating(bot: RunningBot, seeds: SeedOrder) -> None:
    await resigned(bot, 11, 12)
    people = await bot.meet(11, 12, 13, 14)
    rules = quick(Format.KNOCK_OUT, sign_up_until=bot.time.now + HOUR, seeds=seeds)
    cup = (await bot.cup_services.cups.create(people[0], rules, WHERE, None)).cup
    for person in people:
        await bot.cup_services.cups.submit(cup.id, JoinCup(person))
    bot.time.now += HOUR
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    cup = (await bot.cup_services.cups.existing(cup.id)).cup
    (start,) = (entry.action for entry in cup.record if isinstance(entry.action, StartCup))
    assert len(start.order) == (4 if seeds is SeedOrder.RATING else 0)
    if start.order:
        assert cup.seeded_entrants[-1].people == (people[0],)
        assert start.order == tuple(one.number for one in cup.seeded_entrants)
