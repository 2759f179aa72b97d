"""The standings of a cup, in words where no picture says them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.cup_rules import knock_out_rounds
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import HEADING, CupHead, CupVerb, more_button
from bot.cups.messages.entrant_names import EntrantName, drawn_name, drawn_text, entrant_names, fitted_name
from bot.cups.messages.round_sheet import own_entrant
from bot.cups.notices import PlaceReason
from bot.cups.pairing.schedules import first_matches
from bot.cups.standings import Standing, buchholz, counted_results, rungs, sonneborn_berger, standings
from bot.messages.kit import ui
from bot.messages.kit.drawing import RIGHT, WIDE, Canvas, Drawing, RowsDrawing, drawing_of
from bot.messages.kit.pages import page_of_lines
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, lines_that_fit, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import NAMED_ROUNDS
from bot.messages.kit.typeface import TEXT, Weight, width
from bot.texts import Translator, escape
from bot.texts.escaping import cut
from bot.texts.reader import Reader


class TieBreakValue(NamedTuple):
    kind: PlaceReason
    value: Fraction


class PlaceLine(NamedTuple):
    """A place in the standings, and what separates it from the one above. `is_out`: plays no more.

    `reached`: the matches of the knock-out round that it reached, 0 if it won the last; None: it was in no knock-out.
    """

    place: int
    name: EntrantName
    points: Fraction
    values: tuple[TieBreakValue, ...]
    reason: PlaceReason
    reached: int | None = None
    is_out: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class CupStandingsScene(Scene):
    """A page of the standings; pages count from 0."""

    head: CupHead
    lines: tuple[PlaceLine, ...]
    after: int
    """The number of rounds that are over."""
    rounds: int
    page: int = 0
    pages: int = 1
    mine: PlaceLine | None = None
    """The line of the person who asks, if it is on another page."""


ON_A_PAGE: Final = 10
TIE_BREAKS: Final = (
    (PlaceReason.BUCHHOLZ, buchholz),
    (PlaceReason.SONNEBORN_BERGER, sonneborn_berger),
    (PlaceReason.RUNGS, rungs),
)
"""Those that do not depend on who is level with whom."""
UNVALUED: Final = frozenset({PlaceReason.SEED, PlaceReason.MUTUAL, PlaceReason.LOT, PlaceReason.STRUCK})
"""Reasons that separate places without a number in the standings."""
BY_POINTS: Final = frozenset({PlaceReason.POINTS, PlaceReason.ROUND_REACHED})
"""Reasons that separate places by a number beside the name."""


def standings_scene(cup: Cup, names: Mapping[str, str], page: int | None = None, person: str = "") -> CupStandingsScene:
    """Return a page of the standings; usual: the page with the person who asks. For many, call it in a thread."""
    places, own = standings(cup), own_entrant(cup, person)
    mine = next((standing for standing in places if standing.entrant == own), None)
    wanted = ((mine.place - 1) // ON_A_PAGE if mine else 0) if page is None else page
    shown = page_of_lines(places, wanted, ON_A_PAGE)
    also = [mine] if mine is not None and mine not in shown.lines else []
    lines = _lines(cup, names, [*shown.lines, *also], own)
    return CupStandingsScene(
        cup_text.head_of(cup),
        tuple(lines[: len(shown.lines)]),
        len(cup.decided_rounds),
        max(cup.total_rounds, len(cup.rounds)),
        shown.page,
        shown.pages,
        lines[-1] if also else None,
    )


def place_lines(cup: Cup, names: Mapping[str, str], places: Sequence[Standing] | None = None) -> list[PlaceLine]:
    """Return these places, the best first; usual: all of them."""
    return _lines(cup, names, standings(cup) if places is None else places, None)


def own_place(cup: Cup, names: Mapping[str, str], person: str) -> PlaceLine | None:
    """Return a person's place; None before the first round, and for who is not in the cup."""
    own = own_entrant(cup, person)
    if own is None or not cup.rounds:
        return None
    return next(
        iter(_lines(cup, names, [standing for standing in standings(cup) if standing.entrant == own], own)), None
    )


