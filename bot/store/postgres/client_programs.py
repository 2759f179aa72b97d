"""PostgreSQL's own client programs: pg_dump and pg_restore."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.runtime.database import Database, PostgresAddress
from bot.store.errors import DatabaseTrouble

_MAJOR: Final = re.compile(r"\(PostgreSQL\) (\d+)")


def major_version(program: str, database: Database) -> int:
    """The major version of a program on PATH. Raises DatabaseTrouble if it is not installed."""
    if shutil.which(program) is None:
        detail = f"{program} is not installed; it is in the package postgresql-client"
        raise DatabaseTrouble(database, detail=detail)
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = _MAJOR.search(told)
    if found is None:
        raise DatabaseTrouble(database, detail=f"{program} does not tell its version")
    return int(found[1])


def dump(address: PostgresAddress, target: Path, schema: str, snapshot: str) -> None:
    """Write what a snapshot of a schema holds to a file. Raises DatabaseTrouble."""
    tables = '"{}".*'.format(schema.replace('"', '""'))
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--table={tables}"]
    _run(address, "pg_dump", *options, f"--file={target}", address=address)


def restore(source: Path, address: PostgresAddress) -> None:
    """Bring what a file holds into a database, in one transaction. Raises DatabaseTrouble of the file."""
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    _run(source, "pg_restore", *options, str(source), address=address)


def list_of(source: Path) -> str:
    """The table of contents of a dump. Raises DatabaseTrouble of the file."""
    return _run(source, "pg_restore", "--list", str(source))


def read_through(source: Path) -> None:
    """Read every byte that a restore would read. Raises DatabaseTrouble of the file."""
    _run(source, "pg_restore", f"--file={os.devnull}", str(source))


def _run(of: Database, program: str, *arguments: str, address: PostgresAddress | None = None) -> str:
    """Run a program, and return what it printed.

    Others on this machine see its arguments, so a password goes into its environment.
    """
    place: dict[str, Any] = conninfo_to_dict(address.url) if address else {}
    surroundings = {**os.environ, "LC_ALL": "C"}
    if password := place.pop("password", None):
        surroundings["PGPASSWORD"] = str(password)
    reached = [f"--dbname={make_conninfo(**place)}"] if address else []
    done = subprocess.run(
        [program, *reached, *arguments], env=surroundings, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines()
        detail = said[0].strip() if said else f"{program} ended with {done.returncode}"
        raise DatabaseTrouble(of, detail=detail)
    return done.stdout
