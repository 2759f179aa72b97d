"""The first message in a guild, as the store keeps it."""

from __future__ import annotations

from bot.store import Store
from bot.store.rows import WelcomeRow


async def test_a_welcome_waits_for_a_channel_and_then_for_its_message(store: Store) -> None:
    assert await store.welcome(5) is None
    for row in (WelcomeRow(5, None, None), WelcomeRow(5, 6, None), WelcomeRow(5, 6, 7)):
        await store.put_welcome(row)
        assert await store.welcome(5) == row
