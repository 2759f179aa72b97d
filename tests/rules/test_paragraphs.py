"""Every paragraph of the rules, by its number."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace
from typing import Final

import pytest

from rules.__main__ import answer
from rules.core.cards import card, cards
from rules.core.contract import Event, FactKind, IllegalAction, Lasting, Move, Phase, Play, Shuffle, fact
from rules.voormsi import game as voormsi
from rules.voormsi.facts import BookingFact, DenialFact, GainFact, OutcomeFact, PlayFact, RefusalFact
from rules.voormsi.options import terms
from rules.voormsi.ranking import GROUPS, cards_of
from rules.voormsi.scoring import pack
from rules.voormsi.state import State, begin
from tests.rules.positions import PACK, denials, drawn, gains, legal, put, refused, told, trick, won

PARAGRAPHS: Final = (
    "1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 3.5 3.6 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 5.6 6.1 6.2 6.3 6.4 6.5 "
    "7.1 7.2 7.3 8 9.1 9.2 9.3 9.4 9.5 9.6 9.7 9.8 10.1 10.2 10.3 10.4 10.5 11 11.1 11.2 11.3 11.4 11.5 11.6 "
    "12.1 12.2 12.3 13 14"
).split()
"""The numbered paragraphs of the rules, and the sections that have none (§11: what stands for all options)."""


def test_no_paragraph_is_without_a_test() -> None:
    names = [name for name in globals() if name.startswith("test_")]
    tested = {
        ".".join(match.groups()[0].split("_")) for name in names if (match := re.match(r"test_(\d+(?:_\d+)?)_", name))
    }
    assert [paragraph for paragraph in PARAGRAPHS if paragraph not in tested] == []


def test_the_game_names_the_same_paragraphs() -> None:
    assert list(voormsi.paragraphs) == PARAGRAPHS


def test_every_fact_cites_a_paragraph_and_no_two_share_a_name() -> None:
    kinds: list[FactKind] = [
        kind for kinds in (PlayFact, GainFact, DenialFact, BookingFact, OutcomeFact, RefusalFact) for kind in kinds
    ]
    assert {kind.paragraph for kind in kinds} <= set(PARAGRAPHS)
    assert len(set(kinds)) == len(kinds)


# §1 Words


def test_1_sides_are_partners_opposite_with_four_and_each_seat_with_two_or_three() -> None:
    assert [terms(seats, {}).sides for seats in (2, 3, 4)] == [((0,), (1,)), ((0,), (1,), (2,)), ((0, 2), (1, 3))]


def test_1_a_trick_of_k_cards_a_play_counts_k_units() -> None:
    assert trick("9C+9S+9H QC+QS+QH 5C+5S+5H 6C+6S+6H").units == (3, 0)


# §2 Pack and rank


def test_2_1_the_pack_has_36_cards_with_3d_for_the_king_of_diamonds() -> None:
    codes = {each.code for each in PACK}
    assert codes == {rank + suit for rank in "AKQJ98765" for suit in "CSHD"} - {"KD"} | {"3D"}
    assert refused(drawn("9C\n9S\n9H\n9D"), "KD").kind is RefusalFact.NOT_IN_PACK
    assert refused(drawn("9C\n9S\n9H\n9D"), "TC").kind is RefusalFact.NOT_IN_PACK


def test_2_1_a_deck_that_is_not_the_pack_is_refused() -> None:
    ready = begin(terms(4, {}), 0, (0, 0))
    for wrong in (PACK[:35], (*PACK[:35], PACK[0]), (*PACK[:35], card("KD")), (*PACK, PACK[0])):
        step = voormsi.apply(ready, Shuffle(wrong))
        assert isinstance(step, IllegalAction)
        assert step.why.kind is RefusalFact.BAD_SHUFFLE


@pytest.mark.parametrize("rank", ["9", "A", "6", "5", "Q"])
def test_2_2_suits_rank_clubs_spades_hearts_diamonds_within_a_rank(rank: str) -> None:
    for high, low in itertools.combinations("CSHD", 2):
        assert won(f"{rank}{low} {rank}{high} KC KS") == rank + high
        assert won(f"{rank}{high} {rank}{low} KC KS") == rank + high
    assert trick(f"{rank}D {rank}C KC KS").plays[1].why.kind is PlayFact.SUIT
    assert trick(f"{rank}C {rank}D KC KS").plays[1].why.kind is PlayFact.LOWER_SUIT


ORDINARY: Final = "8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D 5C 5S 5H 5D 8C 8H 8D QC QS QH QD KC KS".split()


def test_2_3_each_ordinary_card_beats_the_one_below_and_both_matadors_beat_all() -> None:
    for high, low in itertools.pairwise(ORDINARY):
        assert won(f"{low} {high} 7D 7H") == high
        assert won(f"{high} {low} 7D 7H") == high
    for matador in ("JC", "KH"):
        assert won(f"8S {matador} QD QH") == matador
        assert won(f"{matador} 8S QD QH") == matador
    assert trick("5C 8S QD 9C").plays[1].why.kind is PlayFact.RANK
    assert trick("5C 8S QD 9C").plays[3].why.kind is PlayFact.LOWER_RANK


def test_2_4_sevens_and_the_three_stand_outside_the_order() -> None:
    assert won("KS 7C 7S 3D") == "3D"
    assert won("KS 7C 7S 7H") == "KS"


def test_2_5_any_card_may_follow_any_lead() -> None:
    state = put(drawn("9C\nJC 7D 3D KS\n9H\n9D"), "9C")
    assert legal(state) == {frozenset(cards(code)) for code in ("JC", "7D", "3D", "KS")}


# §3 Special powers


def test_3_1_of_the_equal_matadors_the_later_beats_the_earlier() -> None:
    assert won("9S KH JC 5C") == "JC"
    assert won("9S JC KH 5C") == "KH"
    assert trick("9S JC KH 5C").plays[2].why.kind is PlayFact.LATER_MATADOR


def test_3_2_a_led_three_is_beaten_by_any_card_and_an_added_one_by_none() -> None:
    for other in ("KS", "5D", "QD"):
        assert won(f"3D {other} 7D 7H") == other
    for led in ("9C", "7C", "8S", "KC"):
        assert won(f"{led} 3D JH QC") == "3D"
    account = trick("9C 3D KH JC")
    assert [play.why.kind for play in account.plays[1:]] == [
        PlayFact.THREE_ADDED,
        PlayFact.THREE_STANDS,
        PlayFact.THREE_STANDS,
    ]


def test_3_2_in_a_set_an_added_three_beats_the_one_card_it_is_laid_on() -> None:
    assert won("9C+9S 3D+8S JC+QD 5C+5S") == "8S+3D"
    assert won("9C+9S 3D+AC 5C+5S 6C+6S") == "9C+9S"
    assert won("5C+5S 3D+6C JC+KH 8S+9C") == "6C+3D"
    account = trick("5C+5S 3D+6C JC+KH 8S+9C")
    assert account.plays[2].why.kind is PlayFact.SET_NOT_COVERED
    assert account.plays[2].why.about["uncovered"] == card("3D")
    assert account.plays[2].why.about["reason"].kind is PlayFact.THREE_STANDS


def test_3_3_a_live_seven_is_beaten_by_a_higher_seven_club_king_or_three_only() -> None:
    assert won("7H KH 9C 8S") == "7H"
    assert won("7H 7S 7D JC") == "7S"
    assert won("7H 9C KC 5D") == "KC"
    assert won("7H 9C 3D 5D") == "3D"
    kinds = [play.why.kind for play in trick("7H KH 7D AC").plays]
    assert kinds == [PlayFact.SEVEN_LED, PlayFact.MATADOR_ON_SEVEN, PlayFact.LOWER_SEVEN, PlayFact.SEVEN_STANDS]


def test_3_3_a_seven_second_to_a_led_three_is_live_and_so_is_the_higher_one_that_beats_it() -> None:
    account = trick("3D 7H 7S KH")
    assert [play.why.kind for play in account.plays] == [
        PlayFact.THREE_LED,
        PlayFact.SEVEN_ON_LED_THREE,
        PlayFact.HIGHER_SEVEN,
        PlayFact.MATADOR_ON_SEVEN,
    ]


def test_3_3_every_other_seven_beats_nothing() -> None:
    assert won("QD 7C 7S 7H") == "QD"
    assert won("3D QD 7C 7S") == "QD"
    assert trick("3D QD 7C 7S").plays[2].why.kind is PlayFact.DEAD_SEVEN


def test_3_4_club_king_beats_a_live_seven_from_any_later_place() -> None:
    for plays in itertools.permutations(("KC", "8S", "9C")):
        assert won(f"7H {' '.join(plays)}") == "KC"
    account = trick("7H KC 7C 9C")
    assert [play.why.kind for play in account.plays[1:]] == [
        PlayFact.CLUB_KING_ON_SEVEN,
        PlayFact.CLUB_KING_STANDS,
        PlayFact.CLUB_KING_STANDS,
    ]
    assert won("7H KC 3D 9C") == "3D"


def test_3_5_spade_king_in_the_very_next_play_beats_club_king_on_a_seven() -> None:
    account = trick("7D KC KS 9C")
    assert [play.why.kind for play in account.plays[2:]] == [
        PlayFact.SPADE_KING_ON_CLUB_KING,
        PlayFact.SPADE_KING_STANDS,
    ]
    assert won("7D KC KS 7C") == "KS"
    assert won("7D KC KS 3D") == "3D"
    late = trick("7D KC 9C KS")
    assert late.plays[3].why.kind is PlayFact.SPADE_KING_LATE
    early = trick("7D KS KC 9C")
    assert early.plays[1].why.kind is PlayFact.SPADE_KING_ON_SEVEN
    assert won("7D KS KC 9C") == "KC"


def test_3_5_elsewhere_spade_king_is_the_lowest_card() -> None:
    assert won("KC KS 7C 7S") == "KC"
    assert won("KS KC 7C 7S") == "KC"
    assert trick("KC KS 7C 7S").plays[1].why.kind is PlayFact.SPADE_KING_LOWEST


def test_3_6_black_kings_led_or_second_to_a_led_three_are_ordinary_low_cards() -> None:
    assert won("KC QD 7S 7H") == "QD"
    assert won("KS QD 7S 7H") == "QD"
    assert won("3D KC QD 7H") == "QD"
    assert won("3D KC KS 7H") == "KC"
    assert won("3D KS KC 7H") == "KC"
    assert trick("KC QD 7S 7H").plays[0].why.kind is PlayFact.BLACK_KING_LED


# §4 Seats, cut, deal


def test_4_1_two_three_or_four_play() -> None:
    for seats in (1, 5, 0):
        refusal = voormsi.check_options(seats, {})
        assert refusal is not None
        assert refusal.why.kind is RefusalFact.SEATS
    with pytest.raises(ValueError, match="seats"):
        voormsi.start(5, {})


def test_4_1_play_goes_clockwise() -> None:
    state = drawn("9C\n9S\n9H\n9D")
    assert [put(state, *("9C 9S 9H".split()[:number])).turn for number in range(4)] == [0, 1, 2, 3]


def cut(state: State, codes: str) -> State:
    first = cards(codes)
    step = voormsi.apply(state, Shuffle((*first, *(each for each in PACK if each not in first))))
    assert not isinstance(step, IllegalAction)
    return step


@pytest.mark.parametrize(
    ("codes", "dealer"),
    [
        ("9C KS AD 8S", 1),
        ("7C KS AD 8S", 0),
        ("7C 7D 7H 7S", 1),
        ("7C 7D 3D 7S", 2),
        ("JC KH 8S 9C", 3),
        ("QD QC AD AC", 0),
    ],
)
def test_4_2_the_lowest_card_cut_deals(codes: str, dealer: int) -> None:
    state = cut(voormsi.start(4, {}), codes)
    assert voormsi.phase(state) is Phase.DEAL
    assert voormsi.view(state, None).dealer == dealer


def test_4_2_the_equal_matadors_tied_for_lowest_cut_again() -> None:
    state = cut(voormsi.start(2, {}), "KH JC")
    assert voormsi.phase(state) is Phase.CUT
    assert voormsi.view(state, None).dealer is None
    state = cut(state, "9C 8S")
    assert voormsi.view(state, None).dealer == 0
    assert voormsi.view(state, None).cut == (cards("KH JC"), cards("9C 8S"))


def test_4_2_a_cut_of_too_few_or_equal_cards_is_refused() -> None:
    for wrong in (cards("9C 9S 9H"), cards("9C 9C 9S 9H"), cards("KD 9C 9S 9H")):
        step = voormsi.apply(voormsi.start(4, {}), Shuffle(wrong))
        assert isinstance(step, IllegalAction)
        assert step.why.kind is RefusalFact.BAD_CUT


@pytest.mark.parametrize(("seats", "stock"), [(2, 28), (3, 24), (4, 20)])
def test_4_3_four_cards_each_one_at_a_time_from_the_dealers_left(seats: int, stock: int) -> None:
    step = voormsi.apply(begin(terms(seats, {}), 1), Shuffle(PACK))
    assert not isinstance(step, IllegalAction)
    state = step
    view = voormsi.view(state, None)
    assert (view.stock, view.hand_sizes) == (stock, (4,) * seats)
    leader = 2 % seats
    assert voormsi.dealt_cards(state)[leader] == tuple(PACK[number * seats] for number in range(4))


def test_4_4_the_deal_passes_to_the_left_and_a_new_rubber_cuts_anew() -> None:
    state = drawn("9C\n9S\n9H\n9D", dealer=2)
    chance = random.Random(3)
    for dealer in (2, 3, 0):
        assert voormsi.view(state, None).dealer == dealer
        while voormsi.phase(state) is Phase.PLAY:
            step = voormsi.apply(state, chance.choice(voormsi.legal(state)))
            assert not isinstance(step, IllegalAction)
            state = step
        dealt = voormsi.apply(state, Shuffle(PACK))
        assert not isinstance(dealt, IllegalAction)
        state = dealt
    assert voormsi.phase(voormsi.start(4, {})) is Phase.CUT


# §5 Play


def test_5_1_the_dealers_left_leads_and_then_who_won() -> None:
    state = drawn("9C\n9S\n9H\n8S", dealer=1)
    assert state.turn == 2
    assert put(state, "9H", "8S", "9C", "9S").turn == 3


def test_5_1_who_is_not_to_play_is_refused() -> None:
    why = refused(drawn("9C\n9S\n9H\n9D"), "9S", seat=1)
    assert why.kind is RefusalFact.NOT_YOUR_TURN
    assert why.about == {"seat": 1, "turn": 0}


def test_5_2_a_lead_is_one_card_or_up_to_four_of_one_face_rank() -> None:
    assert legal(drawn("KH KC KS 9C\nQD\nQH\nQS")) == {
        frozenset(cards(codes)) for codes in ("KH", "KC", "KS", "9C", "KH KC", "KH KS", "KC KS", "KH KC KS")
    }
    assert frozenset(cards("JC JS JH JD")) in legal(drawn("JC JS JH JD\nQD\nQH\nQS"))
    assert frozenset(cards("8S 8C")) in legal(drawn("8S 8C\nQD\nQH\nQS"))


def test_5_2_other_leads_are_refused_with_the_reason() -> None:
    state = drawn("9C 9S 3D AC\nQD\nQH\nQS")
    assert refused(state, "9C AC").kind is RefusalFact.NOT_ONE_RANK
    assert refused(state, "9C 3D").kind is RefusalFact.THREE_ONLY_SINGLY
    assert refused(state, "9C 9C").kind is RefusalFact.SAME_CARD_TWICE
    assert refused(state, "9C 9H").kind is RefusalFact.NOT_YOUR_CARD
    assert refused(state, "").kind is RefusalFact.NO_CARDS


def test_5_3_every_other_seat_plays_the_same_number_any_cards() -> None:
    state = put(drawn("9C 9S\nJC 7D 3D KS\n9H\n9D"), "9C 9S")
    assert legal(state) == {frozenset(pair) for pair in itertools.combinations(cards("JC 7D 3D KS"), 2)}
    why = refused(state, "JC")
    assert (why.kind, why.about) == (RefusalFact.WRONG_NUMBER, {"wanted": 2, "given": 1})


def test_5_4_hands_are_filled_one_card_at_a_time_the_winner_first() -> None:
    state = put(
        drawn("9C 9S\n8S AC\nQS QH\n6C 6S", stock="KH JC 5C 5S 5H 5D JS JH"), "9C 9S", "8S AC", "QS QH", "6C 6S"
    )
    assert [voormsi.dealt_cards(state)[seat][4:] for seat in range(4)] == [
        cards("KH 5H"),
        cards("JC 5D"),
        cards("5C JS"),
        cards("5S JH"),
    ]


def test_5_5_toqutsit_must_be_played_on_an_opponents_heading_voormsi() -> None:
    state = put(drawn("KH\nJC 9C\nQS\n6C"), "KH")
    assert legal(state) == {frozenset(cards("JC"))}
    why = refused(state, "9C")
    assert (why.kind, why.about) == (
        RefusalFact.TOQUTSIT_MUST_BE_PLAYED,
        {"card": card("JC"), "on": card("KH"), "of": 0},
    )


def test_5_5_in_a_set_too_and_even_if_the_set_cannot_win() -> None:
    state = put(drawn("KH KC\nJC QD QS 5C\nQH\n6C"), "KH KC")
    assert all(card("JC") in play for play in legal(state))
    state = put(drawn("5D 5S\n9C KH\nQS QH\nJC KS 7D 7H"), "5D 5S", "9C KH", "QS QH")
    assert legal(put(drawn("5D 5S\n9C KH\nJC KS 7D 7H\n6C"), "5D 5S", "9C KH")) == {
        frozenset(cards(f"JC {other}")) for other in ("KS", "7D", "7H")
    }
    assert len(legal(state)) == 6


def test_5_5_there_is_no_duty_over_a_partners_voormsi_or_one_that_does_not_head() -> None:
    assert len(legal(put(drawn("KH\nQC\nJC 9C\n6C"), "KH", "QC"))) == 4
    assert len(legal(put(drawn("7C\nKH\nJC 9C\n6C"), "7C", "KH"))) == 4


@pytest.mark.parametrize(("seats", "units"), [(2, 9), (3, 12), (4, 9)])
def test_5_6_the_hand_is_over_when_all_cards_are_played(seats: int, units: int) -> None:
    chance = random.Random(5)
    for number in range(30):
        deck = tuple(chance.sample(PACK, 36))
        step = voormsi.apply(begin(terms(seats, {}), 0), Shuffle(deck))
        while not isinstance(step, IllegalAction) and voormsi.phase(step) is Phase.PLAY:
            step = voormsi.apply(step, chance.choice(voormsi.legal(step)))
        assert not isinstance(step, IllegalAction)
        view = voormsi.view(step, None)
        if view.outcome is None:
            assert (sum(view.units), view.stock, set(view.hand_sizes)) == (units, 0, {0}), number
            assert refused(step, "9C", seat=0).kind is RefusalFact.HAND_OVER


# §6 Which play heads the trick


def test_6_1_single_cards_beat_by_rank_and_power() -> None:
    account = trick("9D 9C 5C 3D")
    assert [play.headed for play in account.plays] == [True, True, False, True]
    assert [play.over for play in account.plays] == [None, 0, 1, 1]


def test_6_2_a_set_beats_if_its_cards_can_be_laid_one_to_one() -> None:
    assert won("6C+6S AC+5C 9C+9S QD+QS") == "9C+9S"
    account = trick("6C+6S AC+5C 9C+9S QD+QS")
    assert account.plays[1].why.about["uncovered"] == card("6S")
    assert {(laid.card.code, laid.on.code) for laid in account.plays[2].laid} in (
        {("9C", "6C"), ("9S", "6S")},
        {("9C", "6S"), ("9S", "6C")},
    )
    assert won("6D+6H 6C+6S QS+QH QD+QC") == "6C+6S"
    assert won("6C+6H 6S+6D QS+QH QD+QC") == "6C+6H"


def test_6_2_everybody_sees_what_the_cards_of_a_set_were_laid_on() -> None:
    single = put(drawn("6C\n9C\nQC\nAC"), "6C", "9C")
    assert voormsi.view(single, None).laid == ()
    growing = put(drawn("6C 6S\n9C 9S\nQC QS\nAC"), "6C 6S", "9C 9S", "QC QS")
    seen = voormsi.view(growing, None).laid
    assert [len(laid) for laid in seen] == [0, 2, 0]
    assert {laid.on for laid in seen[1]} == set(cards("6C 6S"))


def test_6_2_the_comparison_is_with_the_play_that_heads() -> None:
    assert won("5D+5H 9C+9S AC+AS QD+QC") == "9C+9S"


def test_6_3_in_a_led_set_of_sevens_all_are_live() -> None:
    assert won("7H+7D KC+7S JC+KH 8S+9C") == "KC+7S"
    assert won("7H+7D JC+KH 9C+9S 8S+AC") == "7H+7D"
    assert won("7H+7D KC+7S KS+7C 9C+9S") == "KS+7C"
    assert won("7H+7D KC+7S 9C+9S KS+7C") == "KC+7S"
    assert won("7H+7D KC+7S KS+3D 9C+9S") == "KS+3D"


def test_6_4_over_an_opponents_voormsi_toqutsit_executes_and_over_ones_own_the_three_takes() -> None:
    theirs = trick("6C+6S KH+9C JC+3D QD+QC")
    assert gains(theirs) == {GainFact.TOQUTSIT_EXECUTES: 2}
    own = trick("KH+KC 5D+5S JC+3D QD+QC")
    assert gains(own) == {GainFact.THREE_TAKES_VOORMSI: 1}
    assert own.outcome is None


def test_6_5_the_matadors_in_one_play_do_nothing_to_each_other() -> None:
    account = trick("9C+9S JC+KH QD+QC 5C+5S")
    assert gains(account) == {}
    assert account.plays[1].headed


# §7 Two players


def test_7_1_a_trick_has_four_plays_and_both_refill_in_the_middle() -> None:
    state = put(drawn("9C 5C\n9S QC", stock="KH JC AC AS"), "5C", "9S")
    assert state.turn == 1
    assert [voormsi.dealt_cards(state)[seat][4:] for seat in (0, 1)] == [cards("JC"), cards("KH")]
    assert voormsi.view(state, None).hand_sizes == (4, 4)
    account = told(state, "QC", "9C")
    assert (account.winner, account.size, [play.seat for play in account.plays]) == (3, 1, [0, 1, 1, 0])
    assert put(state, "QC", "9C").turn == 0


def test_7_2_a_lead_is_allowed_only_if_each_can_give_twice_as_many() -> None:
    full = drawn("9C 9S 9H 9D\nQS")
    assert frozenset(cards("9C 9S 9H 9D")) in legal(full)
    short = _late(full, stock=4)
    assert voormsi.view(short, None).stock == 4
    assert frozenset(cards("9C 9S 9H")) in legal(short)
    why = refused(short, "9C 9S 9H 9D")
    assert (why.kind, why.about) == (RefusalFact.LEAD_TOO_LARGE, {"given": 4, "most": 3})
    assert refused(_late(full, stock=0), "9C 9S 9H").about["most"] == 2


def _late(state: State, stock: int) -> State:
    """The same hands, but with only so much stock left."""
    return replace(state, stock=stock)


def test_7_3_each_is_a_side_and_ones_own_voormsi_can_be_lost() -> None:
    account = told(drawn("KH JC\nQS QD", stock="5C 5S 5H 5D"), "KH", "QS", "JC")
    assert account.outcome is not None
    assert account.outcome.winners == (1,)
    state = put(drawn("KH 9C\nQS QD", stock="JC 5S 5H 5D"), "KH", "QS")
    assert len(legal(state)) == 4


# §8 Three players


def test_8_three_play_twelve_units_to_twelve_each_alone() -> None:
    agreed = terms(3, {})
    assert (agreed.sides, agreed.units, agreed.target, agreed.plays) == (((0,), (1,), (2,)), 12, 12, 3)


THREE: Final = """
    JC KH 8S 9C 9S 9H 9D AC AS AH AD JS
    QC QS QH QD 8C 8H 8D KC KS 7C 7S 7H
    5C 5S 5H 5D 6C 6S 6H 6D JH JD 7D 3D
