"""Feats and topics of tricks of Treikort."""

from __future__ import annotations

import pytest

from rules.core.capabilities import GreatMoment, SeatFeat
from rules.treikort import game as treikort
from tests.rules.treikort.positions import do, drawn, told, trick


@pytest.mark.parametrize(
    ("played", "feats"),
    [
        ("7D QC 2S", [SeatFeat("caught", 0)]),
        ("7D 2S KD", []),
        ("2S QC 7D", []),
    ],
)
def test_the_queen_is_caught_only_by_a_seven_that_was_led(played: str, feats: list[SeatFeat]) -> None:
    assert list(treikort.feats_of(trick(played))) == feats


@pytest.mark.parametrize(
    ("past", "pope", "feats"),
    [
        ([], -1, ["swept"]),
        ([(4, 5, 0), (4, 5, 0)], -1, ["swept", "pope"]),
        ([(4, 5, 0), (4, 5, 0), (9, 0, 0)], 0, ["swept"]),
        ([(4, 5, 0), (4, 5, 0), (4, 5, 0)], 1, ["swept", "pope"]),
    ],
)
def test_all_tricks_of_a_hand_and_becoming_pope_are_counted_but_not_staying_it(
    past: list[tuple[int, ...]], pope: int, feats: list[str]
) -> None:
    state = drawn("QC 2S KD 2H 4C 8S 9H 9D AC", past=past)._replace(pope=pope)
    while sum(state.units) < 8:
        state = do(state, treikort.legal(state)[0])
    codes = " ".join(treikort.view(state, seat).hand[0].code for seat in range(3))
    assert list(treikort.feats_of(told(state, codes))) == [SeatFeat(kind, 0) for kind in feats]


@pytest.mark.parametrize(
    ("played", "topics"),
    [
        ("2S QC KD", {"order"}),
        ("JC JS 6D", {"equals", "order"}),
        ("7D QC 2S", {"sevens"}),
        ("8C 7D 8H", {"equals", "sevens"}),
    ],
)
def test_a_trick_illustrates_what_decided_it(played: str, topics: set[str]) -> None:
    assert treikort.topics_of(trick(played)) == topics
    assert topics <= set(treikort.topics)


@pytest.mark.parametrize(("past", "moment"), [([(4, 5, 0), (4, 5, 0)], GreatMoment("pope", 0)), ([], None)])
def test_5_becoming_pope_is_a_great_moment(past: list[tuple[int, ...]], moment: GreatMoment | None) -> None:
    state = drawn("QC 2S KD 2H 4C 8S 9H 9D AC", past=past)
    while sum(state.units) < 8:
        state = do(state, treikort.legal(state)[0])
    codes = " ".join(treikort.view(state, seat).hand[0].code for seat in range(3))
    assert treikort.moment_of(told(state, codes)) == moment
