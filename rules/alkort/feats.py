"""Feats: múkurs and strokes of a side, and tricks won with a Seven or with rubbish (§3.1, §7.6, §8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.alkort.facts import AlkortGainFact, AlkortPlayFact
from rules.core.capabilities import SeatFeat
from rules.core.contract import TrickAccount

MUKUR, STROKE, SEVEN, RUBBISH = FEATS = ("mukur", "stroke", "seven", "rubbish")
"""A side's first five tricks, its first six or more; a trick won by a live Seven; one won by a Two or a Three."""


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    return *_of_winner(account), *_of_side(account)


def _of_winner(account: TrickAccount) -> Iterator[SeatFeat]:
    won = account.plays[account.heading]
    if won.why.kind is AlkortPlayFact.SEVEN_LED:
        yield SeatFeat(SEVEN, won.seat)
    if won.why.kind in (AlkortPlayFact.TWO_TAKES, AlkortPlayFact.THREE_TAKES):
        yield SeatFeat(RUBBISH, won.seat)


def _of_side(account: TrickAccount) -> Iterator[SeatFeat]:
    for gain in account.gains:
        if gain.why.kind in (AlkortGainFact.MUKUR, AlkortGainFact.STROKE):
            kind = MUKUR if gain.why.kind is AlkortGainFact.MUKUR else STROKE
            yield from (SeatFeat(kind, seat) for seat in account.sides[gain.side])
