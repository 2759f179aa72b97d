"""The cup service: what is refused, what is accepted once, and what a new process finds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cups import cup_actions, durations
from bot.cups.cup import CupStage
from bot.cups.cup_actions import CancelCup, JoinCup, PauseCup, StartCup, UndoAct
from bot.cups.cup_rules import CupRules, EntrantKind
from bot.cups.cup_service import CupCommitted, CupGone, read_rows
from bot.cups.fold import fold_record
from bot.cups.match_tables import unplayable
from bot.cups.notices import CupRefusal
from bot.store import Repeated
from bot.texts.notices import RequestRefused
from tests.bot.running_bot import GUILD, WHERE
from tests.cups.running_cups import HOUR, MINUTE, CupProcess, process, quick


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[CupProcess]:
    async with process(tmp_path / "a.db") as one:
        yield one


IMPOSSIBLE = {
    "unknown-game": quick(game="whist"),
    "unknown-option": quick(pace="now"),
    "round-too-short": quick(hands=6, round_time=MINUTE),
    "bad-rounds": quick(rounds=0),
}


@pytest.mark.parametrize("kind", IMPOSSIBLE)
async def test_a_cup_that_cannot_be_played_is_not_created(here: CupProcess, kind: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        await here.created(IMPOSSIBLE[kind])
    assert refused.value.why.kind == kind
    assert await here.cups.running_cups(GUILD) == []


async def test_a_press_creates_one_cup_and_joins_once(here: CupProcess) -> None:
    (aja,) = await here.meet(1)
    cup = (await here.cups.create(aja, quick(), WHERE, 5)).cup
    with pytest.raises(Repeated):
        await here.cups.create(aja, quick(), WHERE, 5)
    first, second = [await here.cups.submit(cup.id, JoinCup(aja), 6) for _ in range(2)]
    assert first is not None
    assert second is not None
    assert (first.repeated, first.refused) == (False, None)
    assert second.refused is not None or second.repeated
    (malik,) = await here.meet(2)
    again = await here.cups.submit(cup.id, JoinCup(malik), 6)
    assert again is not None
    assert again.repeated
    assert len((await here.now(cup)).entrants) == 1


async def test_a_refused_action_is_not_recorded(here: CupProcess) -> None:
    cup = await here.joined(quick(), 1)
    result = await here.cups.submit(cup.id, StartCup(None, ""))
    assert result is not None
    assert result.refused is not None
    assert await here.now(cup) == cup


async def test_nobody_joins_when_the_time_of_the_sign_up_is_over(here: CupProcess) -> None:
    cup = await here.joined(quick(sign_up_until=here.time.now + HOUR, auto_start=False), 2)
    here.time.now += HOUR
    (late,) = await here.meet(9)
    result = await here.cups.submit(cup.id, JoinCup(late))
    assert result is not None
    assert result.refused is not None
    assert result.refused.kind == "not-signing-up"
    assert (await here.advanced(cup)).stage is CupStage.SIGN_UP


async def test_a_new_process_reads_the_cup_that_the_last_one_wrote(tmp_path: Path) -> None:
    async with process(tmp_path / "a.db") as one:
        cup = await one.started(quick(), 4)
        await one.organised(cup, lambda by: PauseCup(by, "storm"))
        cup, time = await one.now(cup), one.time
    async with process(tmp_path / "a.db", time) as other:
        assert await other.now(cup) == cup
        stored = await other.store.cup(cup.id)
    assert stored is not None
    assert [one.reason for one in stored.record if one.reason] == ["storm"]
    assert fold_record(cup.id, read_rows(stored.record)) == cup


async def test_a_person_finds_the_running_cups_that_they_are_in(here: CupProcess) -> None:
    first, second = await here.joined(quick(), 2), await here.joined(quick()._replace(name="Saturday"), 2)
    aja, malik = await here.meet(1, 2)
    await here.do(first, cup_actions.LeaveCup(aja))
    assert [one.cup.id for one in await here.cups.cups_of_person(aja)] == [second.id]
    assert [one.cup.id for one in await here.cups.cups_of_person(malik)] == [first.id, second.id]
    assert [row.id for row in await here.cups.running_cups(GUILD)] == [first.id, second.id]
    await here.organised(first, lambda by: cup_actions.CancelCup(by, "snow"))
    assert [row.id for row in await here.cups.running_cups(GUILD)] == [second.id]
    assert await here.cups.running_cups(GUILD + 1) == []


async def test_listeners_hear_of_what_is_durable(here: CupProcess) -> None:
    heard: list[CupCommitted] = []
    here.cups.listen(heard.append)
    cup = await here.joined(quick(), 1)
    assert [type(entry.action).__name__ for one in heard for entry, _ in one.done] == ["CreateCup", "JoinCup"]
    assert heard[-1].cup == cup
    assert heard[-1].row == await here.store.cup_row(cup.id)
    assert heard[-1].done[0][0].at == here.time.now


async def test_there_is_no_cup_that_nobody_created(here: CupProcess) -> None:
    assert await here.cups.submit(99, StartCup(None, "")) is None
    assert await here.cups.get(99) is None
    with pytest.raises(CupGone):
        await here.cups.existing(99)


async def test_the_seed_of_a_start_and_the_deadline_of_a_round_are_filled_in(here: CupProcess) -> None:
    cup = await here.joined(quick(), 2)
    cup = await here.organised(cup, lambda by: StartCup(by, ""))
    assert cup.seed
    cup = await here.organised(cup, lambda by: cup_actions.PairRound(((0, 1),), 0, "", by, "by hand"))
    assert [match.deadline for match in cup.open_matches] == [here.time.now + HOUR]


@pytest.mark.parametrize("kind", list(EntrantKind))
def test_a_cup_can_be_played_by_its_usual_rules(kind: EntrantKind) -> None:
    rules = CupRules("Friday", entrants=kind)
    assert (unplayable(rules), durations.impossible(rules, durations.turns_of_hand(rules))) == (None, None)


async def test_a_running_cup_has_its_name_alone_in_its_server(here: CupProcess) -> None:
    first = await here.created(quick())
    with pytest.raises(RequestRefused) as refused:
        await here.created(quick()._replace(name="FRIDAY"))
    assert refused.value.why.kind is CupRefusal.NAME_TAKEN
    await here.organised(first, lambda by: CancelCup(by, "rain"))
    await here.created(quick())
    (organiser,) = await here.meet(1000)
    undone = await here.cups.submit(first.id, UndoAct(organiser, (await here.now(first)).seq, "sun"))
    assert undone is not None
    assert undone.refused is not None
    assert undone.refused.kind is CupRefusal.NAME_TAKEN
