"""All lines of play from small fixed positions, counted; and which side they end with (known numbers)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from rules.core.cards import cards
from rules.core.contract import IllegalAction, SeatAction
from rules.voormsi import game as voormsi
from rules.voormsi.options import terms
from rules.voormsi.ranking import mask_of
from rules.voormsi.state import SHIFTS, State, begin
from tests.rules.positions import drawn


def ending(text: str, **options: str) -> State:
    """The last tricks of a hand: one line a seat with all that it holds, seat 0 leads, no stock."""
    rows = [cards(line) for line in text.strip().splitlines()]
    seats = len(rows)
    state = drawn("\n".join(["9C", "9S", "9H", "9D"][:seats]), options=options)
    hands = sum(mask_of(row) << SHIFTS[seat] for seat, row in enumerate(rows))
    ready = begin(terms(seats, options), seats - 1)
    return replace(ready, hand_number=1, order=state.order, turn=state.turn, hands=hands)


def lines(state: State, depth: int = 99) -> int:
    """Lines of play up to so many plays, or to the end of the hand."""
    plays: Sequence[SeatAction] = voormsi.legal(state) if depth else ()
    return sum(lines(after(state, play), depth - 1) for play in plays) if plays else 1


def ends(state: State) -> Counter[tuple[int, ...]]:
    """The number of lines of play that end with these units."""
    plays = voormsi.legal(state)
    if not plays:
        return Counter([voormsi.view(state, None).units])
    return sum((ends(after(state, play)) for play in plays), Counter[tuple[int, ...]]())


def after(state: State, play: SeatAction) -> State:
    step = voormsi.apply(state, play)
    assert not isinstance(step, IllegalAction)
    return step


ENDINGS: Final = {
    "powers": "7H KC\nKH KS\nJC 3D\n7C 9C",
    "sets": "9C 9S 5D\nKH JC 8S\n3D AC AS\n7C 7S QD",
    "sevens": "7H 7D KH\nKC 7S 9C\nKS 7C JC\n3D QD QH",
    "three": "7H 7D KH\nKC 3D JC\nKS 7C 9C",
    "two": "KH 7H KC JC\n3D 7C KS 8S",
}
KNOWN: Final[dict[str, tuple[int, dict[tuple[int, ...], int]]]] = {
    "powers": (14, {(1, 1): 10, (2, 0): 4}),
    "sets": (1350, {(1, 2): 1332, (0, 3): 18}),
    "sevens": (
        1210,
        {
            (0, 0): 3,
            (0, 1): 48,
            (0, 2): 52,
            (0, 3): 142,
            (1, 0): 8,
            (1, 1): 44,
            (1, 2): 488,
            (2, 0): 6,
            (2, 1): 401,
            (3, 0): 18,
        },
    ),
    "three": (175, {(0, 1, 2): 20, (0, 2, 1): 36, (1, 1, 1): 30, (1, 2, 0): 51, (2, 1, 0): 35, (3, 0, 0): 3}),
    "two": (549, {(0, 0): 3, (0, 1): 23, (0, 2): 92, (1, 0): 7, (1, 1): 420, (2, 0): 4}),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_lines_of_small_endings(name: str) -> None:
    state = ending(ENDINGS[name])
    assert (lines(state), dict(ends(state))) == KNOWN[name]


@pytest.mark.parametrize(
    ("text", "depth", "known"),
    [
        ("9C 9S 5D KH\nJC 8S 3D AC\nAS 7C 7S QD\n7H KC KS 6C", 6, 6880),
        ("JC 9C 9S 7H\nKH KC 3D 7D", 7, 42626),
        ("JC KC KS 7H\nKH 9C 9D 3D\n7C 7S 8S 8C", 6, 12272),
    ],
)
def test_the_lines_of_a_whole_deal_up_to_a_depth(text: str, depth: int, known: int) -> None:
    assert lines(drawn(text), depth) == known
