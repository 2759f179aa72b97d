"""The picture of a server's standings: a row for each person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.messages.kit.canvas import RIGHT, Canvas
from bot.messages.kit.drawing import SELDOM, WIDE, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.typeface import Weight, readable, width
from bot.messages.people.guild_standings import StandingsScene, rubbers_won, size_in_words
from bot.texts import which_game
from bot.texts.names import legible
from bot.texts.reader import Reader

EDGE: Final = 28
TOP: Final = 140
ROW: Final = 62
PLACE: Final = 98
"""The width of the places."""
HANDS: Final = 196
"""The width of the hands."""
BELOW: Final = 24


class Ranked(NamedTuple):
    """A person: the place, and everything else in words."""

    place: int
    name: str
    won: str
    hands: str
    own: bool


@dataclass(frozen=True)
class StandingsDrawing(Drawing):
    """A page of standings; one's own row is bold, on a plate."""

    name = "standings.png"
    level = SELDOM

    guild: str
    told: str
    people: tuple[Ranked, ...]

    def high(self) -> int:
        return TOP + ROW * len(self.people) + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        room = WIDE - 2 * EDGE
        canvas.line(self.guild, EDGE, y + 18, 50, weight=Weight.BOLD, room=room)
        canvas.line(self.told, EDGE, y + 84, 32, ink=Colour.MIST, room=room)
        for index, one in enumerate(self.people):
            self._person(canvas, one, y + TOP + ROW * index)

    def _person(self, canvas: Canvas, one: Ranked, y: int) -> None:
        ground, ink = Colour.SEA, Colour.BRASS if one.place == 1 else Colour.ICE
        if one.own:
            ground = Colour.DEEP
            canvas.plate(EDGE - 14, y, WIDE - 2 * EDGE + 28, ROW - 4, ground)
        y += 8
        canvas.line(str(one.place), EDGE + PLACE - 22, y, 38, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT)
        results = width(one.won, 38, Weight.BOLD)
        x, right = EDGE + PLACE, WIDE - EDGE - HANDS
        weight = Weight.BOLD if one.own else Weight.MEDIUM
        canvas.line(one.name, x, y, 38, ink=ink, ground=ground, weight=weight, room=right - results - 20 - x)
        canvas.line(one.won, right, y, 38, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT)
        canvas.line(one.hands, WIDE - EDGE, y + 6, 30, ink=Colour.MIST, ground=ground, room=HANDS - 16, lean=RIGHT)


@drawing_of.register
def of_scene(scene: StandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of standings; None if nobody stands there."""
    if not scene.lines:
        return None
    words = reader.words
    of = words("picture.standings", period=words(f"standings.{scene.period}"), size=size_in_words(scene.size, words))
    told = words("list.dot").join([of, *which_game(scene.game, words)])
    people = tuple(
        Ranked(
            one.place,
            readable(legible(one.name)),
            rubbers_won(one, words),
            words.count("standings.hands", one.hands),
            one.own,
        )
        for one in scene.lines
    )
    return StandingsDrawing(readable(legible(scene.guild)), told, people)
