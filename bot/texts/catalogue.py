"""Catalogues: the sentences of each language, read from `.po` files.

Each language has one file under `locale/`, which is read directly (nothing is compiled). Message ids are keys.

A language may also have, or only have, names of cards (`cards.po`), which can replace those of any language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import c2py
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

from babel import Locale
from babel.messages.pofile import read_po

LOCALES: Final = files("bot.texts") / "locale"
DOMAIN: Final = "voormsi"
"""The file of a language's sentences."""
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
    text = _file(language, DOMAIN)
    if text is not None:
        return read(language, text)
    if language == SOURCE_LANGUAGE:
        raise FileNotFoundError(f"no catalogue of the source language {SOURCE_LANGUAGE!r}")
    base = language.partition("-")[0]
    return catalogue(SOURCE_LANGUAGE if base == language else base)


@cache
def card_names(naming: str) -> Catalogue:
    """The names of cards in a language, from its `cards.po`; empty for "" or an unknown language."""
    text = _file(naming, NAMES) if naming else None
    return Catalogue("", {}, lambda _: 0) if text is None else read(naming, text)


def _file(language: str, domain: str) -> bytes | None:
    path = LOCALES / language.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po"
    return path.read_bytes() if path.is_file() else None


def read(language: str, text: bytes) -> Catalogue:
    """The catalogue in `text`, the content of a `.po` file."""
    found = read_po(BytesIO(text), locale=language.replace("-", "_"), abort_invalid=True)
    sentences = {}
    for message in found:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if key and all(forms):
            sentences[key] = forms
    return Catalogue(language, sentences, c2py(found.plural_expr))


def languages() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has sentences: `("da", "dansk")`."""
    return _named(DOMAIN)


def card_namings() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has a `cards.po`: `("kl", "kalaallisut")`."""
    return _named(NAMES)


@cache
def _named(domain: str) -> tuple[tuple[str, str], ...]:
    codes = sorted(folder.name for folder in LOCALES.iterdir() if _file(folder.name, domain) is not None)
    return tuple((code.replace("_", "-"), Locale.parse(code).get_display_name() or code) for code in codes)
