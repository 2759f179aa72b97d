"""Limits against abuse: what commands, buttons and forms cost, and how much of it one person may do in a time.

Each declares its class of cost where its handler is registered (`cogs.commands.command`, `cogs.buttons.button`).
Limited are also the open tables of a person but those of cups.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache, TTLCache

from bot.runtime.settings import Settings
from bot.runtime.times import DAY, HOUR, MINUTE
from bot.store import (
    CONTACT,
    FIRST_CONTACT,
    Condition,
    Contact,
    CountedRows,
    CountStore,
    FewerThan,
    LimitedUse,
    TooManyUses,
    Unbanned,
    UseLimit,
)
from bot.tables.table import Table
from bot.texts.notices import Refusal, RequestRefused, fact
from rules.core.contract import Fact

UNLIMITED: Final = dict.fromkeys(
    (
        "COMMANDS_PER_MINUTE",
        "JOINS_PER_MINUTE",
        "TABLES_PER_PERSON",
        "TABLES_PER_SERVER",
        "OPENINGS_PER_HOUR",
        "CUPS_PER_SERVER",
        "CONTACTS_PER_HOUR",
        "REQUESTS_PER_SECOND",
    ),
    "0",
)
"""Environment settings without limits, for runs in which programs act as the people."""
REMEMBERED: Final = 10_000
"""The number of people remembered at once; the person idle for the longest time is forgotten first."""
FIRST: Final = UseLimit(1, 30 * DAY)
"""Times that somebody who has never used the bot is reached by one person."""
HOURS_A_DAY: Final = 4
"""So many times as much as in an hour may be opened in a day."""
PEOPLE_A_GUILD: Final = 10
"""So many times as much as by one person may be opened by all people of a guild."""
CONTACTS: Final = {CONTACT: Refusal.ASKED_OFTEN, FIRST_CONTACT: Refusal.ASKED_A_STRANGER}
REFUSED_AT_ONCE: Final = 2
"""So many refusals of one person are sent at once while they press too often."""
LONGEST_TURN: Final = 1.0
"""Seconds after which a refusal is sent whatever else is: Discord waits for three."""
TOO_MANY: Final = {
    CountedRows.TABLES_OF_PERSON: Refusal.TABLES_OF_PERSON,
    CountedRows.TABLES_OF_GUILD: Refusal.TABLES_OF_SERVER,
    CountedRows.CUPS_OF_GUILD: Refusal.CUPS_OF_SERVER,
    CountedRows.LEAGUES_OF_GUILD: Refusal.LEAGUES_OF_SERVER,
}
"""The refusals when there are as many rows as there may be."""
TOLD_AGAIN: Final = 5_000
"""The time in which nobody is told twice that they met a limit, in ms."""


class RateWindow:
    """A count of each person's actions of the last time. `limits`: what is allowed; none: any number.

    `now`: ms since the epoch.
    """

    def __init__(self, limits: Sequence[CostLimit], now: Callable[[], int]) -> None:
        self._limits = limits
        self._longest = max((limit.span for limit in limits), default=0)
        self._now = now
        self._done: TTLCache[Hashable, deque[int]] = TTLCache(REMEMBERED, self._longest or MINUTE, timer=now)

    def full_until(self, person: Hashable) -> int | None:
        """Count an action and return None. If it is one too many, return when it is allowed (ms since the epoch)."""
        if not self._limits:
            return None
        now, done = self._now(), self._done.get(person, deque())
        while done and not now - self._longest < done[0] <= now:  # a clock may have gone back
            done.popleft()
        full = [done[-most] + span for most, span in self._limits if len(done) >= most and done[-most] + span > now]
        if full:
            return max(full)
        done.append(now)
        self._done[person] = done
        return None


class UsageLimits:
    """The limits that the operator has set. People are given by their Discord id, times in ms since the epoch."""

    def __init__(self, settings: Settings, store: CountStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._windows = {cost: RateWindow(limits_of(cost, settings), now) for cost in Cost}
        self._told: TTLCache[int, int] = TTLCache(REMEMBERED, TOLD_AGAIN, timer=now)
        self._refusing: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._turns: LRUCache[int, tuple[int, int, int]] = LRUCache(REMEMBERED)
        self._of_person = settings.tables_per_person
        self._of_server = settings.tables_per_server
        self._openings = settings.openings_per_hour
        self._cups = settings.cups_per_server
        self._contacts = settings.contacts_per_hour

    def full_until(self, person: int, cost: Cost) -> int | None:
        """Count a use of what has this cost and return None. If it is one too many, return when it is allowed."""
        return self._windows[cost].full_until(person)

    def is_free(self, person: int, table: Table) -> bool:
        """Return whether a play of a person on turn at a table counts for nothing: the first ones at each turn."""
        found = self._turns.get(person, (0, 0, 0))
        count = found[2] + 1 if found[:2] == (table.id, table.seq) else 1
        self._turns[person] = (table.id, table.seq, count)
        return count <= COUNTED_ON_TURN

    def is_to_be_told(self, person: int) -> bool:
        """Return whether a person is to be told that they met a limit: not again within a few seconds."""
        if person in self._told:
            return False
        self._told[person] = self._now()
        return True

    def opening_conditions(self, person: str, guild_id: int) -> tuple[Condition, ...]:
        """Return what must hold when the person with this key opens a table in this guild."""
        return (*self._fewer_tables(person, guild_id), *self._uses("table", person, guild_id, self._openings))

    def creation_conditions(self, counted: CountedRows, person: str, guild_id: int) -> tuple[Condition, ...]:
        """Return what must hold when the person with this key makes a cup or a league in this guild."""
        kind = "cup" if counted is CountedRows.CUPS_OF_GUILD else "league"
        uses = self._uses(kind, person, guild_id, self._openings // 3)
        return (Unbanned(guild_id, (person,)), *self._fewer_going_on(counted, guild_id), *uses)

    def cup_conditions(self, guild_id: int) -> tuple[Condition, ...]:
        """Return what must hold when a cup of this guild is made by the clock, or goes on after its end."""
        return self._fewer_going_on(CountedRows.CUPS_OF_GUILD, guild_id)

    def _fewer_going_on(self, counted: CountedRows, guild_id: int) -> tuple[FewerThan, ...]:
        return (FewerThan(self._cups, counted, guild_id),) if self._cups else ()

    def contact_conditions(self, by: str, people: Iterable[str]) -> tuple[Condition, ...]:
        """Return what must hold when a person reaches these people (keys)."""
        if not self._contacts:
            return ()
        limits = (UseLimit(self._contacts, HOUR), UseLimit(self._contacts * HOURS_A_DAY, DAY))
        return tuple(Contact(by, person, limits, FIRST) for person in people)

    @staticmethod
    def _uses(kind: str, person: str, guild_id: int, most: int) -> tuple[LimitedUse, ...]:
        """Return how often something may be opened in an hour and in a day: by a person, and by all in a guild."""
        if not most:
            return ()
        own = (UseLimit(most, HOUR), UseLimit(most * HOURS_A_DAY, DAY))
        of_all = tuple(UseLimit(limit.most * PEOPLE_A_GUILD, limit.window) for limit in own)
        return (LimitedUse(kind, person, 0, own), LimitedUse(kind, "", guild_id, of_all))

    @asynccontextmanager
    async def refusal_in_turn(self, person: int) -> AsyncIterator[None]:
        """Wait while others of a person's refusals are sent, a second at most: what other people press goes first."""
        turns, has_turn = self._refusing.setdefault(person, asyncio.Semaphore(REFUSED_AT_ONCE)), False
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_TURN):
                has_turn = await turns.acquire()
        try:
            yield
        finally:
            if has_turn:
                turns.release()

    async def check_competition(self, counted: CountedRows, guild_id: int) -> None:
        """Raise RequestRefused if no more cups, or leagues, may go on in this guild."""
        await self._check(self._fewer_going_on(counted, guild_id))

    async def check_table(self, person: str, guild_id: int) -> None:
        """Raise RequestRefused if the person with this key may open no more tables in this guild."""
        await self._check(self._fewer_tables(person, guild_id))

    async def _check(self, fewer: Iterable[FewerThan]) -> None:
        for condition in fewer:
            if await self._store.count_rows(condition.counted, condition.of) >= condition.most:
                raise RequestRefused(refusal_of_one_more(condition))

    def _fewer_tables(self, person: str, guild_id: int) -> tuple[FewerThan, ...]:
        of_person = FewerThan(self._of_person, CountedRows.TABLES_OF_PERSON, person)
        of_guild = FewerThan(self._of_server, CountedRows.TABLES_OF_GUILD, guild_id)
        return tuple(condition for condition in (of_person, of_guild) if condition.most)


