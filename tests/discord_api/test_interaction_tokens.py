"""Tokens of interactions are used for a little less time than Discord accepts them."""

from __future__ import annotations

from bot.discord_api.interactions import InteractionToken, InteractionTokens
from tests.bot.running_bot import SetClock

MINUTE = 60_000
HAND = 7
OLD, NEW = InteractionToken(1, "old"), InteractionToken(1, "new")


def test_a_token_is_used_for_fourteen_minutes() -> None:
    clock = SetClock()
    tokens = InteractionTokens(clock)
    tokens.note(HAND, OLD)
    clock.now += 14 * MINUTE - 1
    assert tokens.token(HAND) == OLD
    clock.now += 1
    assert tokens.token(HAND) is None


def test_the_newest_press_of_a_message_counts() -> None:
    clock = SetClock()
    tokens = InteractionTokens(clock)
    for token in (OLD, NEW):
        tokens.note(HAND, token)
        clock.now += 10 * MINUTE
    assert tokens.token(HAND) == NEW


def test_a_token_that_was_dropped_is_not_used_again() -> None:
    tokens = InteractionTokens(SetClock())
    tokens.note(HAND, OLD)
    tokens.drop(HAND)
    assert tokens.token(HAND) is None
    tokens.drop(HAND)
