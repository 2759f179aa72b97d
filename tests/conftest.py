"""Settings of all tests: a missing sentence is an error instead of a key on the screen, and chance is known."""

from __future__ import annotations

import random

import pytest

from bot.tables import deals
from bot.texts import Translator

Translator.strict = True


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same decks in every run: a random rubber may end in its first trick (RULES §9.6)."""
    chance = random.Random(11)
    monkeypatch.setattr(deals, "shuffled", lambda pack: tuple(chance.sample(pack, len(pack))))
