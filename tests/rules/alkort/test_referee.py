"""The referee of Alkort: a line in, a line out (§R)."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from rules.__main__ import answer
from rules.core.cards import cards
from tests.rules.alkort.positions import FOURS, MEEK, PACK, deck_of, hand_won_by

DECK: Final = [each.code for each in PACK]


def rights(*hands: str) -> list[str]:
    """A deck in which seats 1, 2, ... have these hands; a seat without one gets the highest cards left."""
    given = [cards(text) for text in hands]
    rest = [each for each in PACK if all(each not in hand for hand in given)]
    full = [hand or tuple(rest.pop(0) for _ in range(9)) for hand in (*given, *[()] * (4 - len(given)))]
    return [each.code for each in deck_of([full[3], *full[:3]], rest, 0)]


def request(**changes: Any) -> dict[str, Any]:
    """A request that is of the form: seat 1 leads, from the pack in the order of the roll."""
    form = {"game": "alkort", "players": 4, "dealer": 0, "scores": [0, 0], "deck": DECK, "plays": []}
    return {**form, **changes}


def asked(**changes: Any) -> dict[str, Any]:
    return answer(json.dumps(request(**changes)).encode())


def dealt(deck: list[str]) -> list[list[str]]:
    """The hands of a deck dealt by seat 0, sorted (§R.2)."""
    order = [
        sorted(deck[3 * n : 3 * n + 3] + deck[3 * n + 12 : 3 * n + 15] + deck[3 * n + 24 : 3 * n + 27])
        for n in range(4)
    ]
    return [order[3], *order[:3]]


def test_the_answer_before_a_lead() -> None:
    hands = dealt(DECK)
    assert asked() == {
        "turn": 1,
        "phase": "play",
        "legal": [[code] for code in hands[1] if code[0] != "7"],
        "heading": None,
        "trick": [],
        "units": [0, 0],
        "points": [0, 0],
        "scores": [0, 0],
        "hands": hands,
        "stock": 8,
        "laid_off": [],
        "revealed": [[], [], [], []],
        "shown": [["AD"], ["KD"], ["8S"], ["AC"]],
        "hand_over": False,
        "rubber_over": False,
        "winners": [],
    }


def test_the_answer_within_a_trick() -> None:
    hands = dealt(DECK)
    plays = [[hands[1][0]], ["8S"]]
    found = asked(plays=plays)
    assert (found["turn"], found["heading"], found["trick"]) == (3, 2, plays)
    assert found["hands"][2] == [code for code in hands[2] if code != "8S"]
    assert found["legal"] == [[code] for code in hands[3]]
    assert found["shown"][2] == ["8S"]


def test_the_answer_while_a_seat_is_asked_about_the_stock() -> None:
    found = asked(deck=rights("", MEEK))
    kept = [["keep", code] for code in sorted(MEEK.split())]
    assert (found["turn"], found["phase"], found["legal"]) == (2, "exchange", [["decline"], *kept])
    assert (found["stock"], found["shown"], found["revealed"]) == (8, [[]] * 4, [[]] * 4)


def test_who_takes_the_stock_reveals_its_hand_and_lays_eight_off() -> None:
    deck = rights("", MEEK, FOURS)
    found = asked(deck=deck, plays=[["keep", "8C"]])
    assert (found["turn"], found["phase"], found["stock"]) == (1, "play", 0)
    assert found["revealed"] == [[], [], sorted(MEEK.split()), []]
    assert found["laid_off"] == sorted(MEEK.replace("8C ", "").split())
    assert found["hands"][2] == sorted(["8C", *deck[36:]])
    vouched = asked(deck=deck, plays=[["keep", "8C"]], options={"proof": "vouched"})
    assert (vouched["revealed"], vouched["laid_off"]) == ([[]] * 4, found["laid_off"])


def test_an_answer_declined_leaves_the_stock_and_nothing_is_revealed() -> None:
    found = asked(deck=rights("", MEEK, FOURS), plays=[["decline"]])
    assert (found["turn"], found["phase"], found["stock"], found["shown"]) == (3, "exchange", 8, [[]] * 4)


def test_what_is_shown_stays_once_set() -> None:
    hands = dealt(DECK)
    options = {"showing": "hand"}
    plays = [["KD"], ["8S"], [hands[3][0]], [hands[0][0]]]
    found = asked(options=options, plays=plays)
    assert found["shown"] == asked(options=options)["shown"] == hands
    assert (found["units"], found["trick"], found["heading"]) == ([0, 1], [], None)
    assert asked(options={"showing": "none"})["shown"] == [[]] * 4


def played(sides: str) -> dict[str, Any]:
    """The dealer, the deck and the plays of a hand whose tricks these sides win."""
    state, accounts = hand_won_by(sides)
    plays = [[each.code for each in play.cards] for account in accounts for play in account.plays]
    return {"dealer": state.dealer, "deck": [PACK[place].code for place in state.deck], "plays": plays}


def test_the_end_of_a_hand() -> None:
    hand = played("000001")
    found = asked(**hand, scores=[3, 2])
    assert (found["turn"], found["phase"], found["legal"]) == (None, "over", [])
    assert (found["units"], found["points"], found["scores"]) == ([5, 1], [5, 0], [8, 2])
    assert (found["hand_over"], found["rubber_over"], found["winners"]) == (True, False, [])
    assert [len(held) for held in found["hands"]] == [3, 3, 3, 3]
    assert (found["heading"], found["trick"], found["stock"]) == (None, [], 8)
    assert [len(cards) for cards in found["shown"]] == [1, 1, 1, 1]
    assert asked(**{**hand, "plays": hand["plays"][:-1]})["points"] == [0, 0]


def test_the_end_of_a_rubber_is_not_cut_off_at_the_target() -> None:
    found = asked(**played("000001"), scores=[8, 3])
    assert (found["scores"], found["rubber_over"], found["winners"]) == ([13, 3], True, [0])


def test_an_action_after_the_end_is_not_legal() -> None:
    hand = played("000001")
    assert asked(**{**hand, "plays": [*hand["plays"], ["8C"], ["nonsense"]]})["at"] == 24


@pytest.mark.parametrize(
    ("plays", "at"),
    [
        ([["KD"], ["QD"]], 1),
        ([["KD"], ["KD"]], 1),
        ([["KD", "2H"]], 0),
        ([["7D"]], 0),
        ([[]], 0),
        (["KD"], 0),
        ([["KD"], None], 1),
        ([["KD"], [9]], 1),
        ([["KD"], [["8S"]]], 1),
        ([["KD"], ["8s"]], 1),
        ([["KD"], ["TC"]], 1),
        ([["KD"], ["10C"]], 1),
        ([["decline"]], 0),
        ([["keep", "KD"]], 0),
        ([["keep"]], 0),
        ([["KD"], ["nonsense"], ["8S"]], 1),
        ([["KD"], {"0": "8S"}], 1),
    ],
)
def test_a_malformed_or_illegal_action_is_named_by_its_index(plays: list[Any], at: int) -> None:
    fault = asked(plays=plays)
    assert set(fault) == {"error", "at"}
    assert fault["at"] == at
    assert isinstance(fault["error"], str)


@pytest.mark.parametrize(
    ("plays", "at"),
    [
        ([["8C"]], 0),
        ([["keep"]], 0),
        ([["keep", "KD"]], 0),
        ([["keep", "TC"]], 0),
        ([["keep", ["8C"]]], 0),
        ([["keep", "8C", "8H"]], 0),
        ([["Decline"]], 0),
        ([["decline", "8C"]], 0),
        ([["decline"], ["decline"], ["decline"]], 2),
        ([["keep", "8C"], ["decline"]], 1),
    ],
)
def test_a_wrong_answer_about_the_stock_is_named_by_its_index(plays: list[Any], at: int) -> None:
    assert asked(deck=rights("", MEEK, FOURS), plays=plays)["at"] == at


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "brus"},
        {"game": None},
        {"players": 3},
        {"players": "4"},
        {"players": 4.0},
        {"players": True},
        {"options": None},
        {"options": []},
        {"options": {"colour": "red"}},
        {"options": {"target": "10"}},
        {"options": {"target": 9}},
        {"options": {"target": ["9"]}},
        {"options": {"length": "rubber"}},
        {"options": {"deal": "four"}},
        {"dealer": 4},
        {"dealer": -1},
        {"dealer": False},
        {"dealer": 0.0},
        {"dealer": None},
        {"scores": [0]},
        {"scores": [0, 0, 0]},
        {"scores": [0, 9]},
        {"scores": [0, -1]},
        {"scores": [0, True]},
        {"scores": [0, 1.0]},
        {"scores": [5, 0], "options": {"target": "5"}},
        {"deck": DECK[:43]},
        {"deck": [*DECK[:43], "KD"]},
        {"deck": [*DECK[:43], "TC"]},
        {"deck": [*DECK[:43], None]},
        {"deck": " ".join(DECK)},
        {"plays": None},
        {"plays": {}},
        {"plays": "KD"},
    ],
)
def test_a_request_that_is_not_of_the_form_has_no_index(changes: dict[str, Any]) -> None:
    assert asked(**changes)["at"] is None
    assert asked(**{"plays": [["nonsense"]], **changes})["at"] is None


@pytest.mark.parametrize("key", ["game", "players", "dealer", "scores", "deck", "plays"])
def test_all_keys_but_options_are_required(key: str) -> None:
    form = request(plays=[["nonsense"]])
    del form[key]
    assert answer(json.dumps(form).encode())["at"] is None


def test_further_keys_are_ignored_the_last_of_two_counts_and_minus_zero_is_zero() -> None:
    line = json.dumps(request(comment=[10**500])).replace('"dealer": 0', '"dealer": 3, "dealer": -0')
    assert answer(line.encode()) == asked()


@pytest.mark.parametrize("target", ["5", "9", "11", "15", "21"])
def test_scores_may_be_up_to_one_below_the_target(target: str) -> None:
    found = asked(options={"target": target}, scores=[int(target) - 1, 0])
    assert (found["scores"], found["rubber_over"]) == ([int(target) - 1, 0], False)
