from __future__ import annotations

import pytest

from bot.texts import Translator


@pytest.fixture(autouse=True)
def _words_are_never_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "strict", True)
