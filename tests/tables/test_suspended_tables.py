"""Tables whose game is not installed any more: what the clock does about them."""

from __future__ import annotations

from pathlib import Path

from bot.runtime.times import DAY, HOUR
from bot.tables import actions
from bot.tables.suspended_tables import resume_all, suspend_all
from bot.tables.table import Stage
from tests.bot.running_bot import WHERE, SetClock
from tests.cups.running_cups import process
from tests.toy_game.mirror import NAME, installed_mirror

AFTER = DAY
"""The time after which a lobby closes here."""


async def test_a_lobby_does_not_expire_while_its_game_is_not_installed(tmp_path: Path) -> None:
    path, time = tmp_path / "a.db", SetClock()
    with installed_mirror():
        async with process(path, time) as here:
            (key,) = await here.meet(1)
            opening = actions.Open(by=key, name="", game=NAME, version=1, seats=2, options={})
            table_id = (await here.tables.open(opening, WHERE, None)).id
            time.now += HOUR
    async with process(path, time) as here:
        await suspend_all(here.store, here.tables)
        time.now += 3 * AFTER
        assert await here.store.due(time.now) == []
        await here.tables.tick(table_id)
    with installed_mirror():
        async with process(path, time) as here:
            await suspend_all(here.store, here.tables)
            await resume_all(here.store, here.tables)
            row = (await here.tables.existing(table_id)).row
            assert row.due_at == time.now + AFTER - HOUR
            time.now = row.due_at
            await here.tables.tick(table_id)
            assert (await here.tables.existing(table_id)).table.stage is Stage.CLOSED
