"""The page of the rules: the law, paragraph by paragraph, and short topics for those who play."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bot.texts.catalogue import SOURCE_LANGUAGE

TOPIC: Final = re.compile(r"^### (?P<title>.+?) <!-- topic: (?P<name>[a-z-]+) -->$", re.MULTILINE)
PARAGRAPH: Final = re.compile(r"^\*\*(?P<number>\d+(?:\.\d+)?)\*\* ", re.MULTILINE)
HEADING: Final = re.compile(r"^#{1,3} ", re.MULTILINE)


class Topic(NamedTuple):
    name: str
    title: str
    text: str


class RulesPage(NamedTuple):
    """The page whole, its topics in order, and its paragraphs by number (`9.4`)."""

    text: str
    topics: dict[str, Topic]
    paragraphs: dict[str, str]


@cache
def rules_page(language: str = SOURCE_LANGUAGE) -> RulesPage:
    """The page in `language`; in the source language where it is not translated."""
    folder = files("bot.texts") / "rules"
    path = folder / f"{language}.md"
    text = (path if path.is_file() else folder / f"{SOURCE_LANGUAGE}.md").read_text(encoding="utf-8")
    return RulesPage(text, _topics(text), _paragraphs(text))


def _topics(text: str) -> dict[str, Topic]:
    return {
        found["name"]: Topic(found["name"], found["title"], _up_to(text, found.end(), HEADING))
        for found in TOPIC.finditer(text)
    }


def _paragraphs(text: str) -> dict[str, str]:
    ends = re.compile(f"{PARAGRAPH.pattern}|{HEADING.pattern}", re.MULTILINE)
    return {found["number"]: _up_to(text, found.end(), ends) for found in PARAGRAPH.finditer(text)}


def _up_to(text: str, start: int, ending: re.Pattern[str]) -> str:
    end = ending.search(text, start)
    return text[start : end.start() if end else len(text)].strip()
