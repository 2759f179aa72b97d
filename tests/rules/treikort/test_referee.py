"""The referee of Treikort (§R)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from rules.__main__ import answer
from rules.core.contract import Move, Phase, Play, Shuffle
from rules.treikort import game as treikort
from rules.treikort.state import dealt_cards
from tests.rules.treikort.positions import PACK, TABLES, deck, greedy_rubber

HANDS: Final = (
    ("KD", "2H", "9D", "AC", "AS", "JC", "JS", "8C", "6D"),
    ("7C", "4C", "AH", "AD", "JH", "JD", "6C", "6S", "8H"),
    ("QC", "2S", "8S", "9H", "6H", "8D", "7S", "7H", "7D"),
)
"""Seat 0 deals, so seat 1 leads."""
DECK: Final = [
    card.code for card in deck([[next(c for c in PACK if c.code == one) for one in hand] for hand in HANDS], 0)
]


def request(**changes: Any) -> dict[str, Any]:
    """The fourth hand, in which seat 0 is Pope."""
    form = {
        "game": "treikort",
        "players": 3,
        "options": {"hands": "9"},
        "dealer": 0,
        "hand_number": 4,
        "past": [[4, 3, 2], [4, 4, 1]],
        "pope": 0,
        "scores": [13, 9, 5],
        "deck": DECK,
        "plays": [],
    }
    return {**form, **changes}


def asked(**changes: Any) -> dict[str, Any]:
    return answer(json.dumps(request(**changes)).encode())


def sorted_hands(*hands: tuple[str, ...]) -> list[list[str]]:
    return [sorted(hand) for hand in hands]


START: Final = {
    "turn": 0,
    "phase": "pope",
    "legal": [["ask", "1"], ["ask", "2"], ["decline"]],
    "heading": None,
    "trick": [],
    "units": [0, 0, 0],
    "scores": [13, 9, 5],
    "tally": [8, 7, 3],
    "pope": 0,
    "given": [],
    "hands": sorted_hands(*HANDS),
    "hand_over": False,
    "rubber_over": False,
    "winners": [],
}


def test_the_answer_before_the_pope_has_chosen() -> None:
    assert asked() == START


def test_the_answer_after_he_has_asked() -> None:
    expected = {
        "phase": "return",
        "legal": [["return", code] for code in sorted(HANDS[0])],
        "given": [[2, 0, "QC"], [1, 0, "7C"]],
        "hands": sorted_hands((*HANDS[0], "QC", "7C"), HANDS[1][1:], HANDS[2][1:]),
    }
    assert asked(plays=[["ask", "1"]]) == {**START, **expected}


def test_the_answer_within_a_trick_keeps_what_was_given() -> None:
    plays = [["ask", "1"], ["return", "8C"], ["return", "6D"], ["4C"], ["2S"]]
    own = (*HANDS[0][:7], "QC", "7C")
    expected = {
        "turn": 0,
        "phase": "play",
        "legal": [[code] for code in sorted(own)],
        "heading": 2,
        "trick": [["4C"], ["2S"]],
        "given": [[2, 0, "QC"], [1, 0, "7C"], [0, 2, "8C"], [0, 1, "6D"]],
        "hands": sorted_hands(own, (*HANDS[1][2:], "6D"), (*HANDS[2][2:], "8C")),
    }
    assert asked(plays=plays) == {**START, **expected}


def test_without_a_seven_one_card_passes_each_way() -> None:
    no_seven = ["7C" if code == "9H" else "9H" if code == "7C" else code for code in DECK]
    found = asked(deck=no_seven, plays=[["ask", "1"], ["return", "8C"]])
    assert (found["given"], found["phase"], found["turn"]) == ([[2, 0, "QC"], [0, 2, "8C"]], "play", 1)


def played_out(**changes: Any) -> dict[str, Any]:
    """The answer after everybody has played the first legal card by the alphabet."""
    plays: list[list[str]] = []
    while (found := asked(**changes, plays=plays))["legal"]:
        plays.append(found["legal"][-1] if found["legal"][-1] == ["decline"] else found["legal"][0])
    assert asked(**changes, plays=[*plays, ["QC"]])["at"] == len(plays)
    return found


def test_the_answer_at_the_end_of_a_hand_and_of_a_rubber() -> None:
    found = played_out()
    units = found["units"]
    assert (found["turn"], found["phase"], found["legal"], found["hands"]) == (None, "over", [], [[], [], []])
    assert (sum(units), found["scores"]) == (9, [13 + units[0], 9 + units[1], 5 + units[2]])
    assert found["tally"] == [8 + units[0], 7 + units[1], 3 + units[2]]
    assert found["pope"] == next((seat for seat in range(3) if found["tally"][seat] > 12), None)
    assert (found["hand_over"], found["rubber_over"], found["winners"]) == (True, False, [])
    last = played_out(hand_number=6, options={"hands": "6"}, scores=[20, 17, 8])
    assert (last["rubber_over"], last["winners"]) == (True, [last["scores"].index(max(last["scores"]))])


def test_the_tally_of_a_first_hand_is_its_own() -> None:
    first = played_out(hand_number=1, past=[], pope=None, scores=[0, 0, 0])
    assert first["tally"] == first["units"] == first["scores"]
    assert first["pope"] is None


def test_it_agrees_with_the_game_after_every_action() -> None:
    chance = random.Random(5)
    for seed, options in enumerate(TABLES):
        plays: list[list[str]] = []
        for before, action, after in greedy_rubber(seed, options):
            if isinstance(action, Shuffle):
                plays, start = [], before
                continue
            codes = [card.code for card in action.cards]
            to = [str(action.to)] if isinstance(action, Move) and action.kind == "ask" else []
            plays.append(codes if isinstance(action, Play) else [action.kind, *to, *codes])
            if chance.random() < 0.1:
                found = asked(
                    options=options,
                    dealer=after.dealer,
                    hand_number=after.hand_number,
                    past=list(start.past[-2:]),
                    pope=after.pope if after.pope >= 0 else None,
                    scores=list(treikort.view(start, None).scores),
                    deck=[card.code for card in deck(dealt_cards(after), after.dealer)],
                    plays=plays,
                )
                view = treikort.view(after, None)
                assert (found["turn"], found["units"], found["scores"]) == (view.turn, [*view.units], [*view.scores])
                assert found["rubber_over"] is (view.phase is Phase.OVER)
                assert len(found["legal"]) == len(treikort.legal(after))


@pytest.mark.parametrize(
    ("plays", "at"),
    [
        ([["4C"]], 0),
        ([["ask"]], 0),
        ([["ask", 1]], 0),
        ([["ask", "0"]], 0),
        ([["ask", "3"]], 0),
        ([["ask", "1", "2"]], 0),
        ([["decline", "1"]], 0),
        ([[]], 0),
        ([None], 0),
        (["decline"], 0),
        ([{}], 0),
        ([["decline"], ["decline"]], 1),
        ([["decline"], ["7C"]], 1),
        ([["decline"], ["KD"]], 1),
        ([["decline"], ["KC"]], 1),
        ([["decline"], ["4C", "AH"]], 1),
        ([["decline"], [["4C"]]], 1),
        ([["decline"], ["4c"]], 1),
        ([["decline"], ["return", "4C"]], 1),
        ([["ask", "1"], ["return", "QC"]], 1),
        ([["ask", "1"], ["return", "7C"]], 1),
        ([["ask", "1"], ["return"]], 1),
        ([["ask", "1"], ["return", "8C"], ["return", "8C"]], 2),
        ([["ask", "1"], ["return", "8C"], ["4C"]], 2),
    ],
)
def test_a_malformed_or_illegal_action_is_named_by_its_index(plays: list[Any], at: int) -> None:
    fault = asked(plays=plays)
    assert set(fault) == {"error", "at"}
    assert fault["at"] == at


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "alkortt"},
        {"players": 4},
        {"players": "3"},
        {"players": 3.0},
        {"players": True},
        {"options": None},
        {"options": []},
        {"options": {"deal": "all"}},
        {"options": {"hands": "4"}},
        {"options": {"hands": 9}},
        {"options": {"low_ranks": ["equal"]}},
        {"dealer": 3},
        {"dealer": -1},
        {"dealer": False},
        {"dealer": None},
        {"hand_number": 0},
        {"hand_number": 10},
        {"hand_number": True},
        {"hand_number": 4, "options": {"hands": "3"}},
        {"past": [[4, 3, 2]]},
        {"past": [[4, 3, 2], [4, 4, 1], [3, 3, 3]]},
        {"past": [[4, 3, 2], [4, 4, 2]]},
        {"past": [[4, 3, 2], [10, -1, 0]]},
        {"past": [[4, 3, 2], [9, 0]]},
        {"past": [[4, 3, 2], [4.0, 4, 1]]},
        {"past": [[4, 3, 2], "441"]},
        {"past": None},
        {"pope": 3},
        {"pope": -1},
        {"pope": False},
        {"pope": "0"},
        {"hand_number": 3, "scores": [8, 7, 3]},
        {"scores": [13, 9, 4]},
        {"scores": [7, 15, 5]},
        {"scores": [13, 9, 5, 0]},
        {"scores": [13, 9, True]},
        {"scores": None},
        {"deck": DECK[:26]},
        {"deck": [*DECK[:26], DECK[0]]},
        {"deck": [*DECK[:26], "KC"]},
        {"deck": [*DECK[:26], 7]},
        {"deck": [*DECK[:26], ["7D"]]},
        {"deck": " ".join(DECK)},
        {"plays": None},
        {"plays": {}},
        {"plays": "decline"},
    ],
)
def test_a_request_that_is_not_of_the_form_has_no_index(changes: dict[str, Any]) -> None:
    assert asked(**changes)["at"] is None
    assert asked(**{"plays": [["nonsense"]], **changes})["at"] is None


@pytest.mark.parametrize("key", [key for key in request() if key != "options"])
def test_all_keys_but_options_are_required(key: str) -> None:
    form = request()
    del form[key]
    assert answer(json.dumps(form).encode())["at"] is None


def test_further_keys_are_ignored_and_missing_options_are_the_defaults() -> None:
    form = request(comment=[1.5])
    del form["options"]
    assert answer(json.dumps(form).encode()) == START


@pytest.mark.parametrize(
    "change", [lambda line: line.replace('"dealer": 0', '"dealer": -0'), lambda line: line[:-1] + ', "dealer": 0}']
)
def test_minus_zero_is_zero_and_of_a_key_written_twice_the_last_counts(change: Callable[[str], str]) -> None:
    assert answer(change(json.dumps(request())).encode()) == START
