"""The standings of a cup, and the cross table of a round robin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from bot.cups import scoring
from bot.cups.cup import Cup, Match
from bot.cups.cup_notices import PlaceReason
from bot.cups.cup_rules import knock_out_rounds
from bot.cups.messages.cup_text import CupHead, page_of_lines
from bot.cups.messages.names import EntrantName, entrant_names
from bot.cups.messages.round_words import own_entrant
from bot.cups.pairing.knock_out import first_matches
from bot.cups.standings import Results, Standing, buchholz, counted, rungs, sonneborn_berger, standings
from bot.messages.kit.scene import Scene


class TieBreakValue(NamedTuple):
    kind: PlaceReason
    value: Fraction


class PlaceLine(NamedTuple):
    """A place in the standings, and what separates it from the one above. `is_out`: plays no more.

    `reached`: the matches of the knock-out round that it reached, 0 if it won the last; None: it was in no knock-out.
    """

    place: int
    name: EntrantName
    points: Fraction
    values: tuple[TieBreakValue, ...]
    reason: PlaceReason
    reached: int | None = None
    is_out: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class CupStandingsScene(Scene):
    """A page of the standings; pages count from 0."""

    head: CupHead
    lines: tuple[PlaceLine, ...]
    after: int
    """The number of rounds that are over."""
    rounds: int
    page: int = 0
    pages: int = 1
    mine: PlaceLine | None = None
    """The line of the person who asks, if it is on another page."""


class CrossMark(StrEnum):
    """The result of a match in a cross table, for the entrant of the row."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    WON_UNPLAYED = "won-unplayed"
    LOST_UNPLAYED = "lost-unplayed"


class CrossRow(NamedTuple):
    """An entrant, and its results against each place, in the order of rounds; nothing: still to play."""

    place: int
    name: EntrantName
    cells: tuple[tuple[CrossMark, ...], ...]
    points: Fraction
    own: bool = False


@dataclass(frozen=True, slots=True)
class CupCrossScene(Scene):
    """A page of the cross table of a round robin; pages count from 0."""

    head: CupHead
    rows: tuple[CrossRow, ...]
    page: int = 0
    pages: int = 1


ON_A_PAGE: Final = 10
CROSS_ROWS: Final = 12
TIE_BREAKS: Final = (
    (PlaceReason.BUCHHOLZ, buchholz),
    (PlaceReason.SONNEBORN_BERGER, sonneborn_berger),
    (PlaceReason.RUNGS, rungs),
)
"""Those that do not depend on who is level with whom."""


def standings_scene(cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = "") -> CupStandingsScene:
    """Return a page of the standings; usual: the page with the person who asks. For many, call it in a thread."""
    places, own = standings(cup), own_entrant(cup, person)
    mine = next((one for one in places if one.entrant == own), None)
    wanted = ((mine.place - 1) // ON_A_PAGE if mine else 0) if page is None else page
    shown = page_of_lines(places, wanted, ON_A_PAGE)
    also = [mine] if mine is not None and mine not in shown.lines else []
    lines = _lines(cup, names, [*shown.lines, *also], own)
    return CupStandingsScene(
        CupHead(cup.id, cup.rules),
        tuple(lines[: len(shown.lines)]),
        len(cup.decided_rounds),
        max(cup.total_rounds, len(cup.rounds)),
        shown.page,
        shown.pages,
        lines[-1] if also else None,
    )


def place_lines(cup: Cup, names: Mapping[str, str], places: Sequence[Standing] | None = None) -> list[PlaceLine]:
    """Return these places, the best first; usual: all of them."""
    return _lines(cup, names, standings(cup) if places is None else places, None)


def own_place(cup: Cup, names: Mapping[str, str], person: str) -> PlaceLine | None:
    """Return a person's place; None before the first round, and for who is not in the cup."""
    own = own_entrant(cup, person)
    if own is None or not cup.rounds:
        return None
    return next(iter(_lines(cup, names, [one for one in standings(cup) if one.entrant == own], own)), None)


def _lines(cup: Cup, names: Mapping[str, str], places: Sequence[Standing], own: int | None) -> list[PlaceLine]:
    called = entrant_names(cup, names)
    values = _values(cup, [one.entrant for one in places])
    return [
        PlaceLine(
            one.place,
            called[one.entrant],
            one.points,
            values[one.entrant] if _is_ranked_by_points(one) else (),
            one.reason,
            _reached(cup, one),
            not cup.entrants[one.entrant].is_in,
            one.entrant == own,
        )
        for one in places
    ]


def _is_ranked_by_points(one: Standing) -> bool:
    return PlaceReason.ROUND_REACHED not in one.values and one.reason is not PlaceReason.STRUCK


def _values(cup: Cup, group: Sequence[int]) -> dict[int, tuple[TieBreakValue, ...]]:
    """Return the tie-breaks of these entrants."""
    results = counted(cup)
    kinds = TIE_BREAKS[1:] if cup.rules.is_round_robin else TIE_BREAKS
    found = [(kind, values(results, group)) for kind, values in kinds]
    return {number: tuple(TieBreakValue(kind, of[number]) for kind, of in found) for number in group}


def _reached(cup: Cup, one: Standing) -> int | None:
    """Return the matches of the knock-out round that an entrant reached, 0 if it won the last."""
    reached = one.values.get(PlaceReason.ROUND_REACHED)
    if reached is None:
        return None
    rounds = [one.matches for one in cup.rounds[cup.rules.swiss_rounds :]]
    matches = first_matches(rounds) if rounds else 1 << max(0, knock_out_rounds(len(cup.seeded)) - 1)
    return 2 * matches >> int(reached)


def cross_table_scene(
    cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = ""
) -> CupCrossScene | None:
    """Return a page of the cross table; None for other formats. Usual: the page with the person who asks."""
    if not cup.rules.is_round_robin:
        return None
    rows = _rows(cup, names, person)
    own = next((at for at, row in enumerate(rows) if row.own), 0) // CROSS_ROWS
    shown = page_of_lines(rows, own if page is None else page, CROSS_ROWS)
    return CupCrossScene(CupHead(cup.id, cup.rules), shown.lines, shown.page, shown.pages)


def _rows(cup: Cup, names: Mapping[str, str], person: str) -> list[CrossRow]:
    called, own, results = entrant_names(cup, names), own_entrant(cup, person), counted(cup)
    order = [one.entrant for one in standings(cup)]
    return [
        CrossRow(
            place,
            called[number],
            tuple(tuple(_marks(results, number, other)) for other in order),
            results.points[number],
            number == own,
        )
        for place, number in enumerate(order, 1)
    ]


def _marks(results: Results, entrant: int, other: int) -> Iterator[CrossMark]:
    for match in results.matches[entrant]:
        if match is not None and other != entrant and other in match.entrants:
            yield _mark(match, entrant)


def _mark(match: Match, entrant: int) -> CrossMark:
    won, unplayed = scoring.points(match)[entrant], scoring.is_unplayed(match, entrant)
    if won == scoring.WIN:
        return CrossMark.WON_UNPLAYED if unplayed else CrossMark.WON
    if won == scoring.DRAW:
        return CrossMark.DRAWN
    return CrossMark.LOST_UNPLAYED if unplayed else CrossMark.LOST
