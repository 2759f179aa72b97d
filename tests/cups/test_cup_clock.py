"""The clock of cups: it advances what is due, and what something has happened to."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from pathlib import Path

import pytest

from bot.availability.outages import Outages
from bot.cups.clocks import CupClock
from bot.cups.cup import CupStage
from bot.cups.cup_actions import CancelCup, JoinCup, PauseCup, ReplacePartner, ResumeCup, StartCup
from bot.cups.cup_rules import EntrantKind
from bot.store import CannotOpen, Store
from bot.tables import actions
from bot.tables.proposals import PAUSE
from bot.tables.substitution_rules import is_mid_hand
from simulation.scripted_people import LONG
from tests.bot.read_gate import ReadGate, waiting_at
from tests.bot.running_bot import GUILD, HOUR, WHERE, StartBot
from tests.cups.running_cups import CupProcess, process, quick


class WatchedClock:
    """A clock that is told of all changes and looks when it is asked to."""

    def __init__(self, here: CupProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        self.outages = Outages(here.store, here.tables, here.time)
        self.clock = CupClock(here.store, here.lifecycle, here.time, self.outages)
        here.cups.listen(self.clock.follow)
        here.tables.listen(self.clock.follow_table)
        self._here = here
        self._monkeypatch = monkeypatch

    async def looked(self) -> None:
        await looked(self._here.store, self.clock, self._monkeypatch)


async def looked(store: Store, clock: CupClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock looks once: all that is due has been done at the end."""
    gate = ReadGate(store.next_due_cup)
    with monkeypatch.context() as patched:
        patched.setattr(store, "next_due_cup", gate)
        looking = await waiting_at(gate, clock.look())
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
    await clock.stop()


async def test_a_cup_goes_on_whenever_a_table_ends_and_something_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.joined(quick(sign_up_until=here.time.now + HOUR), 2)
        await watch.looked()
        assert (await here.now(cup)).stage is CupStage.SIGN_UP
        here.time.now += HOUR
        await watch.looked()
        for number in (1, 2):
            (match,) = (await here.now(cup)).open_matches
            assert match.number == number
            await here.play(match)
            await watch.looked()
        assert (await here.now(cup)).stage is CupStage.ENDED


async def test_a_table_that_ended_during_a_pause_counts_when_the_cup_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.started(quick(), 2)
        await here.organised(cup, lambda by: PauseCup(by, "storm"))
        await here.play(cup.open_matches[0])
        await watch.looked()
        assert (await here.now(cup)).open_matches
        await here.organised(cup, lambda by: ResumeCup(by, "it is over"))
        await watch.looked()
        assert len((await here.now(cup)).rounds) == 2


async def test_a_table_that_its_people_let_go_on_while_the_cup_is_paused_is_paused_by_the_cup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.started(quick(), 2)
        table_id = cup.open_matches[0].table or 0
        person = (await here.tables.existing(table_id)).table.seats[0].person or ""
        await here.tables.submit(table_id, actions.Propose(person, PAUSE, manager=True))
        await here.organised(cup, lambda by: PauseCup(by, "storm"))
        await watch.looked()
        assert not (await here.tables.existing(table_id)).table.is_paused_by_cup
        await here.tables.submit(table_id, actions.Resume(person))
        await watch.looked()
        assert (await here.tables.existing(table_id)).table.is_paused_by_cup


async def test_a_partner_who_has_seen_cards_of_this_hand_gets_the_seat_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.started(quick(kind=EntrantKind.PAIRS, hands=2), 2)
        (match,) = cup.open_matches
        (reserve,) = await here.meet(50)
        first, second = cup.entrants[match.entrants[0]].people
        for out, person in ((second, reserve), (reserve, second), (first, reserve)):
            await here.organised(cup, partial(ReplacePartner, out=out, person=person, reason="ill"))
            await watch.looked()
        assert match.table is not None
        assert (await here.tables.existing(match.table)).table.seat_of(reserve) is None
        while not (table := (await here.tables.existing(match.table)).table).way or not is_mid_hand(table):
            assert await here.step(table.id)
            await watch.looked()
        assert table.seat_of(reserve) == 0


