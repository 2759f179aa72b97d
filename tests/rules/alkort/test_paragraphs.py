"""Every paragraph of the law of Alkort, by its number."""

from __future__ import annotations

import itertools
import re
from typing import Final

import pytest

from rules.alkort import facts
from rules.alkort import game as alkort
from rules.alkort.facts import (
    AlkortDenialFact,
    AlkortGainFact,
    AlkortHandEndFact,
    AlkortOutcomeFact,
    AlkortPlayFact,
    AlkortRefusalFact,
)
from rules.alkort.state import AlkortPhase, AlkortState
from rules.core.cards import card, cards
from rules.core.contract import Event, FactKind, IllegalAction, Move, Phase, Play, Shuffle
from tests.rules.alkort.positions import (
    FOURS,
    MEEK,
    PACK,
    SEATS,
    deck_of,
    drawn,
    hand_won_by,
    kinds,
    put,
    refused,
    told,
    trick,
    won,
)

PARAGRAPHS: Final = (
    "1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 5.6 6.1 6.2 7.1 7.2 7.3 7.4 7.5 7.6 7.7 "
    "8.1 8.2 8.3 8.4 8.5 9.1 9.2 10 10.1 10.2 10.3 10.4 10.5 10.6 11.1 11.2 11.3 11.4 11.5 11.6 11.7 12 13"
).split()
"""The numbered paragraphs of the law, and the sections that have none (§10: what stands for all options)."""
KINDS: Final = [
    kind for kinds in vars(facts).values() if isinstance(kinds, type) and issubclass(kinds, FactKind) for kind in kinds
]


def codes(some: object) -> str:
    return " ".join(map(str, some))  # type: ignore[call-overload]


def kept_by(seat: int, text: str) -> Move:
    return Move(seat, "keep", cards(text))


def hand(state: AlkortState, seat: int) -> frozenset[str]:
    return frozenset(each.code for each in alkort.view(state, seat).hand)


def event(kind: str, state: AlkortState, seat: int | None) -> list[Event]:
    return [one for one in alkort.view(state, seat).events if one.kind == kind]


def test_no_paragraph_is_without_a_test() -> None:
    tested = {".".join(found[1].split("_")) for name in globals() if (found := re.match(r"test_(\d+(?:_\d+)?)_", name))}
    assert [paragraph for paragraph in PARAGRAPHS if paragraph not in tested] == []


def test_the_game_names_the_same_paragraphs() -> None:
    assert list(alkort.paragraphs) == PARAGRAPHS


def test_every_fact_cites_a_paragraph_and_no_two_share_a_name() -> None:
    assert {kind.paragraph for kind in KINDS} <= set(PARAGRAPHS)
    assert len({kind.value for kind in KINDS}) == len(KINDS)


# §1 Words


def test_1_partners_sit_opposite_and_seats_go_clockwise() -> None:
    view = alkort.view(drawn(), None)
    assert view.sides == ((0, 2), (1, 3))
    assert view.to_play == (0, 1, 2, 3)


# §2 Pack and rank


def test_2_1_the_pack_has_44_cards_without_tens_and_fives() -> None:
    assert {each.code for each in PACK} == {rank + suit for rank in "AKQJ9876432" for suit in "CSHD"}
    assert refused(drawn(), "TC").kind is AlkortRefusalFact.NOT_IN_PACK
    assert refused(drawn(), "5C").kind is AlkortRefusalFact.NOT_IN_PACK


def test_2_1_a_deck_that_is_not_the_pack_is_refused() -> None:
    ready = put_shuffle(alkort.start(SEATS, {}), PACK)
    for wrong in (PACK[:43], (*PACK[:43], PACK[0]), (*PACK[:43], card("TC")), (*PACK, PACK[0])):
        step = alkort.apply(ready, Shuffle(wrong))
        assert isinstance(step, IllegalAction)
        assert step.why.kind is AlkortRefusalFact.BAD_SHUFFLE


RANKS: Final = [*"KD 2H 4C 8S 9H 9D".split(), "AC AS AH AD", "JC JS JH JD", "6C 6S 6H 6D", "8C 8H 8D"]


def test_2_2_each_rank_beats_the_one_below_in_any_suit() -> None:
    for high, low in itertools.combinations(RANKS, 2):
        for one, other in itertools.product(high.split()[:2], low.split()[-2:]):
            assert won(f"{other} {one} 7D 7H") == one
            assert won(f"{one} {other} 7D 7H") == one


