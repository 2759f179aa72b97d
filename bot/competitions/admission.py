"""Admission to a cup: by roles, and by the share of plays that people make in time."""

from __future__ import annotations

from collections.abc import Collection

from bot.competitions.cup_rules import CupRules
from bot.ratings.reliability import percent
from bot.texts.cup_notices import CupRefusal
from bot.texts.notices import fact
from rules.core.contract import Fact


def refused_by_role(rules: CupRules, roles: Collection[int]) -> Fact | None:
    """Return why a person with these roles may not enter; None: they may."""
    if not rules.roles or set(rules.roles) & set(roles):
        return None
    return fact(CupRefusal.ONLY_ROLES, roles=tuple(f"<@&{role}>" for role in rules.roles))


def refused_as_unreliable(rules: CupRules, reliability: float) -> Fact | None:
    """Return why a person of this reliability may not enter; None: they may."""
    if percent(reliability) >= rules.reliability:
        return None
    return fact(CupRefusal.UNRELIABLE, least=rules.reliability, percent=percent(reliability))
