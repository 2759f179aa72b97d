"""The session start limit: how many IDENTIFYs a bot may send a day, and how far apart."""

from __future__ import annotations

from typing import Any

from sandbox.clock import SandboxClock

DAY = 24 * 3600.0
CONCURRENCY = 1  # `max_concurrency` of every bot that is not in very many guilds


class Starts:
    """Counts the bot's IDENTIFYs. RESUMEs do not count."""

    def __init__(self, clock: SandboxClock, total: int, spacing: float) -> None:
        """`total` is a day's; `spacing` is the least seconds between two of one rate limit key (0: no limit)."""
        self._clock, self._total, self._spacing = clock, total, spacing
        self._began = clock.now()
        self._last: dict[int, float] = {}
        self.used = 0
        """IDENTIFYs of the current day."""
        self.count = 0
        """All IDENTIFYs."""

    def spend(self, count: int) -> None:
        """Count IDENTIFYs that the bot sent elsewhere."""
        self._renew()
        self.used += count

    def told(self) -> dict[str, Any]:
        """The object `session_start_limit` of `GET /gateway/bot`."""
        self._renew()
        return {
            "total": self._total,
            "remaining": max(0, self._total - self.used),
            "reset_after": round((self._began + DAY - self._clock.now()) * 1000),
            "max_concurrency": CONCURRENCY,
        }

    def identify(self, shard: int) -> bool | None:
        """Count an IDENTIFY: True if it is accepted, False if it came too soon after another, None above the limit."""
        self._renew()
        self.count += 1
        if self.used >= self._total:
            return None
        self.used += 1
        key, now = shard % CONCURRENCY, self._clock.now()
        before, self._last[key] = self._last.get(key), now
        return before is None or now - before >= self._spacing

    def _renew(self) -> None:
        now = self._clock.now()
        if now >= self._began + DAY:
            self._began, self.used = now, 0
