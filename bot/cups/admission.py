"""Admission to a cup: by roles, and by the share of plays that people make in time."""

from __future__ import annotations

from collections.abc import Collection

from bot.cups.cup_notices import CupRefusal
from bot.cups.cup_rules import CupRules
from bot.ratings.reliability import NEUTRAL, PRIOR, Reliability, percent
from bot.texts.notices import fact
from rules.core.contract import Fact


def refused_by_role(rules: CupRules, roles: Collection[int]) -> Fact | None:
    """Return why a person with these roles may not enter; None: they may."""
    if not rules.roles or set(rules.roles) & set(roles):
        return None
    return fact(CupRefusal.ONLY_ROLES, roles=tuple(f"<@&{role}>" for role in rules.roles))


def is_high(least: int) -> bool:
    """Return whether only people who are known may meet this reliability, in percent: that of a new one is assumed."""
    return least >= percent(NEUTRAL)


def refused_as_unreliable(rules: CupRules, reliability: Reliability) -> Fact | None:
    """Return why a person of this reliability may not enter; None: they may."""
    least, share, known = rules.reliability, percent(reliability.share), reliability.known
    if is_high(least) and known < PRIOR and reliability.share >= NEUTRAL:
        return fact(CupRefusal.UNKNOWN, least=least, count=PRIOR - known, games=(rules.game,))
    if share < least:
        return fact(CupRefusal.UNRELIABLE, least=least, percent=share)
    return None
