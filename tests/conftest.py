"""Settings of all tests: a missing sentence is an error instead of a key on the screen, and chance is known."""

from __future__ import annotations

import random
from importlib.util import find_spec

import pytest

from bot.tables import deals
from bot.texts import Translator

Translator.strict = True

BROWSER_TESTS = ["flows/test_browser.py", "sandbox/test_page.py", "sandbox/test_page_markdown.py"]
"""Modules that import Playwright, also through `tests.sandbox.page_browser`; the group `test` lacks it."""
collect_ignore = [] if find_spec("playwright") else BROWSER_TESTS


@pytest.fixture(autouse=True)
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same decks in every run: a random rubber may end in its first trick (RULES §9.6)."""
    chance = random.Random(11)
    monkeypatch.setattr(deals, "shuffled", lambda pack: tuple(chance.sample(pack, len(pack))))
