"""The standings over all of a league: of each division, or of a series of cups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import League, Season, SeasonStage
from bot.cups.leagues.season_standings import Cups, cups_of, series_standings, tables_of, winners_of
from bot.cups.messages import league_panel
from bot.cups.messages.cup_standings import CupStandingRow, CupStandingsDrawing, ShownTieBreak
from bot.cups.messages.cup_text import HEADING, CupVerb, number, points, shown_name
from bot.cups.messages.entrant_names import EntrantName, drawn_name, drawn_text
from bot.cups.messages.league_panel import MOST_CUPS, LeagueHead, LeagueMove, LeagueVerb
from bot.cups.standings import standings
from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.drawing import Drawing, drawing_of
from bot.messages.kit.pages import neighbours, page_of_lines
from bot.messages.kit.rendering import Part, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.texts import Translator
from bot.texts.escaping import cut
from bot.texts.reader import Reader


class LeagueLine(NamedTuple):
    """A place in a division or a series. `earned`: the points in each cup of a series; None: was not in it."""

    place: int
    name: EntrantName
    points: Fraction
    move: LeagueMove = LeagueMove.STAYS
    earned: tuple[Fraction | None, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class LeagueStandingsScene(Scene):
    """A page of the standings over all: a division, or part of it. Pages count from 0, divisions from 1."""

    head: LeagueHead
    stage: SeasonStage
    lines: tuple[LeagueLine, ...]
    division: int = 1
    divisions: int = 1
    cup: int | None = None
    """The cup of the division."""
    page: int = 0
    pages: int = 1
    seasons: int = 1


ON_A_PAGE: Final = 12


def standings_scene(
    league: League, season: Season, names: Mapping[str, str], cups: Cups, page: int | None = None, person: str = ""
) -> LeagueStandingsScene:
    """Return a page of the standings over all; usual: the page with the person who asks."""
    divisions = division_lines(league, season, names, cups, person)
    pages = [
        (number, lines[first : first + ON_A_PAGE])
        for number, lines in enumerate(divisions, 1)
        for first in range(0, max(1, len(lines)), ON_A_PAGE)
    ]
    own = next((at for at, (_, lines) in enumerate(pages) if any(line.own for line in lines)), 0)
    shown = page_of_lines(pages, own if page is None else page, 1)
    number, lines = next(iter(shown.lines), (1, []))
    return LeagueStandingsScene(
        league_panel.head_of(league, season),
        season.stage,
        tuple(lines),
        number,
        max(1, len(divisions)),
        season.cups[number - 1] if divisions and not league.is_series else None,
        shown.page,
        shown.pages,
        len(league.seasons),
    )


def division_lines(
    league: League, season: Season, names: Mapping[str, str], cups: Cups, person: str = ""
) -> list[list[LeagueLine]]:
    """Return all places of each division; of a series, those of all together."""
    if league.is_series:
        return [list(_series_lines(cups_of(season, cups), names, person))]
    tables = season.tables or tables_of(league, season, cups)
    unwon = season.unwon if season.tables else season._replace(winners=winners_of(league, season, cups)).unwon
    found = league_panel.names_by_entrant([entrant for table in tables for entrant in table], names)
    moves = {
        movement.entrant: LeagueMove.UP if movement.up else LeagueMove.DOWN
        for movement in league_panel.moves_of(league, tables, unwon)
    }
    return [
        [
            LeagueLine(
                place,
                found[entrant],
                _points_of(points, entrant),
                moves.get(entrant, LeagueMove.STAYS),
                (),
                person in people_in(entrant),
            )
            for place, entrant in enumerate(table, 1)
        ]
        for table, points in zip(tables, (_points(cups.get(cup or 0)) for cup in season.cups), strict=True)
    ]


def _points_of(points: Mapping[str, Fraction], entrant: str) -> Fraction:
    """Return the points of an entrant; half of a pair may have been replaced."""
    return next((points[person] for person in people_in(entrant) if person in points), Fraction(0))


def _points(cup: Cup | None) -> dict[str, Fraction]:
    places_of = standings(cup) if cup else []
    return (
        {person: standing.points for standing in places_of for person in cup.entrants[standing.entrant].people}
        if cup
        else {}
    )


def _series_lines(cups: Sequence[Cup], names: Mapping[str, str], person: str) -> Iterator[LeagueLine]:
    ranked = series_standings(cups)
    found = league_panel.names_by_entrant([standing.person for standing in ranked], names)
    for standing in ranked:
        earned = standing.earned
        yield LeagueLine(
            standing.place, found[standing.person], standing.points, LeagueMove.STAYS, earned, standing.person == person
        )


@ui.page_of.register
def league_standings(scene: LeagueStandingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the standings over all."""
    words, head = reader.words, scene.head
    return ui.layout(
        ui.text(league_panel.league_title(head, words), division_title(scene, words)),
        ui.Unpictured("\n".join(league_line(line, words) for line in scene.lines)),
        ui.text(words("league.points-rule") if head.is_series and scene.lines else ""),
        ui.text("" if scene.lines else words("league.none")),
        *ui.rows(_page_buttons(scene, words, post)),
        *ui.rows(_views(scene, words, post)),
        colour=ui.LADDERS,
    )


