"""The computer player of Alkort: its plays in positions that call for one of its rules of thumb, and its legality."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from players import Memory
from players.alkort import know
from players.registry import chooser
from rules.alkort import game as alkort
from rules.alkort.ranking import cards_of, mask_of
from rules.alkort.state import AlkortState
from rules.core.cards import cards
from rules.core.contract import Move, Play
from tests.rules.alkort.positions import MEEK, PACK, drawn, later, put
from tests.rules.alkort.test_properties import hand_of, other_worlds, replayed

STEADY = chooser("alkort", "steady")


class AlkortCase(NamedTuple):
    why: str
    hands: str
    """The hands of seats 0 to 3, by `/`; each is filled up with the highest cards that are left."""
    played: str
    """The plays before, seat 0 leading."""
    right: str
    """The plays that are right."""
    options: Mapping[str, str] = MappingProxyType({})


LOW = "9C 9S 4S 4H 4D 3C 3S 3H"
"""Rubbish that takes no Ace."""
MINE = "8S AC 6C 8D 2C 4H 9S 4S 4D"
CASES = [
    AlkortCase("last, an opponent heads: the lowest card that wins", f"AS/6D/QH/{MINE}", "AS 6D QH", "8S"),
    AlkortCase("last, an opponent heads: a low Eight is enough", f"9C/QC/QS/{MINE}", "9C QC QS", "8D"),
    AlkortCase("last, the partner heads: rubbish", f"9C/AS/QS/{MINE}", "9C AS QS", "4H 9S 4S 4D"),
    AlkortCase("last, nothing wins: rubbish", f"KD/QC/QS/{MINE}", "KD QC QS", "4H 9S 4S 4D"),
    AlkortCase("last, a Two takes a King, and stronger cards stay", f"KC/QC/KS/{MINE}", "KC QC KS", "2C"),
    AlkortCase("second to a strong Seven: rubbish", f"7C/{MINE}", "7C", "4H 9S 4S 4D"),
    AlkortCase("third, the partner's K♦ heads: rubbish", f"KD/9C/{MINE}", "KD 9C", "4H 9S 4S 4D"),
    AlkortCase("the lead after a trick won: a Seven", f"7C {MINE.replace(' 4D', '')}", "", "7C"),
    AlkortCase(
        "low Eights that are rubbish take nothing", f"9C/QC/QS/{MINE}", "9C QC QS", "6C", {"low_eights": "rubbish"}
    ),
]


def choice(state: AlkortState, played: tuple[Play, ...] = ()) -> Play | Move:
    assert state.turn >= 0
    return STEADY(alkort.view(state, state.turn), Memory(played, state_options(state)))


def state_options(state: AlkortState) -> dict[str, str]:
    return dict(zip((option.name for option in alkort.options), state.terms.options, strict=True))


@pytest.mark.parametrize("case", CASES, ids=[case.why for case in CASES])
def test_steady_plays_by_its_rules_of_thumb(case: AlkortCase) -> None:
    hands = case.hands.replace("/", "\n")
    state = put(later(drawn(hands, options={"showing": "none", **case.options})), *case.played.split())
    chosen = choice(state)
    assert chosen.cards[0] in cards(case.right)


@pytest.mark.parametrize(("opening_seven", "right"), [("worthless", "8D"), ("strong", "4H 9S 4S 4D")])
def test_a_seven_that_opens_a_hand_is_taken_with_the_lowest_card_where_it_is_worthless(
    opening_seven: str, right: str
) -> None:
    options = {"showing": "none", "opening_seven": opening_seven}
    state = put(drawn(f"7C\n9C\n3S\n{MINE}", options=options), "7C", "9C", "3S")
    assert choice(state).cards[0] in cards(right)


@pytest.mark.parametrize(("partner", "right"), [("2H 6C", LOW), ("JC JS 6C 6S 6H 8C 8H KC KS", "KD")])
def test_it_leaves_a_trick_to_its_partner_if_it_was_shown_a_card_that_wins_it(partner: str, right: str) -> None:
    state = put(drawn(f"AC\nKD {LOW}\nQC\n{partner}"), "AC")
    assert choice(state).cards[0] in cards(right)


def test_it_takes_the_stock_and_keeps_a_seven_else_the_highest_card() -> None:
    assert choice(drawn(MEEK)) == Move(0, "keep", cards("7S"))
    assert choice(drawn(MEEK.replace("7S 7D", "8D KC"))) == Move(0, "keep", cards("8C"))


def test_it_counts_on_what_its_partner_can_hold() -> None:
    state = drawn("AC\nKD\nJC JS 6C 6S 6H 8C 8H KC KS\nAD")
    known = know(alkort.view(state, 0), Memory())
    assert cards_of(known.has[2]) == cards("JC")
    assert known.chance_to_hold(2, mask_of(cards("JC"))) == 1
    assert known.chance_to_hold(1, mask_of(cards("JC AC"))) == 0, "its partner has the one, and it has the other"
    assert known.chance_to_hold(2, mask_of(PACK[:10])) == 0
    assert 0 < known.chance_to_hold(2, mask_of(cards("JS"))) < 1
    assert 0 < known.chance_to_hold(1, mask_of(cards("KD"))) < 1


def test_it_knows_the_hand_that_its_partner_has_shown() -> None:
    state = put(drawn("AC\nKD\nJC JS 6C 6S 6H 8C 8H KC KS\nAD", options={"showing": "hand"}), "AC", "KD")
    known = know(alkort.view(state, 0), Memory((Play(0, cards("AC")), Play(1, cards("KD")))))
    assert {*cards_of(known.has[2])} == {*cards("JC JS 6C 6S 6H 8C 8H KC KS")}
    assert known.chance_to_hold(2, mask_of(cards("JD"))) == 0


def test_it_counts_on_who_declined_the_stock() -> None:
    state = put(drawn(f"AC\n{MEEK}"), "decline")
    known = know(alkort.view(state, 0), Memory())
    assert known.chance_to_hold(1, mask_of(PACK[:18])) == 0


def test_what_a_seat_cannot_see_does_not_change_what_it_does() -> None:
    count = 0
    for seed in range(8):
        ready, actions = hand_of(seed, {}, 30)
        states = replayed(ready, actions)
        assert states is not None
        seat = states[-1].turn
        if seat < 0:
            continue
        memory = Memory(tuple(action for action in actions if isinstance(action, Play)))
        for world in other_worlds(ready, actions, seat, random.Random(seed))[-1:]:
            changed = replayed(ready, world)
            assert changed is not None
            assert STEADY(alkort.view(changed[-1], seat), memory) == STEADY(alkort.view(states[-1], seat), memory)
            count += 1
    assert count > 3