"""
THREE_PLAYS: Final = (
    "KH QC 5C JC QS 5S 8S QH 5H 9C QD 5D 9S 8C 6C 9H 8H 6S 9D 8D 6H AC KC 6D AS KS JH AH+AD 7C+7S 3D+7D JS 7H JD"
).split()


def three(*scores: int) -> State:
    return drawn(THREE, options={"deal": "all"}, scores=scores)


def test_8_there_is_no_first_five_point() -> None:
    assert gains(told(three(0, 0, 0), *THREE_PLAYS[:15])) == {GainFact.UNITS: 1}


def test_8_a_sweep_is_all_twelve_units() -> None:
    plays = [play.replace("+", " ") for play in THREE_PLAYS]
    account = told(three(3, 4, 5), *plays)
    assert account.hand_end is not None
    assert (account.hand_end.void, account.units, account.scores) == (True, (12, 0, 0), (3, 4, 5))
    state = put(three(3, 4, 5), *plays[:-6], "AH", "7C", "3D", "7D", "JS", "7S")
    nearly = told(state, "7H", "JD", "AD")
    assert nearly.hand_end is not None
    assert (nearly.hand_end.void, nearly.units, nearly.scores) == (False, (9, 2, 1), (3 + 5, 4, 5))


# §9 Points. Hands of nine cards, all dealt, so that every trick of the hand stands here.

SWEEP: Final = """
    KH 8S 9C 9S 9H 9D AC AS AH
    QC QS QH QD 8C 8H 8D KC KS
    JC 3D AD JS JH JD 7S 7H 7D
    5C 5S 5H 5D 6C 6S 6H 6D 7C
