"""The topics of the lessons, and which of them a trick illustrates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.contract import TrickAccount
from rules.treikort.facts import TreikortFact

ORDER, EQUALS, SEVENS = TOPICS = ("order", "equals", "sevens")
"""The topics, easiest first."""
OF_KIND: Final[Mapping[str, str]] = {
    TreikortFact.RANK: ORDER,
    TreikortFact.LOWER_RANK: ORDER,
    TreikortFact.EQUAL_RANK: EQUALS,
    TreikortFact.EQUAL_LOW: EQUALS,
    TreikortFact.SEVEN_LED: SEVENS,
    TreikortFact.SEVEN_STANDS: SEVENS,
    TreikortFact.SEVEN_THROWN: SEVENS,
}


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(OF_KIND[play.why.kind] for play in account.plays if play.why.kind in OF_KIND)
