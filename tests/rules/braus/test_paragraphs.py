"""The law of Bräus, paragraph by paragraph, with its worked examples (BRAUS §12)."""

from __future__ import annotations

import pytest

from rules.braus import game as braus
from rules.braus.options import OPTIONS
from rules.braus.playing import score
from rules.braus.state import BrausState
from rules.core.cards import cards
from rules.core.contract import IllegalAction, Move, Phase, Shuffle
from tests.rules.braus.positions import (
    DEAL_A,
    DEAL_B,
    PACK,
    PLAYS_B,
    after,
    dealt,
    late,
    legal,
    put,
    refused,
    told,
)

SEVENS = "7C+7S+7H+7D"
SIX_SEATS = """
9D AD JS 6H 7C TC
8C 8H 8D TS TH TD
7D 6D JD QC QS QH
JC 9C 6C 7S QD KC
8S 9S AS JH 6S KS
KH 9H AC AH 7H KD
"""
"""Deal G: six seats; forehand (seat 1, dealer 0) holds duds alone."""


# §2 Pack and rank


def test_2_1_there_are_36_cards() -> None:
    assert len(set(PACK)) == 36
    assert {card.rank for card in PACK} == set("AKQJT9876")


def test_2_3_the_live_cards_from_high_to_low() -> None:
    assert PACK[:18] == cards("JC 8S KH 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D")


def test_2_4_and_2_5_the_sevens_and_the_duds_have_no_place_in_the_order() -> None:
    assert [group.name for group in braus.order if not group.ranked] == ["sevens", "outcome_card", "duds"]
    assert sum(len(group.cards) for group in braus.order if group.ranked) == 18


# §3, §4 Seats, deal


def test_3_1_four_or_six_play_in_two_sides_that_sit_alternately() -> None:
    assert braus.view(dealt(DEAL_A), None).sides == ((0, 2), (1, 3))
    assert braus.view(dealt(SIX_SEATS, dealer=0), None).sides == ((0, 2, 4), (1, 3, 5))
    for seats in (2, 3, 5, True):
        refusal = braus.check_options(seats, {})
        assert refusal is not None
        assert refusal.why.kind == "seats"


@pytest.mark.parametrize(
    ("cut", "dealer"), [("JC AD 9S KC", 1), ("AD AC AS AH", 1), ("7D 7C 7H 6C", 1), ("KH QC JC TC", 0)]
)
def test_4_1_the_highest_card_of_the_cut_deals_aces_high_then_by_suit(cut: str, dealer: int) -> None:
    state = after(braus.start(4, {}), Shuffle(cards(cut)))
    assert (braus.phase(state), braus.view(state, None).dealer) == (Phase.DEAL, dealer)
    assert braus.view(state, None).cut == (cards(cut),)


@pytest.mark.parametrize("cut", ["JC AD 9S", "JC AD 9S JC", "JC AD 9S 2C"])
def test_4_1_the_cut_takes_a_card_of_the_pack_for_each_seat(cut: str) -> None:
    step = braus.apply(braus.start(4, {}), Shuffle(cards(cut)))
    assert isinstance(step, IllegalAction)
    assert step.why.kind == "bad_cut"


def test_4_3_all_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = dealt(DEAL_A, dealer=1)
    hands = braus.dealt_cards(state)
    assert [len(hand) for hand in hands] == [9, 9, 9, 9]
    assert [hands[seat][0] for seat in (2, 3, 0, 1)] == list(state.deck[:4])
    assert [len(hand) for hand in braus.dealt_cards(dealt(SIX_SEATS, dealer=0))] == [6] * 6


