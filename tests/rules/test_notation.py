"""Rubbers as text and JSON: exact round trips, and a line and a reason for what is no record."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.cards import cards
from rules.core.contract import Play
from rules.notation import (
    NotationError,
    NotationFact,
    Record,
    actions,
    fold,
    from_json,
    public,
    read,
    record,
    to_json,
    write,
)
from rules.voormsi import game as voormsi
from rules.voormsi.facts import RefusalFact
from tests.rules.positions import random_rubber
from tests.rules.test_properties import tables

TEXT: Final = (Path(__file__).parent / "golden" / "four-three-hands.txt").read_text(encoding="utf-8")
LINES: Final = TEXT.split("\n")

labels = st.text(max_size=120)
tags = st.dictionaries(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,29}", fullmatch=True), labels, max_size=3)


@st.composite
def records(draw: st.DrawFn) -> Record:
    number, options = draw(tables())
    stop = draw(st.integers(0, 250))
    steps = itertools.islice(random_rubber(draw(st.integers(0, 10**6)), number, options), stop)
    players = draw(st.lists(labels, min_size=number, max_size=number))
    done = [action for _, action, _ in steps]
    return record(voormsi, players, options, done, draw(tags), draw(st.lists(tags, max_size=2)))


@given(records())
@settings(max_examples=20)
def test_text_and_json_round_trips_are_exact(whole: Record) -> None:
    text = write(whole)
    assert read(text) == whole
    assert write(read(text)) == text
    assert max(map(len, text.split("\n"))) < 78
    assert from_json(json.loads(json.dumps(to_json(whole)))) == whole


@given(records())
@settings(max_examples=40)
def test_a_record_with_its_running_hand_hidden_reads_and_tells_no_card_that_was_not_played(whole: Record) -> None:
    shown = public(whole)
    assert read(write(shown)) == shown
    assert from_json(to_json(shown)) == shown
    if whole.hands and whole.hands[-1].scores is None:
        assert shown.hands[-1].deck is None
        assert shown.hands[-1].plays == whole.hands[-1].plays


@given(tables(), st.integers(0, 10**6), st.integers(0, 300))
@settings(max_examples=40)
def test_the_fold_of_the_record_equals_the_state(table: tuple[int, dict[str, str]], seed: int, stop: int) -> None:
    state = voormsi.start(*table)
    done = []
    for _, action, state in itertools.islice(random_rubber(seed, *table), stop):  # noqa: B007 (the last is wanted)
        done.append(action)
    whole = record(voormsi, [f"player {seat}" for seat in range(table[0])], table[1], done)
    assert fold(whole) == state
    assert [action for action in actions(whole) if isinstance(action, Play)] == [
        action for action in done if isinstance(action, Play)
    ]


def test_mail_may_change_line_ends_and_add_blank_lines() -> None:
    assert read(TEXT.replace("\n", "\r\n")) == read(TEXT)
    assert read("\n\n" + TEXT.replace("\n", "  \n\n")) == read(TEXT)


def line_of(start: str, nth: int = 1) -> int:
    """The number of the nth line that begins so, from 1."""
    return [number for number, line in enumerate(LINES, 1) if line.startswith(start)][nth - 1]


def changed(number: int, change: Callable[[str], str | None]) -> str:
    """The text with one line changed, or left out."""
    new = change(LINES[number - 1])
    return "\n".join([*LINES[: number - 1], *([] if new is None else [new]), *LINES[number:]])


def swapped(line: str) -> str:
    """A trick line with its first two plays' cards exchanged, so that nobody has played their own."""
    number, first, second, *rest = line.split(" ")
    one, two = first.split(":"), second.split(":")
    return " ".join([number, f"{one[0]}:{two[1]}", f"{two[0]}:{one[1]}", *rest])


