"""Erasures in the middle of everything, each cut short by SIGKILL: then no file holds the name.

`KILLS=40 SEED=1 uv run pytest -n 0 -m slow tests/kill/test_erasure.py -s` kills so often, and prints where names were
found.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from bot.runtime.database import Database, PostgresAddress
from bot.runtime.steady_clock import wall
from bot.store import DigestLine, DigestRow
from bot.store.engine import open_read_only, open_store
from bot.store.sql.people import TO_CLEAN
from sandbox import Channel, Message, Person, Sandbox
from sandbox.world import components
from simulation import record_checks
from simulation.bot_settings import given_for, sandboxed
from simulation.parties import PATIENCE
from simulation.postgres_server import PostgresServer, temporary_server
from simulation.processes import BotProcess
from simulation.scripted_people import Lobby, Player, opened, players, posts, seated

KILLS = int(os.environ.get("KILLS", "2"))
SEED = int(os.environ.get("SEED", "1"))
OTHERS: Final = ("Aja", "Malik", "Ivalu")
NAME: Final = "Zqxjkwv"
"""The name of everybody who is erased begins with it, and nothing else holds it."""
GOES: Final = "Yes, erase everything"
ROLE: Final = "voormsi"
"""An ordinary role, which owns its database and may do nothing else."""


class Everything:
    """The bot with its files, and people around whom a lot is going on."""

    def __init__(self, box: Sandbox, bot: BotProcess, database: Database) -> None:
        self.box = box
        self.bot = bot
        self.database = database
        self.channel: Channel = box.channel("cards")
        self.aja, self.malik, self.ivalu = (box.person(name) for name in OTHERS)
        self.ivalu.allow("manage_guild")

    async def start(self) -> None:
        await self.bot.start()
        await self.box.until(lambda: self.box.bot_online, PATIENCE)

    async def end(self, how: Callable[[], Any]) -> None:
        await how()
        await self.box.until(lambda: not self.box.bot_online, PATIENCE)

    async def cup(self) -> Message:
        """The panel of a new cup."""
        form = (await self.ivalu.start_command(self.channel, "organise create", {"name": "Friday"}).first()).message
        assert form
        await self.ivalu.press(form, "Create the cup")
        panel: Message = await self.box.until(lambda: next(iter(posts(self.channel, self.ivalu, "### Friday")), None))
        return panel

    async def entangle(self, person: Person, cup: Message) -> None:
        """Let the person be in a cup, in two lobbies, at a table in play with a play queued, and wait for a digest."""
        assert "You're in" in (await person.press(cup, "Join")).text
        own = await opened(self.box, person, self.channel)
        await own.join(self.malik)
        await (await opened(self.box, self.malik, self.channel)).join(person)
        playing = await seated(self.box, [self.aja, person, self.ivalu], 3)
        await playing.start(self.aja)
        await self._queue(playing, person)
        await self.end(self.bot.stop)
        async with await open_store(self.database, now=wall) as store:
            known = await store.known_person(person.id)
            assert known
            line = DigestLine(playing.id, 1, wall())
            await store.count_reminders([], [DigestRow(0, known.key, "dm", wall(), (line,))])
        await self.start()

    async def _queue(self, lobby: Lobby, person: Person) -> None:
        company = players(self.box, lobby, [self.aja, person, self.ivalu])
        await self.box.until(lambda: all(one.hand for one in company) and any(one.called for one in company), PATIENCE)
        mine = company[1]
        if mine.called:
            await mine.play()
            await self.box.until(lambda: not mine.called, PATIENCE)
        ahead = await mine.ask("Play ahead…")
        (menu,) = (part for part in components.pressable(ahead.components) if part["type"] in components.SELECTS)
        await person.select(ahead, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
        await person.press(ahead, "If I may")
        await self.box.until(lambda: "At your turn" in hand_of(mine).text, PATIENCE)

    async def erase(self, person: Person, kill_after: float) -> None:
        """Have the person erased, kill the bot so many seconds after the press, and make up for it."""
        question = (await person.command(self.channel, "privacy", what="erase")).message
        assert question
        press = asyncio.create_task(person.press(question, GOES))
        await asyncio.sleep(kill_after)
        await self.end(self.bot.kill)
        await press
        await self.start()
        if await self.knows(person):
            await person.command(self.channel, "privacy", what="erase")
            await person.press(question, GOES)
        await self.until_clean(person)

    async def knows(self, person: Person) -> bool:
        async with await open_read_only(self.database) as store:
            return await store.known_person(person.id) is not None

    async def until_clean(self, person: Person) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                async with await open_read_only(self.database) as store:
                    if await store.known_person(person.id) is None and await store.get_value(TO_CLEAN) is None:
                        return
                await asyncio.sleep(0.2)


def hand_of(player: Player) -> Message:
    assert player.hand
    return player.hand


def victims() -> list[str]:
    return [f"{NAME}{number}" for number in range(KILLS)]


@asynccontextmanager
async def running(folder: Path, database: Database) -> AsyncIterator[Everything]:
    async with sandboxed(answer_within=PATIENCE, people=(*OTHERS, *victims())) as box:
        named = database if isinstance(database, Path) else Path(database.url)
        given = {name.upper(): str(value) for name, value in given_for(box, named).items()}
        given |= {"DATABASE": str(database) if isinstance(database, Path) else database.url}
        given |= {"BACKUP_EVERY": "0", "BACKUP_FOLDER": str(folder / "backups"), "LOG_FORMAT": "json"}
        here = Everything(box, BotProcess(given, folder / "bot.log"), database)
        try:
            await here.start()
            yield here
            await here.end(here.bot.stop)
        finally:
            await here.bot.end()


async def live(here: Everything) -> None:
    """Erase one after the other, while everybody else goes on."""
    chance = random.Random(SEED)
    cup = await here.cup()
    for name in victims():
        person = here.box.person(name)
        await here.entangle(person, cup)
        await here.erase(person, chance.uniform(0, 0.5))
    await asyncio.to_thread(output_of, sys.executable, "-m", "bot", "backup", environment=here.bot.environment)


def output_of(*command: str, environment: Mapping[str, str] | None = None) -> bytes:
    return subprocess.run(command, env=environment, check=True, capture_output=True).stdout


def files_with_names(folder: Path, without: Sequence[str] = ()) -> dict[str, int]:
    """The files in which a name of an erased person stands, with how often."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    counts = {str(path.relative_to(folder)): path.read_bytes().count(NAME.encode()) for path in files}
    return {name: count for name, count in counts.items() if count and not name.startswith(tuple(without))}


