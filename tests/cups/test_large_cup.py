"""A Swiss of 64 pairs in which everything happens, and which ends by itself."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import EntrantKind
from bot.cups.fold import log
from bot.tables import actions
from bot.tables.table import Stage
from tests.bot.running_bot import SetClock
from tests.cups.running_cups import HOUR, MINUTE, ORGANISER, CupProcess, process, quick
from tests.cups.test_cup_kills import KILLS, SEED, Killed, checked, deadly

PAIRS = int(os.environ.get("PAIRS", "64"))
ROUNDS = 6
BETWEEN_KILLS = 15_000 // max(KILLS, 1) // 2


class Evening:
    """The events in the rounds of a cup, beside plays. Each happens once, whenever processes die."""

    def __init__(self, organiser: str, reserves: list[str], chance: random.Random) -> None:
        self._organiser = organiser
        self._first, self._second, self._third = reserves
        self._chance = chance
        self._done: set[tuple[int, str]] = set()

    async def comes(self, here: CupProcess, cup: Cup) -> None:
        for name, action in [*self._of_round(cup)]:
            if (len(cup.rounds), name) not in self._done:
                self._done.add((len(cup.rounds), name))
                await here.cups.submit(cup.id, action)

    def _of_round(self, cup: Cup) -> Iterator[tuple[str, CupAction]]:
        by, waits = self._organiser, cup.open_matches
        if not waits:
            return
        someone = cup.entrants[waits[-1].people[0]]
        match len(cup.rounds):
            case 1:
                yield "late", cup_actions.EnterLate(by, (self._first, self._second), "they were held up")
                yield "out", cup_actions.WithdrawEntrant(by, someone.number, "ill")
            case 2:
                yield "half", cup_actions.ReplacePartner(by, someone.people[0], self._third, "ill")
            case 3:
                yield "pause", cup_actions.PauseCup(by, "storm")
            case 4:
                yield "ban", cup_actions.BanPerson(by, someone.people[1], "insults")


async def organise(here: CupProcess, cup: Cup, evening: Evening, organiser: str) -> Cup:
    await evening.comes(here, cup)
    cup = await here.advanced(cup)
    if cup.paused:
        here.time.now += 20 * MINUTE
        await here.cups.submit(cup.id, cup_actions.ResumeCup(organiser, "it is over"))
        cup = await here.advanced(cup)
    return cup


async def stand_up(here: CupProcess, match: Match, *entrants: int) -> None:
    """People leave the seats of these entrants: nobody is there."""
    assert match.table is not None
    table = (await here.tables.existing(match.table)).table
    for seat, holder in enumerate(table.seats):
        if match.entrants[seat % 2] in entrants and holder.person:
            await here.tables.submit(match.table, actions.Resign(holder.person))


async def come(here: CupProcess, match: Match) -> None:
    """Whoever is on turn plays, if anybody is."""
    assert match.table is not None
    table = (await here.tables.existing(match.table)).table
    if table.turn is not None and table.seats[table.turn].person is not None:
        await here.step(match.table)


async def played_on(here: CupProcess, cup: Cup, evening: Evening, organiser: str) -> None:
    cup = await here.advanced(cup)
    while cup.stage is CupStage.RUNNING:
        cup = await organise(here, cup, evening, organiser)
        first, second, *_ = (match.number for match in cup.rounds[-1].matches)
        certain = {first: 0.05, second: 0.01}  # in each round one side is absent somewhere, and both somewhere else
        for match in cup.open_matches:
            assert match.table is not None
            chance = certain.get(match.number, here.chance.random())
            if chance < 0.06:
                await stand_up(here, match, *(match.entrants if chance < 0.03 else match.entrants[:1]))
                await come(here, match)
            elif (await here.tables.existing(match.table)).table.stage is Stage.PLAYING:
                await here.play(match)
                await adjusted(here, await here.advanced(cup), match, organiser)
        cup = await here.advanced(cup)
        if cup.open_matches and all(match.table for match in cup.open_matches):
            here.time.now = max(here.time.now, min(match.deadline for match in cup.open_matches))
        cup = await here.advanced(cup)


async def adjusted(here: CupProcess, cup: Cup, match: Match, organiser: str) -> None:
    """Once a result is adjusted, and the adjustment undone."""
    acts = [one for one in cup.record if isinstance(one.action, cup_actions.AdjustMatch)]
    played = cup.match(match.number)
    if not cup.open_matches or played is None or played.result is None or played not in cup.rounds[-1].matches:
        return
    if not acts:
        cup = await here.do(cup, cup_actions.AdjustMatch(organiser, match.number, (5, 0), "misread"))
        acts = [cup.record[-1]]
    if acts[0].seq not in cup.undone:
        cup = await here.do(cup, cup_actions.UndoAct(organiser, acts[0].seq, "it was right"))
        assert cup.match(match.number) == played


@pytest.mark.slow
async def test_a_cup_of_64_pairs_ends_by_itself_whatever_happens(tmp_path: Path) -> None:
    chance, time, kills = random.Random(SEED), SetClock(), 0
    rules = quick(kind=EntrantKind.PAIRS, rounds=ROUNDS, most=PAIRS + 2, round_time=HOUR)
    async with process(tmp_path / "a.db", time) as here:
        cup = await here.joined(rules, PAIRS)
        (organiser, *reserves) = await here.meet(ORGANISER, 2001, 2002, 2003)
        await here.do(cup, cup_actions.StartCup(organiser, "seed"))
    evening = Evening(organiser, reserves, chance)
    while True:
        async with process(tmp_path / "a.db", time) as here:
            here.chance = chance
            if kills < KILLS:
                deadly(here.store, chance.randrange(1, BETWEEN_KILLS), chance)
            try:
                await played_on(here, await here.now(cup), evening, organiser)
            except Killed:
                kills += 1
                continue
            await checked(here, cup)
            cup = await here.now(cup)
            break
    told = {type(entry.action).__name__ for entry in log(cup)}
    assert told >= {"EnterLate", "WithdrawEntrant", "ReplacePartner", "PauseCup", "BanPerson", "AdjustMatch", "UndoAct"}
    reasons = {why for match in cup.matches if match.result for why in match.result.why}
    assert reasons >= {"withdrawn", "banned", "one-absent", "both-absent"}
    assert (len(cup.rounds), kills) == (ROUNDS, KILLS)
