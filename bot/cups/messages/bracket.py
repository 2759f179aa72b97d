"""The bracket of a knock-out, in pages of up to three rounds, which its picture shows side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup, Match
from bot.cups.messages import cup_text
from bot.cups.messages.cup_standings import views
from bot.cups.messages.cup_text import CupHead, CupVerb, MatchLine, MatchStatus, MatchTable
from bot.cups.messages.entrant_names import EntrantName, drawn_people, drawn_text, entrant_names, fitted_name
from bot.cups.messages.round_sheet import forfeit_text, goes_on, line_of, own_entrant
from bot.cups.pairing.schedules import first_matches
from bot.messages.kit import ui
from bot.messages.kit.drawing import RIGHT, SELDOM, WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import RoundTitle, Scene
from bot.messages.kit.table_text import round_name
from bot.messages.kit.typeface import NAME, TEXT, Weight, width
from bot.texts import Translator, escape
from bot.texts.reader import Reader


class BracketColumn(NamedTuple):
    """The matches of a knock-out round on a page, from top to bottom; None: not paired yet."""

    title: RoundTitle
    matches: tuple[MatchLine | None, ...]


@dataclass(frozen=True, slots=True)
class CupBracketScene(Scene):
    """A page of a bracket: up to three rounds that follow each other. The first page has the last rounds."""

    head: CupHead
    columns: tuple[BracketColumn, ...]
    page: int = 0
    pages: int = 1


COLUMNS: Final = 3
MATCHES: Final = 4
"""The most matches of the first round on a page."""


class Section(NamedTuple):
    """A page of the bracket: its rounds of the knock-out, from 0, and its first match of the first of them."""

    rounds: range
    first: int

    def has(self, number: int, at: int) -> bool:
        """Return whether a match is on the page; `at`: its place in its round."""
        if number not in self.rounds:
            return False
        place = at << (number - self.rounds[0])
        return self.first <= place < self.first + MATCHES


def bracket_scene(
    cup: Cup,
    names: Mapping[str, str],
    tables: Mapping[int, MatchTable],
    page: int | None = None,
    person: str = "",
) -> CupBracketScene | None:
    """Return a page of the bracket; None without one. Usual: where one's own last match is, else what is played."""
    rounds = [cup_round.matches for cup_round in cup.rounds[cup.rules.swiss_rounds :]] if cup.rules.is_knock_out else []
    if not rounds:
        return None
    sections, own = list(_sections(first_matches(rounds))), own_entrant(cup, person)
    wanted = _page_of(sections, rounds, own) if page is None else page
    shown = max(0, min(wanted, len(sections) - 1))
    called = entrant_names(cup, names)
    columns = tuple(
        _column(cup, rounds, sections[shown], number, called, tables, own) for number in sections[shown].rounds
    )
    return CupBracketScene(cup_text.head_of(cup), columns, shown, len(sections))


def _sections(matches: int) -> Iterator[Section]:
    """Yield the pages of a bracket with so many matches in its first round, the last rounds first."""
    end = matches.bit_length()
    while end > 0:
        start = max(0, end - COLUMNS)
        for first in range(0, matches >> start, MATCHES):
            yield Section(range(start, end), first)
        end = start


def _page_of(sections: list[Section], rounds: list[tuple[Match, ...]], own: int | None) -> int:
    """Return the page of one's own last match, else of what is played now."""
    played = len(rounds) - 1
    places = (
        (number, at)
        for number in range(played, -1, -1)
        for at, match in enumerate(rounds[number])
        if own is not None and own in match.entrants
    )
    number, at = next(places, (played, 0))
    return next(page for page, section in enumerate(sections) if section.has(number, at))


def _column(
    cup: Cup,
    rounds: list[tuple[Match, ...]],
    section: Section,
    number: int,
    called: Mapping[int, EntrantName],
    tables: Mapping[int, MatchTable],
    own: int | None,
) -> BracketColumn:
    matches, later = first_matches(rounds) >> number, number - section.rounds[0]
    title = RoundTitle(cup.rules.swiss_rounds + number + 1, max(cup.total_rounds, len(cup.rounds)), matches)
    first = section.first >> later
    places = range(first, min(matches, first + max(1, MATCHES >> later)))
    there = rounds[number] if number < len(rounds) else ()
    found = (line_of(there[at], called, tables, own) if at < len(there) else None for at in places)
    return BracketColumn(title, tuple(found))


