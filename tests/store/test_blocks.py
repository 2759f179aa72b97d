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
    (told,) = (await store.personal_data(aja))["blocks"]
    assert told["discord_id"] == "2"
    assert malik not in str(await store.personal_data(aja))
    assert (await store.personal_data(malik))["blocks"] == []


async def test_a_block_goes_with_who_made_it(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.block(aja, malik)
    await store.erase(aja)
    assert [await store.blocks(key) for key in (aja, malik)] == [Blocks(), Blocks()]
    back = (await store.person(1, "Person 1")).key
    assert [await store.blocks(key) for key in (back, malik)] == [Blocks(), Blocks()]


async def test_a_block_holds_for_who_comes_back_after_an_erasure(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.block(aja, malik)
    for _ in range(2):
        await store.erase(malik)
        assert await store.blocks(aja) == Blocks()
        malik = (await store.person(2, "Somebody else")).key
        assert await store.blocks(aja) == Blocks((malik,))
        assert await store.blocks(malik) == Blocks((), frozenset({aja}))
    await store.unblock(aja, malik)
    await store.erase(malik)
    back = (await store.person(2, "Somebody else")).key
    assert await store.blocks(aja) == Blocks(), "it was lifted"
    assert await store.blocks(back) == Blocks()


async def test_a_block_that_outlived_an_erasure_goes_with_who_made_it(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.block(aja, malik)
    await store.erase(malik)
    await store.erase(aja)
    back = (await store.person(2, "Person 2")).key
    assert await store.blocks(back) == Blocks()
