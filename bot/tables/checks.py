"""Checks before an action or a view at a table; all raise RequestRefused."""

from __future__ import annotations

from bot.tables.table import Stage, Table, ended
from bot.texts.notices import Refusal, RequestRefused, fact


def own_seat(table: Table, person: str) -> int:
    """Return the person's seat."""
    seat = table.seat_of(person)
    if seat is None:
        held = any(tenure.person == person for tenure in table.tenures)
        raise RequestRefused(fact(Refusal.SEAT_LOST if held else Refusal.NOT_AT_TABLE, table=table.name))
    return seat


def check_playing(table: Table) -> None:
    """Check that a rubber is being played."""
    if table.stage is Stage.LOBBY:
        raise RequestRefused(fact(Refusal.NOT_STARTED, table=table.name))
    if table.stage is not Stage.PLAYING:
        raise RequestRefused(ended(table))


def check_lobby(table: Table) -> None:
    """Check that the table has not started."""
    if table.stage is not Stage.LOBBY:
        raise RequestRefused(fact(Refusal.ALREADY_STARTED, table=table.name))


def check_opener(table: Table, person: str, *, manages: bool = False) -> None:
    """Check that the person has opened the table, or `manages` its server."""
    if not manages and table.opener != person:
        raise RequestRefused(fact(Refusal.NOT_OPENER, table=table.name, person=table.opener), table.id)


def may_organise(table: Table, person: str, *, manages: bool) -> bool:
    """Return whether the person is an organiser, who decides alone: manages the server and holds no seat."""
    return manages and table.seat_of(person) is None
