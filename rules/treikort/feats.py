"""Feats: becoming Pope, all tricks of a hand, and Q♣ caught under a led Seven (§3.1, §5.3, §7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.capabilities import SeatFeat
from rules.core.contract import HandEnd, TrickAccount
from rules.treikort.facts import TreikortFact
from rules.treikort.ranking import ROLL
from rules.treikort.state import HAND_SIZE

POPE, SWEPT, CAUGHT = FEATS = ("pope", "swept", "caught")
"""Became Pope; took all tricks of a hand; took Q♣ with a led Seven."""
_ELECTED: Final = (TreikortFact.BECOMES_POPE, TreikortFact.SUCCEEDS_POPE, TreikortFact.POPE_OF_TWO)


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    ended = () if account.hand_end is None else tuple(_of_hand(account.hand_end))
    return (*_caught(account), *ended)


def _caught(account: TrickAccount) -> Iterator[SeatFeat]:
    lead, *others = account.plays
    if lead.why.kind is TreikortFact.SEVEN_LED and any(ROLL[0] in play.cards for play in others):
        yield SeatFeat(CAUGHT, lead.seat)


def _of_hand(end: HandEnd) -> Iterator[SeatFeat]:
    if HAND_SIZE in end.units:
        yield SeatFeat(SWEPT, end.units.index(HAND_SIZE))
    if end.why is not None and end.why.kind in _ELECTED:
        yield SeatFeat(POPE, end.why.about["side"])
