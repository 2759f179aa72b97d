"""The rendering context: what every delivery queue needs to show a scene to its reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.discord_api.errors import ChannelGone
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.presentation import layouts
from bot.presentation.layouts.parts import PageOfItems
from bot.presentation.picture_cache import PictureCache, PictureJob
from bot.presentation.scenes import Scene
from bot.publishing.delivery.circuit_breaker import CircuitBreaker
from bot.publishing.member_left import MemberLeft
from bot.publishing.message_state import MessageState, MessageStates
from bot.publishing.messenger import Messenger, Showing
from bot.publishing.outbox import Outbox
from bot.publishing.table_context import TableContexts
from bot.tables import LoadedTable, TableService
from bot.texts.reader import Reader


class TableGone(LookupError):
    """The table was deleted, with everything that was to be shown of it."""


@dataclass(frozen=True, slots=True)
class RenderingContext:
    """The services that delivery queues use."""

    tables: TableService
    people: PeopleService
    guilds: Guilds
    table_contexts: TableContexts
    picture_cache: PictureCache
    delivery: CircuitBreaker
    message_states: MessageStates
    outbox: Outbox
    messenger: Messenger
    member_left: MemberLeft
    now: Callable[[], int]

    async def loaded(self, table_id: int) -> LoadedTable:
        """Return a table. Raises TableGone if it does not exist."""
        loaded = await self.tables.get(table_id)
        if loaded is None:
            raise TableGone(f"there is no table {table_id}")
        return loaded

    async def for_all(self, loaded: LoadedTable) -> Reader:
        """Return the reader of public messages in the table's guild."""
        return await self.guilds.reader(loaded.row.guild_id, loaded.row.language)

    async def for_person(self, person: str, loaded: LoadedTable) -> Reader:
        """Return the reader of one person at the table."""
        return await self.people.reader(person, loaded.row.language)

    async def dm(self, person: str) -> int:
        """Return the id of the DM channel with a person. Raises ChannelGone if nobody is behind the key any more."""
        known = (await self.people.named([person])).get(person)
        if known is None or known.discord_id is None:
            raise ChannelGone("nobody is behind this key any more")
        return await self.delivery.dm(known.discord_id)

    async def bring(
        self,
        state: MessageState,
        scene: Scene,
        reader: Reader,
        seq: int,
        channel: int,
        *,
        page: PageOfItems | None = None,
        job: PictureJob | None = None,
        **more: Any,
    ) -> None:
        """Render a scene and make the message show it: words, buttons and picture in one request.

        `page`, `job`: its layout and picture, if they were built before.
        """
        picture = await self.picture_cache.draw(job or self.picture_cache.job_of(scene, reader))
        draw = partial(layouts.draw, scene, reader, state.name, page=page)
        await self.messenger.bring(state, Showing(draw, picture, seq, channel, **more))
