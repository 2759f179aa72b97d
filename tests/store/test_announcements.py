from __future__ import annotations

from bot.store import AnnouncementRow, Store
from tests.store.samples import NOW, opened


async def test_an_announcement_waits_for_each_table_in_play_and_for_no_other(store: Store) -> None:
    playing = [await opened(store, stage="playing", guild_id=guild) for guild in (1, 2)]
    for stage in ("lobby", "over", "closed"):
        await opened(store, stage=stage)
    assert await store.announce("Maintenance at 22") == 2
    found = await store.announcements()
    assert [(row.table_id, row.text, row.at) for row in found] == [
        (row.id, "Maintenance at 22", NOW) for row in playing
    ]


async def test_a_settled_announcement_is_gone_and_its_number_is_given_to_no_other(store: Store) -> None:
    row = await opened(store, stage="playing")
    await store.announce("First")
    (first,) = await store.announcements()
    await store.settle_announcement(first.id)
    assert await store.announcements() == []
    await store.announce("Second")
    assert await store.announcements() == [AnnouncementRow(first.id + 1, row.id, "Second", NOW)]
