"""Messages about the times of matches: each comes once, to the people it concerns."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_actions import CupAction
from bot.cups.publishing import competition_publisher
from bot.runtime.times import DAY, MINUTE
from tests.bot.fake_discord import EVERY_STEP, Crash, DeathAtStep, FakeDiscord
from tests.bot.running_bot import CHANNEL, HOUR, WHERE, RunningBot, SetClock
from tests.cups.running_cups import quick
from tests.cups.test_cup_messages import do, now

MALIK, AJA = 11, 12


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)


async def waiting(bot: RunningBot) -> Cup:
    """A cup whose only match waits for a time."""
    keys = await bot.meet(MALIK, AJA)
    rules = quick(appointments=True, round_time=7 * DAY)
    cup = (await bot.cup_services.cups.create(keys[0], rules, WHERE, None)).cup
    for key in keys:
        await do(bot, cup, cup_actions.JoinCup(key))
    await do(bot, cup, cup_actions.StartCup(cup.by, "seed"))
    return await advanced(bot, cup)


async def advanced(bot: RunningBot, cup: Cup) -> Cup:
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    return await now(bot, cup)


async def proposed(bot: RunningBot, cup: Cup, at: int) -> CupAction:
    """Let Malik propose a time; return the action by which Aja accepts it."""
    malik, aja = await bot.meet(MALIK, AJA)
    await do(bot, cup, cup_actions.ProposeTimes(malik, 1, (at,)))
    return cup_actions.AcceptTime(aja, 1, at)


async def agreed(bot: RunningBot, at: int) -> Cup:
    cup = await waiting(bot)
    await do(bot, cup, await proposed(bot, cup, at))
    return await now(bot, cup)


def sent(discord: FakeDiscord, person: int) -> list[tuple[int, str]]:
    """The messages in a person's DM: their ids and what they say."""
    return [(one.id, str(one.components)) for one in discord.messages.values() if one.channel == person]


def one_sent(discord: FakeDiscord, person: int) -> tuple[int, str]:
    (found,) = sent(discord, person)
    return found


async def test_what_the_other_does_comes_anew_and_what_one_does_oneself_is_an_edit(bot: RunningBot) -> None:
    cup = await waiting(bot)
    await bot.shown()
    malik, aja = one_sent(bot.discord, MALIK), one_sent(bot.discord, AJA)
    accepting = await proposed(bot, cup, bot.time.now + DAY)
    await bot.shown()
    assert one_sent(bot.discord, MALIK)[0] == malik[0]
    assert one_sent(bot.discord, AJA)[0] > aja[0]
    assert "Accept 1" in one_sent(bot.discord, AJA)[1]
    await do(bot, cup, accepting)
    await bot.shown()
    assert one_sent(bot.discord, MALIK)[0] > malik[0]
    assert all("You play <t:" in one_sent(bot.discord, one)[1] for one in (MALIK, AJA))


async def test_a_reminder_comes_once_and_not_if_the_match_was_postponed(bot: RunningBot) -> None:
    cup = await agreed(bot, bot.time.now + 2 * DAY)
    await bot.shown()
    before = one_sent(bot.discord, AJA)[0]
    bot.time.now += DAY
    for _ in range(2):
        await advanced(bot, cup)
        await bot.shown()
    reminder = one_sent(bot.discord, AJA)
    assert reminder[0] > before
    assert "begins soon" in reminder[1]
    await do(bot, cup, cup_actions.PostponeMatch((await bot.meet(MALIK))[0], 1))
    bot.time.now += DAY - 15 * MINUTE
    await advanced(bot, cup)
    await bot.shown()
    assert "has postponed" in one_sent(bot.discord, AJA)[1]


