from __future__ import annotations

from pathlib import Path

import pytest

from bot.runtime.settings import read_settings
from bot.runtime.time_units import MINUTE
from bot.store.engine import open_store
from bot.tables import actions
from bot.tables.usage_limits import REMEMBERED, RateWindow, UsageLimits
from bot.texts.notices import Refusal, RequestRefused, fact
from tests.bot.running_bot import GUILD, SetClock, StartBot


def full_at(window: RateWindow, time: SetClock, now: int, person: int = 1) -> int | None:
    time.now = now
    return window.full_until(person)


def test_so_much_is_allowed_in_any_minute_and_what_was_refused_is_not_counted() -> None:
    window = RateWindow(2, time := SetClock())
    assert [full_at(window, time, at) for at in (0, 10_000)] == [None, None]
    assert [full_at(window, time, at) for at in (20_000, MINUTE - 1)] == [MINUTE, MINUTE]
    assert full_at(window, time, MINUTE) is None
    assert full_at(window, time, MINUTE) == 10_000 + MINUTE


def test_each_person_has_a_minute_of_their_own() -> None:
    window = RateWindow(1, time := SetClock())
    assert full_at(window, time, 0) is None
    assert full_at(window, time, 0, person=2) is None
    assert full_at(window, time, 1) == MINUTE


def test_none_is_any_number() -> None:
    window = RateWindow(0, time := SetClock())
    assert {full_at(window, time, 0) for _ in range(100)} == {None}


def test_a_clock_that_is_set_back_refuses_nobody() -> None:
    window = RateWindow(1, time := SetClock())
    assert full_at(window, time, 10 * MINUTE) is None
    assert full_at(window, time, 5 * MINUTE) is None
    assert full_at(window, time, 5 * MINUTE) == 6 * MINUTE


def test_what_is_remembered_is_bounded_and_lasts_a_minute() -> None:
    window = RateWindow(1, time := SetClock())
    for person in range(REMEMBERED + 100):
        full_at(window, time, 0, person)
    assert len(window._done) <= REMEMBERED
    full_at(window, time, MINUTE, person=0)
    assert len(window._done) == 1


async def test_a_person_who_waits_is_told_until_when_in_whole_seconds(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "voormsi.db", now=lambda: 1_500) as store:
        limits = UsageLimits(read_settings(None, joins_per_minute=1), store, lambda: 1_500)
        limits.check_press(1, "join")
        limits.check_press(1, "hand")
        limits.check_command(1, "hand")  # commands are counted for themselves
        with pytest.raises(RequestRefused) as refused:
            limits.check_press(1, "sit")
        assert refused.value.why == fact(Refusal.TOO_FAST, at=62)
        with pytest.raises(RequestRefused):
            limits.check_command(1, "table pause")


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
