"""Marks while the store takes nothing: what could not be written is not taken for written, and is written later."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing.message_state import PUBLIC, MessageStates, blank
from bot.store import DatabaseBusy, MessageRow
from tests.bot.gate import Gate, waiting_at

TABLE = 1


class Shelf:
    """What of a store marks need; it takes nothing while it is `busy`."""

    def __init__(self) -> None:
        self.busy = False
        self.rows: dict[str, MessageRow] = {}

    async def shown(self, _: int) -> list[MessageRow]:
        return [*self.rows.values()]

    async def mark(self, *marks: MessageRow) -> None:
        if self.busy:
            raise DatabaseBusy(Path("a.db"), holder="another")
        self.rows |= {mark.post: mark for mark in marks}

    @property
    def seqs(self) -> dict[str, int]:
        return {post: row.shown_seq for post, row in self.rows.items()}


def mark(post: str, seq: int) -> MessageRow:
    return blank(TABLE, PUBLIC, post)._replace(shown_seq=seq)


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
    gate = Gate(shelf.mark)
    await marks.put_soon(mark("lobby", 1))

    async def busy_when_it_is_opened(*given: MessageRow) -> None:
        await gate()
        raise DatabaseBusy(Path("a.db"), holder="another")

    shelf.mark = busy_when_it_is_opened  # type: ignore[method-assign]
    flushing = await waiting_at(gate, marks.flush())
    del shelf.mark
    await marks.put(mark("lobby", 2))
    gate.open()
    with pytest.raises(DatabaseBusy):
        await flushing
    await marks.flush()
    assert shelf.seqs == {"lobby": 2}
