"""The graph of ratings: a line for each person, with its numbers at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.messages.kit.drawing import RIGHT, Canvas
from bot.messages.kit.palette import Colour
from bot.messages.kit.shapes import chart_line
from bot.messages.kit.typeface import NAME, Weight, width
from bot.texts import Translator


class RatingPoint(NamedTuple):
    """A rating at a time; `across`: where that is in the graph, from 0 to 1."""

    across: float
    points: int


class RatingWay(NamedTuple):
    """The way of a rating through a graph; at its end stand its last points and the name, "" if there is one way."""

    points: tuple[RatingPoint, ...]
    name: str = ""
    own: bool = True


class RatingGraph(NamedTuple):
    """The ways of ratings of the same kind; `label` says of which."""

    label: str
    ways: tuple[RatingWay, ...]


def even_way(history: Sequence[int]) -> tuple[RatingPoint, ...]:
    """A way through these points, each as far from the next."""
    return tuple(RatingPoint(place / max(1, len(history) - 1), points) for place, points in enumerate(history))


def rating_label(size: int, words: Translator) -> str:
    """The label of the ratings at tables of so many seats."""
    return words("picture.rating", players=words.count("profile.players", size))


HEADING: Final = 68
CHART: Final = 172
"""The height of the lines."""
GRAPH_HIGH: Final = HEADING + CHART + 34
AXIS: Final = 104
"""The room for the numbers of the highest and the lowest rating."""
LEADER: Final = 30
"""The room in which a thin line leads from each line's end to its label."""
POINTS: Final = 92
"""The width of the last points."""
GAP: Final = 14
NAME_ROOM: Final = 210
"""The room for a name after them, and the gap between."""
LABEL_HIGH: Final = 42
THICK: Final = 5
THIN: Final = 2
INKS: Final = (Colour.SKY, Colour.CORAL, Colour.MINT, Colour.ICE, Colour.MIST)
DASHES: Final = ((26, 10), (9, 9), (40, 8, 9, 8), (16, 16), (4, 10))
"""The pixels of others' lines that are drawn and left out in turn, so that more than colours tells them apart."""


class LineLook(NamedTuple):
    """The look of a line: its ink and its dashes, none if it is whole."""

    ink: Colour
    dashes: tuple[int, ...]


class _Chart(NamedTuple):
    """The area of the lines, and its scale."""

    x: int
    y: int
    wide: int
    low: int
    high: int

    def down(self, points: int) -> float:
        """The distance of a rating from the upper edge."""
        return CHART * (1 - (points - self.low) / max(1, self.high - self.low))


def draw_graph(canvas: Canvas, graph: RatingGraph, x: int, y: int, wide: int) -> None:
    """Draw a graph: its label, the numbers of its axis on the left, and each line up to its own label."""
    canvas.line(graph.label, x, y, NAME, ink=Colour.MIST, room=wide)
    points = [point.points for way in graph.ways for point in way.points]
    room = min(NAME_ROOM, max(width(way.name, NAME) + GAP if way.name else 0 for way in graph.ways))
    chart = _Chart(x + AXIS, y + HEADING, wide - AXIS - LEADER - POINTS - room, min(points), max(points))
    _draw_axis(canvas, chart)
    labels = _places_of_labels([chart.down(way.points[-1].points) for way in graph.ways])
    for way, label, look in zip(graph.ways, labels, looks_of(graph.ways), strict=True):
        _draw_way(canvas, chart, way, look)
        _draw_label(canvas, chart, way, look.ink, label, room - GAP)


def _draw_axis(canvas: Canvas, chart: _Chart) -> None:
    for told, down in {chart.high: 0, chart.low: CHART}.items():
        low = chart.y + down
        canvas.line(str(told), chart.x - GAP, low - LABEL_HIGH // 2, NAME, ink=Colour.MIST, lean=RIGHT)
        canvas.box(chart.x, low, chart.wide, 2, Colour.SHALLOW)


def _draw_way(canvas: Canvas, chart: _Chart, way: RatingWay, look: LineLook) -> None:
    corners = [(chart.wide * point.across, chart.down(point.points)) for point in way.points]
    line = chart_line(corners, (chart.wide, CHART), THICK, look.dashes)
    canvas.through(line, chart.x - THICK, chart.y - THICK, look.ink)


def _draw_label(canvas: Canvas, chart: _Chart, way: RatingWay, ink: Colour, down: float, room: int) -> None:
    """Draw the last points and the name, and a thin line to them."""
    ends = [(0.0, chart.down(way.points[-1].points)), (LEADER - 8.0, down)]
    right = chart.x + chart.wide
    canvas.through(chart_line(ends, (LEADER, CHART), THIN), right - THIN, chart.y - THIN, ink)
    x, y = right + LEADER, chart.y + round(down) - LABEL_HIGH // 2
    canvas.line(str(way.points[-1].points), x, y, NAME, ink=ink, weight=Weight.BOLD)
    if way.name:
        canvas.line(way.name, x + POINTS + GAP, y, NAME, ink=ink, room=room)


def looks_of(ways: Sequence[RatingWay]) -> Iterator[LineLook]:
    """The looks of lines: whole for one's own, dashed for those of others."""
    others = zip(INKS, DASHES, strict=True)
    for way in ways:
        yield LineLook(Colour.BRASS, ()) if way.own else LineLook(*next(others))


def _places_of_labels(heights: Sequence[float]) -> list[float]:
    """The heights of labels beside the ends of lines, moved apart so that none covers another."""
    order = sorted(range(len(heights)), key=lambda way: heights[way])
    places, least, most = list(heights), 0.0, float(CHART)
    for way in order:
        places[way] = max(places[way], least)
        least = places[way] + LABEL_HIGH
    for way in reversed(order):
        places[way] = min(places[way], most)
        most = places[way] - LABEL_HIGH
    return places
