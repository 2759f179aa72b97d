"""The invented game as one that is offered: its rules, a computer player, its sentences and its rules page."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from bot.texts import rules_page, translator
from bot.texts.catalogue import catalogue, read
from players import registry as computers
from rules import registry
from tests.toy_game import game

HERE = Path(__file__).parent


@contextmanager
def offered(folder: Path) -> Iterator[None]:
    """Offer the game within the block; its rules page is in `folder`, beside all others."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(registry.GAMES, game.name, game)
        patched.setitem(computers.CHOOSERS, game.name, {"steady": lambda view, _: view.actions[0]})
        for key, forms in read("en", (HERE / "texts.po").read_bytes()).forms.items():
            patched.setitem(catalogue("en").forms, key, forms)
        shutil.copytree(str(files("bot.texts") / "rules"), folder / "rules")
        (folder / "rules" / game.name).mkdir()
        shutil.copy(HERE / "rules.md", folder / "rules" / game.name / "en.md")
        patched.setattr(sys.modules["bot.texts.rules_page"], "PAGES", folder / "rules")
        _forget()
        yield
    _forget()


def _forget() -> None:
    translator._words.cache_clear()
    rules_page.cache_clear()
