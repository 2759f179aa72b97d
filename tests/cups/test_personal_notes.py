"""Direct messages to single people of cups and leagues, whatever happens to the process."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_rules import Case, EntrantKind
from bot.cups.leagues import league_actions
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.notices import CupNotice
from bot.cups.publishing import competition_publisher
from tests.bot.fake_discord import EVERY_STEP, Crash, DeathAtStep, FakeDiscord
from tests.bot.running_bot import CHANNEL, HOUR, WHERE, RunningBot, SetClock
from tests.cups.leagues import CUP, league_rules
from tests.cups.running_cups import quick
from tests.cups.test_appointment_messages import quiet
from tests.cups.test_cup_messages import do, now

PAIRS = CUP._replace(entrants=EntrantKind.PAIRS)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)


def notes(discord: FakeDiscord, *, mentions: bool = False) -> list[tuple[int, str]]:
    """The channels and texts of the messages to single people, oldest first; else the mentions in their place."""
    in_order = sorted(discord.messages.values(), key=lambda one: one.id)
    found = (one for one in in_order if ".note." in one.post and one.post.endswith(".call") is mentions)
    return [(one.channel, str(one.components)) for one in found]


async def pairs(bot: RunningBot, rounds: int = 2) -> Cup:
    """A cup in sign-up with two pairs: 11 and 12, 13 and 14."""
    one, two, three, four = await bot.meet(11, 12, 13, 14)
    cup = (await bot.cup_services.cups.create(one, quick(kind=EntrantKind.PAIRS, rounds=rounds), WHERE, None)).cup
    for asking, asked in ((one, two), (three, four)):
        await do(bot, cup, cup_actions.JoinCup(asking, asked))
        await do(bot, cup, cup_actions.AgreePartner(asked, asking))
    return await now(bot, cup)


async def left(bot: RunningBot, cup: Cup) -> None:
    """12 leaves before the start."""
    (key,) = await bot.meet(12)
    await do(bot, cup, cup_actions.LeaveCup(key))


async def withdrawn(bot: RunningBot, cup: Cup) -> int:
    """12 withdraws in play; return the entry."""
    (key,) = await bot.meet(12)
    await do(bot, cup, cup_actions.StartCup(cup.by, "seed"))
    await bot.cup_services.cup_lifecycle.advance(cup.id)
    own = (await now(bot, cup)).entrant_of(key)
    assert own is not None
    await do(bot, cup, cup_actions.WithdrawEntrant(None, own.number, "", Case.WITHDRAWN, key))
    return (await now(bot, cup)).seq


async def test_a_partner_is_told_who_left_and_how_to_find_another(bot: RunningBot) -> None:
    await left(bot, await pairs(bot))
    await bot.shown()
    ((channel, text),) = notes(bot.discord)
    assert channel == await bot.discord.dm(11)
    assert "Person 12 has left the cup" in text
    assert f"press *Join* in <#{CHANNEL}>" in text


@pytest.mark.parametrize(("rounds", "said"), [(2, "find a reserve"), (1, "takes no new pairs")])
async def test_in_play_a_partner_is_told_what_this_cup_allows(bot: RunningBot, rounds: int, said: str) -> None:
    await withdrawn(bot, await pairs(bot, rounds=rounds))
    await bot.shown()
    ((channel, text),) = notes(bot.discord)
    assert channel == await bot.discord.dm(11)
    assert "Person 12 is out of the cup" in text
    assert said in text


async def test_a_withdrawal_that_is_undone_is_told_no_more(bot: RunningBot) -> None:
    cup = await pairs(bot)
    seq = await withdrawn(bot, cup)
    await bot.shown()
    await do(bot, cup, cup_actions.UndoAct(cup.by, seq, "a mistake"))
    await bot.shown()
    assert notes(bot.discord) == []


async def test_the_partner_of_who_was_banned_is_told(bot: RunningBot) -> None:
    cup = await pairs(bot)
    (key,) = await bot.meet(12)
    await do(bot, cup, cup_actions.BanPerson(cup.by, key, "Rude"))
    await bot.shown()
    assert [channel for channel, _ in notes(bot.discord)] == [await bot.discord.dm(11)]


async def test_who_takes_no_direct_messages_is_mentioned_in_the_channel(bot: RunningBot) -> None:
    bot.discord.closed.add(await bot.discord.dm(11))
    await left(bot, await pairs(bot))
    await bot.shown()
    assert notes(bot.discord) == []
    ((channel, text),) = notes(bot.discord, mentions=True)
    assert channel == CHANNEL
    assert "<@11>" in text


async def test_in_quiet_hours_a_partner_is_told_later(bot: RunningBot) -> None:
    await quiet(bot, 11)
    await left(bot, await pairs(bot))
    await bot.shown()
    assert notes(bot.discord) == []
    bot.time.now += 8 * HOUR
    await bot.cup_services.cup_publisher.sweep()
    await bot.shown()
    assert len(notes(bot.discord)) == 1


async def test_the_organiser_is_told_once_that_a_series_stopped_though_its_channel_refuses(bot: RunningBot) -> None:
    cup = await pairs(bot)
    bot.discord.closed.add(CHANNEL)
    await do(bot, cup, cup_actions.StopSeries("Friday"))
    for _ in range(2):
        await bot.cup_services.cup_publisher.sweep()
        await bot.shown()
    ((channel, text),) = notes(bot.discord)
    assert channel == await bot.discord.dm(11)
    assert "no longer make weekly cups from Friday" in text


async def test_the_maker_is_told_once_that_nobody_sees_a_weekly_cup(bot: RunningBot) -> None:
    cup = await pairs(bot)
    bot.discord.closed.add(CHANNEL)
    await do(bot, cup, cup_actions.ReportSeries("Friday", CupNotice.SERIES_UNSEEN))
    for _ in range(2):
        await bot.cup_services.cup_publisher.sweep()
        await bot.shown()
    ((channel, text),) = notes(bot.discord)
    assert channel == await bot.discord.dm(11)
    assert "Nobody can see the last weekly cup of Friday" in text


async def test_in_the_channel_the_organisers_are_asked_once_for_another_maker(bot: RunningBot) -> None:
    cup = await pairs(bot)
    await do(bot, cup, cup_actions.ReportSeries("Friday", CupNotice.SERIES_NO_MAKER))
    for _ in range(2):
        await bot.cup_services.cup_publisher.sweep()
        await bot.shown()
    assert notes(bot.discord) == []
    (asked,) = (one for one in bot.discord.messages.values() if ".series." in one.post)
    assert asked.channel == CHANNEL
    assert "no longer make weekly cups from Friday: Person 11" in str(asked.components)


async def league_of_pairs(bot: RunningBot) -> LoadedLeague:
    """A league in which the pair of 11 and 12 has signed up."""
    one, two = await bot.meet(11, 12)
    loaded = await bot.cup_services.leagues.create(one, league_rules(2, cup=PAIRS), WHERE, None)
    for action in (
        league_actions.EnterSeason(one),
        league_actions.AskSeasonPartner(one, two),
        league_actions.AgreeSeasonPartner(two, one),
    ):
        await bot.cup_services.leagues.submit(loaded.league.id, action)
    return loaded


async def test_who_is_left_alone_in_a_league_is_told_how_to_find_another_partner(bot: RunningBot) -> None:
    loaded = await league_of_pairs(bot)
    (two,) = await bot.meet(12)
    await bot.cup_services.leagues.submit(loaded.league.id, league_actions.LeaveSeason(two))
    for _ in range(2):
        await bot.cup_services.league_publisher.sweep()
        await bot.shown()
    ((channel, text),) = notes(bot.discord)
    assert channel == await bot.discord.dm(11)
    assert "Person 12 has left your pair" in text


@EVERY_STEP
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_dying_at_any_step_tells_a_partner_once(tmp_path: Path, moment: str, every: int) -> None:
    died = True
    for step in range(1, 50, every):
        if not died:
            break
        path, discord, time = tmp_path / f"{step}.db", FakeDiscord(), SetClock()
        death = DeathAtStep(step)
        setattr(discord, moment, death)
        bot = await RunningBot.start(path, discord, time)
        await left(bot, await pairs(bot))
        with suppress(Crash):
            await bot.shown()
        died = death.has_come
        await bot.kill()
        bot = await RunningBot.start(path, discord, time)
        await bot.cup_services.cup_publisher.sweep()
        await bot.shown()
        assert len(notes(discord)) == 1, step
        await bot.kill()
    assert not died
