from __future__ import annotations

from pathlib import Path

from bot.operations.maintenance import prune_all
from bot.store import PlaceRow, Prunable, Retention, Store, TableRow
from tests.store.conftest import Engine
from tests.store.samples import NOW, mark, opened

NOTHING = Retention(0, None, 0)


async def full(store: Store, **changes: object) -> TableRow:
    """A table with something of it everywhere."""
    row = await opened(store, **changes)
    await store.put_place(PlaceRow(row.id, row.channel_id, row.id + 1000, None))
    await store.put_message_states(mark(row.id))
    return row


async def test_tables_that_ended_long_ago_go_with_all_that_is_theirs_and_others_stay(store: Store) -> None:
    old = [await full(store, stage=stage, changed_at=NOW - 10) for stage in ("over", "closed")]
    kept = [await full(store, stage=stage, changed_at=NOW - 10) for stage in ("lobby", "playing")]
    kept.append(await full(store, stage="over", changed_at=NOW))
    limits = NOTHING._replace(tables=NOW)
    assert await store.prunable(limits) == Prunable(0, 2, 0)
    assert await prune_all(store, limits) == Prunable(0, 2, 0)
    assert [await store.row(row.id) for row in old] == [None, None]
    for row in kept:
        assert await store.row(row.id) == row
        assert await store.record(row.id)
        assert await store.message_states(row.id)
    assert await store.prunable(limits) == Prunable(0, 0, 0)


async def test_without_a_limit_tables_are_kept_for_ever(store: Store) -> None:
    row = await full(store, stage="over", changed_at=1)
    assert await prune_all(store, NOTHING) == Prunable(0, 0, 0)
    assert await store.row(row.id) == row


async def test_a_rematch_outlives_the_table_that_it_is_one_of(store: Store) -> None:
    old = await full(store, stage="over", changed_at=NOW - 10)
    rematch = await full(store, rematch_of=old.id)
    await prune_all(store, NOTHING._replace(tables=NOW))
    assert await store.row(rematch.id) == rematch._replace(rematch_of=None)


async def test_a_server_that_removed_the_bot_long_ago_is_removed_with_its_running_tables(store: Store) -> None:
    gone, there = await full(store, guild_id=7, stage="playing"), await full(store, guild_id=8, stage="playing")
    for guild_id in (7, 8):
        await store.change_guild_preferences(guild_id, {"language": "da"})
    await store.set_present_guilds([8])
    assert await prune_all(store, NOTHING._replace(guilds=NOW)) == Prunable(0, 0, 0), "it may come back"
    assert await prune_all(store, NOTHING._replace(guilds=NOW + 1)) == Prunable(0, 1, 1)
    assert await store.row(gone.id) is None
    assert await store.row(there.id) == there
    assert await store.guild_preferences(7) == {}
    assert await store.guild_preferences(8) == {"language": "da"}


async def test_a_server_that_lets_the_bot_in_again_keeps_all(store: Store) -> None:
    row = await full(store, guild_id=7)
    await store.set_present_guilds([])
    await store.set_present_guilds([7])
    assert await prune_all(store, NOTHING._replace(guilds=NOW + 1)) == Prunable(0, 0, 0)
    assert await store.row(row.id) == row


async def test_the_time_of_being_removed_is_that_of_the_first_look(engine: Engine, path: Path) -> None:
    clock = [NOW]
    async with await engine(path, now=lambda: clock[0]) as store:
        await full(store, guild_id=7)
        for _ in range(3):
            await store.set_present_guilds([])
            clock[0] += 100
        assert await store.prunable(NOTHING._replace(guilds=NOW)) == Prunable(0, 0, 0)
        assert await store.prunable(NOTHING._replace(guilds=NOW + 1)) == Prunable(0, 1, 1)


async def test_the_number_of_a_table_that_was_removed_is_given_to_no_other(store: Store) -> None:
    numbers = [(await full(store, stage="closed", changed_at=NOW - 10)).id for _ in range(3)]
    await prune_all(store, NOTHING._replace(tables=NOW))
    assert (await full(store)).id == max(numbers) + 1
