"""The rules page of a game: the law, paragraph by paragraph, and short topics for players.

Topics are divided into pages, each with at most one picture.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bot.texts.catalogue import SOURCE_LANGUAGE
from bot.texts.examples import MARK, Example, read

TOPIC: Final = re.compile(r"^### (?P<title>.+?) <!-- topic: (?P<name>[a-z-]+) -->$", re.MULTILINE)
PARAGRAPH: Final = re.compile(r"^\*\*(?P<number>\d+(?:\.\d+)?)\*\* ", re.MULTILINE)
HEADING: Final = re.compile(r"^#{1,3} ", re.MULTILINE)
PAGE: Final = "<!-- page -->"
PAGES: Final = files("bot.texts") / "rules"
"""A folder for each game, with a page in each language."""


class RulesPagePart(NamedTuple):
    """One page of a topic: a text with at most one picture in it."""

    above: str
    shown: tuple[Example, ...]
    """The rows of the picture; empty: no picture."""
    below: str


class Topic(NamedTuple):
    """A topic for players, in pages."""

    name: str
    title: str
    pages: tuple[RulesPagePart, ...]

    @property
    def text(self) -> str:
        """The whole text, without pictures."""
        return "\n\n".join(part for page in self.pages for part in (page.above, page.below) if part)


class RulesPage(NamedTuple):
    """The whole page, its topics in order, and its paragraphs by number (`9.4`)."""

    text: str
    topics: dict[str, Topic]
    paragraphs: dict[str, str]


@cache
def rules_page(game: str, language: str = SOURCE_LANGUAGE) -> RulesPage:
    """The page in a language or locale (`da`, `en-GB`), or in the source language if it is not translated.

    A game without a page has an empty one.
    """
    paths = (PAGES / game / f"{name}.md" for name in (language, language.partition("-")[0], SOURCE_LANGUAGE))
    text = next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), "")
    topics = {}
    for found in TOPIC.finditer(text):
        pages = _up_to(text, found.end(), HEADING).split(PAGE)
        topics[found["name"]] = Topic(found["name"], found["title"], tuple(_page(page, game) for page in pages))
    ends = re.compile(f"{PARAGRAPH.pattern}|{HEADING.pattern}", re.MULTILINE)
    paragraphs = {found["number"]: _up_to(text, found.end(), ends) for found in PARAGRAPH.finditer(text)}
    return RulesPage(text, topics, paragraphs)


def _page(text: str, game: str) -> RulesPagePart:
    above, *marked = MARK.split(text, maxsplit=1)
    if not marked:
        return RulesPagePart(above.strip(), (), "")
    rows, below = marked
    return RulesPagePart(above.strip(), read(rows, game), below.strip())


def _up_to(text: str, start: int, ending: re.Pattern[str]) -> str:
    end = ending.search(text, start)
    return text[start : end.start() if end else len(text)].strip()