BAD: Final[list[tuple[str, int, Callable[[str], str | None], NotationFact]]] = [
    ("Game", 1, lambda _: "Game: whist", NotationFact.UNKNOWN_GAME),
    ("Game", 1, lambda _: "Hello", NotationFact.NOT_NOTATION),
    ("Notation", 1, lambda _: "Notation: 9", NotationFact.UNKNOWN_VERSION),
    ("Notation", 1, lambda _: "Notation is 1", NotationFact.MISSING),
    ("Player 0", 1, lambda _: "Player 1: Bo", NotationFact.MISPLACED),
    ("Player 2", 1, lambda _: 'Player 2: "Bo', NotationFact.BAD_VALUE),
    ("Player 2", 1, lambda _: "Player 2:", NotationFact.BAD_VALUE),
    ("Player 2", 1, lambda _: 'Player 2: "Bo" 3', NotationFact.BAD_VALUE),
    ("Option length", 1, lambda _: "Option length: forever", NotationFact.BAD_OPTIONS),
    ("Option length", 1, lambda _: "Option deal: four", NotationFact.MISPLACED),
    ("Tag table", 1, lambda _: "Tag ta ble: x", NotationFact.BAD_VALUE),
    ("Tag table", 1, lambda _: "Colour: red", NotationFact.UNKNOWN_LINE),
    ("Cut", 1, lambda line: line + " 9C 9S 9H 9D", NotationFact.WRONG_CUT),
    ("Cut", 1, lambda _: "Cut: 9C 9C 9S 9H", NotationFact.ILLEGAL),
    ("Cut", 1, lambda _: "Cut: 9C ZZ 9S 9H", NotationFact.BAD_CARD),
    ("Hand 1", 1, lambda line: line.replace("Hand 1", "Hand 2"), NotationFact.WRONG_HAND),
    ("Hand 1", 1, lambda _: "Hand 1: somebody", NotationFact.UNKNOWN_LINE),
    ("Hand 2", 1, lambda _: "Hand 2: dealer 9", NotationFact.WRONG_DEALER),
    ("Deck", 1, lambda line: line[:-2] + "KD", NotationFact.ILLEGAL),
    ("Deck", 2, lambda line: line[:-2] + "9X", NotationFact.BAD_CARD),
    ("1. ", 1, swapped, NotationFact.ILLEGAL),
    ("1. ", 1, lambda line: line[:-1] + "7", NotationFact.WRONG_WINNER),
    ("1. ", 1, lambda line: line[: line.index(" =")], NotationFact.WRONG_WINNER),
    ("2. ", 1, lambda line: "7" + line[1:], NotationFact.WRONG_TRICK),
    ("1. ", 1, lambda _: "1. nonsense", NotationFact.BAD_VALUE),
    ("1. ", 1, lambda _: "1. 0:9C+", NotationFact.BAD_CARD),
    ("Scores", 1, lambda _: "Scores: 7 7", NotationFact.WRONG_SCORES),
    ("Scores", 1, lambda _: "Scores: x 7", NotationFact.BAD_NUMBER),
    ("Result", 1, lambda _: "Result: somebody", NotationFact.UNKNOWN_LINE),
    ("Result", 1, lambda _: "Result: drawn by 0", NotationFact.BAD_VALUE),
    ("Result", 1, lambda _: "Result: drawn by 0 1", NotationFact.WRONG_RESULT),
    ("Deck", 1, lambda _: "Hand 2: dealer 1", NotationFact.MISSING),
    ("7. ", 1, lambda line: line.replace(" 3:QH", "\n8. 3:QH"), NotationFact.WRONG_PLAYS),
    ("Scores", 1, lambda line: "Moves: 0\n" + line, NotationFact.BAD_VALUE),
    ("Scores", 1, lambda line: "Moves:\n" + line, NotationFact.MISPLACED),
]


@pytest.mark.parametrize(("start", "nth", "change", "kind"), BAD)
def test_bad_text_tells_its_line_and_the_reason(
    start: str, nth: int, change: Callable[[str], str | None], kind: NotationFact
) -> None:
    number = line_of(start, nth)
    with pytest.raises(NotationError) as fault:
        read(changed(number, change))
    assert (fault.value.why.kind, fault.value.line, fault.value.path) == (kind, number, None)
    assert str(fault.value).startswith(f"line {number}: ")


def test_an_empty_text_is_no_record() -> None:
    for text in ("", "\n \n"):
        with pytest.raises(NotationError) as fault:
            read(text)
        assert fault.value.why.kind is NotationFact.EMPTY


@pytest.mark.parametrize(
    ("start", "added", "kind"),
    [
        ("Cut", "Cut: 9C 9S 9H 9D", NotationFact.AFTER_END),
        ("Result", "Tag late: x", NotationFact.MISPLACED),
        *(
            (start, added, NotationFact.MISPLACED)
            for start in ("Hand 1", "Scores")
            for added in ("1. 0:9C", "Moves: 0:decline", "Scores: 1 0", "Player 4: Bo", "Option late: x", "Cut: 9C")
        ),
    ],
)
def test_a_line_where_it_does_not_belong_is_told(start: str, added: str, kind: NotationFact) -> None:
    number = line_of(start)
    with pytest.raises(NotationError) as fault:
        read(changed(number, lambda line: f"{line}\n{added}"))
    assert (fault.value.why.kind, fault.value.line) == (kind, number + 1)


