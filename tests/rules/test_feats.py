"""Feats are counted for the seat that did them, or that suffered them (§9.5, §9.7)."""

from __future__ import annotations

import pytest

from rules.core.capabilities import SeatFeat
from rules.voormsi import game as voormsi
from tests.rules.positions import trick


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
