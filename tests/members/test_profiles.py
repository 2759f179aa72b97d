"""Profiles and standings: sums, streaks, places."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.members.profiles import Period, RubbersOfSize, badges_of, lower_bound, profile_of, rank_people
from bot.store import DRAWN, LOST, WON, StandingRow
from tests.store.samples import result

AJA = "aja"


def test_rubbers_are_counted_by_size_and_those_that_count_for_nobody_only_by_hands() -> None:
    rows = [
        result(1, AJA),
        result(2, AJA, outcome=LOST),
        result(3, AJA, size=2),
        result(4, AJA, outcome=None, feats={"lost": 2, "executed": 1}),
    ]
    found = profile_of(rows)
    assert found.sizes == (RubbersOfSize(2, 1, 1), RubbersOfSize(4, 2, 1))
    assert (found.hands, found.tricks, found.bounces) == (40, 80, 4)
    assert found.feats == {"executed": 4, "lost": 2}


@pytest.mark.parametrize(
    ("outcomes", "streak", "longest"),
    [
        ([], 0, 0),
        ([WON, WON, LOST, WON], 1, 2),
        ([WON, None, WON], 2, 2),
        ([WON, WON, DRAWN], 0, 2),
    ],
)
def test_a_streak_of_wins_ends_with_a_rubber_that_was_not_won(
    outcomes: list[str | None], streak: int, longest: int
) -> None:
    found = profile_of([result(number, AJA, outcome=outcome) for number, outcome in enumerate(outcomes)])
    assert (found.streak, found.longest) == (streak, longest)


def test_a_badge_is_got_once_with_the_rubber_that_first_deserves_it() -> None:
    rows = [
        result(1, AJA, outcome=LOST, feats={}, ended_at=1),
        result(2, AJA, feats={"executed": 0}, ended_at=2),
        result(3, AJA, feats={"executed": 2}, ended_at=3),
        result(4, AJA, feats={"executed": 1}, ended_at=4),
    ]
    assert [(badge.kind, badge.rubber, badge.at) for badge in badges_of(rows)] == [
        ("wins-1", 2, 2),
        ("executed", 3, 3),
        ("streak-3", 4, 4),
    ]


def test_a_streak_is_broken_by_a_defeat_and_not_by_a_rubber_that_counts_for_nobody() -> None:
    outcomes = [WON, WON, LOST, WON, None, WON, WON]
    rows = [result(number, AJA, outcome=outcome, feats={}) for number, outcome in enumerate(outcomes)]
    assert [badge.rubber for badge in badges_of(rows) if badge.kind == "streak-3"] == [6]


def test_hands_are_counted_whoever_won() -> None:
    rows = [result(number, AJA, outcome=None, feats={}, hands=40) for number in range(4)]
    assert [(badge.kind, badge.rubber) for badge in badges_of(rows)] == [("hands-100", 2)]


@pytest.mark.parametrize(
    ("period", "since"), [(Period.MONTH, (2026, 11, 1)), (Period.SEASON, (2026, 10, 1)), (Period.ALL, (1970, 1, 1))]
)
def test_a_month_and_a_season_begin_on_their_first_day(period: Period, since: tuple[int, int, int]) -> None:
    now = datetime(2026, 11, 23, 4, tzinfo=UTC).timestamp() * 1000
    assert period.start(int(now)) == datetime(*since, tzinfo=UTC).timestamp() * 1000


def row(person: str, won: int, lost: int, drawn: int = 0, sides: int = 2) -> StandingRow:
    return StandingRow(person, 10 * (won + lost), won, drawn, lost, (sides - 1) * (won + drawn / 2))


def test_one_of_one_stands_below_eight_of_ten_and_equals_share_a_place() -> None:
    standings = rank_people([row("lucky", 1, 0), row("good", 8, 2), row("twin", 8, 2), row("never", 0, 5)])
    assert [(one.place, one.row.person) for one in standings] == [(1, "good"), (1, "twin"), (3, "lucky"), (4, "never")]


def test_a_win_over_two_sides_is_worth_two_over_one() -> None:
    assert [one.place for one in rank_people([row("three", 5, 10, sides=3), row("two", 10, 10)])] == [1, 1]


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_win_never_lowers_the_bound_and_a_loss_never_raises_it(won: int, lost: int) -> None:
    bound = lower_bound(won, lost)
    assert 0 <= lower_bound(won, lost + 1) <= bound + 1e-12
    assert bound <= lower_bound(won + 1, lost) + 1e-12 <= 1 + 1e-12
    assert not won + lost or bound <= won / (won + lost)
