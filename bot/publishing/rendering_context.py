"""The rendering context: the services that every delivery queue uses to show scenes to their readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.discord_api.errors import ChannelGone
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.messages.kit.picture_cache import PictureCache
from bot.publishing.delivery.circuit_breaker import CircuitBreaker
from bot.publishing.hints import Hints
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.member_left import MemberLeft
from bot.publishing.message_state import MessageStates
from bot.publishing.outbox import Outbox
from bot.publishing.role_mentions import RoleMentions
from bot.publishing.table_context import TableContexts
from bot.tables import TableService


@dataclass(frozen=True, slots=True)
class RenderingContext:
    """The services that delivery queues use."""

    tables: TableService
    people: PeopleService
    guilds: Guilds
    table_contexts: TableContexts
    hints: Hints
    picture_cache: PictureCache
    delivery: CircuitBreaker
    message_states: MessageStates
    outbox: Outbox
    sender: IdempotentSender
    member_left: MemberLeft
    role_mentions: RoleMentions
    now: Callable[[], int]

    async def dm(self, person: str) -> int:
        """Return the id of the DM channel with a person. Raises ChannelGone if nobody is behind the key any more."""
        known = (await self.people.named([person])).get(person)
        if known is None or known.discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self.delivery.dm(known.discord_id)
