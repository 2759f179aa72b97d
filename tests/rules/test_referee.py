"""The referee: a line in, a line out (RULES §14)."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

import pytest

from rules.__main__ import answer, responses
from tests.rules.positions import PACK

DECK: Final = [each.code for each in PACK]
START: Final = {
    "turn": 1,
    "legal": [["9S"], ["AS"], ["JC"], ["JC", "JH"], ["JH"]],
    "heading": None,
    "trick": [],
    "units": [0, 0],
    "waiting": [0, 0],
    "scores": [0, 0],
    "hands": [["6S", "9C", "AC", "JS"], ["9S", "AS", "JC", "JH"], ["9H", "AH", "JD", "KH"], ["6C", "8S", "9D", "AD"]],
    "stock": 20,
    "hand_over": False,
    "rubber_over": False,
    "winners": [],
    "void": False,
}
"""The answer to `request()`."""


def request(**changes: Any) -> dict[str, Any]:
    """A request that is of the form: seat 1 leads, from the pack in its order of strength."""
    form = {"game": "voormsi", "players": 4, "dealer": 0, "scores": [0, 0], "deck": DECK, "plays": []}
    return {**form, **changes}


def asked(**changes: Any) -> dict[str, Any]:
    return answer(json.dumps(request(**changes)).encode())


def test_the_answer_before_a_lead() -> None:
    assert asked() == START


def test_the_answer_within_a_trick() -> None:
    changed = {
        "turn": 3,
        "legal": [["6C"], ["8S"], ["9D"], ["AD"]],
        "heading": 2,
        "trick": [["9S"], ["KH"]],
        "hands": [START["hands"][0], ["AS", "JC", "JH"], ["9H", "AH", "JD"], START["hands"][3]],  # type: ignore[index]
    }
    assert asked(plays=[["9S"], ["KH"]]) == {**START, **changed}


def test_plays_come_in_any_order_of_cards_and_leave_sorted() -> None:
    assert asked(plays=[["JH", "JC"]])["trick"] == [["JC", "JH"]]


def test_the_end_of_a_rubber_by_ones_own_voormsi_shows_the_unfinished_trick() -> None:
    deck = ["KH", "5C", "JC", "QD", *(code for code in DECK if code not in ("KH", "5C", "JC", "QD"))]
    ended = asked(deck=deck, scores=[4, 5], plays=[["KH"], ["5C"], ["JC"]])
    expected = {"turn": None, "legal": [], "heading": 3, "trick": [["KH"], ["5C"], ["JC"]], "scores": [4, 0]}
    assert {key: ended[key] for key in expected} == expected
    assert (ended["hand_over"], ended["rubber_over"], ended["winners"], ended["waiting"]) == (True, True, [0], [0, 0])
    again = asked(deck=deck, scores=[4, 5], plays=[["KH"], ["5C"], ["JC"], ["QD"]])
    assert again["at"] == 3


@pytest.mark.parametrize(
    ("plays", "at"),
    [
        ([["9S"], ["KC"]], 1),
        ([["9S"], ["9S"]], 1),
        ([["JC", "JC"]], 0),
        ([["9S"], ["KH"], ["8S"], ["9C", "AC"]], 3),
        ([["9S", "AS"]], 0),
        ([[]], 0),
        (["9S"], 0),
        ([["9S"], None], 1),
        ([["9S"], [9]], 1),
        ([["9S"], [["KH"]]], 1),
        ([["9S"], ["kh"]], 1),
        ([["9S"], ["KD"]], 1),
        ([["9S"], ["10C"]], 1),
        ([["KH"], ["nonsense"]], 0),
    ],
)
def test_a_malformed_or_illegal_play_is_named_by_its_index(plays: list[Any], at: int) -> None:
    fault = asked(plays=plays)
    assert set(fault) == {"error", "at"}
    assert fault["at"] == at
    assert isinstance(fault["error"], str)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"plays": [["9S"], ["AS"]]}, "not_your_card (§12.2): card AS, seat 2"),
        ({"plays": [["9S", "AS"]]}, "not_one_rank (§5.2): cards 9S AS"),
        ({"plays": [["9S"], ["KH"], ["8S", "9D"]]}, "wrong_number (§5.3): wanted 1, given 2"),
        (
            {"deck": ["KH", "JC", *(code for code in DECK if code not in ("KH", "JC"))], "plays": [["KH"], ["9H"]]},
            "toqutsit_must_be_played (§5.5): card JC, on KH, of 1",
        ),
        ({"deck": [*DECK[:35], "9C"]}, "bad_shuffle (§2.1)"),
        ({"options": {"deal": "five"}}, "unknown_choice (§11): option deal, choice five, choices four all"),
    ],
)
def test_an_error_is_plain_text_without_values_of_the_program(changes: dict[str, Any], error: str) -> None:
    assert asked(**changes)["error"] == error


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "brus"},
        {"game": 7},
        {"game": ["voormsi"]},
        {"players": 5},
        {"players": 1},
        {"players": "4"},
        {"players": 4.0},
        {"players": True},
        {"players": None},
        {"options": None},
        {"options": []},
        {"options": {"colour": "red"}},
        {"options": {"deal": "five"}},
        {"options": {"deal": ["all"]}},
        {"options": {"length": "hands:3"}},
        {"players": 2, "options": {"deal": "all"}},
        {"dealer": 4},
        {"dealer": -1},
        {"dealer": False},
        {"dealer": 10**30},
        {"dealer": 0.0},
        {"dealer": None},
        {"scores": [0]},
        {"scores": [0, 0, 0]},
        {"scores": [0, 9]},
        {"scores": [0, -1]},
        {"scores": [0, True]},
        {"scores": [0, 1.0]},
        {"scores": {"0": 0}},
        {"deck": DECK[:35]},
        {"deck": [*DECK[:35], "9C"]},
        {"deck": [*DECK[:35], "KD"]},
        {"deck": [*DECK[:35], None]},
        {"deck": [*DECK[:35], ["3D"]]},
        {"deck": " ".join(DECK)},
        {"plays": None},
        {"plays": {}},
        {"plays": "9S"},
    ],
)
def test_a_request_that_is_not_of_the_form_has_no_index(changes: dict[str, Any]) -> None:
    assert asked(**changes)["at"] is None
    assert asked(**{"plays": [["nonsense"]], **changes})["at"] is None


@pytest.mark.parametrize("key", ["game", "players", "dealer", "scores", "deck", "plays"])
def test_all_keys_but_options_are_required(key: str) -> None:
    form = request()
    del form[key]
    assert answer(json.dumps(form).encode())["at"] is None


def test_further_keys_are_ignored_and_missing_options_are_the_defaults() -> None:
    assert asked(options={}, comment=["x", 10**500, 1e300]) == START


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"nonsense",
        b"[]",
        b"3",
        b'"voormsi"',
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"game": "voormsi", "players": NaN}',
        b"\xef\xbb\xbf{}",
        json.dumps(request(comment=float("nan"))).encode(),
        json.dumps(request()).encode() + b" x",
        json.dumps(request()).replace('"dealer": 0', '"dealer": ' + "9" * 5000).encode(),
    ],
)
def test_a_line_that_is_no_request_has_no_index(line: bytes) -> None:
    fault = answer(line)
    assert set(fault) == {"error", "at"}
    assert fault["at"] is None


def test_every_line_has_its_answer_whatever_came_before() -> None:
    lines = [b"nonsense\n", json.dumps(request()).encode() + b"\r\n", b"\n", json.dumps(request()).encode()]
    assert [json.loads(line).get("turn") for line in responses(lines)] == [None, 1, None, 1]


def test_the_program_answers_each_line_at_once() -> None:
    command = [sys.executable, "-m", "rules", "referee"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        for _ in range(3):
            program.stdin.write(json.dumps(request()).encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline()) == START
        program.stdin.close()
        assert program.wait(timeout=60) == 0


def test_the_program_says_how_it_is_called() -> None:
    done = subprocess.run([sys.executable, "-m", "rules"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "referee" in done.stderr
