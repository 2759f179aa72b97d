"""The views of a hand of Bräus for each audience, its accounts, and the answers to questions (BRAUS §11)."""

from __future__ import annotations

import pytest

from rules.braus import game as braus
from rules.core.capabilities import GreatMoment, SeatFeat
from rules.core.cards import cards
from rules.core.contract import Event
from tests.rules.braus.positions import DEAL_A, DEAL_B, PLAYS_B, dealt, late, put, told

SEVENS = "7C+7S+7H+7D"


def test_11_1_the_public_view_has_no_cards_and_what_was_played() -> None:
    view = braus.view(put(dealt(DEAL_B), "9S", "KH", "-"), None)
    assert (view.hand, view.groups, view.legal) == ((), (), ())
    assert [play.cards for play in view.trick] == [cards("9S"), cards("KH"), ()]
    assert (view.heading, view.follow, view.to_play, view.turn) == (1, 1, (3,), 3)
    assert view.hand_sizes == (8, 8, 9, 9)


def test_11_2_a_seat_sees_its_own_cards_in_groups() -> None:
    view = braus.view(dealt(DEAL_B), 1)
    assert view.hand[:6] == cards("KH 9H AD JS 6C 6H")
    assert {group.name: group.cards for group in view.groups}["outcome_card"] == cards("KC")


def test_11_2_who_holds_the_king_of_clubs_is_not_public_while_the_hand_runs() -> None:
    state = put(dealt(DEAL_B), *PLAYS_B[:-1])
    assert set(braus.view(state, None).known) == {()}


def test_11_5_when_the_king_of_clubs_scores_it_is_shown_with_its_holder() -> None:
    view = braus.view(put(dealt(DEAL_B), *PLAYS_B), 0)
    assert view.events[-1] == Event("shown", 1, cards("KC"), trick=8)
    assert view.known == ((), cards("KC"), (), ())


@pytest.mark.parametrize("last", ["9C\nKC\nQC\nQS", "9C 7H\nQC\nKC\nQS"])
def test_11_5_it_is_not_shown_otherwise(last: str) -> None:
    state = put(late(last, units=(4, 4), leader=0, stray_sevens="dead"), *(["7H"] if "7H" in last else []))
    over = state if state.turn < 0 else put(state, "9C", "-", "-", "-")
    assert over.turn < 0
    assert braus.view(over, 3).events == ()
    assert set(braus.view(over, 3).known) == {()}


def test_11_4_a_pass_and_laying_sevens_are_automatic_and_a_forced_card_is_not() -> None:
    state = dealt(DEAL_A)
    assert braus.view(state, 0).is_automatic
    assert not braus.view(state, 1).is_automatic
    state = put(state, SEVENS)
    assert not braus.view(state, 0).is_automatic
    assert braus.view(put(state, "9C"), 1).is_automatic
    forced = put(dealt(DEAL_B), *PLAYS_B[:20])
    assert len(braus.legal(forced)) == 1
    assert not braus.view(forced, 0).is_automatic
    last_card = late("9C\nQC\nKC\n6D", units=(1, 1))
    assert len(braus.legal(last_card)) == 1
    assert not braus.view(last_card, 0).is_automatic


def test_5_2_and_5_4_the_duty_of_the_seat_to_play_names_the_cards() -> None:
    duty = braus.view(dealt(DEAL_A), 0).duty
    assert duty is not None
    assert (duty.kind, duty.about["cards"]) == ("sevens_first", cards("7C 7S 7H 7D"))
    assert braus.view(put(dealt(DEAL_A), SEVENS), 0).duty is None
    duty = braus.view(put(dealt(DEAL_B), "9S"), 1).duty
    assert duty is not None
    assert (duty.paragraph, duty.about["card"].code, duty.about["on"].code, duty.about["of"]) == ("5.4", "KH", "9S", 0)
    assert braus.view(put(dealt(DEAL_B), "9S", "KH"), 2).duty is None


def test_a_laying_of_sevens_is_a_trick_of_one_play_in_the_account() -> None:
    account = told(dealt(DEAL_A), SEVENS)
    assert (account.leader, account.winner, account.size, account.units) == (0, 0, 4, (4, 0))
    (play,) = account.plays
    assert (play.why.kind, play.why.paragraph, play.why.about["units"]) == ("sevens_laid", "5.2", 4)
    assert (account.gains, account.bookings, account.hand_end) == ((), (), None)


def test_an_account_tells_why_each_play_took_the_head_or_did_not() -> None:
    account = told(dealt(DEAL_B), "9S", "KH", "-", "-")
    assert [(play.why.kind, play.headed, play.over) for play in account.plays] == [
        ("led", True, None),
        ("rank", True, 0),
        ("passed", False, 1),
        ("passed", False, 1),
    ]
    assert account.winner == account.heading == 1
    suits = told(put(dealt(DEAL_B), *PLAYS_B[:4]), *PLAYS_B[4:8])
    assert [play.why.kind for play in suits.plays] == ["led", "rank", "suit", "rank"]


