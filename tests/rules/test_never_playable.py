"""Plays that a seat can never make next: none that it makes later, and all that no course of the hand allows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules import registry
from rules.braus.facts import BrausRefusal
from rules.core.cards import cards
from rules.core.contract import Phase, Play, Shuffle
from rules.voormsi import game as voormsi
from rules.voormsi.facts import RefusalFact
from tests.rules.positions import drawn, put

EVERY_GAME = pytest.mark.parametrize(
    ("game", "seats"),
    [*(("voormsi", n) for n in (2, 3, 4)), ("alkort", 4), ("treikort", 3), ("braus", 4), ("karnoffel", 4)],
)


def hand(game: Any, seats: int, chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Yield the states of one hand in which a seat acts, each with a random action of it."""
    state = game.start(seats, {})
    while game.phase(state) in (Phase.CUT, Phase.DEAL):
        state = game.apply(state, Shuffle(tuple(chance.sample(game.pack, len(game.pack)))))
    while game.turn(state) is not None:
        action = chance.choice(game.legal(state))
        yield state, action
        state = game.apply(state, action)


@EVERY_GAME
def test_what_a_seat_plays_next_was_never_refused_ahead(game: str, seats: int) -> None:
    rules: Any = registry.game(game)
    chance, asked = random.Random(seats), 0
    for _ in range(8):
        made = list(hand(rules, seats, chance))
        for at, (before, action) in enumerate(made):
            if not isinstance(action, Play) or not action.cards:
                continue
            leads = rules.view(before, action.seat).follow is None
            for earlier, other in reversed(made[:at]):
                if other.seat == action.seat:
                    break
                held = set(rules.view(earlier, action.seat).hand)
                if rules.phase(earlier) is Phase.PLAY and held.issuperset(action.cards):
                    asked += 1
                    for condition in (leads, None):
                        assert rules.never_playable(earlier, action.seat, action.cards, condition) is None
    assert asked > 50


@EVERY_GAME
def test_a_card_that_a_seat_does_not_hold_is_never_playable(game: str, seats: int) -> None:
    rules: Any = registry.game(game)
    for state, action in hand(rules, seats, random.Random(1)):
        for seat in set(range(seats)) - {action.seat} if rules.phase(state) is Phase.PLAY else ():
            held = rules.view(state, seat).hand
            others = [card for card in rules.pack if card not in held]
            for leads in (True, False, None):
                assert all(rules.never_playable(state, seat, (card,), leads) is not None for card in others)
                assert rules.never_playable(state, seat, (*held[:1], *held[:1]), leads) is not None


def test_5_3_another_number_of_cards_than_was_led_is_never_playable_to_the_trick() -> None:
    state = put(drawn("KH 9C 5C 5S\nJC 6C 6S QH\n9S 8C QC 8H\n9D AH JH QD"), "9C")
    assert why(state, 2, "9S 8C") is RefusalFact.WRONG_NUMBER
    assert why(state, 2, "9S") is None


def test_5_2_a_set_of_different_ranks_is_playable_only_after_a_lead() -> None:
    state = put(drawn("KH 9C 5C 5S\nJC 6C 6S QH\n9S 8C QC 8H\n9D AH JH QD"), "9C")
    assert why(state, 0, "5C KH", leads=True) is RefusalFact.NOT_ONE_RANK
    assert why(state, 0, "5C KH", leads=False) is None
    assert why(state, 0, "5C KH") is None


def test_7_2_more_cards_than_two_players_can_still_give_twice_are_never_playable() -> None:
    state = voormsi.start(2, {"deal": "four"})
    for found, action in hand(voormsi, 2, random.Random(3)):
        if voormsi.view(found, None).stock == 0 and len(voormsi.view(found, None).trick) == 0:
            state, turn = found, action.seat
            break
    held = voormsi.view(state, 1 - turn).hand
    assert len(held) == 4
    found = voormsi.never_playable(state, 1 - turn, held[:3], None)
    assert found is not None
    assert found.kind is RefusalFact.SET_TOO_LARGE


def test_5_4_a_card_below_the_heading_card_is_never_playable_to_the_trick_of_braus() -> None:
    braus: Any = registry.game("braus")
    refused = set()
    for state, action in hand(braus, 4, random.Random(5)):
        view = braus.view(state, None)
        for seat in view.to_play[1:] if view.trick else ():
            for card in braus.view(state, seat).hand:
                found = braus.never_playable(state, seat, (card,), False)
                refused |= {None if found is None else found.kind}
        assert action.seat == view.turn
    assert {None, BrausRefusal.MUST_BEAT, BrausRefusal.MUST_PASS, BrausRefusal.DUD} <= refused


def why(state: Any, seat: int, codes: str, leads: bool | None = None) -> object:
    """The kind of the reason why a seat cannot play these cards next; None if it may."""
    found = voormsi.never_playable(state, seat, cards(codes), leads)
    return None if found is None else found.kind
