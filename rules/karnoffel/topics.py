"""The topics of the lessons, and which of them a trick illustrates."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from rules.core.contract import TrickAccount
from rules.karnoffel.facts import KarnoffelFact

ORDER, BEATERS, STABBERS, DEVIL = TOPICS = ("suit-led", "beaters", "stabbers", "devil")
"""The topics, easiest first: the suit led; Karnöffel, Pope and Kaiser; the 3, 4 and 5; the Devil."""
_OF_FACT: Final[Mapping[StrEnum, str]] = {
    KarnoffelFact.HIGHER_RANK: ORDER,
    KarnoffelFact.LOWER_RANK: ORDER,
    KarnoffelFact.OTHER_SUIT: ORDER,
    KarnoffelFact.KARNOFFEL: BEATERS,
    KarnoffelFact.KARNOFFEL_LED: BEATERS,
    KarnoffelFact.KARNOFFEL_STANDS: BEATERS,
    KarnoffelFact.POPE: BEATERS,
    KarnoffelFact.KAISER: BEATERS,
    KarnoffelFact.HIGHER_BEATER: BEATERS,
    KarnoffelFact.LOWER_BEATER: BEATERS,
    KarnoffelFact.BEATER_STANDS: BEATERS,
    KarnoffelFact.OVER_STABBER: STABBERS,
    KarnoffelFact.UNDER_STABBER: STABBERS,
    KarnoffelFact.SUIT_STABBER: STABBERS,
    KarnoffelFact.STABBER_TAKEN: STABBERS,
    KarnoffelFact.STABBER_FAILS: STABBERS,
    KarnoffelFact.DEVIL_LED: DEVIL,
    KarnoffelFact.DEVIL_STANDS: DEVIL,
    KarnoffelFact.DEVIL_NOT_LED: DEVIL,
}


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(_OF_FACT[play.why.kind] for play in account.plays if play.why.kind in _OF_FACT)
