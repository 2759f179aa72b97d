"""A scheduled event of a guild."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SCHEDULED, EXTERNAL = 1, 3


@dataclass(eq=False)
class ScheduledEvent:
    """An event; `fields` as the bot gave them."""

    id: int
    guild_id: int
    creator_id: int
    fields: dict[str, Any]

    def payload(self) -> dict[str, Any]:
        usual: dict[str, Any] = {
            "description": None,
            "image": None,
            "scheduled_end_time": None,
            "recurrence_rule": None,
            "status": SCHEDULED,
            "entity_type": EXTERNAL,
            "entity_id": None,
            "channel_id": None,
            "guild_scheduled_event_exceptions": [],
        }
        ids = {"id": str(self.id), "guild_id": str(self.guild_id), "creator_id": str(self.creator_id)}
        return usual | self.fields | ids
