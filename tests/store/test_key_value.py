from __future__ import annotations

from bot.store import Store


async def test_what_is_remembered_under_a_name_is_the_newest(store: Store) -> None:
    assert await store.recall("commands") is None
    await store.remember("commands", "one")
    await store.remember("commands", "two ❄")
    await store.remember("else", "")
    assert await store.recall("commands") == "two ❄"
    assert await store.recall("else") == ""
