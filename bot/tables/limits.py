"""Limits against abuse: how much one person may do in a minute, and how many tables may be open. All are settings."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from bot.runtime.settings import Settings
from bot.store import Store
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

UNLIMITED: Final = dict.fromkeys(
    ("COMMANDS_PER_MINUTE", "JOINS_PER_MINUTE", "TABLES_PER_PERSON", "TABLES_PER_SERVER"), "0"
)
"""The settings, as the environment has them, of a bot whose people are programs."""
MINUTE: Final = 60_000
REMEMBERED: Final = 10_000
"""How many people are watched at once; whoever did nothing for the longest time is let go of first."""


class RateWindow:
    """Counts what each person did in the last minute; `most` times is allowed, 0: any number of times."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._done: OrderedDict[int, deque[int]] = OrderedDict()

    @property
    def watched(self) -> int:
        """How many people are remembered."""
        return len(self._done)

    def full_until(self, person: int, now: int) -> int | None:
        """None: once more is allowed, and counted. Else when it will be (ms since the epoch); nothing is counted."""
        if not self._most:
            return None
        self._let_go(now)
        done = self._done.setdefault(person, deque())
        while done and not now - MINUTE < done[0] <= now:  # a clock may have gone back
            done.popleft()
        if len(done) >= self._most:
            return done[0] + MINUTE
        done.append(now)
        self._done.move_to_end(person)
        return None

    def _let_go(self, now: int) -> None:
        """Forget who did nothing for a minute, and whoever is too many."""
        while self._done:
            done = next(iter(self._done.values()))
            if done and now - MINUTE < done[-1] <= now and len(self._done) <= REMEMBERED:
                return
            self._done.popitem(last=False)


class UsageLimits:
    """What nobody may do more often than the operator wants; people by their Discord id, `now` in ms."""

    def __init__(self, settings: Settings, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._commands = RateWindow(settings.commands_per_minute)
        self._joins = RateWindow(settings.joins_per_minute)
        self._of_person = settings.tables_per_person
        self._of_server = settings.tables_per_server

    def command(self, person: int) -> Fact | None:
        """One more command; a fact says why not."""
        return self._once_more(self._commands, person)

    def join(self, person: int) -> Fact | None:
        """Telling a whole table something once more (a seat taken or left, a proposal); a fact says why not."""
        return self._once_more(self._joins, person)

    def _once_more(self, window: RateWindow, person: int) -> Fact | None:
        until = window.full_until(person, self._now())
        return None if until is None else fact(Refusal.TOO_FAST, at=-(-until // 1000))

    async def table(self, person: str, guild_id: int) -> Fact | None:
        """One more table, opened by the person with this key in this server; a fact says why not."""
        if self._of_person and len(await self._store.opened_by(person)) >= self._of_person:
            return fact(Refusal.TABLES_OF_PERSON, count=self._of_person)
        if self._of_server and len(await self._store.open_in_guild(guild_id)) >= self._of_server:
            return fact(Refusal.TABLES_OF_SERVER, count=self._of_server)
        return None