"""
SWEEP_PLAYS: Final = (
    "KH QC JS 5C 8S QS JH 5S 9C QH JD 5H 9S QD AD 5D 9H 8C 7S 6C 9D 8H 7H 6S AC 8D 7D 6H AS KC 3D 6D JC 7C AH KS"
).split()

EIGHT: Final = """
    JC KH 8S 9C 9S 9H 9D AC AS
    QC QS QH QD 8C 8H 8D KC KS
    3D AH AD JS JH JD 7S 7H 7D
    5C 5S 5H 5D 6C 6S 6H 6D 7C
"""
EIGHT_PLAYS: Final = (
    "KH QC JS 5C JC QS JH 5S 8S QH JD 5H 9C QD AD 5D 9S 8C AH 6C 9H 8H 7H 6S 9D 8D 7S 6H AC KC 3D 6D 7D 7C AS KS"
).split()
"""Seats 0 and 2 win eight tricks and lose the last."""

BOUNCES: Final = """
    KH 8S 9C 9S 9H 9D AC AS 5D
    QC QS QH QD 8C 8H 8D KC KS
    JC 3D AD JS JH JD 7S 7H 7D
    5C 5S 5H AH 6C 6S 6H 6D 7C
"""
BOUNCES_PLAYS: Final = (
    "KH QC JS 5C 8S QS JH 5S 9C QH JD 5H 9S QD 7S 6C 9H 8C 7H 6S 5D 8H 7D 6D 6H 9D 8D AD AC KC 3D 7C JC AH AS KS"
).split()
"""P's example: five tricks, one with Voormsi; the sixth to the others; the last three."""

