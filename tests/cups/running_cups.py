"""Cups that run by themselves over the real store and tables, with people who play whatever is legal."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_lifecycle import CupLifecycle
from bot.cups.cup_rules import CupRules, EntrantKind, Format
from bot.cups.cup_service import CupResult, CupService
from bot.cups.match_tables import MatchTables
from bot.ratings.service import RatingService
from bot.runtime.times import HOUR, MINUTE
from bot.store import Store
from bot.store.engine import open_store
from bot.tables import actions
from bot.tables.deadlines import Delays
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage
from rules.core.contract import Move
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.running_bot import GUILD, WHERE, SetClock

ORGANISER = 1000
"""The Discord id of the organiser; those of the others count from 1."""


def quick(chosen: Format = Format.SWISS, kind: EntrantKind = EntrantKind.SINGLES, **others: object) -> CupRules:
    """The rules of a cup with matches of one hand."""
    usual = {
        "least": 4 if chosen is Format.SWISS_KNOCK_OUT else 2,
        "most": 12,
        "rounds": 2,
        "hands": 1,
        "enough_hands": 1,
        "qualifiers": 2 if chosen is Format.SWISS_KNOCK_OUT else 0,
        "round_time": HOUR,
    }
    return CupRules("Friday", chosen, kind, **{**usual, **others})  # type: ignore[arg-type]


@dataclass
class CupProcess:
    """One life of the process: services on a store."""

    store: Store
    time: SetClock
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self.tables = UnpublishedTables(self.store, Delays(0, 0, lobby=24 * HOUR), self.time)
        self.cups = CupService(self.store, self.time)
        self.ratings = RatingService(self.store)
        self.lifecycle = CupLifecycle(self.store, self.cups, MatchTables(self.tables), self.ratings, self.time)

    async def meet(self, *ids: int) -> list[str]:
        return [(await self.store.person(one, f"Person {one}")).key for one in ids]

    async def created(self, rules: CupRules) -> Cup:
        (organiser,) = await self.meet(ORGANISER)
        return (await self.cups.create(organiser, rules, WHERE, None)).cup

    async def joined(self, rules: CupRules, size: int) -> Cup:
        """A cup in sign-up with so many entrants."""
        cup = await self.created(rules)
        people = await self.meet(*range(1, size * rules.entrants.people + 1))
        if rules.entrants is EntrantKind.PAIRS:
            for first, second in zip(people[::2], people[1::2], strict=True):
                await self.do(cup, cup_actions.JoinCup(first, second))
                await self.do(cup, cup_actions.AgreePartner(second, first))
        else:
            for person in people:
                await self.do(cup, cup_actions.JoinCup(person))
        return await self.now(cup)

    async def started(self, rules: CupRules, size: int) -> Cup:
        """A cup whose first round is paired and has its tables."""
        cup = await self.joined(rules, size)
        (organiser,) = await self.meet(ORGANISER)
        await self.do(cup, cup_actions.StartCup(organiser, "seed"))
        return await self.advanced(cup)

    async def do(self, cup: Cup, action: CupAction) -> Cup:
        result = await self.cups.submit(cup.id, action)
        assert isinstance(result, CupResult)
        assert result.refused is None, result.refused
        return result.cup

    async def organised(self, cup: Cup, act: Callable[[str], CupAction]) -> Cup:
        (organiser,) = await self.meet(ORGANISER)
        return await self.do(cup, act(organiser))

    async def now(self, cup: Cup) -> Cup:
        return (await self.cups.existing(cup.id)).cup

    async def advanced(self, cup: Cup, *left: str) -> Cup:
        await self.lifecycle.advance(cup.id, left)
        return await self.now(cup)

    async def step(self, table_id: int) -> bool:
        """Do one thing at a table: a play or what the clock does; False when nothing is left to do."""
        loaded = await self.tables.existing(table_id)
        table = loaded.table
        if table.stage is not Stage.PLAYING:
            return False
        seat = table.turn
        if seat is not None and table.seats[seat].kind is Holder.PERSON:
            chosen = self.chance.choice(table.view(seat).actions)
            turn = actions.TakeTurn(table.seats[seat].person, seat, chosen.cards)
            if isinstance(chosen, Move):
                turn = turn._replace(kind=chosen.kind, to=chosen.to)
            result = await self.tables.submit(table_id, turn)
            assert result is not None
            assert result.refused is None, result.refused
        else:
            self.time.now = max(self.time.now, loaded.row.due_at or 0)
            await self.tables.tick(table_id)
            return (await self.tables.existing(table_id)).table.seq > table.seq
        return True

    async def play(self, match: Match) -> None:
        """Play the table of a match to its end."""
        assert match.table is not None
        while await self.step(match.table):
            pass

    async def played_round(self, cup: Cup) -> Cup:
        """Play all open matches to their end, and let the cup go on."""
        for match in (await self.now(cup)).open_matches:
            await self.play(match)
        return await self.advanced(cup)

    async def whole(self, cup: Cup) -> Cup:
        """Play a cup to its end."""
        while (cup := await self.now(cup)).stage is CupStage.RUNNING:
            cup = await self.played_round(cup)
        return cup


@asynccontextmanager
async def process(path: Path, time: SetClock | None = None) -> AsyncIterator[CupProcess]:
    time = time or SetClock()
    async with await open_store(path, now=time) as store:
        yield CupProcess(store, time)


def tables_of(cup: Cup) -> Sequence[int | None]:
    return [match.table for match in cup.open_matches]


__all__ = ["GUILD", "HOUR", "MINUTE", "ORGANISER", "CupProcess", "process", "quick", "tables_of"]
