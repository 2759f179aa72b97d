"""Plays laid down before their turn: made the moment they may, told of when they cannot."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from bot.runtime.times import DAY, HOUR, SECOND
from bot.store import QueuedRow
from bot.tables import actions, deals
from bot.tables.automatic_plays import FOLLOW, LEAD, MOST_QUEUED, possible_conditions
from bot.tables.deadlines import Delays
from bot.tables.table import Table, present_play
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from rules.core.cards import Card
from rules.core.contract import Phase
from simulation.scripted_people import cut_for, shuffling, stacked
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import COMPUTER, LOBBY, Days, days
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import SetClock, StartBot
from tests.publishing.test_reminders import said


async def next_to_play(here: Days) -> tuple[Table, int]:
    """The table, and the seat that plays after the one whose turn it is."""
    table = await here.table()
    assert table.turn is not None
    return table, (table.turn + 1) % 4


def laid(here: Days, table: Table, seat: int, condition: str, *cards: Card, rank: int = 0) -> QueuedRow:
    """Cards that the seat's person lays down for their next play."""
    return QueuedRow(
        seat, here.keys[seat], *present_play(table, seat), rank, condition, " ".join(card.code for card in cards)
    )


def failing(here: Days, table: Table, seat: int) -> QueuedRow:
    """A set of two that the seat's person lays down; it fails once a single card is led."""
    return laid(here, table, seat, "any", *table.view(seat).hand[:2])


async def queue_of(here: Days) -> list[QueuedRow]:
    """The table's queue in the store."""
    stored = await here.store.table(here.id)
    assert stored is not None
    return stored.queue


async def lead_one_card(here: Days) -> Table:
    table = await here.table()
    assert table.turn is not None
    lead = next(play for play in table.view(table.turn).legal if len(play) == 1)
    return await here.done(actions.TakeTurn(here.keys[table.turn], table.turn, lead))


async def played_from_the_queue(here: Days) -> tuple[Table, int, list[tuple[Card, ...]]]:
    """A seat's person has laid down pairs, but a single card is led, and they are late: a computer has played.

    The table, the seat, and the pairs that were laid down.
    """
    table, seat = await next_to_play(here)
    pairs = list(combinations(table.view(seat).hand, 2))[:MOST_QUEUED]
    rows = [laid(here, table, seat, "any", *pair, rank=rank) for rank, pair in enumerate(pairs)]
    await here.tables.queue_plays(here.id, here.keys[seat], seat, rows)
    await lead_one_card(here)
    return await here.pass_by(DAY + COMPUTER), seat, list(pairs)


async def test_a_queued_play_is_made_as_soon_as_it_is_allowed(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        card = table.view(seat).hand[-1]
        row = laid(here, table, seat, "follow", card)
        assert (await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])) is None
        table = await lead_one_card(here)
        assert [play.seat for play in table.view(None).trick] == [(seat - 1) % 4, seat]
        assert table.view(None).trick[1].cards == (card,)
        assert (await here.loaded()).queue == ()
        assert await queue_of(here) == []


