"""Catalogues: one `.po` file a language under `locale/`, read as it is (nothing is compiled). Message ids are keys.

A language may have, or be, names of cards alone (`cards.po`), which are laid over the sentences of any language.
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
"""The file of a language's names for cards, which any language may be read with."""
SOURCE_LANGUAGE: Final = "en"
"""The language that has every key, and that others fall back to."""


class Catalogue(NamedTuple):
    """The sentences of one language: the forms of each key (one a plural form), and which of them a number takes."""

    language: str
    forms: dict[str, tuple[str, ...]]
    form_of: Callable[[int], int]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of `language`; that of its base (`en` for `en-GB`) or of the source language when it has none."""
    for name in (language, language.partition("-")[0]):
        text = _file(name)
        if text is not None:
            return read(name, text)
    if language == SOURCE_LANGUAGE:
        raise FileNotFoundError(f"no catalogue of the source language {SOURCE_LANGUAGE!r}")
    return catalogue(SOURCE_LANGUAGE)


@cache
def card_names(naming: str) -> Catalogue:
    """The names of cards in a language that has no sentences of its own here; none for "" or an unknown one."""
    text = _file(naming, NAMES) if naming else None
    return Catalogue("", {}, _one_form) if text is None else read(naming, text)


def languages() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has sentences: `("da", "dansk")`."""
    return _named(DOMAIN)


def card_namings() -> tuple[tuple[str, str], ...]:
    """The code and the own name of every language that has names of cards alone: `("kl", "kalaallisut")`."""
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
    """The catalogue written in `text`, a whole `.po` file."""
    found = read_po(BytesIO(text), locale=language.replace("-", "_"), abort_invalid=True)
    return Catalogue(language, dict(_entries(found)), c2py(found.plural_expr))


def _entries(found: Catalog) -> Iterator[tuple[str, tuple[str, ...]]]:
    for message in found:
        forms = _forms(message)
        if message.id and all(forms):
            yield (message.id if isinstance(message.id, str) else message.id[0]), forms


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
