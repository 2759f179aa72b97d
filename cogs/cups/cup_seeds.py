"""Seeds that an organiser types: people, the strongest first."""

from __future__ import annotations

import re
from typing import Final

from bot.cups.cup import Cup
from bot.cups.cup_notices import CupRefusal
from bot.cups.entering import with_found_partners
from bot.discord_api import custom_ids
from bot.texts.names import cut
from bot.texts.notices import RequestRefused, fact
from cogs.request import Request

MENTION: Final = re.compile(r"<@!?(\d+)>")
BETWEEN: Final = re.compile(r"[\s,;.:)#–-]|\b\d{1,4}\b")
"""Between mentions may be signs, and numbers such as `1.`"""
LONGEST: Final = 60
"""The most characters that are quoted of what was not understood."""


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
        person = None if number is None else await request.services.people.known(number)
        entrant = None if person is None else paired.entrant_of(person.key)
        if entrant is None:
            raise RequestRefused(fact(CupRefusal.NOT_IN_CUP, mention=f"<@{discord_id[:LONGEST]}>"))
        found.append(entrant.number)
    if not found:
        raise RequestRefused(fact(CupRefusal.NO_SEEDS))
    return tuple(dict.fromkeys(found))
