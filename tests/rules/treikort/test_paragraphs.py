"""Every paragraph of the law of Treikort, by its number."""

from __future__ import annotations

import itertools
import re
from typing import Final

import pytest

from rules.core.cards import card, cards
from rules.core.contract import Event, HandEnd, IllegalAction, Lasting, Move, Phase, Play, Shuffle
from rules.treikort import game as treikort
from rules.treikort.facts import TreikortFact
from rules.treikort.pope import succession, successor
from rules.treikort.ranking import cards_of
from rules.treikort.state import PopePhase, TreikortState, hand_of, pope_now
from tests.rules.treikort.positions import (
    PACK,
    ask,
    do,
    drawn,
    give_back,
    greedy_rubber,
    put,
    refused,
    trick,
    won,
)
from tests.rules.treikort.positions import told as account_of

PARAGRAPHS: Final = (
    "1 2.1 2.2 2.3 2.4 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 6.1 6.2 6.3 7 8.1 8.2 "
    "9 9.1 9.2 9.3 10.1 10.2 10.3 10.4 10.5 10.6 10.7 11 12 13"
).split()
NONE: Final = -1
RETURNING: Final = "KD 2H 7C JC JS JH 8C 8H 6C\nQC 7S AC AS AH\n2S 4C 7D"
"""Hands of a Pope in seat 0: seat 1 gives Q♣ or 7♠, seat 2 gives 2♠ or 7♥ (its second Seven)."""


def test_no_paragraph_of_play_is_without_a_test() -> None:
    names = [name for name in globals() if name.startswith("test_")]
    tested = {".".join(found[1].split("_")) for name in names if (found := re.match(r"test_(\d+(?:_\d+)?)_", name))}
    assert [paragraph for paragraph in PARAGRAPHS if paragraph not in {*tested, "13"}] == []


def test_the_game_names_every_paragraph_and_its_facts_cite_no_other() -> None:
    assert list(treikort.paragraphs) == PARAGRAPHS
    assert {kind.paragraph for kind in TreikortFact} <= set(PARAGRAPHS)


def test_1_each_seat_is_a_side() -> None:
    assert treikort.view(drawn(""), None).sides == ((0,), (1,), (2,))


# §2 Pack and rank


def test_2_1_all_27_cards_are_dealt() -> None:
    assert len(set(PACK)) == 27
    assert sorted(card for hand in treikort.dealt_cards(drawn("")) for card in hand) == sorted(PACK)
    for wrong in (PACK[:26], (*PACK[:26], PACK[0]), (*PACK[:26], card("KC"))):
        before = TreikortState(drawn("").terms, dealer=0)
        assert refused(before, Shuffle(wrong)).kind is TreikortFact.BAD_SHUFFLE


RANKS: Final = "QC 2S KD 2H 4C 8S 9H 9D AH JS 6C 8D".split()


def test_2_2_each_rank_beats_the_next_and_suits_mean_nothing() -> None:
    for high, low in itertools.pairwise(RANKS):
        assert won(f"{low} {high} 7D") == high
        assert won(f"{high} {low} 7D") == high
    assert trick("9D 9H 7C").plays[1].why.kind is TreikortFact.RANK
    assert trick("9H 9D 7C").plays[1].why.kind is TreikortFact.LOWER_RANK


def test_2_3_sevens_are_equal_and_outside_the_order() -> None:
    assert won("7D 7C 7S") == "7D"
    assert [group.name for group in treikort.order if not group.ranked] == ["sevens"]


def test_2_4_the_roll_names_the_pack_and_is_the_order_of_a_hand() -> None:
    roll = "QC 2S KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D"
    assert cards(roll) == PACK == tuple(card for group in treikort.order for card in group.cards)
    for equal in ("ranked", "equal"):
        order = treikort.view(drawn("", options={"low_ranks": equal}), None).order
        assert tuple(card for group in order for card in group.cards) == PACK


# §3 Sevens


@pytest.mark.parametrize("seven", ["7C", "7S", "7H", "7D"])
def test_3_1_a_seven_wins_if_it_is_led_and_else_beats_nothing(seven: str) -> None:
    led = trick(f"{seven} QC 2S")
    assert led.winner == 0
    assert [play.why.kind for play in led.plays] == [
        TreikortFact.SEVEN_LED,
        TreikortFact.SEVEN_STANDS,
        TreikortFact.SEVEN_STANDS,
    ]
    thrown = trick(f"8D {seven} 8H")
    assert thrown.winner == 0
    assert thrown.plays[1].why.kind is TreikortFact.SEVEN_THROWN


