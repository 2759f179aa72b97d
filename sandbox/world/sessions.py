"""Sessions of the bot at the gateway, their events, and the limit of session starts. Sockets are in `gateway`."""

from __future__ import annotations

import json
import secrets
from collections import deque
from typing import Any, Protocol

from sandbox.world.clock import SandboxClock

GUILDS, MEMBERS, PRESENCES, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9, 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT
REPLAYED = 5_000  # events that a session keeps for a bot that resumes

DAY = 24 * 3600.0

encode = json.JSONEncoder(separators=(",", ":")).encode


class BotConnection(Protocol):
    """A connected socket of a bot."""

    def send(self, text: str) -> None: ...

    def close(self, code: int) -> None: ...


class Session:
    """The session of one shard of a bot; it outlives its connection, so that it can be resumed."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.connection: BotConnection | None = None
        self._sent: deque[tuple[int, str]] = deque(maxlen=REPLAYED)

    def is_for(self, guild_id: int | None) -> bool:
        number, count = self.shard
        return number == ((guild_id >> 22) % count if guild_id else 0)

    def dispatch(self, event: str, encoded: str) -> None:
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{encoded}}}'
        self._sent.append((self.sequence, text))
        if self.connection:
            self.connection.send(text)

    def missed(self, after: int) -> list[str] | None:
        """The events sent after a sequence number; None if some are no longer kept."""
        if after > self.sequence or (self._sent and self._sent[0][0] > after + 1):
            return None
        return [text for number, text in self._sent if number > after]


class GatewaySessions(dict[str, Session]):
    """All sessions by id."""

    @property
    def online(self) -> bool:
        return any(session.connection for session in self.values())

    def wants(self, intent: int) -> bool:
        return any(session.intents & intent for session in self.values())

    def dispatch(self, event: str, data: dict[str, Any], guild_id: int | None = None, intent: int = 0) -> bool:
        """Send an event to every matching session. Return whether there was one, connected or not."""
        sessions = [session for session in self.values() if session.is_for(guild_id)]
        concerned = [session for session in sessions if not intent or session.intents & intent]
        encoded = encode(data) if concerned else ""
        for session in concerned:
            session.dispatch(event, encoded)
        return bool(concerned)


class IdentifyLimit:
    """Counts the bot's IDENTIFYs. RESUMEs do not count."""

    def __init__(self, clock: SandboxClock, total: int, spacing: float) -> None:
        """`total` is a day's; `spacing` is the least seconds between two (0: no limit)."""
        self._clock, self._total, self._spacing = clock, total, spacing
        self._began = clock.now()
        self._last: float | None = None
        self.used = 0
        """IDENTIFYs of the current day."""
        self.count = 0
        """All IDENTIFYs."""

    def spend(self, count: int) -> None:
        """Count IDENTIFYs that the bot sent elsewhere."""
        self._renew()
        self.used += count

    def payload(self) -> dict[str, Any]:
        """The object `session_start_limit` of `GET /gateway/bot`."""
        self._renew()
        return {
            "total": self._total,
            "remaining": max(0, self._total - self.used),
            "reset_after": round((self._began + DAY - self._clock.now()) * 1000),
            "max_concurrency": 1,
        }

    def identify(self) -> bool | None:
        """Count an IDENTIFY: True if it is accepted, False if it came too soon after another, None above the limit."""
        self._renew()
        self.count += 1
        if self.used >= self._total:
            return None
        self.used += 1
        now = self._clock.now()
        before, self._last = self._last, now
        return before is None or now - before >= self._spacing

    def _renew(self) -> None:
        now = self._clock.now()
        if now >= self._began + DAY:
            self._began, self.used = now, 0
