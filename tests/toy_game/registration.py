"""The invented game as an installed one, within a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from bot.texts import rules_page, translator
from bot.texts.catalogue import catalogue, forms_of_installed
from players import registry as computers
from rules import registry
from rules.core.contract import Game
from rules.installed_games import InstalledGame
from tests.toy_game.gift import PACKAGE, game
from tests.toy_game.gift.computers import CHOOSERS

INSTALLED = InstalledGame(cast("Game[Any]", game), PACKAGE, "gift = gift:PACKAGE")


@contextmanager
def offered() -> Iterator[None]:
    """Install the game within the block."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(registry.GAMES, game.name, INSTALLED.module)
        patched.setitem(registry.INSTALLED, game.name, INSTALLED)
        patched.setitem(computers.CHOOSERS, game.name, CHOOSERS)
        for key, forms in forms_of_installed(game.name, "en").items():
            patched.setitem(catalogue("en").forms, key, forms)
        forget_texts()
        yield
    forget_texts()


def forget_texts() -> None:
    translator._words.cache_clear()
    rules_page.cache_clear()
