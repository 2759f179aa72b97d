"""Results of ended tables: who won, and who played what, however often the seats change hands."""

from __future__ import annotations

import random

import pytest

from bot.operations.maintenance import NOTED, recount_all, recount_what_is_left
from bot.store import DRAWN, LOST, WON, ResultRow
from bot.tables import actions
from bot.tables.table import Stage, Table
from tests.bot.running_bot import OPTIONS, WHERE, RunningBot

GAME = "voormsi"
AJA, MALIK, INUK, PALOMA = 11, 12, 13, 14


async def started(bot: RunningBot, *ids: int, seats: int = 4, length: str = "hands:1", **terms: str) -> Table:
    """A table in play for one hand, with these people in the first seats and computers in the others."""
    keys = await bot.meet(*ids)
    opening = actions.Open(keys[0], "", GAME, 1, seats, {**OPTIONS, "length": length}, terms=terms)
    table = await bot.tables.open(opening, WHERE, None)
    for key in keys:
        await bot.do(table.id, actions.Join(key))
    for _ in range(seats - len(keys)):
        await bot.do(table.id, actions.AddComputer(keys[0]))
    return (await bot.do(table.id, actions.Start(keys[0]))).table


async def played_out(bot: RunningBot, table_id: int) -> Table:
    while await bot.play_on(table_id):
        pass
    loaded = await bot.tables.existing(table_id)
    return loaded.table


async def result(bot: RunningBot, discord_id: int) -> ResultRow:
    (key,) = await bot.meet(discord_id)
    (row,) = await bot.store.results(key, GAME)
    return row


async def until_trick(bot: RunningBot, table: Table, number: int) -> None:
    """Play until the trick of this number (from 1) is about to be led."""
    while (now := (await bot.tables.existing(table.id)).table).view(None).trick_number < number or now.view(None).trick:
        await bot.play_on(table.id)


async def test_everybody_seated_at_the_end_gets_the_outcome_of_their_side(bot: RunningBot) -> None:
    table = await played_out(bot, (await started(bot, AJA, MALIK, INUK)).id)
    view = table.view(None)
    assert view.outcome is not None
    for seat, person in enumerate((AJA, MALIK, INUK)):
        won = seat % 2 in view.outcome.winners
        expected = LOST if not won else DRAWN if len(view.outcome.winners) > 1 else WON
        assert (await result(bot, person)).outcome == expected
    assert (await result(bot, AJA))[6] == 1, "of the other side only Malik is a person"
    assert (await result(bot, MALIK)).rivals == 2


async def test_the_tricks_of_all_seats_are_those_of_the_hand(bot: RunningBot) -> None:
    table = await played_out(bot, (await started(bot, AJA, MALIK, INUK, PALOMA)).id)
    assert table.last_hand is not None
    rows = [await result(bot, person) for person in (AJA, MALIK, INUK, PALOMA)]
    assert sum(row.tricks for row in rows) == sum(table.last_hand.units)
    assert {row.hands for row in rows} == {1}
    assert {(row.size, row.sides, row.guild_id) for row in rows} == {(4, 2, WHERE.guild_id)}


async def test_a_substitute_gets_the_outcome_and_who_left_keeps_the_tricks(bot: RunningBot) -> None:
    table = await started(bot, AJA, MALIK)
    await until_trick(bot, table, 4)
    aja, inuk = await bot.meet(AJA, INUK)
    taken = (await bot.tables.existing(table.id)).table.statistics[aja]
    await bot.do(table.id, actions.Resign(aja))
    await bot.do(table.id, actions.Take(inuk, 0))
    ended = await played_out(bot, table.id)
    before, after = await result(bot, AJA), await result(bot, INUK)
    assert (before.outcome, before.hands, before.tricks) == (None, 0, taken.tricks)
    assert (after.outcome is not None, after.hands) == (True, 1)
    assert ended.last_hand is not None
    assert before.tricks + after.tricks <= ended.last_hand.units[0]


async def test_nobody_wins_a_table_that_was_closed(bot: RunningBot) -> None:
    table = await started(bot, AJA, MALIK, length="rubber")
    while not (await bot.tables.existing(table.id)).table.way:
        await bot.play_on(table.id)
    (aja,) = await bot.meet(AJA)
    await bot.do(table.id, actions.Close(aja))
    row = await result(bot, AJA)
    assert (row.outcome, row.hands) == (None, 1)