def division_title(scene: LeagueStandingsScene, words: Translator) -> str:
    """The division that a page shows, and whether the season goes on."""
    part = words("league.overall") if scene.head.is_series else words("league.division-number", n=scene.division)
    return words("list.dot").join([part, words(f"league.stage.{scene.stage}")])


def league_line(line: LeagueLine, words: Translator) -> str:
    """A place with points, and where it leads."""
    return words("list.dot").join([short_line(line, words), *line_parts(line, words)])


def short_line(line: LeagueLine, words: Translator) -> str:
    """A place with points."""
    key = "cup.standings.own-line" if line.own else "cup.standings.line"
    return words(key, place=line.place, name=shown_name(line.name, words), points=points(line.points, words))


def line_parts(line: LeagueLine, words: Translator) -> Iterator[str]:
    """The move that a place brings; in a series, the points of each cup."""
    if line.move is not LeagueMove.STAYS:
        yield words(f"league.move.{line.move}")
    if line.earned:
        earned = ["–" if won is None else number(won, words) for won in line.earned[-MOST_CUPS:]]
        more = ["…"] if len(line.earned) > MOST_CUPS else []
        yield words("league.earned", points=" + ".join([*more, *earned]))


def _page_buttons(scene: LeagueStandingsScene, words: Translator, post: str) -> Iterator[ui.Button]:
    head, verb = scene.head, LeagueVerb.STANDINGS
    for way, to in neighbours(scene.page, scene.pages):
        yield league_panel.league_button(verb, words, head, head.season, to, post=post, label=words(f"cup.{way}"))
    for to in (head.season - 1, head.season + 1):
        if 1 <= to <= scene.seasons:
            yield league_panel.league_button(verb, words, head, to, post=post, label=words("league.season", n=to))


def _views(scene: LeagueStandingsScene, words: Translator, post: str) -> Iterator[ui.Button]:
    if scene.cup is not None:
        shown = custom_ids.write(CupVerb.STANDINGS, None, str(scene.cup), post=post)
        yield ui.button(words("league.table"), shown)
    yield league_panel.league_button(LeagueVerb.EXPORT, words, scene.head, scene.head.season, post=post)


@parts_of.register
def _league_alt(scene: LeagueStandingsScene, reader: Reader) -> list[Part]:
    words = reader.words
    lines = [(league_line(line, words), short_line(line, words)) for line in scene.lines]
    told = [cut(league_panel.heading(scene.head, words), HEADING), division_title(scene, words)]
    return lines_that_fit(told, lines) if lines else []


@drawing_of.register
def league_standings_drawing(scene: LeagueStandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page; None if there is nobody on it."""
    if not scene.lines:
        return None
    words = reader.words
    rows = tuple(_row(line, words) for line in scene.lines)
    heading = words("league.heading", name=scene.head.name, n=scene.head.season)
    return CupStandingsDrawing(rows, drawn_text(heading), drawn_text(division_title(scene, words)))


def _row(line: LeagueLine, words: Translator) -> CupStandingRow:
    parts = tuple(ShownTieBreak(part, line.move is not LeagueMove.STAYS) for part in line_parts(line, words))
    return CupStandingRow(line.place, drawn_name(line.name, words), points(line.points, words), False, parts, line.own)
