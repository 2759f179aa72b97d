"""`voormsi doctor`: the PostgreSQL server of the database."""

from __future__ import annotations

from bot.operations.doctor.findings import Finding, unsure, well
from bot.runtime.settings import Settings
from bot.store import DatabaseTrouble
from bot.store.engine import open_read_only


async def answering(settings: Settings) -> Finding:
    """Check whether the server lets us read the database."""
    try:
        async with await open_read_only(settings.database) as store:
            await store.check_integrity()
    except DatabaseTrouble as error:
        return unsure("Database", f"{error}.")
    return well("Database", f"{settings.database} answers.")
