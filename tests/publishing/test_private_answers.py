"""Private answers that pass: as long as a refusal would be repeated, and what is noted of a table too late."""

from __future__ import annotations

import pytest

from bot.discord_api.interactions import InteractionToken
from bot.publishing.private_answers import PassingAnswer, Validity
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.table import Stage, Table
from bot.tables.table_service import accepted_result
from bot.texts import Translator
from bot.texts.notices import Refusal, RequestRefused
from bot.texts.reader import Reader
from tests.bot.running_bot import RunningBot

AJA, MALIK = 11, 12
TOKEN = InteractionToken(1, "token")


def is_lobby(table: Table) -> bool:
    return table.stage is Stage.LOBBY


async def refusal(bot: RunningBot, table: Table, action: TableAction) -> RequestRefused:
    with pytest.raises(RequestRefused) as refused:
        accepted_result(await bot.tables.submit(table.id, action), action)
    return refused.value


async def test_that_a_table_cannot_start_yet_holds_until_all_seats_are_filled(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    table = await bot.open(aja, 2)
    table = (await bot.do(table.id, actions.Join(aja))).table
    refused = await refusal(bot, table, actions.Start(aja))
    assert refused.why.kind is Refusal.EMPTY_SEATS
    assert refused.holds
    assert refused.holds(table)
    table = (await bot.do(table.id, actions.Join(malik))).table
    assert not refused.holds(table)


async def test_that_it_is_another_persons_turn_holds_until_they_have_played(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, seats=2)
    first = table.turn
    assert first is not None
    waits = 1 - first
    play = actions.TakeTurn(table.seats[waits].person, waits, table.view(waits).hand[:1])
    refused = await refusal(bot, table, play)
    assert refused.holds
    assert refused.holds(table)
    while table.turn != waits:
        await bot.play_on(table.id)
        table = (await bot.tables.existing(table.id)).table
    assert not refused.holds(table)


async def test_an_answer_that_comes_after_the_change_goes_at_once(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, seats=2)
    await bot.shown()
    bot.discord.deleted_by_token.clear()
    bot.publisher.note_passing_answer(99, PassingAnswer(Validity(table.id, is_lobby), TOKEN, Reader(Translator())))
    await bot.shown()
    assert bot.discord.deleted_by_token == [TOKEN]


async def test_an_answer_that_is_pressed_is_left_to_the_response(bot: RunningBot) -> None:
    (aja,) = await bot.meet(AJA)
    table = await bot.open(aja, 2)
    bot.publisher.note_passing_answer(99, PassingAnswer(Validity(table.id, is_lobby), TOKEN, Reader(Translator())))
    bot.publisher.note_press(table.id, aja, 99)
    await bot.do(table.id, actions.Close(aja))
    await bot.shown()
    assert bot.discord.deleted_by_token == []
