"""The client for Discord's scheduled events: external ones, with a place to look at instead of a channel to join."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, Protocol

import discord

from bot.discord_api.errors import translate_errors

GUILD_ONLY: Final = 2
EXTERNAL: Final = 3


class EventPlan(NamedTuple):
    """The content of an event. Times in ms since the epoch."""

    name: str
    about: str
    location: str
    starts: int
    ends: int

    def payload(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "description": self.about,
            "scheduled_start_time": _stamp(self.starts),
            "scheduled_end_time": _stamp(self.ends),
            "privacy_level": GUILD_ONLY,
            "entity_type": EXTERNAL,
            "entity_metadata": {"location": self.location},
        }


class EventClient(Protocol):
    """The requests about events. Every method may raise a DeliveryError; one about an event that is gone: Rejected."""

    async def create(self, guild_id: int, plan: EventPlan) -> int: ...

    async def move(self, guild_id: int, event_id: int, plan: EventPlan) -> None: ...

    async def remove(self, guild_id: int, event_id: int) -> None: ...

    async def find(self, guild_id: int, plan: EventPlan) -> int | None:
        """Return our event of this name at this location."""
        ...


class DiscordEvents:
    """An `EventClient` by a discord.py client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._http: Any = client.http

    async def create(self, guild_id: int, plan: EventPlan) -> int:
        payload = plan.payload()  # outside of `translate_errors`: an error in it is ours
        with translate_errors():
            return int((await self._http.create_guild_scheduled_event(guild_id, reason=None, **payload))["id"])

    async def move(self, guild_id: int, event_id: int, plan: EventPlan) -> None:
        payload = plan.payload()
        with translate_errors():
            await self._http.edit_scheduled_event(guild_id, event_id, reason=None, **payload)

    async def remove(self, guild_id: int, event_id: int) -> None:
        with translate_errors():
            await self._http.delete_scheduled_event(guild_id, event_id, reason=None)

    async def find(self, guild_id: int, plan: EventPlan) -> int | None:
        with translate_errors():
            events = await self._http.get_scheduled_events(guild_id, with_user_count=False)
            return next((int(event["id"]) for event in events if self._is_it(event, plan)), None)

    def _is_it(self, event: Any, plan: EventPlan) -> bool:
        me, place = self._client.user, (event.get("entity_metadata") or {}).get("location")
        is_ours = me is not None and event.get("creator_id") == str(me.id)
        return is_ours and (event["name"], place) == (plan.name, plan.location)


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()
