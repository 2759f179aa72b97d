"""The hall of fame of a server: the cups that ended there, with their winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupVerb
from bot.cups.messages.entrant_names import (
    EntrantName,
    drawn_name,
    drawn_text,
    fitted_name,
    names_by_number,
    plain_name,
)
from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.drawing import WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.pages import neighbours, page_of_lines
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.shapes import CROWN
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.runtime.times import SECOND
from bot.store import CupEnd, EndedCupRow
from bot.texts import Translator, escape
from bot.texts.escaping import cut
from bot.texts.reader import Reader


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


def past_cup(row: EndedCupRow, end: CupEnd, names: Mapping[str, str]) -> PastCup:
    """Return an ended cup as a line of the hall of fame; of its best, names that look alike are numbered."""
    best = {place.entrant + 1: tuple(names.get(person, "") for person in place.people) for place in end.podium}
    return PastCup(row.id, row.name, end.ended_at // SECOND, end.size, tuple(names_by_number(best)))


def hall_scene(cup: int, guild: str, cups: Sequence[PastCup], page: int = 0) -> CupHallScene:
    """Return a page of the hall of fame of a server, opened from a cup there."""
    shown = page_of_lines(sorted(cups, key=lambda line: (-line.ended_at, -line.cup)), page, ON_A_PAGE)
    return CupHallScene(cup, guild, shown.lines, shown.page, shown.pages)


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
def _hall_alt(scene: CupHallScene, reader: Reader) -> list[Part]:
    words = reader.words
    lines = [(hall_line(line, words, plain=True), short_line(line, words)) for line in scene.lines]
    return lines_that_fit([words("cup.hall", guild=escape(scene.guild))], lines) if lines else []


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