def test_the_end_of_a_hand_is_told_with_its_strokes() -> None:
    account = told(dealt(DEAL_A), SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    assert account.hand_end is not None
    assert account.hand_end.why is not None
    assert (account.hand_end.why.paragraph, account.hand_end.void) == ("6.1", False)
    (booking,) = account.bookings
    assert (booking.side, booking.points, booking.before, booking.after, booking.bounced) == (0, 2, 0, 2, None)


# Questions before a play


def test_a_card_that_may_be_played_is_told_with_its_effect() -> None:
    answer = braus.consider(put(dealt(DEAL_B), "9S"), 1, cards("KH"))
    assert answer.refused is None
    assert answer.play is not None
    assert (answer.play.headed, answer.play.why.kind, answer.ends) == (True, "rank", None)


def test_a_card_asked_about_too_early_is_told_with_both() -> None:
    answer = braus.consider(put(dealt(DEAL_B), "9S"), 2, cards("9C"))
    assert answer.refused is not None
    assert answer.refused.kind == "not_your_turn"
    assert answer.play is not None


def test_a_card_that_may_not_be_played_is_refused_as_by_the_play() -> None:
    state = put(dealt(DEAL_B), "9S")
    assert braus.consider(state, 1, cards("6C")).refused == braus.view(state, 1).duty
    assert braus.consider(state, 1, cards("6C")).play is None
    with pytest.raises(ValueError, match="no seat"):
        braus.consider(state, 4, ())


def test_a_sixth_trick_that_ends_the_rubber_is_told_before() -> None:
    state = dealt(DEAL_A, target="2")
    state = put(state, SEVENS, "9C", "-", "-", "-", "JC", "-", "-")
    ends = braus.consider(state, 3, ()).ends
    assert ends is not None
    assert ends.kind == "on_target"


def test_a_stroke_by_the_king_of_clubs_is_not_told_before() -> None:
    state = late("9C\nQC\nKC\nQS", units=(4, 4), target="1")
    state = put(state, "9C", "-", "-")
    assert braus.consider(state, 3, ()).ends is None
    assert put(state, "-").scores == (1, 0)


def test_what_beats_the_heading_card() -> None:
    state = put(dealt(DEAL_B), "9S")
    (beaten,) = braus.beaters(state)
    assert (beaten.on.code, beaten.by, beaten.why.kind) == ("9S", cards("JC 8S KH 9C"), "beaten_by_rank")
    assert braus.takers(state) == (cards("KH"),)
    assert braus.beaters(dealt(DEAL_B)) == ()
    assert braus.takers(dealt(DEAL_B)) == ()
    (spit,) = braus.beaters(put(dealt(DEAL_A), SEVENS, "JC"))
    assert (spit.by, spit.why.kind) == ((), "beaten_by_none")


# Lessons and feats


def test_a_trick_belongs_to_its_topics() -> None:
    state = dealt(DEAL_B)
    assert braus.topics_of(told(state, "9S", "KH", "-", "-")) == {"order", "matadors"}
    assert braus.topics_of(told(dealt(DEAL_A), SEVENS)) == {"sevens"}
    over_own = told(put(state, *PLAYS_B[:17]), *PLAYS_B[17:21])
    assert braus.topics_of(over_own) == {"order", "matadors", "duty"}
    assert braus.topics_of(told(state, *PLAYS_B)) == {"sevens", "ending"}
    assert set(braus.topics) == {"order", "matadors", "sevens", "duty", "ending"}


def test_feats_are_jans_strokes_by_the_king_of_clubs_and_four_sevens() -> None:
    assert braus.feats_of(told(dealt(DEAL_A), SEVENS)) == (SeatFeat("four_sevens", 0),)
    jan = told(dealt(DEAL_A), SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    assert braus.feats_of(jan) == (SeatFeat("jan", 0), SeatFeat("jan", 2))
    assert braus.feats_of(told(dealt(DEAL_B), *PLAYS_B)) == (SeatFeat("king", 1),)
    assert braus.feats_of(told(dealt(DEAL_B), "9S", "KH", "-", "-")) == ()


def test_7_2_a_jan_is_a_great_moment() -> None:
    jan = told(dealt(DEAL_A), SEVENS, "9C", "-", "-", "-", "JC", "-", "-", "-")
    assert braus.moment_of(jan) == GreatMoment("jan", 0)
    assert braus.moment_of(told(dealt(DEAL_B), "9S", "KH", "-", "-")) is None
