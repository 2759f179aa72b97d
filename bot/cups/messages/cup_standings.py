"""The standings of a cup, and the cross table of a round robin, in words where no picture says them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from bot.cups import scoring
from bot.cups.cup import Cup, Match
from bot.cups.cup_rules import knock_out_rounds
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import HEADING, NAMED_ROUNDS, CupHead, CupVerb
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.cups.messages.round_sheet import own_entrant
from bot.cups.notices import PlaceReason
from bot.cups.pairing.schedules import first_matches
from bot.cups.standings import Results, Standing, buchholz, counted_results, rungs, sonneborn_berger, standings
from bot.messages.kit import ui
from bot.messages.kit.rendering import Part, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.texts import Translator, escape
from bot.texts.names import cut
from bot.texts.reader import Reader


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
UNVALUED: Final = frozenset({PlaceReason.SEED, PlaceReason.MUTUAL, PlaceReason.LOT, PlaceReason.STRUCK})
"""Reasons that separate places without a number in the standings."""
BY_POINTS: Final = frozenset({PlaceReason.POINTS, PlaceReason.ROUND_REACHED})
"""Reasons that separate places by a number beside the name."""


def standings_scene(cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = "") -> CupStandingsScene:
    """Return a page of the standings; usual: the page with the person who asks. For many, call it in a thread."""
    places, own = standings(cup), own_entrant(cup, person)
    mine = next((standing for standing in places if standing.entrant == own), None)
    wanted = ((mine.place - 1) // ON_A_PAGE if mine else 0) if page is None else page
    shown = cup_text.page_of_lines(places, wanted, ON_A_PAGE)
    also = [mine] if mine is not None and mine not in shown.lines else []
    lines = _lines(cup, names, [*shown.lines, *also], own)
    return CupStandingsScene(
        cup_text.head_of(cup),
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
    return next(
        iter(_lines(cup, names, [standing for standing in standings(cup) if standing.entrant == own], own)), None
    )


def _lines(cup: Cup, names: Mapping[str, str], places: Sequence[Standing], own: int | None) -> list[PlaceLine]:
    called = entrant_names(cup, names)
    values = _values(cup, [standing.entrant for standing in places])
    return [
        PlaceLine(
            standing.place,
            called[standing.entrant],
            standing.points,
            values[standing.entrant] if _is_ranked_by_points(standing) else (),
            standing.reason,
            _reached_matches(cup, standing),
            not cup.entrants[standing.entrant].is_in,
            standing.entrant == own,
        )
        for standing in places
    ]


def _is_ranked_by_points(one: Standing) -> bool:
    return PlaceReason.ROUND_REACHED not in one.values and one.reason is not PlaceReason.STRUCK


def _values(cup: Cup, group: Sequence[int]) -> dict[int, tuple[TieBreakValue, ...]]:
    """Return the tie-breaks of these entrants."""
    results = counted_results(cup)
    kinds = TIE_BREAKS[1:] if cup.rules.is_round_robin else TIE_BREAKS
    found = [(kind, values(results, group)) for kind, values in kinds]
    return {number: tuple(TieBreakValue(kind, of[number]) for kind, of in found) for number in group}


def _reached_matches(cup: Cup, one: Standing) -> int | None:
    """Return the matches of the knock-out round that an entrant reached, 0 if it won the last."""
    reached = one.values.get(PlaceReason.ROUND_REACHED)
    if reached is None:
        return None
    rounds = [cup_round.matches for cup_round in cup.rounds[cup.rules.swiss_rounds :]]
    matches = first_matches(rounds) if rounds else 1 << max(0, knock_out_rounds(len(cup.seeded_entrants)) - 1)
    return 2 * matches >> int(reached)


def cross_table_scene(
    cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = ""
) -> CupCrossScene | None:
    """Return a page of the cross table; None for other formats. Usual: the page with the person who asks."""
    if not cup.rules.is_round_robin:
        return None
    rows = _rows(cup, names, person)
    own = next((at for at, row in enumerate(rows) if row.own), 0) // CROSS_ROWS
    shown = cup_text.page_of_lines(rows, own if page is None else page, CROSS_ROWS)
    return CupCrossScene(cup_text.head_of(cup), shown.lines, shown.page, shown.pages)


def _rows(cup: Cup, names: Mapping[str, str], person: str) -> list[CrossRow]:
    called, own, results = entrant_names(cup, names), own_entrant(cup, person), counted_results(cup)
    order = [standing.entrant for standing in standings(cup)]
    return [
        CrossRow(
            place,
            called[number],
            tuple(tuple(_marks(results, number, opponent)) for opponent in order),
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


@ui.page_of.register
def _standings_page(scene: CupStandingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the standings, with buttons to other pages and views."""
    words, head = reader.words, scene.head
    mine = "" if scene.mine is None else words("cup.mine.place", line=place_line(scene.mine, words))
    return ui.layout(
        ui.text(cup_text.title(head), rounds_played(scene, words)),
        ui.Unpictured("\n".join(place_line(line, words) for line in scene.lines)),
        ui.text("" if scene.lines else words("cup.standings.none"), mine, legend(scene, words)),
        *ui.rows(cup_text.page_buttons(CupVerb.STANDINGS, words, head, scene.page, scene.pages, post=post)),
        *ui.rows(views(CupVerb.STANDINGS, head, words, post)),
        colour=ui.LADDERS,
    )


def rounds_played(scene: CupStandingsScene, words: Translator) -> str:
    """After how many rounds the standings are so."""
    return words("cup.standings.after", n=scene.after, of=scene.rounds)


