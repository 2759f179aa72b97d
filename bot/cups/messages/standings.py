"""The standings, the cross table and the bracket of a cup, in words where no picture says them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from bot.cups.cup_notices import PlaceReason
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import (
    HEADING,
    NAMED_ROUNDS,
    CupHead,
    CupVerb,
    cup_button,
    number,
    shown_name,
    title,
    turning,
)
from bot.cups.messages.standings_words import (
    CrossMark,
    CrossRow,
    CupCrossScene,
    CupStandingsScene,
    PlaceLine,
    TieBreakValue,
)
from bot.messages.kit.alt_texts import Part, as_long_as_fits, parts_of
from bot.messages.kit.components import LADDERS, Button, PageOfItems, Unpictured, layout, page_of, rows, text
from bot.texts import Translator, escaped
from bot.texts.names import cut
from bot.texts.reader import Reader

UNVALUED: Final = frozenset({PlaceReason.SEED, PlaceReason.MUTUAL, PlaceReason.LOT, PlaceReason.STRUCK})
"""Reasons that separate places without a number in the standings."""

BY_POINTS: Final = frozenset({PlaceReason.POINTS, PlaceReason.ROUND_REACHED})
"""Reasons that separate places by a number beside the name."""


@page_of.register
def _standings_page(scene: CupStandingsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the standings, with buttons to other pages and views."""
    words, head = reader.words, scene.head
    mine = "" if scene.mine is None else words("cup.mine.place", line=place_line(scene.mine, words))
    return layout(
        text(title(head), after(scene, words)),
        Unpictured("\n".join(place_line(line, words) for line in scene.lines)),
        text("" if scene.lines else words("cup.standings.none"), mine, legend(scene, words)),
        *rows(turning(CupVerb.STANDINGS, words, head, scene.page, scene.pages, post=post)),
        *rows(views(CupVerb.STANDINGS, head, words, post)),
        colour=LADDERS,
    )


def after(scene: CupStandingsScene, words: Translator) -> str:
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
    return words(key, place=line.place, name=shown_name(line.name, words), points=told)


def place_points(line: PlaceLine, words: Translator) -> str:
    """The points, or the round of the knock-out that was reached."""
    if line.reached is not None:
        return reached(line.reached, words)
    return cup_text.points(line.points, words)


def reached(matches: int, words: Translator) -> str:
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
    return words(f"cup.by.{value.kind}", n=number(value.value, words))


def views(now: CupVerb, head: CupHead, words: Translator, post: str) -> Iterator[Button]:
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
            yield cup_button(verb, words, head, post=post)


@page_of.register
def cross_table(scene: CupCrossScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the cross table: of each entrant, whom it beat and to whom it lost, by their places."""
    words, head = reader.words, scene.head
    return layout(
        text(title(head), words("cup.cross")),
        Unpictured("\n".join(cross_row(row, words) for row in scene.rows)),
        *rows(turning(CupVerb.CROSS, words, head, scene.page, scene.pages, post=post)),
        *rows(views(CupVerb.CROSS, head, words, post)),
        colour=LADDERS,
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
    return words(key, place=row.place, name=shown_name(row.name, words), points=cup_text.points(row.points, words))


@parts_of.register
def _standings_alt(scene: CupStandingsScene, reader: Reader) -> list[Part]:
    words = reader.words
    short = [own_line(line, short_line(line, words), words) for line in scene.lines]
    places = list(zip((plain_line(line, words) for line in scene.lines), short, strict=True))
    told = [escaped(cut(scene.head.rules.name, HEADING)), after(scene, words)]
    return as_long_as_fits(told, places) if places else []


@parts_of.register
def _cross_alt(scene: CupCrossScene, reader: Reader) -> list[Part]:
    words = reader.words
    told = [(cross_row(row, words), short_row(row, words)) for row in scene.rows]
    rows = [
        (own_line(row, full, words), own_line(row, short, words))
        for row, (full, short) in zip(scene.rows, told, strict=True)
    ]
    return as_long_as_fits([escaped(cut(scene.head.rules.name, HEADING))], rows) if rows else []
