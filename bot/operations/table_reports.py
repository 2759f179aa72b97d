"""Tables for the operator: `voormsi tables` lists those that run, `voormsi export TABLE` prints the record of one.

The record is the same text (or JSON) that `/record` gives to people. The bot may be running.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.members.people import PeopleService
from bot.runtime.settings import Settings
from bot.store import PeopleStore, SeatRow, StoreError, TableLists, TableRow
from bot.store.engine import open_read_only
from bot.tables import TableService, records
from bot.tables.deadlines import Delays
from bot.tables.table_service import is_installed
from bot.texts import SOURCE_LANGUAGE, in_language
from rules.registry import GAMES


class ListedTable(NamedTuple):
    """A table as it is listed. `taken`: the seats that are not empty. Times are written in UTC."""

    id: int
    server: int
    channel: int
    name: str
    game: str
    stage: str
    hand: int
    seats: int
    taken: int
    people: int
    turn: str | None
    """The name of the person to play, or `computer`."""
    deadline: str | None
    paused: bool


def tables(settings: Settings, *, as_json: bool) -> int:
    """Print the tables: 0, else 1 and the reason on stderr."""
    try:
        found = asyncio.run(_list(settings))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps([table._asdict() for table in found], indent=2, ensure_ascii=False))
    else:
        print(*_lines(found), sep="\n")
    return 0


async def _list(settings: Settings) -> list[ListedTable]:
    async with await open_read_only(settings.database) as store:
        return await _read(store, store)


async def _read(lists: TableLists, people: PeopleStore) -> list[ListedTable]:
    found = await lists.running_with_seats()
    to_play = {seat.holder for row, seats in found for seat in seats if seat.seat == row.turn_seat and seat.holder}
    names = {key: person.name for key, person in (await people.people(to_play)).items()}
    return [_listed_table(row, seats, names) for row, seats in found]


def _listed_table(row: TableRow, seats: list[SeatRow], names: dict[str, str]) -> ListedTable:
    turn = next((names.get(seat.holder or "", seat.kind) for seat in seats if seat.seat == row.turn_seat), None)
    return ListedTable(
        id=row.id,
        server=row.guild_id,
        channel=row.channel_id,
        name=row.name,
        game=row.game,
        stage=row.stage,
        hand=row.hand,
        seats=len(seats),
        taken=sum(seat.kind != "empty" for seat in seats),
        people=sum(seat.kind == "person" for seat in seats),
        turn=turn,
        deadline=None if row.deadline_at is None else _time(row.deadline_at),
        paused=row.held_at is not None,
    )


def _time(moment: int) -> str:
    return datetime.fromtimestamp(moment // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _lines(found: Iterable[ListedTable]) -> Iterator[str]:
    count = 0
    for server, group in groupby(found, lambda table: table.server):
        yield f"Server {server}"
        for table in group:
            count += 1
            yield f"  {table.id:>6}  {table.name:<16} {table.game}, {', '.join(_facts(table))}"
    yield f"{count} tables are open or in play." if count != 1 else "1 table is open or in play."


def _facts(table: ListedTable) -> Iterator[str]:
    yield f"hand {table.hand}" if table.stage == "playing" else table.stage
    yield f"{table.taken} of {table.seats} seats taken, {table.people} by people"
    if table.game not in GAMES:
        yield "waits for its game, which is not installed"
    elif table.paused:
        yield "paused"
    elif table.turn is not None:
        yield f"{table.turn} to play" + (f" until {table.deadline}" if table.deadline else "")


class TableNotFound(Exception):
    """No table, or several, fit the name or number, or the table has no record to show; `str` is for the operator."""


def export(settings: Settings, wanted: str, *, as_json: bool) -> int:
    """Print the record of the table with that name or number: 0, else 1 and the reason on stderr."""
    try:
        sys.stdout.write(asyncio.run(_export(settings, wanted, as_json)).rstrip("\n") + "\n")
    except (TableNotFound, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _export(settings: Settings, wanted: str, as_json: bool) -> str:
    async with await open_read_only(settings.database) as store:
        row = await _find(store, wanted)
        tables = TableService(store, Delays(0, 0, 0), lambda: time.time_ns() // 1_000_000)
        if not is_installed(row):
            raise TableNotFound(f"Table {row.id} ({row.name}) waits: its game {row.game!r} is not installed.")
        loaded = await tables.get(row.id)
        if loaded is None or loaded.table.hand is None:
            raise TableNotFound(f"Table {row.id} ({row.name}) has not begun, so it has no record yet.")
        holders, people = await PeopleService(store).holders(loaded.table)
        translator = in_language(SOURCE_LANGUAGE)
        called = translator("record.computer"), translator("news.former")
        record = records.export(loaded.table, await tables.record(row.id), holders, people, *called)
    return records.document(record) if as_json else records.text(record)


async def _find(store: TableLists, wanted: str) -> TableRow:
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