def refusal_of_one_more(than: FewerThan) -> Fact:
    """Return the refusal of one more row than there may be."""
    return fact(TOO_MANY[than.counted], count=than.most)


def refusal_of(error: TooManyUses, now: int) -> Fact:
    """Return the refusal of a use that is one too many."""
    if error.used.kind in CONTACTS:
        return fact(CONTACTS[error.used.kind], at=-(-error.until // 1000))
    return too_fast(error.until, now)


def too_fast(until: int, now: int) -> Fact:
    """Return the refusal of what is one too many until then; both in ms since the epoch."""
    kind = Refusal.TOO_FAST if until - now <= MINUTE else Refusal.TOO_OFTEN
    return fact(kind, at=-(-until // 1000))


class Cost(StrEnum):
    """The cost class of a command, button or form."""

    PLAY = "play"
    """A play at one's own seat. On turn it is not counted."""
    READ = "read"
    """Shows something to who asks."""
    HEAVY = "heavy"
    """Reads or draws much for who asks: exports, statistics, brackets."""
    ACT = "act"
    """Changes something; what applies if a handler names no other."""
    NOTIFY = "notify"
    """Tells everybody at a table or in a cup."""
    CONTACT = "contact"
    """Brings a message to somebody else, whom the person chooses."""
    SETTING = "setting"
    """Changes preferences of a person or a server."""
    OPEN = "open"
    """Opens a table."""
    CREATE = "create"
    """Makes a cup, a league or a season, or tells all its people something."""
    ERASE = "erase"
    """Erases a person."""
    WRITE = "write"
    """A message written to the bot, which is answered with help."""
    KEYSTROKE = "keystroke"
    """A letter typed in an option with autocompletion."""


class CostLimit(NamedTuple):
    """A limit of at most `most` in any `span` ms."""

    most: int
    span: int


COUNTED_ON_TURN: Final = 20
"""Presses on turn are counted from here on as long as the table stays as it is."""
_OF_COMMANDS: Final[Mapping[Cost, float]] = {
    Cost.PLAY: 1,
    Cost.READ: 2,
    Cost.HEAVY: 0.5,
    Cost.ACT: 0.5,
    Cost.KEYSTROKE: 4,
}
"""Times in a minute, for each command of the setting."""
_OF_JOINS: Final[Mapping[Cost, float]] = {
    Cost.NOTIFY: 1,
    Cost.CONTACT: 0.5,
    Cost.SETTING: 1,
    Cost.OPEN: 0.5,
    Cost.CREATE: 0.25,
    Cost.ERASE: 0.15,
    Cost.WRITE: 0.05,
}
"""Times in a minute, for each seat of the setting."""
_LONGER: Final[Mapping[Cost, tuple[CostLimit, ...]]] = {
    Cost.NOTIFY: (CostLimit(300, HOUR),),
    Cost.CONTACT: (CostLimit(60, HOUR), CostLimit(200, DAY)),
    Cost.SETTING: (CostLimit(100, HOUR), CostLimit(300, DAY)),
    Cost.OPEN: (CostLimit(60, HOUR), CostLimit(200, DAY)),
    Cost.CREATE: (CostLimit(30, HOUR), CostLimit(60, DAY)),
    Cost.ERASE: (CostLimit(3, HOUR), CostLimit(5, DAY)),
    Cost.WRITE: (CostLimit(6, HOUR), CostLimit(20, DAY)),
}


def limits_of(cost: Cost, settings: Settings) -> tuple[CostLimit, ...]:
    """Return how often one person may use what has this cost, the shortest time first; () for any number."""
    of_joins = cost in _OF_JOINS
    share = (_OF_JOINS if of_joins else _OF_COMMANDS)[cost]
    base = settings.joins_per_minute if of_joins else settings.commands_per_minute
    if not base:
        return ()
    return (CostLimit(max(1, int(base * share)), MINUTE), *_LONGER.get(cost, ()))
