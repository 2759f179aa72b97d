"""The results of ended tables for ratings, by the real fold of their records."""

from __future__ import annotations

import pytest

from bot.tables import actions
from bot.tables.fold import unfold
from bot.tables.results import Rubber, Spell, rubber_of
from bot.tables.table import Stage, Table
from bot.tables.table_service import read_entries
from rules.core.contract import Booking
from tests.bot.running_bot import OPTIONS, WHERE, RunningBot

AJA, MALIK, INUK = 11, 12, 13


async def started(bot: RunningBot, length: str = "hands:3", **terms: str) -> Table:
    """A table of two people."""
    keys = await bot.meet(AJA, MALIK)
    opening = actions.Open(keys[0], "", "voormsi", 1, 2, {**OPTIONS, "length": length}, terms={"pace": "day", **terms})
    table = await bot.tables.open(opening, WHERE, None)
    for key in keys:
        await bot.do(table.id, actions.Join(key))
    return (await bot.do(table.id, actions.Start(keys[0]))).table


async def now(bot: RunningBot, table: Table) -> Table:
    return (await bot.tables.existing(table.id)).table


async def played_out(bot: RunningBot, table: Table) -> Table:
    while await bot.play_on(table.id):
        pass
    return await now(bot, table)


async def until_trick(bot: RunningBot, table: Table, number: int) -> None:
    while (await now(bot, table)).view(None).trick_number < number:
        await bot.play_on(table.id)


def left_by(table: Table) -> Rubber:
    rubber = rubber_of(table, WHERE.guild_id, 5)
    assert rubber is not None
    return rubber


async def test_a_rubber_played_out_has_its_winners_and_whole_spells(bot: RunningBot) -> None:
    table = await played_out(bot, await started(bot))
    aja, malik = await bot.meet(AJA, MALIK)
    rubber = left_by(table)
    outcome = table.view(None).outcome
    assert outcome is not None
    assert rubber.winners == tuple(outcome.winners)
    assert rubber.spells == (Spell(0, aja, 1, len(table.way)), Spell(1, malik, 1, len(table.way)))


@pytest.mark.slow
async def test_the_points_of_all_hands_less_the_bounces_are_the_score(bot: RunningBot) -> None:
    table = await played_out(bot, await started(bot, "rubber"))
    bounced = [0, 0]
    for feat in table.feats:
        what = feat.what
        if isinstance(what, Booking) and what.bounced is not None:
            bounced[what.side] += what.bounced - what.after
    brought = [sum(hand[side] for hand in left_by(table).points) for side in (0, 1)]
    assert [brought[side] - bounced[side] for side in (0, 1)] == list(table.way[-1])
    assert any(brought)


async def test_a_substitute_is_given_the_hands_after_the_one_they_came_into(bot: RunningBot) -> None:
    table = await started(bot)
    await until_trick(bot, table, 2)
    aja, inuk = await bot.meet(AJA, INUK)
    await bot.do(table.id, actions.Resign(aja))
    await bot.do(table.id, actions.Take(inuk, 0))
    ended = await played_out(bot, table)
    assert left_by(ended).spells_of(0) == (
        Spell(0, aja, 1, 0, left=True),
        Spell(0, None, 2, 0),
        Spell(0, inuk, 2, len(ended.way)),
    )


async def test_who_closes_their_table_has_left_it_and_nobody_has_won(bot: RunningBot) -> None:
    table = await started(bot)
    await until_trick(bot, table, 2)
    (aja,) = await bot.meet(AJA)
    await bot.do(table.id, actions.Close(aja))
    rubber = left_by(await now(bot, table))
    assert (rubber.winners, [spell.left for spell in rubber.spells]) == ((), [True, False])


async def test_who_lets_the_time_pass_has_left_the_rubber(bot: RunningBot) -> None:
    table = await started(bot, deadline="forfeit")
    while (loaded := await bot.tables.existing(table.id)).table.stage is Stage.PLAYING:
        bot.time.now = max(bot.time.now, loaded.row.deadline_at or 0)
        await bot.tables.tick(table.id)
    rubber = left_by(loaded.table)
    assert loaded.table.forfeited is not None
    assert [spell.seat for spell in rubber.spells if spell.left] == [loaded.table.forfeited]
    assert rubber.winners == ()


async def test_a_table_that_is_too_short_or_not_over_leaves_no_rubber(bot: RunningBot) -> None:
    short, running = await played_out(bot, await started(bot, "hands:1")), await started(bot)
    assert rubber_of(short, WHERE.guild_id, 5) is None
    assert rubber_of(running, WHERE.guild_id, 5) is None


async def test_the_record_gives_the_same_rubber(bot: RunningBot) -> None:
    table = await started(bot)
    await until_trick(bot, table, 2)
    aja, inuk = await bot.meet(AJA, INUK)
    await bot.do(table.id, actions.Resign(aja))
    await bot.do(table.id, actions.Take(inuk, 0))
    ended = await played_out(bot, table)
    stored = await bot.store.table(table.id)
    assert stored is not None
    *_, folded = unfold(table.id, read_entries(stored.record))
    assert left_by(folded) == left_by(ended)