EXECUTION: Final = """
    8S 9C 9S 9H 9D AC AS AH KH
    JC QC QS QH QD 8C 8H 8D KC
    7C AD JS JH JD 7S 7H 7D KS
    5C 5S 5H 5D 6C 6S 6H 6D 3D
"""
EXECUTION_PLAYS: Final = (
    "8S QC JS 5C 9C QS JH 5S 9S QH JD 5H 9H QD AD 5D 9D 8C 7S 6C AC 8H 7H 6S AS 8D 7D 6H AH KC KS 6D KH JC 7C 3D"
).split()
"""Seats 0 and 2 win eight tricks; in the last the others' 3♦ takes their own Toqutsit, which has executed Voormsi."""

FORCED: Final = EXECUTION.replace("7C", "??").replace("JC", "7C").replace("??", "JC")
FORCED_PLAYS: Final = [{"JC": "7C", "7C": "JC"}.get(code, code) for code in EXECUTION_PLAYS]
"""The same with Toqutsit in the partner's hand: its last card, on Voormsi."""


def nine(text: str, *scores: int, **options: str) -> State:
    return drawn(text, scores=scores, options={"deal": "all", **options})


def test_9_1_the_fifth_unit_and_every_later_one_are_worth_one() -> None:
    state = nine(EIGHT, 0, 0)
    points = [gains(told(state, *EIGHT_PLAYS[:end])).get(GainFact.UNITS, 0) for end in range(4, 37, 4)]
    assert points == [0, 0, 0, 0, 1, 1, 1, 1, 0]


