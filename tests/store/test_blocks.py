"""Blocks of people by others."""

from __future__ import annotations

from bot.store import Blocks, Store


async def test_a_block_is_known_from_both_sides_until_it_is_lifted(store: Store) -> None:
    aja, malik, ivalu = [(await store.person(number, f"Person {number}")).key for number in range(3)]
    for blocked in (malik, ivalu, malik):
        await store.block(aja, blocked)
    assert set((await store.blocks(aja)).blocked) == {malik, ivalu}
    assert await store.blocks(malik) == Blocks((), frozenset({aja}))
    await store.unblock(aja, malik)
    assert await store.blocks(aja) == Blocks((ivalu,))
    assert await store.blocks(malik) == Blocks()


async def test_a_block_is_told_to_who_made_it_and_to_nobody_else(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.block(aja, malik)
    (told,) = (await store.about(aja))["blocks"]
    assert told["discord_id"] == "2"
    assert malik not in str(await store.about(aja))
    assert (await store.about(malik))["blocks"] == []


async def test_a_block_goes_with_either_person(store: Store) -> None:
    for gone in (0, 1):
        pair = [(await store.person(10 * gone + number, f"Person {number}")).key for number in (1, 2)]
        await store.block(*pair)
        await store.erase(pair[gone])
        assert [await store.blocks(key) for key in pair] == [Blocks(), Blocks()]