def test_3_2_a_seven_may_not_be_the_opening_lead() -> None:
    state = drawn("7C 8C")
    assert refused(state, Play(0, cards("7C"))).kind is TreikortFact.SEVEN_TOO_EARLY
    assert Play(0, cards("7C")) not in treikort.legal(state)
    assert Play(1, cards("7D")) in treikort.legal(put(drawn("8C\n7D"), "8C"))
    assert Play(0, cards("7C")) in treikort.legal(put(drawn("QC 7C\n8D\n8H"), "QC 8D 8H"))


def test_3_3_there_is_an_opening_lead_with_all_four_sevens() -> None:
    assert len(treikort.legal(drawn("7C 7S 7H 7D"))) == 5


# §4 Seats, cut, deal


def test_4_1_three_play_clockwise() -> None:
    assert treikort.seats == (3,)
    for seats in (2, 4, True):
        refusal = treikort.check_options(seats, {})
        assert refusal is not None
        assert refusal.why.kind is TreikortFact.SEATS
    state = put(drawn("8C\n8H\n8D"), "8C")
    assert (state.turn, put(state, "8H").turn) == (1, 2)


def test_4_2_the_lowest_card_cut_by_the_roll_deals() -> None:
    start = treikort.start(3, {})
    assert treikort.phase(start) is Phase.CUT
    for cut, dealer in (("QC 8D 7C", 2), ("7D 7H 7S", 0), ("AC AD AH", 1)):
        after = treikort.apply(start, Shuffle(cards(cut)))
        assert not isinstance(after, IllegalAction)
        assert treikort.view(after, None).dealer == dealer
        assert treikort.view(after, None).cut == (cards(cut),)
    for wrong in ("QC 8D", "QC QC 8D", "QC 8D KC"):
        assert refused(start, Shuffle(cards(wrong))).kind is TreikortFact.BAD_CUT


def test_4_3_cards_are_dealt_three_at_a_time_from_the_dealers_left() -> None:
    before = TreikortState(drawn("").terms, dealer=0)
    state = treikort.apply(before, Shuffle(PACK))
    assert not isinstance(state, IllegalAction)
    assert treikort.dealt_cards(state)[1] == (*PACK[0:3], *PACK[9:12], *PACK[18:21])
    assert treikort.dealt_cards(state)[0] == (*PACK[6:9], *PACK[15:18], *PACK[24:27])
    assert treikort.view(state, None).hand_sizes == (9, 9, 9)
    assert treikort.view(state, None).stock == 0


def test_4_4_the_deal_passes_to_the_left_and_a_new_rubber_has_no_pope() -> None:
    dealers = {after.hand_number: after.dealer for _, _, after in greedy_rubber(1, {}) if after.hand_number}
    assert [(dealers[number] - dealers[1]) % 3 for number in range(1, 10)] == [0, 1, 2] * 3
    assert treikort.start(3, {}).pope == NONE


# §5 The Pope

RUBBERS: Final = {
    "522 432 441": "- - 0",
    "432 432 432": "- - -",
    "522 432 441 531 333 333": "- - 0 0 - -",
    "900 900 054": "- - 0",
    "540 450 441": "- - 1",
    "540 540 360": "- - 1",
    "630 450 360 630": "- - 1 1",
    "540 531 351 063": "- - 0 1",
    "531 540 450 360 342": "- - 0 1 1",
    "810 522 045 045": "- - 0 -",
    "810 540 054 045": "- - 0 1",
}


def popes(hands: str) -> list[int]:
    """The Pope after each of these hands."""
    tricks = [tuple(map(int, hand)) for hand in hands.split()]
    found, pope = [], NONE
    for number in range(1, len(tricks) + 1):
        pope = successor(pope, tricks[:number])
        found.append(pope)
    return found


@pytest.mark.parametrize(("hands", "expected"), RUBBERS.items())
def test_12_the_forced_popes(hands: str, expected: str) -> None:
    assert popes(hands) == [NONE if pope == "-" else int(pope) for pope in expected.split()]


def told_after(hands: str) -> tuple[str, dict[str, int]]:
    *before, _ = popes(hands)
    why = succession(before[-1], [tuple(map(int, hand)) for hand in hands.split()])
    assert why is not None
    return why.kind, dict(why.about)


