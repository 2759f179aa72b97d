"""Reliability: neutral at first, mended by playing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.ratings.service import NEUTRAL, Deadlines, Reliability, reliability_of

COUNTS = st.builds(Deadlines, st.integers(0, 200), st.integers(0, 200))


def test_who_has_not_played_is_neutral() -> None:
    assert reliability_of([]) == Reliability(NEUTRAL, 0)


@given(st.lists(COUNTS, max_size=10))
def test_it_is_a_share(rubbers: list[Deadlines]) -> None:
    assert 0 <= reliability_of(rubbers).share <= 1


@given(st.lists(COUNTS, max_size=10))
@example([Deadlines(0, 179), Deadlines(0, 200)])
def test_a_missed_deadline_never_helps(rubbers: list[Deadlines]) -> None:
    assert reliability_of([*rubbers, Deadlines(0, 1)]).share < reliability_of(rubbers).share + 1e-9


def test_playing_mends_it() -> None:
    spoiled = [Deadlines(5, 20)]
    mended = [reliability_of([*spoiled, *[Deadlines(25)] * rubbers]).share for rubbers in range(20)]
    assert mended == sorted(mended)
    assert mended[0] < 0.6 < NEUTRAL < mended[-1]


def test_an_old_deadline_counts_half_after_so_many() -> None:
    late_first = reliability_of([Deadlines(0, 10), Deadlines(200)])
    assert late_first.known == 210
    assert late_first.share == pytest.approx((200 + 18) / (200 + 5 + 20))