def test_2_2_within_a_rank_suits_mean_nothing() -> None:
    for rank in RANKS[6:]:
        for one, other in itertools.permutations(rank.split(), 2):
            assert won(f"{one} {other} 7D 7H") == one


def test_2_3_sevens_are_equal_and_outside_the_order() -> None:
    for seven in cards("7C 7S 7H 7D"):
        assert won(f"QD {seven} KC KS") == "QD"
    groups = {group.name: group.ranked for group in alkort.order}
    assert [name for name, is_ranked in groups.items() if is_ranked] == "high_cards aces jacks sixes eights".split()


def test_2_4_the_rubbish_is_nineteen_cards_that_any_ranked_card_beats() -> None:
    rubbish = [each for group in alkort.order if not group.ranked and group.name != "sevens" for each in group.cards]
    assert len(rubbish) == 19
    assert card("2H") not in rubbish
    assert card("KD") not in rubbish
    for each in rubbish:
        assert won(f"{each} 8C 7D 7H") == "8C"


def test_2_5_the_roll_is_the_order_of_the_pack_under_every_option() -> None:
    roll = (
        "KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D "
        "2C 2S 2D 3C 3S 3H 3D 9C 9S 4S 4H 4D KC KS KH QC QS QH QD"
    )
    assert codes(PACK) == roll
    for low_eights in ("ranked", "rubbish"):
        order = alkort.view(drawn(options={"low_eights": low_eights}), None).order
        assert codes(each for group in order for each in group.cards) == roll


# §3 Sevens


def test_3_1_nothing_beats_a_seven_that_is_led() -> None:
    assert won("7D KD 2H 4C") == "7D"
    assert trick("7D KD 2H 4C").plays[0].why.kind is AlkortPlayFact.SEVEN_LED


def test_3_2_a_seven_that_is_not_led_beats_nothing() -> None:
    account = trick("QD 7C KS 7S")
    assert kinds(account)[1] == AlkortPlayFact.SEVEN_NOT_LED
    assert account.heading == 0


def test_3_3_a_seven_may_not_be_the_opening_lead() -> None:
    state = drawn("7C AC\n7S AS")
    why = refused(state, "7C")
    assert (why.kind, why.paragraph, why.about["card"]) == (AlkortRefusalFact.SEVEN_LED_FIRST, "3.3", card("7C"))
    assert put(state, "AC", "7S").laid


def test_3_3_every_later_lead_may_be_a_seven() -> None:
    state = drawn("KD 7C\nAS\nAH\nAD")
    assert put(state, "KD", "AS", "AH", "AD", "7C").laid


def test_3_4_there_is_always_a_legal_opening_lead() -> None:
    state = drawn("7C 7S 7H 7D KC KS KH QC QS", options={"showing": "none"})
    assert [str(one.cards[0]) for one in alkort.legal(put(state, "decline"))] == "KC KS KH QC QS".split()


# §4 Seats, cut, deal


def put_shuffle(state: AlkortState, deck: tuple[object, ...]) -> AlkortState:
    step = alkort.apply(state, Shuffle(deck))  # type: ignore[arg-type]
    assert not isinstance(step, IllegalAction), step
    return step


@pytest.mark.parametrize("seats", [2, 3, 5, True])
def test_4_1_four_play_and_no_other_number(seats: int) -> None:
    refusal = alkort.check_options(seats, {})
    assert refusal is not None
    assert refusal.why.kind is AlkortRefusalFact.SEATS
    with pytest.raises(ValueError, match="seats"):
        alkort.start(seats, {})


@pytest.mark.parametrize(("cut", "dealer"), [("KD QD AC 7S", 1), ("3C 3D 3H 3S", 1), ("9C 4S 2H KD", 1), ("QH QC", 0)])
def test_4_2_the_lowest_by_the_roll_deals(cut: str, dealer: int) -> None:
    whole = cards(cut) + cards("8D 8H")
    state = put_shuffle(alkort.start(SEATS, {}), whole)
    view = alkort.view(state, None)
    assert (view.dealer, view.cut, view.phase) == (dealer, (whole[:4],), Phase.DEAL)


