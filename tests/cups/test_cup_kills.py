"""Kills at random moments while cups are played: the next process goes on, and nothing is lost or done twice.

A kill is an exception out of the store at a random write, before or after its commit. All services and the store are
thrown away then, and built again on the same file.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.cups import cup_actions
from bot.cups.appointments import next_moment
from bot.cups.cup import Cup, CupStage, Match
from bot.cups.cup_actions import CupAction, DecideMatch, ReplayMatch
from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.cup_service import read_rows
from bot.cups.fold import fold_record
from bot.cups.standings import standings
from bot.runtime.times import DAY
from bot.store import Store
from bot.tables.table import Stage
from tests.bot.running_bot import SetClock
from tests.cups.running_cups import HOUR, ORGANISER, CupProcess, process, quick

KILLS = int(os.environ.get("KILLS", "10"))
SEED = int(os.environ.get("SEED", "1"))
FARTHEST = max(4, 400 // max(KILLS, 1))
"""Writes before a kill, at most. The shortest of these cups has over a hundred."""
LEAST = 3
"""The kills in the shortest cup, if each comes as late as it may."""
WRITES = ("open_table", "append", "append_cup")


class Killed(BaseException):
    """The process is gone."""


def deadly(store: Store, after: int, chance: random.Random, writes: Sequence[str] = WRITES) -> None:
    """Let a process die at the write with this number, of those with these names."""
    left = after

    def wrapped(write: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def dying(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            if left == 0 and chance.random() < 0.5:
                raise Killed
            done = await write(*args, **kwargs)
            if left == 0:
                raise Killed
            return done

        return dying

    for name in writes:
        setattr(store, name, wrapped(getattr(store, name)))


async def played_on(here: CupProcess, cup: Cup) -> None:
    """Play a cup to its end; now and then somebody is not there when time is over, or withdraws."""
    cup = await here.advanced(cup)
    while cup.stage is CupStage.RUNNING:
        for match in cup.open_matches:
            if here.chance.random() < 0.15:
                here.time.now = max(here.time.now, match.deadline)
            elif here.chance.random() < 0.1 and len(cup.active) > 4:
                await here.cups.submit(cup.id, cup_actions.WithdrawEntrant(None, match.people[0], "", "left"))
            else:
                await met(here, cup, match.number)
            cup = await here.advanced(cup)
        cup = await here.advanced(cup)


async def met(here: CupProcess, cup: Cup, number: int) -> None:
    """Let a match come to its time, if it has an appointment, and be played."""
    while (match := cup.match(number)) is not None and match.table is None and not match.is_decided:
        await appointing(here, cup, match)
        cup = await here.now(cup)
        if (match := cup.match(number)) is not None:
            here.time.now = max(here.time.now, next_moment(cup, match))
        cup = await here.advanced(cup)
    if match is not None and match.table is not None:
        await here.play(match)


async def appointing(here: CupProcess, cup: Cup, match: Match) -> None:
    """Let sides do something about the time of their match, as far as they may."""
    for entrant in match.people:
        by, at = cup.entrants[entrant].people[0], here.time.now + here.chance.randrange(1, 9) * HOUR
        acts: list[CupAction] = [
            cup_actions.ProposeTimes(by, match.number, (at, at + DAY)),
            cup_actions.PostponeMatch(by, match.number),
            *(cup_actions.AcceptTime(by, match.number, time) for time in match.appointment.proposed_times(entrant)),
        ]
        await here.cups.submit(cup.id, here.chance.choice(acts))


async def checked(here: CupProcess, cup: Cup) -> None:
    cup = await here.now(cup)
    assert cup.stage is CupStage.ENDED
    stored = await here.store.cup(cup.id)
    assert stored is not None
    assert standings(fold_record(cup.id, read_rows(stored.record))) == standings(cup)
    assert await here.store.running_tables_of_cup(cup.id) == []
    opened = Counter(one.action.table for one in cup.record if isinstance(one.action, cup_actions.OpenMatch))
    assert all(count == 1 for count in opened.values()), "a table was noted twice"
    reminded = Counter(one.action for one in cup.record if isinstance(one.action, cup_actions.RemindMatch))
    assert all(count == 1 for count in reminded.values()), "somebody was reminded twice"
    await has_reasons(here, cup)


async def has_reasons(here: CupProcess, cup: Cup) -> None:
    """Each decision says why, or its table shows the same score."""
    for entry in cup.record:
        if isinstance(entry.action, ReplayMatch):
            assert entry.action.why
        if isinstance(entry.action, DecideMatch) and not entry.action.why:
            match = cup.match(entry.action.match)
            assert match is not None
            assert match.table is not None
            table = (await here.tables.existing(match.table)).table
            assert table.stage is Stage.OVER
            extra = match.score or (0,) * len(match.entrants)
            shown = [table.view(None).scores[seat] + extra[seat] for seat in range(len(match.entrants))]
            assert list(entry.action.score) == shown


CUPS = [
    (Format.SWISS, EntrantKind.PAIRS, 8, HOUR),
    (Format.SWISS, EntrantKind.THREES, 8, HOUR),
    (Format.ROUND_ROBIN, EntrantKind.SINGLES, 5, HOUR),
    (Format.SWISS_KNOCK_OUT, EntrantKind.SINGLES, 8, HOUR),
    (Format.SWISS, EntrantKind.THREES, 8, 7 * DAY),
    (Format.SWISS_KNOCK_OUT, EntrantKind.SINGLES, 8, 7 * DAY),
]


@pytest.mark.slow
@pytest.mark.parametrize(("chosen", "kind", "size", "round_time"), CUPS)
async def test_a_cup_survives_kills_at_random_moments(
    tmp_path: Path, chosen: Format, kind: EntrantKind, size: int, round_time: int
) -> None:
    chance, time, kills = random.Random(SEED), SetClock(), 0
    rules = quick(
        chosen, kind, rounds=3, qualifiers=4 if chosen is Format.SWISS_KNOCK_OUT else 0, round_time=round_time
    )
    rules = rules._replace(appointments=round_time > DAY)
    async with process(tmp_path / "a.db", time) as here:
        cup = await here.joined(rules, size)
        (organiser,) = await here.meet(ORGANISER)
        await here.do(cup, cup_actions.StartCup(organiser, "seed"))
    while True:
        async with process(tmp_path / "a.db", time) as here:
            here.chance = chance
            deadly(here.store, chance.randrange(1, FARTHEST), chance)
            try:
                await played_on(here, await here.now(cup))
            except Killed:
                kills += 1
                continue
            await checked(here, cup)
            break
    assert kills >= LEAST
