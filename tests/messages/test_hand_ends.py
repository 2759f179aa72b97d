"""The end of a hand in everybody's message, before the next deal and after it."""

from __future__ import annotations

import pytest

from rules.core.contract import Phase
from tests.bot.fake_discord import FakeDiscord, FakePost
from tests.bot.running_bot import RunningBot, SetClock, StartBot

AJA, MALIK = 11, 12


def hand_of(bot: RunningBot, person: int) -> FakePost:
    (found,) = (one for one in bot.discord.messages.values() if one.channel == person)
    return found


def said(bot: RunningBot, person: int) -> str:
    return repr(hand_of(bot, person).components)


async def to_the_end_of_a_hand(bot: RunningBot, table_id: int) -> None:
    loaded = await bot.tables.existing(table_id)
    while loaded.table.phase is not Phase.DEAL:
        await bot.play_on(table_id)
        loaded = await bot.tables.existing(table_id)
    await bot.shown()


async def test_everybody_reads_before_the_next_deal_who_won_the_hand(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, seats=2)
    await to_the_end_of_a_hand(bot, table.id)
    for person in (AJA, MALIK):
        assert "won hand 1," in said(bot, person)
        assert hand_of(bot, person).picture
        assert hand_of(bot, person).shows_its_picture


async def test_the_next_hand_says_it_until_ones_first_play(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, seats=2)
    await to_the_end_of_a_hand(bot, table.id)
    await bot.play_on(table.id)
    await bot.shown()
    for person in (AJA, MALIK):
        assert "hand 2" in said(bot, person)
        assert "won hand 1," in said(bot, person)
    first = (await bot.tables.existing(table.id)).table.turn
    await bot.play_on(table.id)
    await bot.shown()
    assert [person for seat, person in enumerate((AJA, MALIK)) if "won hand 1," in said(bot, person)] == [
        person for seat, person in enumerate((AJA, MALIK)) if seat != first
    ]


@pytest.mark.parametrize(("minutes", "is_old"), [(5, False), (51, True)])
async def test_a_message_too_old_to_be_edited_waits_for_the_next_hand(
    start_bot: StartBot, minutes: int, is_old: bool
) -> None:
    time = SetClock()
    bot = await start_bot(FakeDiscord(), time)
    table = await bot.started(AJA, MALIK, seats=2)
    while sum((await bot.tables.existing(table.id)).table.view(None).hand_sizes) > 1:
        await bot.play_on(table.id)
    await bot.shown()
    before = {person: hand_of(bot, person).id for person in (AJA, MALIK)}
    time.now += minutes * 60_000
    await to_the_end_of_a_hand(bot, table.id)
    assert {person: hand_of(bot, person).id for person in (AJA, MALIK)} == before
    assert all(("won hand 1," in said(bot, person)) != is_old for person in (AJA, MALIK))
    await bot.play_on(table.id)
    await bot.shown()
    assert all("won hand 1," in said(bot, person) for person in (AJA, MALIK))
