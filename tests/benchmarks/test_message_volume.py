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
    for name, most in message_volume.AIMS.items():
        assert getattr(found.thread, name) <= most
    assert found.turns
    message_volume.report(2, found)
    told = capsys.readouterr().out
    assert "calls to Discord" in told
    assert "screens" not in told