def _lines(cup: Cup, names: Mapping[str, str], places: Sequence[Standing], own: int | None) -> list[PlaceLine]:
    called = entrant_names(cup, names)
    values = _values(cup, [standing.entrant for standing in places])
    return [
        PlaceLine(
            standing.place,
            called[standing.entrant],
            standing.points,
            values[standing.entrant] if _is_ranked_by_points(standing) else (),
            standing.reason,
            _reached_matches(cup, standing),
            not cup.entrants[standing.entrant].is_in,
            standing.entrant == own,
        )
        for standing in places
    ]


def _is_ranked_by_points(one: Standing) -> bool:
    return PlaceReason.ROUND_REACHED not in one.values and one.reason is not PlaceReason.STRUCK


def _values(cup: Cup, group: Sequence[int]) -> dict[int, tuple[TieBreakValue, ...]]:
    """Return the tie-breaks of these entrants."""
    results = counted_results(cup)
    kinds = TIE_BREAKS[1:] if cup.rules.is_round_robin else TIE_BREAKS
    found = [(kind, values(results, group)) for kind, values in kinds]
    return {number: tuple(TieBreakValue(kind, of[number]) for kind, of in found) for number in group}


def _reached_matches(cup: Cup, one: Standing) -> int | None:
    """Return the matches of the knock-out round that an entrant reached, 0 if it won the last."""
    reached = one.values.get(PlaceReason.ROUND_REACHED)
    if reached is None:
        return None
    rounds = [cup_round.matches for cup_round in cup.rounds[cup.rules.swiss_rounds :]]
    matches = first_matches(rounds) if rounds else 1 << max(0, knock_out_rounds(len(cup.seeded_entrants)) - 1)
    return 2 * matches >> int(reached)


