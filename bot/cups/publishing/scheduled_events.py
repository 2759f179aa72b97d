"""Scheduled events of a server that follow a record: each is made once, moved and removed with what it is about."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from bot.cups.publishing.competition_publisher import EVENT, MessageOfRecord, PutRow
from bot.discord_api.errors import DeliveryError, Later, Rejected
from bot.publishing.delivery.event_client import EventClient, EventPlan
from bot.publishing.delivery.own_errors import leave_out

log = logging.getLogger(__name__)

MessageRows = Mapping[str, MessageOfRecord]
"""The rows of a record's messages by their keys."""


class Occasion(NamedTuple):
    """The occasion for an event. `prefix`: of the keys of its rows."""

    prefix: str
    plan: EventPlan

    @property
    def key(self) -> str:
        return f"{self.prefix}{self.plan.starts // 1000}"


class EventBook(NamedTuple):
    """A record with events. `record`: its name in the log. `name_of`: the name of an event, by its prefix.

    `is_cancelled`: also an event whose time has come is removed. `missed`: notes that Discord refuses an event.
    """

    record: str
    seq: int
    guild_id: int
    location: str
    name_of: Callable[[str], str]
    put: PutRow
    drop: Callable[[str], Awaitable[None]]
    is_cancelled: bool = False
    missed: Callable[[DeliveryError], Awaitable[None]] | None = None

    def plan(self, prefix: str, about: str, starts: int, ends: int) -> EventPlan:
        return EventPlan(self.name_of(prefix), about, self.location, starts, ends)


class ScheduledEvents:
    """Keeps the events of records in line with them."""

    def __init__(self, client: EventClient, now: Callable[[], int]) -> None:
        self._client = client
        self._now = now

    async def bring(self, book: EventBook, known: MessageRows, occasion: Occasion | None) -> None:
        """Let a record have the event of this occasion alone. Raises Later; another refusal is logged, once.

        So is an error of the bot's own.
        """
        rows = {key: row for key, row in known.items() if key.startswith(EVENT)}
        own = {key: row for key, row in rows.items() if occasion and _prefix(key) == occasion.prefix}
        for key in rows.keys() - own.keys():
            if book.is_cancelled or _starts(key) > self._now():
                with leave_out(book.record, key, "removal"):
                    await self._remove(book, key, rows[key])
            elif occasion is not None:  # an event of the past stays as it is
                await book.drop(key)
        if occasion is not None:
            await self._bring(book, own, occasion)

    async def _bring(self, book: EventBook, rows: MessageRows, occasion: Occasion) -> None:
        """Bring the event of an occasion up to date; `rows`: all of this occasion."""
        key, plan = occasion.key, occasion.plan
        state = rows.get(key)
        if state is not None and state.shown_seq:  # it is there, or was refused
            return
        others = {other: row for other, row in rows.items() if other != key}
        event = None
        try:
            with leave_out(book.record, key):
                event = await self._moved(book, others, plan) or await self._made(book, state, occasion)
        except Later:
            raise
        except DeliveryError as error:
            await self._miss(book, key, error)
        await book.put(key, _columns(book, event, shown=True, at=self._now()))
        for other in others:
            await book.drop(other)

    async def _moved(self, book: EventBook, others: MessageRows, plan: EventPlan) -> int | None:
        """Move the event of another time to this one; None if there is none any more."""
        for key, row in others.items():
            try:
                event = await self._found(book, row, plan)
                if event is not None:
                    await self._client.move(book.guild_id, event, plan)
                    return event
            except Rejected as error:
                log.info("%s: %s is gone: %s", book.record, key, error)
        return None

    async def _made(self, book: EventBook, state: MessageOfRecord | None, occasion: Occasion) -> int:
        """Create an event, unless it was created before a crash."""
        if state is not None:
            if (found := await self._client.find(book.guild_id, occasion.plan)) is not None:
                return found
        else:
            await book.put(occasion.key, _columns(book, None, shown=False, at=self._now()))
        return await self._client.create(book.guild_id, occasion.plan)

    async def _remove(self, book: EventBook, key: str, row: MessageOfRecord) -> None:
        starts = _starts(key)
        try:
            if (event := await self._found(book, row, book.plan(_prefix(key), "", starts, starts))) is not None:
                await self._client.remove(book.guild_id, event)
        except Later:
            raise
        except Rejected as error:
            log.info("%s: %s is gone: %s", book.record, key, error)
        except DeliveryError as error:
            await self._miss(book, key, error)
        await book.drop(key)

    async def _miss(self, book: EventBook, key: str, error: DeliveryError) -> None:
        log.warning("%s: there is no %s: %s", book.record, key, error)
        if book.missed is not None:
            await book.missed(error)

    async def _found(self, book: EventBook, row: MessageOfRecord, plan: EventPlan) -> int | None:
        """Return the event of a row: one of which a crash left nothing but the attempt is looked for."""
        return row.message_id if row.shown_seq else await self._client.find(book.guild_id, plan)


def _prefix(key: str) -> str:
    return key[: key.rindex(".") + 1]


def _starts(key: str) -> int:
    return int(key[key.rindex(".") + 1 :]) * 1000


def _columns(book: EventBook, event: int | None, *, shown: bool, at: int) -> dict[str, Any]:
    """Return the columns of a row."""
    return {
        "channel_id": None,
        "message_id": event,
        "sent_at": at if shown else None,
        "attempted_seq": book.seq,
        "attempted_at": None if shown else at,
        "shown_seq": book.seq if shown else 0,
    }
