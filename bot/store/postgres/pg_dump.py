"""pg_dump and pg_restore, the programs of PostgreSQL that write and read dumps."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

from psycopg.conninfo import make_conninfo

from bot.runtime.database import Database, PostgresAddress
from bot.store.errors import DatabaseTrouble
from bot.store.postgres.protection import KNOWS_METHODS, protection_of, read_service

_MAJOR: Final = re.compile(r"\(PostgreSQL\) (\d+)")


def major_version(program: str, database: Database) -> int:
    """The major version of a program on PATH. Raises DatabaseTrouble if it is not installed."""
    _find(program, database)
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
    """Run a program, and return what it printed. Raises DatabaseTrouble of the database `of`."""
    _find(program, of)
    with _connection_of(address, program) as (reached, surroundings):
        command = [program, *reached, *arguments]
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines()
        detail = said[0].strip() if said else f"{program} ended with {done.returncode}"
        raise DatabaseTrouble(of, detail=detail)
    return done.stdout


def _find(program: str, of: Database) -> None:
    if shutil.which(program) is None:
        raise DatabaseTrouble(of, detail=f"{program} is not installed; it is in the package postgresql-client")


@contextmanager
def _connection_of(address: PostgresAddress | None, program: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the arguments and the environment with which a program connects.

    Others on this machine see its arguments, so a password goes into its environment, and that of a key, for which
    there is no variable, into a file that only we can read.
    """
    surroundings = {**os.environ, "LC_ALL": "C"}
    if address is None:
        yield [], surroundings
        return
    place = _place_for(program, address)
    if password := place.pop("password", None):
        surroundings["PGPASSWORD"] = str(password)
    of_key = place.pop("sslpassword", None)
    reached = [f"--dbname={make_conninfo(**place)}"]
    if of_key is None:
        yield reached, surroundings
        return
    name = str(place.get("service") or surroundings.get("PGSERVICE", "voormsi"))
    lines = [f"{key}={value}" for key, value in {**read_service(name), "sslpassword": of_key}.items()]
    with NamedTemporaryFile("w", encoding="utf-8", prefix="voormsi-") as file:
        file.write("\n".join([f"[{name}]", *lines, ""]))
        file.flush()
        yield reached, {**surroundings, "PGSERVICEFILE": file.name, "PGSERVICE": name}


def _place_for(program: str, address: PostgresAddress) -> dict[str, Any]:
    """The parameters with which a program connects, protected as the bot's own sessions are.

    Raises DatabaseTrouble if the program is too old to refuse to tell a server on an unchecked way the password.
    """
    protection = protection_of(address)
    place = dict(protection.place)
    if "require_auth" in place and (found := major_version(program, address)) < KNOWS_METHODS:
        if not protection.is_checked:
            detail = f"{program} {found} cannot demand SCRAM: install postgresql-client-{KNOWS_METHODS} or newer"
            raise DatabaseTrouble(address, detail=f"{detail}, or use sslmode=verify-full in DATABASE")
        del place["require_auth"]
    return place
