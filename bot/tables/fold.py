"""The fold: it applies actions one by one, so that a record becomes a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.tables import actions, invitations, lobby, notes, nudges, playing, proposals, seats_in_play
from bot.tables.actions import TableAction
from bot.tables.cup_tables import cup_refusal
from bot.tables.lobby import AT_COMPUTER, COMPUTER
from bot.tables.seat_holders import Holder
from bot.tables.table import FREE, HANDLERS, RecordedAction, Seat, Table, handles, with_seat
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

HANDLED: Final = (lobby, playing, seats_in_play, proposals, invitations, nudges)
"""The modules whose handlers register themselves."""


def new_table(table_id: int, action: actions.Open) -> Table:
    others = {COMPUTER: AT_COMPUTER, "": FREE}
    seated = [others.get(holder) or Seat(Holder.PERSON, holder) for holder in action.seated]
    table = Table(
        id=table_id,
        name=action.name,
        opener=action.by,
        game=action.game,
        seats=tuple(seated) or (FREE,) * action.seats,
        options=dict(action.options),
        rematch_of=action.rematch_of,
        version=action.version,
        terms=dict(action.terms),
        private=action.private,
        match=action.match,
        rated=action.rated,
        pairs=action.pairs,
        names=action.names,
    )
    inviting = invitations.invite(table, action.invited, action.kept_until, table.seq, action.free)
    return table if isinstance(inviting, Fact) else inviting


def unfold(table_id: int, entries: Iterable[RecordedAction]) -> Iterator[Table]:
    """Yield the table after each entry of its record. Raises ValueError if the record is invalid."""
    table: Table | None = None
    for entry in entries:
        if table is None:
            if not isinstance(entry.action, actions.Open):
                raise ValueError(f"the record of table {table_id} does not begin with its opening")
            table = new_table(table_id, entry.action)
        else:
            after = do(table, entry.action, entry.at)
            if isinstance(after, Fact):
                raise ValueError(f"table {table_id}, entry {entry.seq}: {after.kind}")
            table = after
        yield table


def do(table: Table, action: TableAction, at: int = 0) -> Table | Fact:
    """Return the table after an action, or the refusal (then nothing has changed).

    `at`: the time of the action, ms since the epoch; 0: not known.
    """
    after = cup_refusal(table, action) or HANDLERS[type(action)](table, action)
    if isinstance(after, Fact):
        return after
    after = replace(_note_presence(after, action), seq=table.seq + 1, hand=playing.timed(after.hand, at))
    after = invitations.settle(proposals.settle(after))
    if after.rests and not after.is_abandoned:  # somebody is present again
        after = replace(after, rests=False, came_back=after.seq)
    return notes.noted(table, action, after)


@handles(actions.Open)
def _open(table: Table, _: actions.Open) -> Fact:
    return fact(Refusal.ALREADY_STARTED, table=table.name)


def _note_presence(table: Table, action: TableAction) -> Table:
    """Return the table with the acting person present again, whatever deadlines they missed before."""
    held = table.seat_of(getattr(action, "by", None) or "")
    if held is None or not table.seats[held].silent:
        return table
    return with_seat(table, held, table.seats[held]._replace(silent=0))
