"""Limits against abuse: actions of one person in a minute, and open tables.

All limits are settings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from cachetools import TTLCache

from bot.runtime.settings import Settings
from bot.store import TableLists
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

UNLIMITED: Final = dict.fromkeys(
    ("COMMANDS_PER_MINUTE", "JOINS_PER_MINUTE", "TABLES_PER_PERSON", "TABLES_PER_SERVER"), "0"
)
"""Environment settings without limits, for runs in which programs act as the people."""
MINUTE: Final = 60_000
REMEMBERED: Final = 10_000
"""How many people are remembered at once; the person idle for the longest time is forgotten first."""


class RateWindow:
    """Counts each person's actions in the last minute. `most` are allowed; 0: any number. `now`: ms since the epoch."""

    def __init__(self, most: int, now: Callable[[], int]) -> None:
        self._most = most
        self._now = now
        self._done: TTLCache[int, deque[int]] = TTLCache(REMEMBERED, MINUTE, timer=now)

    @property
    def watched(self) -> int:
        """How many people are remembered."""
        return len(self._done)

    def full_until(self, person: int) -> int | None:
        """Count an action and return None. If it is one too many, return when it is allowed (ms since the epoch)."""
        if not self._most:
            return None
        now, done = self._now(), self._done.get(person, deque())
        while done and not now - MINUTE < done[0] <= now:  # a clock may have gone back
            done.popleft()
        if len(done) >= self._most:
            return done[0] + MINUTE
        done.append(now)
        self._done[person] = done
        return None


class UsageLimits:
    """The limits that the operator has set. People are given by their Discord id, `now` in ms."""

    def __init__(self, settings: Settings, store: TableLists, now: Callable[[], int]) -> None:
        self._store = store
        self._commands = RateWindow(settings.commands_per_minute, now)
        self._joins = RateWindow(settings.joins_per_minute, now)
        self._of_person = settings.tables_per_person
        self._of_server = settings.tables_per_server

    def command(self, person: int) -> Fact | None:
        """Count a command; return the refusal if it is one too many."""
        return _too_fast(self._commands, person)

    def join(self, person: int) -> Fact | None:
        """Count an action that notifies a whole table (such as joining); return the refusal if it is one too many."""
        return _too_fast(self._joins, person)

    async def table(self, person: str, guild_id: int) -> Fact | None:
        """Return why the person with this key may open no more tables in this guild; None if they may."""
        if self._of_person and len(await self._store.opened_by(person)) >= self._of_person:
            return fact(Refusal.TABLES_OF_PERSON, count=self._of_person)
        if self._of_server and len(await self._store.running_in_guild(guild_id)) >= self._of_server:
            return fact(Refusal.TABLES_OF_SERVER, count=self._of_server)
        return None


def _too_fast(window: RateWindow, person: int) -> Fact | None:
    until = window.full_until(person)
    return None if until is None else fact(Refusal.TOO_FAST, at=-(-until // 1000))
