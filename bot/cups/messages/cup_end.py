"""The end of a cup with its winners on a podium, and the hall of fame of a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.messages import cup_text
from bot.cups.messages.cup_standings import PlaceLine, place_lines, place_points
from bot.cups.messages.cup_text import HEADING, CupHead, CupVerb
from bot.cups.messages.entrant_names import (
    EntrantName,
    drawn_name,
    drawn_people,
    drawn_text,
    fitted_name,
    names_by_number,
    plain_name,
)
from bot.cups.winners import PODIUM, award_of, ended_at, podium
from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.drawing import BAND, CENTRE, SELDOM, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.pages import neighbours, page_of_lines
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.shapes import CROWN
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.runtime.times import SECOND
from bot.store import CupEnd, EndedCupRow
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


class PastCup(NamedTuple):
    """A cup that has ended, in the hall of fame. `ended_at`: seconds since the epoch."""

    cup: int
    name: str
    ended_at: int
    size: int
    winners: tuple[EntrantName, ...]


@dataclass(frozen=True, slots=True)
class CupHallScene(Scene):
    """A page of the hall of fame of a server, the last cup first; pages count from 0."""

    cup: int
    """The cup from which the page was opened."""
    guild: str
    lines: tuple[PastCup, ...]
    page: int = 0
    pages: int = 1


ON_A_PAGE: Final = 8
SHORT: Final = 32
"""The most characters of the name of a cup in an alt text."""


def end_scene(cup: Cup, names: Mapping[str, str]) -> CupEndScene:
    """Return the end of a cup, with its best three."""
    best = place_lines(cup, names, podium(cup, PODIUM))
    role = _role(cup) if best else 0
    return CupEndScene(cup_text.head_of(cup), tuple(best), len(cup.seeded_entrants), ended_at(cup) // SECOND, role)


def _role(cup: Cup) -> int:
    award = award_of(cup)
    return 0 if award is None or award.why else award.role


def past_cup(row: EndedCupRow, end: CupEnd, names: Mapping[str, str]) -> PastCup:
    """Return an ended cup as a line of the hall of fame; of its best, names that look alike are numbered."""
    best = {place.entrant + 1: tuple(names.get(person, "") for person in place.people) for place in end.podium}
    return PastCup(row.id, row.name, end.ended_at // SECOND, end.size, tuple(names_by_number(best)))


def hall_scene(cup: int, guild: str, cups: Sequence[PastCup], page: int = 0) -> CupHallScene:
    """Return a page of the hall of fame of a server, opened from a cup there."""
    shown = page_of_lines(sorted(cups, key=lambda line: (-line.ended_at, -line.cup)), page, ON_A_PAGE)
    return CupHallScene(cup, guild, shown.lines, shown.page, shown.pages)


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


@ui.page_of.register
def hall(scene: CupHallScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the hall of fame, with a menu to look at a cup."""
    words = reader.words
    if not scene.lines:
        return ui.layout(
            ui.text(words("cup.hall", guild=escape(scene.guild)), words("cup.hall.none")),
            *ui.rows(_page_buttons(scene, words)),
            colour=ui.LADDERS,
        )
    choices = [
        ui.choice(line.name, str(line.cup), plain_name(line.winners[0], words) if line.winners else "")
        for line in scene.lines
    ]
    return ui.layout(
        ui.text(words("cup.hall", guild=escape(scene.guild))),
        ui.Unpictured("\n".join(hall_line(line, words) for line in scene.lines)),
        ui.menu(custom_ids.write(CupVerb.PAST), words("cup.hall.menu"), choices),
        *ui.rows(_page_buttons(scene, words)),
        colour=ui.LADDERS,
    )


def hall_line(one: PastCup, words: Translator, plain: bool = False) -> str:
    """A cup with its winners; `plain`: where Discord shows no times."""
    names = [cup_text.shown_name(name, words) for name in one.winners]
    others = names[1:]
    told = [
        _past_cup_line(one, escape(one.name), words),
        words("cup.hall.others", names=words("list.comma").join(others)) if others else "",
        words.count("cup.entrants", one.size),
        cup_text.day(one.ended_at, words) if plain else words("cup.hall.day", at=one.ended_at),
    ]
    return words("list.dot").join(filter(None, told))


