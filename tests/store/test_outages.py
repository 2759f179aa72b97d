"""An outage and a clock that was set move the times of the tables that they concern, and of no others."""

from __future__ import annotations

import random
from pathlib import Path

from bot.runtime.times import DAY, HOUR
from bot.store import DigestLine, DigestRow, Store, TableRow
from bot.tables.deadlines import Wait, deadline
from tests.bot.days import days
from tests.store.samples import NOW, mark, opened

END = NOW + DAY


async def waits(store: Store, **changes: object) -> TableRow:
    """A table that has waited for a play since NOW and waits for a day."""
    return await opened(store, **{"stage": "playing", "turn_seat": 0, "deadline_at": END, **changes})


async def test_a_deadline_moves_by_what_was_lost(store: Store) -> None:
    row = await waits(store)
    assert await store.credit(NOW + HOUR, NOW + 3 * HOUR) == [row.id]
    assert await store.row(row.id) == row._replace(deadline_at=END + 2 * HOUR, credited=2 * HOUR)


async def test_after_an_outage_as_much_time_is_left_as_was_lost_up_to_half_of_the_wait(store: Store) -> None:
    row, until = await waits(store, deadline_at=NOW + 8 * HOUR), NOW + 17 * HOUR
    assert await store.credit(NOW + 7 * HOUR, until) == [row.id]
    assert await store.row(row.id) == row._replace(deadline_at=until + 4 * HOUR, credited=13 * HOUR)


async def test_an_outage_credits_what_a_table_that_could_not_be_shown_is_credited(store: Store, tmp_path: Path) -> None:
    chance = random.Random(5)
    async with days(tmp_path, pace="day") as here:
        table = await here.pass_by(HOUR)
    for guild in range(1, 51):
        wait = Wait(NOW, credited=chance.randrange(DAY))
        row = await waits(store, guild_id=guild, deadline_at=deadline(table, wait), credited=wait.credited)
        since = NOW + chance.randrange(DAY)
        until = since + 1 + chance.randrange(2 * DAY)
        after = wait.lose(table, since).recover(table, until)
        assert await store.credit(since, until, guild) == [row.id]
        assert await store.row(row.id) == row._replace(deadline_at=deadline(table, after), credited=after.credited)


async def test_what_was_lost_before_the_wait_began_is_not_credited(store: Store) -> None:
    row = await waits(store)
    assert await store.credit(NOW - HOUR, NOW + HOUR) == [row.id]
    assert await store.row(row.id) == row._replace(deadline_at=END + HOUR, credited=HOUR)
    assert await store.credit(NOW - 2 * HOUR, NOW) == []


async def test_an_outage_of_one_guild_moves_no_table_of_another(store: Store) -> None:
    here, there = await waits(store, guild_id=7), await waits(store, guild_id=8)
    assert await store.credit(NOW, NOW + HOUR, 7) == [here.id]
    assert await store.row(there.id) == there


async def test_tables_without_a_deadline_are_not_moved(store: Store) -> None:
    for changes in ({"deadline_at": None}, {"stage": "over"}, {"stage": "lobby"}):
        await waits(store, **changes)
    assert await store.credit(NOW, NOW + HOUR) == []


async def test_a_silence_is_longer_by_an_outage(store: Store) -> None:
    row = await opened(store, stage="playing", silent_since=NOW, silent_until=NOW + HOUR)
    assert await store.credit(NOW - HOUR, NOW + 60) == [row.id]
    assert await store.row(row.id) == row._replace(silent_until=NOW + HOUR + 60)


async def test_a_table_that_could_not_be_shown_is_credited_until_it_was_lost(store: Store) -> None:
    row = await opened(store, stage="playing", lost_at=NOW + HOUR)
    assert await store.credit(NOW, NOW + 3 * HOUR) == [row.id]
    assert await store.row(row.id) == row._replace(credited=HOUR)


async def test_values_are_written_with_the_outage_that_they_tell_of(store: Store) -> None:
    await store.credit(NOW, NOW + 1, noted={"beat": "1"})
    await store.shift(1, NOW, {"clock": "2"})
    assert (await store.get_value("beat"), await store.get_value("clock")) == ("1", "2")


async def test_a_clock_that_was_set_moves_all_that_runs_and_no_wait_begins_later_than_now(store: Store) -> None:
    row, over = await waits(store, held_at=NOW), await opened(store, stage="over", changed_at=NOW)
    assert await store.shift(-HOUR, NOW - HOUR) == [row.id]
    back = NOW - HOUR
    assert await store.row(row.id) == row._replace(
        deadline_at=END - HOUR, wait_since=back, held_at=back, opened_at=back, changed_at=back
    )
    assert await store.row(over.id) == over._replace(changed_at=NOW - HOUR)
    assert await store.shift(2 * HOUR, NOW) == [row.id]
    moved = await store.row(row.id)
    assert moved is not None
    assert (moved.wait_since, moved.deadline_at) == (NOW, END)


async def test_digests_and_sent_reminders_move_with_the_plays_of_which_they_tell(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    row = await waits(store)
    told = DigestRow(0, key, "dm", NOW, (DigestLine(row.id, 0, NOW),))
    await store.count_reminders([], [told])
    sent = mark(row.id, post="reminder:1", message_id=9, note=f"[[{row.id},0,{NOW}]]")
    await store.put_message_states(sent)
    await store.shift(HOUR, NOW + HOUR)
    (digest,) = await store.due_digests(NOW + HOUR)
    assert (digest.at, digest.lines) == (NOW + HOUR, (DigestLine(row.id, 0, NOW + HOUR),))
    assert await store.sent_reminders() == [sent._replace(note=f"[[{row.id},0,{NOW + HOUR}]]")]
