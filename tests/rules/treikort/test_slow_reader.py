"""The referee's answers, compared with those of a second and slower reading of the law."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules.__main__ import answer
from rules.treikort import game as treikort
from tests.rules.treikort.slow_reader import ROLL, slow_answer


def request(chance: random.Random) -> dict[str, Any]:
    """A hand of some rubber, before its first action."""
    options = {option.name: chance.choice(option.choices) for option in treikort.options if chance.random() < 0.6}
    hands = int(options.get("hands", "9"))
    number = min(hands, chance.choice([1, 2, 3, 4, 5, hands]))
    played = [tricks(chance) for _ in range(number - 1)]
    return {
        "game": "treikort",
        "players": 3,
        "options": options,
        "dealer": chance.randrange(3),
        "hand_number": number,
        "past": played[-2:],
        "pope": chance.choice([None, 0, 1, 2]) if number > 3 else None,
        "scores": [sum(hand[seat] for hand in played) for seat in range(3)],
        "deck": chance.sample(ROLL, len(ROLL)),
        "plays": [],
    }


def tricks(chance: random.Random) -> list[int]:
    """The tricks of a hand by seat, often those of two seats alone."""
    first = chance.randint(0, 9)
    second = chance.choice([9 - first, chance.randint(0, 9 - first)])
    return chance.sample([first, second, 9 - first - second], 3)


def compared(asked: dict[str, Any]) -> dict[str, Any]:
    right, found = slow_answer(asked), answer(json.dumps(asked).encode())
    assert right == ({"at": found["at"]} if "error" in found else found)
    return right


@pytest.mark.parametrize("hands", [15, pytest.param(2000, marks=pytest.mark.slow)])
def test_both_readings_of_the_law_agree_after_every_action_and_on_illegal_ones(hands: int) -> None:
    chance = random.Random(hands)
    actions = [["decline"], *(["ask", str(seat)] for seat in range(3))]
    actions += [[*kind, card] for card in ROLL for kind in ([], ["return"])]
    for _ in range(hands):
        asked = request(chance)
        while legal := compared(asked)["legal"]:
            compared({**asked, "plays": [*asked["plays"], chance.choice(actions)]})
            asked["plays"].append(chance.choice(legal))
        assert compared({**asked, "plays": [*asked["plays"], ["QC"]]}) == {"at": len(asked["plays"])}