@ui.page_of.register
def _standings_page(scene: CupStandingsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the standings, with buttons to other pages and views."""
    words, head = reader.words, scene.head
    mine = "" if scene.mine is None else words("cup.mine.place", line=place_line(scene.mine, words))
    return ui.layout(
        ui.text(cup_text.title(head), rounds_played(scene, words)),
        ui.Unpictured("\n".join(place_line(line, words) for line in scene.lines)),
        ui.text("" if scene.lines else words("cup.standings.none"), mine, legend(scene, words)),
        *ui.rows(cup_text.page_buttons(CupVerb.STANDINGS, words, head, scene.page, scene.pages, post=post)),
        *ui.rows(views(CupVerb.STANDINGS, head, words, post) if scene.lines else [more_button(words, head, post)]),
        colour=ui.LADDERS,
    )


def rounds_played(scene: CupStandingsScene, words: Translator) -> str:
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
    return own_line(words("list.dot").join([short_line(line, words), *parts]), line.own, words)


def own_line(told: str, own: bool, words: Translator) -> str:
    """A line of an alt text, in which words say that it is one's own."""
    return words("cup.mine.place", line=told) if own else told


def short_line(line: PlaceLine, words: Translator) -> str:
    """A place with points."""
    key = "cup.standings.own-line" if line.own else "cup.standings.line"
    earned = place_points(line, words)
    told = f"**{earned}**" if line.reason in BY_POINTS else earned
    return words(key, place=line.place, name=cup_text.shown_name(line.name, words), points=told)


def place_points(line: PlaceLine, words: Translator) -> str:
    """The points, or the round of the knock-out that was reached."""
    if line.reached is not None:
        return reached_round(line.reached, words)
    return cup_text.points(line.points, words)


def reached_round(matches: int, words: Translator) -> str:
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
    return words(f"cup.by.{value.kind}", n=cup_text.number(value.value, words))


def views(now: CupVerb, head: CupHead, words: Translator, post: str) -> Iterator[ui.Button]:
    """The buttons to the other views of a cup, and to everything else."""
    views = {
        CupVerb.STANDINGS: True,
        CupVerb.CROSS: head.rules.is_round_robin,
        CupVerb.BRACKET: head.rules.is_knock_out,
        CupVerb.ROUND: True,
    }
    for verb, offered in views.items():
        if offered and verb is not now:
            yield cup_text.cup_button(verb, words, head, post=post)
    yield more_button(words, head, post)


@parts_of.register
def _standings_alt(scene: CupStandingsScene, reader: Reader) -> list[Part]:
    words = reader.words
    short = [own_line(short_line(line, words), line.own, words) for line in scene.lines]
    places = list(zip((plain_line(line, words) for line in scene.lines), short, strict=True))
    told = [escape(cut(scene.head.rules.name, HEADING)), rounds_played(scene, words)]
    return lines_that_fit(told, places) if places else []


ALONE: Final = 20
"""The top of a name with nothing below, in the middle of its row."""
PLACE: Final = 88
"""The width of the places."""
SEPARATOR: Final = " · "


class ShownTieBreak(NamedTuple):
    text: str
    decides: bool


class CupStandingRow(NamedTuple):
    """A place in words."""

    place: int
    name: str
    points: str
    by_points: bool
    """True if they separate the place from the one above."""
    parts: tuple[ShownTieBreak, ...]
    own: bool


@dataclass(frozen=True)
class CupStandingsDrawing(RowsDrawing[CupStandingRow]):
    """A page of standings; what separates a place from the one above is bright, one's own row is on a plate."""

    name = "cup-standings.png"
    top, row_high, below = 136, 92, 24

    cup: str
    after: str

    def paint_heading(self, canvas: Canvas, y: int) -> None:
        room = WIDE - 2 * self.edge
        canvas.line(self.cup, self.edge, y + 16, 48, weight=Weight.BOLD, room=room)
        canvas.line(self.after, self.edge, y + 80, 32, ink=Colour.MIST, room=room)

    def paint_row(self, canvas: Canvas, row: CupStandingRow, y: int) -> None:
        ground, ink = self.row_colours(canvas, row.place, row.own, y)
        x, right = self.edge + PLACE, WIDE - self.edge
        top = y + (4 if row.parts else ALONE)
        canvas.line(
            str(row.place), x - 18, top, 38, ink=ink, ground=ground, weight=Weight.BOLD, lean=RIGHT, room=PLACE - 14
        )
        bright, bold = (Colour.BRASS, Weight.BOLD) if row.by_points else (ink, Weight.MEDIUM)
        earned = canvas.line(row.points, right, top, 38, ink=bright, ground=ground, weight=bold, lean=RIGHT)
        weight = Weight.BOLD if row.own else Weight.MEDIUM
        name = fitted_name(row.name, 38, weight, right - earned - 20 - x)
        canvas.line(name, x, top, 38, ink=ink, ground=ground, weight=weight)
        self._parts(canvas, row, x, y + 50, ground)

    def _parts(self, canvas: Canvas, row: CupStandingRow, x: int, y: int, ground: Colour) -> None:
        for at, part in enumerate(_fitting_tie_breaks(row.parts, WIDE - self.edge - x)):
            if at:
                x += canvas.line(SEPARATOR, x, y, TEXT, ink=Colour.MIST, ground=ground)
            ink, weight = (Colour.BRASS, Weight.BOLD) if part.decides else (Colour.MIST, Weight.MEDIUM)
            x += canvas.line(part.text, x, y, TEXT, ink=ink, ground=ground, weight=weight)


def _fitting_tie_breaks(parts: tuple[ShownTieBreak, ...], room: int) -> list[ShownTieBreak]:
    """The tie-breaks that fit; what separates the place from the one above stays."""
    found = list(parts)
    while _wide(found) > room and not all(part.decides for part in found):
        found.remove(next(part for part in reversed(found) if not part.decides))
    return found


def _wide(parts: Sequence[ShownTieBreak]) -> int:
    told = sum(width(part.text, TEXT, Weight.BOLD if part.decides else Weight.MEDIUM) for part in parts)
    return told + width(SEPARATOR, TEXT) * (len(parts) - 1)


@drawing_of.register
def cup_standings_drawing(scene: CupStandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page of standings; None before the start."""
    if not scene.lines:
        return None
    words = reader.words
    rows = tuple(
        CupStandingRow(
            line.place,
            drawn_name(line.name, words),
            place_points(line, words),
            line.reason in BY_POINTS,
            tuple(ShownTieBreak(text, decides) for text, decides in place_parts(line, words)),
            line.own,
        )
        for line in scene.lines
    )
    return CupStandingsDrawing(rows, drawn_text(scene.head.rules.name), drawn_text(rounds_played(scene, words)))
