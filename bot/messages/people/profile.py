"""A person's profile: rubbers won by size, and everything else that is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.discord_api import custom_ids
from bot.members.profiles import Badge, Profile, RubbersOfSize
from bot.messages.kit import ui
from bot.messages.kit.drawing import RIGHT, SELDOM, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.typeface import Weight, readable, width
from bot.messages.people.rating_graph import GRAPH_HIGH, RatingGraph, RatingWay, draw_graph, even_way, rating_label
from bot.messages.result.own_end import badge_name
from bot.texts import Translator, escape, game_argument, which_game
from bot.texts.escaping import legible
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import HasFeats, HasLadder


class PlayedGame(NamedTuple):
    """A game that can be asked for, and how often the person has played it to its end."""

    game: str
    played: int


class RatingLine(NamedTuple):
    """A person's rating at tables of one size. `games`: against people so far; it is settled after `needed`."""

    size: int
    points: int
    games: int
    needed: int
    history: tuple[int, ...] = ()
    """The points before and after each of the last rated games."""


@dataclass(frozen=True, slots=True)
class ProfileScene(Scene):
    """A person's profile, private to whoever asks: their rubbers in the server where it is asked, or in all."""

    game: str
    name: str
    discord_id: int
    profile: Profile
    days: int
    """The days in a row on which the person has answered the daily trick."""
    guild: str | None
    """The name of the server; None: the rubbers in all servers."""
    has_more: bool = True
    """True if one can change between the server and all: it is asked in one, about somebody who has used the bot."""
    ratings: tuple[RatingLine, ...] = ()
    """In that server; across all for who wants that."""
    reliability: int = 0
    """The share of plays in time, in percent."""
    badges: tuple[Badge, ...] = ()
    games: tuple[PlayedGame, ...] = ()
    """The games to choose from."""


EVERYWHERE = "all"
"""In a custom_id: the rubbers in all servers."""
MENU: Final = "game"
"""In the custom_id of the menu of games."""
FEWEST: Final = 4
"""The fewest points of a rating that are drawn as a graph."""


class Counted(NamedTuple):
    """A number of something, and what it counts."""

    number: int
    label: str


