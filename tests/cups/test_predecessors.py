"""The order of posts: the last standings of a cup before the end of its season, a table's end before the standings.

The cup is one of a series, so that it may have another channel than the league.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.cups import cup_actions
from bot.cups.leagues.league_actions import AddCup
from bot.cups.publishing import competition_publisher, cup_publisher, league_publisher
from bot.cups.publishing.competition_publisher import Predecessors
from bot.discord_api.errors import Forbidden, Later
from bot.publishing import delivery_queues, table_publisher
from bot.runtime.times import DAY
from bot.tables import Location
from bot.tables.table import Stage
from tests.bot.fake_discord import EVERY_STEP, DeathAtStep, FakeDiscord
from tests.bot.running_bot import CHANNEL, GUILD, HOUR, WHERE, RunningBot, SetClock, StartBot
from tests.cups.leagues import series_rules
from tests.cups.running_cups import quick

HALL: Final = 3
"""The channel of the cup, where it is not that of the league."""
CUP, LEAGUE = 1, 1


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)
    monkeypatch.setattr(table_publisher, "TOGETHER", 0.0)
    monkeypatch.setattr(delivery_queues, "TRIES", ())


def refusing(discord: FakeDiscord, *channels: int, error: type[Exception] = Forbidden) -> None:
    """From now on Discord refuses new messages in these channels alone."""

    def refuse(what: str) -> None:
        if what in {f"send {channel}" for channel in channels}:
            raise error("refused by the test")

    discord.before = refuse


async def begun(bot: RunningBot, channel: int = HALL) -> None:
    """A series of one cup, which has a running match of two people."""
    first, second = await bot.meet(11, 12)
    await bot.cup_services.leagues.create(first, series_rules(1), WHERE, None)
    await bot.cup_services.cups.create(first, quick(rounds=1), Location(GUILD, channel, "en"), None)
    for key in (first, second):
        await cup_does(bot, cup_actions.JoinCup(key))
    result = await bot.cup_services.leagues.submit(LEAGUE, AddCup(first, CUP))
    assert result is not None
    assert result.refused is None
    await cup_does(bot, cup_actions.StartCup(first, "seed"))
    await bot.cup_services.cup_lifecycle.advance(CUP)
    await bot.shown()


async def cup_does(bot: RunningBot, action: cup_actions.CupAction) -> None:
    result = await bot.cup_services.cups.submit(CUP, action)
    assert result is not None
    assert result.refused is None, result.refused


async def ended(bot: RunningBot) -> None:
    """The organiser says how the match ended, so the cup and the season are over."""
    cup = (await bot.cup_services.cups.existing(CUP)).cup
    await cup_does(bot, cup_actions.AdjustMatch(cup.by, 1, (5, 0), "played at the club"))
    await bot.cup_services.cup_lifecycle.advance(CUP)
    await bot.cup_services.league_lifecycle.advance(LEAGUE)
    await bot.shown()


async def swept(bot: RunningBot) -> None:
    """A sweep, the league's before that of its cups."""
    await bot.cup_services.league_publisher.sweep()
    await bot.cup_services.cup_publisher.sweep()
    await bot.publisher.sweep()
    await bot.shown()


def results(discord: FakeDiscord) -> list[str]:
    """Which messages say how the cup and the season stand or ended, in the order in which they were sent."""
    sent = [one.post.split(".") for one in sorted(discord.messages.values(), key=lambda one: one.id)]
    named = [f"{post[0]} {post[2]}" for post in sent if post[0] in ("cup", "league")]
    return [name for name in named if name.endswith((" standings", " end"))]


ALL: Final = ["cup standings", "cup end", "league end"]


async def test_a_season_ends_after_a_channel_has_shown_the_last_standings_though_it_refused_them_for_a_while(
    bot: RunningBot,
) -> None:
    await begun(bot)
    refusing(bot.discord, HALL)
    await ended(bot)
    assert results(bot.discord) == []
    refusing(bot.discord)
    bot.time.now += 60_000
    await swept(bot)
    assert results(bot.discord) == ALL


async def test_the_end_of_a_season_comes_at_once_when_a_slow_cup_has_caught_up(bot: RunningBot) -> None:
    await begun(bot)
    refusing(bot.discord, HALL, error=Later)
    await ended(bot)
    assert results(bot.discord) == []
    refusing(bot.discord)
    await bot.cup_services.cup_publisher.sweep()
    await bot.shown()
    assert results(bot.discord) == ALL, "the league was not swept"


async def test_a_season_whose_cup_cannot_be_shown_ends_all_the_same(bot: RunningBot) -> None:
    await begun(bot)
    refusing(bot.discord, HALL)
    await ended(bot)
    bot.time.now += league_publisher.PATIENCE - 1
    await swept(bot)
    assert results(bot.discord) == []
    bot.time.now += 1
    await swept(bot)
    assert results(bot.discord) == ["league end"]


