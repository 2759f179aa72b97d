"""Tables that nobody shows: whatever waits for its post to be shown goes on at once."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import Condition
from bot.tables import ActionResult, LoadedTable, TableService, actions
from bot.tables.actions import TableAction
from bot.tables.table import Table

FIRST_MESSAGE = 10**18
"""The id of a message, as Discord might give it."""


def bound(table: Table) -> actions.Bound:
    """The entry of a table whose commitment was posted, in a message that no other entry has."""
    message = FIRST_MESSAGE + 1_000_000 * table.id + table.seq
    return actions.Bound(message, f"https://discord.com/channels/1/2/{message}")


class UnpublishedTables(TableService):
    """A table service without a publisher."""

    async def get(self, table_id: int) -> LoadedTable | None:
        loaded = await super().get(table_id)
        if loaded is None or loaded.table.needs_chain or not loaded.table.is_unbound:
            return loaded
        await self.submit(table_id, bound(loaded.table))  # the process before ended between both entries
        return await super().get(table_id)

    async def _do(
        self,
        loaded: LoadedTable,
        action: TableAction,
        interaction_id: int | None,
        conditions: Sequence[Condition] | None = (),
    ) -> ActionResult:
        result = await super()._do(loaded, action, interaction_id, conditions)
        if result.refused is not None or result.repeated or not result.table.is_unbound:
            return result
        return await super()._do(self._loaded[result.table.id], bound(result.table), None)
