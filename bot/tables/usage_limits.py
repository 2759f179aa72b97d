"""Limits against abuse: actions of one person in a minute, and open tables but those of cups.

All limits are settings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from cachetools import TTLCache

from bot.runtime.settings import Settings
from bot.runtime.time_units import MINUTE
from bot.store import TableLists, TableRow
from bot.texts.notices import Refusal, RequestRefused, fact

UNLIMITED: Final = dict.fromkeys(
    ("COMMANDS_PER_MINUTE", "JOINS_PER_MINUTE", "TABLES_PER_PERSON", "TABLES_PER_SERVER", "REQUESTS_PER_SECOND"), "0"
)
"""Environment settings without limits, for runs in which programs act as the people."""
NOTIFYING_BUTTONS: Final = frozenset({"join", "join-yes", "leave", "sit", "take", "take-yes", "pause"})
NOTIFYING_COMMANDS: Final = frozenset({"table substitute", "table pause", "table pace", "table move"})
"""The verbs and commands by which one person can notify everybody at a table many times."""
REMEMBERED: Final = 10_000
"""The number of people remembered at once; the person idle for the longest time is forgotten first."""


class RateWindow:
    """Counts each person's actions in the last minute. `most` are allowed; 0: any number. `now`: ms since the epoch."""

    def __init__(self, most: int, now: Callable[[], int]) -> None:
        self._most = most
        self._now = now
        self._done: TTLCache[int, deque[int]] = TTLCache(REMEMBERED, MINUTE, timer=now)

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

    def check_command(self, person: int, command: str) -> None:
        """Count a command. Raises RequestRefused if it is one too many."""
        _check(self._commands, person)
        if command in NOTIFYING_COMMANDS:
            _check(self._joins, person)

    def check_press(self, person: int, verb: str) -> None:
        """Count a press that notifies a whole table. Raises RequestRefused if it is one too many."""
        if verb in NOTIFYING_BUTTONS:
            _check(self._joins, person)

    async def check_table(self, person: str, guild_id: int) -> None:
        """Raise RequestRefused if the person with this key may open no more tables in this guild."""
        if self._of_person and _counted(await self._store.rows(await self._store.opened_by(person))) >= self._of_person:
            raise RequestRefused(fact(Refusal.TABLES_OF_PERSON, count=self._of_person))
        if self._of_server and _counted(await self._store.running(guild_id)) >= self._of_server:
            raise RequestRefused(fact(Refusal.TABLES_OF_SERVER, count=self._of_server))


def _counted(rows: Iterable[TableRow]) -> int:
    """Return the number of tables without those of cups."""
    return sum(row.cup_id is None for row in rows)


def _check(window: RateWindow, person: int) -> None:
    until = window.full_until(person)
    if until is not None:
        raise RequestRefused(fact(Refusal.TOO_FAST, at=-(-until // 1000)))
