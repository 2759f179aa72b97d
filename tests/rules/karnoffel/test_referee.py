"""The referee: a line in, a line out (KARNOFFEL §R)."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any, Final

import pytest

from rules.__main__ import answer
from rules.core.cards import card
from tests.rules.karnoffel.tables import PACK
from tests.rules.karnoffel.test_ranking import literally_beats

TURNED: Final = "QC 8H KD JC".split()
DECK: Final = [*TURNED, *(each.code for each in PACK if each.code not in TURNED)]
"""Seat 0 is eldest; the 8 names hearts. 6 to 2 lie in the rest."""


def request(**changes: Any) -> dict[str, Any]:
    """A request that is of the form: seat 0 leads, and hearts are chosen."""
    form = {"game": "karnoffel", "players": 4, "dealer": 3, "scores": [0, 0], "deck": DECK, "plays": []}
    return {**form, **changes}


def asked(**changes: Any) -> dict[str, Any]:
    return answer(json.dumps(request(**changes)).encode())


def deck_of(*hands: str) -> list[str]:
    """A deck that deals these cards to seats 0 to 3, turned ones first."""
    rows = [hand.split() for hand in hands]
    first = [row[number] for number in range(5) for row in rows]
    return [*first, *(each.code for each in PACK if each.code not in first)]


SWEPT: Final = deck_of("2H 9S 8S 7S 6S", "9C JH 6H 3H 4H", "8C 7C 6C 5C 4C", "KD 5H KC QD JD")
THREE: Final = "2H JH 8C KC 6H 7C KD 8S 3H 6C 5H 7S".split()


def test_the_answer_before_a_lead() -> None:
    found = asked()
    hands = [sorted(DECK[seat:20:4]) for seat in range(4)]
    assert found == {
        "turn": 0,
        "legal": [[code] for code in hands[0]],
        "heading": None,
        "trick": [],
        "units": [0, 0],
        "waiting": [0, 0],
        "scores": [0, 0],
        "hands": hands,
        "stock": 28,
        "hand_over": False,
        "rubber_over": False,
        "winners": [],
        "void": False,
        "chosen": "H",
        "turned": TURNED,
    }


def test_turned_cards_are_told_by_seat_whoever_deals_and_stay_when_played() -> None:
    found = asked(dealer=1, plays=[["QC"]])
    assert (found["turn"], found["heading"], found["trick"]) == (3, 2, [["QC"]])
    assert found["turned"] == ["KD", "JC", "QC", "8H"]


def test_within_a_trick_the_heading_seat_is_told() -> None:
    found = asked(deck=SWEPT, plays=[["9S"], ["JH"], ["8C"]])
    assert (found["turn"], found["heading"], found["trick"]) == (3, 1, [["9S"], ["JH"], ["8C"]])
    assert found["legal"] == [["5H"], ["JD"], ["KC"], ["KD"], ["QD"]]


def test_the_devil_is_no_lead_to_the_first_trick() -> None:
    deck = deck_of("2H 7H 8S 7S 6S", "9C JH 6H 3H 4H", "8C 7C 6C 5C 4C", "KD 5H KC QD JD")
    assert asked(deck=deck)["legal"] == [["2H"], ["6S"], ["7S"], ["8S"]]
    assert asked(deck=deck, options={"devil": "free"})["legal"] == [["2H"], ["6S"], ["7H"], ["7S"], ["8S"]]
    assert asked(deck=deck, plays=[["7H"]])["at"] == 0


@pytest.mark.parametrize(
    ("scores", "target", "after", "winners"),
    [([4, 3], "5", [4, 4], []), ([4, 4], "5", [4, 5], [1]), ([0, 0], "1", [0, 1], [1]), ([3, 2], "20", [3, 3], [])],
)
def test_the_end_of_a_hand_and_of_a_rubber(
    scores: list[int], target: str, after: list[int], winners: list[int]
) -> None:
    found = asked(deck=SWEPT, scores=scores, options={"target": target}, plays=[[code] for code in THREE])
    assert (found["turn"], found["legal"], found["heading"], found["trick"]) == (None, [], None, [])
    assert (found["units"], found["scores"], found["winners"]) == ([0, 3], after, winners)
    assert (found["hand_over"], found["rubber_over"], found["void"]) == (True, bool(winners), False)
    assert found["hands"] == [["6S", "9S"], ["4H", "9C"], ["4C", "5C"], ["JD", "QD"]]
    assert (found["chosen"], found["turned"], found["stock"]) == ("H", ["2H", "9C", "8C", "KD"], 28)


def test_h2_with_five_tricks_it_goes_on_to_0_5() -> None:
    plays = [[code] for code in [*THREE, *"4H 5C JD 9S 9C 4C QD 6S".split()]]
    found = asked(deck=SWEPT, options={"stop": "five"}, plays=plays)
    assert (found["units"], found["scores"], found["hands"]) == ([0, 5], [0, 1], [[], [], [], []])
    assert asked(deck=SWEPT, options={"stop": "five"}, plays=plays[:12])["turn"] == 1


@pytest.mark.parametrize(
    ("plays", "at"),
    [
        ([["QC"], ["QC"]], 1),
        ([["QC", "QH"]], 0),
        ([[]], 0),
        (["QC"], 0),
        ([["QC"], None], 1),
        ([["QC"], [9]], 1),
        ([["QC"], [["8H"]]], 1),
        ([["QC"], ["8h"]], 1),
        ([["QC"], ["AH"]], 1),
        ([["QC"], ["10H"]], 1),
        ([["8H"], ["nonsense"]], 0),
        ([{"0": "QC"}], 0),
    ],
)
def test_a_malformed_or_illegal_play_is_named_by_its_index(plays: list[Any], at: int) -> None:
    fault = asked(plays=plays)
    assert set(fault) == {"error", "at"}
    assert fault["at"] == at
    assert isinstance(fault["error"], str)


@pytest.mark.parametrize("play", [["4H"], "4H", None])
def test_h7_a_play_after_the_end_of_the_hand_is_illegal(play: Any) -> None:
    assert asked(deck=SWEPT, plays=[*([code] for code in THREE), play, ["9S"]])["at"] == 12


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"players": "4"},
        {"players": 4.0},
        {"players": True},
        {"players": None},
        {"options": None},
        {"options": []},
        {"options": {"colour": "red"}},
        {"options": {"target": 5}},
        {"options": {"target": "0"}},
        {"options": {"target": "21"}},
        {"options": {"target": "05"}},
        {"options": {"devil": ["free"]}},
        {"options": {"length": "hands:3"}},
        {"options": {"talk": "loud"}},
        {"dealer": 4},
        {"dealer": -1},
        {"dealer": True},
        {"dealer": 0.0},
        {"dealer": "0"},
        {"scores": [0]},
        {"scores": [0, 0, 0]},
        {"scores": [5, 0]},
        {"scores": [-1, 0]},
        {"scores": [0, True]},
        {"scores": [0, 1.0]},
        {"scores": [0, 1], "options": {"target": "1"}},
        {"scores": {"0": 0}},
        {"deck": DECK[:47]},
        {"deck": [*DECK[:47], "QC"]},
        {"deck": [*DECK[:47], "AC"]},
        {"deck": [*DECK, "AC"]},
        {"deck": [*DECK[:47], None]},
        {"deck": [*DECK[:47], ["2D"]]},
        {"deck": " ".join(DECK)},
        {"plays": None},
        {"plays": {}},
        {"plays": "QC"},
    ],
)
def test_r_a_request_that_is_not_of_the_form_has_no_index(changes: dict[str, Any]) -> None:
    assert asked(**changes)["at"] is None
    assert asked(**{"plays": [["nonsense"]], **changes})["at"] is None


@pytest.mark.parametrize("key", ["game", "players", "dealer", "scores", "deck", "plays"])
def test_r_all_keys_but_options_are_required(key: str) -> None:
    form = request()
    del form[key]
    assert answer(json.dumps(form).encode())["at"] is None


def test_r_further_keys_are_ignored_and_talk_changes_nothing() -> None:
    assert asked(comment=[1], options={"talk": "closed"}) == asked() == asked(options={})


def naive(deck: Sequence[str], dealer: int, plays: Sequence[str], devil: str, stop: str) -> dict[str, Any]:
    """The state of a hand after these plays, as a slow reader of the law works it out."""
    seats = [(dealer + 1 + number) % 4 for number in range(4)]
    hands = {seat: [*deck[number:20:4]] for number, seat in enumerate(seats)}
    turned = {seat: hands[seat][0] for seat in seats}
    chosen = min((turned[seat] for seat in seats), key=lambda code: "23456789TJQK".index(code[0]))[1]
    units, trick, turn, head = [0, 0], list[str](), seats[0], seats[0]
    for code in plays:
        if not trick:
            leader = head = turn
        elif literally_beats(card(code), card(trick[(head - leader) % 4]), card(trick[0]), chosen):
            head = turn
        trick.append(code)
        hands[turn].remove(code)
        turn = (turn + 1) % 4
        if len(trick) == 4:
            units[head % 2] += 1
            trick, turn = [], head
    over = sum(units) == 5 if stop == "five" else 3 in units
    barred = f"7{chosen}" if devil == "barred" and not any(units) and not trick else ""
    return {
        "turn": None if over else turn,
        "legal": [] if over else [[code] for code in sorted(hands[turn]) if code != barred],
        "heading": head if trick else None,
        "trick": [[code] for code in trick],
        "units": units,
        "scores": [int(over and units[0] > units[1]), int(over and units[1] > units[0])],
        "hands": [sorted(hands[seat]) for seat in range(4)],
        "hand_over": over,
        "chosen": chosen,
        "turned": [turned[seat] for seat in range(4)],
    }


@pytest.mark.parametrize("stop", ["three", "five"])
@pytest.mark.parametrize("devil", ["barred", "free"])
def test_r_the_answers_of_whole_hands_are_those_of_a_slow_reader(devil: str, stop: str) -> None:
    chance = random.Random(f"{devil} {stop}")
    for _ in range(25):
        deck, dealer, plays = chance.sample([each.code for each in PACK], 48), chance.randrange(4), list[str]()
        while True:
            expected = naive(deck, dealer, plays, devil, stop)
            options = {"devil": devil, "stop": stop}
            found = asked(deck=deck, dealer=dealer, options=options, plays=[[code] for code in plays])
            assert {key: found[key] for key in expected} == expected
            if expected["hand_over"]:
                break
            plays += chance.choice(expected["legal"])
