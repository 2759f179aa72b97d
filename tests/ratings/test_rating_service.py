"""Ratings are computed from what ended tables have left, while the bot runs and by a recount alike."""

from __future__ import annotations

from bot.operations.maintenance import recount_all
from bot.ratings.service import RatingService
from bot.tables import actions
from bot.tables.table import Stage, Table
from tests.bot.running_bot import GUILD, RunningBot

GAME = "voormsi"


async def resigned(bot: RunningBot, loser: int, *others: int) -> Table:
    """A rubber that ended because somebody has left it, after a hand: who left has lost."""
    table = await bot.started(loser, *others, seats=1 + len(others), pace="day")
    (key,) = await bot.meet(loser)
    await bot.do(table.id, actions.Close(key))
    ended = (await bot.tables.existing(table.id)).table
    assert ended.stage is Stage.CLOSED
    return ended


async def test_who_leaves_a_table_is_rated_lower_than_at_first_and_nobody_else_is(bot: RunningBot) -> None:
    await resigned(bot, 11, 12)
    left, stayed = await bot.meet(11, 12)
    ratings = RatingService(bot.store)
    (of_two,) = (await ratings.rated_people(GUILD, GAME)).of(left).items()
    assert of_two[0] == 2
    assert of_two[1].mu < 25
    assert not (await ratings.rated_people(GUILD, GAME)).of(stayed)


async def test_a_recount_gives_the_same_ratings(bot: RunningBot) -> None:
    for loser, other in ((11, 12), (12, 11), (13, 11)):
        await resigned(bot, loser, other)
    keys = await bot.meet(11, 12, 13)
    before = [(await RatingService(bot.store).rated_people(GUILD, GAME)).of(key) for key in keys]
    await recount_all(bot.store)
    assert [(await RatingService(bot.store).rated_people(GUILD, GAME)).of(key) for key in keys] == before
    assert all(before)


async def test_a_rubber_that_has_ended_since_counts_at_once(bot: RunningBot) -> None:
    ratings = RatingService(bot.store)
    await resigned(bot, 11, 12)
    (key,) = await bot.meet(11)
    before = (await ratings.rated_people(GUILD, GAME)).of(key)[2]
    await resigned(bot, 11, 12)
    assert (await ratings.rated_people(GUILD, GAME)).of(key)[2].mu < before.mu