@pytest.mark.parametrize("cut", ["KD QD AC", "KD QD AC AC", "KD QD AC TC"])
def test_4_2_a_cut_that_is_none_is_refused(cut: str) -> None:
    step = alkort.apply(alkort.start(SEATS, {}), Shuffle(cards(cut)))
    assert isinstance(step, IllegalAction)
    assert step.why.kind is AlkortRefusalFact.BAD_CUT


def test_4_3_three_rounds_of_three_from_the_dealers_left_and_eight_for_the_stock() -> None:
    ready = put_shuffle(alkort.start(SEATS, {}), cards("KD QD 2H 4C"))
    state = put_shuffle(ready, PACK)
    got = alkort.dealt_cards(state)
    assert got[2] == PACK[:3] + PACK[12:15] + PACK[24:27]
    assert got[1] == PACK[9:12] + PACK[21:24] + PACK[33:36]
    assert (alkort.view(state, None).stock, alkort.view(state, None).hand_sizes) == (8, (9, 9, 9, 9))
    assert {*alkort.view(state, 2).hand} == {*got[2]}


def test_4_4_the_deal_passes_to_the_left() -> None:
    state, _ = hand_won_by("000001")
    assert alkort.phase(state) is Phase.DEAL
    assert alkort.view(put_shuffle(state, PACK), None).dealer == 0


# §5 The stock


@pytest.mark.parametrize(
    ("held", "has_right"),
    [
        (MEEK, True),
        (MEEK.replace("3H", "6H"), False),
        ("7C 7S 7H 7D QC QS QH QD KC", True),
        ("KC KS KH QC QH QS QD 4S 4H", True),
        *((MEEK.replace("3H", strong), False) for strong in "KD 2H 4C 8S 9H 9D AD JC 6S".split()),
        *((MEEK.replace("3H", meek), True) for meek in "8D 7C 2C 9S".split()),
    ],
)
def test_5_1_a_right_to_the_stock_is_nine_cards_of_which_none_beats_a_low_eight(held: str, has_right: bool) -> None:
    for low_eights in ("ranked", "rubbish"):
        state = drawn(held, options={"low_eights": low_eights})
        assert (alkort.phase(state) is AlkortPhase.EXCHANGE) is has_right


def test_5_2_those_who_have_a_right_are_asked_in_order_and_the_others_passed_over() -> None:
    state = drawn(f"AD\n{MEEK}\nAC\n{FOURS}")
    assert (state.turn, alkort.phase(state)) == (1, AlkortPhase.EXCHANGE)
    state = put(state, "decline")
    assert (state.turn, alkort.phase(state)) == (3, AlkortPhase.EXCHANGE)
    state = put(state, "decline")
    assert (state.turn, alkort.phase(state)) == (0, Phase.PLAY)


def test_5_2_the_first_that_takes_the_stock_ends_the_asking() -> None:
    state = put(drawn(f"AD\n{MEEK}\nAC\n{FOURS}"), "keep 8C")
    assert (state.turn, alkort.phase(state)) == (0, Phase.PLAY)


def test_5_2_the_dealer_is_asked_last_and_nobody_twice() -> None:
    state = drawn(f"{FOURS}\nAD\nAC\n{MEEK}")
    assert state.turn == 0
    assert put(state, "decline").turn == 3
    assert alkort.phase(put(state, "decline", "decline")) is Phase.PLAY


def test_5_2_nothing_is_played_while_seats_are_asked_and_nobody_answers_later() -> None:
    state = drawn(MEEK)
    assert refused(state, "8C").kind is AlkortRefusalFact.EXCHANGE_FIRST
    assert refused(put(state, "decline"), "decline").kind is AlkortRefusalFact.EXCHANGE_OVER
    assert refused(put(state, "decline"), "keep 8C").kind is AlkortRefusalFact.EXCHANGE_OVER
    assert refused(state, "decline", seat=1).kind is AlkortRefusalFact.NOT_YOUR_TURN


def test_5_3_who_declines_keeps_the_nine_cards_and_is_not_asked_again() -> None:
    state = put(drawn(MEEK), "decline")
    assert hand(state, 0) == frozenset(MEEK.split())
    assert (alkort.phase(state), alkort.view(state, None).stock) == (Phase.PLAY, 8)


