from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.cups.cup_rules import CupRules
from bot.cups.cup_service import CupService
from bot.cups.leagues.league_service import LeagueService
from bot.cups.server_checks import CHECKS
from bot.discord_api.permissions import ASKED, invite_link
from bot.operations import backup, fatal_errors, health
from bot.operations.doctor import checks, doctor, live
from bot.operations.doctor.findings import Finding, Verdict, tell, unsure, well, wrong
from bot.runtime.settings import Settings, read_settings
from bot.runtime.times import HOUR
from bot.store import Corrupt
from bot.store.engine import open_store
from bot.store.sqlite.migrations import KNOWN
from bot.tables import Location
from sandbox import InjectedFault, Message, Person, Sandbox
from sandbox.testing import discord_at
from sandbox.world import errors
from tests.cups.leagues import CUP, league_rules
from tests.operations.conftest import TOKEN


async def all_of(findings: AsyncIterable[Finding]) -> list[Finding]:
    return [finding async for finding in findings]


def at(box: Sandbox, **given: Any) -> Settings:
    return read_settings(None, **{"discord_token": box.token, "discord_api_base": box.api_base, **given})


def is_wrong(finding: Finding) -> bool:
    return finding.verdict is Verdict.WRONG


def of(subject: str, findings: list[Finding]) -> Finding:
    return next(finding for finding in findings if finding.subject == subject)


@pytest.mark.parametrize(
    ("given", "words"),
    [(None, "is not set"), ("1234", "does not look like a token"), (f"{TOKEN}?", "does not look like a token")],
)
def test_a_token_that_cannot_be_one_is_told_without_asking_discord(given: str | None, words: str) -> None:
    finding = doctor.token(read_settings(None, discord_token=given))
    assert is_wrong(finding)
    assert words in finding.words


def test_a_token_is_never_printed() -> None:
    for given in (TOKEN, f"{TOKEN}?"):
        assert TOKEN not in str(doctor.token(read_settings(None, discord_token=given)))


def test_an_old_sqlite_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SQLITE_VERSION", (3, 36, 0))
    finding = doctor.sqlite(read_settings(None))
    assert is_wrong(finding)
    assert "3.36.0" in finding.words


@pytest.mark.parametrize(
    ("path", "verdict", "words"),
    [
        ("new.db", Verdict.WELL, "will be made"),
        ("old.db", Verdict.WELL, "of an older version"),
        ("present.db", Verdict.WELL, "may be written to"),
        ("empty.db", Verdict.WELL, "may be written to"),
        ("newer.db", Verdict.WRONG, "a newer version"),
        ("other.db", Verdict.WRONG, "is not a database of this program"),
        ("letter.txt", Verdict.WRONG, "is not a database of this program"),
        ("folder", Verdict.WRONG, "is a folder"),
        ("nowhere/voormsi.db", Verdict.WRONG, "is no folder"),
    ],
)
def test_the_database_is_looked_at_but_not_touched(path: str, verdict: Verdict, words: str, tmp_path: Path) -> None:
    for name, version, owner in [
        ("old.db", 1, "Voor"),
        ("present.db", len(KNOWN), "Voor"),
        ("newer.db", 99, "Voor"),
        ("other.db", 1, "Moss"),
    ]:
        connection = sqlite3.connect(tmp_path / name)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute(f"PRAGMA application_id = {int.from_bytes(owner.encode(), 'big')}")
        connection.close()
    (tmp_path / "empty.db").touch()
    (tmp_path / "letter.txt").write_text("Dear Aja, this is no database.", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    before = {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()}
    finding = checks.database(read_settings(None, database=tmp_path / path))
    assert finding.verdict is verdict
    assert words in finding.words
    assert {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("free", "verdict"), [(2**20, Verdict.WRONG), (100 * 2**20, Verdict.UNSURE), (2**30, Verdict.WELL)]
)
def test_a_full_disk_is_told(free: int, verdict: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert checks.disk(read_settings(None)).verdict is verdict


def sparse(path: Path, size: int) -> Path:
    """A file of that size, in bytes, which takes no room."""
    with path.open("ab") as file:
        file.truncate(size)
    return path


@pytest.mark.parametrize(("size", "verdict"), [(2**28, Verdict.WELL), (2**30, Verdict.UNSURE)])
def test_room_that_is_too_little_for_a_copy_is_told(
    size: int, verdict: Verdict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 2**30}))
    settings = read_settings(None, database=sparse(tmp_path / "v.db", size))
    assert checks.disk(settings).verdict is verdict


