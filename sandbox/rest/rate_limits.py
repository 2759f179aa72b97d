"""Rate limits: headers always, limits on request."""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sandbox.rest.routes import Route
from sandbox.world.clock import SandboxClock
from sandbox.world.errors import RateLimited

Mode = Literal["off", "discord"]
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
GLOBAL_PER_SECOND = 50
PLENTY = 100_000


class RateLimit(NamedTuple):
    requests: int
    seconds: float


DEFAULT = RateLimit(50, 1.0)
# Values commonly seen in Discord's headers; Discord does not document these and may change them.
LIMITS = {
    ("POST", "/channels/{channel_id}/messages"): RateLimit(5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): RateLimit(5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): RateLimit(5, 1.0),
    ("PATCH", "/channels/{channel_id}"): RateLimit(5, 15.0),
    ("POST", "/channels/{channel_id}/threads"): RateLimit(10, 30.0),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): RateLimit(10, 30.0),
    ("POST", "/users/@me/channels"): RateLimit(10, 10.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): RateLimit(5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): RateLimit(5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"): RateLimit(5, 2.0),
}


@dataclass(slots=True)
class RateLimitBucket:
    """A window that begins with its first request and lasts the limit's seconds."""

    limit: RateLimit
    opened: float
    used: int = 0

    def take(self, now: float) -> float:
        """Take one request. Return the seconds left in the window, negative if the bucket was empty."""
        if now - self.opened >= self.limit.seconds:
            self.opened, self.used = now, 0
        left = self.limit.seconds - (now - self.opened)
        if self.used >= self.limit.requests:
            return -left
        self.used += 1
        return left


class RateLimits:
    """Buckets by route and major parameters, and a global limit, which exempts interaction responses."""

    def __init__(self, clock: SandboxClock, mode: Mode) -> None:
        self._clock = clock
        self._mode = mode
        self._buckets: dict[tuple[str, ...], RateLimitBucket] = {}
        self._recent: deque[float] = deque()
        self._plenty: dict[Route, dict[str, str]] = {}

    def take(self, route: Route, params: dict[str, str]) -> dict[str, str]:
        """Count a request. Return the headers for its response. Raises RateLimited."""
        now = self._clock.now()
        if self._mode == "off":
            if route not in self._plenty:
                self._plenty[route] = _headers(route, PLENTY, PLENTY - 1, 1.0, now + 1.0)
            return self._plenty[route]
        if route.needs_token:
            self._take_global(now)
        key = (route.method, route.template, *(params[name] for name in MAJOR if name in params))
        limit = LIMITS.get((route.method, route.template), DEFAULT)
        bucket = self._buckets.setdefault(key, RateLimitBucket(limit, now))
        left = bucket.take(now)
        if left < 0:
            raise RateLimited(math.ceil(-left * 1000) / 1000)
        return _headers(route, limit.requests, limit.requests - bucket.used, left, now + left)

    def _take_global(self, now: float) -> None:
        while self._recent and now - self._recent[0] >= 1.0:
            self._recent.popleft()
        if len(self._recent) >= GLOBAL_PER_SECOND:
            raise RateLimited(1.0 - (now - self._recent[0]), is_global=True)
        self._recent.append(now)


def _headers(route: Route, limit: int, remaining: int, left: float, reset: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset-After": f"{left:.3f}",
        "X-RateLimit-Reset": f"{reset:.3f}",
        "X-RateLimit-Bucket": hashlib.blake2b(f"{route.method} {route.template}".encode(), digest_size=8).hexdigest(),
    }