def test_9_1_a_set_that_passes_the_fifth_unit_counts_from_it_on() -> None:
    state = drawn(
        "9C 9S 9H 9D\nQC QS QH QD\n5C 5S 5H 5D\n6C 6S 6H 6D", stock="AC 8C 7C KC AS 8H 7S KS AH 8D 7H JD AD JH 7D JS"
    )
    state = put(state, "9C 9S 9H 9D", "QC QS QH QD", "5C 5S 5H 5D", "6C 6S 6H 6D")
    account = told(state, "AC AS AH", "8C 8H 8D", "7C 7S 7H", "KC KS JD")
    why = account.gains[0].why
    assert gains(account) == {GainFact.UNITS: 3, GainFact.FIRST_FIVE: 1}
    assert (why.about["first"], why.about["last"], why.about["units"]) == (5, 7, 7)


def test_9_1_booking_does_not_start_the_count_anew() -> None:
    account = told(nine(BOUNCES, 7, 0), *BOUNCES_PLAYS[:28])
    assert gains(account) == {GainFact.UNITS: 1}
    assert account.gains[0].why.about["units"] == 6


def test_9_2_five_units_before_any_other_side_has_one_give_one_extra_once() -> None:
    accounts = [told(nine(EIGHT, 0, 0), *EIGHT_PLAYS[:end]) for end in range(4, 37, 4)]
    assert [GainFact.FIRST_FIVE in gains(account) for account in accounts] == [False] * 4 + [True] + [False] * 4


def test_9_2_not_if_another_side_has_a_unit() -> None:
    plays = "AC QS AD 6S 9H QH JH 5H 9S QD JD 5D 9C QC JS 5C 8S 8C 7S 6C".split()
    state = nine(SWEEP.replace("6D", "??").replace("AH", "6D").replace("??", "AH"), 0, 0)
    state = put(state, "6D", "8D", "7D", "AH", "6H", "9D", "8H", "7H")
    assert voormsi.view(state, None).units == (1, 1)
    state = put(state, *plays[:12])
    assert gains(told(state, *plays[12:16])) == {GainFact.UNITS: 1}


def test_9_3_a_sweep_voids_the_hand() -> None:
    account = told(nine(SWEEP, 3, 5), *SWEEP_PLAYS)
    assert account.hand_end is not None
    assert (account.hand_end.void, account.units, account.scores, account.waiting) == (True, (9, 0), (3, 5), (0, 0))
    assert denials(account) == {DenialFact.SWEEP}
    assert account.denied[0].why.about["missed"] == 1 + 5 + 1
    assert account.bookings == ()


def test_9_4_voormsi_wins_the_trick() -> None:
    assert gains(trick("KH 5C QD 5D")) == {GainFact.VOORMSI_WINS: 1}
    assert gains(trick("KH+KC 5C+5S QD+QS 5D+5H")) == {GainFact.VOORMSI_WINS: 1}


@pytest.mark.parametrize(
    ("plays", "denial"),
    [
        ("5C QD 9S KH", DenialFact.VOORMSI_LAST),
        ("5C JC KH QD", DenialFact.TOQUTSIT_GONE),
        ("9C+9S JC+KH QD+QC 5C+5S", DenialFact.TOQUTSIT_BESIDE),
        ("9C+9S KH+3D QD+QC 5C+5S", DenialFact.THREE_BESIDE),
    ],
)
def test_9_4_voormsi_earns_nothing_where_toqutsit_could_not_have_beaten_it(plays: str, denial: DenialFact) -> None:
    account = trick(plays)
    assert gains(account) == {}
    assert denials(account) == {denial}


def test_9_4_nor_where_its_player_held_toqutsit_or_it_had_been_played_in_an_earlier_trick() -> None:
    held = told(nine(EIGHT, 0, 0), "KH", "QC", "JS", "5C")
    assert (gains(held), denials(held)) == ({}, {DenialFact.TOQUTSIT_HELD})
    gone = told(nine(EIGHT, 0, 0), "JC", "QC", "JS", "5C", "KH", "QS", "JH", "5S")
    assert (gains(gone), denials(gone)) == ({}, {DenialFact.TOQUTSIT_GONE})


def test_9_4_a_toqutsit_played_after_voormsi_without_beating_it_leaves_the_point() -> None:
    assert gains(trick("9C+9S KH+8S QD+QC JC+5S")) == {GainFact.VOORMSI_WINS: 1}


def test_9_5_toqutsit_executes_an_opponents_heading_voormsi() -> None:
    account = trick("5C KH JC QD")
    assert gains(account) == {GainFact.TOQUTSIT_EXECUTES: 2}
    assert account.gains[0].side == 0


def test_9_5_a_voormsi_that_did_not_head_is_worth_nothing() -> None:
    account = trick("9C+9S KH+5C JC+3D QD+QC")
    assert gains(account) == {}
    assert denials(account) == {DenialFact.VOORMSI_NOT_HEADING}


def test_9_5_toqutsit_beats_voormsi_only_if_its_whole_play_heads() -> None:
    account = trick("5C+5S KH+9S JC+QD 6C+6S")
    assert not account.plays[2].headed
    assert gains(account) == {GainFact.VOORMSI_WINS: 1}


