"""Marks while the store takes nothing: what could not be written is not taken for written, and is written later."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing.message_state import (
    PUBLIC,
    EndNotice,
    MessageState,
    MessageStates,
    NotifiedTurn,
    RefusalReason,
    RefusedDm,
    RemindedPlays,
    ShownHand,
)
from bot.store import DatabaseBusy, DigestLine, MessageRow
from tests.bot.read_gate import ReadGate, waiting_at

TABLE = 1


class Shelf:
    """The part of a store that message states need; it accepts nothing while it is `busy`."""

    def __init__(self) -> None:
        self.busy = False
        self.rows: dict[str, MessageRow] = {}

    async def message_states(self, _: int) -> list[MessageRow]:
        return [*self.rows.values()]

    async def put_message_states(self, *marks: MessageRow) -> None:
        if self.busy:
            raise DatabaseBusy(Path("a.db"), holder="another")
        self.rows |= {mark.post: mark for mark in marks}

    @property
    def seqs(self) -> dict[str, int]:
        return {post: row.shown_seq for post, row in self.rows.items()}


def mark(post: str, seq: int) -> MessageState:
    return MessageState(TABLE, PUBLIC, post, shown_seq=seq)


async def seq(marks: MessageStates, post: str) -> int:
    return (await marks.get(TABLE, PUBLIC, post)).shown_seq


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def marks(shelf: Shelf) -> MessageStates:
    return MessageStates(shelf)  # type: ignore[arg-type]


async def test_what_cannot_be_written_is_as_it_was_before(shelf: Shelf, marks: MessageStates) -> None:
    await marks.put(mark("lobby", 1))
    shelf.busy = True
    for post in ("lobby", "deal:1"):
        with pytest.raises(DatabaseBusy):
            await marks.put(mark(post, 2))
    assert (await seq(marks, "lobby"), await seq(marks, "deal:1")) == (1, 0)


async def test_edits_that_could_not_be_written_with_a_send_or_by_a_sweep_are_by_the_next(
    shelf: Shelf, marks: MessageStates
) -> None:
    await marks.put_soon(mark("lobby", 1))
    shelf.busy = True
    with pytest.raises(DatabaseBusy):
        await marks.put(mark("deal:1", 2))
    with pytest.raises(DatabaseBusy):
        await marks.flush()
    shelf.busy = False
    await marks.flush()
    assert shelf.seqs == {"lobby": 1}


async def test_what_could_not_be_written_takes_the_place_of_nothing_newer(shelf: Shelf, marks: MessageStates) -> None:
    gate = ReadGate(shelf.put_message_states)
    await marks.put_soon(mark("lobby", 1))

    async def busy_when_it_is_opened(*given: MessageRow) -> None:
        await gate()
        raise DatabaseBusy(Path("a.db"), holder="another")

    shelf.put_message_states = busy_when_it_is_opened  # type: ignore[method-assign]
    flushing = await waiting_at(gate, marks.flush())
    del shelf.put_message_states
    await marks.put(mark("lobby", 2))
    gate.open()
    with pytest.raises(DatabaseBusy):
        await flushing
    await marks.flush()
    assert shelf.seqs == {"lobby": 2}


@pytest.mark.parametrize(
    ("fingerprint", "note", "content", "known"),
    [
        (None, None, None, None),
        ("0b1c", "2.4", ShownHand("0b1c", has_picture=False), NotifiedTurn(2, 4)),
        ("0b1c+", None, ShownHand("0b1c", has_picture=True), None),
        ("gone", "1.3", EndNotice.OVER, NotifiedTurn(1, 3)),
        ("left", "closed:3", EndNotice.LEFT, RefusedDm(RefusalReason.CLOSED, 3)),
        ("taken", None, EndNotice.TAKEN, None),
        (None, "slow:3", None, RefusedDm(RefusalReason.TOO_FAST, 3)),
        ("told", "closed:3", None, RefusedDm(RefusalReason.CLOSED, 3, is_known=True)),
        (None, "[[7, 0, 1800]]", None, RemindedPlays((DigestLine(7, 0, 1800),))),
    ],
)
def test_a_row_of_any_version_is_read_and_written_as_it_is(
    fingerprint: str | None, note: str | None, content: object, known: object
) -> None:
    row = MessageRow(TABLE, "seat:0", "hand", 5, 6, 7, 8, None, 8, fingerprint, note, "aja")
    state = MessageState.read(row)
    assert (state.content, state.note) == (content, known)
    assert state.row() == row
