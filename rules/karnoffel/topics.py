"""The topics of the lessons, and which of them a trick illustrates (KARNOFFEL §3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.contract import Fact, TrickAccount
from rules.karnoffel.facts import KarnoffelFact

SUIT_LED, GREAT, STABBERS, DEVIL = TOPICS = ("suit-led", "karnoffel", "stabbers", "devil")
"""The topics, easiest first: the suit led; the Karnöffel, the Pope and the Kaiser; the 3, 4 and 5; the Devil."""
OF_PARAGRAPH: Final[Mapping[str, str]] = {"3.2": GREAT, "3.3": DEVIL, "3.4": GREAT, "3.5": GREAT, "3.6": SUIT_LED}
OF_STABBERS: Final = (
    KarnoffelFact.OVER_STABBER,
    KarnoffelFact.UNDER_STABBER,
    KarnoffelFact.SUIT_STABBER,
    KarnoffelFact.STABBER_TAKEN,
    KarnoffelFact.STABBER_FAILS,
)


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(topic for play in account.plays if (topic := _topic(play.why)))


def _topic(why: Fact) -> str | None:
    return STABBERS if why.kind in OF_STABBERS else OF_PARAGRAPH.get(why.paragraph)
