"""Tables whose game is not installed any more: they wait, their time stands still, and they lose nothing."""

from __future__ import annotations

import json
import logging
from collections import Counter
from typing import Final

from bot.store import Store
from bot.tables.table import Stage
from bot.tables.table_service import TableService, is_installed
from rules.registry import GAMES

log = logging.getLogger(__name__)

SUSPENDED: Final = "tables suspended"
"""The store's key for the ids of the tables that wait for their game."""


async def suspend_all(store: Store, tables: TableService) -> None:
    """Stop the time of the running tables whose game is not installed, before anything acts on it."""
    waiting = await store.tables_of_other_games(GAMES)
    known = await _noted_tables(store)
    if new := [row for row in waiting if row.id not in known]:
        await store.put_value(SUSPENDED, json.dumps(sorted(known.union(row.id for row in new))))
    for row in waiting:
        await tables.suspend(row)
    for game, count in Counter(row.game for row in waiting).items():
        log.warning("the game %r is not installed: the tables that wait for it are %s", game, count)


async def resume_all(store: Store, tables: TableService) -> None:
    """Let the tables go on whose game is installed again, once outages are credited."""
    noted = await _noted_tables(store)
    if not noted:
        return
    left = set()
    for row in await store.rows(noted):
        if row.stage not in (Stage.LOBBY, Stage.PLAYING):
            continue
        if is_installed(row):
            await tables.resume(row.id)
        else:
            left.add(row.id)
    await store.put_value(SUSPENDED, json.dumps(sorted(left)))


async def _noted_tables(store: Store) -> set[int]:
    return set(json.loads(await store.get_value(SUSPENDED) or "[]"))
