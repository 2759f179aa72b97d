"""Leagues that run by themselves: seasons, undone cups, early ends, and kills at every step."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cups.clocks import LeagueClock
from bot.cups.cup import CupStage
from bot.cups.cup_actions import AdjustMatch
from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.leagues import fold
from bot.cups.leagues.divisions import together
from bot.cups.leagues.league import League, LeagueStage, SeasonStage
from bot.cups.leagues.league_actions import (
    AddCup,
    AgreeSeasonPartner,
    AskSeasonPartner,
    CloseSeason,
    EndLeague,
    EnterSeason,
)
from bot.cups.leagues.league_lifecycle import LeagueLifecycle
from bot.cups.leagues.league_rules import WEEK, LeagueRules
from bot.cups.leagues.league_service import read_rows
from bot.cups.leagues.season_standings import series_standings, tables_of
from bot.cups.notices import LeagueRefusal
from bot.members.guilds import Guilds
from bot.runtime.times import DAY
from bot.store import StoreError
from bot.texts.notices import Refusal, RequestRefused
from tests.bot.running_bot import GUILD, SetClock
from tests.cups.leagues import CUP, league_rules, series_rules
from tests.cups.running_cups import quick
from tests.cups.running_leagues import LEAGUE, LeagueProcess, league_process
from tests.cups.test_cup_kills import WRITES, Killed, deadly

SMALL = league_rules(2, 2)
PAIRS = league_rules(2, 2, cup=CUP._replace(entrants=EntrantKind.PAIRS))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[LeagueProcess]:
    async with league_process(tmp_path / "a.db", SetClock()) as process:
        yield process


async def started(here: LeagueProcess, rules: LeagueRules = SMALL, size: int = 4) -> tuple[League, list[str]]:
    await here.created(rules)
    people = await here.enter(*range(1, size + 1))
    here.time.now = (await here.now()).seasons[0].until
    return await here.advanced(), people


async def test_a_season_is_played_by_cups_and_the_next_sign_up_keeps_the_places(here: LeagueProcess) -> None:
    league, people = await started(here)
    assert league.running_season
    assert league.running_season.divisions == (tuple(people[:2]), tuple(people[2:]))
    rows = await here.cups.store.running_cups(GUILD)
    assert [row.name for row in rows] == ["Winter, season 1, division 1", "Winter, season 1, division 2"]
    league = await here.play_season()
    first, second = league.seasons
    assert (first.stage, second.stage) == (SeasonStage.ENDED, SeasonStage.SIGN_UP)
    (best, down), (up, last) = first.tables
    assert league.kept_places == ((best, up), (last, down))
    assert second.until >= here.time.now


async def enter_pairs(here: LeagueProcess, count: int) -> list[tuple[str, str]]:
    people = await here.cups.meet(*range(1, 2 * count + 1))
    pairs = list(zip(people[::2], people[1::2], strict=True))
    for person, partner in pairs:
        asked = AskSeasonPartner(person, partner)
        for action in (EnterSeason(person), asked, AgreeSeasonPartner(partner, person)):
            await here.do(action)
    return pairs


async def test_a_division_of_pairs_is_a_cup_of_pairs_with_the_partners_who_agreed(here: LeagueProcess) -> None:
    await here.created(PAIRS)
    pairs = await enter_pairs(here, 4)
    here.time.now = (await here.now()).seasons[0].until
    league = await here.advanced()
    assert league.running_season
    cups = [(await here.cups.cups.existing(cup)).cup for cup in league.running_season.known_cups]
    assert [tuple(one.people for one in cup.entrants) for cup in cups] == [tuple(pairs[:2]), tuple(pairs[2:])]
    league = await here.play_season()
    (best, down), (up, last) = league.seasons[0].tables
    assert {best, down} == set(map(together, pairs[:2]))
    assert league.kept_places == ((best, up), (last, down))


async def test_a_pair_with_an_erased_partner_does_not_play_and_the_other_stays_signed_up(here: LeagueProcess) -> None:
    await here.created(PAIRS)
    pairs = await enter_pairs(here, 3)
    await here.cups.store.erase(pairs[0][1])
    here.time.now = (await here.now()).seasons[0].until
    league = await here.advanced()
    assert league.running_season
    assert league.running_season.divisions == (tuple(map(together, pairs[1:])),)
    assert league.running_season.entrants[0] == pairs[0][0]


async def test_cups_of_divisions_are_called_in_the_language_of_the_server(here: LeagueProcess) -> None:
    await here.cups.store.change_guild_preferences(GUILD, {"language": "da"})
    await started(here)
    assert [row.name for row in await here.cups.store.running_cups(GUILD)] == [
        "Winter, sæson 1, række 1",
        "Winter, sæson 1, række 2",
    ]


async def test_a_season_of_too_few_is_cancelled_and_the_league_waits(here: LeagueProcess) -> None:
    league, _ = await started(here, size=1)
    assert league.seasons[-1].stage is SeasonStage.CANCELLED
    assert len((await here.advanced()).seasons) == 1


async def test_who_was_banned_or_erased_does_not_start(here: LeagueProcess) -> None:
    await here.created(SMALL)
    gone, *others = await here.enter(1, 2, 3)
    await here.cups.store.erase(gone)
    here.time.now = (await here.now()).seasons[0].until
    league = await here.advanced()
    assert league.running_season
    assert league.running_season.divisions == (tuple(others),)


async def test_an_undone_end_of_a_cup_opens_the_season_again(here: LeagueProcess) -> None:
    await started(here)
    league = await here.play_season()
    before, (cup_id, _) = league.seasons[0].tables, league.seasons[0].known_cups
    await here.undo_end(cup_id)
    league = await here.advanced()
    assert league.running_season is league.seasons[0]
    cup = (await here.cups.cups.existing(cup_id)).cup
    (match,) = [one for one in cup.matches if not one.is_bye]
    worst = cup.entrant_of(before[0][1])
    assert worst
    score = tuple(5 if entrant == worst.number else 0 for entrant in match.entrants)
    await here.cups.do(cup, AdjustMatch(await here.organiser(), match.number, score, "Counted wrongly"))
    league = await here.play_season()
    assert league.seasons[0].tables[0] == before[0][::-1]
    assert league.sign_up_season is league.seasons[1], "its sign-up went on"


async def test_a_result_that_is_adjusted_after_the_end_ends_the_season_anew(here: LeagueProcess) -> None:
    await started(here)
    before = (await here.play_season()).seasons[0]
    cup = (await here.cups.cups.existing(before.known_cups[0])).cup
    loser = cup.entrant_of(before.tables[0][1])
    assert loser
    (match,) = cup.matches
    score = tuple(5 if entrant == loser.number else 0 for entrant in match.entrants)
    await here.cups.do(cup, AdjustMatch(await here.organiser(), match.number, score, "Counted wrongly"))
    league = await here.advanced()
    assert league.seasons[0].tables == (before.tables[0][::-1], before.tables[1])
    assert league.seasons[0].closed > before.closed
    assert league.sign_up_season is league.seasons[1], "its sign-up went on"


async def test_closing_early_cancels_the_cups_and_keeps_the_tables(here: LeagueProcess) -> None:
    league, _ = await started(here)
    assert league.running_season
    tables = tables_of(league, league.running_season, await here.lifecycle.cups_of(league.running_season))
    await here.do(CloseSeason(await here.organiser(), tables, "Spring is here"))
    league = await here.advanced()
    cups = await here.lifecycle.cups_of(league.seasons[0])
    assert {cup.stage for cup in cups.values()} == {CupStage.CANCELLED}
    assert (league.seasons[0].tables, league.sign_up_season) == (tables, league.seasons[1])


async def test_the_end_of_a_league_cancels_what_runs(here: LeagueProcess) -> None:
    await started(here)
    await here.do(EndLeague(await here.organiser(), "Nobody plays"))
    league = await here.advanced()
    assert league.stage is LeagueStage.OVER
    assert await here.cups.store.running_cups(GUILD) == []


async def test_a_round_opens_every_week_at_the_hour_of_the_start(here: LeagueProcess) -> None:
    monday = here.time.now + 3 * DAY
    rules = league_rules(4, start=monday, cup=CUP._replace(round_time=WEEK))
    league, _ = await started(here, rules)
    assert league.running_season
    opened = []
    (cup_id,) = league.running_season.known_cups
    cup = (await here.cups.cups.existing(cup_id)).cup
    for number in range(3):
        here.time.now = monday + number * WEEK - 1
        cup = await here.cups.advanced(cup)
        assert len(cup.rounds) == number
        here.time.now += 1
        cup = await here.cups.advanced(cup)
        opened.append(cup.open_matches[0].deadline)
        for match in cup.open_matches:
            await here.cups.play(match)
        cup = await here.cups.advanced(cup)
    assert opened == [monday + number * WEEK for number in (1, 2, 3)]
    league = await here.advanced()
    assert league.sign_up_season
    assert (league.sign_up_season.until - monday) % WEEK == 0


async def test_a_cup_of_the_same_name_does_not_stop_a_division(here: LeagueProcess) -> None:
    rules = quick(Format.SWISS)._replace(name="Winter, season 1, division 1")
    await here.cups.created(rules)
    league, _ = await started(here)
    assert league.running_season
    assert len(league.running_season.known_cups) == 2


async def test_impossible_leagues_and_taken_names_are_refused(here: LeagueProcess) -> None:
    for rules, why in (
        (SMALL._replace(sizes=(1,)), LeagueRefusal.BAD_SIZES),
        (SMALL._replace(start=here.time.now), Refusal.IN_THE_PAST),
    ):
        with pytest.raises(RequestRefused) as caught:
            await here.created(rules)
        assert caught.value.why.kind is why
    await here.created(SMALL)
    with pytest.raises(RequestRefused) as caught:
        await here.created(SMALL)
    assert caught.value.why.kind is LeagueRefusal.NAME_TAKEN


async def test_a_series_ends_with_its_last_cup_and_counts_cups_as_they_stand(here: LeagueProcess) -> None:
    await here.created(series_rules(2))
    for name in ("May", "June"):
        cup = await here.cups.started(quick(Format.SWISS, rounds=1)._replace(name=name), 4)
        await here.do(AddCup(await here.organiser(), cup.id))
        await here.play_cups([cup.id])
        league = await here.advanced()
    assert league.seasons[0].stage is SeasonStage.ENDED
    cups = await here.lifecycle.cups_of(league.seasons[0])
    assert league.seasons[0].tables == (tuple(one.person for one in series_standings(list(cups.values()))),)
    await here.undo_end(max(cups))
    assert (await here.advanced()).running_season
    assert (await here.play_season()).seasons[0].stage is SeasonStage.ENDED
    assert len((await here.advanced()).seasons) == 1, "an organiser opens the next"


class AlwaysThere:
    """Outages that there are none of."""

    is_connected = True
    lost_guilds: frozenset[int] = frozenset()


async def test_the_clock_starts_a_season_and_closes_it_when_its_last_cup_is_over(here: LeagueProcess) -> None:
    clock = LeagueClock(here.cups.store, here.lifecycle, here.time, AlwaysThere())
    here.leagues.listen(clock.follow)
    here.cups.cups.listen(clock.follow_cup)
    await here.created(SMALL)
    await here.enter(1, 2, 3, 4)
    await clock.act(here.time.now)
    assert (await here.now()).sign_up_season
    here.time.now = await clock.next_due(here.time.now) or 0
    await clock.act(here.time.now)
    league = await here.now()
    assert league.running_season
    await here.play_cups(league.running_season.known_cups)
    await clock.act(here.time.now)
    assert [season.stage for season in (await here.now()).seasons] == [SeasonStage.ENDED, SeasonStage.SIGN_UP]
    clock.sweep()
    await clock.act(here.time.now)


async def test_a_season_whose_last_cup_ended_just_before_a_crash_is_closed_after_the_start(tmp_path: Path) -> None:
    time = SetClock()
    async with league_process(tmp_path / "a.db", time) as here:
        league, _ = await started(here)
        assert league.running_season
        await here.play_cups(league.running_season.known_cups)
        assert (await here.now()).running_season
    async with league_process(tmp_path / "a.db", time) as here:
        clock = LeagueClock(here.cups.store, here.lifecycle, here.time, AlwaysThere())
        clock.sweep()
        await clock.act(time.now)
        assert [season.stage for season in (await here.now()).seasons] == [SeasonStage.ENDED, SeasonStage.SIGN_UP]


class FailingLifecycle(LeagueLifecycle):
    """A lifecycle that fails for some time."""

    failures: list[Exception]

    async def advance(self, league_id: int) -> None:
        if self.failures:
            raise self.failures.pop()
        await super().advance(league_id)


async def test_what_fails_is_done_at_the_next_look(here: LeagueProcess, caplog: pytest.LogCaptureFixture) -> None:
    store = here.cups.store
    lifecycle = FailingLifecycle(store, here.leagues, here.cups.cups, Guilds(store), here.time)
    lifecycle.failures = [StoreError("the disk is full"), RuntimeError("a bug")]
    clock = LeagueClock(store, lifecycle, here.time, AlwaysThere())
    await here.created(SMALL)
    await here.enter(1, 2)
    here.time.now = (await here.now()).seasons[0].until
    for _ in range(3):
        await clock.act(here.time.now)
    assert (await here.now()).running_season
    assert [record.levelname for record in caplog.records if "league 1" in record.message] == ["ERROR", "WARNING"]


# Kills

OF_LEAGUES = ("create_league", "append_league", "create_cup")


async def whole_season(here: LeagueProcess, size: int) -> League:
    """Do what is left of a season: people who have signed up sign up no more."""
    if await here.leagues.get(LEAGUE) is None:
        await here.created(SMALL)
    league = await here.now()
    for person in await here.cups.meet(*range(1, size + 1)):
        if league.sign_up_season and len(league.seasons) == 1 and person not in league.seasons[0].entrants:
            await here.do(EnterSeason(person))
    here.time.now = max(here.time.now, (await here.now()).seasons[0].until)
    return await here.play_season()


async def checked(here: LeagueProcess) -> None:
    """The season is over; its tables follow from its cups, and the record folds into the same league."""
    league = await here.now()
    season = league.seasons[0]
    assert (len(league.seasons), season.stage) == (2, SeasonStage.ENDED)
    assert season.tables == tables_of(league, season, await here.lifecycle.cups_of(season))
    stored = await here.cups.store.league(LEAGUE)
    assert stored
    assert fold.fold_record(LEAGUE, read_rows(stored.record)) == league
    past = await here.cups.store.past_cups(GUILD)
    assert sorted(row.id for row in past) == sorted(season.known_cups), "no division has two cups"
    assert await here.cups.store.running_cups(GUILD) == []


@pytest.mark.slow
async def test_a_league_that_is_killed_at_any_step_of_its_own_goes_on(tmp_path: Path) -> None:
    step, is_killed = 1, True
    while is_killed:
        is_killed, time = False, SetClock()
        database = tmp_path / f"{step}.db"
        async with league_process(database, time) as here:
            deadly(here.cups.store, step, random.Random(step), OF_LEAGUES)
            try:
                await whole_season(here, 4)
            except Killed:
                is_killed = True
        async with league_process(database, time) as here:
            await whole_season(here, 4)
            await checked(here)
        step += 1
    assert step > 10


@pytest.mark.slow
async def test_a_league_of_two_divisions_survives_kills_at_random_moments(tmp_path: Path) -> None:
    chance, time, kills, rules = random.Random(1), SetClock(), 0, league_rules(4, 4)
    async with league_process(tmp_path / "a.db", time) as here:
        await started(here, rules, 8)
    while True:
        async with league_process(tmp_path / "a.db", time) as here:
            here.cups.chance = chance
            if kills < 20:
                deadly(here.cups.store, chance.randrange(1, 40), chance, (*WRITES, *OF_LEAGUES))
            try:
                await here.play_season()
            except Killed:
                kills += 1
                continue
            await checked(here)
            break
    assert kills >= 10
