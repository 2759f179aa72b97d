"""Ratings in words: in a profile, and whether a table counts for them in its lobby."""

from __future__ import annotations

from dataclasses import replace

from bot.members.profiles import Badge, Profile
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.people.profile import PlayedGame, ProfileDrawing, ProfileScene, RatingLine
from bot.messages.people.rating_graph import RatingGraph, RatingWay, even_way
from bot.texts import Translator
from bot.texts.reader import Reader
from tests.messages.given import payload, said

READER = Reader(Translator())


def profile(*ratings: RatingLine) -> str:
    return said(draw(ProfileScene("voormsi", "Aja", 1, Profile(hands=9), 0, "Sermermiut", ratings=ratings), READER))


def test_plays_in_time_are_told_once_there_was_a_deadline() -> None:
    scene = ProfileScene("voormsi", "Aja", 1, Profile(hands=9, deadlines=40), 0, "Sermermiut", reliability=97)
    assert "**97%** · plays in time" in said(draw(scene, READER))
    assert "plays in time" not in profile()


def test_a_settled_rating_is_told_by_its_size_alone() -> None:
    told = profile(RatingLine(4, 1032, 10, 10))
    assert "**1032** · rating at tables of 4 players" in told
    assert "provisional" not in told


def test_a_provisional_rating_says_how_many_games_it_has() -> None:
    assert "**987** · rating at tables of 2 players, provisional: 3 of 10 games" in profile(RatingLine(2, 987, 3, 10))


HISTORY = (1000, 1012, 1007, 1032)


def test_a_rating_of_some_games_is_drawn_as_a_graph_that_the_alt_text_tells() -> None:
    scene = ProfileScene("voormsi", "Aja", 1, Profile(hands=9), 0, "Sermermiut")
    for history, is_drawn in ((HISTORY, True), (HISTORY[:3], False)):
        rated = replace(scene, ratings=(RatingLine(4, 1032, 3, 10, history),))
        drawing = picture_of(rated, READER)
        assert isinstance(drawing, ProfileDrawing)
        assert (drawing.graph is not None) is is_drawn
        assert ("Rating, 4 players, over the last games: 1000" in alt(rated, READER)) is is_drawn


def test_of_several_ratings_that_of_most_games_is_drawn() -> None:
    lines = (RatingLine(2, 1, 1, 10, HISTORY), RatingLine(4, 1, 1, 10, (*HISTORY, 1050)))
    drawing = picture_of(ProfileScene("voormsi", "Aja", 1, Profile(hands=9), 0, None, ratings=lines), READER)
    assert isinstance(drawing, ProfileDrawing)
    assert drawing.graph == RatingGraph("Rating, 4 players", (RatingWay(even_way((*HISTORY, 1050))),))


def test_badges_are_told_with_their_days_the_newest_first() -> None:
    badges = (Badge("wins-1", 1_790_000_000_000, 1), Badge("lost", 1, 2), Badge("executed", 1_791_000_000_000, 3))
    scene = ProfileScene("voormsi", "Aja", 1, Profile(hands=9), 0, "Sermermiut", badges=badges)
    told = "**Badges:** Executioner <t:1791000000:d> · First win <t:1790000000:d>"
    assert told in said(draw(scene, READER))


def test_the_menu_of_games_is_there_if_there_are_several() -> None:
    games = (PlayedGame("alkort", 3), PlayedGame("voormsi", 0))
    scene = ProfileScene("alkort", "Aja", 1, Profile(hands=9), 0, "Sermermiut", games=games)
    (menu,) = (part for part in payload(draw(scene, READER)) if part.get("options"))
    assert [(one["value"], one["description"], one.get("default", False)) for one in menu["options"]] == [
        ("alkort", "3 games", True),
        ("voormsi", "0 games", False),
    ]
    alone = replace(scene, games=games[:1])
    assert not [part for part in payload(draw(alone, READER)) if part.get("options")]
