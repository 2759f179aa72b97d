"""The bracket of a knock-out, in pages of up to three rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.cups.cup import Cup, Match
from bot.cups.messages.cup_scenes import BracketColumn, CupBracketScene, CupHead, RoundTitle
from bot.cups.messages.names import EntrantName, MatchTable, entrant_names
from bot.cups.messages.round_words import line_of, own_entrant

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
    rounds = [one.matches for one in cup.rounds[cup.rules.swiss_rounds :]] if cup.rules.is_knock_out else []
    if not rounds:
        return None
    sections, own = list(_sections(first_matches(rounds))), own_entrant(cup, person)
    wanted = _page_of(sections, rounds, own) if page is None else page
    shown = max(0, min(wanted, len(sections) - 1))
    called = entrant_names(cup, names)
    columns = tuple(
        _column(cup, rounds, sections[shown], number, called, tables, own) for number in sections[shown].rounds
    )
    return CupBracketScene(CupHead(cup.id, cup.rules), columns, shown, len(sections))


def first_matches(rounds: Sequence[Sequence[Match]]) -> int:
    """Return how many matches the first round of a bracket has place for; each later one has half as many.

    It is a power of 2, also where rounds that were paired by hand have other numbers of matches.
    """
    widest = max(len(matches) << at for at, matches in enumerate(rounds))
    return 1 << (widest - 1).bit_length()


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
