"""Catalogues: one `.po` file a language under `locale/`, read as it is (nothing is compiled). Message ids are keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

DOMAIN: Final = "voormsi"
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


def _file(language: str) -> bytes | None:
    path = files("bot.texts") / "locale" / language.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"
    return path.read_bytes() if path.is_file() else None


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