def test_5_1_there_is_no_pope_before_the_third_hand_is_over() -> None:
    assert popes("900 900 090") == [NONE, NONE, 0]
    assert succession(NONE, [(9, 0, 0), (9, 0, 0)]) is None
    state = put_out(drawn("QC 2S KD 2H 4C 8S 9H 9D AC", past=[(3, 3, 3), (3, 3, 3)]))
    assert pope_now(state) == 0


def test_5_2_the_pope_stays_with_13_whoever_has_more_and_falls_with_fewer() -> None:
    assert told_after("630 450 360 630") == (TreikortFact.STAYS_POPE, {"side": 1, "tricks": 14})
    assert told_after("810 522 045 045") == (TreikortFact.POPE_FALLS, {"side": 0, "tricks": 5})
    assert told_after("540 450 441 450 540") == (TreikortFact.STAYS_POPE, {"side": 1, "tricks": 13})


def test_5_3_a_seat_with_13_becomes_pope_when_there_is_none_now() -> None:
    assert told_after("522 432 441") == (TreikortFact.BECOMES_POPE, {"side": 0, "tricks": 13})
    assert told_after("540 531 351 063") == (TreikortFact.SUCCEEDS_POPE, {"side": 1, "tricks": 14, "of": 0})


def test_5_4_of_two_the_one_with_more_or_with_more_in_the_latest_hand_becomes_pope() -> None:
    kind, about = told_after("540 450 441")
    assert kind == TreikortFact.POPE_OF_TWO
    assert about == {"side": 1, "tricks": 13, "of": 0, "others": 13}
    assert told_after("630 450 360")[1] == {"side": 1, "tricks": 14, "of": 0, "others": 13}
    assert popes("450 540 441")[-1] == 0


def put_out(state: TreikortState) -> TreikortState:
    """The state after everybody has played their highest cards first."""
    while state.turn >= 0:
        state = do(state, treikort.legal(state)[0])
    return state


def test_5_5_the_pope_asks_one_of_the_others_or_declines_before_forehand_leads() -> None:
    state = drawn(RETURNING, dealer=1, pope=0)
    assert (treikort.phase(state), treikort.turn(state)) == (PopePhase.POPE, 0)
    assert set(treikort.legal(state)) == {Move(0, "decline"), Move(0, "ask", to=1), Move(0, "ask", to=2)}
    assert refused(state, Play(0, cards("KD"))).kind is TreikortFact.DECIDE_FIRST
    assert refused(state, Move(0, "ask", to=0)).kind is TreikortFact.ASK_ANOTHER
    assert refused(state, Move(1, "ask", to=2)).kind is TreikortFact.NOT_YOUR_TURN
    assert refused(state, Move(0, "return", cards("JC"), 1)).kind is TreikortFact.NO_SUCH_MOVE
    declined = do(state, Move(0, "decline"))
    assert (treikort.phase(declined), treikort.turn(declined), declined.given) == (Phase.PLAY, 2, b"")


GIFTS: Final = [
    ("QC 7C 7S 8D 8C 6H 6D JC JD", "QC", "7C"),
    ("7D 7H 8D 8C 6H 6D JC JD JS", "JC", "7H"),
    ("9D AC AS AH JC JD 6C 6S 8H", "9D", None),
    ("7C 7S 7H 7D 8H 8D 6D 6H 6S", "6S", "7C"),
]


@pytest.mark.parametrize(("hand", "high", "seven"), GIFTS)
def test_12_the_forced_gifts(hand: str, high: str, seven: str | None) -> None:
    state = drawn(f"\n{hand}\n", pope=0)
    by_high, by_seven = ask(state, 2), ask(state, 1)
    assert treikort.view(by_high, 1).events[2] == Event("high", 1, cards(high), 0, lasting=Lasting.PLAYED, move=0)
    gift = (
        Event("seven", 1, cards(seven), 0, lasting=Lasting.PLAYED, move=0)
        if seven
        else Event("no_seven", 1, to=0, move=0)
    )
    assert treikort.view(by_seven, 1).events[3] == gift


def test_5_6_both_give_at_once_and_without_a_seven_only_one() -> None:
    state = ask(drawn(RETURNING, pope=0), 1)
    assert {*cards("2S 7S")} <= {*cards_of(hand_of(state, 0))}
    assert treikort.view(state, None).hand_sizes == (11, 8, 8)
    none = ask(drawn("7C 7S 7H 7D\nQC\n2S", pope=0), 1)
    assert treikort.view(none, None).hand_sizes == (10, 9, 8)
    back = give_back(none, "8D")
    assert (treikort.view(back, None).hand_sizes, treikort.phase(back)) == ((9, 9, 9), Phase.PLAY)


