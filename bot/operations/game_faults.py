"""The check of installed games at start: whether all their parts can be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from bot.lessons.course import course, rubber_texts
from bot.messages.kit.game_looks import looks_of
from bot.texts import rules_page
from bot.texts.catalogue import SOURCE_LANGUAGE, catalogue, read
from bot.texts.game_files import game_folder
from players.registry import LEVELS, choosers
from rules import registry
from rules.installed_games import GameFault, InstalledGame, error_text

REMEDY: Final = "Install another version of it, or uninstall it: tables and cups of a game that is not installed wait."


def game_faults() -> list[GameFault]:
    """The places where installed games break the contract; empty if all can be used."""
    found = [*registry.FAULTS]
    for game, installed in registry.INSTALLED.items():
        for part, check in _PARTS.items():
            try:
                found += [installed.fault(part, what) for what in check(game, installed)]
            except Exception as error:
                found.append(installed.fault(part, error_text(error)))
    return found


def _computers(game: str, installed: InstalledGame) -> Iterator[str]:
    found = choosers(game)
    if LEVELS[0] not in found or not all(map(callable, found.values())):
        yield f"{installed.package.computers}.CHOOSERS has no function for the level {LEVELS[0]!r}"


def _texts(game: str, _: InstalledGame) -> Iterator[str]:
    """The faults of the sentences: a file that cannot be read, a key of others, no name for the game."""
    files = [file for file in game_folder(game, "texts").iterdir() if file.name.endswith(".po")]
    for file in files:
        keys = read(file.name.removesuffix(".po"), file.read_bytes()).forms
        if others := sorted(key for key in keys if not key.startswith(f"{game}.")):
            yield f"{file.name}: the key {others[0]} does not begin with the name of the game"
        if file.name == f"{SOURCE_LANGUAGE}.po" and f"{game}.name" not in keys:
            yield f"{file.name}: there is no sentence {game}.name"
    if f"{SOURCE_LANGUAGE}.po" not in {file.name for file in files}:
        yield f"there is no {SOURCE_LANGUAGE}.po"
    others_keys = catalogue(SOURCE_LANGUAGE).forms.keys() - _own(game)
    if any(key.startswith(f"{game}.") for key in others_keys):
        yield f"keys of the bot's own sentences begin with {game}, too"


def _own(game: str) -> set[str]:
    text = game_folder(game, "texts") / f"{SOURCE_LANGUAGE}.po"
    return set(read(SOURCE_LANGUAGE, text.read_bytes()).forms) if text.is_file() else set()


def _rules(game: str, _: InstalledGame) -> Iterator[str]:
    folder = game_folder(game, "rules")
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name.endswith(".md"):
            rules_page(game, file.name.removesuffix(".md"))
    yield from ()


def _lessons(game: str, _: InstalledGame) -> Iterator[str]:
    lessons, daily = course(game)
    named = {position.rubber for lesson in (*lessons.values(), daily) if lesson for position in lesson.positions}
    if missing := sorted(named - set(rubber_texts(game))):
        yield f"there is no rubber {missing[0]}"


def _looks(game: str, _: InstalledGame) -> Iterator[str]:
    if name := looks_of(game):
        import_module(name)
    yield from ()


_PARTS: Final[dict[str, Callable[[str, InstalledGame], Iterator[str]]]] = {
    "computers": _computers,
    "texts": _texts,
    "rules": _rules,
    "lessons": _lessons,
    "looks": _looks,
}
