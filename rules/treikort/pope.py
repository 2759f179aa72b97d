"""The Pope: who is it after a hand, and why (§5.1 to §5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.contract import Fact, fact
from rules.treikort.facts import TreikortFact

WINDOW: Final = 3
"""The number of hands whose tricks count (§1)."""
NEEDED: Final = 13
"""The tricks in three hands that make a Pope."""
NOBODY: Final = -1

Tricks = tuple[int, ...]
"""The tricks of each seat in a hand, or in several."""


def tally(hands: Sequence[Tricks]) -> Tricks:
    """The tricks of each seat in these hands together."""
    return tuple(map(sum, zip(*hands, strict=True))) if hands else (0, 0, 0)


def successor(pope: int, hands: Sequence[Tricks]) -> int:
    """The Pope after the last of these hands, if `pope` was before; `NOBODY` for none."""
    if len(hands) < WINDOW:
        return NOBODY
    tricks = tally(hands[-WINDOW:])
    able = [seat for seat, count in enumerate(tricks) if count >= NEEDED]
    if pope in able:
        return pope
    # §5.4: the one with more; with as many, the one with more in the latest hand in which they differ.
    return max(
        able, key=lambda seat: (tricks[seat], *(hand[seat] for hand in hands[: -WINDOW - 1 : -1])), default=NOBODY
    )


def succession(pope: int, hands: Sequence[Tricks]) -> Fact | None:
    """The reason why there is a Pope after the last of these hands, or none any more; None if there was none."""
    now = successor(pope, hands)
    if now == pope == NOBODY:
        return None
    tricks = tally(hands[-WINDOW:])
    if now == NOBODY:
        return fact(TreikortFact.POPE_FALLS, side=pope, tricks=tricks[pope])
    about = {"side": now, "tricks": tricks[now]}
    if now == pope:
        return fact(TreikortFact.STAYS_POPE, **about)
    others = [seat for seat, count in enumerate(tricks) if count >= NEEDED and seat != now]
    if others:
        return fact(TreikortFact.POPE_OF_TWO, of=others[0], others=tricks[others[0]], **about)
    if pope != NOBODY:
        return fact(TreikortFact.SUCCEEDS_POPE, of=pope, **about)
    return fact(TreikortFact.BECOMES_POPE, **about)
