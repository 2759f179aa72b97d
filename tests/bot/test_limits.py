from __future__ import annotations

from pathlib import Path

from bot.runtime.settings import read_settings
from bot.store.engine import open_store
from bot.tables import actions
from bot.tables.limits import MINUTE, REMEMBERED, RateWindow, UsageLimits
from bot.texts.notices import Refusal, fact
from tests.bot.running_bot import GUILD, StartBot, Time


def full_at(window: RateWindow, time: Time, now: int, person: int = 1) -> int | None:
    time.now = now
    return window.full_until(person)


def test_so_much_is_allowed_in_any_minute_and_what_was_refused_is_not_counted() -> None:
    window = RateWindow(2, time := Time())
    assert [full_at(window, time, at) for at in (0, 10_000)] == [None, None]
    assert [full_at(window, time, at) for at in (20_000, MINUTE - 1)] == [MINUTE, MINUTE]
    assert full_at(window, time, MINUTE) is None
    assert full_at(window, time, MINUTE) == 10_000 + MINUTE


def test_each_person_has_a_minute_of_their_own() -> None:
    window = RateWindow(1, time := Time())
    assert full_at(window, time, 0) is None
    assert full_at(window, time, 0, person=2) is None
    assert full_at(window, time, 1) == MINUTE


def test_none_is_any_number() -> None:
    window = RateWindow(0, time := Time())
    assert {full_at(window, time, 0) for _ in range(100)} == {None}


def test_a_clock_that_is_set_back_refuses_nobody() -> None:
    window = RateWindow(1, time := Time())
    assert full_at(window, time, 10 * MINUTE) is None
    assert full_at(window, time, 5 * MINUTE) is None
    assert full_at(window, time, 5 * MINUTE) == 6 * MINUTE


def test_what_is_remembered_is_bounded_and_lasts_a_minute() -> None:
    window = RateWindow(1, time := Time())
    for person in range(REMEMBERED + 100):
        full_at(window, time, 0, person)
    assert window.watched <= REMEMBERED
    full_at(window, time, MINUTE, person=0)
    assert window.watched == 1


async def test_a_person_who_waits_is_told_until_when_in_whole_seconds(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "voormsi.db", now=lambda: 1_500) as store:
        limits = UsageLimits(read_settings(None, joins_per_minute=1), store, lambda: 1_500)
        assert limits.join(1) is None
        assert limits.command(1) is None, "commands are counted for themselves"
        refused = limits.join(1)
        assert refused == fact(Refusal.TOO_FAST, at=62)


async def test_only_open_tables_are_counted_and_only_for_who_opened_them(start_bot: StartBot) -> None:
    here = await start_bot()
    aja, malik, third = await here.meet(1, 2, 3)
    settings = read_settings(None, tables_per_person=1, tables_per_server=2)
    limits = UsageLimits(settings, here.store, here.time)
    first = await here.open(aja)
    await here.do(first.id, actions.Join(malik))
    assert await limits.table(aja, GUILD) == fact(Refusal.TABLES_OF_PERSON, count=1)
    assert await limits.table(malik, GUILD) is None
    await here.open(malik)
    assert await limits.table(third, GUILD) == fact(Refusal.TABLES_OF_SERVER, count=2)
    assert await limits.table(third, GUILD + 1) is None
    await here.do(first.id, actions.Close(aja))
    assert await limits.table(aja, GUILD) is None
    unlimited = UsageLimits(read_settings(None, tables_per_person=0, tables_per_server=0), here.store, here.time)
    assert await unlimited.table(malik, GUILD) is None
    await here.shown()
