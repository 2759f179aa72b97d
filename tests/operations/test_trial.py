from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import trial
from sandbox import Sandbox
from simulation.remote_sandbox import RemotePerson, RemoteSandbox
from tests.operations.conftest import TOKEN
from trial.bot_process import running_bot

PROJECT = Path(__file__).resolve().parents[2]


@asynccontextmanager
async def trying(*arguments: str, **settings: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "try", *arguments),
        env={**os.environ, "PYTHONPATH": str(PROJECT), **settings},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def address(process: Process) -> str:
    """The address that is printed when the table is ready."""
    assert process.stdout
    async with asyncio.timeout(120):
        while line := await process.stdout.readline():
            if found := re.search(r"http://127\.0\.0\.1:\d+/\w+/\?as=\S+", line.decode()):
                return found[0]
    assert process.stderr
    raise AssertionError((await process.stderr.read()).decode())


async def test_a_file_where_somebody_tries_it_is_imported_in_place_of_no_module(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('not this one')", encoding="utf-8")
    async with Sandbox() as box, running_bot(box, {"DATABASE": "v.db"}, tmp_path / "log") as bot:
        await bot.until(lambda: box.bot_online, 60, "it did not begin")


@pytest.mark.slow
async def test_headless_computers_play_a_rubber_and_what_was_seen_is_printed() -> None:
    # settings that would lead elsewhere: a trial must not use the token and the addresses of a real bot
    elsewhere = {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_BASE": "http://127.0.0.1:9/api",
        "DISCORD_GATEWAY": "ws://127.0.0.1:9",
    }
    async with trying("--headless", **elsewhere) as process, asyncio.timeout(120):
        out, error = await process.communicate()
    seen = out.decode()
    assert process.returncode == 0, error.decode()
    assert "won!" in seen
    assert seen.index("hand 1 is over") < seen.rindex("game over")
    assert seen.rstrip().endswith("[Rematch] [One more hand]\n[Replay] [Share] [Record]")
    assert os.listdir() == [], "a trial leaves nothing in the folder where it is started"  # noqa: PTH208


@pytest.mark.parametrize("people", [pytest.param(1, marks=pytest.mark.slow), 4])
async def test_the_page_opens_on_a_table_that_is_ready_and_ctrl_c_ends_it_all(people: int) -> None:
    async with trying("--no-browser", "--people", str(people)) as process:
        page = await address(process)
        base = page.partition("?")[0]
        async with aiohttp.ClientSession() as session, session.get(page) as response:
            assert response.status == 200
        async with RemoteSandbox(base) as box:
            you = await box.person(trial.people()[0]).watch()
            lobby = next(message for message in you.messages if "Play now" in message.labels)
            shown = trial.text_of(lobby.payload)
        assert shown.count(trial.EMPTY_SEAT) == 4 - people
        assert all((name in shown) == (number < people) for number, name in enumerate(trial.OTHERS, 1)), shown
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(60):
            assert await process.wait() == 0
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientConnectorError):
                await session.get(page)


@pytest.mark.parametrize(
    ("account", "name"),
    [("aviaja", "Aviaja"), ("aviaja.olsen", "Aviaja"), *((one, trial.NAMELESS) for one in ("root", "malik", "x7", ""))],
)
def test_the_person_at_the_machine_is_called_by_a_name_and_not_you(
    monkeypatch: pytest.MonkeyPatch, account: str, name: str
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: account)
    assert trial.own_name() == name


@pytest.mark.slow
async def test_a_database_that_is_named_is_kept(tmp_path: Path) -> None:
    async with trying("--headless", "--database", "kept.db") as process, asyncio.timeout(120):
        await process.communicate()
    assert process.returncode == 0
    assert (tmp_path / "kept.db").read_bytes().startswith(b"SQLite format 3")


@pytest.mark.slow
async def test_a_bot_that_cannot_start_is_told_with_the_end_of_its_log(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Malik, no database. " * 100, encoding="utf-8")
    async with trying("--headless", "--database", "letter.db") as process, asyncio.timeout(120):
        _, error = await process.communicate()
    assert process.returncode == 1
    assert "is not a database" in error.decode()


async def test_a_port_that_is_taken_is_told() -> None:
    server = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, trying("--headless", "--port", str(port)) as process, asyncio.timeout(120):
        _, error = await process.communicate()
    assert process.returncode == 1
    assert str(port) in error.decode()


def test_the_text_of_a_message_is_read_in_order_with_names_and_buttons() -> None:
    shown = {
        "content": "<@7> sits down",
        "mentions": [{"id": "7", "username": "aja", "global_name": "Aja"}],
        "components": [
            {
                "type": 17,
                "components": [
                    {
                        "type": 9,
                        "components": [{"type": 10, "content": "Seats"}],
                        "accessory": {"type": 2, "label": "Why?"},
                    },
                    {"type": 10, "content": "Aja"},
                ],
            },
            {"type": 1, "components": [{"type": 2, "label": "Join"}, {"type": 2, "custom_id": "v1:x"}]},
            {"type": 1, "components": [{"type": 3, "placeholder": "Seat…"}]},
        ],
    }
    assert trial.text_of(shown) == "@Aja sits down\nSeats\n[Why?]\nAja\n[Join] [v1:x]\n[Seat…]"


def told(message_id: str, *labels: str, edited: str | None = None) -> dict[str, Any]:
    """A message in a frame, with these buttons."""
    row = {"type": 1, "components": [{"type": 2, "label": label} for label in labels]}
    return {"id": message_id, "channel_id": "1", "ephemeral": False, "edited_timestamp": edited, "components": [row]}


def test_a_person_far_away_follows_what_happens() -> None:
    you = RemotePerson(RemoteSandbox("http://127.0.0.1"), {"id": "5", "name": "You"})
    channel = {"id": "1", "name": "cards", "type": 0}
    you.take({"type": "snapshot", "channels": [channel], "messages": {}, "commands": [], "bot": {"online": False}})
    assert [one.name for one in you.channels.values()] == ["cards"]
    you.take({"type": "commands", "commands": [{"name": "table", "options": [{"name": "open"}]}]})
    assert [one["name"] for one in you.commands] == ["table"]
    assert not you.bot_online
    you.take({"type": "bot", "online": True})
    assert you.bot_online
    you.take({"type": "message", "message": told("9")})
    you.take({"type": "message", "message": told("10", "Join")})
    assert [message.id for message in you.messages] == [9, 10]
    assert you.messages[-1].labels == ["Join"]
    you.take({"type": "edited", "message": told("10", edited="2026-01-01")})
    assert you.messages[-1].labels == []
    you.take({"type": "deleted", "channel_id": "1", "message_id": "9"})
    assert [message.id for message in you.messages] == [10]