async def test_after_a_start_what_was_missed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with process(tmp_path / "a.db") as here:
        cup, over = await here.started(quick(), 2), await here.started(quick()._replace(name="Saturday"), 2)
        await here.play(cup.open_matches[0])
        await here.organised(over, lambda by: CancelCup(by, "snow"))
        time = here.time
    async with process(tmp_path / "a.db", time) as here:
        watch = WatchedClock(here, monkeypatch)
        watch.clock.sweep()
        await watch.looked()
        assert len((await here.now(cup)).rounds) == 2
        assert await here.store.running_tables_of_cup(over.id) == []


async def test_a_cup_of_a_server_out_of_reach_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.joined(quick(), 2)
        await watch.outages.note_lost_guild(GUILD)
        await here.organised(cup, lambda by: StartCup(by, "seed"))
        watch.clock.sweep()
        await watch.looked()
        assert (await here.now(cup)).rounds == ()
        await watch.outages.note_found_guild(GUILD)
        await watch.looked()
        assert len((await here.now(cup)).rounds) == 1


async def test_who_has_left_the_server_is_withdrawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.started(quick(), 2)
        (match,) = cup.open_matches
        (person,) = cup.entrants[match.entrants[0]].people
        assert match.table is not None
        await here.tables.submit(match.table, actions.Depart(person))
        await watch.looked()
        assert (await here.now(cup)).entrants[match.entrants[0]].gone == "left"


async def test_what_a_full_disk_has_hindered_is_done_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.started(quick(), 2)
        await here.play(cup.open_matches[0])
        advance, pause = here.lifecycle.advance, asyncio.sleep
        tried: list[int] = []

        async def failing(cup_id: int, left: Collection[str] = ()) -> None:
            tried.append(cup_id)
            raise CannotOpen(tmp_path, detail="full")

        monkeypatch.setattr(here.lifecycle, "advance", failing)
        monkeypatch.setattr("bot.ledger.record_clock.PAUSE_AFTER_FAILURE", 0)
        await watch.looked()
        assert tried
        monkeypatch.setattr(here.lifecycle, "advance", advance)
        await pause(0)
        await watch.looked()
        assert len((await here.now(cup)).rounds) == 2


async def test_what_could_not_be_done_is_not_tried_again_without_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ledger.record_clock.PAUSE_AFTER_FAILURE", 3600)
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.joined(quick(), 2)
        tried = asyncio.Queue[int]()

        async def failing(cup_id: int, left: Collection[str] = ()) -> None:
            tried.put_nowait(cup_id)
            raise CannotOpen(tmp_path, detail="full")

        monkeypatch.setattr(here.lifecycle, "advance", failing)
        watch.clock.sweep()
        for _ in range(20):
            watch.clock.wake()
            looking = asyncio.ensure_future(watch.clock.look())
            watch.clock.wake()
            await asyncio.wait({looking}, timeout=0)
            await here.store.get_value("anything")
            looking.cancel()
        assert await tried.get() == cup.id
        assert tried.empty()
        await watch.clock._acting.stop()


async def test_a_cup_that_becomes_due_wakes_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with process(tmp_path / "a.db") as here:
        watch = WatchedClock(here, monkeypatch)
        cup = await here.joined(quick(), 2)
        gate = ReadGate(here.store.next_due_cup)
        monkeypatch.setattr(here.store, "next_due_cup", gate)
        looking = await waiting_at(gate, watch.clock.look())
        await here.organised(cup, lambda by: StartCup(by, "seed"))
        gate.open()
        async with asyncio.timeout(LONG):
            await looking
        await watch.clock.stop()


@pytest.mark.parametrize("case", ["banned", "erased"])
async def test_who_is_banned_or_erased_is_withdrawn_at_once(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    bot = await start_bot()
    services, cups = bot.services, bot.cup_services
    organiser, aja, malik = await bot.meet(9, 1, 2)
    cup = (await cups.cups.create(organiser, quick(), WHERE, None)).cup
    for action in (JoinCup(aja), JoinCup(malik), StartCup(organiser, "seed")):
        await cups.cups.submit(cup.id, action)
    await cups.cup_lifecycle.advance(cup.id)
    person = (await bot.store.people([aja]))[aja]
    if case == "banned":
        await services.bans.ban(GUILD, person, organiser, "rude")
    else:
        await services.erasure.erase(person)
    await looked(bot.store, cups.cup_clock, monkeypatch)
    entrant = (await cups.cups.existing(cup.id)).cup.entrants[0]
    assert (entrant.people, entrant.gone) == ((aja,), case)
    await bot.shown()
