"""Tables after a restore: none deals again, by a chain from before it, the hands that it has dealt since the backup."""

from __future__ import annotations

from bot.store import RESTORED_TABLES, Store
from bot.tables import actions
from bot.tables.table import Stage
from bot.tables.table_service import TableService


async def unbind_all(store: Store, tables: TableService) -> None:
    """Let every table in play post a new chain before its next deal, once after a restore.

    A crash in between may lead to one chain more than is needed.
    """
    if not await store.get_value(RESTORED_TABLES):
        return
    for row, _ in await store.running_with_seats():
        if row.stage == Stage.PLAYING and (loaded := await tables.get(row.id)) and loaded.table.chain is not None:
            await tables.submit(row.id, actions.Unbind())
    await store.put_value(RESTORED_TABLES, "")