@pytest.mark.slow
async def test_no_file_of_sqlite_holds_a_name_after_erasures_that_were_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = tmp_path / "voormsi.db"
    async with running(tmp_path, database) as here:
        await live(here)
        assert list((tmp_path / "backups").glob("*.db"))
        assert files_with_names(tmp_path) == {}
    assert files_with_names(tmp_path) == {}
    assert record_checks.complaints(tmp_path / "bot.log") == []


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server of our own with the settings that it comes with."""
    with temporary_server({}) as server:
        yield server


@pytest.mark.slow
async def test_on_postgresql_only_what_was_written_ahead_holds_names_until_its_administrator_has_it_removed(
    tmp_path: Path, server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    administer(server, f"CREATE ROLE {ROLE} LOGIN", f"CREATE DATABASE {ROLE} OWNER {ROLE}")
    database = PostgresAddress(f"postgresql://{ROLE}@/{ROLE}?host={server.folder}")
    monkeypatch.setenv("PATH", str(server.programs()), prepend=os.pathsep)
    async with running(tmp_path, database) as here:
        await live(here)
        (dump,) = (tmp_path / "backups").glob("*.dump")
        unpacked = await asyncio.to_thread(output_of, "pg_restore", "-f", "-", str(dump))
        assert b"Malik" in unpacked, "this looks where names are"
        assert NAME.encode() not in unpacked
        administer(server, "SELECT pg_switch_wal()", "CHECKPOINT")  # as time does: it renames a file for later use
        left = files_with_names(server.folder)
        print(f"{KILLS} erasures; names in the files of the server: {left}")
        assert files_with_names(server.folder, ["data/pg_wal"]) == {}
        assert left, "the page says that they are there"
        administer(server, "ALTER SYSTEM SET wal_recycle = off", "SELECT pg_reload_conf()")
        for _ in list((server.folder / "data/pg_wal").glob("0*")):
            administer(server, "SELECT pg_switch_wal()", "CHECKPOINT")
        assert files_with_names(server.folder) == {}
    assert files_with_names(tmp_path) == {}
    assert record_checks.complaints(tmp_path / "bot.log") == []


def administer(server: PostgresServer, *statements: str) -> None:
    with closing(psycopg.connect(server.url, autocommit=True)) as admin:
        for statement in statements:
            admin.execute(statement.encode())
