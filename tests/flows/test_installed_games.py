"""A game of another package, which the bot finds by its entry point, in a process of its own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.table import Stage, Table
from sandbox import Message, Person, Sandbox, Thread
from simulation.scripted_people import LONG, Lobby, opened, posts, table_now
from tests.flows.processes import Processes
from tests.flows.test_toy_game import act, hand
from tests.toy_game.gift.game import SEATS
from tests.toy_game.installation import install
from tests.toy_game.registration import offered


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The folder into which the game is installed."""
    install(tmp_path / "packages")
    return tmp_path / "packages"


def now(database: Path, table: int) -> Table:
    with offered():
        return table_now(database, table)


def times(database: Path, table: int) -> tuple[int | None, ...]:
    """The moments of a table: when it is due, its deadline, and since when its time stands still."""
    with closing(sqlite3.connect(database)) as db:
        found: tuple[int | None, ...] = db.execute(
            "SELECT due_at, deadline_at, lost_at FROM tables WHERE id = ?", (table,)
        ).fetchone()
        return found


async def started(box: Sandbox, you: Person, *others: Person) -> tuple[Lobby, Thread]:
    lobby = await opened(box, you, box.channel("cards"), SEATS, "Gift")
    await lobby.join(you, *others)
    await lobby.fill(you)
    return lobby, await lobby.start(you)


async def to_the_end(box: Sandbox, thread: Thread, *people: Person) -> None:
    """Let these people play until the result is shown."""

    def called() -> list[tuple[Person, Message]]:
        return [(person, shown) for person in people if (shown := hand(person)) is not None]

    while not posts(thread, people[0], "most tricks"):
        await box.until(lambda: posts(thread, people[0], "most tricks") or called(), LONG)
        for person, shown in called():
            await act(person, shown)


async def test_a_game_of_another_package_is_played_to_its_end(
    box: Sandbox, database: Path, processes: Processes, installed: Path
) -> None:
    you = box.person("You")
    async with processes.running(installed):
        lobby, thread = await started(box, you)
        await to_the_end(box, thread, you)
        assert "nobody else sees it" in (await you.command(thread, "rules", topic="giving", game="Gift")).text
    assert now(database, lobby.id).stage is Stage.OVER


async def test_a_table_waits_while_its_game_is_not_installed_and_goes_on_after(
    box: Sandbox, database: Path, processes: Processes, installed: Path
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with processes.running(installed):
        lobby, thread = await started(box, you, aja)
        shown = await box.until(lambda: hand(you) or hand(aja), LONG)
        who = you if hand(you) else aja
    before = now(database, lobby.id)
    *_, deadline, lost = times(database, lobby.id)
    assert (deadline is not None, lost) == (True, None)
    async with processes.running() as log:
        for name in ("replay", "hand", "record"):
            answer = await you.command(thread, name)
            assert "its game (gift) isn't installed" in answer.text, (name, answer.text)
        pressed = next(part for part in shown.labels if part)
        assert "its game (gift) isn't installed" in (await who.press(shown, pressed)).text
        assert (await you.command(thread, "mytables")).status == "message"
        assert (await you.command(box.channel("general"), "table open", game="Voormsi")).status == "message"
        assert "the game 'gift' is not installed: the tables that wait for it are 1" in log.read_text()
    assert now(database, lobby.id) == before
    *ends, lost = times(database, lobby.id)
    assert (ends, lost is not None) == ([None, None], True)
    async with processes.running(installed):
        *_, again, lost = times(database, lobby.id)
        assert lost is None
        assert again is not None
        assert again > (deadline or 0)
        await to_the_end(box, thread, you, aja)
    assert now(database, lobby.id).stage is Stage.OVER
