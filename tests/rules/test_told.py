"""Facts in views and accounts, so that nobody else works them out: next player, halves, sides, ladders, the order."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.contract import Game, IllegalAction, Phase, Play, Shuffle
from rules.registry import GAMES
from rules.voormsi import game as voormsi
from tests.rules.positions import drawn, put, random_rubber, told
from tests.rules.test_properties import tables


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=15)
def test_the_seats_still_to_play_play_in_that_order_while_the_heading_play_stands(
    table: tuple[int, dict[str, str]], seed: int
) -> None:
    for state, action, after in itertools.islice(random_rubber(seed, *table), 120):
        before, now = voormsi.view(state, None), voormsi.view(after, None)
        assert len(before.trick) + len(before.to_play) == (before.trick_plays if before.phase is Phase.PLAY else 0)
        assert before.turn == voormsi.turn(state)
        if isinstance(action, Play) and now.trick and now.heading == (before.heading or 0):
            assert before.to_play == (action.seat, *now.to_play)


def test_7_1_who_heads_after_two_plays_is_to_play_third() -> None:
    state = drawn("9C 5C\n9S 5S")
    assert voormsi.view(state, None).to_play == (0, 1, 0, 1)
    assert voormsi.view(put(state, "9C", "9S"), None).to_play == (0, 1)
    assert voormsi.view(put(state, "5C", "9S"), None).to_play == (1, 0)


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=15)
def test_how_many_cards_a_play_has_is_as_many_as_are_legal(table: tuple[int, dict[str, str]], seed: int) -> None:
    steps = list(random_rubber(seed, *table))
    for _, _, state in random.Random(seed).sample(steps, min(12, len(steps))):
        for seat in range(table[0]):
            view = voormsi.view(state, seat)
            if not view.is_own_turn or view.moves:
                assert view.sizes == (0, 0)
            elif view.follow:
                assert view.sizes == (view.follow, view.follow)
            else:
                accepted = {
                    len(play)
                    for size in range(1, 5)
                    for play in itertools.combinations(view.hand, size)
                    if not isinstance(voormsi.apply(state, Play(seat, play)), IllegalAction)
                }
                assert view.sizes == (1, max(accepted))


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=10)
def test_an_account_has_the_sides_the_half_and_the_heading_play_of_its_trick(
    table: tuple[int, dict[str, str]], seed: int
) -> None:
    for state, action, after in itertools.islice(random_rubber(seed, *table), 120):
        account = voormsi.account(state, action, after) if isinstance(action, Play) else None
        if account is not None:
            assert account.sides == voormsi.view(state, None).sides
            assert account.half == (2 if table[0] == 2 else None)
            assert account.heading == account.winner or account.winner is None
            assert account.plays[account.heading].headed
            assert all(account.points_for(gain.side) >= gain.points for gain in account.gains)


def test_a_trick_cut_short_tells_the_last_play_that_headed() -> None:
    account = told(drawn("KH 9C\nJH 9S"), "KH", "JH", "9C", "9S")
    assert (account.winner, account.half) == (0, 2)
    cut = told(drawn("KH JC\nJH 9S"), "KH", "JH", "JC")
    assert (cut.winner, cut.heading, cut.half) == (None, 2, 2)


@pytest.mark.parametrize(
    ("seats", "before", "points", "climb"),
    [
        (4, 7, 2, (9, 9, None)),
        (4, 7, 3, (9, 8, 10)),
        (2, 8, 3, (9, 7, 11)),
        (3, 7, 3, (12, 10, None)),
        (3, 11, 2, (12, 11, 13)),
    ],
)
def test_10_2_a_ladder_tells_where_it_bounces(
    seats: int, before: int, points: int, climb: tuple[int, int, int | None]
) -> None:
    assert voormsi.climb(seats, before, points) == climb


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=15)
def test_every_booking_is_the_climb_that_the_game_tells(table: tuple[int, dict[str, str]], seed: int) -> None:
    for state, action, after in random_rubber(seed, *table):
        account = voormsi.account(state, action, after) if isinstance(action, Play) else None
        for booking in account.bookings if account else ():
            climb = voormsi.climb(table[0], booking.before, booking.points)
            assert (climb.after, climb.bounced) == (booking.after, booking.bounced)


def test_2_4_the_sevens_and_the_three_have_no_place_in_the_order() -> None:
    assert [group.name for group in voormsi.order if not group.ranked] == ["sevens", "three"]


@pytest.mark.parametrize("name", GAMES)
def test_the_groups_of_a_hand_have_a_place_in_the_order_where_those_of_the_game_have(name: str) -> None:
    game: Game[Any] = GAMES[name]
    state, seats = game.start(game.seats[-1], {}), range(game.seats[-1])
    while game.turn(state) is None:
        step = game.apply(state, Shuffle(game.pack))
        assert not isinstance(step, IllegalAction)
        state = step
    held = [group for seat in seats for group in game.view(state, seat).groups]
    order = game.view(state, None).order or game.order
    assert held
    assert {(group.name, group.ranked) for group in held} <= {(group.name, group.ranked) for group in order}
