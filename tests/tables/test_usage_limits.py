from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.runtime.settings import read_settings
from bot.runtime.times import HOUR, MINUTE
from bot.store.engine import open_store
from bot.tables import actions, usage_limits
from bot.tables.usage_limits import REMEMBERED, Cost, CostLimit, RateWindow, UsageLimits, limits_of, too_fast
from bot.texts.notices import Refusal, RequestRefused, fact
from tests.bot.running_bot import GUILD, SetClock, StartBot


def full_at(window: RateWindow, time: SetClock, now: int, person: int = 1) -> int | None:
    time.now = now
    return window.full_until(person)


def test_so_much_is_allowed_in_any_minute_and_what_was_refused_is_not_counted() -> None:
    window = RateWindow([CostLimit(2, MINUTE)], time := SetClock())
    assert [full_at(window, time, at) for at in (0, 10_000)] == [None, None]
    assert [full_at(window, time, at) for at in (20_000, MINUTE - 1)] == [MINUTE, MINUTE]
    assert full_at(window, time, MINUTE) is None
    assert full_at(window, time, MINUTE) == 10_000 + MINUTE


def test_each_person_has_a_minute_of_their_own() -> None:
    window = RateWindow([CostLimit(1, MINUTE)], time := SetClock())
    assert full_at(window, time, 0) is None
    assert full_at(window, time, 0, person=2) is None
    assert full_at(window, time, 1) == MINUTE


def test_none_is_any_number() -> None:
    window = RateWindow([], time := SetClock())
    assert {full_at(window, time, 0) for _ in range(100)} == {None}


def test_a_clock_that_is_set_back_refuses_nobody() -> None:
    window = RateWindow([CostLimit(1, MINUTE)], time := SetClock())
    assert full_at(window, time, 10 * MINUTE) is None
    assert full_at(window, time, 5 * MINUTE) is None
    assert full_at(window, time, 5 * MINUTE) == 6 * MINUTE


def test_what_is_remembered_is_bounded_and_lasts_a_minute() -> None:
    window = RateWindow([CostLimit(1, MINUTE)], time := SetClock())
    for person in range(REMEMBERED + 100):
        full_at(window, time, 0, person)
    assert len(window._done) <= REMEMBERED
    full_at(window, time, MINUTE, person=0)
    assert len(window._done) == 1


def test_the_longer_limit_holds_when_the_shorter_one_is_over() -> None:
    window = RateWindow([CostLimit(2, MINUTE), CostLimit(3, HOUR)], time := SetClock())
    assert [full_at(window, time, at) for at in (0, 1, MINUTE)] == [None, None, None]
    assert full_at(window, time, 3 * MINUTE) == HOUR
    assert full_at(window, time, HOUR) is None


@pytest.fixture
async def limits(tmp_path: Path) -> AsyncIterator[UsageLimits]:
    async with await open_store(tmp_path / "voormsi.db", now=lambda: 1_500) as store:
        yield UsageLimits(read_settings(None, joins_per_minute=4, commands_per_minute=4), store, lambda: 1_500)


def test_each_class_has_a_limit_of_its_own(limits: UsageLimits) -> None:
    assert [limits.full_until(1, Cost.CONTACT) for _ in range(3)] == [None, None, 1_500 + MINUTE]
    assert limits.full_until(1, Cost.NOTIFY) is None
    assert limits.full_until(2, Cost.CONTACT) is None


def test_everything_has_a_limit_and_none_without_the_settings() -> None:
    assert all(limits_of(cost, read_settings(None)) for cost in Cost)
    unlimited = read_settings(None, joins_per_minute=0, commands_per_minute=0)
    assert not any(limits_of(cost, unlimited) for cost in Cost)


def test_a_person_who_waits_is_told_until_when_in_whole_seconds() -> None:
    assert too_fast(61_500, 1_500) == fact(Refusal.TOO_FAST, at=62)
    assert too_fast(HOUR, 1_500) == fact(Refusal.TOO_OFTEN, at=3600)


def test_a_person_is_not_told_twice_at_once(limits: UsageLimits) -> None:
    assert [limits.is_to_be_told(person) for person in (1, 1, 2)] == [True, False, True]


async def test_refusals_of_one_person_are_sent_two_at_once_and_those_of_others_beside_them(limits: UsageLimits) -> None:
    sending, sent = list[int](), asyncio.Event()

    async def refuse(person: int) -> None:
        async with limits.refusal_in_turn(person):
            sending.append(person)
            await sent.wait()

    refused = [asyncio.create_task(refuse(person)) for person in (1, 1, 1, 1, 2)]
    await asyncio.sleep(0)
    assert sending == [1, 1, 2]
    sent.set()
    await asyncio.gather(*refused)
    assert sending == [1, 1, 2, 1, 1]


async def test_a_refusal_waits_for_no_others_for_long(limits: UsageLimits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage_limits, "LONGEST_TURN", 0)
    async with limits.refusal_in_turn(1), limits.refusal_in_turn(1), limits.refusal_in_turn(1):
        pass
    async with limits.refusal_in_turn(1), limits.refusal_in_turn(1):
        pass


async def test_only_open_tables_are_counted_and_only_for_who_opened_them(start_bot: StartBot) -> None:
    here = await start_bot()
    aja, malik, third = await here.meet(1, 2, 3)
    settings = read_settings(None, tables_per_person=1, tables_per_server=2)
    limits = UsageLimits(settings, here.store, here.time)
    first = await here.open(aja)
    await here.do(first.id, actions.Join(malik))
    with pytest.raises(RequestRefused) as refused:
        await limits.check_table(aja, GUILD)
    assert refused.value.why == fact(Refusal.TABLES_OF_PERSON, count=1)
    await limits.check_table(malik, GUILD)
    await here.open(malik)
    with pytest.raises(RequestRefused) as refused:
        await limits.check_table(third, GUILD)
    assert refused.value.why == fact(Refusal.TABLES_OF_SERVER, count=2)
    await limits.check_table(third, GUILD + 1)
    await here.do(first.id, actions.Close(aja))
    await limits.check_table(aja, GUILD)
    unlimited = UsageLimits(read_settings(None, tables_per_person=0, tables_per_server=0), here.store, here.time)
    await unlimited.check_table(malik, GUILD)
    await here.shown()
