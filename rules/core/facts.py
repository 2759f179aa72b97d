"""The kinds of a game's facts: keys of texts, each with the paragraph of the game's rules that it cites."""

from __future__ import annotations

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