def test_4_4_the_deal_passes_to_the_left() -> None:
    over = put(dealt(DEAL_A), SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    again = after(over, Shuffle(PACK))
    assert (braus.view(again, None).dealer, braus.view(again, None).hand_number) == (0, 2)


def test_a_shuffle_is_refused_unless_a_hand_is_to_be_dealt() -> None:
    for state, kind in [(dealt(DEAL_A), "nothing_to_shuffle"), (dealt_out(), "rubber_over")]:
        step = braus.apply(state, Shuffle(PACK))
        assert isinstance(step, IllegalAction)
        assert step.why.kind == kind
    step = braus.apply(after(braus.start(4, {}), Shuffle(PACK)), Shuffle(PACK[:35]))
    assert isinstance(step, IllegalAction)
    assert step.why.kind == "bad_shuffle"


def dealt_out() -> BrausState:
    return put(dealt(DEAL_A, scores=(5, 0)), SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")


# §5 Play: deal A


def test_a1_5_2_a_seat_on_lead_must_lay_all_its_sevens() -> None:
    assert legal(dealt(DEAL_A)) == {SEVENS}


def test_a2_5_2_each_seven_is_a_trick_and_the_seat_stays_on_lead() -> None:
    state = put(dealt(DEAL_A), SEVENS)
    assert (state.units, state.turn, legal(state)) == ((4, 0), 0, {"8S", "9C", "JC", "KH"})


def test_a3_5_4_who_holds_nothing_above_the_heading_card_must_pass() -> None:
    assert legal(put(dealt(DEAL_A), SEVENS, "9C")) == {"-"}


def test_a4_5_5_when_all_others_have_passed_the_lead_wins_one_trick() -> None:
    state = put(dealt(DEAL_A), SEVENS, "9C", "-", "-", "-")
    assert (state.units, state.turn) == ((5, 0), 0)


def test_a5_7_2_six_tricks_straight_are_a_jan_and_two_strokes() -> None:
    account = told(dealt(DEAL_A), SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    assert (account.units, account.scores) == ((6, 0), (2, 0))
    assert [(gain.why.kind, gain.points) for gain in account.gains] == [("jan", 2)]


def test_a6_8_1_a_jan_from_five_wins_the_rubber_with_seven() -> None:
    state = dealt_out()
    view = braus.view(state, None)
    assert (view.phase, view.scores) == (Phase.OVER, (7, 0))
    assert view.outcome is not None
    assert (view.outcome.winners, view.outcome.why.kind) == ((0,), "on_target")


@pytest.mark.parametrize(
    ("number", "done", "play", "kind", "paragraph"),
    [
        ("A7", "", "JC", "sevens_first", "5.2"),
        ("A8", "", "7C+7S", "sevens_first", "5.2"),
        ("A9", SEVENS, "QC", "dud", "2.5"),
        ("A10", f"{SEVENS} 9C", "9S", "must_pass", "5.4"),
        ("A11", SEVENS, "-", "must_lead", "5.3"),
        ("A11 before the Sevens", "", "-", "sevens_first", "5.2"),
        ("two live cards at once", SEVENS, "JC+KH", "one_card", "5.3"),
        ("two live cards on a trick", f"{SEVENS} 9C - - - KH", "9S+9H", "one_card", "5.3"),
        ("a dud on a trick", f"{SEVENS} 9C", "KC", "dud", "2.5"),
        ("a card of another seat", f"{SEVENS} 9C", "JC", "not_your_card", "11.2"),
        ("a card outside the pack", "", "2C", "not_in_pack", "2.1"),
        ("a card twice", "", "7C+7C", "same_card_twice", "2.1"),
    ],
)
def test_illegal_plays_of_deal_a(number: str, done: str, play: str, kind: str, paragraph: str) -> None:
    why = refused(put(dealt(DEAL_A), *done.split()), play)
    assert (why.kind, why.paragraph) == (kind, paragraph), number


def test_a12_7_1_a_side_whose_opponents_have_a_trick_scores_one_for_six() -> None:
    text = DEAL_A.replace("7D", "xx").replace("9S", "7D").replace("xx", "9S")
    state = dealt(text, dealer=0)
    start = put(state, "7D", "6C", "JD", "-", "9S", "7C+7S+7H", "JC", "-", "-", "-")
    account = told(start, "8S", "-", "-", "-")
    assert (account.units, account.scores) == ((6, 1), (1, 0))
    assert [gain.why.kind for gain in account.gains] == ["six"]


def test_5_4_a_seven_is_never_played_to_a_trick() -> None:
    why = refused(put(dealt(DEAL_B), "9S", "KH"), "7C")
    assert (why.kind, why.paragraph) == ("seven_only_on_lead", "5.4")


def test_5_4_whoever_is_not_on_turn_plays_nothing() -> None:
    why = refused(dealt(DEAL_B), "KH", seat=1)
    assert (why.kind, why.about["turn"]) == ("not_your_turn", 0)


def test_9_there_are_no_moves_besides_plays() -> None:
    step = braus.apply(dealt(DEAL_A), Move(0, "claim"))
    assert isinstance(step, IllegalAction)
    assert (step.why.kind, step.why.paragraph) == ("no_such_move", "9")


# Deal B: the lead goes past, the last Sevens, the outcome card


def test_b_the_worked_hand_is_won_trick_by_trick_as_told() -> None:
    state, winners, number = dealt(DEAL_B), [], 0
    for play in PLAYS_B:
        before, state = state, put(state, play)
        if not state.trick:
            account = told(before, play)
            number += 1
            assert account.number == number
            winners.append(account.plays[account.winner or 0].seat)
    assert winners == [1, 0, 2, 2, 1, 0, 1, 3]


def test_b1_5_4_a_higher_card_must_be_played_over_ones_own_sides_card_too() -> None:
    state = put(dealt(DEAL_B), *PLAYS_B[:20])
    assert (state.turn, legal(state)) == (0, {"8S"})


def test_b2_5_4_who_can_beat_may_not_pass() -> None:
    why = refused(put(dealt(DEAL_B), *PLAYS_B[:20]), "-")
    assert (why.kind, why.paragraph, why.about["of"]) == ("must_beat", "5.4", 2)


def test_b3_5_6_the_lead_passes_to_the_next_seat_that_can_lead_and_it_lays_its_sevens() -> None:
    state = put(dealt(DEAL_B), *PLAYS_B[:-1])
    assert (state.units, state.turn, legal(state)) == ((5, 3), 3, {"7S+7H"})
    past = [(event.kind, event.seat, event.trick) for event in braus.view(state, None).events]
    assert past == [("passed_over", 1, 8), ("passed_over", 2, 8)]


@pytest.mark.parametrize("outcome_card", ["five", "five_all"])
def test_b4_and_b6_7_3_at_five_all_the_holder_of_the_king_of_clubs_scores(outcome_card: str) -> None:
    account = told(dealt(DEAL_B, outcome_card=outcome_card), *PLAYS_B)
    assert (account.units, account.size, account.scores) == ((5, 5), 2, (0, 1))
    (gain,) = account.gains
    assert (gain.why.kind, gain.why.about["seat"], gain.why.about["card"].code) == ("king", 1, "KC")
    assert account.hand_end is not None
    assert account.hand_end.winner == 1
    assert [(one.side, one.why.kind) for one in account.denied] == [(0, "king_elsewhere")]


def test_b5_10_3_when_stray_sevens_are_dead_the_hand_ends_with_the_live_cards() -> None:
    account = told(dealt(DEAL_B, stray_sevens="dead"), *PLAYS_B[:-1])
    assert (account.units, account.scores) == ((5, 3), (0, 0))
    assert account.hand_end is not None
    assert (account.hand_end.void, account.gains) == (True, ())


@pytest.mark.parametrize(
    ("units", "hands", "why"),
    [
        ((4, 4), "9C\nKH 7D KC\nQC\nQS", "no_live_card"),
        ((4, 4), "9C\nKH 7D\nKC\nQS", "no_live_card_void"),
        ((3, 3), "9C\nKH\nKC\nQS", "no_live_card_void"),
    ],
)
def test_10_3_a_hand_with_dead_sevens_never_ends_for_want_of_a_lead(
    units: tuple[int, int], hands: str, why: str
) -> None:
    account = told(late(hands, units=units, stray_sevens="dead"), "9C", "KH", "-", "-")
    assert account.hand_end is not None
    assert account.hand_end.why is not None
    assert account.hand_end.why.kind == why


def test_b7_6_after_the_end_of_the_hand_nothing_is_played() -> None:
    why = refused(put(dealt(DEAL_B), *PLAYS_B), "-", seat=3)
    assert (why.kind, why.about["hand"]) == ("hand_over", 1)


def test_b8_8_1_from_five_strokes_each_that_stroke_wins_the_rubber() -> None:
    account = told(dealt(DEAL_B, scores=(5, 5)), *PLAYS_B)
    assert account.outcome is not None
    assert (account.outcome.winners, account.scores) == ((1,), (5, 6))


# Deals C to F: ends of hands


def test_c1_and_c2_five_to_four_with_the_king_of_clubs_scores_unless_it_takes_five_all() -> None:
    last = "9C\nQC\nKC\nQS"
    assert told(late(last, units=(4, 4)), "9C", "-", "-", "-").scores == (1, 0)
    account = told(late(last, units=(4, 4), outcome_card="five_all"), "9C", "-", "-", "-")
    assert account.hand_end is not None
    assert (account.hand_end.void, account.hand_end.why and account.hand_end.why.paragraph) == (True, "7.4")
    assert [one.why.kind for one in account.denied] == ["not_five_all"]


def test_d1_to_d3_5_4_each_must_beat_the_heading_card_and_who_wins_must_lay_its_sevens() -> None:
    state = put(dealt("9H\nKH\n8S 9C\nJC 7C 7S"), "9H", "KH")
    assert legal(state) == {"8S"}
    state = put(state, "8S")
    assert legal(state) == {"JC"}
    assert legal(put(state, "JC")) == {"7C+7S"}


def test_d4_and_d5_6_2_a_last_seven_counts_unless_stray_sevens_are_dead() -> None:
    last = "9C\nKH\nQC\n7D KC"
    account = told(late(last, units=(4, 3)), "9C", "KH", "-", "-", "7D")
    assert (account.units, account.scores) == ((4, 5), (0, 1))
    account = told(late(last, units=(4, 3), stray_sevens="dead"), "9C", "KH", "-", "-")
    assert (account.units, account.scores, account.hand_end and account.hand_end.void) == ((4, 4), (0, 0), True)


def test_e_7_4_five_tricks_without_the_king_of_clubs_earn_nothing() -> None:
    account = told(late("9C\nKC\nQC\nQS", units=(4, 4)), "9C", "-", "-", "-")
    assert (account.units, account.scores) == ((5, 4), (0, 0))
    assert [one.why.kind for one in account.denied] == ["king_elsewhere"]


def test_f_6_1_more_than_six_tricks_by_sevens_all_count() -> None:
    last = "9C\nKH 7D 7H 7S\nKC\nQS"
    account = told(late(last, units=(3, 3)), "9C", "KH", "-", "-", "7D+7H+7S")
    assert (account.units, account.scores) == ((3, 7), (0, 1))
    account = told(late(last, units=(3, 3), stray_sevens="dead"), "9C", "KH", "-", "-")
    assert (account.units, account.scores) == ((3, 4), (0, 0))


@pytest.mark.parametrize(
    ("units", "king_side", "five_all", "scored"),
    [
        ((6, 0), 1, False, ("jan", 0, 2)),
        ((0, 8), 0, True, ("jan", 1, 2)),
        ((6, 1), 1, False, ("six", 0, 1)),
        ((5, 6), 0, False, ("six", 1, 1)),
        ((5, 5), 0, False, ("king", 0, 1)),
        ((5, 5), 1, True, ("king", 1, 1)),
        ((5, 0), 0, False, ("king", 0, 1)),
        ((5, 4), 0, True, ("none", None, 0)),
        ((5, 4), 1, False, ("none", None, 0)),
        ((4, 4), 0, False, ("none", None, 0)),
    ],
)
def test_7_the_strokes_of_a_hand(
    units: tuple[int, int], king_side: int, five_all: bool, scored: tuple[str, int | None, int]
) -> None:
    assert score(units, king_side, five_all) == scored


# Deal G: six seats


def test_g_3_3_six_play_by_the_same_rules() -> None:
    state = dealt(SIX_SEATS, dealer=0)
    assert (state.turn, legal(state)) == (2, {"7D"})  # G1
    assert braus.view(state, None).events[0].seat == 1
    state = put(state, "7D")
    assert legal(state) == {"6D", "JD"}  # G2
    state = put(state, "6D", "6C")
    assert (state.turn, legal(state)) == (4, {"8S", "9S", "AS", "JH"})  # G3: not 6S
    state = put(state, "JH", "AH")
    assert (state.turn, legal(state)) == (0, {"9D"})  # G4
    assert put(state, "9D", "-").units == (2, 0)  # G5


# §8, §10 The rubber and its options


def test_10_the_defaults_come_first() -> None:
    defaults = {"target": "6", "outcome_card": "five", "stray_sevens": "count", "length": "rubber"}
    assert {option.name: option.default for option in OPTIONS} == defaults


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"target": "13"}, "unknown_choice"),
        ({"deal": "four"}, "unknown_option"),
        ({"length": "hands:0"}, "unknown_choice"),
    ],
)
def test_10_other_options_are_refused(options: dict[str, str], kind: str) -> None:
    refusal = braus.check_options(4, options)
    assert refusal is not None
    assert (refusal.why.kind, refusal.why.paragraph) == (kind, "10")
    with pytest.raises(ValueError, match=kind):
        braus.start(4, options)


