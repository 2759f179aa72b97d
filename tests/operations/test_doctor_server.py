"""`voormsi doctor` about a PostgreSQL server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.operations.doctor import database_server
from bot.operations.doctor.findings import Finding, Verdict
from bot.runtime.settings import read_settings
from bot.store import ServerRow
from bot.store.engine import open_store
from simulation.postgres_server import DatabaseOfPath
from tests.store.samples import now

WELL = ServerRow(
    "17.2",
    syncs=True,
    ahead=0.1,
    answer=0.001,
    commit=0.004,
    protection="sslmode=verify-full",
    is_checked=True,
    kept=(),
)


def verdicts(found: ServerRow) -> list[Verdict]:
    checks = (database_server.safety, database_server.protection, database_server.server_clock)
    more = (database_server.speed, database_server.kept_copies)
    return [finding.verdict for check in (*checks, *more) if (finding := check(found)) is not None]


def test_a_server_that_is_well_is_said_to_be() -> None:
    assert set(verdicts(WELL)) == {Verdict.WELL}


@pytest.mark.parametrize(
    ("changes", "worst"),
    [
        ({"syncs": False}, Verdict.WRONG),
        ({"is_checked": False}, Verdict.UNSURE),
        ({"ahead": -7.0}, Verdict.UNSURE),
        ({"answer": 0.1, "commit": 0.2}, Verdict.UNSURE),
        ({"commit": 0.2}, Verdict.UNSURE),
        ({"kept": ("before_restore_2026_01_01_000000",)}, Verdict.UNSURE),
    ],
)
def test_what_is_not_well_has_a_verdict_of_its_own(changes: dict[str, object], worst: Verdict) -> None:
    assert verdicts(WELL._replace(**changes)).count(worst) == 1  # type: ignore[arg-type]


async def test_a_server_is_looked_at_and_what_can_be_lost_in_a_crash_is_told(database_of_path: DatabaseOfPath) -> None:
    """The server of the tests does not wait for the disk."""
    address = await asyncio.to_thread(database_of_path, Path("server"))
    async with await open_store(address, now=now):
        pass
    findings = await database_server.findings_of_server(read_settings(None, database=address.url))
    by_subject: dict[str, Finding] = {finding.subject: finding for finding in findings}
    assert by_subject["Database"].verdict is Verdict.WELL
    assert "does not wait" in by_subject["Server"].words


async def test_a_server_that_does_not_answer_is_wrong() -> None:
    (finding,) = await database_server.findings_of_server(
        read_settings(None, database="postgresql://a:b@127.0.0.1:1/c")
    )
    assert finding.verdict is Verdict.WRONG
    assert "a:b" not in finding.words


def test_a_folder_that_takes_no_backups_of_a_server_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pg_dump").touch(mode=0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "backups").touch()
    found = database_server.backups(
        read_settings(None, database="postgresql://a:b@127.0.0.1:1/c", backup_folder=tmp_path / "backups")
    )
    assert found.verdict is Verdict.WRONG
    assert "no files may be written" in found.words
