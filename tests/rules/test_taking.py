"""The cards that would take the trick: exactly those in plays that head it when they are played."""

from __future__ import annotations

from typing import Any

from rules.core.cards import Card
from rules.core.contract import Play
from tests.messages.rubbers import EVERY_KIND, VOORMSI, rubber


@EVERY_KIND
def test_the_plays_that_take_a_trick_are_those_that_head_it_when_made(seats: int, changes: dict[str, str]) -> None:
    followed = 0
    for state in (moment.state for moment in rubber(seats, changes, seed=seats)):
        if VOORMSI.view(state, None).follow is None:
            assert VOORMSI.takers(state) == ()
            continue
        followed += 1
        heading = [in_order(play.cards) for play in VOORMSI.legal(state) if heads(state, play)]
        assert sorted(VOORMSI.takers(state)) == sorted(heading)
    assert followed


def heads(state: Any, play: Play) -> bool:
    """Return whether a play heads the trick after it was made."""
    after = VOORMSI.apply(state, play)
    account = VOORMSI.account(state, play, after)
    if account is not None:
        return bool(account.plays[account.heading].cards == in_order(play.cards))
    view = VOORMSI.view(after, None)
    return bool(view.heading == len(view.trick) - 1)


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=VOORMSI.pack.index))
