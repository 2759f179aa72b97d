"""The games that tables can be opened for: those that have words."""

from __future__ import annotations

from collections.abc import Callable

from bot.texts.catalogue import SOURCE_LANGUAGE, catalogue
from bot.texts.translator import Translator
from rules import registry


def offered_games() -> tuple[str, ...]:
    """The names of the games that have words, the usual one first. Others have rules, a referee and computers only."""
    found = [name for name in registry.GAMES if f"{name}.name" in catalogue(SOURCE_LANGUAGE).forms]
    return tuple(sorted(found, key=lambda name: name != registry.USUAL))


def which_game(game: str, words: Callable[[str], str]) -> list[str]:
    """The name of a game, if there are several."""
    return [words(f"{game}.name")] if len(offered_games()) > 1 else []


def offered_name(game: str, words: Translator) -> str:
    """The name of a game where it is offered: with what there is to know of it before, if it has such words."""
    key = f"{game}.on-offer"
    return words(key if key in words else f"{game}.name")


def game_key(game: str, name: str) -> str:
    """A topic, a lesson or a day of a game, as custom_ids and the store write it; of the usual game, its bare name."""
    return name if game == registry.USUAL else f"{game}.{name}"


def game_argument(game: str) -> tuple[str, ...]:
    """The argument of a custom_id that names the game."""
    return (f"{game}.",)


def game_and_name(written: str) -> tuple[str, str]:
    """Read what `game_key` wrote. What names no game that is offered is the usual game's."""
    game, _, name = written.partition(".")
    return (game, name) if game in offered_games() else (registry.USUAL, written)