def short_line(one: PastCup, words: Translator) -> str:
    """A cup with its first."""
    return _past_cup_line(one, cut(escape(one.name), SHORT), words)


def _past_cup_line(one: PastCup, name: str, words: Translator) -> str:
    if not one.winners:
        return words("cup.hall.nobody-won", name=name)
    return words("cup.hall.line", name=name, winner=cup_text.shown_name(one.winners[0], words))


def _page_buttons(scene: CupHallScene, words: Translator) -> Iterator[ui.Button]:
    for way, to in neighbours(scene.page, scene.pages):
        yield ui.button(words(f"cup.{way}"), custom_ids.write(CupVerb.HALL, None, str(scene.cup), str(to)))
    yield ui.button(words("button.more"), custom_ids.write(CupVerb.MORE, None, str(scene.cup)))


@parts_of.register
def _end_alt(scene: CupEndScene, reader: Reader) -> list[Part]:
    words = reader.words
    head = [escape(cut(scene.head.rules.name, HEADING)), words.count("cup.end", scene.size)]
    return droppable([*head, *end_lines(scene, words)]) if scene.winners else []


@parts_of.register
def _hall_alt(scene: CupHallScene, reader: Reader) -> list[Part]:
    words = reader.words
    lines = [(hall_line(line, words, plain=True), short_line(line, words)) for line in scene.lines]
    return lines_that_fit([words("cup.hall", guild=escape(scene.guild))], lines) if lines else []


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


MARK: Final = 46
"""The side of the crown in a row."""


class HallRow(NamedTuple):
    """A cup in words."""

    winner: str
    others: str
    cup: str
    told: str


@dataclass(frozen=True)
class CupHallDrawing(RowsDrawing[HallRow]):
    """A page of the hall of fame."""

    name = "hall-of-fame.png"
    top, row_high, below = 104, 104, 26

    title: str

    def paint_heading(self, canvas: Canvas, y: int) -> None:
        canvas.line(self.title, self.edge, y + 18, 46, weight=Weight.BOLD, room=WIDE - 2 * self.edge)

    def paint_row(self, canvas: Canvas, row: HallRow, y: int) -> None:
        canvas.shape(CROWN, self.edge, y + 6, MARK, MARK, Colour.BRASS)
        x = self.edge + MARK + 18
        room = WIDE - self.edge - x
        winner = fitted_name(row.winner, 38, Weight.BOLD, room)
        taken = canvas.line(winner, x, y + 4, 38, ink=Colour.BRASS, weight=Weight.BOLD)
        if row.others and room - taken > 160:
            others = fitted_name(row.others, TEXT, Weight.MEDIUM, room - taken - 20)
            canvas.line(others, x + taken + 20, y + 12, TEXT)
        cup = fitted_name(row.cup, TEXT, Weight.MEDIUM, room - width(row.told, TEXT))
        x += canvas.line(cup, x, y + 52, TEXT, ink=Colour.MIST)
        canvas.line(row.told, x, y + 52, TEXT, ink=Colour.MIST)


@drawing_of.register
def hall_drawing(scene: CupHallScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of the hall of fame; None while it is empty."""
    if not scene.lines:
        return None
    words = reader.words
    title = words("picture.cup.hall", guild=drawn_text(scene.guild))
    return CupHallDrawing(tuple(_hall_row(line, words) for line in scene.lines), title)


def _hall_row(past: PastCup, words: Translator) -> HallRow:
    names = [drawn_name(name, words) for name in past.winners] or [words("cup.bracket.nobody")]
    dot, told = words("list.dot"), (cup_text.day(past.ended_at, words), words.count("cup.entrants", past.size))
    others = words("list.comma").join(names[1:])
    return HallRow(names[0], others, drawn_text(past.name), dot + dot.join(filter(None, told)))