def test_a_text_that_ends_after_its_first_line_lacks_the_version() -> None:
    with pytest.raises(NotationError) as fault:
        read(LINES[0])
    assert (fault.value.why.kind, fault.value.why.about) == (NotationFact.MISSING, {"what": "Notation"})


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        ("Notation", NotationFact.MISSING),
        ("Player 3", NotationFact.WRONG_CUT),
        ("Cut", NotationFact.AFTER_END),
        ("Hand 1", NotationFact.MISPLACED),
        ("Scores", NotationFact.WRONG_SCORES),
        ("Result", NotationFact.WRONG_RESULT),
    ],
)
def test_a_line_left_out_is_told(start: str, kind: NotationFact) -> None:
    with pytest.raises(NotationError) as fault:
        read(changed(line_of(start), lambda _: None))
    assert fault.value.why.kind is kind


def test_an_illegal_play_carries_the_refusal() -> None:
    with pytest.raises(NotationError) as fault:
        read(changed(line_of("1. "), swapped))
    about = fault.value.why.about
    assert about["refusal"].kind is RefusalFact.NOT_YOUR_CARD
    assert len(about["cards"]) == 1
    card = about["cards"][0].code
    refusal = f"not_your_card (§12.2): card {card}, seat {about['seat']}"
    assert f"notation_illegal: refusal [{refusal}], seat {about['seat']}, cards {card}" in str(fault.value)


def test_only_the_running_hand_may_be_hidden() -> None:
    whole = read(TEXT)
    with pytest.raises(NotationError):
        write(replace(whole, hands=(replace(whole.hands[0], deck=None), *whole.hands[1:])))


def test_a_hand_after_a_hidden_one_is_told() -> None:
    with pytest.raises(NotationError) as fault:
        read(write(running()) + "\nHand 3: dealer 3\nDeck: hidden\n")
    assert fault.value.why.kind is NotationFact.NOT_HIDDEN


def running() -> Record:
    """A record that stops within its second hand, hidden."""
    whole = read(TEXT)
    second = replace(whole.hands[1], plays=whole.hands[1].plays[:14], scores=None)
    return public(replace(whole, hands=(whole.hands[0], second), result=None))


def test_a_hidden_hand_is_checked_for_what_is_public() -> None:
    shown = running()
    assert read(write(shown)) == shown
    hand = shown.hands[-1]
    turned = replace(hand, plays=(*hand.plays[:3], Play((hand.plays[3].seat + 1) % 4, hand.plays[3].cards)))
    twice = replace(hand, plays=(*hand.plays[:5], Play(hand.plays[5].seat, hand.plays[0].cards)))
    for wrong, kind in ((turned, RefusalFact.NOT_YOUR_TURN), (twice, RefusalFact.NOT_YOUR_CARD)):
        with pytest.raises(NotationError) as fault:
            write(replace(shown, hands=(*shown.hands[:-1], wrong)))
        assert fault.value.why.about["refusal"].kind is kind
        assert fault.value.path == f"hands[1].plays[{len(wrong.plays) - 1}]"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"game": "whist"}, "game"),
        ({"game": 3}, "game"),
        ({"notation": 3}, "notation"),
        ({"players": "Anna"}, "players"),
        ({"players": ["a", "b", "c", 4]}, "players[3]"),
        ({"players": ["a"]}, "options"),
        ({"options": {"deal": "x"}}, "options"),
        ({"tags": {"a": 1}}, "tags.a"),
        ({"cuts": [["9C"]]}, "cuts[0]"),
        ({"cuts": [["9X"]]}, "cuts[0][0]"),
        ({"hands": [{}]}, "hands[0].dealer"),
        ({"hands": 5}, "hands"),
        ({"result": [True]}, "result[0]"),
    ],
)
def test_bad_json_tells_its_place(change: dict[str, Any], path: str) -> None:
    with pytest.raises(NotationError) as fault:
        from_json({**to_json(read(TEXT)), **change})
    assert (fault.value.path, fault.value.line) == (path, None)


def test_json_that_is_no_object_is_told() -> None:
    with pytest.raises(NotationError) as fault:
        from_json([])
    assert fault.value.why.kind is NotationFact.NOT_OF_FORM


def test_actions_that_the_rules_refuse_make_no_record() -> None:
    with pytest.raises(ValueError, match="not_dealt"):
        record(voormsi, ["a", "b", "c", "d"], {}, [Play(0, cards("9C"))])
