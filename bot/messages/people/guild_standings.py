"""The standings of a server: a page of people, how their ratings went lately, and menus of periods and sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from discord import SelectOption

from bot.discord_api import custom_ids
from bot.members.profiles import Period, PersonStanding
from bot.messages.kit import ui
from bot.messages.kit.drawing import RIGHT, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.pages import neighbours, page_of_lines
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.typeface import Weight, readable, width
from bot.messages.people.rating_graph import GRAPH_HIGH, RatingGraph, RatingPoint, RatingWay, draw_graph, rating_label
from bot.ratings.ratings import RatedPeople, RatingStep
from bot.runtime.times import DAY
from bot.texts import Translator, escape, game_argument, offered_games, which_game
from bot.texts.escaping import legible
from bot.texts.reader import Reader
from rules import registry

ON_A_PAGE: Final = 10
USUAL_HANDS: Final = 10
"""About one rubber."""
MOST_HANDS: Final = 10_000
WEEKS: Final = 8
"""For how long ratings are drawn."""
MOST_DRAWN: Final = 5
"""The most people whose ratings are drawn."""


class WantedStandings(NamedTuple):
    """The standings that are asked for."""

    game: str
    period: Period
    size: int | None
    """The number of seats of the tables that count; None: any."""
    hands: int
    """The hands that a person must have played to stand here."""
    page: int = 0


class StandingLine(NamedTuple):
    """A person in the standings; `place` counts from 1, and equal results share one."""

    place: int
    name: str
    won: int
    played: int
    hands: int
    own: bool = False
    """True for the person who asks."""


class RecentRating(NamedTuple):
    """The way of a person's rating through the last weeks."""

    name: str
    points: tuple[RatingPoint, ...]
    own: bool = False


@dataclass(frozen=True, slots=True)
class StandingsScene(Scene):
    """A page of a server's standings, private to whoever asks."""

    wanted: WantedStandings
    guild: str
    """The name of the server."""
    lines: tuple[StandingLine, ...]
    pages: int = 1
    mine: StandingLine | None = None
    """The person who asks, if they stand on another page."""
    rated_size: int = 0
    """The number of seats of the tables to which the ratings belong."""
    ratings: tuple[RecentRating, ...] = ()


class StandingsPage(NamedTuple):
    """The people of a page, and whoever asks if they stand on another one."""

    shown: tuple[PersonStanding, ...]
    mine: PersonStanding | None
    page: int
    pages: int

    @property
    def people(self) -> tuple[str, ...]:
        """The keys of all of them."""
        return tuple(standing.row.person for standing in (*self.shown, self.mine) if standing is not None)


def standings_page(standings: Sequence[PersonStanding], page: int, own: str) -> StandingsPage:
    """Return a page for the person with the key `own`; the last one if there are fewer."""
    shown, page, pages = page_of_lines(standings, page, ON_A_PAGE)
    mine = next((standing for standing in standings if standing.row.person == own), None)
    return StandingsPage(shown, None if mine in shown else mine, page, pages)


def standings_scene(
    wanted: WantedStandings,
    guild: str,
    page: StandingsPage,
    names: Mapping[str, str],
    rated: RatedPeople,
    own: str,
    now: int,
) -> StandingsScene:
    """Return the scene of a page for the person with the key `own`; `names`: by key, `now`: ms since the epoch."""
    ways = {
        size: {person: way for person in page.people if (way := _way(rated.steps_of(person).get(size, ()), now))}
        for size in (rated.sizes if wanted.size is None else (wanted.size,))
    }
    size = max(ways, key=lambda size: (len(ways[size]), sum(map(len, ways[size].values())), size), default=0)
    found = ways.get(size, {})
    drawn = sorted(found, key=lambda person: person != own)[:MOST_DRAWN]
    ratings = [RecentRating(names[person], way, person == own) for person, way in found.items() if person in drawn]
    return StandingsScene(
        wanted._replace(page=page.page),
        guild,
        tuple(_line(standing, names, own) for standing in page.shown),
        page.pages,
        page.mine and _line(page.mine, names, own),
        size,
        tuple(ratings) if len(ratings) > 1 else (),
    )