def test_10_1_the_target_is_as_agreed() -> None:
    jan = (SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    assert told(dealt(DEAL_A, target="3"), *jan).outcome is None
    assert told(dealt(DEAL_A, target="2"), *jan).outcome is not None


def test_10_4_after_the_agreed_hands_the_side_with_more_strokes_wins() -> None:
    jan = (SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    ended = told(dealt(DEAL_A, length="hands:1"), *jan).outcome
    assert ended is not None
    assert (ended.winners, ended.why.kind, ended.why.paragraph) == ((0,), "most_strokes", "10.4")


def test_10_4_void_hands_count_and_equal_strokes_are_a_draw() -> None:
    ended = told(late("9C\nKC\nQC\nQS", units=(4, 4), length="hands:1"), "9C", "-", "-", "-").outcome
    assert ended is not None
    assert (ended.winners, ended.why.kind) == ((0, 1), "level")


def test_10_4_the_target_still_ends_it_sooner() -> None:
    account = told(dealt(DEAL_B, scores=(0, 5), length="hands:9"), *PLAYS_B)
    assert account.outcome is not None
    assert account.outcome.why.kind == "on_target"


def test_10_4_a_rubber_of_a_few_hands_takes_fewer_plays() -> None:
    assert (
        braus.about_plays(4, {"length": "hands:2"}) < braus.about_plays(4, {}) < braus.about_plays(4, {"target": "12"})
    )
