"""A disk that is full, and a machine that loses its power: nothing acknowledged is lost, and the table goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import app
from bot.discord_api.invalid_requests import InvalidRequestGuard
from bot.operations import backup
from bot.publishing import delivery_queues
from bot.publishing.message_state import MessageState, MessageStates
from bot.runtime.settings import read_settings
from bot.store import DiskFull
from bot.store.engine import open_store
from bot.store.sqlite import file_copies
from bot.store.sqlite.store import SqliteStore
from sandbox import Sandbox
from simulation.played_table import PLAYED, PlayedTable, played_table
from simulation.scripted_people import LONG, Player
from tests.bot.running_bot import StartBot
from tests.faults.disks import Disk, no_more_pages, small_disk
from tests.flows.conftest import serving, settings_for
from tests.store.samples import now, opened, play
from tests.store.sqlite.test_writer import set_room

NOON = 1_782_907_200.0
HOUR = 3600.0
BUSY = "I couldn't save that just now"


@pytest.fixture(params=["real", pytest.param("pages", marks=pytest.mark.slow)])
def disk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    kind = small_disk(tmp_path / "disk") if request.param == "real" else no_more_pages(tmp_path / "disk", monkeypatch)
    with kind as found:
        yield found


async def felt(table: PlayedTable, caplog: pytest.LogCaptureFixture, forgiven: set[str]) -> None:
    """Whoever is called presses, until something could not be written for want of room: a press, or a deal."""
    since = len(caplog.records)

    def is_felt() -> bool:
        said = (f"{record.getMessage()} {record.exc_info}" for record in caplog.records[since:])
        return any("no room left" in text for text in said)

    while not is_felt():
        called = await table.box.until(lambda: table.called or is_felt(), LONG)
        if isinstance(called, Player):
            answer = await table.press(called)
            if answer.status not in PLAYED:
                forgiven.add("the store did not take it")
                assert BUSY in answer.text
                assert answer.message
                assert answer.message.ephemeral


async def test_told_to_stop_while_the_disk_is_full_it_ends_as_it_was_told(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord has refused something, which is written down at the end."""

    async def full(*_: object) -> None:
        raise DiskFull(database, detail="for a test")

    async with serving(box, settings_for(box, database)) as bot:
        monkeypatch.setattr(InvalidRequestGuard, "refused", 1)
        monkeypatch.setattr(SqliteStore, "put_value", full)
    assert bot.cancelled(), "it has ended by nothing else"
    assert "not everything could be ended in order" in caplog.text


async def test_a_disk_that_is_full_in_mid_play_refuses_plays_until_there_is_room(
    box: Sandbox, disk: Disk, forgiven: set[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The room left decides whether the record, a message state or the journal fails."""
    monkeypatch.setattr(delivery_queues, "TRIES", (0.1,) * 100)
    monkeypatch.setattr(app, "EMOJIS_AFTER", LONG)
    database = disk.folder / "voormsi.db"
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(2)
        for left in (0, 4096):  # two pages hold what a whole rubber writes
            await table.turn()
            await disk.fill(left)
            await felt(table, caplog, forgiven)
            await disk.free()
            await table.play(2)
            await table.turn()
            await table.settled()
            table.sound()


async def test_what_could_not_be_marked_as_attempted_is_not_sent_until_it_can(start_bot: StartBot) -> None:
    """Else a post that the next life knows nothing of would be sent twice."""
    bot = await start_bot()
    table = await bot.started(11, 12, seats=2)
    await bot.shown()
    marks, mark = MessageStates(bot.store), MessageState(table.id, "public", "trick:9.9")
    edited = MessageState(table.id, "public", "trick:9.8")
    await marks.put_soon(edited)
    await set_room(bot.store, pages_more=0)
    failed = False
    while not failed:
        mark = mark._replace(post=f"{mark.post}9")
        try:
            await marks.put(mark._replace(attempted_seq=3, attempted_at=bot.time.now))
        except DiskFull:
            failed = True
    assert await marks.get(table.id, "public", mark.post) == mark
    await set_room(bot.store, pages_more=None)
    await marks.flush()
    assert edited.row() in await bot.store.message_states(table.id)


@pytest.mark.slow
async def test_a_disk_that_is_full_in_mid_play_loses_nothing_when_the_machine_is_reset_before_there_is_room(
    box: Sandbox, disk: Disk, forgiven: set[str], caplog: pytest.LogCaptureFixture
) -> None:
    database = disk.folder / "voormsi.db"
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database, "You Aja")
        await table.play(2)
        await table.turn()
        await disk.fill()
        await felt(table, caplog, forgiven)
    await disk.free()
    async with serving(box, settings_for(box, database)):
        await table.play(3)
        await table.turn()
        await table.settled()
        table.sound()


async def test_a_backup_for_which_there_is_no_room_is_told_and_made_later(tmp_path: Path, forgiven: set[str]) -> None:
    """The copies lie on a small disk; of a copy that was broken off nothing stays, and none is given up for it."""
    forgiven |= {"No backup could be made"}
    database = tmp_path / "voormsi.db"
    with small_disk(tmp_path / "disk") as disk:
        settings = read_settings(None, database=database, backup_folder=disk.folder, backup_every=1)
        clock = [NOON]
        timer = backup.Timer(settings, lambda: clock[0])
        async with await open_store(database, now=now) as store:
            row = await opened(store)
            await timer.look()
            assert timer.trouble is None
            clock[0] += HOUR
            await disk.fill(file_copies.SPARE // 2)
            await timer.look()
            assert timer.trouble is not None
            assert "no room left" in timer.trouble
            assert (await play(store, row)).seq == 2, "nobody's play waits for it"
            await disk.free()
            await timer.look()
            assert timer.trouble is None
        assert len(backup.find_backups(disk.folder, database)) == 2
        assert file_copies.check(backup.find_backups(disk.folder, database)[0].path).entries == 2
