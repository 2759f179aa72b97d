"""Times as people type them into commands and forms."""

from __future__ import annotations

from bot.cups.cup_rules import NO_FALLBACK
from bot.presentation.time_parser import TimeOutOfBoundsError, is_none, meant_daily, meant_moment, meant_span
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.request import Request


async def own_zone(request: Request) -> str:
    """Return the name of the person's time zone; "" is UTC."""
    return (await request.services.people.preferences(request.person.key)).zone


async def moment(request: Request, text: str) -> int:
    """Return the moment that the person has typed, by their own clock unless a zone is named.

    Raises RequestRefused if it is none, or not in the year to come.
    """
    now = request.services.now()
    try:
        found = meant_moment(text, now, await own_zone(request))
    except TimeOutOfBoundsError:
        raise RequestRefused(fact(Refusal.MOMENT_OUT_OF_BOUNDS, text=text)) from None
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_MOMENT, text=text)) from None
    if found <= now:
        raise RequestRefused(fact(Refusal.IN_THE_PAST))
    return found


async def fallback(request: Request, text: str) -> str:
    """Return the typed time of matches whose sides agree on none, as the rules of a cup keep it."""
    if not text or is_none(text):
        return NO_FALLBACK if text else ""
    try:
        return meant_daily(text, await own_zone(request)).written()
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_TIME, text=text)) from None


def span(text: str) -> int:
    try:
        return meant_span(text)
    except TimeOutOfBoundsError:
        raise RequestRefused(fact(Refusal.SPAN_OUT_OF_BOUNDS, text=text)) from None
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_SPAN, text=text)) from None