def _line(standing: PersonStanding, names: Mapping[str, str], own: str) -> StandingLine:
    row = standing.row
    played = row.won + row.drawn + row.lost
    return StandingLine(standing.place, names[row.person], row.won, played, row.hands, row.person == own)


def _way(steps: Sequence[RatingStep], now: int) -> tuple[RatingPoint, ...]:
    """The way of a rating through the last weeks up to now; empty if it did not change in them."""
    since = now - WEEKS * 7 * DAY
    before = [RatingPoint(0, step.points) for step in steps if step.at < since][-1:]
    lately = [RatingPoint((step.at - since) / (now - since), step.points) for step in steps if since <= step.at]
    way = [*before, *lately]
    return (*way, RatingPoint(1, way[-1].points)) if lately and len(way) > 1 else ()


ANY: Final = "any"
"""In a custom_id: tables of every size."""


@ui.page_of.register
def standings(scene: StandingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The standings in words (left out where a picture says them), how they are sorted, and menus to change them."""
    words, wanted = reader.words, scene.wanted
    mine = "" if scene.mine is None else words("standings.mine", line=line(scene.mine, words))
    none = "" if scene.lines else words("standings.none")
    pages = [
        ui.button(
            words(f"standings.{way}"), custom_ids.write("standings", None, *request_args(wanted._replace(page=page)))
        )
        for way, page in neighbours(wanted.page, scene.pages)
    ]
    return ui.layout(
        ui.text(words("standings.title", guild=escape(scene.guild)), subtitle(wanted, words), none),
        ui.Unpictured("\n".join(line(person, words) for person in scene.lines)),
        ui.text(mine, words.count("standings.about", wanted.hands)),
        _periods(wanted, words),
        _sizes(wanted, words),
        *_games(wanted, words),
        *ui.rows(pages),
        colour=ui.LADDERS,
    )


def subtitle(wanted: WantedStandings, words: Translator) -> str:
    """The period and the size of the tables; and which game, if there are several."""
    of = words("standings.of", period=words(f"standings.{wanted.period}"), size=size_in_words(wanted.size, words))
    return words("list.dot").join([of, *which_game(wanted.game, words)])


def size_in_words(size: int | None, words: Translator) -> str:
    return words("standings.any") if size is None else words.count("profile.players", size)


def line(one: StandingLine, words: Translator) -> str:
    """A person's place, name and results."""
    results = rubbers_won(one, words), words.count("standings.hands", one.hands)
    key = "standings.own-line" if one.own else "standings.line"
    return words(key, place=one.place, name=escape(one.name), won=results[0], hands=results[1])


def rubbers_won(one: StandingLine, words: Translator) -> str:
    """The rubbers won, of those played."""
    return words("profile.won", won=one.won, played=one.played)


def request_args(wanted: WantedStandings) -> tuple[str, ...]:
    """The request of a button or a choice, as `cogs.standings` reads it: period, size, hands, page and game."""
    size = ANY if wanted.size is None else str(wanted.size)
    return wanted.period, size, str(wanted.hands), str(wanted.page), *game_argument(wanted.game)


def _choice(label: str, wanted: WantedStandings, *, chosen: bool) -> SelectOption:
    """A choice of other standings, from their first page on."""
    return ui.choice(label, ".".join(request_args(wanted._replace(page=0))), chosen=chosen)


def _periods(wanted: WantedStandings, words: Translator) -> ui.ActionRow:
    choices = [
        _choice(words(f"standings.{period}"), wanted._replace(period=period), chosen=period is wanted.period)
        for period in Period
    ]
    return ui.menu(custom_ids.write("standings", None, "period"), words("standings.month"), choices)


def _sizes(wanted: WantedStandings, words: Translator) -> ui.ActionRow:
    choices = [
        _choice(size_in_words(size, words), wanted._replace(size=size), chosen=size == wanted.size)
        for size in (None, *registry.game(wanted.game).seats)
    ]
    return ui.menu(custom_ids.write("standings", None, "size"), words("standings.any"), choices)


def _games(wanted: WantedStandings, words: Translator) -> list[ui.ActionRow]:
    """A menu of the games, if there are several; another game has other sizes."""
    choices = [
        _choice(words(f"{game}.name"), wanted._replace(game=game, size=None), chosen=game == wanted.game)
        for game in offered_games()
    ]
    menu = ui.menu(custom_ids.write("standings", None, "game"), words("profile.games"), choices)
    return [menu] if choices[1:] else []


@parts_of.register
def _standings_alt(scene: StandingsScene, reader: Reader) -> list[Part]:
    words = reader.words
    people = [line(person, words) for person in scene.lines]
    if not people:
        return []
    return [*droppable([escape(scene.guild), subtitle(scene.wanted, words), *people]), *_ratings_alt(scene, words)]


def _ratings_alt(scene: StandingsScene, words: Translator) -> Iterator[Part]:
    """Yield the points of each line of the graph; in short, the first and the last."""
    if scene.ratings:
        yield from droppable([graph_label(scene, words)])
    for one in scene.ratings:
        ways = [point.points for point in one.points[:-1]], [one.points[0].points, one.points[-1].points]
        told = (words("list.scores").join(map(str, way)) for way in ways)
        yield *(words("standings.rating", name=escape(one.name), points=points) for points in told), ""


def graph_label(scene: StandingsScene, words: Translator) -> str:
    """The label of the graph: of which tables, and for how long."""
    return words("list.dot").join([rating_label(scene.rated_size, words), words.count("standings.weeks", WEEKS)])


PLACE: Final = 98
"""The width of the places."""
HANDS: Final = 196
"""The width of the hands."""


class Ranked(NamedTuple):
    """A person: the place, and everything else in words."""

    place: int
    name: str
    won: str
    hands: str
    own: bool


@dataclass(frozen=True)
class StandingsDrawing(RowsDrawing[Ranked]):
    """A page of standings; one's own row is bold, on a plate."""

    name = "standings.png"
    top, row_high, below = 140, 62, 24

    guild: str
    told: str
    graph: RatingGraph | None = None

    def high(self) -> int:
        return super().high() + (0 if self.graph is None else GRAPH_HIGH)

    def clear(self) -> int:
        return super().clear() if self.graph is None else 0

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        super().paint(canvas, y)
        if self.graph is not None:
            draw_graph(canvas, self.graph, self.edge, y + super().high(), WIDE - 2 * self.edge)

    def paint_heading(self, canvas: Canvas, y: int) -> None:
        room = WIDE - 2 * self.edge
        canvas.line(self.guild, self.edge, y + 18, 50, weight=Weight.BOLD, room=room)
        canvas.line(self.told, self.edge, y + 84, 32, ink=Colour.MIST, room=room)

    def paint_row(self, canvas: Canvas, row: Ranked, y: int) -> None:
        ground, ink = self.row_colours(canvas, row.place, row.own, y)
        edge, y = self.edge, y + 8
        canvas.line(str(row.place), edge + PLACE - 22, y, 38, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT)
        results = width(row.won, 38, Weight.BOLD)
        x, right = edge + PLACE, WIDE - edge - HANDS
        weight = Weight.BOLD if row.own else Weight.MEDIUM
        canvas.line(row.name, x, y, 38, ink=ink, ground=ground, weight=weight, room=right - results - 20 - x)
        canvas.line(row.won, right, y, 38, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT)
        canvas.line(row.hands, WIDE - edge, y + 6, 30, ink=Colour.MIST, ground=ground, room=HANDS - 16, lean=RIGHT)


@drawing_of.register
def standings_drawing(scene: StandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of standings; None if nobody stands there."""
    if not scene.lines:
        return None
    words = reader.words
    wanted = scene.wanted
    of = words("picture.standings", period=words(f"standings.{wanted.period}"), size=size_in_words(wanted.size, words))
    told = words("list.dot").join([of, *which_game(wanted.game, words)])
    people = tuple(
        Ranked(
            person.place,
            readable(legible(person.name)),
            rubbers_won(person, words),
            words.count("standings.hands", person.hands),
            person.own,
        )
        for person in scene.lines
    )
    return StandingsDrawing(people, readable(legible(scene.guild)), told, _graph(scene, words))


def _graph(scene: StandingsScene, words: Translator) -> RatingGraph | None:
    ways = tuple(RatingWay(one.points, readable(legible(one.name)), one.own) for one in scene.ratings)
    return RatingGraph(graph_label(scene, words), ways) if ways else None