def test_5_4_who_takes_the_stock_keeps_one_card_and_holds_nine_again() -> None:
    state = put(drawn(MEEK, stock="KD 2H 7C 7H KC KH QS QH"), "keep 7S")
    assert hand(state, 0) == frozenset("7S KD 2H 7C 7H KC KH QS QH".split())
    assert alkort.view(state, None).stock == 0
    assert alkort.dealt_cards(state)[0] == cards(MEEK + " KD 2H 7C 7H KC KH QS QH")


def test_5_4_exactly_one_card_of_ones_own_is_kept() -> None:
    state = drawn(MEEK)
    assert refused(state, "keep 8C 8H").kind is AlkortRefusalFact.KEEP_ONE
    assert refused(state, "keep").kind is AlkortRefusalFact.KEEP_ONE
    assert refused(state, "keep KD").kind is AlkortRefusalFact.NOT_YOUR_CARD
    assert refused(state, "keep TC").kind is AlkortRefusalFact.NOT_IN_PACK
    assert refused(state, "decline 8C").kind is AlkortRefusalFact.NO_SUCH_MOVE
    assert refused(state, "swap 8C").kind is AlkortRefusalFact.NO_SUCH_MOVE


def test_5_5_who_takes_the_stock_shows_its_nine_cards_first_or_vouches() -> None:
    for seat in (None, *range(SEATS)):
        (shown,) = event("revealed", put(drawn(MEEK), "keep 8C"), seat)
        assert (shown.seat, {*shown.cards}) == (0, {*cards(MEEK)})
        assert not event("revealed", put(drawn(MEEK, options={"proof": "vouched"}), "keep 8C"), seat)


def test_5_6_cards_laid_off_are_out_of_the_hand() -> None:
    state = put(drawn(MEEK), "keep 8C")
    assert refused(state, "8H").kind is AlkortRefusalFact.NOT_YOUR_CARD
    held = frozenset[str]().union(*(hand(state, seat) for seat in range(SEATS)))
    assert not held & frozenset(MEEK.replace("8C ", "").split())


# §6 Showing


def showed(state: AlkortState, seat: int | None) -> dict[int, str]:
    return {one.seat: codes(one.cards) for one in event("showed", state, seat)}


def test_6_1_all_show_their_partners_their_highest_card_before_the_opening_lead() -> None:
    state = drawn("9C AC\n2H\n8S\n4C", dealer=3)
    assert showed(state, 0) == {0: "KD", 1: "", 2: "8S", 3: ""}
    assert showed(state, 3) == {0: "", 1: "2H", 2: "", 3: "4C"}
    assert showed(state, None) == {0: "", 1: "", 2: "", 3: ""}
    assert [one.to for one in event("showed", state, None)] == [2, 3, 0, 1]


def test_6_1_they_show_what_they_hold_after_the_exchange() -> None:
    asked = drawn(MEEK, stock="KD 2H 7C 7H KC KH QS QH")
    assert showed(asked, 2) == {}
    assert showed(put(asked, "keep 7S"), 2)[0] == "KD"


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        (MEEK, "8C"),
        (MEEK.replace("3H", "6H"), "6H"),
        ("7C 7S 7H 7D QC QS QH QD KC", "7C"),
        ("KC KS KH QC QH QS QD 4S 4H", "4S"),
    ],
)
def test_6_2_the_highest_card_is_the_first_on_the_roll(held: str, shown: str) -> None:
    state = drawn(held)
    if alkort.phase(state) is AlkortPhase.EXCHANGE:
        state = put(state, "decline")
    assert showed(state, 2)[0] == shown


# §7 Play


def test_7_1_forehand_leads_and_then_the_winner_of_each_trick() -> None:
    state = drawn("AC\nAS\nKD\nAD")
    assert state.turn == 0
    assert put(state, "AC", "AS", "KD", "AD").turn == 2
    assert drawn(dealer=1).turn == 2


def test_7_2_any_card_may_be_played_but_one_and_in_turn() -> None:
    state = put(drawn("9C\nKD 7D 3D KS"), "9C")
    assert {one.cards[0] for one in alkort.legal(state)} == {*alkort.view(state, 1).hand}
    assert refused(state, "KD 7D").kind is AlkortRefusalFact.ONE_CARD
    assert refused(state, "9C").kind is AlkortRefusalFact.NOT_YOUR_CARD
    assert refused(state, "KD", seat=2).kind is AlkortRefusalFact.NOT_YOUR_TURN
    step = alkort.apply(state, Play(1, ()))
    assert isinstance(step, IllegalAction)
    assert step.why.kind is AlkortRefusalFact.ONE_CARD


