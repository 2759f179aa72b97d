"""The computer player of Karnöffel: clearly stronger than chance, and no fool."""

from __future__ import annotations

from statistics import fmean

import pytest

from benchmarks.players import Contest, at_random
from players import Memory
from players.karnoffel import know
from players.registry import chooser
from rules.core.cards import card, cards
from rules.core.contract import Play
from rules.karnoffel import game as karnoffel
from tests.players.rubbers import length
from tests.rules.karnoffel.tables import drawn, put

STEADY = chooser("karnoffel", "steady")
TABLES: list[dict[str, str]] = [{}, {"devil": "free"}, {"stop": "five"}]


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_steady_wins_half_a_hand_more_than_chance_in_every_hand(options: dict[str, str]) -> None:
    ahead = Contest("karnoffel", 4, STEADY, at_random(3), options, seed=7).hands(800)
    assert ahead.mean - ahead.margin > 0.5


@pytest.mark.parametrize("hands", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_steady_wins_clearly_more_than_chance_in_a_few_hands(hands: int) -> None:
    ahead = Contest("karnoffel", 4, STEADY, at_random(3), seed=8).hands(hands)
    assert ahead.mean - ahead.margin > 0.3


@pytest.mark.slow
def test_chance_is_no_stronger_than_chance() -> None:
    ahead = Contest("karnoffel", 4, at_random(1), at_random(2), seed=9).hands(400)
    assert abs(ahead.mean) < 2 * ahead.margin


def test_a_hand_takes_about_as_many_plays_as_is_said() -> None:
    lengths = [length("karnoffel", 4, {"target": "1"}, seed) for seed in range(50)]
    assert fmean(lengths) == pytest.approx(karnoffel.about_plays(4, {"target": "1"}), rel=0.1)


def chosen(text: str, plays: str) -> str:
    """The play of `steady` after these plays of the hand; hearts are chosen, seat 0 leads."""
    state, made = drawn(text), list[Play]()
    for code in plays.split():
        made.append(Play(state.turn, (card(code),)))
        state = put(state, code)
    play = STEADY(karnoffel.view(state, state.turn), Memory(tuple(made)))
    assert isinstance(play, Play)
    return play.cards[0].code


def test_the_last_seat_lets_its_partner_win_and_keeps_its_beaters() -> None:
    assert chosen("9S 8D\nKS KD\n8S 7D\n6H 3H JH 4C", "9S KS 8S") == "4C"


def test_what_decides_the_hand_is_taken_with_the_cheapest_card_that_can() -> None:
    lost = "KS 9C 8S 7S KD 9D 8D 7D"
    assert chosen("KS KD 4S\n9C 9D 5S\n8S 8D QS\n7S 7D JH 3H", f"{lost} 4S 5S QS") == "3H"


def test_the_karnoffel_is_not_spent_on_a_devil_that_the_partner_led() -> None:
    assert chosen("KS 7H 2H\n9S 9D\n8S JH KD\n6S 6D", "KS 9S 8S 6S 7H 9D") != "JH"


def test_the_devil_is_led_when_the_karnoffel_is_gone() -> None:
    assert chosen("KS KD 7H\n9S 6D\n8S 5D\nJH 9D", "KS 9S 8S JH 9D KD 6D 5D") == "7H"


def test_with_an_opponent_still_to_play_a_trick_is_taken_with_more_than_barely_enough() -> None:
    assert chosen("8S\n9S\nKS TS 8D 7D\n9D", "8S 9S") == "KS"


def test_second_to_play_a_low_lead_is_taken_for_nobody_has_another_turn_in_the_trick() -> None:
    assert chosen("2S\n8D 6S 6D JD\n5C\n7C", "2S") == "6S"


def test_a_trick_that_only_the_pope_can_take_is_worth_more_than_the_pope_later() -> None:
    assert chosen("QS\n8D\n2D\nTH 6H QD 7H", "QS 8D 2D") == "6H"


def test_a_turned_card_is_not_counted_among_the_hidden_ones_of_its_hand() -> None:
    state = put(drawn("KS\nKD\nQS\nQD"), "2H")
    known = know(karnoffel.view(state, 1), Memory((Play(0, cards("2H")),)))
    assert (known.hidden[0], *known.hidden[2:]) == (4, 4, 4)


def test_the_karnoffel_stays_if_the_partner_shows_a_kaiser_that_can_take_the_trick() -> None:
    assert chosen("TC\n9C JH JD 5C\n4D\n2H", "TC") == "5C"
