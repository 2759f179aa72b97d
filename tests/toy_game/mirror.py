"""A game of another package for two, three and four: Voormsi under another name, for cups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from bot.texts.catalogue import SOURCE_LANGUAGE, catalogue
from players import registry as computers
from rules import registry
from rules.registry import USUAL
from tests.toy_game.registration import forget_texts

NAME = "mirror"
_PROJECT = Path(__file__).parents[2]
_TEXTS = _PROJECT / f"bot/texts/locale/en/LC_MESSAGES/{USUAL}.po"
_INIT = """
from rules.installed_games import GamePackage

PACKAGE = GamePackage(game="mirror.game", computers="players.voormsi", files="mirror")
"""
_GAME = """
from rules.voormsi.game import *

name = "mirror"
"""


def install_mirror(folder: Path) -> None:
    """Install the game into a folder, which stands on a path of modules then."""
    package, information = folder / NAME, folder / "voormsi_mirror-1.0.dist-info"
    for one in (information, package / "texts"):
        one.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: voormsi-mirror\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[voormsi.games]\nmirror = mirror:PACKAGE\n")
    (package / "__init__.py").write_text(_INIT)
    (package / "game.py").write_text(_GAME)
    (package / "texts" / "en.po").write_text(_texts())


def _texts() -> str:
    """The sentences of Voormsi under the keys of the game."""
    header, *entries = _TEXTS.read_text().split("\n\n")
    own = [entry for entry in entries if re.search(rf'^msgid "{USUAL}\.(?!name")', entry, re.MULTILINE)]
    return (
        "\n\n".join(
            [
                header,
                f'msgid "{NAME}.name"\nmsgstr "Mirror"',
                *(entry.replace(f'"{USUAL}.', f'"{NAME}.', 1) for entry in own),
            ]
        )
        + "\n"
    )


@contextmanager
def installed_mirror() -> Iterator[None]:
    """Install the game within the block."""
    module = ModuleType("mirror.game")
    vars(module).update({**vars(registry.GAMES[USUAL]), "name": NAME})
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(registry.GAMES, NAME, module)
        patched.setitem(computers.CHOOSERS, NAME, computers.CHOOSERS[USUAL])
        forms = catalogue(SOURCE_LANGUAGE).forms
        for key in [one for one in forms if one.startswith(f"{USUAL}.")]:
            patched.setitem(forms, key.replace(USUAL, NAME, 1), forms[key])
        patched.setitem(forms, f"{NAME}.name", ("Mirror",))
        forget_texts()
        yield
    forget_texts()
