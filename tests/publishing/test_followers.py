"""Hands that follow the trick: one edit for the plays of a moment, and no more edits than there is room for."""

from __future__ import annotations

import asyncio

import pytest

from bot.publishing import delivery_queues
from bot.publishing.delivery_queues import Followers, QueueKey

HAND: QueueKey = (1, 2)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[QueueKey]:
    monkeypatch.setattr(delivery_queues, "AFTER", 0.0)
    return []


async def passed() -> None:
    """Let all timers that are due run."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_all_plays_of_a_moment_are_one_edit(woken: list[QueueKey]) -> None:
    here = Followers(woken.append)
    here.note(HAND)
    here.note(HAND)
    await passed()
    assert woken == [HAND]


async def test_a_later_play_is_another_edit(woken: list[QueueKey]) -> None:
    here = Followers(woken.append)
    for _ in range(2):
        here.note(HAND)
        await passed()
    assert woken == [HAND, HAND]


async def test_a_hand_that_is_redrawn_anyway_is_not_edited_once_more(woken: list[QueueKey]) -> None:
    here = Followers(woken.append)
    here.note(HAND)
    here.forget(HAND)
    await passed()
    assert woken == []


async def test_beyond_the_limit_edits_are_left_out(woken: list[QueueKey], monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", lambda: 100.0)
    monkeypatch.setattr(loop, "call_later", lambda _, due, queue: loop.call_soon(due, queue))
    here = Followers(woken.append)
    for table in range(100):
        here.note((table, 0))
    await passed()
    assert len(woken) in (delivery_queues.RATE, delivery_queues.RATE + 1)


async def test_nothing_is_woken_after_a_stop(woken: list[QueueKey]) -> None:
    here = Followers(woken.append)
    here.note(HAND)
    here.stop()
    await passed()
    assert woken == []


async def test_hands_that_change_by_time_alone_are_drawn_then_unless_the_table_changes_before(
    woken: list[QueueKey],
) -> None:
    here = Followers(woken.append)
    here.note_later(1, [0, 2], 0.0)
    here.note_later(1, [3], 0.0)
    here.note_later(2, [1], 0.0)
    here.note_later(2, [], 0.0)
    await passed()
    assert woken == [(1, 3)]
