"""Sample values for the store's tests, and short functions to use it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from bot.store import (
    CupActionRow,
    CupMessageRow,
    CupRow,
    LeagueMessageRow,
    LeagueRow,
    MessageRow,
    RecordRow,
    ResultRow,
    RubberRow,
    SeatRow,
    Store,
    TableRow,
    WeeklyCupRow,
)
from bot.store.sqlite import migrations

NOW = 1_763_000_000_000
EMPTY_SEATS = [SeatRow(0, None, "empty"), SeatRow(1, None, "empty")]

_names = (f"Otter {number}" for number in count(1))


@contextmanager
def knowing(*steps: str) -> Iterator[None]:
    """Let the program know these migrations alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "KNOWN", steps)
        yield


def now() -> int:
    return NOW


def table(**changes: Any) -> TableRow:
    """A lobby with one entry, under a name of its own."""
    row = TableRow(
        id=0,
        name=next(_names),
        guild_id=7,
        channel_id=70,
        language="en",
        stage="lobby",
        game="voormsi",
        seq=1,
        hand=0,
        turn_seat=None,
        due_at=None,
        deadline_at=None,
        wait_since=NOW,
        credited=0,
        held_at=None,
        opened_at=NOW,
        changed_at=NOW,
        rematch_of=None,
    )
    return row._replace(**changes)


def entry(seq: int, **body: Any) -> RecordRow:
    return RecordRow(seq, NOW + seq, "play", body)


def mark(table_id: int, **changes: Any) -> MessageRow:
    return MessageRow(table_id, "public", "trick:1.1", 70, None, None, 1, NOW, 0, None, None)._replace(**changes)


def result(rubber: int, person: str, **changes: Any) -> ResultRow:
    """A rubber of four that was won against two people."""
    row = ResultRow(
        rubber=rubber,
        person=person,
        guild_id=7,
        game="voormsi",
        size=4,
        sides=2,
        rivals=2,
        ended_at=NOW,
        outcome="won",
        hands=10,
        tricks=20,
        bounces=1,
        feats={"executed": 1},
        kept=40,
        missed=2,
    )
    return row._replace(**changes)


def rubber(number: int, **changes: Any) -> RubberRow:
    """The result of a table of two for ratings."""
    return RubberRow(number, 7, "voormsi", 2, NOW, {"winners": [0]})._replace(**changes)


def cup(**changes: Any) -> CupRow:
    """A cup in its sign-up, with one entry, under a name of its own."""
    row = CupRow(0, next(_names), 7, 70, "en", "sign-up", 1, None, NOW, NOW)
    return row._replace(**changes)


def act(seq: int, reason: str = "", verb: str = "join", **body: Any) -> CupActionRow:
    return CupActionRow(seq, NOW + seq, verb, body, reason)


def cup_mark(cup_id: int, **changes: Any) -> CupMessageRow:
    return CupMessageRow(cup_id, "panel", 70, None, None, 1, NOW, 0)._replace(**changes)


def league(**changes: Any) -> LeagueRow:
    """A league with one entry, under a name of its own."""
    return LeagueRow(0, next(_names), 7, 70, "en", "going", 1, None, NOW, NOW)._replace(**changes)


def league_mark(league_id: int, **changes: Any) -> LeagueMessageRow:
    return LeagueMessageRow(league_id, "season.2", 70, None, None, 1, NOW, 0)._replace(**changes)


def weekly_cup(person: str, **changes: Any) -> WeeklyCupRow:
    """A cup that is made of the template Friday each week."""
    return WeeklyCupRow(7, "Friday", 70, "en", person, 4, "20:00", "America/Nuuk", NOW, NOW)._replace(**changes)


async def created(store: Store, **changes: Any) -> CupRow:
    """A new cup in the store. Return its row."""
    row = cup(**changes)
    cup_id = await store.create_cup(row, [act(seq) for seq in range(1, row.seq + 1)], None)
    return row._replace(id=cup_id)


async def opened(store: Store, **changes: Any) -> TableRow:
    """A new table in the store. Return its row."""
    row = table(**changes)
    table_id = await store.open_table(row, EMPTY_SEATS, [entry(seq) for seq in range(1, row.seq + 1)], None)
    return row._replace(id=table_id)


async def play(store: Store, row: TableRow, interaction_id: int | None = None, **body: Any) -> TableRow:
    """Append one more entry. Return the new row."""
    after = row._replace(seq=row.seq + 1)
    await store.append(after, None, [entry(after.seq, **body)], interaction_id)
    return after
