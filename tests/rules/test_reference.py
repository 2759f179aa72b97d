"""The referees beside the references, which were written from the laws alone."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.__main__ import answer
from tests.rules.reference.breaking import other_text
from tests.rules.reference.compare import questions, same
from tests.rules.reference.requests import REFERENCES


def compare(game: str, actions: int, seed: int) -> None:
    """Fail with the first request on which the two differ."""
    for request, expected in questions(Random(seed), game, actions):
        given = answer(json.dumps(request).encode())
        assert same(expected, given), f"{json.dumps(request)}\nreference {expected}\nreferee   {given}"


@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_a_referee_answers_as_its_reference(game: str) -> None:
    compare(game, 400, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_a_referee_answers_very_many_requests_as_its_reference(game: str, seed: int) -> None:
    compare(game, 30_000, seed)


@pytest.mark.parametrize("game", sorted(REFERENCES))
@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"null",
        b"[%s]",
        b"%s %s",
        b"\xff%s",
        b'{"x": NaN, "y": %s}',
        b'{"x": %s',
    ],
)
def test_a_line_that_is_no_object_is_refused(game: str, line: bytes) -> None:
    request, _ = next(questions(Random(1), game, 1))
    refused = answer(line.replace(b"%s", json.dumps(request).encode()))
    assert set(refused) == {"error", "at"}
    assert refused["at"] is None


def referee_of(line: bytes) -> dict[str, Any]:
    """The reference's answer to a line; null for `at` where there is no JSON object, or another game."""
    try:
        request = json.loads(line.decode(), parse_constant=float_only)
    except ValueError:
        request = None
    known = type(request) is dict and type(request.get("game")) is str and request["game"] in REFERENCES
    return REFERENCES[request["game"]](request) if known else {"error": "", "at": None}


def float_only(name: str) -> float:
    raise ValueError(name)


@pytest.mark.parametrize("lines", [150, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_a_line_of_other_characters_is_answered_as_by_the_reference(game: str, lines: int) -> None:
    random = Random(4)
    for request, _ in islice(questions(random, game, lines), lines):
        line = other_text(random, json.dumps(request).encode())
        expected, given = referee_of(line), answer(line)
        assert same(expected, given), f"{line!r}\nreference {expected}\nreferee   {given}"


@pytest.mark.parametrize("game", sorted(REFERENCES))
def test_the_questions_of_a_seed_are_always_the_same(game: str) -> None:
    one, other = (list(islice(questions(Random(3), game, 100), 100)) for _ in range(2))
    assert one == other
