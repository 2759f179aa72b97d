"""The pictures of profiles and standings: everything is whole and legible on a phone, in every language."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.messages.kit.drawing import WIDE
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.kit.typeface import ELLIPSIS
from bot.messages.people.guild_standings import StandingsScene
from bot.messages.people.profile import ProfileScene
from bot.texts import in_language, languages
from bot.texts.reader import CardStyle, Reader
from rules import registry
from tests.messages.given import LONG, said
from tests.messages.noting_canvas import NotingCanvas
from tests.messages.walk import profiles, standings

PHONE = 350
"""The width at which a phone shows a picture, in pixels."""
READERS = [Reader(in_language(code)) for code, _ in languages()]


def lines(scene: ProfileScene | StandingsScene, reader: Reader) -> list[tuple[str, int]]:
    drawing = picture_of(scene, reader)
    assert drawing is not None
    return NotingCanvas(drawing).found


FULL = [scene for scene in profiles() if scene.profile.hands]


@pytest.mark.parametrize("game", [registry.USUAL, "alkort", "braus", "karnoffel", "treikort"])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.words.language)
def test_nothing_but_a_long_name_is_cut_and_numbers_are_large_on_a_phone(reader: Reader, game: str) -> None:
    for scene in (replace(one, game=game) for one in FULL):
        for shown, size in lines(scene, reader):
            assert ELLIPSIS not in shown or scene.name == LONG
            assert size * PHONE / WIDE >= (14 if re.match(r"\d+( \w+ \d+)?$", shown) else 12), shown


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.words.language)
def test_the_words_or_the_alt_text_say_what_the_picture_shows(reader: Reader) -> None:
    words = Reader(reader.words, CardStyle.WORDS)
    headings = (reader.words("picture.rubbers-won"), reader.words("picture.rating", players="").strip())
    for scene in FULL:
        told = said(draw(scene, words)) + alt(scene, reader)
        for shown, _ in lines(scene, reader):
            assert shown in told or scene.name != "Aja" or shown.startswith(headings)


def test_an_empty_profile_has_no_picture() -> None:
    (empty,) = (scene for scene in profiles() if not scene.profile.hands)
    assert picture_of(empty, READERS[0]) is None


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.words.language)
def test_places_names_and_results_are_whole_and_large_on_a_phone(reader: Reader) -> None:
    for scene in standings():
        if not scene.lines:
            assert picture_of(scene, reader) is None
            continue
        found, names = lines(scene, reader)[2:], {one.name for one in scene.lines}
        for shown, size in found:
            is_cut = ELLIPSIS in shown
            assert not is_cut or any(len(name) > 12 and name.startswith(shown.rstrip(ELLIPSIS)) for name in names)
            least = 11 if shown.startswith(tuple("0123456789")) and " " in shown and size == 30 else 14
            assert size * PHONE / WIDE >= least, shown


def test_ones_own_row_is_drawn_otherwise() -> None:
    scene = next(standings())
    nobodys = replace(scene, lines=tuple(one._replace(own=False) for one in scene.lines))
    drawings = [picture_of(one, READERS[0]) for one in (scene, nobodys)]
    assert drawings[0] != drawings[1]
    assert len({drawing.draw() for drawing in drawings if drawing}) == 2
