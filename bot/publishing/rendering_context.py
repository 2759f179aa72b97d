"""The parts that all publishers need; mentions of a server's role at new tables, as often as the server wants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.discord_api.circuit_breaker import CircuitBreaker
from bot.discord_api.errors import ChannelGone
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.messages.kit.picture_cache import PictureCache
from bot.publishing.hints import Hints
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.member_left import MemberLeft
from bot.publishing.message_state import MessageStates
from bot.publishing.outbox import Outbox
from bot.publishing.own_ends import OwnEnds
from bot.publishing.table_context import TableContexts
from bot.store import RoleMentionStore
from bot.tables import LoadedTable, TableService
from bot.tables.table import Stage


class RoleMentions:
    """Chooses the role that a lobby names. `now`: ms since the epoch."""

    def __init__(self, store: RoleMentionStore, guilds: Guilds, now: Callable[[], int]) -> None:
        self._store = store
        self._guilds = guilds
        self._now = now

    async def role_at(self, loaded: LoadedTable, *, is_new: bool) -> int | None:
        """Return the role to name at a lobby; `is_new`: if its card is not sent yet, the role is told of free seats."""
        guild_id, preferences = loaded.row.guild_id, await self._guilds.preferences(loaded.row.guild_id)
        if preferences.mention is None or loaded.table.stage is not Stage.LOBBY:
            return None
        is_for_all = not loaded.table.private and any(seat.is_free for seat in loaded.table.seats)
        if is_new and is_for_all:
            since = self._now() - int(preferences.mention_every) * 60_000
            await self._store.mention_role(loaded.table.id, guild_id, preferences.mention, self._now(), since)
        return await self._store.role_mentioned(loaded.table.id)


@dataclass(frozen=True, slots=True)
class RenderingContext:
    """The services that delivery queues use."""

    tables: TableService
    people: PeopleService
    guilds: Guilds
    table_contexts: TableContexts
    hints: Hints
    own_ends: OwnEnds
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
        known = (await self.people.rows([person])).get(person)
        if known is None or known.discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self.delivery.dm(known.discord_id)