def test_7_3_a_play_is_compared_with_the_heading_card_only() -> None:
    account = trick("QD 8C AD 6S")
    assert [(play.headed, play.over) for play in account.plays] == [(True, None), (True, 0), (True, 1), (False, 2)]
    assert kinds(account) == ["led", "ranked_on_rubbish", "higher_rank", "lower_rank"]


def test_7_4_nothing_beats_a_strong_seven() -> None:
    assert kinds(trick("7C KD 7D 3C")) == ["seven_led", *["strong_seven_stands"] * 3]


def test_7_5_a_ranked_card_beats_lower_ones_and_rubbish_but_not_its_equal() -> None:
    assert kinds(trick("AC AS KD 9C")) == ["led", "equal_rank", "higher_rank", "rubbish"]


def test_7_6_a_two_beats_kings_and_queens_and_a_three_beats_queens() -> None:
    for low, high in itertools.product("2C 2S 2D".split(), "KC KS KH QC QS QH QD".split()):
        assert won(f"{high} {low} 9C 9S") == low
    for low, high in itertools.product("3C 3S 3H 3D".split(), "QC QS QH QD".split()):
        assert won(f"{high} {low} 9C 9S") == low
    for low, high in itertools.product("3C 3D".split(), "KC KS KH".split()):
        assert won(f"{high} {low} 9C 9S") == high
    assert kinds(trick("KC 2C QD 9C")) == ["led", "two_takes", "rubbish", "rubbish"]
    assert kinds(trick("QC 3C KC 9C")) == ["led", "three_takes", "rubbish", "rubbish"]


def test_7_6_otherwise_rubbish_beats_nothing() -> None:
    for one, other in itertools.permutations("9C 4S 2C 3S".split(), 2):
        assert won(f"{one} {other} 7D 7H") == one


def test_7_7_a_two_comes_too_late_when_a_three_heads() -> None:
    account = trick("QS 3C 2C KC")
    assert kinds(account) == ["led", "three_takes", "too_late", "rubbish"]
    assert dict(account.plays[2].why.about) == {"card": card("2C"), "on": card("3C"), "led": card("QS")}


# §8 The end of a hand


def test_8_1_a_trick_counts_for_the_side_of_its_winner() -> None:
    account = told(drawn("AC\nAS\nKD\nAD"), "AC", "AS", "KD", "AD")
    assert (account.units, account.gains, account.hand_end) == ((1, 0), (), None)


def test_8_2_the_hand_goes_on_while_neither_side_has_five() -> None:
    state, accounts = hand_won_by("00001111")
    assert alkort.phase(state) is Phase.PLAY
    assert accounts[-1].units == (4, 4)


def test_8_3_a_side_on_a_run_plays_on_until_it_loses_a_trick() -> None:
    assert alkort.phase(hand_won_by("00000")[0]) is Phase.PLAY
    state, accounts = hand_won_by("0000001")
    assert alkort.phase(state) is Phase.DEAL
    end = accounts[-1].hand_end
    assert end is not None
    assert end.why is not None
    assert (end.units, end.void, end.why.kind) == ((6, 1), False, AlkortHandEndFact.DECIDED)
    assert (end.why.about["side"], end.why.about["tricks"]) == (0, 6)


def test_8_3_a_hand_that_was_played_out_has_no_other_reason_for_its_end() -> None:
    end = hand_won_by("010101011")[1][-1].hand_end
    assert end is not None
    assert end.why is None


SCORES: Final = {
    "000001": (5, 0),
    "0000001": (6, 0),
    "11111110": (0, 7),
    "000000001": (8, 0),
    "111111111": (0, 9),
    "100000": (1, 0),
    "000010": (1, 0),
    "010101011": (0, 1),
}


