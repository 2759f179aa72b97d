"""Conditions of a commit are looked at in its transaction: of fifty at once none is one too many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from bot.runtime.times import HOUR
from bot.store import (
    Condition,
    Contact,
    CountedRows,
    FewerThan,
    LimitedUse,
    SamePreferences,
    StillNamed,
    Store,
    TooManyUses,
    Unbanned,
    Unblocked,
    Unmet,
    UseLimit,
)
from tests.store.samples import act, cup, entry, league, table

GUILD = 7
AT_ONCE = 50


async def done(*works: Awaitable[object]) -> int:
    """The number of works that were done; the others have met a condition."""
    found = await asyncio.gather(*works, return_exceptions=True)
    refused = [one for one in found if isinstance(one, Unmet | TooManyUses)]
    assert all(one in refused for one in found if isinstance(one, BaseException)), found
    return len(found) - len(refused)


async def key_of(store: Store, number: int) -> str:
    return (await store.person(number, f"Person {number}")).key


async def opened(store: Store, number: int, by: str, conditions: Sequence[Condition]) -> None:
    row = table(name=f"Table {number}")
    await store.open_table(row, [], [entry(1, by=by)], None, conditions=conditions)


async def test_of_fifty_tables_at_once_no_more_open_than_a_person_or_a_guild_may_have(store: Store) -> None:
    aja, malik = await key_of(store, 1), await key_of(store, 2)
    for most, counted, of in ((5, CountedRows.TABLES_OF_PERSON, aja), (8, CountedRows.TABLES_OF_GUILD, GUILD)):
        by = aja if counted is CountedRows.TABLES_OF_PERSON else malik
        fewer = FewerThan(most, counted, of)
        await done(*(opened(store, 100 * most + number, by, [fewer]) for number in range(AT_ONCE)))
        assert await store.count_rows(counted, of) == most


async def test_of_fifty_cups_and_leagues_at_once_no_more_go_on_than_may(store: Store) -> None:
    cups = FewerThan(3, CountedRows.CUPS_OF_GUILD, GUILD)
    leagues = FewerThan(2, CountedRows.LEAGUES_OF_GUILD, GUILD)
    rows = [(cup(name=f"Cup {number}"), league(name=f"League {number}")) for number in range(AT_ONCE)]
    assert await done(*(store.create_cup(one, [act(1)], None, conditions=[cups]) for one, _ in rows)) == 3
    assert await done(*(store.create_league(one, [act(1)], None, conditions=[leagues]) for _, one in rows)) == 2


async def test_of_fifty_templates_and_blocks_at_once_no_more_are_kept_than_may(store: Store) -> None:
    aja, others = await key_of(store, 1), [await key_of(store, 2 + number) for number in range(AT_ONCE)]
    templates = FewerThan(25, CountedRows.TEMPLATES_OF_GUILD, GUILD)
    blocks = FewerThan(10, CountedRows.BLOCKS_OF_PERSON, aja)
    keep = (store.put_cup_template(GUILD, f"Rules {number}", {}, conditions=[templates]) for number in range(AT_ONCE))
    assert await done(*keep) == 25
    assert await done(*(store.block(aja, one, conditions=[blocks]) for one in others)) == 10


async def test_a_guild_as_a_whole_has_only_so_many_uses(store: Store) -> None:
    used = [LimitedUse("table", "", guild_id, (UseLimit(4, HOUR),)) for guild_id in (GUILD, GUILD + 1)]
    aja = await key_of(store, 1)
    assert await done(*(opened(store, number, aja, [used[0]]) for number in range(AT_ONCE))) == 4
    assert await done(*(opened(store, 1000 + number, aja, [used[1]]) for number in range(AT_ONCE))) == 4


async def test_of_fifty_messages_at_once_a_person_gets_no_more_from_another_than_allowed(store: Store) -> None:
    aja, stranger = await key_of(store, 1), await key_of(store, 2)
    friend = (await store.person(3, "Malik", "da")).key
    for person, most in ((stranger, 1), (friend, 4)):
        contact = Contact(aja, person, (UseLimit(4, HOUR),), UseLimit(1, HOUR))
        rows = (opened(store, most * 1000 + number, aja, [contact]) for number in range(AT_ONCE))
        assert await done(*rows) == most


@pytest.mark.parametrize("what", ["ban", "block", "preferences", "named"])
async def test_nothing_is_done_after_what_it_depends_on_has_changed(store: Store, what: str) -> None:
    """Half of the works begin before the change, half after it."""
    aja, malik = await key_of(store, 1), await key_of(store, 2)
    await store.name_organisers(GUILD, [aja], malik)
    conditions: dict[str, Condition] = {
        "ban": Unbanned(GUILD, (malik, aja)),
        "block": Unblocked(aja, (malik,)),
        "preferences": SamePreferences(GUILD, await store.guild_preferences(GUILD)),
        "named": StillNamed(GUILD, aja),
    }
    changes: dict[str, Callable[[], Awaitable[object]]] = {
        "ban": lambda: store.ban(GUILD, aja, malik, "rude"),
        "block": lambda: store.block(malik, aja),
        "preferences": lambda: store.change_guild_preferences(GUILD, {"openers": "managers"}),
        "named": lambda: store.drop_organiser(GUILD, aja),
    }
    before = [opened(store, number, aja, [conditions[what]]) for number in range(AT_ONCE // 2)]
    after = [opened(store, 1000 + number, aja, [conditions[what]]) for number in range(AT_ONCE // 2)]
    found = await asyncio.gather(*before, changes[what](), *after, return_exceptions=True)
    assert not any(isinstance(one, BaseException) for one in found[: len(before)])
    assert all(isinstance(one, Unmet) for one in found[len(before) + 1 :])
    assert len(await store.running(GUILD)) == len(before)
