"""A table is what its record adds up to, whatever people do."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import TableRow
from bot.store.engine import open_store
from bot.tables import actions
from bot.tables.actions import TableAction
from bot.tables.deadlines import Delays, row_of
from bot.tables.due_actions import clock_action, immediate_action
from bot.tables.fold import do, new_table, unfold
from bot.tables.seat_holders import Holder
from bot.tables.table import RecordedAction, Stage, Table, present_play
from rules.core.contract import Fact, Phase
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.running_bot import HOUR, OPTIONS, WHERE, SetClock

PEOPLE = ("aja", "malik", "ivalu", "nuka", "pipaluk")


def _wish(chance: random.Random, table: Table) -> TableAction:
    """Something that somebody, or the clock, may want to do: sensible or not."""
    by = chance.choice(PEOPLE)
    seat = chance.randrange(len(table.seats))
    if table.phase is Phase.CUT:
        return actions.Cut(tuple(chance.sample(table.rules.pack, 36)))
    if table.phase is Phase.DEAL:
        return actions.Deal(tuple(chance.sample(table.rules.pack, 36)), "00" * 32, "ff" * 32)
    if table.phase is Phase.PLAY and chance.random() < 0.9:
        turn = table.turn
        assert turn is not None
        play = chance.choice(table.view(turn).legal)
        return actions.TakeTurn(table.seats[turn].person, turn, play)
    return chance.choice(
        (
            actions.Join(by),
            actions.Join(by, seat),
            actions.Leave(by),
            actions.Sit(by, seat),
            actions.AddComputer(by),
            actions.RemoveComputer(by),
            actions.Remove(by, chance.choice(PEOPLE)),
            actions.SetOption(by, "deal", chance.choice(("all", "four", "none"))),
            actions.SetSeats(by, chance.choice((2, 3, 4, 5))),
            actions.Start(by),
            actions.Invite(by, (PEOPLE[seat], PEOPLE[-1]), 7),
            actions.Decline(by),
            actions.Lapse(7),
            actions.Resign(by),
            actions.SetTerm(by, "pace", chance.choice(("live", "day", "none", "90+180", "soon"))),
            actions.SetTerm(by, "deadline", chance.choice(("computer", "open", "forfeit"))),
            actions.Miss(seat, 5),
            actions.OpenSeat(seat, by),
            actions.Depart(by),
            actions.Take(by, until=chance.choice((0, 1))),
            actions.Admit(by, chance.choice(PEOPLE)),
            actions.Return(by),
            actions.Propose(by, "pause"),
            actions.Propose(by, "pace", "day"),
            actions.Agree(by),
            actions.Disagree(by),
            actions.Consent(),
            actions.Resume(by),
            actions.Away(by, 9),
            actions.Back(by, seat),
            actions.Close(by, manager=chance.random() < 0.01),
        )
    )


def assert_buttons_agree_with_views(table: Table) -> None:
    """A seat's buttons name the play that its view tells of."""
    if table.state is not None:
        for seat in range(len(table.seats)):
            view = table.view(seat)
            assert present_play(table, seat) == (view.hand_number, view.plays_made)


DELAYS = Delays(computer=1_000, between_hands=5_000, lobby=24 * HOUR)
LOBBY = TableRow(7, "Otter", 1, 1, "en", Stage.LOBBY, "voormsi", 1, 0, None, None, None, 0, 0, None, 0, 0, None)


def assert_goes_on(table: Table, row: TableRow) -> None:
    """Look that nothing is refused that the table itself does next, at once or when its time has come."""
    if table.stage not in (Stage.LOBBY, Stage.PLAYING):
        return
    moments = [at for at in (row.due_at, row.deadline_at) if at is not None]
    wanted = immediate_action(table) if table.stage is Stage.PLAYING else None
    if wanted is None and moments:
        wanted = clock_action(table, row, min(moments))
    assert wanted is None or not isinstance(do(table, wanted), Fact), wanted


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_a_table_can_go_on_after_every_act(chance: random.Random) -> None:
    table, now = new_table(7, actions.Open("aja", "Otter", "voormsi", 1, 4, OPTIONS)), 0
    row = row_of(table, None, LOBBY, DELAYS, now)
    for _ in range(120):
        now += chance.choice((1, 1000, HOUR))
        after = do(table, _wish(chance, table))
        if not isinstance(after, Fact):
            row, table = row_of(after, table, row, DELAYS, now), after
            assert_goes_on(table, row)


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_fold_of_the_record_is_the_table_and_a_refusal_changes_nothing(chance: random.Random) -> None:
    opening = actions.Open("aja", "Otter", "voormsi", 1, 4, OPTIONS)
    table = new_table(7, opening)
    record = [RecordedAction(1, 0, opening)]
    for _ in range(120):
        wish = _wish(chance, table)
        after = do(table, wish)
        if isinstance(after, Fact):
            continue
        name, body = actions.write(wish)
        record.append(RecordedAction(after.seq, 0, actions.read(name, json.loads(json.dumps(body)))))
        table = after
        assert_buttons_agree_with_views(table)
        assert len({seat.person for seat in table.seats if seat.person}) == sum(
            seat.kind is Holder.PERSON for seat in table.seats
        )
    assert list(unfold(7, record))[-1] == table
    assert [entry.seq for entry in record] == list(range(1, table.seq + 1))


@pytest.mark.parametrize("seed", range(3))
async def test_the_row_is_what_the_fold_says(tmp_path: Path, seed: int) -> None:
    chance, time = random.Random(seed), SetClock()
    async with await open_store(tmp_path / "a.db", now=time) as store:
        delays = Delays(computer=1_000, between_hands=5_000, lobby=24 * HOUR)
        tables = UnpublishedTables(store, delays, time)
        keys = [(await store.person(number, name)).key for number, name in enumerate(PEOPLE)]
        table = await tables.open(actions.Open(keys[0], "", "voormsi", 1, 2, OPTIONS), WHERE, None)
        await tables.submit(table.id, actions.Join(keys[0]))
        await tables.submit(table.id, actions.AddComputer(keys[0]))
        await tables.submit(table.id, actions.Start(keys[0]))
        for _ in range(60):
            time.now += 10_000
            loaded = await tables.get(table.id)
            assert loaded is not None
            turn = loaded.table.turn
            if turn is not None and loaded.table.seats[turn].person:
                play = chance.choice(loaded.table.view(turn).legal)
                await tables.submit(table.id, actions.TakeTurn(keys[0], turn, play))
            else:
                await tables.tick(table.id)
            row, entries = await store.row(table.id), await tables.record(table.id)
            assert row is not None
            assert row_of(list(unfold(table.id, entries))[-1], None, row, delays, entries[-1].at) == row


async def test_two_presses_at_once_are_done_one_after_the_other_and_the_same_one_once(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "a.db", now=SetClock()) as store:
        tables = UnpublishedTables(store, Delays(0, 0, HOUR), SetClock())
        aja = (await store.person(1, "Aja")).key
        table = await tables.open(actions.Open(aja, "", "voormsi", 1, 4, OPTIONS), WHERE, 50)
        answers = await asyncio.gather(
            *(tables.submit(table.id, actions.AddComputer(aja), 60 + i % 3) for i in range(9))
        )
        assert sum(answer is not None and answer.repeated for answer in answers) == 6
        loaded = await tables.get(table.id)
        assert loaded is not None
        assert sum(seat.kind is Holder.COMPUTER for seat in loaded.table.seats) == 3
        assert loaded.table.stage is Stage.LOBBY
