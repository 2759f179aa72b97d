"""The process is told to end while people play: what they were told is so at the next start."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket

from bot import app
from bot.store.sqlite.store import SqliteStore
from bot.texts import in_language
from bot.texts.notices import Refusal, fact
from sandbox import InjectedFault, Sandbox
from simulation import record_checks
from simulation.action_log import PlayAttempt
from simulation.buttons import choices
from simulation.parties import PATIENCE, Party, PartyLog, RemotePlayer
from simulation.played_table import PLAYED, PUT_OFF, played_table
from simulation.processes import BotProcess, sandbox_process
from simulation.remote_sandbox import RemoteSandbox
from simulation.scripted_people import LONG
from tests.faults.test_requests import EDIT, SEND, RequestKind, add, named, until_hit
from tests.flows.conftest import serving, settings_for
from tests.kill.test_kill import environment, reckoned, settled

PEOPLE = tuple(f"Player {number}" for number in range(1, 51))
AT_ONCE = 10
"""The number of tables opened side by side."""
STOPPING = in_language("en").fact("", fact(Refusal.STOPPING))
GRACE = 30.0
"""Seconds that compose.yaml and the unit for systemd give the process before it is killed."""


async def begun(parties: Sequence[Party]) -> None:
    """Everybody sits at a table of their own, with a computer, and is to play."""
    some = asyncio.Semaphore(AT_ONCE)

    async def begin(party: Party) -> None:
        async with some:
            await party._start(await party._opened())
        await party.box.until(lambda: party.chairs[0].called, PATIENCE)

    async with asyncio.TaskGroup() as group:
        for party in parties:
            group.create_task(begin(party))


async def pressed(chair: RemotePlayer, ledger: PartyLog) -> None:
    """One press of a play, whatever becomes of it."""
    assert chair.hand is not None
    wanted = choices(chair.hand, random.Random(chair.person.name))[0]
    told = await chair._press(chair.hand, wanted.custom_id, wanted.values)
    assert told is not None
    ledger.note(chair, wanted, told, 1)


def word_of(one: PlayAttempt) -> str:
    """The first sentence that somebody was sent."""
    if one.acknowledged:
        return "played"
    return "put off" if one.status == PUT_OFF else one.told or one.status


@pytest.mark.slow
async def test_told_to_stop_while_fifty_play_it_ends_in_time_and_no_play_is_lost(tmp_path: Path) -> None:
    database, log = tmp_path / "voormsi.db", tmp_path / "bot.log"
    with (tmp_path / "sandbox.log").open("wb") as sandbox_log:
        async with (
            sandbox_process(PEOPLE, sandbox_log, answer_within=3) as (page, pointing),
            RemoteSandbox(page) as box,
        ):
            bot = BotProcess(environment(pointing, database), log)
            ledger = PartyLog(bot)
            try:
                await bot.start()
                await asyncio.gather(*(person.watch(joined_only=True) for person in box.people))
                await box.until_online(PATIENCE)
                parties = [Party(box, [person], 2, ledger, 1) for person in box.people]
                await begun(parties)
                presses = [asyncio.create_task(pressed(party.chairs[0], ledger)) for party in parties]
                await box.until(lambda: ledger.tries, PATIENCE)
                told_at, early = time.monotonic(), len(ledger.tries)
                assert await bot.stop() == 0
                took = time.monotonic() - told_at
                await asyncio.gather(*presses)
                told = Counter(map(word_of, ledger.tries))
                print(f"stopped after {early} answers, in {took:.2f} s; told: {dict(told)}")
                assert took < GRACE
                assert early < len(PEOPLE)
                assert set(told) <= {"played", "put off", "failed", STOPPING}, told
                await bot.start()
                await box.until_online(PATIENCE)
                await settled(box, database, parties)
                assert await bot.stop() == 0
                await reckoned(box, database, parties, ledger)
                assert not (await box.state())["violations"]
            finally:
                await bot.end()
    assert record_checks.complaints(log) == []
    assert (tmp_path / "sandbox.log").read_text() == ""


@pytest.mark.slow
async def test_a_play_under_way_is_answered_and_who_comes_later_is_told_to_come_again(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, reached, opened = SqliteStore.append, asyncio.Event(), asyncio.Event()

    async def waiting(self: SqliteStore, *given: Any, **named: Any) -> None:
        reached.set()
        await opened.wait()
        await append(self, *given, **named)

    async with serving(box, settings_for(box, database)) as bot:
        table = await played_table(box, database)
        await table.play(3)
        player = await table.turn()
        monkeypatch.setattr(SqliteStore, "append", waiting)
        playing = asyncio.create_task(table.press(player))
        await reached.wait()
        bot.cancel()
        for other in table.company:
            answer = await other.person.command(table.thread, "hand")
            assert STOPPING in answer.text
        opened.set()
        assert (await playing).status in PLAYED
        await asyncio.gather(bot, return_exceptions=True)
    monkeypatch.setattr(SqliteStore, "append", append)
    async with serving(box, settings_for(box, database)):
        await table.play(4)
        await table.settled()
        table.sound()


@pytest.mark.slow
@pytest.mark.parametrize("way", [SEND, EDIT], ids=named)
async def test_told_to_stop_while_discord_holds_requests_back_it_ends_in_time_and_shows_them_later(
    box: Sandbox, database: Path, way: RequestKind
) -> None:
    async with serving(box, settings_for(box, database)) as bot:
        table = await played_table(box, database)
        await table.play(3)
        await until_hit(table, add(box, way, InjectedFault.rate_limited(retry_after=120)))
        told_at = time.monotonic()
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)
        assert time.monotonic() - told_at < GRACE
    box.faults.clear()
    async with serving(box, settings_for(box, database)):
        await table.play(4)
        await table.settled()
        table.sound()


@pytest.mark.slow
async def test_a_play_that_is_cut_off_at_the_end_is_made_or_not_and_can_be_made_again(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that takes longer than a stop can wait; nothing is logged as an error."""
    monkeypatch.setattr(app, "GRACE_SECONDS", 0)
    monkeypatch.setattr(app, "LAST_WORDS_SECONDS", 0)
    append, reached = SqliteStore.append, asyncio.Event()

    async def stuck(self: SqliteStore, *_: Any, **__: Any) -> None:
        reached.set()
        await asyncio.Event().wait()

    async with serving(box, settings_for(box, database)) as bot:
        table = await played_table(box, database)
        await table.play(3)
        player = await table.turn()
        with monkeypatch.context() as for_now:
            for_now.setattr(SqliteStore, "append", stuck)
            playing = asyncio.create_task(table.press(player))
            await reached.wait()
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
    assert SqliteStore.append is append
    assert (await playing).status == "failed"
    async with serving(box, settings_for(box, database)):
        await table.play(4)
        await table.settled()
        table.sound()


async def test_told_to_stop_while_it_connects_again_it_ends(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connecting = asyncio.Event()

    async def unanswered(*_: object, **__: object) -> None:
        connecting.set()
        await asyncio.Event().wait()

    async with serving(box, settings_for(box, database)) as bot:
        monkeypatch.setattr(DiscordWebSocket, "from_client", unanswered)
        box.reconnect_gateway()
        await asyncio.wait_for(connecting.wait(), LONG)
        bot.cancel()
        ended, _ = await asyncio.wait({bot}, timeout=LONG)
    assert ended
