"""Which table may mention the server's role: one in so many minutes, also after a restart."""

from __future__ import annotations

from bot.store import Store
from tests.store.samples import NOW, opened

MINUTE = 60_000


async def test_a_role_is_mentioned_at_one_table_in_so_many_minutes_of_each_server(store: Store) -> None:
    first, second, elsewhere = [(await opened(store, guild_id=guild)).id for guild in (7, 7, 8)]
    await store.mention_role(first, 7, 50, NOW, NOW - 30 * MINUTE)
    for table, guild in ((second, 7), (elsewhere, 8)):
        await store.mention_role(table, guild, 50, NOW + 29 * MINUTE, NOW - MINUTE)
    assert [await store.role_mentioned(table) for table in (first, second, elsewhere)] == [50, None, 50]
    await store.mention_role(second, 7, 51, NOW + 31 * MINUTE, NOW + MINUTE)
    assert await store.role_mentioned(second) == 51


async def test_a_table_that_has_mentioned_a_role_keeps_it(store: Store) -> None:
    table = (await opened(store)).id
    for role in (50, 51):
        await store.mention_role(table, 7, role, NOW, NOW + MINUTE)
    assert await store.role_mentioned(table) == 50
