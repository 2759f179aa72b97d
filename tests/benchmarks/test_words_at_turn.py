"""The benchmark of words at one's turn runs, and a newcomer's rubber keeps to its aim."""

from __future__ import annotations

import pytest

from benchmarks import words_at_turn
from bot.messages.hand import hand_scene
from bot.messages.hand.room import AT_TURN
from bot.publishing import delivery_queues
from bot.tables import deals


@pytest.mark.slow
async def test_a_rubber_of_a_newcomer_keeps_to_the_words_that_one_should_have_at_ones_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module, name in ((deals, "shuffle"), (delivery_queues, "AFTER"), (delivery_queues, "RATE")):
        monkeypatch.setattr(module, name, getattr(module, name))  # restores what the benchmark replaces
    monkeypatch.setattr(hand_scene, "READABLE", hand_scene.READABLE)
    turns = await words_at_turn.measure("braus", 4, "da")
    assert max(turn.words for turn in turns) <= AT_TURN
    words_at_turn.report("braus", 4, "da", turns)
    assert f"{len(turns)}" in capsys.readouterr().out
