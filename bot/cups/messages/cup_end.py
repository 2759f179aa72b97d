"""The end of a cup with its winners, and the hall of fame of a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.messages.cup_standings import PlaceLine, place_lines, place_points
from bot.cups.messages.cup_text import (
    HEADING,
    CupHead,
    CupVerb,
    cup_button,
    day,
    head_of,
    page_of_lines,
    shown_name,
    title,
)
from bot.cups.messages.entrant_names import EntrantName, names_by_number, plain_name
from bot.cups.winners import PODIUM, award_of, ended_at, podium
from bot.discord_api import custom_ids
from bot.messages.kit.rendering import Part, droppable, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import (
    LADDERS,
    MAIN,
    Button,
    PageOfItems,
    Unpictured,
    button,
    choice,
    layout,
    menu,
    page_of,
    rows,
    text,
)
from bot.runtime.times import SECOND
from bot.store import CupEnd, EndedCupRow
from bot.texts import Translator, escape
from bot.texts.names import cut
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
    return CupEndScene(head_of(cup), tuple(best), len(cup.seeded_entrants), ended_at(cup) // SECOND, role)


def _role(cup: Cup) -> int:
    award = award_of(cup)
    return 0 if award is None or award.why else award.role


def past_cup(row: EndedCupRow, end: CupEnd, names: Mapping[str, str]) -> PastCup:
    """Return an ended cup as a line of the hall of fame; of its best, names that look alike are numbered."""
    best = {place.entrant + 1: tuple(names.get(person, "") for person in place.people) for place in end.podium}
    return PastCup(row.id, row.name, end.ended_at // SECOND, end.size, tuple(names_by_number(best)))


def hall_scene(guild: str, cups: Sequence[PastCup], page: int = 0) -> CupHallScene:
    """Return a page of the hall of fame of a server."""
    shown = page_of_lines(sorted(cups, key=lambda line: (-line.ended_at, -line.cup)), page, ON_A_PAGE)
    return CupHallScene(guild, shown.lines, shown.page, shown.pages)


@page_of.register
def end(scene: CupEndScene, reader: Reader, post: str = "") -> PageOfItems:
    """The winners of a cup, for everybody."""
    words, head = reader.words, scene.head
    return layout(
        text(title(head), words.count("cup.end", scene.size)),
        Unpictured("\n".join(end_lines(scene, words))),
        text(words("cup.end.role", role=f"<@&{scene.role}>") if scene.role else ""),
        *rows(_views(scene, words, post)),
        colour=LADDERS,
    )


def end_lines(scene: CupEndScene, words: Translator) -> Iterator[str]:
    """The best, a line each; or that nobody has won."""
    if not scene.winners:
        yield words("cup.nobody-won")
    for line in scene.winners:
        name = words(f"cup.place.{line.place}", name=shown_name(line.name, words))
        yield words("cup.end.place", name=name, points=place_points(line, words))


def _views(scene: CupEndScene, words: Translator, post: str) -> Iterator[Button]:
    yield cup_button(CupVerb.STANDINGS, words, scene.head, 0, post=post, style=MAIN)
    if scene.head.rules.is_knock_out:
        yield cup_button(CupVerb.BRACKET, words, scene.head, 0, post=post)
    if scene.head.rules.is_round_robin:
        yield cup_button(CupVerb.CROSS, words, scene.head, 0, post=post)
    yield cup_button(CupVerb.EXPORT, words, scene.head, post=post)


@page_of.register
def hall(scene: CupHallScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the hall of fame, with a menu to look at a cup."""
    words = reader.words
    if not scene.lines:
        return layout(text(words("cup.hall", guild=escape(scene.guild)), words("cup.hall.none")), colour=LADDERS)
    choices = [
        choice(line.name, str(line.cup), plain_name(line.winners[0], words) if line.winners else "")
        for line in scene.lines
    ]
    return layout(
        text(words("cup.hall", guild=escape(scene.guild))),
        Unpictured("\n".join(hall_line(line, words) for line in scene.lines)),
        menu(custom_ids.write(CupVerb.PAST), words("cup.hall.menu"), choices),
        *rows(_page_buttons(scene, words)),
        colour=LADDERS,
    )


def hall_line(one: PastCup, words: Translator, plain: bool = False) -> str:
    """A cup with its winners; `plain`: where Discord shows no times."""
    names = [shown_name(name, words) for name in one.winners]
    others = names[1:]
    told = [
        _past_cup_line(one, escape(one.name), words),
        words("cup.hall.others", names=words("list.comma").join(others)) if others else "",
        words.count("cup.entrants", one.size),
        day(one.ended_at, words) if plain else words("cup.hall.day", at=one.ended_at),
    ]
    return words("list.dot").join(filter(None, told))


def short_line(one: PastCup, words: Translator) -> str:
    """A cup with its first."""
    return _past_cup_line(one, cut(escape(one.name), SHORT), words)


def _past_cup_line(one: PastCup, name: str, words: Translator) -> str:
    if not one.winners:
        return words("cup.hall.nobody-won", name=name)
    return words("cup.hall.line", name=name, winner=shown_name(one.winners[0], words))


def _page_buttons(scene: CupHallScene, words: Translator) -> Iterator[Button]:
    for key, to in {"cup.before": scene.page - 1, "cup.after": scene.page + 1}.items():
        if 0 <= to < scene.pages:
            yield button(words(key), custom_ids.write(CupVerb.HALL, None, str(to)))


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