def test_9_6_toqutsit_on_its_own_sides_heading_voormsi_loses_everything_at_once() -> None:
    state = drawn("KH\n5C\nJC\n3D", scores=(6, 4))
    account = told(state, "KH", "5C", "JC")
    assert account.outcome is not None
    assert (account.outcome.winners, account.outcome.why.kind) == ((1,), OutcomeFact.OWN_VOORMSI)
    assert (account.winner, account.units, account.scores, account.waiting) == (None, (0, 0), (0, 4), (0, 0))
    after = put(state, "KH", "5C", "JC")
    assert voormsi.phase(after) is Phase.OVER
    assert [play.cards for play in voormsi.view(after, None).trick] == [cards("KH"), cards("5C"), cards("JC")]
    assert refused(after, "3D", seat=3).kind is RefusalFact.RUBBER_OVER
    for action in (Shuffle(PACK), Move(3, "decline")):
        assert voormsi.apply(after, action) == IllegalAction(fact(RefusalFact.RUBBER_OVER))


def test_9_6_not_if_the_play_does_not_beat_the_heading_one() -> None:
    account = trick("KH+KC 5D+5S JC+KS QC+QD")
    assert account.plays[2].headed is False
    assert account.outcome is None


def test_9_6_each_side_is_told_why_its_waiting_points_are_lost() -> None:
    state = replace(drawn("KH\n5C\nJC\n3D", scores=(6, 4)), waiting=pack((2, 1)))
    denied = told(state, "KH", "5C", "JC").denied
    told_to = [(each.side, each.why.kind, each.why.about["missed"]) for each in denied]
    assert told_to == [(0, DenialFact.LOST_ALL, 2), (1, DenialFact.WON_UNBOOKED, 1)]


def test_9_6_and_10_3_a_hand_that_the_end_of_the_rubber_cuts_short_is_unfinished() -> None:
    cut = told(drawn("KH\n5C\nJC\n3D"), "KH", "5C", "JC")
    last_card = told(nine(FORCED, 0, 0), *FORCED_PLAYS[:35])
    on_target = told(nine(BOUNCES, 6, 0), *BOUNCES_PLAYS[:24])
    played_out = told(nine(EIGHT, 4, 0), *EIGHT_PLAYS)
    ends = [each.hand_end for each in (cut, last_card, on_target, played_out)]
    assert [end and end.unfinished for end in ends] == [True, True, True, False]


def test_9_7_three_takes_a_heading_voormsi_anybodys() -> None:
    assert gains(trick("5C KH 3D QD")) == {GainFact.THREE_TAKES_VOORMSI: 1}
    assert gains(trick("KH 5C 3D QD")) == {GainFact.THREE_TAKES_VOORMSI: 1}
    assert gains(trick("9C KH 5C 3D")) == {GainFact.THREE_TAKES_VOORMSI: 1}


def test_9_8_three_takes_a_toqutsit_that_has_executed() -> None:
    account = trick("5C KH JC 3D")
    assert gains(account) == {GainFact.THREE_TAKES_TOQUTSIT: 2}
    assert account.gains[0].side == 1
    assert denials(account) == {DenialFact.EXECUTION_CANCELLED}


def test_9_8_three_on_toqutsit_otherwise_is_worth_nothing() -> None:
    account = trick("5C JC 3D QD")
    assert gains(account) == {}
    assert denials(account) == {DenialFact.THREE_ON_TOQUTSIT}


# §10 Booking, bouncing, winning


def test_10_1_a_side_books_when_it_loses_a_trick_and_at_the_end_of_the_hand() -> None:
    state = nine(BOUNCES, 0, 0)
    booked = [
        [(each.side, each.points) for each in told(state, *BOUNCES_PLAYS[:end]).bookings] for end in range(4, 37, 4)
    ]
    assert booked == [[], [], [], [], [], [(0, 3)], [], [], [(0, 3)]]


def test_10_2_what_passes_the_target_bounces_as_in_ps_example() -> None:
    state = nine(BOUNCES, 7, 0)
    sixth = told(state, *BOUNCES_PLAYS[:24])
    assert [(each.before, each.after, each.bounced) for each in sixth.bookings] == [(7, 8, 10)]
    last = told(state, *BOUNCES_PLAYS)
    assert [(each.before, each.after, each.bounced) for each in last.bookings] == [(8, 7, 11)]
    assert last.outcome is None


def test_10_3_who_stands_on_the_target_after_booking_wins_at_once() -> None:
    account = told(nine(BOUNCES, 6, 0), *BOUNCES_PLAYS[:24])
    assert account.outcome is not None
    assert (account.outcome.winners, account.outcome.why.kind, account.scores) == ((0,), OutcomeFact.ON_TARGET, (9, 0))
    assert voormsi.view(put(nine(BOUNCES, 6, 0), *BOUNCES_PLAYS[:24]), None).hand_sizes == (3, 3, 3, 3)


def test_10_3_ps_example_of_losing_the_ninth_trick_wins() -> None:
    account = told(nine(EIGHT, 4, 0), *EIGHT_PLAYS)
    assert account.outcome is not None
    assert (account.outcome.winners, account.scores) == ((0,), (9, 0))


def test_10_3_what_others_have_waiting_is_lost() -> None:
    early = [*EXECUTION_PLAYS[:20], "KH", "JC", "7H", "6S"]
    account = told(nine(EXECUTION, 7, 7), *early)
    assert account.outcome is not None
    assert (account.outcome.winners, account.scores, account.waiting) == ((0,), (9, 7), (0, 0))
    assert gains(account) == {GainFact.TOQUTSIT_EXECUTES: 2}
    assert denials(account) == {DenialFact.TOO_LATE}


def test_10_4_both_on_the_target_after_the_last_trick_draw() -> None:
    account = told(nine(EXECUTION, 4, 7), *EXECUTION_PLAYS)
    assert account.outcome is not None
    assert (account.outcome.winners, account.outcome.why.kind, account.scores) == ((0, 1), OutcomeFact.BOTH_OUT, (9, 9))
    assert [each.why.kind for each in account.bookings] == [BookingFact.LOST_TRICK, BookingFact.HAND_END]


def test_10_4_the_winner_of_the_last_trick_books_also_if_the_loser_wins() -> None:
    account = told(nine(EXECUTION, 4, 5), *EXECUTION_PLAYS)
    assert account.outcome is not None
    assert (account.outcome.winners, account.scores) == ((0,), (9, 7))


def test_10_5_a_team_on_four_that_sweeps_stays_on_four() -> None:
    assert told(nine(SWEEP, 4, 0), *SWEEP_PLAYS).scores == (4, 0)


# §11 Options


def test_11_unknown_options_and_values_are_refused_and_missing_ones_are_the_first() -> None:
    for options, kind in (
        ({"colour": "red"}, RefusalFact.UNKNOWN_OPTION),
        ({"deal": "five"}, RefusalFact.UNKNOWN_CHOICE),
    ):
        refusal = voormsi.check_options(4, options)
        assert refusal is not None
        assert refusal.why.kind is kind
        with pytest.raises(ValueError, match=kind):
            voormsi.start(4, options)
    assert terms(4, {}) == terms(4, {option.name: option.default for option in voormsi.options})


