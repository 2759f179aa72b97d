"""Leagues that run by themselves over the real store, cups and tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.cups import cup_actions
from bot.cups.cup import CupStage
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import EnterSeason, LeagueAction
from bot.cups.leagues.league_lifecycle import LeagueLifecycle
from bot.cups.leagues.league_rules import LeagueRules
from bot.cups.leagues.league_service import LeagueResult, LeagueService
from bot.members.guilds import Guilds
from tests.bot.running_bot import WHERE, SetClock
from tests.cups.running_cups import ORGANISER, CupProcess, process

LEAGUE = 1
"""The id of the first league of a store."""


@dataclass
class LeagueProcess:
    """One life of the process: leagues above cups."""

    cups: CupProcess

    def __post_init__(self) -> None:
        store, time = self.cups.store, self.cups.time
        self.leagues = LeagueService(store, time)
        self.lifecycle = LeagueLifecycle(store, self.leagues, self.cups.cups, Guilds(store), time)

    @property
    def time(self) -> SetClock:
        return self.cups.time

    async def organiser(self) -> str:
        (key,) = await self.cups.meet(ORGANISER)
        return key

    async def created(self, rules: LeagueRules) -> League:
        return (await self.leagues.create(await self.organiser(), rules, WHERE, None)).league

    async def now(self) -> League:
        loaded = await self.leagues.get(LEAGUE)
        assert loaded
        return loaded.league

    async def do(self, action: LeagueAction) -> League:
        result = await self.leagues.submit(LEAGUE, action)
        assert isinstance(result, LeagueResult)
        assert result.refused is None, result.refused
        return result.league

    async def enter(self, *ids: int) -> list[str]:
        people = await self.cups.meet(*ids)
        for person in people:
            await self.do(EnterSeason(person))
        return people

    async def advanced(self) -> League:
        await self.lifecycle.advance(LEAGUE)
        return await self.now()

    async def play_cups(self, cups: Sequence[int]) -> None:
        """Play these cups to their ends."""
        for cup_id in cups:
            cup = await self.cups.advanced((await self.cups.cups.existing(cup_id)).cup)
            while cup.stage is CupStage.RUNNING:
                for match in cup.open_matches:
                    await self.cups.play(match)
                self.time.now = max(self.time.now, cup.rules.opening(len(cup.rounds)))
                cup = await self.cups.advanced(cup)

    async def play_season(self) -> League:
        """Play what runs to its end, and let the league go on."""
        league = await self.advanced()
        if league.running_season:
            await self.play_cups(league.running_season.known_cups)
        return await self.advanced()

    async def undo_end(self, cup_id: int) -> None:
        """Undo the end of a cup."""
        cup = (await self.cups.cups.existing(cup_id)).cup
        end = next(one.seq for one in reversed(cup.record) if isinstance(one.action, cup_actions.EndCup))
        await self.cups.do(cup, cup_actions.UndoAct(await self.organiser(), end, "A mistake"))


@asynccontextmanager
async def league_process(database: Path, time: SetClock) -> AsyncIterator[LeagueProcess]:
    async with process(database, time) as cups:
        yield LeagueProcess(cups)