@pytest.mark.parametrize(("sides", "scores"), SCORES.items())
def test_8_4_the_score_of_a_hand(sides: str, scores: tuple[int, int]) -> None:
    state, accounts = hand_won_by(sides)
    assert (state.turn, state.scores, accounts[-1].scores) == (-1, scores, scores)
    (gain,) = accounts[-1].gains
    assert (gain.side, gain.points) == (scores.index(max(scores)), max(scores))
    expected = {1: AlkortGainFact.MOST_TRICKS, 5: AlkortGainFact.MUKUR}.get(max(scores), AlkortGainFact.STROKE)
    assert gain.why.kind is expected


def test_8_4_five_in_succession_that_are_not_the_first_are_no_mukur() -> None:
    (denied,) = hand_won_by("100000")[1][-1].denied
    assert (denied.side, denied.why.kind, denied.why.about["missed"]) == (0, AlkortDenialFact.NOT_FIRST_FIVE, 4)
    for sides in ("000010", "000001", "010101011"):
        assert hand_won_by(sides)[1][-1].denied == ()


def test_8_5_cards_still_held_are_not_played() -> None:
    state, _ = hand_won_by("000001")
    assert alkort.view(state, None).hand_sizes == (3, 3, 3, 3)
    assert refused(state, "8C", seat=0).kind is AlkortRefusalFact.HAND_OVER


# §9 The rubber


@pytest.mark.parametrize(("before", "sides", "after"), [((8, 8), "000010", (9, 8)), ((8, 3), "000001", (13, 3))])
def test_9_1_a_side_on_the_target_or_beyond_has_won(
    before: tuple[int, int], sides: str, after: tuple[int, int]
) -> None:
    state, _ = hand_won_by(sides, scores=before)
    outcome = alkort.view(state, None).outcome
    assert outcome is not None
    assert (state.scores, outcome.winners, outcome.why.kind) == (after, (0,), AlkortOutcomeFact.ON_TARGET)
    assert refused(state, "8C", seat=0).kind is AlkortRefusalFact.RUBBER_OVER
    step = alkort.apply(state, Shuffle(PACK))
    assert isinstance(step, IllegalAction)
    assert step.why.kind is AlkortRefusalFact.RUBBER_OVER


def test_9_2_below_the_target_the_rubber_goes_on() -> None:
    state, accounts = hand_won_by("000000001")
    assert (state.scores, accounts[-1].outcome, alkort.phase(state)) == ((8, 0), None, Phase.DEAL)


# §10 Options


def test_10_unknown_options_and_values_are_refused() -> None:
    for options, kind in (
        ({"colour": "red"}, AlkortRefusalFact.UNKNOWN_OPTION),
        ({"target": "10"}, AlkortRefusalFact.UNKNOWN_CHOICE),
    ):
        refusal = alkort.check_options(SEATS, options)
        assert refusal is not None
        assert refusal.why.kind is kind


def test_10_the_defaults_come_first() -> None:
    defaults = {option.name: option.default for option in alkort.options}
    assert defaults == {
        "opening_seven": "forbidden",
        "low_eights": "ranked",
        "showing": "highest",
        "proof": "shown",
        "target": "9",
        "length": "rubber",
    }


def test_10_1_a_worthless_opening_seven_is_beaten_by_ranked_cards_only() -> None:
    account = trick("7C 9S 2C 8H", first=True, opening_seven="worthless")
    assert kinds(account) == ["worthless_seven_led", "rubbish", "rubbish", "ranked_on_seven"]
    assert won("7C 7S 3C QC", first=True, opening_seven="worthless") == "7C"
    assert won("7C KD 2C 8H", opening_seven="worthless") == "7C"


def test_10_1_a_strong_opening_seven_is_live() -> None:
    assert won("7C KD 2H 4C", first=True, opening_seven="strong") == "7C"


def test_10_2_low_eights_may_be_rubbish() -> None:
    account = trick("8C AC 8H 9C", low_eights="rubbish")
    assert kinds(account) == ["led", "ranked_on_rubbish", "low_eight", "rubbish"]
    assert won("9C 8C 7D 7H", low_eights="rubbish") == "9C"
    assert won("QD 8C 7D 7H", low_eights="rubbish") == "QD"


def test_10_3_partners_may_show_their_hands_or_nothing() -> None:
    state = drawn("AC\nAS\nAH\nAD", options={"showing": "hand"})
    assert showed(state, 0)[2] == codes(alkort.view(state, 2).hand)
    assert showed(state, 0)[1] == ""
    assert event("showed", drawn(options={"showing": "none"}), 0) == []


