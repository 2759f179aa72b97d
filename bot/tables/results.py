"""Results: what an ended table leaves for each person who played there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.store import DRAWN, LOST, WON, ResultRow
from bot.tables.fold import unfold
from bot.tables.person_statistics import PersonStatistics
from bot.tables.table import RecordedAction, Stage, Table

ENDED: Final = (Stage.OVER, Stage.CLOSED)


def results_of(table: Table, guild_id: int, at: int) -> list[ResultRow]:
    """The results of a table that ended at `at` (ms since the epoch); none if it never began.

    The outcome belongs to who holds a seat at the end, everything else to who played it.
    """
    if table.state is None:
        return []
    sides = table.view(None).sides
    outcomes = dict(_outcomes(table))
    rows = []
    for person in table.statistics.keys() | outcomes.keys():
        counts, seat = table.statistics.get(person, PersonStatistics()), table.seat_of(person)
        own = next((side for side in sides if seat in side), ())
        rivals = sum(other.person is not None for number, other in enumerate(table.seats) if number not in own)
        rows.append(
            ResultRow(
                rubber=table.id,
                person=person,
                guild_id=guild_id,
                game=table.game,
                size=len(table.seats),
                sides=len(sides),
                rivals=rivals,
                ended_at=at,
                outcome=outcomes.get(person),
                **counts._asdict(),
            )
        )
    return sorted(rows)


def _outcomes(table: Table) -> Iterator[tuple[str, str]]:
    """(person, outcome) for the people to whom the rubber counts: nobody wins by a forfeit or at a closed table."""
    if table.stage is not Stage.OVER:
        return
    if table.forfeited is not None:
        if (loser := table.seats[table.forfeited].person) is not None:
            yield loser, LOST
        return
    view = table.view(None)
    winners = view.outcome.winners if view.outcome else ()
    for side, seats in enumerate(view.sides):
        outcome = LOST if side not in winners else DRAWN if len(winners) > 1 else WON
        yield from ((person, outcome) for seat in seats if (person := table.seats[seat].person) is not None)


def ended(table_id: int, entries: Iterable[RecordedAction]) -> tuple[Table, int] | None:
    """A table as it ended by its record, and when; None if it has not. Raises ValueError if the record is invalid."""
    entries = list(entries)
    for entry, table in zip(entries, unfold(table_id, entries), strict=True):
        if table.stage in ENDED:
            return table, entry.at
    return None
