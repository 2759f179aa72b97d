"""The event of a cup's start in the list of its server: made once, moved and removed with the cup."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from bot.competitions import durations
from bot.competitions.cup import CupStage
from bot.competitions.cup_actions import MissEvent
from bot.competitions.due import starts_at
from bot.competitions.service import CupService, LoadedCup
from bot.discord_api.errors import DeliveryError, Forbidden, Later, Rejected
from bot.members.guilds import Guilds
from bot.presentation.layouts.cup_text import in_short
from bot.publishing.delivery.events import EventClient, EventPlan
from bot.store import CupMessageRow, CupStore
from bot.tables.terms import DAY
from bot.texts.cup_notices import CupNotice

log = logging.getLogger(__name__)

EVENT: Final = "event."
"""The beginning of the keys of events among the messages of a cup; the start follows, in seconds since the epoch."""
Rows = Mapping[str, CupMessageRow]
"""The rows of a cup's messages by their keys."""


class CupEvents:
    """Keeps the events of cups in line with them. `client` None: there are none."""

    def __init__(
        self, store: CupStore, cups: CupService, guilds: Guilds, client: EventClient | None, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._cups = cups
        self._guilds = guilds
        self._client = client
        self._now = now

    async def bring(self, loaded: LoadedCup, known: Rows) -> None:
        """Bring the event of a cup up to date. Raises Later; the organiser is told once of another refusal."""
        if self._client is None or not loaded.cup.rules.events:
            return
        rows = {key: row for key, row in known.items() if key.startswith(EVENT)}
        if loaded.cup.stage is CupStage.CANCELLED:
            await self._remove(self._client, loaded, rows)
        elif (plan := await self._plan(loaded)) is not None:
            await self._bring(self._client, loaded, rows, plan)

    async def _plan(self, loaded: LoadedCup) -> EventPlan | None:
        """Return the event of a start to come; None: there is none, and an event of the past stays as it is."""
        cup, row = loaded
        starts = starts_at(cup) if cup.stage is CupStage.SIGN_UP else None
        if starts is None or starts <= self._now():
            return None
        words = (await self._guilds.reader(row.guild_id, row.language)).words
        ends = starts + min(DAY, durations.whole(cup.rules, cup.rules.least))
        location = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}"
        return EventPlan(row.name, words("cup.event", about=in_short(cup.rules, words)), location, starts, ends)

    async def _bring(self, client: EventClient, loaded: LoadedCup, rows: Rows, plan: EventPlan) -> None:
        key = f"{EVENT}{plan.starts // 1000}"
        state = rows.get(key)
        if state is not None and state.shown_seq:  # it is there, or was refused
            return
        others = {other: row for other, row in rows.items() if other != key}
        try:
            event = await self._moved(client, loaded, others, plan) or await self._made(
                client, loaded, state, key, plan
            )
        except Later:
            raise
        except DeliveryError as error:
            await self._miss(loaded, error)
            event = None
        await self._store.put_cup_message(_row(loaded, key, event, shown=True, at=self._now()))
        for other in others:
            await self._store.drop_cup_message(loaded.cup.id, other)

    async def _miss(self, loaded: LoadedCup, error: DeliveryError) -> None:
        """Note in the record that an event is missing or wrong, once for each reason, so that its organiser is told."""
        log.warning("cup %s: there is no event of its start: %s", loaded.cup.id, error)
        why = CupNotice.EVENT_FORBIDDEN if isinstance(error, Forbidden) else CupNotice.EVENT_REFUSED
        missed = MissEvent(why)
        if missed not in (entry.action for entry in loaded.cup.record):
            await self._cups.submit(loaded.cup.id, missed)

    async def _moved(self, client: EventClient, loaded: LoadedCup, others: Rows, plan: EventPlan) -> int | None:
        """Move the event of another start to this one; None if there is none any more."""
        for row in others.values():
            if row.message_id is None:
                continue
            try:
                await client.move(loaded.row.guild_id, row.message_id, plan)
            except Rejected as error:
                log.info("cup %s: the event of its start is gone: %s", loaded.cup.id, error)
            else:
                return row.message_id
        return None

    async def _made(
        self, client: EventClient, loaded: LoadedCup, state: CupMessageRow | None, key: str, plan: EventPlan
    ) -> int:
        """Create an event, unless it was created before a crash."""
        if state is not None:
            if (found := await client.find(loaded.row.guild_id, plan)) is not None:
                return found
        else:
            await self._store.put_cup_message(_row(loaded, key, None, shown=False, at=self._now()))
        return await client.create(loaded.row.guild_id, plan)

    async def _remove(self, client: EventClient, loaded: LoadedCup, rows: Rows) -> None:
        for key, row in rows.items():
            try:
                if row.message_id is not None:
                    await client.remove(loaded.row.guild_id, row.message_id)
            except Later:
                raise
            except Rejected as error:
                log.info("cup %s: the event of its start is gone: %s", loaded.cup.id, error)
            except DeliveryError as error:
                await self._miss(loaded, error)
            await self._store.drop_cup_message(loaded.cup.id, key)


def _row(loaded: LoadedCup, key: str, event: int | None, *, shown: bool, at: int) -> CupMessageRow:
    seq = loaded.cup.seq
    return CupMessageRow(
        loaded.cup.id,
        key,
        channel_id=None,
        message_id=event,
        sent_at=at if shown else None,
        attempted_seq=seq,
        attempted_at=None if shown else at,
        shown_seq=seq if shown else 0,
    )
