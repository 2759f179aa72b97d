"""The computer for Treikort: what it does in positions that a good player would not get wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest

from players import Memory
from players.treikort import CardCount, chance_to_hold, choose, count_cards
from rules.core.cards import cards
from rules.core.contract import Move, Play, SeatAction, View
from rules.treikort import game as treikort
from rules.treikort.ranking import mask_of
from rules.treikort.state import TreikortState
from tests.rules.treikort.positions import TABLES, ask, drawn, give_back, greedy_rubber, put
from tests.rules.treikort.test_properties import permuted

POPES: Final = "KD 2H 7C JC JS JH 8C 8H 6C\nQC 7S AC AS AH\n2S 4C 7D"
"""Hands with the Pope in seat 0: seat 1 gives Q♣ or 7♠, seat 2 gives 2♠ or a Seven."""


def chosen(state: TreikortState, codes: str = "") -> SeatAction:
    """The effect of the cards after these plays."""
    made: list[Play] = []
    for code in codes.split():
        made.append(Play(state.turn, cards(code)))
        state = put(state, code)
    return choose(treikort.view(state, state.turn), Memory(tuple(made)))


def positions(seed: int) -> Iterator[tuple[TreikortState, View, Memory]]:
    """Every position of a rubber, as the seat to act sees it."""
    options, plays = TABLES[seed % len(TABLES)], list[Play]()
    for state, action, _ in greedy_rubber(seed, options):
        if isinstance(action, Play):
            yield state, treikort.view(state, action.seat), Memory(tuple(plays), options)
            plays.append(action)
        elif isinstance(action, Move):
            yield state, treikort.view(state, action.seat), Memory((), options)
        else:
            plays.clear()


@pytest.mark.parametrize("seed", range(4))
def test_what_it_cannot_see_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    for state, view, memory in positions(seed):
        other = treikort.view(permuted(state, view.seat, chance), view.seat)
        assert choose(other, memory) == choose(view, memory)


def test_last_to_play_it_takes_the_trick_with_the_lowest_card_that_does() -> None:
    state = drawn("AC\nJD\nQC 2S AS 9D 9H 8C 8D 6C 7D")
    assert chosen(state, "AC JD") == Play(2, cards("9D"))


def test_a_trick_that_it_cannot_take_gets_its_lowest_card() -> None:
    state = drawn("QC\n2S KD AC 7C 8D 8H 6D JC AS")
    assert chosen(state, "QC") == Play(1, cards("8D"))


def test_with_the_lead_and_nothing_else_that_is_sure_it_leads_a_seven() -> None:
    state = drawn("QC 7C 8D 8H 8C 6D 6H 6S 6C\nAC 2S\nAS KD")
    assert chosen(state, "QC AC AS") == Play(0, cards("7C"))


def test_the_pope_takes_the_highest_card_of_whoever_has_won_most() -> None:
    for past, asked in (([(5, 4, 0)] * 3, 2), ([(5, 0, 4)] * 3, 1)):
        assert chosen(drawn(POPES, pope=0, past=past)) == Move(0, "ask", to=asked)


def test_the_pope_keeps_his_seven_and_gives_back_his_lowest_cards() -> None:
    state = ask(drawn(POPES, pope=0), 1)
    assert chosen(state) == Move(0, "return", cards("8H"), 2)
    assert chosen(give_back(state, "8H")) == Move(0, "return", cards("8C"), 1)


def known_to(state: TreikortState, seat: int) -> CardCount:
    return count_cards(treikort.view(state, seat), Memory())


def test_what_passed_is_known_to_whom_it_was_shown() -> None:
    state = give_back(ask(drawn(POPES, pope=0), 1), "8H 8C")
    assert known_to(state, 0).seats[2].held == mask_of(cards("8H"))
    assert known_to(state, 1).seats[0].held == mask_of(cards("7S"))
    assert known_to(state, 2).seats[0].held == mask_of(cards("2S"))
    assert chance_to_hold(known_to(state, 0), 2, mask_of(cards("QC"))) == 0
    assert chance_to_hold(known_to(state, 0), 1, mask_of(cards("QC"))) == 1
    assert 0 < chance_to_hold(known_to(state, 1), 2, mask_of(cards("4C"))) < 1


def test_who_gave_its_highest_card_may_hold_any_lower_one() -> None:
    state = give_back(ask(drawn(POPES, pope=0), 1), "8H 8C")
    for code in ("4C", "AC", "8D"):
        chances = [chance_to_hold(known_to(state, 0), seat, mask_of(cards(code))) for seat in (1, 2)]
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0


def test_who_gave_no_seven_holds_none_for_everybody() -> None:
    state = give_back(ask(drawn("7C 7S 7H\nQC 2S\n7D KD", pope=0), 1), "8D")
    assert chance_to_hold(known_to(state, 2), 1, mask_of(cards("7C"))) == 0
    assert chance_to_hold(known_to(state, 2), 0, mask_of(cards("7C"))) == 1


def test_a_high_card_that_was_given_back_is_with_whom_it_was_given_to_alone() -> None:
    state = drawn("QC 2H 7C JC JS JH 8C 8H 6C\nKD 7S AC AS AH\n2S 4C 7D", pope=0)
    state = give_back(ask(state, 1), "QC 8H")
    assert [chance_to_hold(known_to(state, 0), seat, mask_of(cards("QC"))) for seat in (1, 2)] == [0, 1]