def test_a_journal_that_grows_is_told(tmp_path: Path) -> None:
    settings = read_settings(None, database=sparse(tmp_path / "v.db", 4096))
    sparse(tmp_path / "v.db-wal", 4 * 2**20)
    assert checks.journal(settings) is None
    sparse(tmp_path / "v.db-wal", 100 * 2**20)
    told = checks.journal(settings)
    assert told
    assert "100 MiB" in told.words


def test_a_file_that_is_mostly_free_is_told(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {int.from_bytes(b'Voor', 'big')}")
    connection.execute("CREATE TABLE a (b BLOB)")
    connection.execute("INSERT INTO a VALUES (zeroblob(?))", (30 * 2**20,))
    connection.commit()
    assert checks.room_inside(read_settings(None, database=path)) is None
    connection.execute("DELETE FROM a")
    connection.commit()
    connection.close()
    told = checks.room_inside(read_settings(None, database=path))
    assert told
    assert "voormsi prune" in told.remedy


@pytest.mark.parametrize(
    ("hours", "every", "verdict", "words"),
    [
        (None, 0, Verdict.UNSURE, "BACKUP_EVERY=0"),
        (None, 24, Verdict.UNSURE, "there is none"),
        (20, 24, Verdict.WELL, "20.0 hours old"),
        (40, 24, Verdict.WELL, "40.0 hours old"),
        (50, 24, Verdict.WRONG, "One every 24 hours is wanted"),
        (3.5, 1, Verdict.WRONG, "One every 1 hours is wanted"),
    ],
)
def test_backups_that_are_missing_or_old_are_told(
    hours: float | None, every: float, verdict: Verdict, words: str, tmp_path: Path
) -> None:
    settings = read_settings(None, database=sparse(tmp_path / "v.db", 4096), backup_every=every)
    if hours is not None:
        at = datetime.now(UTC) - timedelta(hours=hours)
        (tmp_path / "backups").mkdir()
        (tmp_path / "backups" / f"v-{at.strftime(backup.FORM)}.db").touch()
    told = checks.backups(settings)
    assert told
    assert told.verdict is verdict
    assert words in told.words


def test_a_backup_that_was_made_by_a_clock_that_was_ahead_does_not_count_as_the_newest(tmp_path: Path) -> None:
    """It is older than it says: it hides no lack of newer ones, and is not what one is told to restore."""
    settings = read_settings(None, database=sparse(tmp_path / "v.db", 4096))
    (tmp_path / "backups").mkdir()
    for hours in (-9600, 50, 74):
        at = datetime.now(UTC) - timedelta(hours=hours)
        (tmp_path / "backups" / f"v-{at.strftime(backup.FORM)}.db").touch()
    told = checks.backups(settings)
    assert told
    assert told.verdict is Verdict.WRONG
    assert "50.0 hours old" in told.words
    remedy = fatal_errors.remedy_for(Corrupt(settings.database_file, detail="its pages"), settings)
    assert str(backup.find_backups(tmp_path / "backups", settings.database_file)[1].path) in remedy


def test_old_copies_that_nobody_removes_are_told(tmp_path: Path) -> None:
    settings = read_settings(None, database=sparse(tmp_path / "v.db", 4096))
    for name in ("v.db.v2-1763000000000.backup", "v.db.before-restore-2026-07-01-120000", "v.db-wal", "v.db.erased"):
        sparse(tmp_path / name, 10)
    assert checks.leftovers(settings) is None
    for path in tmp_path.iterdir():
        os.utime(path, (0, 0))
    told = checks.leftovers(settings)
    assert told
    assert "v.db.before-restore-2026-07-01-120000 and" in told.words
    assert "v2-1763000000000.backup still know" in told.words
    assert "erased and" not in told.words


def test_a_clock_behind_what_was_written_by_it_is_told(tmp_path: Path) -> None:
    settings = read_settings(None, database=sparse(tmp_path / "v.db", 4096))
    assert checks.wall_clock(settings) is None
    os.utime(settings.database_file, (time.time() + 7200, time.time() + 7200))
    told = checks.wall_clock(settings)
    assert told
    assert is_wrong(told)


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
def test_a_token_that_others_may_read_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-8")
    (tmp_path / ".env").chmod(0o644)
    told = checks.privacy(read_settings())
    assert told
    assert told.remedy == "chmod 600 .env"
    (tmp_path / ".env").chmod(0o600)
    assert checks.privacy(read_settings()) is None


def test_a_running_bot_is_asked_how_it_is(tmp_path: Path) -> None:
    settings = read_settings(None, health_file=tmp_path / "health.json")
    assert checks.sign_of_life(settings) is None
    for is_well, verdict in ((True, Verdict.WELL), (False, Verdict.WRONG)):
        health.write(tmp_path / "health.json", {"well": is_well})
        told = checks.sign_of_life(settings)
        assert told
        assert told.verdict is verdict
    (tmp_path / "health.json").write_text('{"at": 0, "well": false}', encoding="utf-8")
    told = checks.sign_of_life(settings)
    assert told
    assert told.verdict is Verdict.UNSURE, "it may have been stopped"


def test_a_sign_of_life_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    told = checks.sign_of_life(read_settings(None, health_file=tmp_path / "nowhere" / "health.json"))
    assert told
    assert is_wrong(told)
    assert "nowhere" in told.words


def test_a_folder_that_takes_no_backups_is_told(tmp_path: Path) -> None:
    database = sparse(tmp_path / "voormsi.db", 4096)
    for folder, takes in ((tmp_path / "new" / "folder", True), (database / "backups", False), (database, False)):
        told = checks.backups(read_settings(None, database=database, backup_folder=folder))
        assert told
        assert is_wrong(told) is not takes
        assert str(folder) in told.words


@pytest.mark.parametrize("setting", ["database", "backup_folder", "health_file"])
async def test_what_the_system_does_not_let_it_look_at_is_a_finding(tmp_path: Path, setting: str) -> None:
    given = {"database": sparse(tmp_path / "voormsi.db", 4096)} | {setting: tmp_path / ("x" * 300) / "file"}
    found = await all_of(doctor.findings(read_settings(None, **given)))
    refused = [finding for finding in found if "cannot be looked at" in finding.words]
    assert refused
    assert all(is_wrong(finding) and "File name too long" in finding.words for finding in refused)


def test_a_first_page_that_is_damaged_is_told_with_the_way_back(tmp_path: Path) -> None:
    (tmp_path / "voormsi.db").write_bytes(b"XXite format 3" * 400)
    (tmp_path / "backups").mkdir()
    copy = sparse(tmp_path / "backups" / "voormsi-2026-07-01-120000.db", 4096)
    told = checks.database(read_settings(None, database=tmp_path / "voormsi.db"))
    assert is_wrong(told)
    assert "the right path" in told.remedy
    assert f"voormsi restore {copy} --over" in told.remedy


@pytest.mark.parametrize(("off", "verdict"), [(0, Verdict.WELL), (60, Verdict.WRONG), (-60, Verdict.WRONG)])
def test_a_clock_that_is_off_is_told(off: float, verdict: Verdict) -> None:
    answer = doctor.RestAnswer(200, {"Date": "Wed, 01 Jul 2026 12:00:00 GMT"}, {})
    assert doctor.clock(answer, 1782907200 + off).verdict is verdict


async def test_all_is_well_in_a_server_where_the_bot_has_its_permissions() -> None:
    async with Sandbox() as box:
        found = await all_of(doctor.findings(at(box)))
        assert not box.violations
        assert not box.unsupported
    assert [f for f in found if f.verdict is not Verdict.WELL] == []
    assert of("Server 'Ilulissat ferry'", found).words.startswith("the bot has every permission")


async def test_a_role_that_the_bot_may_not_mention_is_told_and_one_that_it_may_is_not(tmp_path: Path) -> None:
    database = tmp_path / "voormsi.db"
    async with Sandbox() as box:
        box.world.add_role(box.guild, "Other")
        role = box.world.add_role(box.guild, "Players")
        for other_role in box.guild.roles.values():
            other_role.bits &= ~(1 << 17 | 1 << 3)  # Mention Everyone, Administrator
        async with await open_store(database, now=lambda: 0) as store:
            await store.change_guild_preferences(box.guild.id, {"mention": role.id})
        found = [one.words for one in await all_of(doctor.findings(at(box, database=database)))]
        assert any("may not mention the role 'Players'" in words for words in found)
        role.mentionable = True
        found = [one.words for one in await all_of(doctor.findings(at(box, database=database)))]
        assert not any("mention" in words for words in found)
        del box.guild.roles[role.id]
        found = [one.words for one in await all_of(doctor.findings(at(box, database=database)))]
        assert "the role to mention at new tables is gone." in found


async def test_a_missing_right_to_create_events_is_told_where_a_league_wants_some(tmp_path: Path) -> None:
    database = tmp_path / "voormsi.db"
    async with Sandbox() as box:
        for role in box.guild.roles.values():
            role.bits &= ~(1 << 44 | 1 << 3)  # Create Events, Administrator
        async with await open_store(database, now=lambda: 0) as store:
            rules = league_rules(4, start=HOUR, cup=CUP._replace(events=True))
            where = Location(box.guild.id, 1, "en")
            await LeagueService(store, lambda: 0).create("organiser", rules, where, None)
        found = [one.words for one in await all_of(doctor.findings(at(box, database=database), CHECKS))]
        assert any("Create Events" in words for words in found)


async def test_a_missing_right_to_create_events_is_told_where_a_cup_wants_one(tmp_path: Path) -> None:
    database = tmp_path / "voormsi.db"
    async with Sandbox() as box:
        for role in box.guild.roles.values():
            role.bits &= ~(1 << 44 | 1 << 3)  # Create Events, Administrator
        async with await open_store(database, now=lambda: 0) as store:
            where = Location(box.guild.id, 1, "en")
            cups = CupService(store, lambda: 0)
            await cups.create("organiser", CupRules("Friday", round_time=HOUR), where, None)
            found = [one.words for one in await all_of(doctor.findings(at(box, database=database), CHECKS))]
            assert not any("Create Events" in words for words in found)
            await cups.create("organiser", CupRules("Saturday", round_time=HOUR, events=True), where, None)
        found = [one.words for one in await all_of(doctor.findings(at(box, database=database), CHECKS))]
        assert any("Create Events" in words for words in found)
        box.guild.roles[box.guild.id].bits |= 1 << 44
        found = [one.words for one in await all_of(doctor.findings(at(box, database=database), CHECKS))]
        assert not any("Create Events" in words for words in found)


async def test_a_role_that_the_bot_may_not_give_the_winner_of_a_cup_is_told_and_one_that_it_may_is_not(
    tmp_path: Path,
) -> None:
    database = tmp_path / "voormsi.db"
    async with Sandbox() as box:
        role, own = (
            box.world.add_role(box.guild, "Champion"),
            next(one for one in box.guild.roles.values() if one.bot_id),
        )
        async with await open_store(database, now=lambda: 1) as store:
            where = Location(box.guild.id, box.channel("cards").id, "en")
            await CupService(store, lambda: 1).create("organiser", CupRules("Friday", role=role.id), where, None)
        own.bits, own.position = ASKED.value, role.position + 1
        told = await all_of(doctor.findings(at(box, database=database), CHECKS))
        assert any("may not give the role 'Champion' to the winner of the cup 'Friday'" in one.words for one in told)
        own.bits |= 1 << 28  # Manage Roles
        told = await all_of(doctor.findings(at(box, database=database), CHECKS))
        assert not any("Champion" in one.words for one in told)
        own.position = role.position
        told = await all_of(doctor.findings(at(box, database=database), CHECKS))
        assert any("move it above 'Champion'" in one.remedy for one in told)
        del box.guild.roles[role.id]
        told = await all_of(doctor.findings(at(box, database=database), CHECKS))
        assert any("is gone" in one.words for one in told)


async def test_few_sessions_that_are_left_are_told() -> None:
    async with Sandbox() as box:
        assert of("Sessions", await all_of(doctor.findings(at(box)))).words.startswith(
            "1000 of 1000 may still be begun"
        )
        box.spend_identifies(960)
        found = of("Sessions", await all_of(doctor.findings(at(box))))
    assert is_wrong(found)
    assert found.words == "40 of 1000 may still be begun in the next 24.0 hours."


@pytest.mark.parametrize("unknown", ["x" * 24 + ".yyyyyy." + "z" * 30, TOKEN])
async def test_a_token_that_discord_does_not_know_is_told(unknown: str) -> None:
    async with Sandbox() as box:
        found = await all_of(doctor.findings(at(box, discord_token=unknown)))
    assert "does not accept the token" in of("Discord", found).words
    assert is_wrong(of("Discord", found))


@pytest.mark.parametrize("status", [200, 401, 403])
async def test_a_page_in_discords_place_is_no_word_on_the_token(status: int) -> None:
    async with Sandbox() as box:
        box.faults.add(InjectedFault.page(status, times=None))
        found = await all_of(doctor.findings(at(box)))
    assert of("Discord", found).words == f"answers {status} and not the bot's name."
    assert "proxy" in of("Discord", found).remedy


async def test_a_page_in_place_of_the_list_of_servers_is_told() -> None:
    async with Sandbox() as box:
        box.faults.add(InjectedFault.page(200, "guilds$"))
        found = await all_of(doctor.findings(at(box)))
    assert "when asked which servers" in of("Servers", found).words


async def test_a_discord_that_is_not_there_is_told() -> None:
    async with Sandbox() as box:
        gone = at(box)
    found = await all_of(doctor.findings(gone))
    assert "cannot be reached" in of("Discord", found).words


def test_missing_permissions_are_named_with_the_way_to_grant_them() -> None:
    link = invite_link(42)
    guild = {"name": "Ferry", "permissions": str(1 << 10 | 1 << 38)}  # View Channel, Send Messages in Threads
    finding = doctor.check_permissions(guild, link)
    assert is_wrong(finding)
    assert finding.words == "the bot may not: Send Messages, Read Message History."
    assert link in finding.remedy
    assert f"permissions={ASKED.value}" in link


def test_a_server_without_threads_works_but_is_told() -> None:
    everything_but_threads = ASKED.value & ~(1 << 35)
    finding = doctor.check_permissions({"name": "Ferry", "permissions": str(everything_but_threads)}, "link")
    assert finding.verdict is Verdict.UNSURE
    assert "Create Public Threads" in finding.words


async def test_the_verdict_is_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    async def some(*found: Finding) -> AsyncIterable[Finding]:
        for finding in found:
            yield finding

    assert await tell(some(well("Disk", "has room."), unsure("Clock", "?")))
    assert not await tell(some(well("Disk", "has room."), wrong("Token", "is not set.", "Set it.")))
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "WRONG Token: is not set.",
        "      -> Set it.",
        "1 wrong.",
    ]


