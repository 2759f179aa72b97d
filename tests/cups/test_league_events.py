"""Events of the starts of seasons: made once, and gone with the season, whatever happens to the process."""

from __future__ import annotations

import pytest

from bot.cups.leagues.league_actions import CancelSeason, EnterSeason, LeagueAction, StartSeason
from bot.cups.publishing.scheduled_events import LeagueEvents
from bot.runtime.times import DAY
from tests.bot.fake_discord import Crash
from tests.bot.running_bot import WHERE, RunningBot
from tests.cups.leagues import CUP, league_rules
from tests.cups.test_cup_events import FakeEvents


class LeagueWithEvents:
    """A league whose first season starts in a day, and what the publisher does about it."""

    def __init__(self, bot: RunningBot) -> None:
        self.bot = bot
        self.client = FakeEvents()
        self.events = LeagueEvents(bot.store, bot.guilds, self.client, bot.time)
        self.id = 0

    async def created(self, *, events: bool = True) -> None:
        cup = CUP._replace(events=events, round_time=7 * DAY)
        rules = league_rules(2, start=self.bot.time.now + DAY, cup=cup)
        (key,) = await self.bot.meet(11)
        self.id = (await self.bot.cup_services.leagues.create(key, rules, WHERE, None)).row.id

    async def do(self, *actions: LeagueAction) -> None:
        for action in actions:
            result = await self.bot.cup_services.leagues.submit(self.id, action)
            assert result is not None
            assert result.refused is None, result.refused

    async def brought(self) -> None:
        loaded = await self.bot.cup_services.leagues.get(self.id)
        assert loaded is not None
        known = {one.post: one for one in await self.bot.store.league_messages(self.id)}
        await self.events.bring(loaded, known)

    def planned(self) -> list[tuple[str, int]]:
        """The names of the events, and the days until each."""
        return [(plan.name, (plan.starts - self.bot.time.now) // DAY) for plan in self.client.events.values()]


@pytest.fixture
def league(bot: RunningBot) -> LeagueWithEvents:
    return LeagueWithEvents(bot)


async def test_the_start_of_a_season_is_an_event_made_once_that_stays_when_its_time_has_come(
    league: LeagueWithEvents,
) -> None:
    await league.created()
    for _ in range(2):
        await league.brought()
    assert league.planned() == [("Winter, season 1", 1)]
    people = await league.bot.meet(11, 12)
    await league.do(*map(EnterSeason, people))
    league.bot.time.now += DAY
    await league.do(StartSeason(None, (tuple(people),)))
    await league.brought()
    assert league.planned() == [("Winter, season 1", 0)]
    assert league.client.asked == 1


async def test_where_no_events_are_wished_nothing_is_asked_about_a_season(league: LeagueWithEvents) -> None:
    await league.created(events=False)
    await league.brought()
    assert league.client.asked == 0


@pytest.mark.parametrize("later", [0, DAY])
async def test_the_event_of_a_cancelled_season_goes(league: LeagueWithEvents, later: int) -> None:
    await league.created()
    await league.brought()
    league.bot.time.now += later
    await league.do(CancelSeason(None, "too-few"))
    for _ in range(2):
        await league.brought()
    assert league.client.events == {}
    assert league.client.asked == 2


async def test_after_a_crash_the_event_of_a_season_is_found_again(league: LeagueWithEvents) -> None:
    await league.created()
    league.client.dies_after = True
    with pytest.raises(Crash):
        await league.brought()
    league.client.dies_after = False
    await league.brought()
    assert league.planned() == [("Winter, season 1", 1)]


async def test_a_season_cancelled_right_after_a_crash_leaves_no_event(league: LeagueWithEvents) -> None:
    await league.created()
    league.client.dies_after = True
    with pytest.raises(Crash):
        await league.brought()
    await league.do(CancelSeason(None, "too-few"))
    await league.brought()
    assert league.client.events == {}
