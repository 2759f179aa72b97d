"""Games beside the usual one: which are offered, and how their topics, lessons and days are named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.lessons.course import course, daily_games, taught_games
from bot.members.preferences import GuildPreferences
from bot.messages.learn.new_here import new_here_scene
from bot.texts import game_and_name, game_key, offered_games, rules_page
from rules.registry import USUAL
from tests.toy_game.registration import offered


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with offered():
        yield


def test_the_usual_game_comes_first() -> None:
    assert offered_games()[0] == USUAL
    assert "gift" in offered_games()


@pytest.mark.parametrize(("game", "name"), [(USUAL, "order"), ("gift", "order"), ("gift", ""), (USUAL, "2026-03-01")])
def test_what_is_written_of_a_game_is_read_again(game: str, name: str) -> None:
    assert game_and_name(game_key(game, name)) == (game, name)


def test_names_of_the_usual_game_are_written_as_ever() -> None:
    assert game_key(USUAL, "order") == "order"
    assert game_key("gift", "order") == "gift.order"


def test_a_game_that_is_not_offered_is_no_part_of_a_name() -> None:
    assert game_and_name("chess.order") == (USUAL, "chess.order")


def test_a_game_without_lessons_has_none_and_its_introduction_offers_none() -> None:
    assert "gift" not in taught_games()
    assert "gift" not in daily_games()
    assert course("gift") == ({}, None)
    assert new_here_scene("gift", "en").lesson == ""


def test_a_game_without_a_rules_page_has_an_empty_one() -> None:
    assert rules_page("chess").topics == {}
    assert list(rules_page("gift").topics) == ["giving", "tricks"]


@pytest.mark.parametrize(
    ("chosen", "here"), [((), None), (("gift",), ("gift",)), (("gift", USUAL), (USUAL, "gift")), (("gone",), None)]
)
def test_a_server_has_the_games_that_it_chose_or_all(chosen: tuple[str, ...], here: tuple[str, ...] | None) -> None:
    assert GuildPreferences(games=chosen).offered == (here or offered_games())