def test_5_7_the_pope_returns_cards_dealt_to_him_first_to_the_high_giver() -> None:
    state = ask(drawn(RETURNING, pope=0), 1)
    assert treikort.phase(state) is PopePhase.RETURN
    assert {one.cards for one in treikort.legal(state)} == {(one,) for one in treikort.dealt_cards(state)[0]}
    assert {one.to for one in treikort.legal(state) if isinstance(one, Move)} == {2}
    assert refused(state, Move(0, "return", cards("2S"), 2)).kind is TreikortFact.NOT_YOURS_TO_RETURN
    assert refused(state, Move(0, "return", cards("7S"), 2)).kind is TreikortFact.NOT_YOURS_TO_RETURN
    assert refused(state, Move(0, "return", cards("8C"), 1)).kind is TreikortFact.WRONG_RECEIVER
    assert refused(state, Move(0, "return", cards("QC"), 2)).kind is TreikortFact.NOT_YOUR_CARD
    assert refused(state, Move(0, "return", cards("KC"), 2)).kind is TreikortFact.NOT_IN_PACK
    assert refused(state, Move(0, "return", cards("8C 8H"), 2)).kind is TreikortFact.NO_SUCH_MOVE
    second = give_back(state, "7C")
    assert card("7C") in cards_of(hand_of(second, 2))
    assert refused(second, Move(0, "return", cards("7C"), 1)).kind is TreikortFact.NOT_YOURS_TO_RETURN
    done = give_back(second, "8C")
    assert card("8C") in cards_of(hand_of(done, 1))


def test_5_8_all_hold_nine_cards_again_and_forehand_leads() -> None:
    state = give_back(ask(drawn(RETURNING, dealer=0, pope=0), 1), "8C 6C")
    view = treikort.view(state, None)
    assert (view.hand_sizes, view.turn, view.phase) == ((9, 9, 9), 1, Phase.PLAY)


# §6 Play


def test_6_1_forehand_leads_first_and_then_who_wins() -> None:
    state = drawn("8C\nQC\n8D", dealer=2)
    assert state.turn == 0
    assert put(state, "8C QC 8D").turn == 1


def test_6_2_any_single_card_of_the_hand_may_be_played() -> None:
    state = put(drawn("QC\n2S 8C 7D"), "QC")
    assert {play.cards[0] for play in treikort.legal(state)} == {*cards_of(hand_of(state, 1))}
    assert refused(state, Play(1, cards("2S 8C"))).kind is TreikortFact.NOT_ONE_CARD
    assert refused(state, Play(1, ())).kind is TreikortFact.NOT_ONE_CARD
    assert refused(state, Play(1, cards("KC"))).kind is TreikortFact.NOT_IN_PACK
    assert refused(state, Play(1, cards("QC"))).kind is TreikortFact.NOT_YOUR_CARD
    assert refused(state, Play(2, cards("QC"))).kind is TreikortFact.NOT_YOUR_TURN
    assert refused(state, Shuffle(PACK)).kind is TreikortFact.NOTHING_TO_SHUFFLE


def test_6_3_of_equal_cards_the_first_keeps_the_head() -> None:
    account = trick("6D 6C 6S")
    assert account.winner == 0
    assert [play.why.kind for play in account.plays[1:]] == [TreikortFact.EQUAL_RANK] * 2


TRICKS: Final = """2S QC KD [QC] · KD 2S 2H [2S] · 9D 9H 8S [8S] · 4C 2H 8S [2H] · JC JS JH [JC] · AD 7C AC [AD] ·
6C JD AH [AH] · 8C 6D 8H [6D] · 7H QC 2S [7H] · 7H 7C 7S [7H] · 8D 7C 7S [8D] · AC 9D JS [9D] · 8H 8C 8S [8S] ·
6S 6H 8D [6S] · QC 7D 2S [QC]"""


@pytest.mark.parametrize("example", TRICKS.replace("\n", " ").split(" · "))
def test_12_the_forced_tricks(example: str) -> None:
    played, _, winner = example.strip(" ]").partition(" [")
    assert won(played) == winner


