"""A record becomes a table: `do(table, action)` gives the table after it, or the fact why it cannot be done."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from bot.tables import actions, agreements, lobby, playing, seating
from bot.tables.actions import Action
from bot.tables.lobby import COMPUTER
from bot.tables.seat_holders import Holder
from bot.tables.table import FREE, Handler, RecordedAction, Seat, Table, with_seat
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact


def opened(table_id: int, action: actions.Open) -> Table:
    """The table that an Open begins."""
    return Table(
        id=table_id,
        name=action.name,
        opener=action.by,
        game=action.game,
        seats=tuple(map(_taken, action.seated)) or (FREE,) * action.seats,
        options=dict(action.options),
        rematch_of=action.rematch_of,
        version=action.version,
        terms=dict(action.terms),
    )


def again(seats: tuple[Seat, ...], gone: Collection[str] = ()) -> tuple[str, ...]:
    """Who sits at a rematch from the beginning: those who sat there, and those for whom computers took over.

    Each person holds one seat: where they sit, else the first that they left. A computer for those who are `gone`.
    """
    holders = [seat.person or COMPUTER for seat in seats]
    for number, seat in enumerate(seats):
        if seat.was is not None and seat.person is None and seat.was not in holders:
            holders[number] = seat.was
    return tuple(COMPUTER if holder in gone else holder for holder in holders)


def _taken(holder: str) -> Seat:
    return Seat(Holder.COMPUTER, level=actions.LEVEL) if holder == COMPUTER else Seat(Holder.PERSON, holder)


def fold(table_id: int, entries: Iterable[RecordedAction]) -> Table:
    """The table that a record stands for; ValueError if the record is not one."""
    table = deque(unfold(table_id, entries), maxlen=1)
    if not table:
        raise ValueError(f"the record of table {table_id} is empty")
    return table[0]


def unfold(table_id: int, entries: Iterable[RecordedAction]) -> Iterator[Table]:
    """The table after each entry of a record, in order."""
    table: Table | None = None
    for entry in entries:
        if table is None:
            if not isinstance(entry.action, actions.Open):
                raise ValueError(f"the record of table {table_id} does not begin with its opening")
            table = opened(table_id, entry.action)
        else:
            after = do(table, entry.action)
            if isinstance(after, Fact):
                raise ValueError(f"table {table_id}, entry {entry.seq}: {after.kind}")
            table = after
        yield table


def do(table: Table, action: Action) -> Table | Fact:
    """The table after an action, or why it cannot be done (then nothing has changed)."""
    handle = HANDLERS[type(action)]
    after = handle(table, action)
    if isinstance(after, Fact):
        return after
    return _going_on(agreements.settled(replace(_heard(after, action), seq=table.seq + 1)))


def _heard(table: Table, action: Action) -> Table:
    """The table where whoever has just done something is there, whatever they missed before."""
    held = table.seat_of(getattr(action, "by", None) or "")
    if held is None or not table.seats[held].silent:
        return table
    return with_seat(table, held, table.seats[held]._replace(silent=0))


def _going_on(table: Table) -> Table:
    """The table after it has rested, if somebody is there again."""
    if not table.rests or table.is_abandoned:
        return table
    return replace(table, rests=False, came_back=table.seq)


def _open(table: Table, action: actions.Open) -> Table | Fact:
    return fact(Refusal.ALREADY_STARTED, table=table.name)


HANDLERS: Final[dict[type[Any], Handler]] = {
    actions.Open: _open,
    **lobby.HANDLERS,
    **playing.HANDLERS,
    **seating.HANDLERS,
    **agreements.HANDLERS,
}