async def test_news_stay_when_deadlines_move_and_go_when_one_has_answered(bot: RunningBot) -> None:
    cup = await agreed(bot, bot.time.now + 2 * DAY)
    await do(bot, cup, cup_actions.PostponeMatch((await bot.meet(MALIK))[0], 1))
    await do(bot, cup, cup_actions.CreditTime(HOUR))
    await bot.shown()
    assert "has postponed" in one_sent(bot.discord, AJA)[1]
    await do(bot, cup, cup_actions.ProposeTimes((await bot.meet(AJA))[0], 1, (bot.time.now + DAY,)))
    await bot.shown()
    assert "has postponed" not in one_sent(bot.discord, AJA)[1]


async def test_when_the_table_opens_its_notices_go(bot: RunningBot) -> None:
    cup = await agreed(bot, bot.time.now + HOUR)
    await bot.shown()
    bot.time.now += HOUR
    await advanced(bot, cup)
    await bot.shown()
    assert not any("cup." in one.post for one in bot.discord.messages.values() if one.channel != CHANNEL)


async def test_who_takes_no_dm_is_mentioned_in_the_channel(bot: RunningBot) -> None:
    bot.discord.closed.add(AJA)
    await waiting(bot)
    await bot.shown()
    assert not sent(bot.discord, AJA)
    assert [one.mention for one in bot.discord.messages.values() if one.channel == CHANNEL and one.mention] == [AJA]


async def quiet(bot: RunningBot, person: int) -> None:
    """Let it be night where a person lives, for five hours more at least."""
    (key,) = await bot.meet(person)
    hour = bot.time.now // HOUR % 24
    await bot.people.change_preference(key, "quiet_from", f"{(hour - 1) % 24:02}:00")
    await bot.people.change_preference(key, "quiet_to", f"{(hour + 6) % 24:02}:00")


async def test_in_quiet_hours_notices_wait_for_their_end(bot: RunningBot) -> None:
    await quiet(bot, AJA)
    await waiting(bot)
    await bot.shown()
    assert [len(sent(bot.discord, one)) for one in (MALIK, AJA)] == [1, 0]
    bot.time.now += 7 * HOUR
    await bot.cup_services.cup_publisher.sweep()
    await bot.shown()
    assert [len(sent(bot.discord, one)) for one in (MALIK, AJA)] == [1, 1]


async def test_the_last_reminder_of_an_agreed_time_does_not_wait(bot: RunningBot) -> None:
    cup = await agreed(bot, bot.time.now + HOUR)
    await bot.shown()
    await quiet(bot, AJA)
    bot.time.now += HOUR - MINUTE
    await advanced(bot, cup)
    await bot.shown()
    assert "begins soon" in one_sent(bot.discord, AJA)[1]


async def test_who_wants_no_reminders_gets_none(bot: RunningBot) -> None:
    (key,) = await bot.meet(AJA)
    await bot.people.change_preference(key, "reminders", "none")
    cup = await agreed(bot, bot.time.now + HOUR)
    bot.time.now += HOUR - MINUTE
    await advanced(bot, cup)
    await bot.shown()
    assert [len(sent(bot.discord, one)) for one in (MALIK, AJA)] == [1, 0]


@EVERY_STEP
@pytest.mark.parametrize("moment", ["after", pytest.param("before", marks=pytest.mark.slow)])
async def test_dying_at_any_step_tells_everything_once(tmp_path: Path, moment: str, every: int) -> None:
    died = True
    for step in range(1, 100, every):
        if not died:
            break
        path, discord, time = tmp_path / f"{step}.db", FakeDiscord(), SetClock()
        death = DeathAtStep(step)
        setattr(discord, moment, death)
        bot = await RunningBot.start(path, discord, time)
        cup = await waiting(bot)
        with suppress(Crash):
            await bot.shown()
            await do(bot, cup, await proposed(bot, cup, time.now + HOUR))
            await bot.shown()
        died = death.has_come
        await bot.kill()
        bot = await RunningBot.start(path, discord, time)
        await bot.cup_services.cup_publisher.sweep()
        await bot.shown()
        assert [len(sent(discord, one)) for one in (MALIK, AJA)] == [1, 1], step
        await bot.kill()
    assert not died
