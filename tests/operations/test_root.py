"""Commands that root gives in a folder of another user, who has planted links in it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.operations import backup, erasure_log
from bot.runtime.own_files import IsALink, NotForRoot, become, owner_of
from bot.store.engine import open_store
from tests.store.samples import now

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can give files to others"
)

USER = 65534
COPY = "voormsi-2026-07-01-120000.db"


def given(*paths: Path) -> None:
    """Give files and folders to the bot's user."""
    for path in paths:
        os.chown(path, USER, USER, follow_symlinks=False)


def states(folder: Path) -> dict[str, tuple[int, int, int, bytes | None]]:
    """Owner, group, mode and content of everything in a folder."""
    found = {}
    for path in [folder, *folder.rglob("*")]:
        seen = path.lstat()
        content = path.read_bytes() if path.is_file() else None
        found[str(path)] = (seen.st_uid, seen.st_gid, seen.st_mode, content)
    return found


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder that everybody may enter; pytest closes its own to others, again with each session that begins."""
    with TemporaryDirectory(prefix="voormsi-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder of root's, with a file that nobody else may read, and a place where no file is."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret").write_text("root's own\n")
    (folder / "secret").chmod(0o600)
    return folder


@pytest.fixture
async def home(tmp_path: Path) -> Path:
    """The bot's folder: a database, an erasure log, and a backup."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    async with await open_store(folder / "voormsi.db", now=now) as store:
        await store.person(7, "Aja")
    erasure_log.note(folder / "voormsi.db", 8, now())
    backup.make(folder / "voormsi.db", folder / "backups", 7, 1_782_907_200.0)
    given(folder, *folder.rglob("*"))
    return folder


BEGIN = """
import _strptime, concurrent.futures.thread, encodings.idna, sys
import bot.operations.backup, bot.operations.maintenance
from bot.__main__ import main
from bot.runtime import own_files
own_files.PROGRAM = {program}  # all is imported: the Python of a workplace may lie in root's home
sys.exit(main())
"""


def run(
    home: Path, *command: str, program: tuple[str, ...] = (), **variables: str | None
) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[2]
    wanted = {"PYTHONPATH": str(root), "DATABASE": str(home / "voormsi.db"), **variables}
    surroundings = {name: value for name, value in {**os.environ, **wanted}.items() if value is not None}
    program = (sys.executable, "-c", BEGIN.format(program=program), *command)
    return subprocess.run(program, cwd=home, env=surroundings, capture_output=True, text=True, timeout=60, check=False)


NAMES = [
    "voormsi.db",
    "voormsi.db-wal",
    "voormsi.db-shm",
    "voormsi.db-journal",
    "voormsi.db.erased",
    "voormsi.db.lock",
    "backups/voormsi.db.erased",
    "backups",
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "target"), [*product(NAMES, ["secret", "missing"]), *product(NAMES[:-1], ["hard link"])]
)
def test_a_planted_link_lets_no_command_of_root_touch_what_lies_outside(
    home: Path, outside: Path, name: str, target: str
) -> None:
    copy = home / COPY
    (home / "backups" / COPY).rename(copy)
    erasure_log.note(home / "other.db", 9, now())  # gathered by a restore, into the log of the database
    given(home / "other.db.erased")
    if (link := home / name).is_dir():
        link.rename(home / "were-backups")
    link.unlink(missing_ok=True)
    if target == "hard link":
        link.hardlink_to(outside / "secret")
    else:
        link.symlink_to(outside / target)
        given(link)
    before = states(outside)
    for command in (
        ["backup"],
        ["restore", str(copy), "--over"],
        ["prune"],
        ["recount"],
        ["copy", "voormsi.db", "new.db"],
    ):
        done = run(home, *command)
        assert "Traceback" not in done.stderr
        assert states(outside) == before, command


def test_a_link_in_the_place_of_the_erasure_log_is_refused_in_a_sentence(home: Path, outside: Path) -> None:
    log = home / "voormsi.db.erased"
    log.unlink()
    log.symlink_to(outside / "secret")
    given(log)
    (home / "backups/voormsi.db.erased").rename(home / "backups/old.erased")
    before = states(outside)
    done = run(home, "restore", f"backups/{COPY}", "--over")
    assert (done.returncode, states(outside)) == (1, before)
    assert done.stderr.startswith("Nothing was restored: ")
    assert "Traceback" not in done.stderr


def test_settings_that_another_may_write_choose_no_file_of_roots(home: Path, outside: Path) -> None:
    (home / ".env").write_text(f"DATABASE={outside}/new.db\nBACKUP_FOLDER={outside}/backups\n")
    given(home / ".env")
    before = states(outside)
    for command in (["backup"], ["restore", f"backups/{COPY}", "--over"], ["copy", "voormsi.db"]):
        done = run(home, *command, DATABASE=None)
        assert done.returncode == 1, command
        assert "Traceback" not in done.stderr
        assert states(outside) == before, command


