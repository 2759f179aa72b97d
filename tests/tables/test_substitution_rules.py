"""Seats that change hands: whoever holds one has its cards in a DM of their own, and nobody else keeps any."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from bot.publishing.idempotent_sender import EDITED_FOR, NONCE_KEPT
from bot.tables import actions
from bot.tables.table import Table
from tests.bot.fake_discord import EVERY_STEP, Crash, FakeDiscord
from tests.bot.running_bot import RunningBot, SetClock, StartBot

AJA, MALIK, IVALU = 11, 12, 13


def told(discord: FakeDiscord, person: int) -> str:
    """Everything that stands in somebody's DMs."""
    return str([one.components for one in discord.messages.values() if one.channel == person])


def offers_cards(discord: FakeDiscord, person: int) -> bool:
    return "play:" in told(discord, person)


async def table_of(bot: RunningBot, table_id: int) -> Table:
    loaded = await bot.tables.get(table_id)
    assert loaded is not None
    return loaded.table


async def test_who_takes_a_seat_gets_its_cards_and_who_had_it_keeps_none(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    aja, ivalu = await bot.meet(AJA, IVALU)
    await bot.do(table.id, actions.Resign(aja))
    await bot.shown()
    assert not offers_cards(bot.discord, AJA)
    assert "no longer have your seat" in told(bot.discord, AJA)
    await bot.do(table.id, actions.Take(ivalu))
    await bot.shown()
    assert offers_cards(bot.discord, IVALU)
    assert not offers_cards(bot.discord, AJA)
    assert "Somebody else has taken your seat" in told(bot.discord, AJA)
    assert len([one for one in bot.discord.messages.values() if one.channel in (AJA, IVALU)]) == 2


async def test_the_hand_of_who_is_to_play_names_who_made_each_play_and_who_holds_each_seat_now(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, seats=2)
    await bot.shown()
    while (await table_of(bot, table.id)).turn != 0 or "Last trick" not in told(bot.discord, AJA):
        await bot.play_on(table.id)
        await bot.shown()
    assert "Person 12" in told(bot.discord, AJA)
    malik, ivalu = await bot.meet(MALIK, IVALU)
    await bot.do(table.id, actions.Resign(malik))
    await bot.do(table.id, actions.Take(ivalu))
    await bot.shown()
    assert "Person 13" in told(bot.discord, AJA), "a seat"
    assert "Person 12" in told(bot.discord, AJA), "a play"


async def test_who_returns_finds_the_hand_where_it_was(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    (aja,) = await bot.meet(AJA)
    for action in (actions.OpenSeat(0), actions.Take(aja)):
        await bot.do(table.id, action)
        await bot.shown()
    assert offers_cards(bot.discord, AJA)
    assert len([one for one in bot.discord.messages.values() if one.channel == AJA]) == 1


async def test_an_answer_that_redraws_the_hand_of_who_lost_the_seat_is_taken_back(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    hold = bot.publisher.pause_hand(await table_of(bot, table.id), 0)
    aja, ivalu = await bot.meet(AJA, IVALU)
    await bot.do(table.id, actions.Resign(aja))
    await bot.do(table.id, actions.Take(ivalu))
    await hold.release()
    await bot.shown()
    assert offers_cards(bot.discord, IVALU)
    assert not offers_cards(bot.discord, AJA)


async def test_one_whose_dms_are_closed_holds_up_nobody(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    aja, ivalu = await bot.meet(AJA, IVALU)
    bot.time.now += EDITED_FOR
    bot.discord.closed.add(AJA)
    await bot.do(table.id, actions.Resign(aja))
    await bot.do(table.id, actions.Take(ivalu))
    await bot.shown()
    assert offers_cards(bot.discord, IVALU)


class _Dies:
    def __init__(self, step: int, when: str) -> None:
        self.left, self.when, self.dead = step, when, False

    def at(self, when: str) -> None:
        self.left -= self.when == when
        self.dead = self.dead or self.left <= 0
        if self.dead:
            raise Crash


async def _change_hands(
    start_bot: StartBot, path: Path, discord: FakeDiscord, time: SetClock, step: int, when: str, later: int
) -> bool:
    """Aja's seat goes to Ivalu in the middle of a hand; the process dies at a step. Whether it died."""
    bot = await start_bot(discord, time, path=path)
    table_id = (await bot.started(AJA, MALIK)).id
    await bot.shown()
    aja, ivalu = await bot.meet(AJA, IVALU)
    dies = _Dies(step, when)
    discord.before, discord.after = lambda _: dies.at("before"), lambda _: dies.at("after")
    time.now += 31 * 60_000
    await bot.play_on(table_id)
    await bot.shown()
    await bot.do(table_id, actions.Resign(aja))
    await bot.shown()
    time.now += 31 * 60_000  # now messages are sent anew
    await bot.do(table_id, actions.Take(ivalu))
    await bot.shown()
    discord.before = discord.after = lambda _: None
    await bot.kill()
    time.now += later
    bot = await start_bot(discord, time, path=path)
    await bot.publisher.read_up()
    await bot.publisher.sweep()
    await bot.shown()
    await bot.kill()
    return dies.dead


@pytest.mark.slow
@EVERY_STEP
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("first", "later"), [(1, 1_000), (2, NONCE_KEPT + 1)])
async def test_dying_at_any_step_shows_nobody_anothers_cards(
    start_bot: StartBot, tmp_path: Path, when: str, first: int, later: int, every: int
) -> None:
    for step in count(min(first, every), every):
        discord, time = FakeDiscord(remembers_nonces=later < NONCE_KEPT), SetClock()
        died = await _change_hands(start_bot, tmp_path / f"{step}.db", discord, time, step, when, later)
        assert offers_cards(discord, IVALU), (step, discord.log)
        assert not offers_cards(discord, AJA), (step, discord.log)
        for person in (AJA, MALIK, IVALU):
            assert len([one for one in discord.messages.values() if one.channel == person]) == 1, (step, discord.log)
        if not died:
            break
    assert step > 6