def legend(scene: CupStandingsScene, words: Translator) -> str:
    return words("cup.standings.legend") if any(line.values for line in scene.lines) else ""


def place_line(line: PlaceLine, words: Translator) -> str:
    """A place with points and tie-breaks; what separates it from the place above is bold."""
    parts = [f"**{part}**" if is_why else part for part, is_why in place_parts(line, words)]
    return words("list.dot").join([short_line(line, words), *parts])


def plain_line(line: PlaceLine, words: Translator) -> str:
    """A place for an alt text, which has no bold: words say what separates it from the place above."""
    valued = {tie_break(value, words) for value in line.values if value.kind is line.reason}
    parts = [words("cup.by", what=part) if part in valued else part for part, _ in place_parts(line, words)]
    return own_line(line, words("list.dot").join([short_line(line, words), *parts]), words)


def own_line(line: PlaceLine | CrossRow, told: str, words: Translator) -> str:
    """A line of an alt text, in which words say that it is one's own."""
    return words("cup.mine.place", line=told) if line.own else told


def short_line(line: PlaceLine, words: Translator) -> str:
    """A place with points."""
    key = "cup.standings.own-line" if line.own else "cup.standings.line"
    earned = place_points(line, words)
    told = f"**{earned}**" if line.reason in BY_POINTS else earned
    return words(key, place=line.place, name=cup_text.shown_name(line.name, words), points=told)


def place_points(line: PlaceLine, words: Translator) -> str:
    """The points, or the round of the knock-out that was reached."""
    if line.reached is not None:
        return reached_round(line.reached, words)
    return cup_text.points(line.points, words)


def reached_round(matches: int, words: Translator) -> str:
    """The round of a knock-out that somebody reached."""
    if not matches:
        return words("cup.knock-out.0")
    named = matches in NAMED_ROUNDS
    return words(f"cup.knock-out.{matches}") if named else words("cup.knock-out.of", n=2 * matches)


def place_parts(line: PlaceLine, words: Translator) -> Iterator[tuple[str, bool]]:
    """The tie-breaks of a place, each with whether it separates the place from the one above."""
    for value in line.values:
        yield tie_break(value, words), value.kind is line.reason
    if line.reason in UNVALUED:
        yield words(f"cup.by.{line.reason}"), True
    if line.is_out and line.reason is not PlaceReason.STRUCK:
        yield words("cup.out"), False


def tie_break(value: TieBreakValue, words: Translator) -> str:
    return words(f"cup.by.{value.kind}", n=cup_text.number(value.value, words))


def views(now: CupVerb, head: CupHead, words: Translator, post: str) -> Iterator[ui.Button]:
    """The buttons to the other views of a cup."""
    views = {
        CupVerb.STANDINGS: True,
        CupVerb.CROSS: head.rules.is_round_robin,
        CupVerb.BRACKET: head.rules.is_knock_out,
        CupVerb.ROUND: True,
        CupVerb.EXPORT: now is CupVerb.STANDINGS,
        CupVerb.RULES: now is CupVerb.STANDINGS,
    }
    for verb, offered in views.items():
        if offered and verb is not now:
            yield cup_text.cup_button(verb, words, head, post=post)


@ui.page_of.register
def cross_table(scene: CupCrossScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the cross table: of each entrant, whom it beat and to whom it lost, by their places."""
    words, head = reader.words, scene.head
    return ui.layout(
        ui.text(cup_text.title(head), words("cup.cross")),
        ui.Unpictured("\n".join(cross_row(row, words) for row in scene.rows)),
        *ui.rows(cup_text.page_buttons(CupVerb.CROSS, words, head, scene.page, scene.pages, post=post)),
        *ui.rows(views(CupVerb.CROSS, head, words, post)),
        colour=ui.LADDERS,
    )


def cross_row(row: CrossRow, words: Translator) -> str:
    """An entrant's results in words: whom it beat, with whom it drew, to whom it lost."""
    against: defaultdict[CrossMark, list[str]] = defaultdict(list)
    for place, marks in enumerate(row.cells, 1):
        for mark in marks:
            against[mark].append(str(place))
    told = [
        words(f"cup.cross.{mark}", places=words("list.comma").join(against[mark]))
        for mark in CrossMark
        if against[mark]
    ]
    return words("list.dot").join([short_row(row, words), *told])


def short_row(row: CrossRow, words: Translator) -> str:
    """An entrant's place and points."""
    key = "cup.standings.own-line" if row.own else "cup.standings.line"
    return words(
        key, place=row.place, name=cup_text.shown_name(row.name, words), points=cup_text.points(row.points, words)
    )


@parts_of.register
def _standings_alt(scene: CupStandingsScene, reader: Reader) -> list[Part]:
    words = reader.words
    short = [own_line(line, short_line(line, words), words) for line in scene.lines]
    places = list(zip((plain_line(line, words) for line in scene.lines), short, strict=True))
    told = [escape(cut(scene.head.rules.name, HEADING)), rounds_played(scene, words)]
    return lines_that_fit(told, places) if places else []


@parts_of.register
def _cross_alt(scene: CupCrossScene, reader: Reader) -> list[Part]:
    words = reader.words
    told = [(cross_row(row, words), short_row(row, words)) for row in scene.rows]
    rows = [
        (own_line(row, full, words), own_line(row, short, words))
        for row, (full, short) in zip(scene.rows, told, strict=True)
    ]
    return lines_that_fit([escape(cut(scene.head.rules.name, HEADING))], rows) if rows else []