def test_7_the_end_of_a_hand_tells_its_tricks_and_who_is_pope() -> None:
    state = drawn("QC 2S KD 2H 4C 8S 9H 9D AC", past=[(3, 3, 3), (3, 3, 3)])
    for _ in range(26):
        state = do(state, treikort.legal(state)[0])
    last = treikort.legal(state)[0]
    account = treikort.account(state, last, do(state, last))
    assert account is not None
    assert account.hand_end is not None
    assert account.hand_end.why is not None
    assert account.hand_end == HandEnd((9, 0, 0), False, account.hand_end.why)
    assert dict(account.hand_end.why.about) == {"side": 0, "tricks": 15}
    assert (account.number, account.size, account.scores) == (9, 1, (15, 6, 6))


def test_8_1_a_score_is_the_tricks_of_the_finished_hands() -> None:
    state = drawn("QC 2S KD 2H 4C 8S 9H 9D AC\n7D\n7S", past=[(3, 4, 2)])
    assert treikort.view(put(state, "QC 7D 7S"), None).scores == (3, 4, 2)
    assert treikort.view(put_out(state), None).scores == (12, 4, 2)


@pytest.mark.parametrize(
    ("past", "winners", "kind"),
    [
        ([(0, 5, 4), (0, 5, 4)], (1,), TreikortFact.MOST_TRICKS),
        ([(0, 9, 0), (0, 0, 9)], (0, 1, 2), TreikortFact.LEVEL),
        ([(9, 0, 0), (0, 0, 9)], (0,), TreikortFact.MOST_TRICKS),
    ],
)
def test_8_2_most_tricks_win_and_equal_ones_draw(
    past: list[tuple[int, ...]], winners: tuple[int, ...], kind: TreikortFact
) -> None:
    hand = "QC 2S KD 2H 4C 8S 9H 9D AC"
    state = put_out(drawn(hand, past=past, options={"hands": "3"}))
    outcome = treikort.view(state, None).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why.kind) == (winners, kind)
    assert treikort.phase(state) is Phase.OVER
    assert refused(state, Shuffle(PACK)).kind is TreikortFact.RUBBER_OVER
    assert refused(state, Play(0, cards("QC"))).kind is TreikortFact.RUBBER_OVER


# §9 Options


def test_9_the_defaults_stand_first_and_unknown_options_are_refused() -> None:
    assert {option.name: option.default for option in treikort.options} == {
        "opening_seven": "forbidden",
        "low_ranks": "ranked",
        "hands": "9",
    }
    for options, kind in (
        ({"deal": "all"}, TreikortFact.UNKNOWN_OPTION),
        ({"hands": "4"}, TreikortFact.UNKNOWN_CHOICE),
    ):
        refusal = treikort.check_options(3, options)
        assert refusal is not None
        assert refusal.why.kind is kind
        with pytest.raises(ValueError, match=str(kind)):
            treikort.start(3, options)


def test_9_1_with_strong_opening_sevens_a_seven_may_be_led_at_once_and_wins() -> None:
    state = drawn("7C\nQC\n2S", options={"opening_seven": "strong"})
    assert account_of(state, "7C QC 2S").winner == 0


@pytest.mark.parametrize("example", ["8C JD AH [8C]", "6C AD 9D [9D]", "AH JC 6D [AH]"])
def test_9_2_with_equal_low_ranks_the_first_of_them_keeps_the_head(example: str) -> None:
    played, _, winner = example.strip("]").partition(" [")
    assert won(played, low_ranks="equal") == winner
    assert trick("8C JD 8H", low_ranks="equal").plays[1].why.kind is TreikortFact.EQUAL_LOW
    assert trick("8C JD 8H", low_ranks="equal").plays[2].why.kind is TreikortFact.EQUAL_RANK


@pytest.mark.parametrize("hands", ["3", "6", "9", "12", "15", "18"])
def test_9_3_a_rubber_has_as_many_hands_as_were_agreed(hands: str) -> None:
    ended = [after for _, _, after in greedy_rubber(3, {"hands": hands})][-1]
    assert (ended.hand_number, len(ended.past)) == (int(hands), int(hands))
    assert treikort.about_plays(3, {"hands": hands}) == 27 * int(hands)


# §10 What is known to whom


