"""The knowledge of `steady` of the other hands of Bräus, and its plays where they are clear."""

from __future__ import annotations

import random

import pytest

from benchmarks.players import at_random, shuffled
from players.braus import OpenTrick, UnseenCards, choose, draw, fitting_seats, play_out, unseen_by
from players.braus import _value as worth_of_end
from rules.braus.ranking import LIVE, OUTCOME_CARD, PLAYABLE, SEVENS, mask_of
from rules.core.cards import cards
from tests.players.braus.tables import played, seen
from tests.players.rubbers import positions
from tests.rules.braus.positions import DEAL_B, PLAYS_B, dealt


@pytest.mark.parametrize("seats", [4, 6])
def test_what_it_holds_for_impossible_is_never_in_that_hand(seats: int) -> None:
    for deck in (deck for deck, _ in zip(shuffled("braus", 3), range(12), strict=False)):
        hands = [mask_of(deck[(seat - 1) % seats :: seats]) for seat in range(seats)]
        for view, memory in played(seats, [at_random(4)] * seats, deck, {}):
            known = unseen_by(view, memory)
            gone = mask_of(card for play in memory.plays for card in play.cards)
            for seat, hand in enumerate(hands):
                assert not known.lacked[seat] & hand & ~gone
                assert seat == view.seat or known.room[seat] == (hand & ~gone).bit_count()


def test_every_deal_that_it_imagines_fits_what_it_knows() -> None:
    chance = random.Random(1)
    for view, memory in positions("braus", 4, {"length": "hands:4"}, seed=5):
        known = unseen_by(view, memory)
        hands = draw(known, fitting_seats(known), chance)
        assert hands[known.seat] == known.hand
        others = [hand for seat, hand in enumerate(hands) if seat != known.seat]
        assert sum(others) == known.unseen
        for seat, hand in enumerate(hands):
            assert hand.bit_count() <= view.hand_sizes[seat]


def test_a_card_whose_seats_are_full_goes_to_one_with_room_and_nowhere_if_none_has() -> None:
    nines, tens = mask_of(cards("9C 9S")), mask_of(cards("9H 9D"))
    lacked = (0, 0, tens, tens)
    full = draw(known := UnseenCards(0, 0, nines | tens, (0, 1, 1, 2), lacked), fitting_seats(known), random.Random(1))
    assert ([hand.bit_count() for hand in full], sum(full)) == ([0, 1, 1, 2], nines | tens)
    short = draw(known := known._replace(room=(0, 1, 1, 1)), fitting_seats(known), random.Random(1))
    assert [hand.bit_count() for hand in short] == [0, 1, 1, 1]


@pytest.mark.parametrize("seed", range(5))
def test_no_card_goes_to_a_seat_that_showed_not_to_hold_it_while_another_has_room(seed: int) -> None:
    nines, tens = mask_of(cards("9C 9S")), mask_of(cards("9H 9D"))
    known = UnseenCards(0, 0, nines | tens, (0, 2, 1, 1), (0, 0, tens, tens))
    assert draw(known, fitting_seats(known), random.Random(seed))[1] == tens


def test_a_seat_that_passed_holds_nothing_above_the_heading_card() -> None:
    view, memory = seen(dealt(DEAL_B), *PLAYS_B[:4])
    lacked = unseen_by(view, memory).lacked
    assert lacked[2] == lacked[3] == mask_of(cards("JC 8S"))
    assert lacked[0] == SEVENS


def test_a_seat_that_the_lead_went_past_holds_nothing_to_lead() -> None:
    state = dealt("8C 8H 8D TC TS TH TD QC QS\nKS KD KC QH QD JD 6C 6S 6H\nJC 8S\nKH 9C", dealer=3)
    view, memory = seen(state)
    assert view.seat == 1
    assert unseen_by(view, memory).lacked[0] == PLAYABLE


def test_playing_out_keeps_to_the_rules() -> None:
    hands = [mask_of(cards(hand)) for hand in ("9C 7C", "KH 6C", "AS KC", "7H")]
    hands[0] ^= mask_of(cards("9C"))
    trick = OpenTrick(mask_of(cards("9C")), 0, (1, 2, 3))
    # 1 must beat and leads 6♣, which 2 must beat; then all Sevens are laid as the lead comes round
    assert play_out(list(hands), (0, 0), trick, dead=False) == (2, 2)
    assert play_out(list(hands), (0, 0), trick, dead=True) == (1, 1)
    assert hands[2] & LIVE
    assert hands[2] & OUTCOME_CARD


def test_last_to_play_it_beats_with_its_lowest_card() -> None:
    state = dealt("6D JH 9H 9D\nAD 6H 9S 7C 7S\nAH 6C AS 7H 7D\nJC 8S KH 9C AC JS JD 6S")
    assert choose(*seen(state, "6D", "6H", "6C")).cards == cards("JD")


def test_with_five_tricks_it_leads_the_card_that_nobody_can_beat() -> None:
    state = dealt("JC 8S 6D 6H 7C 7S 7H 7D\nKH 9C 9S AC AS\n9H 9D AH AD JS\nJH JD 6C 6S")
    assert choose(*seen(state, "7C+7S+7H+7D", "JC", "-", "-", "-")).cards == cards("8S")


def test_five_tricks_of_the_others_win_nothing_while_its_own_side_holds_the_king_so_the_nine_waits() -> None:
    state = dealt("JS 7S 9D 9S 7H\n7D 6C 9C AC AD\n6D 6H JH 7C 8S AS\nAH JC 6S 9H KH KC JD")
    plays = "7S+7H 9S 9C 8S JC AH 9D - - JS AD AS KH 6S - 6C JH 7C 6H"
    assert choose(*seen(state, *plays.split())).cards == cards("JD")


@pytest.mark.parametrize("plays", [0, 1])
def test_strokes_count_before_tricks_and_tricks_where_strokes_are_equal(plays: int) -> None:
    view, memory = seen(dealt(DEAL_B), *PLAYS_B[:plays])
    assert view.seat is not None
    side, value = view.seat % 2, worth_of_end(view, memory)

    def worth(ours: int, theirs: int, king: int) -> float:
        return value((theirs, ours) if side else (ours, theirs), king)

    assert worth(4, 2, side) > worth(3, 2, side) > worth(3, 3, side) > worth(3, 4, side)
    assert worth(6, 0, side) > worth(5, 3, side) + 0.5 > worth(4, 4, side) + 0.5
    assert worth(3, 5, 1 - side) < worth(4, 4, side) - 0.5
