"""The referee of Bräus: a line in, a line out (BRAUS §R)."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from rules.__main__ import answer
from tests.rules.braus.positions import DEAL_A, DEAL_B, PLAYS_B, deck

CODES: Final = [card.code for card in deck(DEAL_B, dealer=3)]
PLAYED: Final = [[] if play == "-" else play.split("+") for play in PLAYS_B]
HANDS: Final = [
    ["6D", "8S", "9S", "AS", "JC", "JH", "KD", "KS", "QD"],
    ["6C", "6H", "9H", "AD", "JS", "KC", "KH", "QH", "QS"],
    ["6S", "7C", "7D", "9C", "9D", "AH", "QC", "TD", "TH"],
    ["7H", "7S", "8C", "8D", "8H", "AC", "JD", "TC", "TS"],
]
START: Final = {
    "turn": 0,
    "legal": [["6D"], ["8S"], ["9S"], ["AS"], ["JC"], ["JH"]],
    "heading": None,
    "trick": [],
    "units": [0, 0],
    "waiting": [0, 0],
    "scores": [0, 0],
    "hands": HANDS,
    "stock": 0,
    "hand_over": False,
    "rubber_over": False,
    "winners": [],
    "void": False,
    "end": None,
}
"""The answer to `request()`."""


def request(**changes: Any) -> dict[str, Any]:
    """Deal B before its first play."""
    return {"game": "braus", "players": 4, "dealer": 3, "scores": [0, 0], "deck": CODES, "plays": [], **changes}


def asked(**changes: Any) -> dict[str, Any]:
    return answer(json.dumps(request(**changes)).encode())


def test_the_answer_before_a_lead() -> None:
    assert asked() == START


def test_the_answer_within_a_trick_has_passes_as_empty_plays() -> None:
    hands = [[code for code in hand if code not in ("9S", "KH")] for hand in HANDS]
    within = {"turn": 3, "legal": [[]], "heading": 1, "trick": [["9S"], ["KH"], []], "hands": hands}
    assert asked(plays=[["9S"], ["KH"], []]) == {**START, **within}


def test_the_answer_at_the_end_of_the_hand_keeps_what_is_left() -> None:
    left = [
        ["KD", "KS", "QD"],
        ["KC", "QH", "QS"],
        ["QC", "TD", "TH"],
        ["8C", "8D", "8H", "TC", "TS"],
    ]
    over = {
        "turn": None,
        "legal": [],
        "units": [5, 5],
        "scores": [0, 1],
        "hands": left,
        "hand_over": True,
        "end": "king",
    }
    assert asked(plays=PLAYED) == {**START, **over}


def test_the_rubber_is_over_when_a_side_has_the_target() -> None:
    over = asked(plays=PLAYED, scores=[5, 5])
    assert (over["rubber_over"], over["winners"], over["scores"]) == (True, [1], [5, 6])
    assert asked(plays=PLAYED, scores=[0, 1], options={"target": "2"})["winners"] == [1]


def test_the_ends_of_hands_and_only_the_last_is_void() -> None:
    jan = [["7C", "7S", "7H", "7D"], ["9C"], [], [], [], ["JC"], [], [], []]
    ended = asked(deck=[card.code for card in deck(DEAL_A, dealer=3)], plays=jan, scores=[5, 0])
    assert (ended["end"], ended["scores"], ended["units"], ended["void"]) == ("jan", [7, 0], [6, 0], False)
    assert (ended["rubber_over"], ended["winners"]) == (True, [0])
    dead = asked(options={"stray_sevens": "dead"}, plays=PLAYED[:-1])
    assert (dead["end"], dead["void"], dead["rubber_over"], dead["scores"]) == ("none", True, False, [0, 0])


def test_the_lead_that_went_past_and_the_order_of_sevens() -> None:
    before = asked(plays=PLAYED[:-1])
    assert (before["turn"], before["legal"], before["trick"], before["heading"]) == (3, [["7H", "7S"]], [], None)
    assert asked(plays=[*PLAYED[:-1], ["7S", "7H"]]) == asked(plays=[*PLAYED[:-1], ["7H", "7S"]])


def test_after_sevens_the_trick_is_empty_and_the_seat_is_on_lead() -> None:
    after = asked(plays=PLAYED[:13])
    assert (after["turn"], after["trick"], after["heading"], after["units"]) == (2, [], None, [4, 1])


@pytest.mark.parametrize(
    ("plays", "at"),
    [
        (["9S"], 0),
        ([["9S"], None], 1),
        ([["9S"], [9]], 1),
        ([["9S"], [["KH"]]], 1),
        ([["9S"], ["kh"]], 1),
        ([["9S"], ["2C"]], 1),
        ([["9S"], ["10C"]], 1),
        ([["9S"], ["KH", "KH"]], 1),
        ([["9S"], ["JC"]], 1),
        ([["9S"], []], 1),
        ([["9S"], ["AD"]], 1),
        ([["9S"], ["KH"], ["7C"]], 2),
        ([["9S"], ["KH"], ["QC"]], 2),
        ([[]], 0),
        ([["JC", "8S"]], 0),
        ([["KS"]], 0),
        ([*PLAYED[:12], ["7C"]], 12),
        ([*PLAYED, []], len(PLAYED)),
        ([["KS"], "nonsense"], 0),
    ],
)
def test_a_malformed_or_illegal_play_is_named_by_its_index(plays: list[Any], at: int) -> None:
    fault = asked(plays=plays)
    assert set(fault) == {"error", "at"}
    assert (fault["at"], type(fault["error"])) == (at, str)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "brus"},
        {"players": 5},
        {"players": 2},
        {"players": True},
        {"players": 4.0},
        {"players": "4"},
        {"dealer": 4},
        {"dealer": -1},
        {"dealer": True},
        {"dealer": None},
        {"scores": [0]},
        {"scores": [0, 0, 0]},
        {"scores": [0, 6]},
        {"scores": [0, -1]},
        {"scores": [0, 1.0]},
        {"scores": [False, 0]},
        {"scores": [2, 0], "options": {"target": "2"}},
        {"scores": "00"},
        {"deck": CODES[:35]},
        {"deck": [*CODES[:35], CODES[0]]},
        {"deck": [*CODES[:35], "2C"]},
        {"deck": [*CODES[:35], 7]},
        {"deck": "36 cards"},
        {"options": None},
        {"options": []},
        {"options": {"deal": "four"}},
        {"options": {"length": "rubber"}},
        {"options": {"target": "13"}},
        {"options": {"target": 6}},
        {"options": {"stray_sevens": None}},
        {"options": {"outcome_card": "six"}},
        {"plays": None},
        {"plays": {}},
    ],
)
def test_what_is_wrong_before_the_plays_has_no_index(changes: dict[str, Any]) -> None:
    fault = asked(**{"plays": [["nonsense"]], **changes})
    assert set(fault) == {"error", "at"}
    assert fault["at"] is None


@pytest.mark.parametrize("key", ["players", "dealer", "scores", "deck", "plays"])
def test_all_keys_but_options_are_required(key: str) -> None:
    form = request()
    del form[key]
    assert answer(json.dumps(form).encode())["at"] is None


def test_further_keys_are_ignored_and_missing_options_are_the_defaults() -> None:
    assert asked(options={}, stock=3, comment=["x", None]) == START
    assert answer(json.dumps(request()).replace('"scores": [0, 0]', '"scores": [-0, 0]').encode()) == START


def test_six_seats_have_six_cards_each() -> None:
    six = asked(players=6, dealer=5)
    assert [len(hand) for hand in six["hands"]] == [6] * 6
    assert asked(players=6, dealer=6)["at"] is None
