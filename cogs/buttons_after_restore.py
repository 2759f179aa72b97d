"""Lost by a restore: the answer to buttons of tables, cups and leagues that were made after the backup."""

from __future__ import annotations

import json
from enum import StrEnum

from bot.store import LOST_NUMBERS
from bot.texts.notices import Refusal
from cogs.request import Request


class Numbered(StrEnum):
    """The kinds of things whose numbers stand in buttons."""

    TABLES = "tables"
    CUPS = "cups"
    LEAGUES = "leagues"


LOST = {
    Numbered.TABLES: Refusal.LOST_TABLE,
    Numbered.CUPS: Refusal.LOST_CUP,
    Numbered.LEAGUES: Refusal.LOST_LEAGUE,
}


async def lost(request: Request, kind: Numbered, number: int | None) -> Refusal | None:
    """Return the refusal for something that a restore may have lost, by its number; None: it was something else."""
    noted = json.loads(await request.services.store.get_value(LOST_NUMBERS) or "{}")
    is_lost = number is not None and any(first <= number <= last for first, last in noted.get(kind, ()))
    return LOST[kind] if is_lost else None
