"""The answers of Alkort beside its accounts: questions before a play, beaters of the heading card, topics and feats."""

from __future__ import annotations

import pytest

from rules.alkort import game as alkort
from rules.alkort.facts import AlkortPlayFact, AlkortPowerFact, AlkortRefusalFact
from rules.core.capabilities import CanConsider, GreatMoment, HasFeats, HasLadder, HasLessons, SeatFeat
from rules.core.cards import cards
from tests.rules.alkort.positions import MEEK, PACK, drawn, hand_won_by, later, put, trick


def test_it_answers_questions_has_lessons_and_feats_and_no_ladder() -> None:
    assert isinstance(alkort, CanConsider)
    assert isinstance(alkort, HasLessons)
    assert isinstance(alkort, HasFeats)
    assert not isinstance(alkort, HasLadder)


@pytest.mark.parametrize(
    ("played", "options", "kind", "by"),
    [
        ("AC", {}, AlkortPowerFact.BEATEN_BY_HIGHER, "KD 2H 4C 8S 9H 9D"),
        ("KD", {}, AlkortPowerFact.HIGHEST, ""),
        ("7C", {}, AlkortPowerFact.BEATEN_BY_NONE, ""),
        ("KC", {}, AlkortPowerFact.BEATEN_BY_TWOS, "2C 2S 2D"),
        ("QC", {}, AlkortPowerFact.BEATEN_BY_THREES, "2C 2S 2D 3C 3S 3H 3D"),
        ("2C", {}, AlkortPowerFact.BEATEN_BY_RANKED, ""),
        ("8C", {"low_eights": "rubbish"}, AlkortPowerFact.BEATEN_BY_RANKED, ""),
        ("7C", {"opening_seven": "worthless"}, AlkortPowerFact.BEATEN_BY_RANKED, ""),
    ],
)
def test_what_beats_the_card_led(played: str, options: dict[str, str], kind: AlkortPowerFact, by: str) -> None:
    dealt = drawn(played, options=options)
    (beaten,) = alkort.beaters(put(dealt if "opening_seven" in options else later(dealt), played))
    ranked = 18 if options.get("low_eights") == "rubbish" else 21
    expected = cards(by) if kind in (AlkortPowerFact.BEATEN_BY_HIGHER, AlkortPowerFact.HIGHEST) else ()
    if kind in (AlkortPowerFact.BEATEN_BY_TWOS, AlkortPowerFact.BEATEN_BY_THREES, AlkortPowerFact.BEATEN_BY_RANKED):
        expected = (*PACK[:ranked], *cards(by))
    assert (beaten.on, beaten.why.kind) == (cards(played)[0], kind)
    assert beaten.by == expected


def test_out_of_turn_it_is_said_what_the_play_would_do_if_it_were() -> None:
    state = put(drawn("QC\nAC\nKC\n3C"), "QC")
    found = alkort.consider(state, 3, cards("3C"))
    assert found.refused is not None
    assert found.play is not None
    assert (found.refused.kind, found.play.why.kind) == (AlkortRefusalFact.NOT_YOUR_TURN, AlkortPlayFact.THREE_TAKES)
    assert found.ends is None


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        ("AC", AlkortRefusalFact.NOT_YOUR_CARD),
        ("TC", AlkortRefusalFact.NOT_IN_PACK),
        ("QC 9C", AlkortRefusalFact.ONE_CARD),
        ("", AlkortRefusalFact.ONE_CARD),
        ("7C", AlkortRefusalFact.SEVEN_LED_FIRST),
    ],
)
def test_what_could_not_be_played_in_any_case_is_refused(codes: str, kind: AlkortRefusalFact) -> None:
    found = alkort.consider(drawn("QC 7C\nAC"), 0, cards(codes))
    assert found.refused is not None
    assert (found.refused.kind, found.play) == (kind, None)


def test_nothing_can_be_considered_before_the_deal_or_while_seats_are_asked() -> None:
    before = alkort.consider(alkort.start(4, {}), 0, cards("QC")).refused
    asked = alkort.consider(drawn(f"QH\n{MEEK}"), 0, cards("QH")).refused
    assert before is not None
    assert asked is not None
    assert (before.kind, asked.kind) == (AlkortRefusalFact.NOT_DEALT, AlkortRefusalFact.EXCHANGE_FIRST)


def test_a_seat_that_there_is_not_is_no_seat() -> None:
    with pytest.raises(ValueError, match="no seat 4"):
        alkort.consider(drawn(), 4, cards("QC"))
    with pytest.raises(ValueError, match="no seat 4"):
        alkort.view(drawn(), 4)


@pytest.mark.parametrize(
    ("played", "topics"),
    [
        ("6C AC QD 2D", "order"),
        ("AC AS 6D JH", "order equals"),
        ("7C AS 6D JH", "sevens"),
        ("KC 2S 9D JH", "order twos-and-threes"),
        ("QC 3S 2D 9C", "twos-and-threes too-late"),
    ],
)
def test_a_trick_illustrates_topics(played: str, topics: str) -> None:
    assert alkort.topics_of(trick(played)) == {*topics.split()}


@pytest.mark.parametrize(
    ("played", "feats"),
    [
        ("7C KD 2H 4C", [SeatFeat("seven", 0)]),
        ("QC 3C 9C 4S", [SeatFeat("rubbish", 1)]),
        ("QC 3C 9C 8C", []),
    ],
)
def test_tricks_won_with_a_seven_or_with_rubbish_are_feats(played: str, feats: list[SeatFeat]) -> None:
    assert list(alkort.feats_of(trick(played))) == feats


@pytest.mark.parametrize(
    ("sides", "feats"),
    [
        ("000001", [SeatFeat("mukur", 0), SeatFeat("mukur", 2)]),
        ("1111110", [SeatFeat("stroke", 1), SeatFeat("stroke", 3)]),
        ("100000", []),
    ],
)
def test_a_mukur_or_a_stroke_is_a_feat_of_both_partners(sides: str, feats: list[SeatFeat]) -> None:
    assert list(alkort.feats_of(hand_won_by(sides)[1][-1])) == feats


def test_a_rubber_of_a_few_hands_takes_no_more_plays_than_they_have() -> None:
    assert alkort.about_plays(4, {"length": "hands:2"}) == 72
    assert alkort.about_plays(4, {"target": "5"}) < alkort.about_plays(4, {}) < alkort.about_plays(4, {"target": "21"})
    with pytest.raises(ValueError, match="seats"):
        alkort.about_plays(3, {})


@pytest.mark.parametrize(
    ("sides", "moment"),
    [("000001", GreatMoment("mukur", 0)), ("1111110", GreatMoment("stroke", 1)), ("100000", None)],
)
def test_8_4_a_mukur_or_a_stroke_is_a_great_moment(sides: str, moment: GreatMoment | None) -> None:
    assert alkort.moment_of(hand_won_by(sides)[1][-1]) == moment
