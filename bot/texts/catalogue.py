"""Catalogues: the sentences of each language, read from `.po` files.

Each language has one file under `locale/`, which is read directly (nothing is compiled). Message ids are keys.

A language may also have, or only have, names of cards (`cards.po`), which can replace those of any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

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
    for name in (language, language.partition("-")[0]):
        text = _file(name)
        if text is not None:
            return read(name, text)
    if language == SOURCE_LANGUAGE:
        raise FileNotFoundError(f"no catalogue of the source language {SOURCE_LANGUAGE!r}")
    return catalogue(SOURCE_LANGUAGE)


@cache
def card_names(naming: str) -> Catalogue:
    """The names of cards in a language, from its `cards.po`; empty for "" or an unknown language."""
    text = _file(naming, NAMES) if naming else None
    return Catalogue("", {}, _one_form) if text is None else read(naming, text)


def languages() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has sentences: `("da", "dansk")`."""
    return _named(DOMAIN)


def card_namings() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has a `cards.po`: `("kl", "kalaallisut")`."""
    return _named(NAMES)


@cache
def _named(domain: str) -> tuple[tuple[str, str], ...]:
    codes = sorted(
        folder.name for folder in _locales().iterdir() if (folder / "LC_MESSAGES" / f"{domain}.po").is_file()
    )
    return tuple((code.replace("_", "-"), Locale.parse(code).get_display_name() or code) for code in codes)


def _locales() -> Traversable:
    return files("bot.texts") / "locale"


def _file(language: str, domain: str = DOMAIN) -> bytes | None:
    path = _locales() / language.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po"
    return path.read_bytes() if path.is_file() else None


def _one_form(_: int) -> int:
    return 0


def read(language: str, text: bytes) -> Catalogue:
    """The catalogue in `text`, the content of a `.po` file."""
    found = read_po(BytesIO(text), locale=language.replace("-", "_"), abort_invalid=True)
    return Catalogue(language, dict(_entries(found)), c2py(found.plural_expr))


def _entries(found: Catalog) -> Iterator[tuple[str, tuple[str, ...]]]:
    for message in found:
        forms = _forms(message)
        if message.id and all(forms):
            yield (message.id if isinstance(message.id, str) else message.id[0]), forms


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