def test_a_program_that_the_owner_may_not_read_is_refused_with_the_way_to_allow_it(home: Path, outside: Path) -> None:
    done = run(home, "backup", program=(str(outside / "secret"),))
    assert done.returncode == 1
    assert f"may not read the program at {outside / 'secret'}: install it where everybody may" in done.stderr
    assert len([*(home / "backups").glob("*.db")]) == 1


def test_what_root_makes_belongs_to_whose_the_folder_is(home: Path) -> None:
    assert run(home, "backup").returncode == 0
    assert run(home, "restore", f"backups/{COPY}", "--over").returncode == 0
    assert {path.lstat().st_uid for path in home.rglob("*")} == {USER}
    assert len([*home.rglob("*.db")]) == 3


def test_a_backup_to_a_folder_of_roots_is_refused_with_the_way_to_allow_it(home: Path, outside: Path) -> None:
    done = run(home, "backup", str(outside / "daily"))
    assert done.returncode == 1
    assert f"may not write in {outside}. Give" in done.stderr
    assert "install -d -o" in done.stderr
    assert not (outside / "daily").exists()


def test_a_copy_that_only_root_may_read_is_refused_with_the_way_to_allow_it(home: Path, outside: Path) -> None:
    done = run(home, "restore", str(outside / "secret"), "--over")
    assert done.returncode == 1
    assert f"may not read {outside / 'secret'}. Put a copy" in done.stderr


def test_files_of_two_users_are_copied_by_neither(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    os.chown(other, USER - 1, USER - 1)
    done = run(home, "copy", "voormsi.db", str(other / "voormsi.db"))
    assert done.returncode == 1
    assert f"{home} to " in done.stderr
    assert f"{other} to user {USER - 1}" in done.stderr
    assert [*other.iterdir()] == []


def test_a_root_that_may_become_nobody_else_is_told_to_run_the_command_as_the_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    given(tmp_path)
    for name in ("initgroups", "setgroups", "setgid", "setuid"):
        monkeypatch.setattr(os, name, refuse)
    with pytest.raises(NotForRoot, match=r"may not become \(Operation not permitted\): run the command as that user"):
        become([tmp_path / "voormsi.db"])


def test_in_a_folder_of_its_own_root_stays_root(tmp_path: Path) -> None:
    assert owner_of(tmp_path / "voormsi.db") is None


@pytest.mark.parametrize("mode", [0o775, 0o777])
def test_a_folder_of_roots_where_others_may_swap_what_lies_there_is_refused(tmp_path: Path, mode: int) -> None:
    (shared := tmp_path / "shared").mkdir()
    shared.chmod(mode)
    for file in (shared / "voormsi.db", shared / "missing" / "voormsi.db"):
        with pytest.raises(NotForRoot, match=r"shared belongs to root, but others may write in it: .*chmod go-w"):
            become([file])
    (mine := shared / "mine").mkdir()
    given(mine)
    owner = owner_of(mine / "voormsi.db")
    assert owner is not None
    assert owner.uid == USER


def test_a_link_in_the_folder_of_another_does_not_choose_the_user(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    for folder, user in ((mine, USER), (other, USER - 1)):
        folder.mkdir()
        os.chown(folder, user, user)
    (mine / "voormsi.db").symlink_to(other / "voormsi.db")
    (mine / "root").symlink_to("/etc")
    found = [owner_of(mine / name) for name in ("voormsi.db", "root/voormsi.db", "../other/voormsi.db")]
    assert [owner and owner.uid for owner in found] == [USER, USER, USER - 1]


def test_a_link_of_roots_leads_to_whose_the_folder_behind_it_is(tmp_path: Path) -> None:
    (there := tmp_path / "there").mkdir()
    os.chown(there, USER, USER)
    (tmp_path / "here.db").symlink_to("there/voormsi.db")
    owner = owner_of(tmp_path / "here.db")
    assert owner is not None
    assert owner.uid == USER


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "voormsi.db.erased"
    path.symlink_to(tmp_path / "elsewhere")
    yield path
    assert not (tmp_path / "elsewhere").exists()


def test_no_erasure_is_noted_through_a_link(log: Path, tmp_path: Path) -> None:
    with pytest.raises(IsALink, match=r"voormsi\.db\.erased is a link"):
        erasure_log.note(tmp_path / "voormsi.db", 7, now())


def test_a_database_whose_journal_is_a_link_is_not_read(home: Path) -> None:
    (home / "voormsi.db-wal").symlink_to("elsewhere")
    done = run(home, "backup")
    assert done.returncode == 1
    assert "voormsi.db-wal is a link" in done.stderr
    with closing(sqlite3.connect(home / "voormsi.db")):
        pass
