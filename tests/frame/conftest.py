"""Frame tests see no setting of the machine they run on, and no `.env` of the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings

TOKEN = "MTA5OTk5OTk5OTk5OTk5OTk5OQ.GabcDe.thisIsNoTokenOfAnybody_ButItLooksLikeOne"


@pytest.fixture(autouse=True)
def _bare_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