async def presses_when_asked(person: Person, box: Sandbox) -> None:
    """Press the button of the step *Press*, as soon as the doctor is connected."""

    def asked() -> list[Message]:
        seen = [one for place in (box.channel("cards"), *box.threads) for one in person.sees(place)]
        return [one for one in seen if "press the" in one.text]

    await box.until(lambda: box.bot_online and asked())
    await person.press(asked()[0], "1: nothing")


async def test_nobody_presses_the_button_of_the_live_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PRESSED_WITHIN", 0.1)
    async with Sandbox() as box:
        with discord_at(box):
            settings, you = at(box, discord_gateway=box.gateway), box.person("You").id
            found = await all_of(live.findings(settings, box.channel("cards").id, you))
    assert of("Press", found).words == "nobody pressed the button."
    assert not any(map(is_wrong, found))


async def test_the_live_walk_holds_in_a_channel_and_leaves_nothing_behind() -> None:
    async with Sandbox() as box:
        with discord_at(box):
            channel = box.channel("cards")
            you = box.person("You").id
            pressing = asyncio.create_task(presses_when_asked(box.person("You"), box))
            found = await all_of(live.findings(at(box, discord_gateway=box.gateway), channel.id, you))
            await pressing
        assert box.violations == []
        assert box.unsupported == []
        assert box.threads == []
        assert [r.status for r in box.requests if r.path.endswith(f"/thread-members/{you}")] == [204]
        left = [m for person in box.people for m in [*person.sees(channel), *person.dms] if not m.deleted]
    assert [str(f) for f in found if f.verdict is not Verdict.WELL] == [str(of("Old edit", found))]
    assert left == []


