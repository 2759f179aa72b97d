"""The end of a cup with its winners on a podium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.messages import cup_text
from bot.cups.messages.cup_standings import PlaceLine, place_lines, place_points
from bot.cups.messages.cup_text import HEADING, CupHead, CupVerb
from bot.cups.messages.entrant_names import (
    drawn_people,
    drawn_text,
    fitted_name,
)
from bot.cups.winners import PODIUM, award_of, ended_at, podium
from bot.messages.kit import ui
from bot.messages.kit.drawing import BAND, CENTRE, SELDOM, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.shapes import CROWN
from bot.messages.kit.typeface import TEXT, Weight
from bot.runtime.times import SECOND
from bot.texts import Translator, escape
from bot.texts.escaping import cut
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class CupEndScene(Scene):
    """The end of a cup, for everybody: its winners. `ended_at`: seconds since the epoch."""

    head: CupHead
    winners: tuple[PlaceLine, ...]
    size: int
    ended_at: int
    role: int = 0
    """The role that the winners were given; 0: none."""


def end_scene(cup: Cup, names: Mapping[str, str]) -> CupEndScene:
    """Return the end of a cup, with its best three."""
    best = place_lines(cup, names, podium(cup, PODIUM))
    role = _role(cup) if best else 0
    return CupEndScene(cup_text.head_of(cup), tuple(best), len(cup.seeded_entrants), ended_at(cup) // SECOND, role)


def _role(cup: Cup) -> int:
    award = award_of(cup)
    return 0 if award is None or award.why else award.role


@ui.page_of.register
def end(scene: CupEndScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The winners of a cup, for everybody."""
    words, head = reader.words, scene.head
    return ui.layout(
        ui.text(cup_text.title(head), words.count("cup.end", scene.size)),
        ui.Unpictured("\n".join(end_lines(scene, words))),
        ui.text(words("cup.end.role", role=f"<@&{scene.role}>") if scene.role else ""),
        *ui.rows(_views(scene, words, post)),
        colour=ui.LADDERS,
    )


def end_lines(scene: CupEndScene, words: Translator) -> Iterator[str]:
    """The best, a line each; or that nobody has won."""
    if not scene.winners:
        yield words("cup.nobody-won")
    for line in scene.winners:
        name = words(f"cup.place.{line.place}", name=cup_text.shown_name(line.name, words))
        yield words("cup.end.place", name=name, points=place_points(line, words))


def _views(scene: CupEndScene, words: Translator, post: str) -> Iterator[ui.Button]:
    yield cup_text.cup_button(CupVerb.STANDINGS, words, scene.head, 0, post=post, style=ui.MAIN)
    if scene.head.rules.is_knock_out:
        yield cup_text.cup_button(CupVerb.BRACKET, words, scene.head, 0, post=post)
    if scene.head.rules.is_round_robin:
        yield cup_text.cup_button(CupVerb.CROSS, words, scene.head, 0, post=post)
    yield cup_text.more_button(words, scene.head, post)


@parts_of.register
def _end_alt(scene: CupEndScene, reader: Reader) -> list[Part]:
    words = reader.words
    head = [escape(cut(scene.head.rules.name, HEADING)), words.count("cup.end", scene.size)]
    return droppable([*head, *end_lines(scene, words)]) if scene.winners else []


EDGE: Final = 28
GAP: Final = 14
TOP: Final = 152
LINE: Final = 46
NAMES: Final = 38
CROWN_SIDE: Final = 72
STEPS: Final[Mapping[int, int]] = {1: 290, 2: 210, 3: 166}
"""The height of each step of the podium."""
ORDER: Final = (2, 1, 3)
"""The places from left to right."""
COLOURS: Final[Mapping[int, Colour]] = {1: Colour.BRASS, 2: Colour.ICE, 3: Colour.CORAL}
BELOW: Final = 26


class OnPodium(NamedTuple):
    """A place of the podium: its people, a line each, and their points."""

    place: int
    people: tuple[str, ...]
    points: str


@dataclass(frozen=True)
class CupEndDrawing(Drawing):
    """The winners of a cup on a podium, with its name and its day."""

    name = "cup-winners.png"
    level = SELDOM

    cup: str
    told: str
    best: tuple[OnPodium, ...]

    @property
    def _lines(self) -> int:
        return max(len(place.people) for place in self.best)

    def high(self) -> int:
        return TOP + CROWN_SIDE + LINE * self._lines + 20 + STEPS[1] + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        canvas.band(y)
        room = WIDE - 2 * EDGE
        canvas.line(self.cup, WIDE // 2, y + BAND + 14, 56, weight=Weight.BOLD, room=room, lean=CENTRE)
        canvas.line(self.told, WIDE // 2, y + BAND + 88, 32, ink=Colour.MIST, room=room, lean=CENTRE)
        foot = y + self.high() - BELOW
        for place in self.best:
            self._step(canvas, place, foot)

    def _step(self, canvas: Canvas, one: OnPodium, foot: int) -> None:
        wide = (WIDE - 2 * EDGE + GAP) // len(ORDER)
        x, high, ink = EDGE + wide * ORDER.index(one.place), STEPS[one.place], COLOURS[one.place]
        middle, y = x + (wide - GAP) // 2, foot - high
        canvas.plate(x, y, wide - GAP, high, Colour.DEEP)
        canvas.box(x + 14, y, wide - GAP - 28, 6, ink)
        canvas.line(str(one.place), middle, y + 18, 84, ink=ink, ground=Colour.DEEP, weight=Weight.BOLD, lean=CENTRE)
        canvas.line(
            one.points, middle, y + 112, TEXT, ink=Colour.MIST, ground=Colour.DEEP, room=wide - GAP - 16, lean=CENTRE
        )
        top = y - 14 - LINE * len(one.people)
        for at, person in enumerate(one.people):
            name = fitted_name(person, NAMES, Weight.BOLD, wide - GAP)
            canvas.line(name, middle, top + LINE * at, NAMES, ink=ink, weight=Weight.BOLD, lean=CENTRE)
        if one.place == 1:
            canvas.shape(CROWN, middle - CROWN_SIDE // 2, top - CROWN_SIDE - 4, CROWN_SIDE, CROWN_SIDE, Colour.BRASS)


@drawing_of.register
def cup_end_drawing(scene: CupEndScene, reader: Reader) -> Drawing | None:
    """The drawing of the end of a cup; None if nobody played."""
    words = reader.words
    best = tuple(
        OnPodium(line.place, drawn_people(line.name, words), place_points(line, words))
        for line in scene.winners
        if line.place in STEPS
    )
    if not best:
        return None
    told = words("list.dot").join(
        filter(None, (words.count("cup.entrants", scene.size), cup_text.day(scene.ended_at, words)))
    )
    return CupEndDrawing(drawn_text(scene.head.rules.name), told, best)