async def test_a_season_ends_though_an_error_of_ours_keeps_its_cup_from_being_shown(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(bot)
    monkeypatch.setattr("bot.cups.publishing.cup_publisher.posts_of", lambda _: 1 / 0)
    await ended(bot)
    bot.time.now += league_publisher.PATIENCE
    await swept(bot)
    assert results(bot.discord) == ["league end"]


async def test_a_new_process_waits_for_the_last_standings_too(start_bot: StartBot) -> None:
    bot = await start_bot()
    await begun(bot)
    refusing(bot.discord, HALL)
    await ended(bot)
    await bot.kill()
    bot.time.now += HOUR
    bot = await start_bot(bot.discord, bot.time)
    await swept(bot)
    assert results(bot.discord) == []
    refusing(bot.discord)
    bot.time.now += 60_000
    await swept(bot)
    assert results(bot.discord) == ALL


async def test_in_a_channel_that_refuses_everything_for_long_the_order_stays(bot: RunningBot) -> None:
    await begun(bot, CHANNEL)
    refusing(bot.discord, CHANNEL)
    await ended(bot)
    for _ in range(3):
        bot.time.now += HOUR
        await swept(bot)
    assert results(bot.discord) == []
    refusing(bot.discord)
    bot.time.now += HOUR
    await swept(bot)
    await swept(bot)
    assert results(bot.discord) == ALL


async def test_nothing_waits_longer_than_a_day_for_what_the_same_channel_refuses() -> None:
    time = SetClock()
    waits = Predecessors(lambda _: None, time, league_publisher.PATIENCE)
    assert await waits.hold(LEAGUE, [CUP], never, stands=True)
    time.now += DAY - 1
    assert await waits.hold(LEAGUE, [CUP], never, stands=True)
    time.now += 1
    assert not await waits.hold(LEAGUE, [CUP], never, stands=True)


async def never(_: int) -> bool:
    return False


async def test_after_an_outage_of_the_server_the_order_stays(bot: RunningBot) -> None:
    await begun(bot)
    refusing(bot.discord, HALL, error=Later)
    await ended(bot)
    await bot.outages.note_lost_guild(GUILD)
    bot.time.now += HOUR
    refusing(bot.discord)
    await bot.outages.note_found_guild(GUILD)
    await swept(bot)
    assert results(bot.discord) == ALL


@pytest.mark.slow
@EVERY_STEP
@pytest.mark.parametrize("moment", ["before", "after"])
async def test_dying_at_any_step_keeps_the_order(tmp_path: Path, moment: str, every: int) -> None:
    died = True
    for step in range(1, 100, every):
        if not died:
            break
        path, discord, time = tmp_path / f"{step}.db", FakeDiscord(), SetClock()
        bot = await RunningBot.start(path, discord, time)
        await begun(bot)
        death = DeathAtStep(step)
        setattr(discord, moment, death)
        await ended(bot)
        died = death.has_come
        await bot.kill()
        bot = await RunningBot.start(path, discord, time)
        await bot.cup_services.league_lifecycle.advance(LEAGUE)
        await swept(bot)
        await swept(bot)
        assert results(discord) == ALL, step
        await bot.kill()
    assert not died


# Tables


async def played(bot: RunningBot) -> None:
    """Play the match to its end, and let the cup go on."""
    (match,) = (await bot.cup_services.cups.existing(CUP)).cup.open_matches
    assert match.table is not None
    while (await bot.tables.existing(match.table)).table.stage is Stage.PLAYING:
        bot.time.now += 1000
        await bot.play_on(match.table)
    await bot.cup_services.cup_lifecycle.advance(CUP)
    await bot.shown()


def thread_of(bot: RunningBot) -> int:
    (thread,) = bot.discord.own_threads.values()
    return thread


async def test_the_standings_come_after_the_table_has_shown_its_end(bot: RunningBot) -> None:
    await begun(bot)
    refusing(bot.discord, thread_of(bot), error=Later)
    await played(bot)
    assert results(bot.discord) == []
    refusing(bot.discord)
    await bot.publisher.sweep()
    await bot.shown()
    assert results(bot.discord) == ["cup standings", "cup end"], "the cup was not swept"
    last = max(one.id for one in bot.discord.messages.values() if one.channel == thread_of(bot))
    assert last < min(one.id for one in bot.discord.messages.values() if ".standings." in one.post)


async def test_the_standings_come_though_a_table_cannot_show_its_end(bot: RunningBot) -> None:
    await begun(bot)
    refusing(bot.discord, thread_of(bot), error=Later)
    await played(bot)
    bot.time.now += cup_publisher.PATIENCE
    await swept(bot)
    assert results(bot.discord) == ["cup standings", "cup end"]


async def test_the_next_round_does_not_wait_for_a_thread_that_refuses(bot: RunningBot) -> None:
    await begun(bot)
    refusing(bot.discord, thread_of(bot))
    await played(bot)
    assert results(bot.discord) == ["cup standings", "cup end"]
