"""A delivery to one place through a circuit breaker, refused until a test allows it."""

from __future__ import annotations

import pytest
from discord.ui import LayoutView

from bot.discord_api.circuit_breaker import CircuitBreaker
from bot.discord_api.errors import DeliveryError, Forbidden
from bot.discord_api.invalid_requests import InvalidRequestGuard
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import CHANNEL, SetClock


class FailingPlace:
    """A delivery to one place that fails while `error` is set, and counts the requests."""

    def __init__(self) -> None:
        self.discord = FakeDiscord(before=self._refuse)
        self.time = SetClock()
        self.request_guard = InvalidRequestGuard(self.time)
        self.breaker = CircuitBreaker(self.discord, self.request_guard, self.time)
        self.error: type[DeliveryError] | None = Forbidden

    def _refuse(self, what: str) -> None:
        if self.error is not None:
            raise self.error(what)

    async def send(self, place: int = CHANNEL) -> None:
        await self.breaker.send(place, LayoutView(), "nonce")

    async def is_refused(self, error: type[DeliveryError] = Forbidden) -> bool:
        """Send, and return whether it was refused; `asked` shows whether Discord was asked."""
        with pytest.raises(error) as raised:
            await self.send()
        return raised.value.place == CHANNEL

    @property
    def asked(self) -> int:
        return len(self.discord.log)
