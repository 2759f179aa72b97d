"""The effect of each play of a trick, as data (BRAUS §2, §5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.braus.facts import BrausPlay
from rules.braus.ranking import SEVENS, are_one_rank, mask_of
from rules.core.contract import Fact, LaidCard, Play, PlayAccount
from rules.core.facts import fact


def play_accounts(plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order, or of a laying of Sevens."""
    over: int | None = None
    for index, play in enumerate(plays):
        headed = bool(play.cards)
        laid = () if over is None or not headed else (LaidCard(play.cards[0], plays[over].cards[0]),)
        yield PlayAccount(play.seat, play.cards, headed, over, _why(play, None if over is None else plays[over]), laid)
        over = index if headed else over


def _why(play: Play, under: Play | None) -> Fact:
    """The reason of a play; `under`: the heading play, None for a lead."""
    cards = mask_of(play.cards)
    if cards & SEVENS:
        return fact(BrausPlay.SEVENS_LAID, cards=play.cards, units=len(play.cards))
    if under is None:
        return fact(BrausPlay.LED, card=play.cards[0])
    (on,) = under.cards
    if not cards:
        return fact(BrausPlay.PASSED, on=on)
    kind = BrausPlay.SUIT if are_one_rank(cards, mask_of(under.cards)) else BrausPlay.RANK
    return fact(kind, card=play.cards[0], on=on)
