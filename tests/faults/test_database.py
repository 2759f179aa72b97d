"""Another program in the database, damage to it, and versions of it: plays wait or are refused, and none is lost."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.store import Store
from cogs import answering
from sandbox import Fault, Sandbox
from tests.faults.evening import Evening, evening
from tests.flows.conftest import serving, settings_for
from tests.flows.players import record

HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
db.execute("ROLLBACK")
"""
BUSY = "I could not save that just now"


@asynccontextmanager
async def held(database: Path) -> AsyncIterator[None]:
    """Another process has the lock for writing."""
    holder = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDER, database, stdin=PIPE, stdout=PIPE)
    assert holder.stdin
    assert holder.stdout
    assert await holder.stdout.readline() == b"held\n"
    try:
        yield
    finally:
        holder.stdin.close()
        assert await holder.wait() == 0


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot waits for others' locks for a moment only."""
    monkeypatch.setattr(Store, "open", partial(Store.open, patience=0.2))


def made(table: Evening) -> int:
    """How many entries the table's record has."""
    return len(record(table.database, table.lobby.id))


@pytest.mark.usefixtures("bot")
async def test_a_play_waits_for_another_program_that_writes_for_a_moment(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "PATIENCE", 0.1)
    table = await evening(box, database, "You Aja")
    await table.play(2)
    await table.settled()
    player = await table.turn()
    before = made(table)
    async with held(database):
        answer = await table.press(player)
        assert answer.status == "deferred_update"
        assert made(table) == before
    await box.until(lambda: made(table) > before)
    await table.play(3)
    await table.settled()
    table.sound()
    assert answer.text.count("Your hand") == 1, "nothing was said but the hand"


@pytest.mark.usefixtures("impatient")
async def test_a_play_is_refused_in_a_sentence_while_another_program_writes_for_long(
    box: Sandbox, database: Path, forgiven: set[str]
) -> None:
    forgiven |= {"the store did not take it"}
    async with serving(box, settings_for(box, database)):
        table = await evening(box, database, "You Aja")
        await table.play(2)
        await table.settled()
        player = await table.turn()
        before = made(table)
        async with held(database):
            for _ in range(2):
                answer = await table.press(player)
                assert answer.status == "message", (answer.status, answer.text)
                assert BUSY in answer.text
                assert answer.message
                assert answer.message.ephemeral
        assert made(table) == before
        await table.play(3)
        await table.settled()
        table.sound()


@pytest.mark.usefixtures("impatient")
async def test_what_is_shown_and_what_the_clock_owes_go_on_when_another_program_lets_go(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The lock is taken while posts of a play are on their way: their marks cannot be written."""
    async with serving(box, settings_for(box, database)):
        table = await evening(box, database, "You Aja")
        await table.play(2)
        await table.settled()
        slow = box.faults.add(Fault.slow(0.5, "/messages", method="POST", times=2))
        await table.play_until(lambda: slow.hits)
        async with held(database):
            await box.until(lambda: "in use by another program" in caplog.text)
        await table.settled()
        await table.play(3)
        await table.settled()
        table.sound()
