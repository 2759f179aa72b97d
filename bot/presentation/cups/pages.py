"""Pages of long lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

Line = TypeVar("Line")


class LinesOfPage(NamedTuple, Generic[Line]):
    """The lines of a page, its number from 0, and how many pages there are."""

    lines: tuple[Line, ...]
    page: int
    pages: int


def page_of_lines(lines: Sequence[Line], page: int, size: int) -> LinesOfPage[Line]:
    """Return a page of so many lines; the last one if there are fewer pages."""
    pages = max(1, -(-len(lines) // size))
    shown = max(0, min(page, pages - 1))
    return LinesOfPage(tuple(lines[shown * size :][:size]), shown, pages)
