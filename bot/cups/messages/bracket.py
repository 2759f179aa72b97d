"""The bracket of a knock-out, in pages of up to three rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup, Match
from bot.cups.messages.cup_standings import views
from bot.cups.messages.cup_text import (
    CupHead,
    CupVerb,
    MatchLine,
    MatchStatus,
    MatchTable,
    RoundTitle,
    head_of,
    page_buttons,
    result_of,
    round_name,
    title,
)
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.cups.messages.round_sheet import forfeit_text, goes_on, line_of, own_entrant
from bot.cups.pairing.schedules import first_matches
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import LADDERS, PageOfItems, Unpictured, layout, page_of, rows, text
from bot.texts import Translator, escape
from bot.texts.reader import Reader


class BracketColumn(NamedTuple):
    """The matches of a knock-out round on a page, from top to bottom; None: not paired yet."""

    title: RoundTitle
    matches: tuple[MatchLine | None, ...]


@dataclass(frozen=True, slots=True)
class CupBracketScene(Scene):
    """A page of a bracket: up to three rounds that follow each other. The first page has the last rounds."""

    head: CupHead
    columns: tuple[BracketColumn, ...]
    page: int = 0
    pages: int = 1


COLUMNS: Final = 3
MATCHES: Final = 4
"""The most matches of the first round on a page."""


class Section(NamedTuple):
    """A page of the bracket: its rounds of the knock-out, from 0, and its first match of the first of them."""

    rounds: range
    first: int

    def has(self, number: int, at: int) -> bool:
        """Return whether a match is on the page; `at`: its place in its round."""
        if number not in self.rounds:
            return False
        place = at << (number - self.rounds[0])
        return self.first <= place < self.first + MATCHES


def bracket_scene(
    cup: Cup,
    names: Mapping[str, str],
    tables: Mapping[int, MatchTable],
    page: int | None = None,
    person: str = "",
) -> CupBracketScene | None:
    """Return a page of the bracket; None without one. Usual: where one's own last match is, else what is played."""
    rounds = [cup_round.matches for cup_round in cup.rounds[cup.rules.swiss_rounds :]] if cup.rules.is_knock_out else []
    if not rounds:
        return None
    sections, own = list(_sections(first_matches(rounds))), own_entrant(cup, person)
    wanted = _page_of(sections, rounds, own) if page is None else page
    shown = max(0, min(wanted, len(sections) - 1))
    called = entrant_names(cup, names)
    columns = tuple(
        _column(cup, rounds, sections[shown], number, called, tables, own) for number in sections[shown].rounds
    )
    return CupBracketScene(head_of(cup), columns, shown, len(sections))


def _sections(matches: int) -> Iterator[Section]:
    """Yield the pages of a bracket with so many matches in its first round, the last rounds first."""
    end = matches.bit_length()
    while end > 0:
        start = max(0, end - COLUMNS)
        for first in range(0, matches >> start, MATCHES):
            yield Section(range(start, end), first)
        end = start


def _page_of(sections: list[Section], rounds: list[tuple[Match, ...]], own: int | None) -> int:
    """Return the page of one's own last match, else of what is played now."""
    played = len(rounds) - 1
    places = (
        (number, at)
        for number in range(played, -1, -1)
        for at, match in enumerate(rounds[number])
        if own is not None and own in match.entrants
    )
    number, at = next(places, (played, 0))
    return next(page for page, section in enumerate(sections) if section.has(number, at))


def _column(
    cup: Cup,
    rounds: list[tuple[Match, ...]],
    section: Section,
    number: int,
    called: Mapping[int, EntrantName],
    tables: Mapping[int, MatchTable],
    own: int | None,
) -> BracketColumn:
    matches, later = first_matches(rounds) >> number, number - section.rounds[0]
    title = RoundTitle(cup.rules.swiss_rounds + number + 1, max(cup.total_rounds, len(cup.rounds)), matches)
    first = section.first >> later
    places = range(first, min(matches, first + max(1, MATCHES >> later)))
    there = rounds[number] if number < len(rounds) else ()
    found = (line_of(there[at], called, tables, own) if at < len(there) else None for at in places)
    return BracketColumn(title, tuple(found))


@page_of.register
def bracket(scene: CupBracketScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the bracket, round by round."""
    words, head = reader.words, scene.head
    return layout(
        text(title(head), _page_of_bracket(scene, words)),
        Unpictured("\n".join(line for column in scene.columns for line in bracket_lines(column, words))),
        *rows(page_buttons(CupVerb.BRACKET, words, head, scene.page, scene.pages, post=post)),
        *rows(views(CupVerb.BRACKET, head, words, post)),
        colour=LADDERS,
    )


def _page_of_bracket(scene: CupBracketScene, words: Translator) -> str:
    """The number of the page, if there are several."""
    return words("cup.bracket.page", page=scene.page + 1, pages=scene.pages) if scene.pages > 1 else ""


def bracket_lines(column: BracketColumn, words: Translator) -> Iterator[str]:
    """A round of the bracket in words, a line for each match."""
    yield words("cup.bracket.round", round=round_name(column.title, words))
    for line in column.matches:
        if line is None:
            yield words("cup.bracket.open")
        elif line.entrants:
            yield words("cup.bracket.match", match=bracket_match(line, words))
        else:
            yield words("cup.bracket.empty")


def bracket_match(line: MatchLine, words: Translator) -> str:
    """A match of a bracket, and who goes on where the score does not tell."""
    bye = words("cup.bye.knock-out") if line.state is MatchStatus.BYE else ""
    told = (result_of(line, words), bye, forfeit_text(line, words), goes_on(line, words))
    return words("list.dot").join(filter(None, told))


@parts_of.register
def _bracket_alt(scene: CupBracketScene, reader: Reader) -> list[Part]:
    lines = [line for column in scene.columns for line in bracket_lines(column, reader.words)]
    return droppable([escape(scene.head.rules.name), *lines])
