"""Plays that nobody made by hand, told at their place in a trick, in games with moves between plays."""

from __future__ import annotations

from bot.messages.table.table import _marks, _plays
from bot.tables.automatic_plays import AWAY, FORCED
from bot.tables.deals import SaltedProof
from bot.tables.table import HandDeal
from rules.core.cards import cards
from rules.core.contract import Move, Play


def test_moves_between_plays_do_not_shift_what_is_told_of_them() -> None:
    done = (Move(0, "give"), Play(0, cards("AC")), Move(1, "ask", (), 2), Play(1, ()))
    hand = HandDeal(1, (), SaltedProof("", ""), (), 0, done, marked=((1, AWAY), (2, AWAY), (3, FORCED)))
    plays = _plays(hand)
    assert _marks(hand, plays) == ((0, AWAY), (1, FORCED))
    assert _marks(hand, plays[1:]) == ((0, FORCED),)