async def test_a_forfeit_is_lost_by_who_let_the_time_pass_and_won_by_nobody(bot: RunningBot) -> None:
    table = await started(bot, AJA, MALIK, INUK, PALOMA, pace="evening", deadline="forfeit")
    seat = (await bot.tables.existing(table.id)).table.turn
    assert seat is not None
    while (loaded := await bot.tables.existing(table.id)).table.stage is Stage.PLAYING:
        bot.time.now = max(bot.time.now, loaded.row.deadline_at or 0)
        await bot.tables.tick(table.id)
    people = AJA, MALIK, INUK, PALOMA
    assert (await result(bot, people[seat])).outcome == LOST
    (key,) = await bot.meet(people[(seat + 1) % 4])
    assert await bot.store.results(key, GAME) == []


async def test_deadlines_are_counted_as_kept_by_plays_of_ones_own_and_as_missed_when_the_clock_says_so(
    bot: RunningBot,
) -> None:
    table = await started(bot, AJA, MALIK, seats=2, pace="evening")
    late = table.turn
    assert late is not None
    bot.time.now = (await bot.tables.existing(table.id)).row.deadline_at or 0
    await bot.tables.tick(table.id)
    ended = await played_out(bot, table.id)
    rows = [await result(bot, person) for person in (AJA, MALIK)]
    assert [row.missed for row in rows] == [int(seat == late) for seat in (0, 1)]
    assert ended.hand is not None
    plays = len(ended.hand.plays) - len(ended.hand.marked)
    assert sum(row.kept for row in rows) == plays


async def test_alone_with_computers_there_are_no_deadlines_to_keep(bot: RunningBot) -> None:
    await played_out(bot, (await started(bot, AJA, pace="evening")).id)
    row = await result(bot, AJA)
    assert (row.kept, row.missed) == (0, 0)


async def test_a_lobby_that_is_closed_leaves_no_result(bot: RunningBot) -> None:
    (aja,) = await bot.meet(AJA)
    table = await bot.open(aja)
    await bot.do(table.id, actions.Join(aja))
    await bot.do(table.id, actions.Close(aja))
    assert await bot.store.results(aja, GAME) == []


async def eventful(bot: RunningBot, chance: random.Random) -> None:
    """A table that is played to its end, or closed, while people leave, return and take seats of others."""
    people = [AJA, MALIK, INUK, PALOMA]
    chance.shuffle(people)
    seats = chance.choice((2, 3, 4))
    table = await started(bot, *people[: chance.randint(1, seats)], seats=seats, length=chance.choice(LENGTHS))
    keys = await bot.meet(*people)
    while (now := (await bot.tables.existing(table.id)).table).stage is Stage.PLAYING:
        if chance.random() < 0.05:
            action = chance.choice([actions.Resign, actions.Take])(chance.choice(keys))
            await bot.tables.submit(table.id, action)
        elif chance.random() < 0.002:
            await bot.do(table.id, actions.Close(now.opener))
        elif now.turn is None or now.is_abandoned:
            await bot.tables.submit(table.id, actions.Take(chance.choice(keys)))
            await bot.tables.tick(table.id)
        else:
            await bot.play_on(table.id)


LENGTHS = ("hands:1", "hands:2", "hands:3")


@pytest.mark.parametrize(
    ("seed", "rubbers"), [(0, 2), *(pytest.param(seed, 6, marks=pytest.mark.slow) for seed in (0, 1, 2))]
)
async def test_a_count_from_the_records_gives_the_same_results(bot: RunningBot, seed: int, rubbers: int) -> None:
    chance = random.Random(seed)
    for _ in range(rubbers):
        await eventful(bot, chance)
    keys = await bot.meet(AJA, MALIK, INUK, PALOMA)
    before = [await bot.store.results(key, GAME) for key in keys]
    assert any(before)
    await recount_all(bot.store)
    assert [await bot.store.results(key, GAME) for key in keys] == before


async def test_tables_that_ended_before_there_were_results_are_counted_once(bot: RunningBot) -> None:
    table = await played_out(bot, (await started(bot, AJA)).id)
    row = await result(bot, AJA)
    await bot.store.replace_results(table.id, [])
    await recount_what_is_left(bot.store)
    assert await result(bot, AJA) == row
    assert await bot.store.get_value(NOTED) == ""
    await bot.store.replace_results(table.id, [])
    await recount_what_is_left(bot.store)
    assert await bot.store.results(row.person, GAME) == []


async def test_results_without_a_record_stay_in_a_count(bot: RunningBot) -> None:
    await played_out(bot, (await started(bot, AJA)).id)
    pruned = (await result(bot, AJA))._replace(rubber=999)
    await bot.store.replace_results(999, [pruned])
    await recount_all(bot.store)
    assert pruned in await bot.store.results(pruned.person, GAME)
