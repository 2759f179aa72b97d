from __future__ import annotations

from bot.store import Store


async def test_what_is_remembered_under_a_name_is_the_newest(store: Store) -> None:
    assert await store.get_value("commands") is None
    await store.put_value("commands", "one")
    await store.put_value("commands", "two ❄")
    await store.put_value("else", "")
    assert await store.get_value("commands") == "two ❄"
    assert await store.get_value("else") == ""
