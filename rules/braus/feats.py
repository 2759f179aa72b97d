"""Feats: jans, hands decided by the outcome card, and all four Sevens laid at once (BRAUS §5.2, §7)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.braus.facts import BrausGain
from rules.braus.ranking import SEVENS, mask_of
from rules.core.capabilities import SeatFeat
from rules.core.contract import TrickAccount

JAN, KING, FOUR_SEVENS = FEATS = ("jan", "king", "four_sevens")
"""A jan of one's side; a stroke by the outcome card in one's hand; four Sevens in one play."""


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    return tuple(_feats(account))


def _feats(account: TrickAccount) -> Iterator[SeatFeat]:
    for play in account.plays:
        if mask_of(play.cards) == SEVENS:
            yield SeatFeat(FOUR_SEVENS, play.seat)
    for gain in account.gains:
        if gain.why.kind is BrausGain.JAN:
            yield from (SeatFeat(JAN, seat) for seat in account.sides[gain.side])
        if gain.why.kind is BrausGain.KING:
            yield SeatFeat(KING, gain.why.about["seat"])
