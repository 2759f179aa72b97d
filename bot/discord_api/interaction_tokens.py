"""Tokens of interactions: for a while after a press they edit its message, outside the bot's limit of requests.

Discord accepts such edits for fifteen minutes. They are lost with the process; then the bot edits as any message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import discord
from cachetools import TTLCache

from bot.runtime.steady_clock import elapsed_time

USED_FOR: Final = 14 * 60_000
"""The time after a response for which its token is used, ms: a minute less than Discord accepts it."""
WITHIN: Final = 5.0
"""The seconds that such an edit may take, with discord.py's retries; then the message is edited in the other way."""
REMEMBERED: Final = 20_000
"""The most messages with a token."""


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