async def test_the_live_walk_opens_its_thread_on_a_card_once_and_closes_it_where_it_may_not_delete_it() -> None:
    async with Sandbox() as box:
        with discord_at(box):
            channel = box.channel("cards")
            box.permit(channel, manage_threads=False)
            found = await all_of(live.findings(at(box), channel.id, None))
        (thread,) = box.threads
        opened = [r for r in box.requests if r.path == f"/channels/{channel.id}/messages/{thread.id}/threads"]
        assert [r.status for r in opened] == [201, 400]
        assert thread.archived
        assert [m.text for m in box.person("You").sees(thread) if not m.deleted] == []
    assert of("Second thread", found).words == "is refused on the same card (160004)."
    assert found[-1].words == "stays, closed: the bot may not delete threads."
    assert not any(map(is_wrong, found))


async def test_a_message_that_has_grown_old_is_edited_to_what_it_shows_already() -> None:
    async with Sandbox() as box:
        with discord_at(box):
            channel = box.channel("cards")
            async with discord.Client(intents=discord.Intents(guilds=True)) as client:
                await client.login(box.token)
                there = await client.fetch_channel(channel.id)
                assert isinstance(there, discord.TextChannel)
                await there.send("words")
                await there.send(view=live._Layout("a layout"))
            before = [m.text for m in box.person("You").sees(channel)]
            hours_later = datetime.now(UTC) + timedelta(hours=2)
            found = await all_of(live.findings(at(box), channel.id, None, lambda: hours_later))
            shown = box.person("You").sees(channel)
            assert [m.text for m in shown] == before
        assert box.violations == []
    assert of("Old edit", found).verdict is Verdict.WELL
    assert [m.edited for m in shown] == [False, True], "the newest old one is enough"


