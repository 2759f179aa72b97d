"""The kinds of a game's facts: keys of texts, each with the paragraph of the game's rules that it cites.

The paragraphs that can be cited have keys of texts, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, Self

from rules.core.contract import Fact


class FactKind(StrEnum):
    """A kind of fact: the key of its text, and the paragraph of the rules that it cites."""

    paragraph: str

    def __new__(cls, value: str, paragraph: str) -> Self:
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.paragraph = paragraph
        return kind


def fact(kind: FactKind, **about: Any) -> Fact:
    """A fact of this kind, with its paragraph."""
    return Fact(kind, kind.paragraph, about)


def paragraph_keys(game: str, sections: Mapping[int, int], also_whole: Collection[int]) -> dict[str, str]:
    """Every paragraph, in order -> its key.

    `sections`: the number of numbered paragraphs in each section; a section without any is cited as a whole, and so are
    those in `also_whole`.
    """
    found: list[str] = []
    for section, count in sections.items():
        found += [] if count and section not in also_whole else [f"{section}"]
        found += [f"{section}.{number}" for number in range(1, count + 1)]
    return {paragraph: f"{game}.{paragraph}" for paragraph in found}
