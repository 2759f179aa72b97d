"""For all tests: a sentence that is missing is an error, not a key on the screen; chance is known."""

from __future__ import annotations

import random

import pytest

from bot.tables import deals
from bot.texts import Translator

Translator.strict = True


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same decks in every run: a rubber of chance may end in its first trick (RULES §9.6)."""
    chance = random.Random(11)
    monkeypatch.setattr(deals, "shuffled", lambda pack: tuple(chance.sample(pack, len(pack))))
