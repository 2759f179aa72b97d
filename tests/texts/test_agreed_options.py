"""Sentences at a table come from its options: each sentence changes with the options that change what it says.

The claims are tried on the rules: the target, the last hand, the first lead, the order, the kings of Voormsi.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest

from bot.messages.kit.rendering import draw
from bot.messages.learn.new_here import LINES, best_first, new_here_scene
from bot.messages.learn.rules import RanksScene
from bot.texts import in_language, offered_games
from bot.texts.agreed_options import Agreement, agreed_words
from bot.texts.catalogue import catalogue
from bot.texts.reader import Reader
from rules.alkort.options import terms as alkort_terms
from rules.alkort.ranking import cards_of
from rules.braus.facts import BrausOutcome
from rules.braus.playing import score
from rules.core.cards import CARDS, card
from rules.core.contract import fact
from rules.core.options import hands_of
from rules.karnoffel.facts import KarnoffelFact
from rules.registry import game
from rules.treikort.ranking import BEATERS
from rules.voormsi.judge import judge
from rules.voormsi.ranking import ORDER
from tests.messages.given import PEOPLE, head, said

LANGUAGES: Final = ("en", "da")
FIELDS: Final = {card.code: card.symbol for card in CARDS} | {"cards": "…", "over": 10, "back": 8}
SAID: Final = (
    *("aim", "in-short", "powers", "ranks", "hint.heads", "hint.halves", "hint.set", "hint.waiting", "hint.ladder"),
    *(f"new-here.{line}" for line in LINES),
    *("picture.matadors", "picture.suits"),
)
"""The sentences that a newcomer reads at a table, and those of `/ranks`."""
ONE_GOAL: Final = {"aim", "new-here.aim", "hint.ladder"}
CHANGES: Final[dict[tuple[str, str], set[str]]] = {
    ("voormsi", "deal"): set(),  # §11.1: nothing is said of the stock
    ("voormsi", "spade_king"): {"powers"},  # §11.2
    ("voormsi", "both_out"): set(),
    ("voormsi", "proof"): set(),  # §11.4: who checks is not told
    ("voormsi", "forced_execution"): {"new-here.special"},  # §11.5
    ("voormsi", "length"): ONE_GOAL,
    ("alkort", "opening_seven"): {"new-here.special", "powers"},  # §10.1
    ("alkort", "low_eights"): {"ranks", "picture.matadors"},  # §10.2; `new-here.order` by its cards
    ("alkort", "showing"): {"new-here.tricks"},  # §10.3
    ("alkort", "proof"): set(),
    ("alkort", "target"): ONE_GOAL,
    ("alkort", "length"): ONE_GOAL,
    ("treikort", "opening_seven"): {"new-here.special", "powers"},  # §9.1
    ("treikort", "low_ranks"): {"new-here.order", "ranks", "powers"},  # §9.2
    ("treikort", "hands"): {"aim", "new-here.aim", "new-here.points"},  # §9.3, §5.1
    ("braus", "target"): ONE_GOAL,
    ("braus", "outcome_card"): {"new-here.points", "powers"},  # §10.2
    ("braus", "stray_sevens"): {"powers"},  # §10.3
    ("braus", "length"): ONE_GOAL,
    ("karnoffel", "target"): ONE_GOAL,
    ("karnoffel", "devil"): {"powers"},  # §10.2
    ("karnoffel", "stop"): set(),  # §10.3: three of five tricks win the hand either way
    ("karnoffel", "talk"): set(),
    ("karnoffel", "length"): ONE_GOAL,
}
"""For each option: the sentences that say something which it changes, by the law."""
SILENT: Final = {"treikort.powers.low_ranks.ranked", "braus.powers.stray_sevens.count"}
"""Choices of which nothing need be said."""
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
GAME = pytest.mark.parametrize("name", offered_games())


def tables(name: str) -> Iterator[Agreement]:
    """Each choice of each option with each number of seats, the other options as usual."""
    rules = game(name)
    for seats, option in product(rules.seats, rules.options):
        for choice in option.choices:
            if rules.check_options(seats, {option.name: choice}) is None:
                yield Agreement(name, {option.name: choice}, seats)


def told(key: str, agreed: Agreement, language: str = "en") -> str:
    return agreed_words(in_language(language), f"{agreed.game}.{key}", agreed, **FIELDS)


def page(agreed: Agreement, language: str = "en") -> str:
    """*New here?* as it is read at a table."""
    at = head(game=agreed.game, options=agreed.chosen, holders=PEOPLE[: agreed.seats])
    return said(draw(new_here_scene(agreed.game, language, at), Reader(in_language(language))))


def judged(laid: str, **options: str) -> int:
    """The seat that heads a first trick of Voormsi."""
    first = [card(code) for code in laid.split()]
    deck = [*first, *(one for one in ORDER if one not in first)]
    asked = {"game": "voormsi", "players": 4, "dealer": 3, "scores": [0, 0], "options": options}
    answer = judge({**asked, "deck": [one.code for one in deck], "plays": [[one.code] for one in first]})
    return int(answer["heading"])


@LANGUAGE
@GAME
def test_each_sentence_changes_with_the_options_of_which_it_speaks_and_with_no_other(name: str, language: str) -> None:
    rules, words = game(name), in_language(language)
    for option in rules.options:
        at = [agreed for agreed in tables(name) if option.name in agreed.options and agreed.seats == max(rules.seats)]
        changing = {
            key
            for key in SAID
            if f"{name}.{key}" in words and any(told(key, one, language) != told(key, at[0], language) for one in at)
        }
        present = {key for key in CHANGES[name, option.name] if f"{name}.{key}" in words}
        assert (option.name, changing) == (option.name, present)


@LANGUAGE
@GAME
def test_each_choice_of_which_a_sentence_speaks_has_its_words(name: str, language: str) -> None:
    forms = catalogue(language).forms
    for key, option in product(SAID, game(name).options):
        field = f"{name}.{key}.{option.name}"
        clauses = {choice for choice in option.choices if f"{field}.{choice}" in forms}
        if clauses and (key, option.name) != ("new-here.points", "hands"):
            assert set(option.choices) - {one.rpartition(".")[2] for one in SILENT if one.startswith(field)} == clauses
            assert f"{{{option.name}}}" in forms[f"{name}.{key}"][0]


@LANGUAGE
@GAME
def test_the_numbers_of_an_aim_are_those_of_the_table(name: str, language: str) -> None:
    for agreed in tables(name):
        hands = hands_of(agreed.chosen["length"]) if "length" in agreed.chosen else None
        for key in (key for key in ("aim", "new-here.aim") if name != "treikort"):
            numbers = {int(number) for number in re.findall(r"\d+", told(key, agreed, language))}
            assert {agreed.target} | ({hands} if hands else set()) <= numbers
            assert "{" not in told(key, agreed, language)


@GAME
def test_nothing_at_a_table_is_said_of_what_other_tables_may_play(name: str) -> None:
    for agreed in tables(name):
        for key in (key for key in SAID if f"{name}.{key}" in in_language("en")):
            assert not re.search(r"the table (plays|allows)|usually nine|unless the table", told(key, agreed))


@pytest.mark.parametrize("choice", ["forbidden", "worthless", "strong"])
def test_alkort_10_1_the_first_seven_is_called_what_the_rules_make_it(choice: str) -> None:
    agreed, terms = Agreement("alkort", {"opening_seven": choice}, 4), alkort_terms(4, {"opening_seven": choice})
    heads = not terms.opening_beaters[21 + 1]
    for key in ("new-here.special", "powers"):
        text = told(key, agreed)
        assert ("can't be the first card" in text) == (choice == "forbidden")
        assert ("any ranked card beats it" in text) == (choice == "worthless" and not heads)
        assert ("may even be the first card" in text) == (choice == "strong" and heads)


@pytest.mark.parametrize("choice", ["ranked", "rubbish"])
def test_alkort_10_2_the_ranked_cards_of_a_table_are_those_that_rank_there(choice: str) -> None:
    options = {"low_eights": choice}
    agreed, ranked = Agreement("alkort", options, 4), cards_of(alkort_terms(4, options).ranked)
    assert tuple(one for group in best_first(agreed) for one in group) == ranked
    listed, _, rest = told("ranks", agreed).partition("**Outside the ranks**")
    assert all(
        (one.symbol in listed, one.symbol in rest) == (one in ranked, one not in ranked) for one in game("alkort").pack
    )
    shown = said(draw(RanksScene(game="alkort", at=agreed), Reader(in_language("en"))))
    assert listed in shown


@pytest.mark.parametrize("choice", ["ranked", "equal"])
def test_treikort_9_2_equal_cards_are_called_equal(choice: str) -> None:
    agreed = Agreement("treikort", {"low_ranks": choice}, 3)
    jack, ace = (game("treikort").pack.index(card(code)) for code in ("JC", "AC"))
    is_beaten = bool(BEATERS[choice == "equal"][jack] & 1 << ace)
    assert ("All equal" in told("ranks", agreed)) != is_beaten
    assert ("Aces down is one rank" in told("powers", agreed)) != is_beaten


@pytest.mark.parametrize("choice", ["five", "five_all"])
def test_braus_10_2_the_outcome_card_scores_when_it_is_said_to(choice: str) -> None:
    scores = score((5, 4), 0, choice == "five_all").side == 0
    assert ("five to five" in page(Agreement("braus", {"outcome_card": choice}, 4))) != scores


@pytest.mark.parametrize("choice", ["on_capture", "on_lead_too"])
def test_voormsi_11_2_the_king_of_spades_takes_a_led_king_of_clubs_where_that_is_said(choice: str) -> None:
    takes = judged("KC KS", spade_king=choice) == 1
    assert ("or one that was led" in told("powers", Agreement("voormsi", {"spade_king": choice}, 4))) == takes


@pytest.mark.parametrize("choice", ["barred", "free"])
def test_karnoffel_10_2_the_devil_may_be_led_where_that_is_said(choice: str) -> None:
    text = told("powers", Agreement("karnoffel", {"devil": choice}, 4))
    assert ("It may be led to any trick" in text, "may not be led" in text) == (choice == "free", choice == "barred")


def test_with_three_at_voormsi_nobody_is_warned_of_a_loss_that_cannot_happen() -> None:
    assert "loses you the game" in page(Agreement("voormsi", {}, 4))
    assert "loses you the game" not in page(Agreement("voormsi", {}, 3))


@pytest.mark.parametrize("name", ["braus", "karnoffel"])
def test_a_target_of_one_is_told_in_the_singular(name: str) -> None:
    kind = {"braus": BrausOutcome.ON_TARGET, "karnoffel": KarnoffelFact.ON_TARGET}[name]
    one, two = (in_language("en").fact(name, fact(kind, side=0, target=target)) for target in (1, 2))
    assert re.search(r"1 (point|hand)\b", one)
    assert re.search(r"2 (points|hands)\b", two)
    for key in ("aim", "new-here.aim"):
        assert not re.search(r"\b1 (points|hands)\b", told(key, Agreement(name, {"target": "1"}, 4)))
