"""The topics of the lessons, and which of them a trick illustrates.

The paragraphs of the trick's reasons decide (RULES §2, §3, §5, §6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.core.contract import Fact, TrickAccount
from rules.voormsi.facts import PlayFact
from rules.voormsi.ranking import MATADORS, TOQUTSIT, VOORMSI, mask_of

ORDER, MATADOR, SEVENS, THREE, KINGS, SETS, DUTY = TOPICS = (
    "order",
    "matadors",
    "sevens",
    "three-of-diamonds",
    "black-kings",
    "sets",
    "duty",
)
"""The topics, easiest first; they are named like the topics of the rules page."""
OF_PARAGRAPH: Final[Mapping[str, str]] = {
    "2.2": ORDER,
    "2.3": ORDER,
    "3.1": MATADOR,
    "3.2": THREE,
    "3.3": SEVENS,
    "3.4": KINGS,
    "3.5": KINGS,
    "3.6": KINGS,
    "11.2": KINGS,
    "5.2": SETS,
    "6.2": SETS,
    "6.3": SETS,
}


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick; a play that had to contain Toqutsit belongs to the duty."""
    found = {topic for play in account.plays for why in _facts(play.why) if (topic := _topic(why))}
    return frozenset(found | {DUTY} if _was_bound(account) else found)


def _facts(why: Fact) -> Iterator[Fact]:
    """A reason, and the reasons of single cards in it for a set."""
    yield why
    for name in ("reasons", "reason"):
        inner = why.about.get(name, ())
        yield from (inner,) if isinstance(inner, Fact) else inner


def _topic(why: Fact) -> str | None:
    if why.kind in (PlayFact.RANK, PlayFact.LOWER_RANK) and mask_of((why.about["card"], why.about["on"])) & MATADORS:
        return MATADOR
    return OF_PARAGRAPH.get(why.paragraph)


def _was_bound(account: TrickAccount) -> bool:
    """Return whether Toqutsit was played while an opponent's Voormsi headed (§5.5)."""
    sides = len(account.units)  # the seats alternate between the sides (§1)
    for play in account.plays[1:]:
        headed = account.plays[play.over or 0]
        if mask_of(play.cards) & TOQUTSIT and mask_of(headed.cards) & VOORMSI and (play.seat - headed.seat) % sides:
            return True
    return False