@pytest.mark.parametrize(("seats", "size"), [(3, 12), (4, 9)])
def test_11_1_all_cards_can_be_dealt_to_three_and_four(seats: int, size: int) -> None:
    step = voormsi.apply(begin(terms(seats, {"deal": "all"}), 0), Shuffle(PACK))
    assert not isinstance(step, IllegalAction)
    view = voormsi.view(step, None)
    assert (view.hand_sizes, view.stock) == ((size,) * seats, 0)


def test_11_1_but_not_to_two() -> None:
    refusal = voormsi.check_options(2, {"deal": "all"})
    assert refusal is not None
    assert refusal.why.kind is RefusalFact.ALL_DEALT_TO_TWO


def test_11_2_spade_king_in_the_next_play_beats_a_led_club_king() -> None:
    lead_too = {"spade_king": "on_lead_too"}
    assert won("KC KS 7S 7H", **lead_too) == "KS"
    assert trick("KC KS 7S 7H", **lead_too).plays[1].why.kind is PlayFact.SPADE_KING_ON_LED_CLUB_KING
    assert won("KC 7S KS 7H", **lead_too) == "KC"
    assert won("KC KS QD 7H", **lead_too) == "QD"
    assert won("3D KC KS 7H", **lead_too) == "KC"
    assert won("KC+KH KS+JC 9C+9S 7S+7H", **lead_too) == "JC+KS"
    assert won("KC+KH KS+JC 9C+3D 7S+7H", **lead_too) == "9C+3D"
    assert won("KC+KH KS+JC 9C+5C 7S+7H") == "KH+KC"


def test_11_3_the_loser_of_the_last_trick_can_book_first() -> None:
    account = told(nine(EXECUTION, 4, 7, both_out="loser_first"), *EXECUTION_PLAYS)
    assert account.outcome is not None
    assert (account.outcome.winners, account.scores) == ((0,), (9, 7))
    assert [each.why.kind for each in account.bookings] == [BookingFact.LOSER_FIRST]
    assert DenialFact.TOO_LATE in denials(account)
    second = told(nine(EXECUTION, 3, 7, both_out="loser_first"), *EXECUTION_PLAYS)
    assert second.outcome is not None
    assert (second.outcome.winners, second.scores) == ((1,), (8, 9))


def seen(state: State) -> list[tuple[Event, ...]]:
    """The cards shown to everybody, and then to each seat."""
    seats = range(state.terms.seats)
    return [voormsi.view(state, seat).events for seat in (None, *seats)]


def test_11_4_a_voormsi_point_is_proved_by_the_hand_to_the_opponents_alone() -> None:
    proved = nine(SWEEP, 0, 0, proof="shown")
    hand = Event("shown", 0, cards("8S 9C 9S 9H 9D AC AS AH"), trick=2, lasting=Lasting.PLAYED)
    assert told(proved, *SWEEP_PLAYS[:4]).shown == (0,)
    assert told(proved, *SWEEP_PLAYS[:8]).shown == ()
    for plays in (4, 7, 8):
        assert seen(put(proved, *SWEEP_PLAYS[:plays])) == [(), (), (hand,), (), (hand,)]
    vouched = nine(SWEEP, 0, 0)
    assert told(vouched, *SWEEP_PLAYS[:4]).shown == ()
    assert seen(put(vouched, *SWEEP_PLAYS[:4])) == [()] * 5


def test_11_4_with_three_players_both_others_see_the_hand() -> None:
    state = drawn("KH 9C 9S 9H\nQS QD QH QC\n5C 5S 5H 5D", options={"proof": "shown"})
    hand = Event("shown", 0, cards("9C 9S 9H"), trick=2, lasting=Lasting.PLAYED)
    assert seen(put(state, "KH", "QS", "5C")) == [(), (), (hand,), (hand,)]


def test_11_4_with_two_players_it_is_the_hand_that_was_left_when_voormsi_was_played() -> None:
    state = drawn("KH 9C 9S 9H\nQS QD QH QC", stock="JC 5C 5H 5D", options={"proof": "shown"})
    assert told(state, "KH", "QS", "9H", "QD").shown == (0,)
    assert seen(put(state, "KH", "QS", "9H", "QD")) == [
        (),
        (),
        (Event("shown", 0, cards("9C 9S 9H"), trick=2, lasting=Lasting.PLAYED),),
    ]


def made(state: State, *moves: Move) -> State:
    """The state after these moves."""
    for move in moves:
        step = voormsi.apply(state, move)
        assert not isinstance(step, IllegalAction), step
        state = step
    return state


ASKED = {"proof": "asked"}
ASKED_HANDS = "KH 9C 9S 9H\nQS QD QH QC\n5C 5S 5H 5D\n6C 6S 6H 6D"
WON_BY_VOORMSI = ("KH", "QS", "5C", "6C")


def test_11_4_an_opponent_who_asks_before_the_next_lead_sees_the_hand_alone() -> None:
    state = put(drawn(ASKED_HANDS, options=ASKED), *WON_BY_VOORMSI)
    assert voormsi.view(state, 1).moves == (Move(1, "ask", to=0), Move(1, "decline"))
    assert voormsi.view(state, 0).actions == voormsi.view(state, 3).actions == ()
    asked = made(state, Move(1, "ask", to=0))
    told_to_all = Event("ask", 1, to=0, trick=2, move=0)
    proved = Event("proved", 0, cards("9C 9S 9H"), 1, 2, lasting=Lasting.PLAYED, move=0)
    assert seen(asked) == [(told_to_all,), (told_to_all,), (told_to_all, proved), (told_to_all,), (told_to_all,)]
    assert (voormsi.turn(asked), voormsi.phase(asked)) == (0, Phase.PLAY)
    assert Play(0, cards("9C")) in voormsi.legal(asked)


def test_11_4_it_is_asked_for_once_and_each_opponent_in_turn_may_let_it_be() -> None:
    state = put(drawn(ASKED_HANDS, options=ASKED), *WON_BY_VOORMSI)
    second = made(state, Move(1, "decline"))
    assert voormsi.view(second, 3).moves == (Move(3, "ask", to=0), Move(3, "decline"))
    nobody = made(second, Move(3, "decline"))
    assert voormsi.turn(nobody) == 0
    assert seen(nobody) == [()] * 5
    for late in (Move(1, "ask", to=0), Move(3, "ask", to=0)):
        step = voormsi.apply(nobody, late)
        assert isinstance(step, IllegalAction)
        assert step.why.kind is RefusalFact.NO_SUCH_MOVE


def test_11_4_nobody_leads_while_an_opponent_may_ask_and_partners_and_winners_do_not_ask() -> None:
    state = put(drawn(ASKED_HANDS, options=ASKED), *WON_BY_VOORMSI)
    for action, kind in (
        (Play(0, cards("9C")), RefusalFact.NOT_YOUR_TURN),
        (Play(1, cards("QD")), RefusalFact.PROOF_FIRST),
        (Move(2, "ask", to=0), RefusalFact.NOT_YOUR_TURN),
        (Move(1, "ask", to=2), RefusalFact.NO_SUCH_MOVE),
    ):
        step = voormsi.apply(state, action)
        assert isinstance(step, IllegalAction)
        assert step.why.kind is kind


