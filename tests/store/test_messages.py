from __future__ import annotations

import pytest

from bot.store import BadRow, Store
from tests.store.samples import NOW, mark, opened, play


async def test_a_mark_takes_the_place_of_the_one_before(store: Store) -> None:
    row = await opened(store)
    tried = mark(row.id, attempted_seq=1)
    await store.put_message_states(tried)
    assert await store.message_states(row.id) == [tried]
    done = tried._replace(message_id=5, sent_at=NOW, shown_seq=1, fingerprint="f", note="n")
    await store.put_message_states(done)
    assert await store.message_states(row.id) == [done]


async def test_audiences_and_posts_have_marks_of_their_own(store: Store) -> None:
    row, other = await opened(store), await opened(store)
    marks = [mark(row.id), mark(row.id, post="trick:1.2"), mark(row.id, audience="seat:0")]
    await store.put_message_states(*marks, mark(other.id))
    assert await store.message_states(row.id) == marks
    assert await store.message_states(other.id) == [mark(other.id)]


async def test_a_mark_needs_a_table(store: Store) -> None:
    with pytest.raises(BadRow):
        await store.put_message_states(mark(404))


async def test_a_table_is_unshown_until_it_is_caught_up(store: Store) -> None:
    running, ended = await opened(store), await opened(store, stage="over", seq=3)
    assert await store.unshown_tables() == [running.id, ended.id]
    await store.raise_shown_seqs({running.id: 1})
    await store.raise_shown_seqs({ended.id: 2})
    assert await store.unshown_tables() == [ended.id]
    await store.raise_shown_seqs({ended.id: 3})
    await play(store, running)
    assert await store.unshown_tables() == [running.id]


async def test_being_caught_up_does_not_go_back(store: Store) -> None:
    row = await opened(store, seq=2)
    await store.raise_shown_seqs({row.id: 2})
    await store.raise_shown_seqs({row.id: 1})
    assert await store.unshown_tables() == []
    assert await store.shown_seq(row.id) == 2


async def test_reminders_that_were_sent_are_found_as_long_as_their_messages_are_there(store: Store) -> None:
    row = await opened(store)
    sent = mark(row.id, post="reminder:1", message_id=9, note="[]")
    await store.put_message_states(
        sent, mark(row.id, post="reminder:2", note="[]"), mark(row.id, message_id=8, note="[]")
    )
    assert await store.sent_reminders() == [sent]
    await store.put_message_states(sent._replace(message_id=None))
    assert await store.sent_reminders() == []


async def test_running_tables_with_a_message_to_somebody_erased_are_found(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    row, other = await opened(store), await opened(store)
    await store.put_message_states(
        mark(row.id, audience="seat:0", post="hand", message_id=9, person=aja),
        mark(other.id, audience="seat:0", post="hand", message_id=9, person=malik),
    )
    assert await store.shown_to_erased() == []
    await store.erase(aja)
    assert await store.shown_to_erased() == [row.id]
