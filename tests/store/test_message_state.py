from __future__ import annotations

import pytest

from bot.store import BadRow, Store
from tests.store.samples import NOW, mark, opened, play


async def test_a_mark_takes_the_place_of_the_one_before(store: Store) -> None:
    row = await opened(store)
    tried = mark(row.id, attempted_seq=1)
    await store.mark(tried)
    assert await store.shown(row.id) == [tried]
    done = tried._replace(message_id=5, sent_at=NOW, shown_seq=1, fingerprint="f", note="n")
    await store.mark(done)
    assert await store.shown(row.id) == [done]


async def test_audiences_and_posts_have_marks_of_their_own(store: Store) -> None:
    row, other = await opened(store), await opened(store)
    marks = [mark(row.id), mark(row.id, post="trick:1.2"), mark(row.id, audience="seat:0")]
    await store.mark(*marks, mark(other.id))
    assert await store.shown(row.id) == marks
    assert await store.shown(other.id) == [mark(other.id)]


async def test_a_mark_needs_a_table(store: Store) -> None:
    with pytest.raises(BadRow):
        await store.mark(mark(404))


async def test_a_table_is_unshown_until_it_is_caught_up(store: Store) -> None:
    running, ended = await opened(store), await opened(store, stage="over", seq=3)
    assert await store.unshown() == [running.id, ended.id]
    await store.caught_up({running.id: 1})
    await store.caught_up({ended.id: 2})
    assert await store.unshown() == [ended.id]
    await store.caught_up({ended.id: 3})
    await play(store, running)
    assert await store.unshown() == [running.id]


async def test_being_caught_up_does_not_go_back(store: Store) -> None:
    row = await opened(store, seq=2)
    await store.caught_up({row.id: 2})
    await store.caught_up({row.id: 1})
    assert await store.unshown() == []