def test_11_4_nothing_is_asked_without_the_point() -> None:
    last = put(drawn("6C\nQS\n5C\nKH", options=ASKED), "6C", "QS", "5C", "KH")
    assert (voormsi.turn(last), voormsi.phase(last)) == (3, Phase.PLAY)


def test_11_4_nothing_is_asked_if_no_card_was_left_beside_voormsi() -> None:
    state = drawn("QC QS QH QD\nKH 9C 9S 9H\n5C 5S 5H 5D\n6C 6S 6H 6D", options=ASKED)
    won = told(state, "QC QS QH QD", "KH 9C 9S 9H", "5C 5S 5H 5D", "6C 6S 6H 6D")
    assert GainFact.VOORMSI_WINS in {gain.why.kind for gain in won.gains}
    after = put(state, "QC QS QH QD", "KH 9C 9S 9H", "5C 5S 5H 5D", "6C 6S 6H 6D")
    assert (voormsi.turn(after), voormsi.phase(after)) == (1, Phase.PLAY)


def test_11_4_with_two_players_the_other_may_ask_for_the_hand_as_it_was() -> None:
    state = drawn("KH 9C 9S 9H\nQS QD QH QC", stock="JC 5C 5H 5D", options=ASKED)
    asked = made(put(state, "KH", "QS", "9H", "QD"), Move(1, "ask", to=0))
    assert voormsi.view(asked, 1).events[-1] == Event(
        "proved", 0, cards("9C 9S 9H"), 1, 2, lasting=Lasting.PLAYED, move=0
    )
    assert voormsi.turn(asked) == 0


def test_11_5_a_forced_execution_of_ones_own_voormsi_loses_or_is_forgiven() -> None:
    lost = told(nine(FORCED, 0, 0), *FORCED_PLAYS[:-1])
    assert lost.outcome is not None
    assert lost.outcome.winners == (1,)
    spared = told(nine(FORCED, 0, 0, forced_execution="mercy"), *FORCED_PLAYS)
    assert spared.outcome is None
    assert gains(spared) == {}
    assert denials(spared) == {DenialFact.MERCY, DenialFact.MERCY_ENDS_THREE}
    assert spared.scores == (5, 0)


def test_11_5_there_is_no_mercy_for_who_had_another_play() -> None:
    account = told(drawn("KH\n5C\nJC 9C\n3D", options={"forced_execution": "mercy"}), "KH", "5C", "JC")
    assert account.outcome is not None


def test_11_6_after_n_hands_most_points_win_and_equal_ones_draw() -> None:
    account = told(nine(EIGHT, 0, 2, length="hands:1"), *EIGHT_PLAYS)
    assert account.outcome is not None
    assert (account.outcome.winners, account.outcome.why.kind) == ((0,), OutcomeFact.MOST_POINTS)
    level = told(nine(EIGHT, 0, 5, length="hands:1"), *EIGHT_PLAYS)
    assert level.outcome is not None
    assert (level.outcome.winners, level.outcome.why.kind) == ((0, 1), OutcomeFact.LEVEL)
    assert told(nine(EIGHT, 0, 5, length="hands:2"), *EIGHT_PLAYS).outcome is None
    target = told(nine(EIGHT, 4, 5, length="hands:20"), *EIGHT_PLAYS)
    assert target.outcome is not None
    assert target.outcome.why.kind is OutcomeFact.ON_TARGET


# §12 What is known to whom


def test_12_1_plays_heading_units_points_sizes_and_ladder_are_public() -> None:
    view = voormsi.view(put(nine(BOUNCES, 2, 1), *BOUNCES_PLAYS[:22]), None)
    assert view.trick == (Play(0, cards("5D")), Play(1, cards("8H")))
    assert (view.heading, view.dealer, view.units, view.waiting, view.scores) == (0, 3, (5, 0), (3, 0), (2, 1))
    assert (view.hand_sizes, view.stock, view.turn, view.trick_number) == ((3, 3, 4, 4), 0, 2, 6)


def test_12_2_a_seat_sees_its_own_cards_and_the_public_none() -> None:
    state = nine(BOUNCES, 0, 0)
    for seat, row in enumerate(BOUNCES.split("\n")[1:5]):
        view = voormsi.view(state, seat)
        assert set(view.hand) == set(cards(row))
        assert bool(view.legal) == (seat == 0)
    public = voormsi.view(state, None)
    assert (public.hand, public.groups, public.legal) == ((), (), ())


def test_12_2_hands_come_strongest_first_in_the_groups_of_the_game() -> None:
    view = voormsi.view(drawn("3D 7D 7C 5C 5S JC JD 8S 9D\nQD\nQH\nQS", options={"deal": "all"}), 0)
    assert [group.name for group in view.groups] == ["matadors", "nines", "jacks", "fives", "sevens", "three"]
    assert view.hand == cards("JC 8S 9D JD 5C 5S 7C 7D 3D")
    assert tuple(each for group in view.groups for each in group.cards) == view.hand
    assert [play for play in view.legal if len(play) == 1] == [(each,) for each in view.hand]
    assert sum((cards_of(group) for _, group in GROUPS), ()) == PACK


def test_12_3_no_view_tells_the_order_of_the_stock() -> None:
    one = drawn("9C\n9S\n9H\n9D", stock="KH JC 8S AC")
    other = drawn("9C\n9S\n9H\n9D", stock="AC 8S JC KH")
    for seat in (None, 0, 1, 2, 3):
        assert voormsi.view(one, seat) == voormsi.view(other, seat)


# §13 Forced results


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("7H KH 7D KS", "7H"),
        ("3D 7H KS AC", "7H"),
        ("3D 7H KH 7C", "7C"),
        ("3D 7H KC 7C", "KC"),
        ("3D 7H KS KC", "KC"),
        ("7H 3D KC KS", "3D"),
        ("3D KS 7H 7C", "KS"),
        ("KC 7H KS 7C", "KC"),
        ("7D KC KS 9C", "KS"),
        ("7D KC 9C KS", "KC"),
        ("3D 9D 7C QD", "9D"),
        ("9C KH JC 5C", "JC"),
        ("9C JC KH 5C", "KH"),
    ],
)
def test_13_forced_results(plays: str, winner: str) -> None:
    assert won(plays) == winner


def test_13_voormsi_after_toqutsit_takes_the_trick_without_a_point() -> None:
    assert gains(trick("9C JC KH 5C")) == {}


def test_13_ps_double_trick_gives_no_bonus() -> None:
    assert gains(trick("9C+9S KH+5C JC+3D QD+QC")) == {}


# §14 The referee (more in test_referee.py)


def test_14_one_line_gives_one_answer() -> None:
    request = {
        "game": "voormsi",
        "players": 4,
        "dealer": 0,
        "scores": [0, 0],
        "deck": [each.code for each in PACK],
        "plays": [],
    }
    assert answer(json.dumps(request).encode())["turn"] == 1
