"""Ratings in words: in a profile, and whether a table counts for them in its lobby."""

from __future__ import annotations

from bot.members.profiles import Profile
from bot.messages.kit.rendering import draw
from bot.messages.people.profile import ProfileScene, RatingLine
from bot.texts import Translator
from bot.texts.reader import Reader
from tests.messages.given import said

READER = Reader(Translator())


def profile(*ratings: RatingLine) -> str:
    return said(draw(ProfileScene("voormsi", "Aja", 1, Profile(hands=9), 0, "Sermermiut", ratings=ratings), READER))


def test_plays_in_time_are_told_once_there_was_a_deadline() -> None:
    scene = ProfileScene("voormsi", "Aja", 1, Profile(hands=9, deadlines=40), 0, "Sermermiut", reliability=97)
    assert "**97 %** · plays in time" in said(draw(scene, READER))
    assert "plays in time" not in profile()


def test_a_settled_rating_is_told_by_its_size_alone() -> None:
    told = profile(RatingLine(4, 1032, 10, 10))
    assert "**1032** · rating at tables of 4 players" in told
    assert "provisional" not in told


def test_a_provisional_rating_says_how_many_games_it_has() -> None:
    assert "**987** · rating at tables of 2 players, provisional: 3 of 10 games" in profile(RatingLine(2, 987, 3, 10))
