"""Feats: what the great cards of the chosen suit did for a seat (KARNOFFEL §3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.capabilities import SeatFeat
from rules.core.contract import PlayAccount, TrickAccount
from rules.karnoffel.facts import KarnoffelFact

CUDGELLED, TOPPLED, DEVIL_WON, SWEPT = FEATS = ("cudgelled", "toppled", "devil_won", "swept")
"""A Pope, Kaiser or led Devil that headed, beaten with the Karnöffel; a King that headed, beaten with a low card;
a trick won with the Devil; a hand in which the other side took no trick."""


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    feats = [SeatFeat(kind, play.seat) for play in account.plays for kind in _of_play(play, account)]
    if account.hand_end is not None and 0 in account.units:
        side = account.units.index(max(account.units))
        feats += [SeatFeat(SWEPT, seat) for seat in account.sides[side]]
    return tuple(feats)


def _of_play(play: PlayAccount, account: TrickAccount) -> Iterator[str]:
    if play.why.kind is KarnoffelFact.DEVIL_LED and account.winner == 0:
        yield DEVIL_WON
    if play.over is None:
        return
    (card,), (beaten,) = play.cards, account.plays[play.over].cards
    if play.why.kind is KarnoffelFact.KARNOFFEL and beaten.suit == card.suit and beaten.rank in "762":
        yield CUDGELLED
    if play.why.kind in (KarnoffelFact.POPE, KarnoffelFact.KAISER) and beaten.rank == "K":
        yield TOPPLED
