"""The graph below a server's standings: how the ratings of the people on a page went lately."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain

from bot.members.profiles import Period, rank_people
from bot.messages.kit.rendering import alt, picture_of
from bot.messages.people.guild_standings import (
    MOST_DRAWN,
    WEEKS,
    RecentRating,
    StandingsDrawing,
    StandingsScene,
    WantedStandings,
    standings_page,
    standings_scene,
)
from bot.messages.people.rating_graph import looks_of
from bot.ratings.ratings import RatedPeople, Rating, RatingStep
from bot.store import StandingRow
from bot.texts import Translator
from bot.texts.reader import Reader

READER = Reader(Translator())
DAY = 24 * 3600 * 1000
NOW = 1000 * DAY
LATELY = {"aja": [(-5, 1010), (-2, 1030)], "bo": [(-6, 990), (-1, 970)]}

Ways = Mapping[str, Sequence[tuple[int, int]]]
"""The days before now, and the points, of each person's ratings."""


def scene(*ways: Ways, own: str = "aja", size: int | None = 4, people: Sequence[str] = ()) -> StandingsScene:
    """The standings of some people, whose ratings at tables of 4, 3 and 2 players went these ways."""
    sizes = dict(zip((4, 3, 2), ways, strict=False))
    steps = {
        (seats, person): array("q", chain.from_iterable(RatingStep(0, NOW + day * DAY, to) for day, to in way))
        for seats, of in sizes.items()
        for person, way in of.items()
    }
    rated = RatedPeople({seats: dict.fromkeys(of, Rating()) for seats, of in sizes.items()}, steps)
    keys = people or sorted({person for of in ways for person in of})
    rows = [StandingRow(key, 20, 20 - number, 0, number, 20.0 - number) for number, key in enumerate(keys)]
    wanted = WantedStandings("voormsi", Period.ALL, size, 1)
    names = {key: key.title() for key in keys}
    return standings_scene(wanted, "Nuuk", standings_page(rank_people(rows), 0, own), names, rated, own, NOW)


def points(rating: RecentRating) -> list[int]:
    return [point.points for point in rating.points]


def test_the_ratings_of_two_people_are_drawn_and_told_in_the_alt_text() -> None:
    shown = scene(LATELY)
    drawing = picture_of(shown, READER)
    assert isinstance(drawing, StandingsDrawing)
    assert drawing.graph is not None
    assert [(way.name, way.own) for way in drawing.graph.ways] == [("Aja", True), ("Bo", False)]
    assert alt(shown, READER).endswith("Rating, 4 players · last 8 weeks\nAja: 1010 → 1030\nBo: 990 → 970")


def test_of_one_persons_rating_alone_there_is_no_graph() -> None:
    drawing = picture_of(scene({"aja": LATELY["aja"], "bo": [(-1, 970)]}), READER)
    assert isinstance(drawing, StandingsDrawing)
    assert drawing.graph is None


def test_a_way_begins_with_what_a_rating_was_eight_weeks_ago() -> None:
    old = -7 * WEEKS - 1
    first, _ = scene({"aja": [(old - 9, 900), (old, 950), (-7, 980)], "bo": LATELY["bo"]}).ratings
    assert points(first) == [950, 980, 980]
    assert [first.points[0].across, first.points[-1].across] == [0, 1]


def test_a_rating_that_has_not_changed_lately_is_not_drawn() -> None:
    shown = scene({**LATELY, "cecilie": [(-100, 1100), (-90, 1200)]})
    assert [one.name for one in shown.ratings] == ["Aja", "Bo"]


def test_of_many_people_the_first_are_drawn_and_whoever_asks() -> None:
    keys = [f"p{number}" for number in range(9)]
    shown = scene(dict.fromkeys(keys, LATELY["aja"]), own="p7", people=keys)
    assert [one.name for one in shown.ratings] == ["P0", "P1", "P2", "P3", "P7"]
    assert len(shown.ratings) == MOST_DRAWN


def test_of_all_sizes_of_tables_that_where_most_people_have_played_lately_is_drawn() -> None:
    pair = {"aja": LATELY["aja"], "bo": LATELY["bo"]}
    shown = scene(pair, {**pair, "cecilie": LATELY["bo"]}, size=None)
    assert (shown.rated_size, len(shown.ratings)) == (3, 3)


def test_of_one_size_only_its_own_ratings_are_drawn() -> None:
    assert scene({}, LATELY, size=4, people=["aja", "bo"]).ratings == ()


def test_lines_are_told_apart_without_their_colours() -> None:
    drawing = picture_of(scene(dict.fromkeys("abcdefg", LATELY["aja"]), own="c"), READER)
    assert isinstance(drawing, StandingsDrawing)
    assert drawing.graph is not None
    assert len({look.dashes for look in looks_of(drawing.graph.ways)}) == MOST_DRAWN
