"""Pages of long lists: the lines of one of them, and its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

LineT = TypeVar("LineT")


class LinesOfPage(NamedTuple, Generic[LineT]):
    """The lines of a page, its number from 0, and how many pages there are."""

    lines: tuple[LineT, ...]
    page: int
    pages: int


def page_of_lines(lines: Sequence[LineT], page: int, size: int) -> LinesOfPage[LineT]:
    """Return a page of so many lines; the last one if there are fewer pages."""
    pages = max(1, -(-len(lines) // size))
    shown = max(0, min(page, pages - 1))
    return LinesOfPage(tuple(lines[shown * size :][:size]), shown, pages)


def neighbours(page: int, pages: int) -> Iterator[tuple[str, int]]:
    """The pages beside a page, each after the last word of its button's key: `before` or `after`."""
    if page > 0:
        yield "before", page - 1
    if page + 1 < pages:
        yield "after", page + 1
