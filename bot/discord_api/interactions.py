"""Interactions in flight, each answered once, and their tokens, which edit a message for a while after a press.

Such edits do not count in the bot's limit of requests. Discord accepts them for fifteen minutes. Tokens are lost with
the process; then the bot edits as any message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, cast

import discord
from cachetools import FIFOCache, TTLCache

from bot.runtime.steady_clock import elapsed_time

USED_FOR: Final = 14 * 60_000
"""The time after a response for which its token is used, ms: a minute less than Discord accepts it."""
WITHIN: Final = 5.0
"""The seconds that such an edit may take, with discord.py's retries; then the message is edited in the other way."""
REMEMBERED: Final = 20_000
"""The most messages with a token."""
RECOGNIZED: Final = 10_000
"""The number of recent interactions that are recognized; a resumed gateway session replays far fewer."""


class InteractionToken(NamedTuple):
    """The token of an interaction, which edits its original response: for a redraw, the pressed message."""

    application_id: int
    token: str

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> InteractionToken:
        return cls(interaction.application_id, interaction.token)


class InteractionTokens:
    """The newest token of each message that a press has redrawn. `now`: ms, by any clock."""

    def __init__(self, now: Callable[[], int] = elapsed_time) -> None:
        self._of: TTLCache[int, InteractionToken] = TTLCache(REMEMBERED, USED_FOR, timer=now)

    def note(self, message_id: int, token: InteractionToken) -> None:
        self._of[message_id] = token

    def token(self, message_id: int) -> InteractionToken | None:
        return self._of.get(message_id)

    def drop(self, message_id: int) -> None:
        """Forget a token that Discord has refused, or of which nobody knows whether it works."""
        self._of.pop(message_id, None)


class InFlight:
    def __init__(self) -> None:
        self.closing = False
        """True if the process is about to end; new interactions then only get a notice of that."""
        self._closed = False
        self._came: FIFOCache[int, None] = FIFOCache(RECOGNIZED)
        self._under_way: set[asyncio.Task[Any]] = set()

    def is_new(self, interaction_id: int) -> bool:
        """Return whether to answer this interaction: it has not arrived before, and the process is not closed."""
        if self._closed or interaction_id in self._came:
            return False
        self._came[interaction_id] = None
        return True

    @contextmanager
    def track_task(self) -> Iterator[None]:
        """Mark this task as answering inside the block, so that a shutdown waits for it."""
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def drain(self, grace: float) -> None:
        """Begin the shutdown: wait at most `grace` seconds until all interactions in progress are answered."""
        self.closing = True
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=grace)

    async def close(self, grace: float) -> None:
        """Accept no more interactions, and cancel those that are not answered within `grace` seconds."""
        self._closed = True
        await self.drain(grace)
        late = tuple(self._under_way)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
