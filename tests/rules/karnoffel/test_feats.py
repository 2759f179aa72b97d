"""Topics and feats of finished tricks (KARNOFFEL §3)."""

from __future__ import annotations

import pytest

from rules.core.capabilities import GreatMoment, SeatFeat
from rules.karnoffel import game as karnoffel
from tests.rules.karnoffel.tables import drawn, put, told, trick


@pytest.mark.parametrize(
    ("played", "feats"),
    [
        ("7H JH 9S 8S", [SeatFeat("cudgelled", 1)]),
        ("7H 6H 9S 8S", [SeatFeat("devil_won", 0)]),
        ("KS 6H JH 8S", [SeatFeat("toppled", 1), SeatFeat("cudgelled", 2)]),
        ("KS 2H 9S 8S", [SeatFeat("toppled", 1)]),
        ("KS JH 9S 8S", []),
        ("7S JH 9S 8S", []),
        ("3H JH 9S 8S", []),
        ("9S 7H KS 8S", []),
    ],
)
def test_3_feats_belong_to_the_seat_whose_card_did_it(played: str, feats: list[SeatFeat]) -> None:
    assert list(karnoffel.feats_of(trick(played, devil="free"))) == feats


def test_6_a_hand_without_a_trick_for_the_others_is_a_feat_of_both_partners() -> None:
    state = put(drawn("KS KD KC\n9S 9D 9C\n8S 8D 8C\n7S 7D 7C"), *"KS 9S 8S 7S KD 9D 8D 7D".split())
    assert karnoffel.feats_of(told(state, *"KC 9C 8C 7C".split())) == (SeatFeat("swept", 0), SeatFeat("swept", 2))


@pytest.mark.parametrize(
    ("played", "topics"),
    [
        ("QS KS 9C 8S", "suit-led"),
        ("KS 2H 6H JH", "karnoffel"),
        ("KS 3H 9S 9C", "suit-led stabbers"),
        ("KS 7H 6H 9S", "karnoffel devil"),
    ],
)
def test_3_the_topics_of_a_trick(played: str, topics: str) -> None:
    assert karnoffel.topics_of(trick(played)) == {*topics.split()}


@pytest.mark.parametrize(("played", "moment"), [("7H JH 9S 8S", GreatMoment("cudgelled", 1, 1)), ("7S JH 9S 8S", None)])
def test_3_2_the_karnoffel_on_a_pope_kaiser_or_devil_is_a_great_moment(played: str, moment: GreatMoment | None) -> None:
    assert karnoffel.moment_of(trick(played, devil="free")) == moment


def test_6_a_hand_without_a_trick_for_the_others_is_a_great_moment() -> None:
    state = put(drawn("KS KD KC\n9S 9D 9C\n8S 8D 8C\n7S 7D 7C"), *"KS 9S 8S 7S KD 9D 8D 7D".split())
    assert karnoffel.moment_of(told(state, *"KC 9C 8C 7C".split())) == GreatMoment("swept", 0)
