"""The right to organise in a guild of somebody who asks for nothing now, such as the maker of a weekly cup."""

from __future__ import annotations

import logging

from bot.discord_api.delivery import Delivery
from bot.discord_api.errors import DeliveryError
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.store import OrganisingStore

log = logging.getLogger(__name__)


class OrganisingRights:
    """Asks Discord who organises in guilds. Requests say it by themselves (`cogs.interaction_handler`)."""

    def __init__(self, store: OrganisingStore, people: PeopleService, guilds: Guilds, delivery: Delivery) -> None:
        self._store = store
        self._people = people
        self._guilds = guilds
        self._delivery = delivery

    async def has(self, guild_id: int, person: str) -> bool | None:
        """Return whether a person (a key) organises in a guild now; None if Discord does not say."""
        known = (await self._people.rows([person])).get(person)
        if known is None or known.discord_id is None:
            return False
        try:
            member = await self._delivery.member(guild_id, known.discord_id)
        except DeliveryError as error:
            log.info("server %s does not say whether somebody organises there: %s", guild_id, error)
            return None
        if member is None or member.manages:
            return member is not None
        if not await self._guilds.is_chosen(guild_id, person, member.roles, member.joined_at):
            return False
        return await self._store.ban_of(guild_id, known.discord_id) is None
