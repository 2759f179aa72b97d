"""The order of seats: who sits first at a table and deals first, in turn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cups.cup_notices import PairingReason
from bot.cups.pairing.contenders import Contender
from bot.texts.notices import fact
from rules.core.contract import Fact


def seated(contenders: Sequence[Contender]) -> tuple[Contender, ...]:
    """Return the contenders in the order of seats: who sat first less often comes first."""
    return tuple(sorted(contenders, key=lambda one: (one.firsts, one.was_first)))


def why_first(contenders: Sequence[Contender]) -> tuple[Fact, ...]:
    """Return why the first sits first, where it is not chance."""
    first, *others = contenders
    fewer = bool(others) and all(first.firsts < other.firsts for other in others)
    return (fact(PairingReason.FEWER_FIRST),) if fewer else ()
