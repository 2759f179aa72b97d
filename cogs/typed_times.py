"""Times as people type them into commands and forms."""

from __future__ import annotations

from bot.presentation.time_parser import meant_moment, meant_span
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


def span(text: str) -> int:
    try:
        return meant_span(text)
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_SPAN, text=text)) from None
