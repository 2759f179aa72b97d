"""The standings of a server: a page of people, and menus of periods and sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.discord_api import custom_ids
from bot.members.profiles import Period
from bot.messages.kit import ui
from bot.messages.kit.drawing import RIGHT, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.typeface import Weight, readable, width
from bot.texts import Translator, escape, game_argument, offered_games, which_game
from bot.texts.escaping import legible
from bot.texts.reader import Reader
from rules import registry


class StandingLine(NamedTuple):
    """A person in the standings; `place` counts from 1, and equal results share one."""

    place: int
    name: str
    won: int
    played: int
    hands: int
    own: bool = False
    """True for the person who asks."""


@dataclass(frozen=True, slots=True)
class StandingsScene(Scene):
    """A page of a server's standings, private to whoever asks."""

    game: str
    guild: str
    """The name of the server."""
    period: Period
    size: int | None
    """The number of seats of the tables that count; None: any."""
    hands: int
    """The hands that a person must have played to stand here."""
    lines: tuple[StandingLine, ...]
    page: int = 0
    pages: int = 1
    mine: StandingLine | None = None
    """The person who asks, if they stand on another page."""


ANY: Final = "any"
"""In a custom_id: tables of every size."""


@ui.page_of.register
def standings(scene: StandingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The standings in words (left out where a picture says them), how they are sorted, and menus to change them."""
    words = reader.words
    mine = "" if scene.mine is None else words("standings.mine", line=line(scene.mine, words))
    none = "" if scene.lines else words("standings.none")
    turning = {"standings.before": scene.page - 1, "standings.after": scene.page + 1}
    pages = [
        ui.button(words(key), custom_ids.write("standings", None, *request_args(scene, page=page)))
        for key, page in turning.items()
        if 0 <= page < scene.pages
    ]
    return ui.layout(
        ui.text(words("standings.title", guild=escape(scene.guild)), subtitle(scene, words), none),
        ui.Unpictured("\n".join(line(person, words) for person in scene.lines)),
        ui.text(mine, words.count("standings.about", scene.hands)),
        _periods(scene, words),
        _sizes(scene, words),
        *_games(scene, words),
        *ui.rows(pages),
        colour=ui.LADDERS,
    )


def subtitle(scene: StandingsScene, words: Translator) -> str:
    """The period and the size of the tables; and which game, if there are several."""
    of = words("standings.of", period=words(f"standings.{scene.period}"), size=size_in_words(scene.size, words))
    return words("list.dot").join([of, *which_game(scene.game, words)])


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


def request_args(
    scene: StandingsScene, *, period: Period | None = None, size: int | str | None = None, page: int = 0
) -> tuple[str, ...]:
    """The request of a button or a choice, as `cogs.standings` reads it: period, size, hands, page and game."""
    wanted = size or scene.size or ANY
    return period or scene.period, str(wanted), str(scene.hands), str(page), *game_argument(scene.game)


def _periods(scene: StandingsScene, words: Translator) -> ui.ActionRow:
    choices = [
        ui.choice(
            words(f"standings.{period}"), ".".join(request_args(scene, period=period)), chosen=period is scene.period
        )
        for period in Period
    ]
    return ui.menu(custom_ids.write("standings", None, "period"), words("standings.month"), choices)


def _sizes(scene: StandingsScene, words: Translator) -> ui.ActionRow:
    sizes = (None, *registry.game(scene.game).seats)
    choices = [
        ui.choice(
            size_in_words(size, words), ".".join(request_args(scene, size=size or ANY)), chosen=size == scene.size
        )
        for size in sizes
    ]
    return ui.menu(custom_ids.write("standings", None, "size"), words("standings.any"), choices)


def _games(scene: StandingsScene, words: Translator) -> list[ui.ActionRow]:
    """A menu of the games, if there are several; another game has other sizes."""
    choices = [
        ui.choice(
            words(f"{game}.name"),
            ".".join(request_args(replace(scene, game=game), size=ANY)),
            chosen=game == scene.game,
        )
        for game in offered_games()
    ]
    return (
        [ui.menu(custom_ids.write("standings", None, "game"), words("profile.games"), choices)] if choices[1:] else []
    )


@parts_of.register
def _standings_alt(scene: StandingsScene, reader: Reader) -> list[Part]:
    people = [line(person, reader.words) for person in scene.lines]
    return droppable([escape(scene.guild), subtitle(scene, reader.words), *people]) if people else []


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
    of = words("picture.standings", period=words(f"standings.{scene.period}"), size=size_in_words(scene.size, words))
    told = words("list.dot").join([of, *which_game(scene.game, words)])
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
    return StandingsDrawing(people, readable(legible(scene.guild)), told)
