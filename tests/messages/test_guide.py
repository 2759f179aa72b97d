"""The guided first hand: what its sentences say of the cards is what the rules do with them."""

from __future__ import annotations

import re

import pytest

from bot.discord_api import custom_ids
from bot.lessons.course import taught_games
from bot.messages.kit.rendering import draw
from bot.messages.kit.scene import pictured_scene
from bot.messages.learn.guide import GuideScene, guide_of, guide_scene
from bot.messages.learn.new_here import new_here_scene
from bot.texts import in_language
from bot.texts.reader import Reader
from rules import registry
from rules.core import guided
from rules.core.capabilities import CanConsider
from rules.core.cards import cards
from rules.core.contract import TrickAccount
from rules.core.guided import NEWCOMER
from rules.voormsi.facts import RefusalFact
from tests.messages.given import buttons, payload, said
from tests.messages.languages import EMOJIS

MOST_WORDS = 40
"""The most words of the sentence before a trick."""
TAKING = {
    ("voormsi", "order"): {"9D"},
    ("voormsi", "sevens"): {"3D"},
    ("voormsi", "voormsi"): {"JC"},
    ("alkort", "order"): {"8S"},
    ("alkort", "rubbish"): {"AH", "6H", "2S"},
    ("alkort", "sevens"): {"7D"},
    ("treikort", "order"): {"9D"},
    ("treikort", "queen"): {"QC"},
    ("treikort", "sevens"): {"7D"},
    ("braus", "beat"): {"9S"},
    ("braus", "passing"): set[str](),
    ("braus", "sevens"): {"7C 7D"},
    ("karnoffel", "order"): {"QH", "5S"},
    ("karnoffel", "karnoffel"): {"JS"},
    ("karnoffel", "devil"): {"7S"},
}
"""The plays that take each trick; all others lose it."""
TRICKS = [(game, number) for game in taught_games() for number in range(1, len(guide_of(game)) + 1)]


def before(game: str, number: int) -> GuideScene:
    return guide_scene(game, "Ann", number, None)


def taking(game: str, number: int) -> set[str]:
    """The plays with which the newcomer takes a trick."""
    found = set()
    for play in before(game, number).view.legal:
        account = guide_scene(game, "Ann", number, None, play).account
        assert isinstance(account, TrickAccount)
        assert account.winner is not None
        if account.plays[account.winner].seat == NEWCOMER:
            found.add(" ".join(card.code for card in play))
    return found


def test_every_game_that_teaches_has_a_guided_hand_of_three_tricks() -> None:
    assert [len(guide_of(game)) for game in taught_games()] == [3] * len(taught_games())


@pytest.mark.parametrize(("game", "number"), TRICKS)
def test_a_trick_is_taken_by_the_cards_that_its_sentence_is_about_alone(game: str, number: int) -> None:
    assert taking(game, number) == TAKING[game, guide_of(game)[number - 1].name]


@pytest.mark.parametrize(
    ("game", "number", "named"),
    [("voormsi", 2, "7S 7C KC 3D"), ("treikort", 2, "QC"), ("voormsi", 3, "JC 3D"), ("braus", 2, "JC 8S KH")],
)
def test_what_beats_the_card_that_heads_is_what_the_sentence_names(game: str, number: int, named: str) -> None:
    rules = registry.game(game)
    assert isinstance(rules, CanConsider)
    (head,) = rules.beaters(guided.begin(rules, guide_of(game)[number - 1]))
    assert set(head.by) == set(cards(named))


def test_any_card_may_be_played_to_the_first_trick_where_it_is_said() -> None:
    for game in ("voormsi", "alkort", "treikort", "karnoffel"):
        view = before(game, 1).view
        assert {(card,) for card in view.hand} <= {*view.legal}


def test_toqutsit_must_be_played_on_an_opponents_voormsi_and_another_card_is_refused_with_the_reason() -> None:
    shown = guide_scene("voormsi", "Ann", 3, None, cards("AS"))
    assert shown.account is None
    assert shown.refused
    assert shown.refused.kind is RefusalFact.TOQUTSIT_MUST_BE_PLAYED
    assert [card.code for (card,) in shown.view.legal] == ["JC"]


def test_an_execution_brings_the_two_points_that_are_told() -> None:
    account = guide_scene("voormsi", "Ann", 3, None, cards("JC")).account
    assert account
    assert account.points_for(0) == 2


def test_the_chosen_suit_is_the_one_of_the_lowest_card_that_is_face_up() -> None:
    for number in (1, 2, 3):
        assert {card.symbol[-1] for group in before("karnoffel", number).view.order[:1] for card in group.cards} == {
            "♠"
        }


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(("game", "number"), TRICKS)
def test_each_trick_has_a_sentence_before_and_one_after_a_picture_and_a_way_past_it(
    game: str, number: int, language: str
) -> None:
    reader = Reader(in_language(language))
    shown = before(game, number)
    page = draw(shown, reader)
    told = reader.words(f"{game}.guide.{guide_of(game)[number - 1].name}.before")
    assert told in said(page)
    assert len(re.findall(r"\w+", told)) <= MOST_WORDS
    assert pictured_scene(shown) is not None
    last = custom_ids.read(buttons(page)[-1]["custom_id"])
    assert last
    assert last.args == (custom_ids.read(custom_ids.write("guide", None, last.args[0])) or last).args
    assert last.args[0].split(".")[-1] == "0"
    for play in shown.view.legal:
        after = draw(guide_scene(game, "Ann", number, None, play), reader)
        assert reader.words(f"{game}.guide.{guide_of(game)[number - 1].name}.after") in said(after)


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("game", taught_games())
def test_after_the_last_trick_the_real_game_is_one_press_away(game: str, language: str) -> None:
    page = draw(new_here_scene(game, language, guided=True), Reader(in_language(language)))
    verbs = [press.verb for part in buttons(page) if (press := custom_ids.read(part["custom_id"]))]
    assert verbs == ["play-now", "in-short", "learn"]
    assert len(re.findall(r"\w+", said(page))) <= 75


def test_the_cards_of_the_first_hand_stand_in_rows_that_a_phone_does_not_break() -> None:
    for game, number in TRICKS:
        layout = draw(before(game, number), Reader(in_language("en"), emojis=EMOJIS))
        rows = [part["components"] for part in payload(layout) if part["type"] == 1]
        assert max(map(len, rows)) <= 3, (game, number)
