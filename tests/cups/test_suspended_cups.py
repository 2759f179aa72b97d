"""Cups and leagues whose game is not installed any more: they wait, lose nothing, and go on when it is back."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from bot.availability.outages import Outages
from bot.cups import cup_rules
from bot.cups.clocks import CupClock
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import CreditTime, PauseCup, RestoreCup, ResumeCup
from bot.cups.cup_lifecycle import note_losses
from bot.cups.cup_rules import CupRules
from bot.cups.drafts import CupDrafts
from bot.cups.leagues.league import LeagueStage, SeasonStage
from bot.cups.leagues.league_rules import LeagueRules
from bot.cups.notices import CupRefusal
from bot.cups.suspended_cups import Suspended, suspend_and_resume
from bot.cups.weekly_cups import NO_GAME
from bot.runtime.times import DAY
from bot.store import RESTORED_CUPS
from bot.tables.suspended_tables import resume_all, suspend_all
from bot.texts.notices import RequestRefused
from tests.bot.running_bot import GUILD, SetClock
from tests.cups.running_cups import HOUR, ORGANISER, CupProcess, process, quick
from tests.cups.running_leagues import LEAGUE, LeagueProcess
from tests.cups.test_weekly_cups import WeeklyProcess
from tests.toy_game.mirror import NAME, installed_mirror


def rules(sign_up_until: int = 0, opens_before: int = 0) -> CupRules:
    return quick(game=NAME, sign_up_until=sign_up_until, opens_before=opens_before)


@contextmanager
def nothing_installed() -> Iterator[None]:
    yield


@asynccontextmanager
async def life(path: Path, time: SetClock, *, installed: bool) -> AsyncIterator[tuple[CupProcess, Suspended]]:
    """One life of the process, with the game or without it, from its start on."""
    with installed_mirror() if installed else nothing_installed():
        async with process(path, time) as here:
            await suspend_all(here.store, here.tables)
            await resume_all(here.store, here.tables)
            yield here, await suspend_and_resume(here.store, time())


async def test_a_running_cup_waits_for_its_game_and_its_deadlines_move_by_that_time(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        cup = await here.started(rules(), 4)
        deadline, seq = cup.open_matches[0].deadline, cup.seq
    time.now += HOUR // 2
    async with life(path, time, installed=False) as (here, suspended):
        assert suspended.cups == {cup.id}
        row = await here.store.cup_row(cup.id)
        assert row is not None
        assert (await here.cups.get(cup.id), await here.cups.missing_game(row)) == (None, NAME)
        time.now += 3 * DAY
        clock = CupClock(here.store, here.lifecycle, time, Outages(here.store, here.tables, time))
        clock.suspended = suspended.cups
        clock.sweep()
        assert list(await clock._due(time.now)) == []
        await here.lifecycle.advance(cup.id)
        row = await here.store.cup_row(cup.id)
        assert row is not None
        assert row.seq == seq
    async with life(path, time, installed=False):  # nothing is counted twice after another start
        time.now += DAY
    async with life(path, time, installed=True) as (here, suspended):
        assert suspended.cups == frozenset()
        cup = await here.advanced(cup)
        assert [match.deadline for match in cup.open_matches] == [deadline + 4 * DAY] * 2
        assert cup.record[-1].action == CreditTime(4 * DAY)
        assert (await here.whole(cup)).stage is CupStage.ENDED


async def test_outages_while_a_cup_waits_are_part_of_that_time(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        cup = await here.started(rules(), 2)
        await here.store.credit(time.now, time.now + 5)
        deadline = cup.open_matches[0].deadline
    async with life(path, time, installed=False) as (here, _):
        await here.store.credit(time.now, time.now + HOUR)
        time.now += DAY
    async with life(path, time, installed=True) as (here, _):
        assert (await here.advanced(cup)).open_matches[0].deadline == deadline + DAY + 5


async def test_a_paused_cup_stays_paused_and_its_pause_counts_the_time(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        cup = await here.started(rules(), 2)
        deadline = cup.open_matches[0].deadline
        await here.organised(cup, lambda by: PauseCup(by, "storm"))
    async with life(path, time, installed=False):
        time.now += DAY
    async with life(path, time, installed=True) as (here, _):
        assert (await here.advanced(cup)).paused
        cup = await here.organised(cup, lambda by: ResumeCup(by, "calm"))
        assert (await here.advanced(cup)).open_matches[0].deadline == deadline + DAY


async def test_a_sign_up_keeps_its_entrants_and_starts_when_the_game_is_back(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        cup = await here.joined(rules(sign_up_until=time.now + HOUR), 4)
    async with life(path, time, installed=False) as (here, _):
        time.now += DAY
        await here.lifecycle.advance(cup.id)
    async with life(path, time, installed=True) as (here, _):
        assert await here.store.due_cups(time.now) == [cup.id]
        assert len((await here.advanced(cup)).seeded_entrants) == 4


async def test_cups_of_other_games_go_on_meanwhile(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        other: Cup = await here.started(quick(), 2)
    async with life(path, time, installed=False) as (here, suspended):
        assert suspended.cups == frozenset()
        assert (await here.whole(other)).stage is CupStage.ENDED


async def test_what_a_restore_has_lost_of_a_cup_is_noted_when_its_game_is_back(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        cup = await here.started(rules(), 2)
        lost = {"at": 7, "cups": {str(cup.id): {"matches": [1], "rounds": 0}}}
        await here.store.put_value(RESTORED_CUPS, json.dumps(lost))
    async with life(path, time, installed=False) as (here, _):
        await note_losses(here.store, here.cups)
    async with life(path, time, installed=True) as (here, _):
        await note_losses(here.store, here.cups)
        assert (await here.now(cup)).record[-1].action == RestoreCup(7, (1,))
        assert await here.store.get_value(RESTORED_CUPS) == ""


async def test_a_weekly_cup_is_made_when_its_game_is_back_and_the_log_tells_once_that_it_waits(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        weekly = WeeklyProcess(here)
        starts = await weekly.begun(rules(opens_before=DAY))
    time.now = starts - DAY
    async with life(path, time, installed=False) as (here, _):
        weekly = WeeklyProcess(here)
        for _ in range(3):
            await weekly.look()
        acts = await here.store.acts(GUILD, 10)
        assert [act.kind for act in acts] == [NO_GAME]
        assert (await weekly.row()).starts_at == starts
    async with life(path, time, installed=True) as (here, _):
        weekly = WeeklyProcess(here)
        await weekly.look()
        assert len(await here.store.running_cups(GUILD)) == 1
        assert (await weekly.row()).starts_at > starts


async def test_a_draft_is_kept_and_says_that_it_waits_for_its_game(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    async with life(path, time, installed=True) as (here, _):
        (organiser,) = await here.meet(ORGANISER)
        await CupDrafts(here.store).keep(GUILD, organiser, rules())
    async with life(path, time, installed=False) as (here, _):
        with pytest.raises(RequestRefused) as refused:
            await CupDrafts(here.store).get(GUILD, organiser)
        assert refused.value.why.kind is CupRefusal.RULES_WAIT
    async with life(path, time, installed=True) as (here, _):
        assert await CupDrafts(here.store).get(GUILD, organiser) == rules()


async def test_a_league_waits_with_its_cups_in_a_season_and_in_the_sign_up_for_the_next(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    of_cup = cup_rules.CupRules("", cup_rules.Format.ROUND_ROBIN, hands=1, enough_hands=1, game=NAME)
    async with life(path, time, installed=True) as (here, _):
        leagues = LeagueProcess(here)
        await leagues.created(LeagueRules("Winter", sizes=(3,), sign_up=HOUR, cup=of_cup))
        await leagues.enter(1, 2, 3)
    async with life(path, time, installed=False) as (here, suspended):
        assert suspended.leagues == {LEAGUE}
        leagues = LeagueProcess(here)
        row = await here.store.league_row(LEAGUE)
        assert row is not None
        assert (await leagues.leagues.get(LEAGUE), await leagues.leagues.missing_game(row)) == (None, NAME)
        time.now += DAY
        await leagues.lifecycle.advance(LEAGUE)
    async with life(path, time, installed=True) as (here, _):
        leagues = LeagueProcess(here)
        assert await here.store.due_leagues(time.now) == [LEAGUE]
        await leagues.lifecycle.advance(LEAGUE)
        season = (await leagues.now()).running_season
        assert season is not None
        (cup_id,) = season.known_cups
    async with life(path, time, installed=False) as (here, suspended):
        assert (suspended.cups, suspended.leagues) == (frozenset({cup_id}), frozenset({LEAGUE}))
        leagues = LeagueProcess(here)
        await leagues.lifecycle.advance(LEAGUE)
        time.now += DAY
    async with life(path, time, installed=True) as (here, _):
        leagues = LeagueProcess(here)
        await here.lifecycle.advance(cup_id)
        await here.whole((await here.cups.existing(cup_id)).cup)
        await leagues.lifecycle.advance(LEAGUE)
        league = await leagues.now()
        assert (league.stage, league.seasons[0].stage) == (LeagueStage.GOING, SeasonStage.ENDED)
