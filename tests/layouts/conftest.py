from __future__ import annotations

import pytest

from bot.texts import Words


@pytest.fixture(autouse=True)
def _words_are_never_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "strict", True)
