"""Due reminders are read by an index, and unsent ones outlive the process."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

from bot.publishing.reminder_clock import moments
from bot.runtime.times import DAY, HOUR
from bot.store import DigestLine, DigestRow, OwedRow, SeatRow, Store, TableRow
from tests.store.conftest import Engine
from tests.store.samples import NOW, entry, now, table

SIT = [SeatRow(0, None, "computer"), SeatRow(1, None, "computer")]
HALF, FIFTH = NOW + DAY // 2, NOW + DAY * 4 // 5


async def asked(store: Store, person: str, **changes: object) -> TableRow:
    """A table that waits for a play of this person, in seat 1, for a day."""
    given = {"stage": "playing", "turn_seat": 1, "deadline_at": NOW + DAY, **changes}
    row = table(**given)
    seats = [SIT[0], SeatRow(1, person, "person")]
    return row._replace(id=await store.open_table(row, seats, [entry(1)], None))


def owed(row: TableRow, person: str) -> OwedRow:
    assert row.deadline_at is not None
    return OwedRow(row.id, row.guild_id, 1, person, row.wait_since, row.credited, row.deadline_at, row.call_after)


async def test_each_moment_comes_once_and_nothing_comes_before_it(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    one = owed(await asked(store, key), key)
    assert await store.due_reminders(HALF - 1) == []
    assert await store.next_reminder(NOW) == HALF
    assert await store.due_reminders(HALF) == [one]
    await store.count_reminders([(one, 1)], [])
    assert await store.due_reminders(FIFTH - 1) == []
    assert await store.next_reminder(HALF) == FIFTH
    assert await store.due_reminders(FIFTH) == [one._replace(reminded=1)]
    await store.count_reminders([(one, 2)], [])
    assert await store.due_reminders(NOW + DAY - 1) == []
    assert await store.next_reminder(FIFTH) is None


async def test_the_schema_and_the_schedule_tell_the_same_moments(store: Store) -> None:
    chance, rows = random.Random(5), []
    key = (await store.person(1, "Aja")).key
    for _ in range(50):
        since, credited = NOW - chance.randrange(DAY), chance.randrange(3 * DAY)
        end = since + credited + chance.randrange(10_000, 30 * DAY)
        call = chance.choice([None, (end - since - credited) // chance.randrange(2, 9)])
        rows.append(await asked(store, key, wait_since=since, credited=credited, deadline_at=end, call_after=call))
    for after in (HOUR, DAY):  # without a clock
        rows.append(await asked(store, key, deadline_at=None, call_after=after))
    stored: defaultdict[int, list[int]] = defaultdict(list)
    moment = await store.next_reminder(0)
    while moment is not None:
        for one in await store.due_reminders(moment):
            stored[one.table_id].append(moment)
            await store.count_reminders([(one, len(stored[one.table_id]))], [])
        moment = await store.next_reminder(moment)
    assert stored == {row.id: list(moments(row)) for row in rows}


async def test_what_is_held_back_comes_later_and_at_once_when_it_is_released(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    one = owed(await asked(store, key), key)
    await store.hold_reminders([one], HALF + HOUR)
    assert await store.due_reminders(HALF) == []
    assert await store.next_reminder(HALF) == HALF + HOUR
    await store.release_reminders(key)
    assert await store.due_reminders(HALF) == [one]


async def test_a_new_play_to_wait_for_is_reminded_of_anew_and_the_same_is_not(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    row = await asked(store, key)
    await store.count_reminders([(owed(row, key), 2)], [])
    same = row._replace(seq=2)
    await store.append(same, None, [entry(2)], None)
    assert await store.next_reminder(NOW) is None
    new = same._replace(seq=3, wait_since=NOW + HOUR, deadline_at=NOW + HOUR + DAY)
    await store.append(new, None, [entry(3)], None)
    assert await store.next_reminder(NOW) == HALF + HOUR


async def test_what_was_counted_of_a_play_that_has_been_made_meanwhile_is_not_counted_of_the_next(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    row = await asked(store, key)
    new = row._replace(seq=2, wait_since=NOW + HOUR, deadline_at=NOW + HOUR + DAY)
    await store.append(new, None, [entry(2)], None)
    await store.count_reminders([(owed(row, key), 2)], [])
    await store.hold_reminders([owed(row, key)], NOW + 2 * DAY)
    assert await store.next_reminder(NOW) == HALF + HOUR


async def test_nobody_is_reminded_at_tables_of_a_server_that_is_away_or_for_a_computer(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    row = await asked(store, key)
    await asked(store, key, turn_seat=0)
    assert [one.table_id for one in await store.due_reminders(HALF)] == [row.id]
    assert await store.due_reminders(HALF, {row.guild_id}) == []


async def test_what_is_to_be_sent_is_there_in_the_next_life_until_it_is_done(engine: Engine, path: Path) -> None:
    async with await engine(path, now=now) as store:
        key = (await store.person(1, "Aja")).key
        row = await asked(store, key)
        digest = DigestRow(0, key, "dm", HALF, (DigestLine(row.id, 1, NOW),), is_call=True)
        await store.count_reminders([(owed(row, key), 1)], [digest])
    async with await engine(path, now=now) as store:
        assert await store.due_digests(HALF - 1) == []
        (found,) = await store.due_digests(HALF)
        assert found._replace(id=0) == digest
        await store.postpone_digest(found.id, HALF + HOUR)
        assert await store.next_reminder(HALF) == HALF + HOUR
        mention = digest._replace(way="thread")
        await store.replace_digest(found.id, [mention])
        await store.replace_digest(found.id, [mention])  # twice is once
        (instead,) = await store.due_digests(HALF)
        assert instead._replace(id=0) == mention
        assert instead.id > found.id
        await store.replace_digest(instead.id)
        assert await store.due_digests(HALF) == []


async def test_erasing_somebody_erases_what_was_to_be_sent_to_them(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    await store.count_reminders([], [DigestRow(0, key, "dm", HALF, ())])
    await store.erase(key)
    assert await store.due_digests(HALF) == []
