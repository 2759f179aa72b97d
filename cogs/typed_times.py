"""Times as people type them into commands and forms."""

from __future__ import annotations

from bot.competitions.cup_rules import NO_FALLBACK
from bot.presentation.time_parser import is_none, meant_daily, meant_moment, meant_span
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.request import Request


async def own_zone(request: Request) -> str:
    """Return the name of the person's time zone; "" is UTC."""
    return (await request.services.people.preferences(request.person.key)).zone


async def moment(request: Request, text: str) -> int:
    """Return the moment that the person has typed, by their own clock unless a zone is named."""
    try:
        return meant_moment(text, request.services.now(), await own_zone(request))
    except (ValueError, OverflowError):
        raise RequestRefused(fact(Refusal.UNKNOWN_MOMENT, text=text)) from None


async def fallback(request: Request, text: str) -> str:
    """Return the typed time of matches whose sides agree on none, as the rules of a cup keep it."""
    if not text or is_none(text):
        return NO_FALLBACK if text else ""
    try:
        return meant_daily(text, await own_zone(request)).written()
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_MOMENT, text=text)) from None


def span(text: str) -> int:
    try:
        return meant_span(text)
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_SPAN, text=text)) from None
