"""The gateway drops, asks to come again, forgets the session; a server is away: the table goes on when it is over."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.availability.outages import SHORTEST, WITHOUT
from sandbox import Sandbox
from simulation.played_table import PLAYED, PlayedTable, played_table
from simulation.scripted_people import LONG, record
from tests.flows.conftest import serving, settings_for

GatewayFault = Callable[[Sandbox], Awaitable[None]]
UNREADABLE = ("INTERACTION_CREATE", "GUILD_CREATE", "CHANNEL_CREATE", "THREAD_CREATE")
"""Events whose parsers in discord.py fail where fields are missing."""


async def drop(box: Sandbox) -> None:
    await box.drop_gateway()


async def opcode_7(box: Sandbox) -> None:
    box.reconnect_gateway()


async def opcode_9_resumable(box: Sandbox) -> None:
    box.invalidate_sessions(resumable=True)


async def opcode_9(box: Sandbox) -> None:
    box.invalidate_sessions(resumable=False)


def sessions(box: Sandbox) -> set[str]:
    """Those in which a bot is connected."""
    return {session.id for session in box.world.sessions.values() if session.connection}


def made(table: PlayedTable) -> int:
    """The number of entries in the table's record."""
    return len(record(table.database, table.lobby.id))


def left(table: PlayedTable) -> float:
    """Seconds until the play that is waited for is due, from when it was waited for."""
    with closing(sqlite3.connect(f"file:{table.database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT deadline_at - wait_since FROM tables WHERE id = ?", (table.lobby.id,)).fetchone()
    return float(found[0]) / 1000


async def long_enough(box: Sandbox) -> None:
    """So long that time is credited for it."""
    until = time.monotonic() + SHORTEST / 1000 + 0.1
    await box.until(lambda: time.monotonic() > until)


async def goes_on(table: PlayedTable, plays: int = 4) -> None:
    """Some more plays; then everything is shown, and all is sound."""
    await table.play(plays)
    await table.settled()
    table.sound()


@pytest.mark.usefixtures("bot")
async def test_events_that_cannot_be_read_end_nothing(
    box: Sandbox, database: Path, forgiven: set[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Answer as after a change by Discord for which discord.py is too old."""
    forgiven.update(f"an event {event} cannot be read, and is skipped" for event in UNREADABLE)
    table = await played_table(box, database, "You Aja")
    await table.play(2)
    for event in UNREADABLE:
        box.world.sessions.dispatch(event, {})
    await box.until(lambda: all(f"event {event} cannot be read" in caplog.text for event in UNREADABLE), LONG)
    await goes_on(table)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "event", [drop, *(pytest.param(one, marks=pytest.mark.slow) for one in (opcode_7, opcode_9_resumable))]
)
async def test_what_is_pressed_while_the_gateway_is_away_is_played_when_it_is_back(
    box: Sandbox, database: Path, event: GatewayFault
) -> None:
    """Two people and two computers, who play on meanwhile."""
    table = await played_table(box, database, "You Aja")
    await table.play(3)
    player, before, session = await table.turn(), made(table), sessions(box)
    await event(box)
    assert (await table.press(player)).status in PLAYED
    await box.until(lambda: made(table) > before, LONG)
    assert sessions(box) == session, "it was resumed"
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_session_that_is_over_begins_anew_and_nobody_is_charged_for_it(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja")
    await table.play(3)
    player, before, session, time_left = await table.turn(), made(table), sessions(box), left(table)
    await opcode_9(box)
    assert (await table.press(player)).status == "failed", "it has reached nobody"
    assert made(table) == before
    await box.until(lambda: sessions(box) and sessions(box) != session, LONG)
    await box.until(lambda: left(table) > time_left, LONG)
    assert table.called is player
    await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_sessions_that_begin_anew_again_and_again_show_nothing_twice(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja")
    for _ in range(2):
        session = sessions(box)
        await table.play(2)
        await opcode_9(box)
        await box.until(lambda: sessions(box) - session, LONG)  # noqa: B023
        await goes_on(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_server_that_is_unavailable_in_mid_play_is_waited_for(box: Sandbox, database: Path) -> None:
    """Hands are in direct messages, so people may play on; who waits is not charged."""
    table = await played_table(box, database, "You Aja")
    await table.play(3)
    await table.turn()
    time_left = left(table)
    box.outage()
    await long_enough(box)
    box.outage(over=True)
    await box.until(lambda: left(table) > time_left, LONG)
    await goes_on(table)


@pytest.mark.slow
async def test_a_server_that_is_unavailable_when_the_bot_starts_is_waited_for(box: Sandbox, database: Path) -> None:
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(3)
        await table.turn()
    box.outage()
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: lost(database), LONG)
        time_left = left(table)
        await long_enough(box)
        box.outage(over=True)
        await box.until(lambda: left(table) > time_left, LONG)
        await goes_on(table)


def lost(database: Path) -> bool:
    """Return whether the bot knows that a server is unavailable."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT value FROM memories WHERE name = ?", (WITHOUT,)).fetchone()
    return bool(found) and found[0] != "{}"
