"""`voormsi doctor`: the PostgreSQL server of the database."""

from __future__ import annotations

import asyncio
import shutil
from typing import Final

from bot.operations.doctor.checks import newest_backup
from bot.operations.doctor.findings import Finding, unsure, well, wrong
from bot.operations.fatal_errors import remedy_for
from bot.runtime.database import PostgresAddress
from bot.runtime.settings import Settings
from bot.store import DatabaseTrouble, ServerRow, Unsuitable
from bot.store.engine import examine_server, open_read_only

ASK: Final = "Is the server running? Are address, user and password right?"
CLOCK_OFF: Final = 5.0
"""Seconds."""
SLOW_ANSWER: Final = 0.02
SLOW_COMMIT: Final = 0.05
"""Seconds; each press waits for a commit and some answers."""


async def findings_of_server(settings: Settings) -> list[Finding]:
    """Check the server, if it is one that keeps the database."""
    if not isinstance(address := settings.database, PostgresAddress):
        return []
    try:
        found = await asyncio.to_thread(examine_server, address)
    except Unsuitable as error:
        return [wrong("Database", f"{error}.")]
    except DatabaseTrouble as error:
        return [wrong("Database", f"{error}.", "" if error.facts.get("is_exact") else ASK)]
    checks = (safety(found), protection(found), server_clock(found), speed(found), kept_copies(found))
    return [await access(settings), *(finding for finding in checks if finding is not None)]


async def access(settings: Settings) -> Finding:
    """Check whether the server lets us read the database."""
    try:
        async with await open_read_only(settings.database) as store:
            await store.check_integrity()
    except DatabaseTrouble as error:
        remedy = remedy_for(error, settings)
        return wrong("Database", f"{error}.", remedy) if remedy else unsure("Database", f"{error}.")
    return well("Database", f"{settings.database} answers.")


def safety(found: ServerRow) -> Finding:
    if found.syncs:
        return well("Server", f"is PostgreSQL {found.version}; a commit waits for the disk.")
    text = f"is PostgreSQL {found.version}; a commit does not wait for the disk: the newest plays are lost in a crash."
    return wrong("Server", text, "Set fsync = on there.")


def protection(found: ServerRow) -> Finding:
    text = f"is used with {found.protection}."
    if found.is_checked:
        return well("Connection", text)
    return unsure("Connection", text, "On the way others can answer in its place: use sslmode=verify-full in DATABASE.")


def server_clock(found: ServerRow) -> Finding | None:
    if abs(found.ahead) < CLOCK_OFF:
        return None
    which = "ahead of" if found.ahead > 0 else "behind"
    text = f"is {abs(found.ahead):.0f} s {which} this machine's."
    return unsure("Server's clock", text, "Let both machines keep time by NTP.")


def speed(found: ServerRow) -> Finding:
    text = f"answers in {found.answer * 1000:.1f} ms and commits in {found.commit * 1000:.1f} ms."
    if found.answer > SLOW_ANSWER:
        return unsure("Speed", text, "The way to the server is long: run the bot near it.")
    if found.commit > SLOW_COMMIT:
        return unsure("Speed", text, "The server's disk, or its synchronous standby, is slow.")
    return well("Speed", text)


def kept_copies(found: ServerRow) -> Finding | None:
    if not found.kept:
        return None
    text = f"{' and '.join(found.kept)} still know who was erased since."
    return unsure("Copies", text, f"When all is well: DROP SCHEMA {found.kept[0]} CASCADE")


def backups(settings: Settings) -> Finding:
    """Check whether the bot can make backups by itself, and how old the newest is."""
    if shutil.which("pg_dump") is None:
        text = "pg_dump is not installed, so the bot makes none."
        return unsure("Backups", text, "Install postgresql-client, or back up as your provider offers.")
    return newest_backup(settings)
