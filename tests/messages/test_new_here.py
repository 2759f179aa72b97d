"""New here: what a newcomer is told in a minute is true."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from bot.discord_api import custom_ids
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import pictured_scene
from bot.messages.learn.new_here import LINES, best_first, new_here_scene
from bot.messages.learn.rules import RulesScene
from bot.texts import in_language
from bot.texts.agreed_options import Agreement
from bot.texts.reader import Reader
from bot.texts.rules_page import TrickExample
from rules import registry
from rules.core.cards import Card, card
from rules.voormsi import scoring
from rules.voormsi.judge import judge
from rules.voormsi.ranking import ORDER
from tests.messages.given import PEOPLE, buttons, head, said

GAME = registry.USUAL


def test_each_card_beats_all_that_are_named_in_groups_after_it() -> None:
    named = best_first(Agreement.usual(GAME))
    assert len(named) == 9
    for stronger, weaker in combinations(named, 2):
        for strong, weak in product(stronger, weaker):
            assert beats(strong, weak), (strong, weak)


def test_a_group_of_one_rank_is_named_by_its_rank_and_another_by_its_cards() -> None:
    told = said(draw(new_here_scene(GAME, "en"), Reader(in_language("en"))))
    assert "J♣ K♥ 8♠ · 9 · A · J · 6 · 5 · 8 · Q · K; of the first two, the later wins" in told


@pytest.mark.parametrize(("plays", "waiting"), [("9C KH 5C 5S", 1), ("9C 5C KH JC", 2), ("9C 5C KH 3D", 1)])
def test_voormsi_brings_as_many_points_as_are_told(plays: str, waiting: int) -> None:
    assert max(played(plays)["waiting"]) == waiting


def test_toqutsit_on_its_own_sides_voormsi_loses_the_game() -> None:
    assert played("9C KH 5C JC")["winners"] == [0]


def played(plays: str) -> dict[str, Any]:
    """The judgement of a first trick in which these cards are played, one by each seat."""
    laid = list(map(card, plays.split()))
    deck = [*laid, *(one for one in ORDER if one not in laid)]
    request = {"game": GAME, "players": 4, "dealer": 3, "scores": [0, 0], "deck": [one.code for one in deck]}
    return judge({**request, "plays": [[one.code] for one in laid]})


def test_of_the_first_two_cards_the_later_wins() -> None:
    first, second = best_first(Agreement.usual(GAME))[0][:2]
    assert beats(first, second)
    assert beats(second, first)


@pytest.mark.parametrize("language", ["en", "da"])
def test_of_two_cards_of_a_rank_the_one_of_the_suit_named_first_wins(language: str) -> None:
    told = in_language(language)(f"{GAME}.new-here.order", cards="")
    suits = [sign for sign in told if sign in "♣♠♥♦"]
    assert len(suits) == 4
    ranks = [group.cards for group in registry.game(GAME).order if group.ranked and len(group.cards) > 3]
    assert ranks
    for rank in ranks:
        ordered = sorted(rank, key=lambda card: suits.index(card.symbol[-1]))
        assert all(beats(strong, weak) for strong, weak in combinations(ordered, 2))


def beats(strong: Card, weak: Card) -> bool:
    """Return whether a card heads a trick to which the other was led."""
    deck = [weak, strong, *(card for card in ORDER if card not in (weak, strong))]
    request = {"game": GAME, "players": 4, "dealer": 3, "scores": [0, 0], "deck": [card.code for card in deck]}
    return bool(judge({**request, "plays": [[weak.code], [strong.code]]})["heading"] == 1)


def test_the_fifth_trick_of_a_side_is_the_first_that_scores() -> None:
    for won in range(9):
        points = scoring.unit_points(False, scoring.pack([won, 0]), 0, 1)
        assert points == (1 if won + 1 >= 5 else 0)


@pytest.mark.parametrize(("seats", "target", "back"), [(2, 9, 8), (3, 12, 11), (4, 9, 8)])
def test_the_target_and_the_bounce_are_those_of_the_table(seats: int, target: int, back: int) -> None:
    page = new_here_scene(GAME, "en", head(PEOPLE[:seats]))
    assert (page.target, page.over, page.back) == (target, target + 1, back)
    assert f"{target + 1} becomes {back}" in said(draw(page, Reader(in_language("en"))))


@pytest.mark.parametrize("language", ["en", "da"])
def test_there_are_five_lines_one_picture_of_a_trick_and_three_buttons(language: str) -> None:
    page = new_here_scene(GAME, language)
    shown = draw(page, Reader(in_language(language)))
    assert len(said(shown).splitlines()) == 1 + len(LINES) == 6
    picture = pictured_scene(page)
    assert isinstance(picture, RulesScene)
    assert [type(example) for example in picture.shown] == [TrickExample]
    written = [custom_ids.read(button["custom_id"]) for button in buttons(shown)]
    assert [press.verb for press in written if press] == ["play-now", "rules", "learn"]


@pytest.mark.parametrize(("then", "verb"), [("join", "join"), ("fill", "fill"), ("hand", "hand"), ("", "play-now")])
def test_from_a_table_one_plays_on_there(then: str, verb: str) -> None:
    play = buttons(draw(new_here_scene(GAME, "en", head(), then), Reader(in_language("en"))))[0]
    press = custom_ids.read(play["custom_id"])
    assert press
    assert press.verb == verb
