"""Times and seeds as people type them into commands and forms."""

from __future__ import annotations

import re
from typing import Final

from bot.cups.cup import Cup
from bot.cups.cup_rules import NO_FALLBACK
from bot.cups.entering import with_found_partners
from bot.cups.notices import CupRefusal
from bot.discord_api import custom_ids
from bot.texts.escaping import cut
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.typed_input.time_parser import TimeOutOfBoundsError, is_none, meant_daily, meant_moment, meant_span
from cogs.request import Request

MENTION: Final = re.compile(r"<@!?(\d+)>")
BETWEEN: Final = re.compile(r"[\s,;.:)#–-]|\b\d{1,4}\b")
"""Between mentions may be signs, and numbers such as `1.`"""
LONGEST: Final = 60
"""The most characters that are quoted of what was not understood."""


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
        return meant_daily(text, await own_zone(request)).write()
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_TIME, text=text)) from None


def span(text: str) -> int:
    try:
        return meant_span(text)
    except TimeOutOfBoundsError:
        raise RequestRefused(fact(Refusal.SPAN_OUT_OF_BOUNDS, text=text)) from None
    except ValueError:
        raise RequestRefused(fact(Refusal.UNKNOWN_SPAN, text=text)) from None


async def typed_seeds(request: Request, cup: Cup, text: str) -> tuple[int, ...]:
    """Return the entrants of the people who are mentioned, each once; of a pair one is enough.

    Raises RequestRefused if there is anything else in the text, or a mention of nobody in the cup.
    """
    mentioned = MENTION.findall(text)
    if mentioned and (unknown := " ".join(BETWEEN.sub(" ", MENTION.sub(" ", text)).split())):
        raise RequestRefused(fact(CupRefusal.UNKNOWN_SEEDS, text=cut(unknown, LONGEST)))
    paired, found = with_found_partners(cup), []
    for discord_id in mentioned:
        number = custom_ids.number(discord_id)
        person = None if number is None else await request.services.people.find(number)
        entrant = None if person is None else paired.entrant_of(person.key)
        if entrant is None:
            raise RequestRefused(fact(CupRefusal.NOT_IN_CUP, mention=f"<@{discord_id[:LONGEST]}>"))
        found.append(entrant.number)
    if not found:
        raise RequestRefused(fact(CupRefusal.NO_SEEDS))
    return tuple(dict.fromkeys(found))
