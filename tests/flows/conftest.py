"""Flows: the real bot in the sandbox. Any log record at ERROR fails the test."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.app import serve
from bot.cups.publishing import competition_publisher
from bot.discord_api import command_tree
from bot.discord_api.command_tree import Tree, payloads
from bot.messages.looks import treikort
from bot.runtime.settings import Settings, read_settings
from bot.store.sql import personal_data
from bot.texts import CommandWords, offered_games
from cogs import commands, interaction_handler
from cogs.commands import make_commands
from rules.core.contract import Option
from rules.treikort import pope
from sandbox import Sandbox
from simulation.bot_settings import given_for, sandboxed
from simulation.postgres_server import DatabaseOfPath
from tests.flows.processes import Processes

LOOKS = {"sqlite3", "open_store", "SqliteStore", "backup"}
"""The names by which a module of tests looks into the file of the database."""
NEVER = 3600.0
SLOW = 20.0
"""Seconds that people wait for a response here, because the machine may be slow.

That the bot responds within Discord's three seconds is checked in tests with deliberate delays, and in `tests/faults`.
"""


@pytest.fixture
def forgiven() -> set[str]:
    """Texts of errors that a test causes on purpose; each of them must be logged."""
    return set()


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture, forgiven: set[str]) -> Iterator[None]:
    """Fail on any log record at ERROR or above, of discord.py, asyncio or ours, that is not forgiven."""
    caplog.set_level(logging.INFO)
    yield
    gc.collect()
    records = [*caplog.get_records("call"), *caplog.get_records("teardown")]
    said = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    unforgiven = [text for text in said if not any(words in text for words in forgiven)]
    assert not unforgiven, unforgiven
    missed = [words for words in forgiven if not any(words in text for text in said)]
    assert not missed, f"never logged: {missed}"


database_of: Callable[[Path], str] = str
"""The name of the database at a path, as the bot gets it."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what looks into the file, where there is none."""
    if config.getoption("--engine") == "postgres":
        looking = {item for item in items if isinstance(item, pytest.Function) and LOOKS & vars(item.module).keys()}
        items[:] = [item for item in items if item not in looking]
        config.hook.pytest_deselected(items=list(looking))


@pytest.fixture(autouse=True)
def on_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Serve from PostgreSQL if the run is to; the bot's own files are in the working folder then."""
    if request.config.getoption("--engine") == "postgres":
        monkeypatch.chdir(tmp_path)
        given: DatabaseOfPath = request.getfixturevalue("database_of_path")
        monkeypatch.setattr("tests.flows.conftest.database_of", lambda path: given(path).url)
        monkeypatch.setattr("simulation.scripted_people.entries", given.entries)
        monkeypatch.setattr("bot.operations.backup.can_dump", lambda _: False)  # pg_dump may be older than the server


def settings_for(box: Sandbox, database: Path, **given: object) -> Settings:
    """Settings that point the bot at the sandbox."""
    return read_settings(None, **{**given_for(box, database), "database": database_of(database), **given})


@asynccontextmanager
async def serving(box: Sandbox, settings: Settings) -> AsyncIterator[asyncio.Task[None]]:
    """Run the bot as the command line does for the duration of the block, and wait until it is offline."""
    task = asyncio.create_task(serve(settings))
    await box.until(lambda: box.bot_online or task.done())
    if task.done():
        task.result()
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await box.until(lambda: not box.bot_online)
        if isinstance(settings.database, Path) and settings.database.exists():
            await asyncio.to_thread(check_what_people_are_told, settings.database)


def check_what_people_are_told(database: Path) -> None:
    """Assert that no person is told an id of another one, but of those whom they have blocked."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        known = db.execute("SELECT key, discord_id FROM people").fetchall()
        for key, discord_id in known:
            told = personal_data.personal_data(db, key)
            blocked = {one["discord_id"] for one in told.pop("blocks")}
            text = json.dumps(told)
            others = {str(one) for pair in known for one in pair if one is not None} - {key, str(discord_id)}
            found = {one for one in others if re.search(rf"(?<![0-9a-f]){one}(?![0-9a-f])", text)}
            assert not found, f"{key} is told {found} in {text}"
            assert blocked <= others


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the bot the longer timeout of these tests, so that it does not defer responses."""
    monkeypatch.setattr(interaction_handler, "WITHIN", SLOW)
    monkeypatch.setattr(interaction_handler, "PATIENCE", SLOW - 1)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Edit the messages of cups and leagues soon, and draw no emojis, which would begin in the midst of long tests."""
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0.1)
    monkeypatch.setattr(app, "EMOJIS_AFTER", NEVER)


@pytest.fixture
def soon_pope(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five tricks in one hand are enough to become Pope, wherever that is looked at (TREIKORT §5.1)."""
    for module in (pope, treikort):
        monkeypatch.setattr(module, "WINDOW", 1)
        monkeypatch.setattr(module, "NEEDED", 5)


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """A sandbox in which the bot has exactly the permissions that it asks for."""
    async with sandboxed(answer_within=SLOW) as sandbox:
        yield sandbox


@cache
def _commands_for(_: tuple[str, ...]) -> list[commands.TopCommand]:
    return make_commands()


_payloads: dict[tuple[object, ...], list[dict[str, Any]]] = {}
"""Translated payloads, by the commands from which they are made."""


async def _payloads_of(tree: Tree, translator: CommandWords) -> list[dict[str, Any]]:
    told = tuple(tree.get_commands())
    if told not in _payloads:
        _payloads[told] = await payloads(tree, translator)
    return _payloads[told]


@pytest.fixture(autouse=True)
def commands_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every bot the same commands, one set for the games that are offered, and translate each set once."""
    monkeypatch.setattr(commands, "make_commands", lambda: _commands_for(offered_games()))
    monkeypatch.setattr(command_tree, "payloads", _payloads_of)


def open_for(hands: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every table be opened for a rubber of so many hands."""
    short = property(lambda option: f"hands:{hands}" if option.name == "length" else option.choices[0])
    monkeypatch.setattr(Option, "default", short)


@pytest.fixture
def one_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rubbers of one hand, for tests that look at the end alone."""
    open_for(1, monkeypatch)


@pytest.fixture
def two_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rubbers of two hands, for tests in which another hand has to follow."""
    open_for(2, monkeypatch)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "voormsi.db"


@pytest.fixture
async def bot(box: Sandbox, database: Path) -> AsyncIterator[None]:
    """The bot in the sandbox, with its usual settings for tests."""
    async with serving(box, settings_for(box, database)):
        yield


@pytest.fixture
def processes(box: Sandbox, tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(box, tmp_path, database, monkeypatch)