async def test_a_queued_play_of_an_absent_person_is_made_and_they_stay_absent(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        card = table.view(seat).hand[-1]
        row = laid(here, table, seat, "any", card)
        await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
        until = here.time.now + 3 * DAY
        await here.done(actions.Away(here.keys[seat], until))
        table = await lead_one_card(here)
        assert table.view(None).trick[1].cards == (card,)
        assert table.seats[seat].away == until


async def test_a_queued_play_whose_condition_does_not_hold_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = stacked(["KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), deal))
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        row = laid(here, table, seat, "wins", table.view(seat).hand[-1])
        await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
        table = await here.play()
        assert table.turn == seat


async def test_a_queued_play_that_could_not_be_made_is_reported_until_the_turn_is_played(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        row = failing(here, table, seat)
        await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
        await here.play()
        loaded = await here.loaded()
        assert (loaded.queue, loaded.failed) == ((), (row,))
        here.tables = UnpublishedTables(
            here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time
        )  # in the next life, too
        loaded = await here.loaded()
        assert (loaded.queue, loaded.failed) == ((), (row,))
        await here.play()
        assert (await here.loaded()).failed == ()
        assert await queue_of(here) == []


async def test_queued_plays_are_reported_when_a_computer_plays_instead(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        _, seat, pairs = await played_from_the_queue(here)
        told = [row.cards for row in (await here.loaded()).failed]
        assert told == [" ".join(card.code for card in pair) for pair in pairs]
        while (await here.table()).turn != seat:
            await here.play()
        await here.play()
        assert (await here.loaded()).failed == ()


async def test_of_several_queued_plays_the_first_allowed_one_is_made(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        first, second, *_ = table.view(seat).hand
        rows = [
            failing(here, table, seat),
            laid(here, table, seat, "any", second, rank=1),
            laid(here, table, seat, "any", first, rank=2),
        ]
        await here.tables.queue_plays(here.id, here.keys[seat], seat, rows)
        table = await lead_one_card(here)
        assert table.view(None).trick[1].cards == (second,)
        assert (await here.loaded()).failed == ()


async def test_who_is_to_play_lays_nothing_down_and_nobody_does_for_another(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.table()
        seat = table.turn
        assert seat is not None
        row = laid(here, table, seat, "any", table.view(seat).hand[0])
        refused = await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
        assert refused is not None
        assert refused.kind is Notice.AS_IT_IS
        refused = await here.tables.queue_plays(here.id, here.keys[4], seat, [row])
        assert refused is not None
        assert refused.kind is Refusal.NOT_AT_TABLE


async def test_queued_plays_stay_with_the_seat(tmp_path: Path) -> None:
    async with days(tmp_path, pace="none") as here:
        table, seat = await next_to_play(here)
        row = laid(here, table, seat, "any", table.view(seat).hand[0])
        await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
        await here.done(actions.Resign(here.keys[seat]))
        loaded = await here.loaded()
        assert (loaded.queue, loaded.failed) == ((), ())
        assert await queue_of(here) == []


async def test_what_falls_as_the_process_dies_is_told_by_the_next_life(start_bot: StartBot) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time)
    table = await bot.started(11, 12, 13, 14, pace="day", forced="off")
    await bot.shown()
    time.now += HOUR
    assert table.turn is not None
    seat = (table.turn + 1) % 4
    person = table.seats[seat].person or ""
    two = " ".join(card.code for card in table.view(seat).hand[:2])
    row = QueuedRow(seat, person, *present_play(table, seat), 0, "any", two)
    assert await bot.tables.queue_plays(table.id, person, seat, [row]) is None
    await bot.shown()
    await bot.play_on(table.id)
    await bot.kill()
    bot = await start_bot(discord, time)
    await bot.publisher.sweep()
    await bot.shown()
    (hand,) = [one for one in discord.messages.values() if one.channel == 11 + seat]
    assert "couldn't be played" in said(hand.components)


async def test_a_new_play_is_queued_beside_a_dropped_one(tmp_path: Path) -> None:
    """The computer played for somebody who was late; of what they had laid down they are still told."""
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat, _ = await played_from_the_queue(here)
        dropped = (await here.loaded()).failed
        new = laid(here, table, seat, "any", table.view(seat).hand[0])
        assert await here.tables.queue_plays(here.id, here.keys[seat], seat, [new]) is None
        here.tables = UnpublishedTables(here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time)
        loaded = await here.loaded()
        assert loaded.queue == (new,)
        assert [one.cards for one in loaded.failed] == [one.cards for one in dropped]


async def test_plays_queued_at_a_paused_table_are_made_when_it_goes_on(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table = await here.done(actions.Propose(here.keys[0], "pause", manager=True))
        turn = table.turn
        assert turn is not None
        card = table.view(turn).hand[0]
        assert (
            await here.tables.queue_plays(here.id, here.keys[turn], turn, [laid(here, table, turn, "any", card)])
            is None
        )
        other = (turn + 1) % 4
        table = await here.done(actions.Resign(here.keys[other]))
        assert table.view(None).trick == ()
        table = await here.done(actions.Resume(here.keys[turn]))
        assert table.view(None).trick[0].cards == (card,)


async def test_what_one_lays_down_takes_nothing_of_anothers_away(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        seats = (seat, (seat + 1) % 4)
        rows = [laid(here, table, one, "any", table.view(one).hand[0]) for one in seats]
        for one, row in zip(seats, rows, strict=True):
            assert await here.tables.queue_plays(here.id, here.keys[one], one, [row]) is None
        assert sorted(await queue_of(here)) == sorted(rows)


async def test_more_plays_than_six_are_not_queued_for_one_turn(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        card = table.view(seat).hand[0]
        rows = [laid(here, table, seat, "any", card, rank=rank) for rank in range(MOST_QUEUED + 1)]
        with pytest.raises(RequestRefused) as refused:
            await here.tables.queue_plays(here.id, here.keys[seat], seat, rows)
        assert refused.value.why == fact(Refusal.TOO_MANY_QUEUED, count=MOST_QUEUED)
        assert (await here.loaded()).queue == ()
        assert await here.tables.queue_plays(here.id, here.keys[seat], seat, rows[:MOST_QUEUED]) is None


async def test_a_card_that_one_does_not_hold_is_refused_with_the_cards_that_one_has(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        held = table.view(seat).hand
        row = laid(here, table, seat, "any", next(card for card in table.rules.pack if card not in held))
        with pytest.raises(RequestRefused) as refused:
            await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
        assert refused.value.why.kind is Refusal.NEVER_PLAYABLE
        assert refused.value.why.about["cards"] == held
        assert await queue_of(here) == []


async def test_a_play_is_not_queued_for_a_lead_that_is_anothers(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        table, seat = await next_to_play(here)
        for condition, possible in (("lead", False), ("follow", True), ("wins", True)):
            row = laid(here, table, seat, condition, table.view(seat).hand[0])
            if possible:
                assert await here.tables.queue_plays(here.id, here.keys[seat], seat, [row]) is None
                continue
            with pytest.raises(RequestRefused) as refused:
                await here.tables.queue_plays(here.id, here.keys[seat], seat, [row])
            assert refused.value.why == fact(Refusal.CONDITION_NEVER_MET)


@pytest.mark.parametrize(
    ("game", "seats"), [("voormsi", 4), ("alkort", 4), ("treikort", 3), ("braus", 4), ("karnoffel", 4)]
)
async def test_what_comes_true_was_possible_when_a_play_was_queued(tmp_path: Path, game: str, seats: int) -> None:
    asked: dict[int, list[tuple[str, ...]]] = {}
    async with days(tmp_path, people=seats, pace="none", forced="off", game=game) as here:
        table = await here.table()
        while table.hand is not None and table.hand.number == 1 and table.turn is not None:
            view = table.view(table.turn)
            for possible in asked.pop(table.turn, []):
                assert (LEAD if view.follow is None else FOLLOW) in possible
            if table.phase is Phase.PLAY:
                for seat in set(range(seats)) - {table.turn}:
                    asked.setdefault(seat, []).append(possible_conditions(table, seat))
            table = await here.done(actions.take_turn(view.actions[-1], here.keys[table.turn]))
