"""Feats: the Voormsis that a seat executed, and those that it lost (RULES §9.5, §9.7)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.capabilities import SeatFeat
from rules.core.contract import TrickAccount
from rules.voormsi.facts import GainFact
from rules.voormsi.ranking import VOORMSI, mask_of

EXECUTED, LOST = FEATS = ("executed", "lost")
"""A Voormsi that was executed with Toqutsit; one's own Voormsi that headed a trick which another side won."""


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    executed = [gain.why for gain in account.gains if gain.why.kind is GainFact.TOQUTSIT_EXECUTES]
    return *(SeatFeat(EXECUTED, why.about["seat"]) for why in executed), *_lost(account)


def _lost(account: TrickAccount) -> Iterator[SeatFeat]:
    if account.winner is None:
        return
    winner = account.plays[account.winner].seat
    (winners,) = (side for side in account.sides if winner in side)
    for play in account.plays:
        if play.headed and mask_of(play.cards) & VOORMSI and play.seat not in winners:
            yield SeatFeat(LOST, play.seat)