def test_10_4_the_right_may_be_vouched_for() -> None:
    state = put(drawn(MEEK, options={"proof": "vouched"}), "keep 8C")
    assert [one.kind for one in alkort.view(state, 1).events][:2] == ["keep", "showed"]


@pytest.mark.parametrize("target", ["9", "5", "11", "15", "21"])
def test_10_5_the_target_is_an_option(target: str) -> None:
    assert alkort.view(drawn(options={"target": target}), None).target == int(target)
    state, _ = hand_won_by("000001", target=target)
    assert (alkort.phase(state) is Phase.OVER) is (target == "5")


def test_10_6_after_so_many_hands_the_side_with_more_points_wins() -> None:
    outcome = alkort.view(hand_won_by("000010", length="hands:1")[0], None).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why.kind) == ((0,), AlkortOutcomeFact.MOST_POINTS)
    state, _ = hand_won_by("000010", length="hands:2")
    assert alkort.phase(state) is Phase.DEAL


def test_10_6_equal_points_draw_and_the_target_still_ends_it_sooner() -> None:
    state, _ = hand_won_by("000010", scores=(1, 2), length="hands:1")
    outcome = alkort.view(state, None).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why.kind) == ((0, 1), AlkortOutcomeFact.LEVEL)
    assert alkort.phase(hand_won_by("111111111", length="hands:20")[0]) is Phase.OVER


# §11 What is known to whom


def test_11_1_what_is_public_is_in_every_view() -> None:
    state = put(drawn("AC\nKD", dealer=3, scores=(3, 4)), "AC", "KD")
    for seat in (None, *range(SEATS)):
        view = alkort.view(state, seat)
        assert (view.dealer, view.turn, view.phase, view.stock) == (3, 2, Phase.PLAY, 8)
        assert (view.trick, view.heading) == ((Play(0, cards("AC")), Play(1, cards("KD"))), 1)
        assert (view.scores, view.units, view.hand_sizes) == ((3, 4), (0, 0), (8, 8, 9, 9))


def test_11_2_a_seat_sees_its_own_cards_alone() -> None:
    state = drawn("AC\nKD")
    assert alkort.view(state, None).hand == ()
    assert alkort.view(state, None).known == ()
    assert card("KD") not in alkort.view(state, 0).hand


def test_11_3_it_is_public_who_was_passed_over_and_what_was_answered() -> None:
    state = drawn(f"AD\n{MEEK}\nAC\n{FOURS}")
    for seat in (None, *range(SEATS)):
        assert alkort.view(state, seat).events == (Event("passed_over", 0),)
        after = [(one.kind, one.seat) for one in alkort.view(put(state, "decline"), seat).events]
        assert after == [("passed_over", 0), ("decline", 1), ("passed_over", 2)]


def test_11_3_nothing_is_known_of_the_seats_after_the_one_that_takes_the_stock() -> None:
    state = put(drawn(f"AD\n{MEEK}\nAC\n{FOURS}", options={"showing": "none", "proof": "vouched"}), "keep 8C")
    assert alkort.view(state, 3).events == (Event("passed_over", 0), Event("keep", 1, hidden=True, move=0))


def test_11_4_what_was_kept_laid_off_and_taken_is_private() -> None:
    state = put(drawn(f"AD\n{MEEK}"), "keep 8C")
    assert event("keep", state, 1) == [Event("keep", 1, cards("8C"), move=0)]
    (off,) = event("laid_off", state, 1)
    assert {*off.cards} == {*cards(MEEK)} - {*cards("8C")}
    for seat in (None, 0, 2, 3):
        assert event("keep", state, seat) == [Event("keep", 1, hidden=True, move=0)]
        assert event("laid_off", state, seat) == []
    assert alkort.face(kept_by(1, "8C")) == Move(1, "keep", hidden=True)
    assert alkort.face(Move(1, "decline")) == Move(1, "decline")


def test_11_5_what_was_shown_stays_as_it_was_until_the_hand_is_over() -> None:
    state = drawn("KD\nAS\nAH\nAD")
    assert showed(put(state, "KD", "AS", "AH", "AD"), 2) == showed(state, 2)
    with_hands = drawn("KD\nAS\nAH\nAD", options={"showing": "hand"})
    assert showed(put(with_hands, "KD", "AS", "AH", "AD"), 2) == showed(with_hands, 2)


