"""Seeds that an organiser types: people, the strongest first."""

from __future__ import annotations

import re
from typing import Final

from bot.competitions.cup import Cup
from bot.competitions.signing_up import with_found_partners
from bot.texts.cup_notices import CupRefusal
from bot.texts.notices import RequestRefused, fact
from cogs.request import Request

MENTION: Final = re.compile(r"<@!?(\d{1,20})>")


async def typed_seeds(request: Request, cup: Cup, text: str) -> tuple[int, ...]:
    """Return the entrants of the people who are mentioned, each once; of a pair one is enough."""
    paired, found = with_found_partners(cup), []
    for discord_id in MENTION.findall(text):
        person = await request.services.people.known(int(discord_id))
        entrant = None if person is None else paired.entrant_of(person.key)
        if entrant is None:
            raise RequestRefused(fact(CupRefusal.NOT_IN_CUP, mention=f"<@{discord_id}>"))
        found.append(entrant.number)
    if not found:
        raise RequestRefused(fact(CupRefusal.NO_SEEDS))
    return tuple(dict.fromkeys(found))
