"""Feats are counted for the seat that did them, or that suffered them (§9.5, §9.7)."""

from __future__ import annotations

import pytest

from rules.core.capabilities import GreatMoment, SeatFeat
from rules.voormsi import game as voormsi
from tests.rules.positions import drawn, put, told, trick


@pytest.mark.parametrize(
    ("played", "feats"),
    [
        ("KH JC 9C 5C", [SeatFeat("executed", 1), SeatFeat("lost", 0)]),
        ("9C KH JC 5C", [SeatFeat("executed", 2), SeatFeat("lost", 1)]),
        ("KH 7D 3D 5C", []),  # its partner takes it
        ("KH 3D 9C 5C", [SeatFeat("lost", 0)]),
        ("KH JC 3D 5C", []),  # the partner takes the executioner
        ("KH 9C 5C 5S", []),
        ("7H KH 7D KS", []),  # it never headed
    ],
)
def test_a_voormsi_counts_as_executed_or_lost_only_if_it_headed_and_another_side_took_the_trick(
    played: str, feats: list[SeatFeat]
) -> None:
    assert list(voormsi.feats_of(trick(played))) == feats


@pytest.mark.parametrize(
    ("played", "moment"),
    [
        ("9C KH JC 5C", GreatMoment("toqutsit_executes", 0, 2, 1)),
        ("9C KH JC 3D", GreatMoment("three_takes_toqutsit", 1, 3, 2)),
        ("9C KH 6C 5C", GreatMoment("voormsi_wins", 1, 1)),
        ("9C 6C KH JC", GreatMoment("toqutsit_executes", 1, 3, 2)),
        ("9C 6C 5C KH", None),  # the last play: no point
        ("9C 6C 5C 5S", None),
    ],
)
def test_9_a_moment_is_great_if_a_special_card_earned_points(played: str, moment: GreatMoment | None) -> None:
    assert voormsi.moment_of(trick(played)) == moment


def test_9_6_an_executed_voormsi_of_ones_own_side_is_the_greatest_moment_of_all() -> None:
    assert voormsi.moment_of(told(drawn("KH\n9C\nJC\n5C"), "KH", "9C", "JC")) == GreatMoment("own_voormsi", 0, 2, 0)


@pytest.mark.parametrize(("before", "kind"), [(7, "on_target"), (8, "bounce"), (5, None)])
def test_10_what_is_booked_may_be_exactly_enough_or_too_much(before: int, kind: str | None) -> None:
    state = drawn("9C 5C\nKH 9S\nJC 6C\n5S AC", scores=(before, 0))
    executed = put(state, "9C", "KH", "JC", "5S")
    moment = voormsi.moment_of(told(executed, "6C", "AC", "5C", "9S"))
    assert (moment and moment.kind) == kind
