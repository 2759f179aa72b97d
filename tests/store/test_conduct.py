"""Conduct that others and servers hold against a person, before and after an erasure."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path

import pytest

from bot.operations.maintenance import prune_all
from bot.store import LimitedUse, Retention, Store, TooManyUses, UseLimit
from bot.store.sql import conduct
from tests.store.conftest import Engine
from tests.store.samples import NOW, act, cup, entry, league, opened, result, table

HOUR = 3_600_000
GUILD = 7


def limited(person: str, *limits: tuple[int, int], kind: str = "table", guild_id: int = GUILD) -> LimitedUse:
    return LimitedUse(kind, person, guild_id, tuple(UseLimit(*limit) for limit in limits))


async def test_what_is_one_too_many_says_when_it_is_allowed_again(engine: Engine, path: Path) -> None:
    clock = [NOW]
    async with await engine(path, now=lambda: clock[0]) as store:
        aja = (await store.person(1, "Aja")).key
        used = limited(aja, (2, HOUR), (3, 24 * HOUR))
        for at, allowed_again in ((0, None), (10, None), (20, HOUR), (HOUR, None), (HOUR + 5, 24 * HOUR)):
            clock[0] = NOW + at
            if allowed_again is None:
                await store.use(used)
                continue
            with pytest.raises(TooManyUses) as refused:
                await store.use(used)
            assert refused.value.until == NOW + allowed_again
        clock[0] = NOW + 24 * HOUR
        await store.use(used)


async def test_uses_are_counted_by_person_kind_and_guild(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.use(limited(aja, (1, HOUR)))
    await store.use(limited(malik, (1, HOUR)))
    await store.use(limited(aja, (1, HOUR), kind="cup"))
    await store.use(limited(aja, (1, HOUR), guild_id=8))
    with pytest.raises(TooManyUses):
        await store.use(limited(aja, (1, HOUR)))


async def test_an_erasure_gives_nobody_new_uses(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    await store.use(limited(aja, (1, HOUR)))
    await store.erase(aja)
    back = (await store.person(1, "Aja")).key
    with pytest.raises(TooManyUses):
        await store.use(limited(back, (1, HOUR)))


async def test_of_fifty_uses_at_once_no_more_succeed_than_are_allowed(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    done = await asyncio.gather(*(store.use(limited(aja, (10, HOUR))) for _ in range(50)), return_exceptions=True)
    assert [one is None for one in done].count(True) == 10
    assert sum(isinstance(one, TooManyUses) for one in done) == 40


async def test_what_is_opened_beyond_the_limit_leaves_nothing_behind(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    row = await opened(store)
    for once in (True, False):
        with nullcontext() if once else pytest.raises(TooManyUses):
            await store.open_table(table(), [], [entry(1)], None, conditions=[limited(aja, (1, HOUR))])
        with nullcontext() if once else pytest.raises(TooManyUses):
            await store.create_cup(cup(), [act(1)], None, conditions=[limited(aja, (1, HOUR), kind="cup")])
        with nullcontext() if once else pytest.raises(TooManyUses):
            await store.create_league(league(), [act(1)], None, conditions=[limited(aja, (1, HOUR), kind="league")])
    assert len(await store.running(GUILD)) == len([row, "one more"])
    assert len(await store.running_cups(GUILD)) == 1
    assert len(await store.leagues(GUILD)) == 1


async def test_the_tables_that_somebody_opened_before_an_erasure_are_still_theirs_while_they_run(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    rows = [table(stage=stage) for stage in ("playing", "playing", "over")]
    first, second, _ = [await store.open_table(row, [], [entry(1, by=aja)], None) for row in rows]
    for _ in range(2):
        await store.erase(aja)
        aja = (await store.person(1, "Aja")).key
        assert set(await store.tables_opened_by(aja)) == {first, second}
    ended = await store.row(first)
    assert ended
    await store.append(ended._replace(seq=2, stage="over"), None, [entry(2)], None)
    assert await store.tables_opened_by(aja) == [second]
    await prune_all(store, Retention(0, None, 0))
    told = (await store.personal_data(aja))["conduct"]
    assert [(one["kind"], one["about"]) for one in told] == [(conduct.OPENED, str(second))], (
        "of the other nothing is kept"
    )


async def test_missed_deadlines_are_known_again_after_an_erasure(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    await store.replace_results(1, [result(1, aja, guild_id=GUILD, ended_at=NOW, kept=5, missed=0)])
    await store.replace_results(2, [result(2, aja, guild_id=GUILD, ended_at=NOW + 1, kept=1, missed=9)])
    await store.replace_results(3, [result(3, aja, guild_id=8, ended_at=NOW + 2, kept=7, missed=0)])
    await store.erase(aja)
    aja = (await store.person(1, "Aja")).key
    assert await store.deadlines_before(aja, GUILD, "voormsi") == [(5, 0), (1, 9)]
    assert await store.deadlines_before(aja, 8, "voormsi") == [], "nothing was missed there"
    await store.replace_results(4, [result(4, aja, guild_id=GUILD, ended_at=NOW + 3, kept=20, missed=0)])
    await store.erase(aja)
    aja = (await store.person(1, "Aja")).key
    assert await store.deadlines_before(aja, GUILD, "voormsi") == [(5, 0), (1, 9), (20, 0)]


async def test_what_is_held_against_a_person_is_told_to_them_but_not_who_blocks_them(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.block(malik, aja)
    await store.use(limited(aja, (1, HOUR)))
    await store.erase(aja)
    aja = (await store.person(1, "Aja")).key
    told = await store.personal_data(aja)
    assert [one["kind"] for one in told["conduct"]] == ["table"]
    assert malik not in str(told)


async def test_each_kind_is_deleted_after_its_time(engine: Engine, path: Path) -> None:
    clock = [NOW]
    async with await engine(path, now=lambda: clock[0]) as store:
        aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
        await store.block(malik, aja)
        await store.replace_results(1, [result(1, aja, guild_id=GUILD, kept=1, missed=9)])
        await store.erase(aja)

        async def prune(after: int) -> None:
            await prune_all(store, Retention(0, None, 0, conduct=NOW + after))

        await prune(conduct.KEPT[conduct.DEADLINES])
        await prune(conduct.KEPT[conduct.BLOCK])
        aja = (await store.person(1, "Aja")).key
        assert await store.deadlines_before(aja, GUILD, "voormsi") == []
        assert (await store.blocks(malik)).blocked == (aja,)
        await store.erase(aja)
        await prune(conduct.KEPT[conduct.BLOCK] + 1)
        assert (await store.blocks((await store.person(1, "Aja")).key)).by == frozenset()