def test_11_6_the_stock_not_taken_is_in_no_view() -> None:
    state = drawn(stock="KD 2H 4C 8S 9H 9D AC AS")
    for seat in (None, *range(SEATS)):
        assert "KD" not in repr(replaced_order(state, seat))


def replaced_order(state: AlkortState, seat: int | None) -> object:
    view = alkort.view(state, seat)
    return (view.hand, view.groups, view.events, view.trick, view.legal, view.moves, view.known, view.cut)


def test_11_7_a_hand_that_is_over_can_be_told_whole() -> None:
    state, _ = hand_won_by("000001")
    assert sum(map(len, alkort.dealt_cards(state))) == 36


# §12 What can be done, and when


def test_12_the_phases_and_who_acts_in_them() -> None:
    state = alkort.start(SEATS, {})
    assert (alkort.phase(state), alkort.turn(state), alkort.legal(state)) == (Phase.CUT, None, ())
    assert refused(state, "8C", seat=0).kind is AlkortRefusalFact.NOT_DEALT
    state = put_shuffle(state, cards("QD KD 2H 4C"))
    assert (alkort.phase(state), alkort.turn(state), alkort.legal(state)) == (Phase.DEAL, None, ())
    hands = [cards(FOURS), cards(MEEK), PACK[:9], PACK[9:18]]
    rest = [each for each in PACK if all(each not in some for some in hands)]
    state = put_shuffle(state, deck_of(hands, rest, 0))
    assert (alkort.phase(state), alkort.turn(state)) == (AlkortPhase.EXCHANGE, 1)
    kept = sorted(cards(MEEK), key=PACK.index)
    assert list(alkort.legal(state)) == [Move(1, "decline"), *(Move(1, "keep", (each,)) for each in kept)]
    step = alkort.apply(state, Shuffle(PACK))
    assert isinstance(step, IllegalAction)
    assert step.why.kind is AlkortRefusalFact.NOTHING_TO_SHUFFLE


# §13 Forced results


FORCED: Final = [
    "9D 9H KD 2H [KD]",
    "AC AD JS AH [AC]",
    "7C KD 2H 4C [7C]",
    "AH 7S 6D 8S [8S]",
    "QS 9S 4D 3C [3C]",
    "QS 3C 2C KC [3C]",
    "KC 3D 2S QH [2S]",
    "KC QD 3S 3H [KC]",
    "3S 2D KS QC [3S]",
    "KC 2C 8D 2D [8D]",
    "QD 2D 6C 6H [6C]",
    "8C 8D 8H 7H [8C]",
    "8C 6D 8S JD [8S]",
    "4C 2H 4D 2D [2H]",
    "9S 7D 7H 4H [9S]",
    "7D 7C 7S 7H [7D]",
    "KD 2C 2S 2D [KD]",
    "QC KH 3C AS [AS]",
    "QC QD 2S 3C [2S]",
    "3C QS QH 2D [3C]",
]


@pytest.mark.parametrize("forced", FORCED)
def test_13_the_forced_results(forced: str) -> None:
    played, winner = forced.rstrip("]").split(" [")
    assert won(played) == winner
    if not played.startswith("7"):
        assert won(played, first=True) == winner


@pytest.mark.parametrize(
    ("forced", "options"),
    [
        ("7C 9S 2C 8H [8H]", {"opening_seven": "worthless"}),
        ("7C 3C 2C QC [7C]", {"opening_seven": "worthless"}),
        ("7C KD 2H 4C [7C]", {"opening_seven": "strong"}),
        ("8C 2C 3C 6D [6D]", {"low_eights": "rubbish"}),
        ("8C 9S 2D 7S [8C]", {"low_eights": "rubbish"}),
        ("QS 8C 3S KH [3S]", {"low_eights": "rubbish"}),
    ],
)
def test_13_the_forced_results_by_option(forced: str, options: dict[str, str]) -> None:
    played, winner = forced.rstrip("]").split(" [")
    assert won(played, first=True, **options) == winner


def test_13_neither_five_nor_four_each_end_a_hand() -> None:
    for sides in ("00000", "00001111"):
        state = hand_won_by(sides)[0]
        assert (alkort.phase(state), state.scores) == (Phase.PLAY, (0, 0))