@ui.page_of.register
def bracket(scene: CupBracketScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the bracket, round by round."""
    words, head = reader.words, scene.head
    return ui.layout(
        ui.text(cup_text.title(head), _page_of_bracket(scene, words)),
        ui.Unpictured("\n".join(line for column in scene.columns for line in bracket_lines(column, words))),
        *ui.rows(cup_text.page_buttons(CupVerb.BRACKET, words, head, scene.page, scene.pages, post=post)),
        *ui.rows(views(CupVerb.BRACKET, head, words, post)),
        colour=ui.LADDERS,
    )


def _page_of_bracket(scene: CupBracketScene, words: Translator) -> str:
    """The number of the page, if there are several."""
    return words("cup.bracket.page", page=scene.page + 1, pages=scene.pages) if scene.pages > 1 else ""


def bracket_lines(column: BracketColumn, words: Translator) -> Iterator[str]:
    """A round of the bracket in words, a line for each match."""
    yield words("cup.bracket.round", round=round_name(column.title, words))
    for line in column.matches:
        if line is None:
            yield words("cup.bracket.open")
        elif line.entrants:
            yield words("cup.bracket.match", match=bracket_match(line, words))
        else:
            yield words("cup.bracket.empty")


def bracket_match(line: MatchLine, words: Translator) -> str:
    """A match of a bracket, and who goes on where the score does not tell."""
    bye = words("cup.bye.knock-out") if line.state is MatchStatus.BYE else ""
    told = (cup_text.result_of(line, words), bye, forfeit_text(line, words), goes_on(line, words))
    return words("list.dot").join(filter(None, told))


@parts_of.register
def _bracket_alt(scene: CupBracketScene, reader: Reader) -> list[Part]:
    lines = [line for column in scene.columns for line in bracket_lines(column, reader.words)]
    return droppable([escape(scene.head.rules.name), *lines])


EDGE: Final = 18
TOP: Final = 132
GAP: Final = 22
LINE: Final = 46
PADDING: Final = 12
BETWEEN: Final = 18
"""The space between matches of the first column."""
BELOW: Final = 26


class Side(NamedTuple):
    """An entrant of a match: its people, a line each, and its score or what stands for it."""

    people: tuple[str, ...]
    score: str
    won: bool


class BracketBox(NamedTuple):
    """A match; nobody: not paired yet, or a place that nobody reached."""

    sides: tuple[Side, ...]
    own: bool = False


class BoxColumn(NamedTuple):
    title: str
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True)
class CupBracketDrawing(Drawing):
    """A page of a bracket; winners are bright, one's own match is framed."""

    name = "cup-bracket.png"
    level = SELDOM

    cup: str
    columns: tuple[BoxColumn, ...]
    people: int
    """The people of an entrant."""

    @property
    def _box(self) -> int:
        return 2 * LINE * self.people + PADDING

    @property
    def _column(self) -> int:
        return (WIDE - 2 * EDGE + GAP) // len(self.columns)

    @property
    def _body(self) -> int:
        first = len(self.columns[0].boxes)
        return first * (self._box + BETWEEN) - BETWEEN

    def high(self) -> int:
        return TOP + self._body + BELOW

    def clear(self) -> int:
        return BELOW

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        canvas.line(self.cup, EDGE, y + 14, 44, weight=Weight.BOLD, room=WIDE - 2 * EDGE)
        for at, column in enumerate(self.columns):
            x = EDGE + self._column * at
            if at:
                self._joints(canvas, at, x, y + TOP)
            canvas.line(column.title, x, y + 84, TEXT, ink=Colour.MIST, room=self._column - GAP)
            for index, box in enumerate(column.boxes):
                self._match(canvas, box, x, y + TOP + self._top(column, index))

    def _top(self, column: BoxColumn, index: int) -> int:
        """The y of a box: in the middle of those that it follows."""
        share = self._body / len(column.boxes)
        return round(share * index + (share - self._box) / 2)

    def _joints(self, canvas: Canvas, at: int, x: int, y: int) -> None:
        """Lines from the matches of the column before to those that follow them."""
        before, middle = self.columns[at - 1], self._box // 2
        for index in range(len(self.columns[at].boxes)):
            heights = [y + self._top(before, feeder) + middle for feeder in (2 * index, 2 * index + 1)]
            for height in heights:
                canvas.box(x - GAP, height - 1, GAP // 2, 3, Colour.MIST)
            canvas.box(x - GAP // 2 - 1, heights[0] - 1, 3, heights[1] - heights[0] + 3, Colour.MIST)
            canvas.box(x - GAP // 2, y + self._top(self.columns[at], index) + middle - 1, GAP // 2, 3, Colour.MIST)

    def _match(self, canvas: Canvas, box: BracketBox, x: int, y: int) -> None:
        wide = self._column - GAP
        if box.own:
            canvas.plate(x - 4, y - 4, wide + 8, self._box + 8, Colour.BRASS)
            canvas.plate(x, y, wide, self._box, Colour.DEEP, ground=Colour.BRASS)
        else:
            canvas.plate(x, y, wide, self._box, Colour.DEEP)
        canvas.box(x + PADDING, y + self._box // 2, wide - 2 * PADDING, 2, Colour.SHALLOW)
        for at, side in enumerate(box.sides):
            self._side(canvas, side, x + PADDING, y + 3 + (self._box // 2) * at, wide - 2 * PADDING)

    def _side(self, canvas: Canvas, side: Side, x: int, y: int, room: int) -> None:
        ink = Colour.BRASS if side.won else Colour.ICE
        weight = Weight.BOLD if side.won else Weight.MEDIUM
        score = width(side.score, NAME, Weight.BOLD) + 8 if side.score else 0
        canvas.line(side.score, x + room, y, NAME, ink=ink, ground=Colour.DEEP, weight=Weight.BOLD, lean=RIGHT)
        for at, person in enumerate(side.people):
            name = fitted_name(person, NAME, weight, room - score)
            canvas.line(name, x, y + LINE * at, NAME, ink=ink, ground=Colour.DEEP, weight=weight)


@drawing_of.register
def bracket_drawing(scene: CupBracketScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of a bracket."""
    words = reader.words
    columns = tuple(
        BoxColumn(round_name(column.title, words), tuple(_box(line, words) for line in column.matches))
        for column in scene.columns
    )
    return CupBracketDrawing(drawn_text(scene.head.rules.name), columns, scene.head.rules.entrants.people)


def _box(line: MatchLine | None, words: Translator) -> BracketBox:
    if line is None:
        return BracketBox(())
    sides = tuple(
        Side(drawn_people(name, words), _score(line, at), line.won[at] and line.state is not MatchStatus.OPEN)
        for at, name in enumerate(line.entrants)
    )
    return BracketBox(sides, line.own)


def _score(line: MatchLine, at: int) -> str:
    """The score of an entrant; of a match that somebody forfeited + and –."""
    if any(line.absent):
        return "–" if line.absent[at] else "+"
    return str(line.score[at]) if line.score else ""