def test_10_1_the_public_view_shows_the_trick_the_pope_and_what_was_won() -> None:
    state = put(do(drawn(RETURNING, pope=0, past=[(5, 2, 2)] * 3), Move(0, "decline")), "KD QC")
    view = treikort.view(state, None)
    assert (view.turn, view.heading, [play.seat for play in view.trick]) == (2, 1, [0, 1])
    assert (view.scores, view.hand_sizes, view.to_play, view.hand) == ((15, 6, 6), (8, 8, 9), (2,), ())
    assert view.events == (Event("pope", 0, move=None), Event("decline", 0, move=0))


def test_10_2_a_hand_is_its_seats_own() -> None:
    state = drawn(RETURNING)
    assert treikort.view(state, 1).hand == cards_of(hand_of(state, 1))
    with pytest.raises(ValueError, match="no seat 3"):
        treikort.view(state, 3)


def test_10_3_that_the_pope_declines_is_public() -> None:
    state = do(drawn(RETURNING, pope=0), Move(0, "decline"))
    for seat in (None, 0, 1, 2):
        assert treikort.view(state, seat).events == (Event("pope", 0, move=None), Event("decline", 0, move=0))


def test_10_4_which_cards_pass_is_known_to_giver_and_pope_only() -> None:
    state = ask(drawn(RETURNING, pope=0), 1)
    high = Event("high", 2, cards("2S"), 0, lasting=Lasting.PLAYED, move=0)
    seven = Event("seven", 1, cards("7S"), 0, lasting=Lasting.PLAYED, move=0)
    no_high, no_seven = Event("high", 2, to=0, hidden=True, move=0), Event("seven", 1, to=0, hidden=True, move=0)
    for seat, expected in (
        (None, (no_high, no_seven)),
        (0, (high, seven)),
        (1, (no_high, seven)),
        (2, (high, no_seven)),
    ):
        assert treikort.view(state, seat).events == (
            Event("pope", 0, move=None),
            Event("ask", 0, to=1, move=0),
            *expected,
        )


def test_10_4_that_no_seven_passed_is_public() -> None:
    state = ask(drawn("7C 7S 7H 7D\nQC\n2S", pope=0), 1)
    assert treikort.view(state, None).events[-1] == Event("no_seven", 1, to=0, move=0)


def test_10_5_which_card_goes_back_is_known_to_the_pope_and_its_receiver_only() -> None:
    state = give_back(ask(drawn(RETURNING, pope=0), 1), "8C 6C")
    for seat, seen in ((None, []), (0, ["8C", "6C"]), (1, ["6C"]), (2, ["8C"])):
        back = treikort.view(state, seat).events[-2:]
        assert [(one.kind, one.seat, one.to) for one in back] == [("return", 0, 2), ("return", 0, 1)]
        assert [card.code for one in back for card in one.cards] == seen
        assert [one.hidden for one in back] == [not one.cards for one in back]
    for move in (Move(0, "return", cards("8C"), 2), Move(0, "ask", to=1), Move(0, "decline")):
        assert treikort.face(move) == move._replace(cards=(), hidden=bool(move.cards))


def test_10_6_what_a_seat_has_learned_it_knows_until_the_hand_is_over() -> None:
    state = give_back(ask(drawn(RETURNING, pope=0), 1), "8C 6C")
    known = [treikort.view(state, seat).events for seat in range(3)]
    while len(state.past) == 0:
        assert [treikort.view(state, seat).events for seat in range(3)] == known
        state = do(state, treikort.legal(state)[0])


def test_10_7_once_the_hand_is_over_everything_in_it_is_known() -> None:
    state = put_out(give_back(ask(drawn(RETURNING, pope=0), 1), "8C 6C"))
    assert [card.code for event in treikort.view(state, None).events for card in event.cards] == [
        "2S",
        "7S",
        "8C",
        "6C",
    ]


def test_11_the_phases_follow_each_other() -> None:
    phases = [str(treikort.phase(after)) for _, _, after in greedy_rubber(1, {"hands": "6"})]
    assert phases[:2] == ["deal", "play"]
    assert [one for one in phases if one in ("pope", "return")][:2] in (["pope", "return"], ["pope", "pope"])
    assert phases[-1] == "over"
    start = treikort.start(3, {})
    assert refused(start, Play(0, cards("QC"))).kind is TreikortFact.NOT_DEALT
    assert refused(drawn(""), Move(0, "ask", to=1)).kind is TreikortFact.NO_SUCH_MOVE
    ended = put_out(drawn(""))
    assert refused(ended, Play(0, cards("QC"))).kind is TreikortFact.HAND_OVER
