"""Rules pages: the law of a game paragraph by paragraph, short topics, and the examples that pictures draw.

    <!-- picture: trick 7H KH 7D KS wins 7H scores 0 / trick 7H+7D 9C+KC wins 7H+7D -->
    <!-- picture: halves 6H 9D 5C AS wins 9D -->
    <!-- picture: ladder 7 3 gives 8 -->
    <!-- picture: ranks -->

Plays are in the order in which they are made; `+` joins the cards of a set, `/` separates the rows of one picture.

Topics are divided into pages, each with at most one picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bot.texts.catalogue import SOURCE_LANGUAGE
from bot.texts.game_files import game_folder
from rules import registry
from rules.core.capabilities import Climb, HasLadder
from rules.core.cards import Card, cards

MARK: Final = re.compile(r"^<!-- picture: (?P<rows>.+?) -->$", re.MULTILINE)
TRICK: Final = re.compile(r"(?P<kind>trick|halves) (?P<plays>.+?) wins (?P<wins>\S+)(?: scores (?P<points>\d+))?")
LADDER: Final = re.compile(r"ladder (?P<before>\d+) (?P<points>\d+) gives (?P<after>\d+)")


@dataclass(frozen=True, slots=True)
class TrickExample:
    """A trick: its plays in order, the index of the winning one, and its points for the winner, if they are given.

    `halves`: a trick of two players, who play twice each (RULES §7.1); the third play is by who headed after two.
    """

    plays: tuple[tuple[Card, ...], ...]
    wins: int
    points: int | None = None
    halves: bool = False
    game: str = registry.USUAL


@dataclass(frozen=True, slots=True)
class LadderExample:
    """Points booked on the ladder of a full table: the number of rungs rubbed out before and after."""

    before: int
    points: int
    after: int
    game: str = registry.USUAL

    @property
    def climb(self) -> Climb:
        """The result by the rules."""
        rules = registry.game(self.game)
        assert isinstance(rules, HasLadder), "an example of a ladder is of a game that has one"
        return rules.climb(max(rules.seats), self.before, self.points)


@dataclass(frozen=True, slots=True)
class RanksExample:
    """All cards of a game in their order."""

    game: str = registry.USUAL


Example = TrickExample | LadderExample | RanksExample


def read(rows: str, game: str = registry.USUAL) -> tuple[Example, ...]:
    """The examples of one picture, one a row; ValueError if the text is no picture."""
    return tuple(_row(row, game) for row in rows.split(" / "))


def _row(row: str, game: str) -> Example:
    if row == "ranks":
        return RanksExample(game)
    if found := TRICK.fullmatch(row):
        plays = tuple(cards(play.split("+")) for play in found["plays"].split())
        points = None if found["points"] is None else int(found["points"])
        return TrickExample(
            plays, plays.index(cards(found["wins"].split("+"))), points, found["kind"] == "halves", game
        )
    if found := LADDER.fullmatch(row):
        return LadderExample(int(found["before"]), int(found["points"]), int(found["after"]), game)
    raise ValueError(f"no picture of the rules: {row!r}")


TOPIC: Final = re.compile(r"^### (?P<title>.+?) <!-- topic: (?P<name>[a-z-]+) -->$", re.MULTILINE)
PARAGRAPH: Final = re.compile(r"^\*\*(?P<number>\d+(?:\.\d+)?)\*\* ", re.MULTILINE)
HEADING: Final = re.compile(r"^#{1,3} ", re.MULTILINE)
PAGE: Final = "<!-- page -->"
PAGES: Final = files("bot.texts") / "rules"
"""A folder for each game, with a page in each language; installed games have their own."""


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
    folder = game_folder(game, "rules") if game in registry.INSTALLED else PAGES / game
    paths = (folder / f"{name}.md" for name in (language, language.partition("-")[0], SOURCE_LANGUAGE))
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
