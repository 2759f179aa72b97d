"""The pictures of cups: names are legible on a phone, what separates places is never cut, and pages are light."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.messages import bracket, cross_table, cup_standings
from bot.cups.messages.bracket import CupBracketScene
from bot.cups.messages.cross_table import CupCrossScene
from bot.cups.messages.cup_end import CupEndScene
from bot.cups.messages.cup_standings import CupStandingsScene
from bot.cups.messages.entrant_names import drawn_name
from bot.cups.messages.hall_of_fame import CupHallScene
from bot.cups.messages.league_standings import LeagueStandingsScene
from bot.cups.notices import PlaceReason
from bot.messages.kit.drawing import WIDE
from bot.messages.kit.rendering import LONGEST, alt, picture_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.typeface import ELLIPSIS, TEXT
from bot.texts import in_language
from bot.texts.reader import Reader
from tests.messages import leagues
from tests.messages.cups import LARGE, half_played, long_names, names, scenes
from tests.messages.noting_canvas import NotingCanvas

PHONE = 350
"""The width at which a phone shows a picture, in pixels."""
HEAVIEST = 80_000
"""Bytes; Discord takes up to 8 MB."""
READERS = [Reader(in_language(code)) for code in ("en", "da")]
IN_EVERY_LANGUAGE = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.words.language)


@cache
def pictured() -> list[Scene]:
    return [scene for scene in (*scenes(), *leagues.scenes()) if picture_of(scene, READERS[0])]


def lines(scene: Scene, reader: Reader = READERS[0]) -> NotingCanvas:
    drawing = picture_of(scene, reader)
    assert drawing is not None
    return NotingCanvas(drawing)


def test_every_kind_of_page_that_tells_of_places_or_winners_has_a_picture() -> None:
    assert {type(scene) for scene in pictured()} == {
        CupStandingsScene, CupCrossScene, CupBracketScene, CupEndScene, CupHallScene, LeagueStandingsScene,
    }  # fmt: skip
    ends = [scene for scene in scenes() if isinstance(scene, CupEndScene) and scene.winners]
    assert ends
    assert [scene for scene in ends if picture_of(scene, READERS[0]) is None] == []


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
@IN_EVERY_LANGUAGE
def test_everything_is_within_the_picture_and_legible_on_a_phone(reader: Reader, every: int) -> None:
    for scene in pictured()[::every]:
        found = lines(scene, reader)
        assert found.right <= WIDE, scene
        assert min(size for _, size in found.found) >= TEXT


@pytest.mark.parametrize("kind", [EntrantKind.SINGLES, EntrantKind.PAIRS])
@pytest.mark.parametrize("chosen", Format)
def test_names_are_at_least_fourteen_pixels_high_on_a_phone_and_alike_ones_differ(
    chosen: Format, kind: EntrantKind
) -> None:
    cup = half_played(chosen, kind, 7)
    known = {person: f"Kunuk Kristiansen-Heilmann {at}" for at, person in enumerate(names(cup))}
    pages = (
        cup_standings.standings_scene(cup, known),
        cross_table.cross_table_scene(cup, known),
        bracket.bracket_scene(cup, known, {}),
    )
    for scene in filter(None, pages):
        told = [(text, size) for text, size in lines(scene).found if text.startswith("Kunuk")]
        assert len({text for text, _ in told}) >= 4
        assert min(size for _, size in told) * PHONE / WIDE >= 14


@pytest.mark.parametrize("scene", [CupStandingsScene, CupCrossScene, CupBracketScene])
def test_pages_of_large_fields_are_light(scene: type[Scene]) -> None:
    heaviest = max(
        (one for one in pictured() if isinstance(one, scene)),
        key=lambda one: len(lines(one).found),
    )
    drawing = picture_of(heaviest, READERS[0])
    assert drawing is not None
    assert len(drawing.draw()) <= HEAVIEST


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_what_separates_a_place_from_the_one_above_is_whole(every: int) -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, LARGE)
    for page in range(0, 20, every):
        scene = cup_standings.standings_scene(cup, long_names(cup), page)
        parts = [text for text, size in lines(scene, READERS[-1]).found if size == TEXT]
        assert not [text for text in parts if ELLIPSIS in text]


def test_tie_breaks_that_do_not_fit_beside_what_separates_are_left_out() -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, 7)
    scene = cup_standings.standings_scene(cup, names(cup), 0)
    values = tuple(value._replace(value=Fraction(123_456, 5)) for value in scene.lines[1].values)
    long = scene.lines[1]._replace(values=values, reason=PlaceReason.LOT, is_out=True)
    found = lines(replace(scene, lines=(long,)), READERS[-1])
    told = [text for text, _ in found.found]
    assert found.right <= WIDE
    assert "ved lodtrækning" in told
    assert "har trukket sig" not in told


@IN_EVERY_LANGUAGE
def test_alt_texts_name_every_place_of_a_page(reader: Reader) -> None:
    for scene in pictured():
        told = alt(scene, reader)
        assert 0 < len(told) <= LONGEST
        if isinstance(scene, CupStandingsScene):
            assert [line.place for line in scene.lines if f"{line.place}. " not in told] == []


def test_alt_texts_say_what_is_bright_or_on_a_plate_in_the_picture() -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, 7)
    scene = cup_standings.standings_scene(cup, names(cup), 0, cup.entrants[3].people[0])
    told = alt(scene, READERS[0]).splitlines()
    (own,) = (line for line in told if line.startswith("You: "))
    assert "Inuk" in own
    for line, text in zip(scene.lines, told[2:], strict=True):
        of = line.reason not in (PlaceReason.FIRST, PlaceReason.POINTS)
        assert text.count(" · by ") == of, text


def test_who_has_no_letter_of_the_typeface_is_named_by_number() -> None:
    cup = half_played(Format.SWISS, EntrantKind.SINGLES, 7)
    people = [one.people[0] for one in cup.entrants]
    known = dict(zip(people, ("李雷", "😀", "مريم", "ĸîâ", "Ann 李", "", "Bo"), strict=True))
    found = {
        line.name.number: drawn_name(line.name, READERS[0].words) for line in cup_standings.place_lines(cup, known)
    }
    assert found == {1: "no. 1", 2: "no. 2", 3: "no. 3", 4: "ĸîâ", 5: "Ann ·", 6: "Former player", 7: "Bo"}