@ui.page_of.register
def profile(scene: ProfileScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The profile in words (left out where a picture says it), with a button to the other servers and back."""
    words, told = reader.words, lines(scene, reader.words)
    buttons = []
    if scene.has_more:
        key, to = ("profile.to-server", "") if scene.guild is None else ("profile.to-everywhere", EVERYWHERE)
        buttons.append(
            ui.button(
                words(key), custom_ids.write("profile", None, str(scene.discord_id), to, *game_argument(scene.game))
            )
        )
    return ui.layout(
        ui.text(words("profile.title", name=escape(scene.name))),
        ui.text(where(scene, words)) if not told else ui.Unpictured(where(scene, words)),
        ui.Unpictured("\n".join(told)) if told else ui.text(words("profile.none")),
        ui.text(*ratings(scene, words), reliability(scene, words)),
        ui.text(badges(scene, words)),
        *_games_menu(scene, words),
        *ui.rows(buttons),
        colour=ui.YOURS,
    )


def badges(scene: ProfileScene, words: Translator) -> str:
    """The badges with the days on which the person got them, the newest first; "" without any."""
    told = [
        words("profile.badge", badge=name, at=badge.at // 1000)
        for badge in reversed(scene.badges)
        if (name := badge_name(scene.game, badge.kind, words))
    ]
    return words("profile.badges", badges=words("list.dot").join(told)) if told else ""


def _games_menu(scene: ProfileScene, words: Translator) -> list[ui.ActionRow]:
    """A menu of the games, if there are several."""
    to = EVERYWHERE if scene.guild is None else ""
    choices = [
        ui.choice(
            words(f"{one.game}.name"), one.game, words.count("profile.played", one.played), one.game == scene.game
        )
        for one in scene.games
    ]
    custom_id = custom_ids.write("profile", None, str(scene.discord_id), to, MENU)
    return [ui.menu(custom_id, words("profile.games"), choices)] if choices[1:] else []


def ratings(scene: ProfileScene, words: Translator) -> Iterator[str]:
    """The ratings in words, a line for each size of tables."""
    for rating in scene.ratings:
        told = {"players": words.count("profile.players", rating.size), "points": rating.points}
        if rating.games < rating.needed:
            yield words("profile.rating-new", **told, games=rating.games, needed=rating.needed)
        else:
            yield words("profile.rating", **told)


def reliability(scene: ProfileScene, words: Translator) -> str:
    """The share of plays in time; "" before the first deadline."""
    if not scene.profile.deadlines:
        return ""
    return words("profile.reliability", percent=scene.reliability)


def where(scene: ProfileScene, words: Translator) -> str:
    """The place where the rubbers were played; and which game, if there are several."""
    here = words("profile.everywhere") if scene.guild is None else words("profile.here", guild=escape(scene.guild))
    return words("list.dot").join([here, *which_game(scene.game, words)])


def lines(scene: ProfileScene, words: Translator) -> list[str]:
    """The numbers in words, a line each; none if there is nothing to tell."""
    if not scene.profile.hands and not scene.profile.sizes and not scene.days:
        return []
    of_sizes = [
        words("profile.of-size", players=players(size, words), won=rubbers_won(size, words))
        for size in scene.profile.sizes
    ]
    return [*of_sizes, *(words("profile.line", n=count.number, what=count.label) for count in counts(scene, words))]


def players(one: RubbersOfSize, words: Translator) -> str:
    """The size of a table in words."""
    return words.count("profile.players", one.size)


def rubbers_won(one: RubbersOfSize, words: Translator) -> str:
    """The rubbers won, of those played."""
    return words("profile.won", won=one.won, played=one.played)


def counts(scene: ProfileScene, words: Translator) -> Iterator[Counted]:
    """Everything that is counted but rubbers."""
    found, rules = scene.profile, registry.game(scene.game)
    numbers = {"hands": found.hands, "tricks": found.tricks, "streak": found.streak, "longest": found.longest}
    for name, number in numbers.items():
        yield Counted(number, words.count(f"profile.{name}", number))
    for feat in rules.feats if isinstance(rules, HasFeats) else ():
        number = found.feats.get(feat, 0)
        yield Counted(number, words.count(f"{scene.game}.feat.{feat}", number))
    if isinstance(rules, HasLadder):
        yield Counted(found.bounces, words.count("profile.bounces", found.bounces))
    yield Counted(scene.days, words.count("profile.days", scene.days))


@parts_of.register
def _profile_alt(scene: ProfileScene, reader: Reader) -> list[Part]:
    told, words, shown = lines(scene, reader.words), reader.words, graphed(scene)
    graph = ""
    if shown is not None:
        way = words("list.scores").join(map(str, shown.history))
        graph = words("profile.graph", players=words.count("profile.players", shown.size), points=way)
    return droppable([escape(scene.name), where(scene, words), *told, graph]) if told else []


def graphed(scene: ProfileScene) -> RatingLine | None:
    """The rating that the picture shows as a graph, that of most games; None if none has enough."""
    longest = max(scene.ratings, key=lambda rating: len(rating.history), default=None)
    return longest if longest is not None and len(longest.history) >= FEWEST else None


EDGE: Final = 28
TOP: Final = 146
"""The y below the heading."""
LABEL: Final = 46
PANEL: Final = 126
GAP: Final = 14
ROW: Final = 66
COLUMNS: Final = 2
NUMBER: Final = 122
"""The width of the numbers in a column."""
TYPE: Final = 31
IN_COLUMN: Final = (WIDE - 2 * EDGE) // COLUMNS - NUMBER - 10  # without FriBidi letters stand a little wider
IN_ROW: Final = WIDE - 2 * EDGE - NUMBER - 10
"""The room for a label in a column, and in a row of its own."""
BELOW: Final = 26
SIZES: Final = (46, 42, 36)
"""The sizes of type of numbers, the largest that fits."""
PADDING: Final = 10


class OfSize(NamedTuple):
    """The rubbers at tables of one size, in words."""

    players: str
    won: str


class Number(NamedTuple):
    """A number, and what it counts."""

    number: str
    label: str


@dataclass(frozen=True)
class ProfileDrawing(Drawing):
    """A profile: a panel for each size of table, numbers in two columns, then those whose labels need a whole row."""

    name = "profile.png"
    level = SELDOM

    person: str
    where: str
    won: str
    sizes: tuple[OfSize, ...]
    numbers: tuple[Number, ...]
    graph: RatingGraph | None = None

    def high(self) -> int:
        narrow, wide = self._split_numbers()
        rows = -(-len(narrow) // COLUMNS) + len(wide)
        graph = 0 if self.graph is None else GRAPH_HIGH
        return TOP + (LABEL + PANEL + 24 if self.sizes else 0) + graph + ROW * rows + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        room = WIDE - 2 * EDGE
        canvas.line(self.person, EDGE, y + 18, 54, weight=Weight.BOLD, room=room)
        canvas.line(self.where, EDGE, y + 88, 32, ink=Colour.MIST, room=room)
        y += TOP
        if self.sizes:
            canvas.line(self.won, EDGE, y, 32, ink=Colour.MIST, room=room)
            self._sizes(canvas, y + LABEL)
            y += LABEL + PANEL + 24
        if self.graph is not None:
            draw_graph(canvas, self.graph, EDGE, y, room)
            y += GRAPH_HIGH
        narrow, wide = self._split_numbers()
        for index, number in enumerate(narrow):
            self._number(canvas, number, index % COLUMNS, y + ROW * (index // COLUMNS), IN_COLUMN)
        y += ROW * -(-len(narrow) // COLUMNS)
        for index, number in enumerate(wide):
            self._number(canvas, number, 0, y + ROW * index, IN_ROW)

    def _split_numbers(self) -> tuple[list[Number], list[Number]]:
        """The numbers whose labels fit a column, and the others."""
        fits = {number: width(number.label, TYPE) <= IN_COLUMN for number in self.numbers}
        return [number for number in self.numbers if fits[number]], [
            number for number in self.numbers if not fits[number]
        ]

    def _sizes(self, canvas: Canvas, y: int) -> None:
        wide = (WIDE - 2 * EDGE + GAP) // max(3, len(self.sizes)) - GAP
        for index, one in enumerate(self.sizes):
            x = EDGE + (wide + GAP) * index
            canvas.plate(x, y, wide, PANEL, Colour.DEEP)
            room, ground = wide - 2 * PADDING, Colour.DEEP
            canvas.line(one.players, x + PADDING, y + 12, 32, ink=Colour.MIST, ground=ground, room=room)
            size = _type_size(one.won, room)
            canvas.line(
                one.won, x + PADDING, y + 58, size, ink=Colour.BRASS, ground=ground, weight=Weight.BOLD, room=room
            )

    def _number(self, canvas: Canvas, one: Number, column: int, y: int, room: int) -> None:
        x = EDGE + column * (WIDE - 2 * EDGE) // COLUMNS
        size = _type_size(one.number, NUMBER)
        canvas.line(one.number, x + NUMBER, y, size, weight=Weight.BOLD, room=NUMBER, lean=RIGHT)
        canvas.line(one.label, x + NUMBER + 12, y + 11, TYPE, ink=Colour.MIST, room=room)


def _type_size(text: str, room: int) -> int:
    """The largest size of type at which a bold text fits."""
    return next((size for size in SIZES if width(text, size, Weight.BOLD) <= room), SIZES[-1])


@drawing_of.register
def profile_drawing(scene: ProfileScene, reader: Reader) -> Drawing | None:
    """The drawing of a profile; None if nothing is counted yet."""
    words, found = reader.words, scene.profile
    if not found.hands and not found.sizes and not scene.days:
        return None
    here = words("picture.everywhere") if scene.guild is None else legible(scene.guild)
    where = words("list.dot").join([here, *which_game(scene.game, words)])
    return ProfileDrawing(
        readable(legible(scene.name)),
        readable(where),
        words("picture.rubbers-won"),
        tuple(OfSize(players(size, words), rubbers_won(size, words)) for size in found.sizes),
        tuple(Number(str(count.number), count.label) for count in counts(scene, words)),
        _graph(scene, words),
    )


def _graph(scene: ProfileScene, words: Translator) -> RatingGraph | None:
    if (shown := graphed(scene)) is None:
        return None
    return RatingGraph(rating_label(shown.size, words), (RatingWay(even_way(shown.history)),))
