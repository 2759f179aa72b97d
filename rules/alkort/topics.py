"""The topics of the lessons, and which of them a trick illustrates: the reasons of its plays decide (§2, §3, §7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.alkort.facts import AlkortPlayFact
from rules.core.contract import TrickAccount

ORDER, EQUALS, SEVENS, POWERS, LATE = TOPICS = ("order", "equals", "sevens", "twos-and-threes", "too-late")
"""The topics, easiest first."""
OF_KIND: Final[Mapping[str, str]] = {
    AlkortPlayFact.HIGHER_RANK: ORDER,
    AlkortPlayFact.LOWER_RANK: ORDER,
    AlkortPlayFact.RANKED_ON_RUBBISH: ORDER,
    AlkortPlayFact.EQUAL_RANK: EQUALS,
    AlkortPlayFact.SEVEN_LED: SEVENS,
    AlkortPlayFact.SEVEN_NOT_LED: SEVENS,
    AlkortPlayFact.WORTHLESS_SEVEN_LED: SEVENS,
    AlkortPlayFact.TWO_TAKES: POWERS,
    AlkortPlayFact.THREE_TAKES: POWERS,
    AlkortPlayFact.TOO_LATE: LATE,
}


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(topic for play in account.plays if (topic := OF_KIND.get(play.why.kind)))
