"""`voormsi export TABLE`: print a table's record for the operator.

It is the same text (or JSON) that `/record` gives to people. The bot may be running.
"""

from __future__ import annotations

import asyncio
import sys
import time

from bot.discord_api import custom_ids
from bot.members.people import PeopleService
from bot.runtime.settings import Settings
from bot.store import StoreError, TableLists, TableRow
from bot.store.engine import open_read_only
from bot.tables import TableService, records
from bot.tables.deadlines import Delays
from bot.texts import SOURCE_LANGUAGE, in_language


class TableNotFound(Exception):
    """No table, or several, fit the name or number, or the table has no record yet; `str` is for the operator."""


def export(settings: Settings, wanted: str, *, as_json: bool) -> int:
    """Print the record of the table with that name or number: 0, else 1 and the reason on stderr."""
    try:
        sys.stdout.write(asyncio.run(_exported(settings, wanted, as_json)).rstrip("\n") + "\n")
    except (TableNotFound, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _exported(settings: Settings, wanted: str, as_json: bool) -> str:
    async with await open_read_only(settings.database) as store:
        row = await _meant(store, wanted)
        tables = TableService(store, Delays(0, 0, 0), lambda: time.time_ns() // 1_000_000)
        loaded = await tables.get(row.id)
        if loaded is None or loaded.table.hand is None:
            raise TableNotFound(f"Table {row.id} ({row.name}) has not begun, so it has no record yet.")
        holders, people = await PeopleService(store).holders(loaded.table)
        translator = in_language(SOURCE_LANGUAGE)
        called = translator("record.computer"), translator("news.former")
        record = records.export(loaded.table, await tables.record(row.id), holders, people, *called)
    return records.document(record) if as_json else records.text(record)


async def _meant(store: TableLists, wanted: str) -> TableRow:
    if (table_id := custom_ids.number(wanted)) is not None:
        found = await store.rows([table_id])
    else:
        found = await store.tables_named(wanted)
    if not found:
        raise TableNotFound(f"There is no table {wanted!r}.")
    if len(found) > 1:
        several = "\n".join(f"  {row.id}  in server {row.guild_id}, {row.stage}" for row in found[:20])
        raise TableNotFound(f"{len(found)} tables have the name {wanted!r}; take the number of one of them:\n{several}")
    return found[0]