async def test_what_discord_refuses_is_a_finding_of_the_live_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PRESSED_WITHIN", 0.1)
    async with Sandbox() as box:
        with discord_at(box):
            channel = box.channel("cards")
            box.permit(channel, create_public_threads=False)
            for person in box.people:
                person.close_dms()
            found = await all_of(live.findings(at(box), channel.id, box.person("Aja").id))
    assert {f.subject for f in found if is_wrong(f)} == {"Permissions", "Thread", "DM"}
    assert of("Permissions", found).words == "the bot may not here: Create Public Threads."
    assert of("Layout", found).verdict is Verdict.WELL
    assert {f.subject for f in found if "there is no thread" in f.words} == {"Second thread", "Person", "Archive"}


async def test_what_is_not_there_and_refused_by_another_code_is_a_finding_of_the_live_walk() -> None:
    async with Sandbox() as box:
        with discord_at(box):
            box.faults.add(InjectedFault.refused(errors.unknown_guild(), r"/members/\d+$", after=1))
            found = await all_of(live.findings(at(box), box.channel("cards").id, None))
    assert of("Unknown", found).words == "what is not there is refused with other codes: a member 10004."


async def test_an_unknown_channel_is_told() -> None:
    async with Sandbox() as box:
        with discord_at(box):
            found = await all_of(live.findings(at(box), 1, None))
    assert [f.subject for f in found] == ["Channel"]


def test_the_clock_of_the_doctor_is_the_machines() -> None:
    answer = doctor.RestAnswer(200, {"Date": time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())}, {})
    assert doctor.clock(answer, time.time()).verdict is Verdict.WELL


async def test_the_walk_prints_what_held_and_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    async with Sandbox() as box:
        with discord_at(box):
            assert await asyncio.to_thread(live.walk, at(box), box.channel("cards").id) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) >= len(live.STEPS) + 1
    assert told[-1] == "Nothing is wrong."


@pytest.mark.parametrize("bad", ["x" * 24 + ".yyyyyy." + "z" * 30, TOKEN])
async def test_the_walk_with_a_token_that_discord_refuses_ends_with_a_line_or_two(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Sandbox() as box:
        with discord_at(box):
            assert await asyncio.to_thread(live.walk, at(box, discord_token=bad), 1) == 1
    told = capsys.readouterr().err
    assert "does not accept the token" in told
    assert bad not in told
