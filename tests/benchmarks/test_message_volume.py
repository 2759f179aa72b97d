"""The benchmark of noise runs, and a hand of the real bot keeps to the aims."""

from __future__ import annotations

import shutil

import pytest

from benchmarks import message_volume
from benchmarks.picture_overhead import Counter
from bot.tables import deals
from sandbox.rest.rest_api import RestApi


@pytest.mark.slow
async def test_a_hand_of_the_real_bot_keeps_to_the_aims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(RestApi, "serve", RestApi.serve)  # restores what the counter replaces
    monkeypatch.setattr(deals, "shuffle", deals.shuffle)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    found = await message_volume.measure(2, 1, Counter())
    assert found.thread.messages <= 3
    assert found.thread.words <= 2 * message_volume.AIMS["words"]
    assert found.thread.buttons <= message_volume.AIMS["buttons"]
    assert found.turns
    message_volume.report(2, found)
    told = capsys.readouterr().out
    assert "calls to Discord" in told
    assert "screens" not in told
