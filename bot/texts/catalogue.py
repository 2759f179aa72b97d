"""Catalogues: the sentences of each language, read from `.po` files.

Each language has a folder under `locale/`, with one file for Voormsi and the bot and one for each other game, which are
read directly (nothing is compiled). Message ids are keys; those of a game begin with its name. An installed game has
the files of its languages in its own folder `texts`.

A language may also have, or only have, names of cards (`cards.po`), which can replace those of any language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final, NamedTuple

from babel import Locale
from babel.messages.pofile import read_po

from bot.texts.game_files import game_folder
from rules.registry import INSTALLED

LOCALES: Final = files("bot.texts") / "locale"
DOMAIN: Final = "voormsi"
"""The file of a language's sentences for the bot; a folder with it is a language."""
NAMES: Final = "cards"
"""The file of a language's names for cards, which can be combined with any language."""
SOURCE_LANGUAGE: Final = "en"
"""The language that has every key; the others fall back to it."""


class Catalogue(NamedTuple):
    """The sentences of one language: the plural forms of each key, and a function from a number to its form."""

    language: str
    forms: dict[str, tuple[str, ...]]
    form_of: Callable[[int], int]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of `language`, else of its base (`en` for `en-GB`), else of the source language."""
    found = own_catalogue(language)
    if found is not None:
        return found
    if language == SOURCE_LANGUAGE:
        raise FileNotFoundError(f"no catalogue of the source language {SOURCE_LANGUAGE!r}")
    base = language.partition("-")[0]
    return catalogue(SOURCE_LANGUAGE if base == language else base)


@cache
def card_names(naming: str) -> Catalogue:
    """The names of cards in a language, from its `cards.po`; empty for "" or an unknown language."""
    text = _file(naming, NAMES) if naming else None
    return Catalogue("", {}, lambda _: 0) if text is None else read(naming, text)


def own_catalogue(language: str) -> Catalogue | None:
    """The sentences of this very language, from all its files; None if it has none."""
    own = _file(language, DOMAIN)
    if own is None:
        return None
    found = read(language, own)
    files = sorted(_folder(language).iterdir(), key=lambda file: file.name)
    for file in files:
        if file.name.endswith(".po") and file.name not in (f"{DOMAIN}.po", f"{NAMES}.po"):
            found.forms.update(read(language, file.read_bytes()).forms)
    for game in INSTALLED:
        found.forms.update(forms_of_installed(game, language))
    return found


def forms_of_installed(game: str, language: str) -> dict[str, tuple[str, ...]]:
    """The sentences of an installed game in a language, by key; keys of others are left out."""
    file = game_folder(game, "texts") / f"{language.replace('-', '_')}.po"
    forms = read(language, file.read_bytes()).forms if file.is_file() else {}
    return {key: sentence for key, sentence in forms.items() if key.startswith(f"{game}.")}


def _folder(language: str) -> Traversable:
    return LOCALES / language.replace("-", "_") / "LC_MESSAGES"


def _file(language: str, domain: str) -> bytes | None:
    path = _folder(language) / f"{domain}.po"
    return path.read_bytes() if path.is_file() else None


def read(language: str, text: bytes) -> Catalogue:
    """The catalogue in `text`, the content of a `.po` file."""
    found = read_po(BytesIO(text), locale=language.replace("-", "_"), abort_invalid=True)
    forms_of = {}
    for message in found:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if key and all(forms):
            forms_of[key] = forms
    return Catalogue(language, forms_of, c2py(found.plural_expr))


def languages() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has sentences: `("da", "dansk")`."""
    return _named_languages(DOMAIN)


def card_namings() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has a `cards.po`: `("kl", "kalaallisut")`."""
    return _named_languages(NAMES)


@cache
def _named_languages(domain: str) -> tuple[tuple[str, str], ...]:
    codes = sorted(folder.name for folder in LOCALES.iterdir() if _file(folder.name, domain) is not None)
    return tuple((code.replace("_", "-"), Locale.parse(code).get_display_name() or code) for code in codes)
