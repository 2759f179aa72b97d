"""Events in the list of a server: a cup's start, and rounds at fixed times. They move and go with the cup."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.competitions import durations
from bot.competitions.cup import CupStage
from bot.competitions.due import next_round_at, starts_at
from bot.competitions.service import LoadedCup
from bot.discord_api.errors import DeliveryError, Later, Rejected
from bot.members.guilds import Guilds
from bot.presentation.layouts.cup_text import in_short
from bot.publishing.delivery.events import EventClient, EventPlan
from bot.store import CupMessageRow, CupStore
from bot.tables.terms import DAY
from bot.texts.names import cut
from bot.texts.translator import Translator

log = logging.getLogger(__name__)

EVENT: Final = "event."
"""The beginning of the keys of events among the messages of a cup; the time follows, in seconds since the epoch."""
ROUND: Final = f"{EVENT}round."
"""The beginning of those of rounds; the number of the round follows, then the time."""
LONGEST_NAME: Final = 100
Rows = Mapping[str, CupMessageRow]
"""The rows of a cup's messages by their keys."""


class Occasion(NamedTuple):
    """What an event is about. `prefix`: of the keys of its rows."""

    prefix: str
    plan: EventPlan

    @property
    def key(self) -> str:
        return f"{self.prefix}{self.plan.starts // 1000}"


class CupEvents:
    """Keeps the events of cups in line with them. `client` None: there are none."""

    def __init__(self, store: CupStore, guilds: Guilds, client: EventClient | None, now: Callable[[], int]) -> None:
        self._store = store
        self._guilds = guilds
        self._client = client
        self._now = now

    async def bring(self, loaded: LoadedCup, known: Rows) -> None:
        """Bring the events of a cup up to date. Raises Later; another refusal is logged, once."""
        if self._client is None or not loaded.cup.rules.events:
            return
        rows = {key: row for key, row in known.items() if key.startswith(EVENT)}
        words = (await self._guilds.reader(loaded.row.guild_id, loaded.row.language)).words
        occasion = self._next(loaded, words)
        own = {key: row for key, row in rows.items() if occasion and _prefix(key) == occasion.prefix}
        for key in rows.keys() - own.keys():
            if loaded.cup.stage is CupStage.CANCELLED or _starts(key) > self._now():
                await self._remove(self._client, loaded, rows[key], words)
            elif occasion is not None:  # an event of the past stays as it is
                await self._store.drop_cup_message(loaded.cup.id, key)
        if occasion is not None:
            await self._bring(self._client, loaded, own, occasion)

    def _next(self, loaded: LoadedCup, words: Translator) -> Occasion | None:
        """Return what comes next at a known time; None: nothing, as in a pause."""
        cup = loaded.cup
        starts = (starts_at(cup) if cup.stage is CupStage.SIGN_UP else next_round_at(cup)) or 0
        if cup.paused or starts <= self._now():
            return None
        about = in_short(cup.rules, words)
        if cup.stage is CupStage.SIGN_UP:
            lasts, prefix, told = durations.whole(cup.rules, cup.rules.least), EVENT, words("cup.event", about=about)
        else:
            lasts, prefix = cup.rules.round_time, f"{ROUND}{len(cup.rounds) + 1}."
            told = words("cup.event-round", about=about)
        plan = EventPlan(_name(loaded, prefix, words), told, _location(loaded), starts, starts + min(DAY, lasts))
        return Occasion(prefix, plan)

    async def _bring(self, client: EventClient, loaded: LoadedCup, rows: Rows, occasion: Occasion) -> None:
        """Bring the event of an occasion up to date; `rows`: all of this occasion."""
        key, plan = occasion.key, occasion.plan
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
            log.warning("cup %s: there is no %s: %s", loaded.cup.id, key, error)
            event = None
        await self._store.put_cup_message(_row(loaded, key, event, shown=True, at=self._now()))
        for other in others:
            await self._store.drop_cup_message(loaded.cup.id, other)

    async def _moved(self, client: EventClient, loaded: LoadedCup, others: Rows, plan: EventPlan) -> int | None:
        """Move the event of another time to this one; None if there is none any more."""
        for row in others.values():
            try:
                event = await _found(client, loaded, row, plan)
                if event is not None:
                    await client.move(loaded.row.guild_id, event, plan)
                    return event
            except Rejected as error:
                log.info("cup %s: %s is gone: %s", loaded.cup.id, row.post, error)
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

    async def _remove(self, client: EventClient, loaded: LoadedCup, row: CupMessageRow, words: Translator) -> None:
        starts = _starts(row.post)
        plan = EventPlan(_name(loaded, _prefix(row.post), words), "", _location(loaded), starts, starts)
        try:
            if (event := await _found(client, loaded, row, plan)) is not None:
                await client.remove(loaded.row.guild_id, event)
        except Later:
            raise
        except DeliveryError as error:
            log.info("cup %s: %s stays: %s", loaded.cup.id, row.post, error)
        await self._store.drop_cup_message(loaded.cup.id, row.post)


async def _found(client: EventClient, loaded: LoadedCup, row: CupMessageRow, plan: EventPlan) -> int | None:
    """Return the event of a row: one of which a crash left nothing but the attempt is looked for."""
    return row.message_id if row.shown_seq else await client.find(loaded.row.guild_id, plan)


def _prefix(key: str) -> str:
    return key[: key.rindex(".") + 1]


def _starts(key: str) -> int:
    return int(key[key.rindex(".") + 1 :]) * 1000


def _name(loaded: LoadedCup, prefix: str, words: Translator) -> str:
    """Return the name of an event: that of the cup, and of the round if it is of one."""
    if prefix == EVENT:
        return loaded.row.name
    number = int(prefix.removeprefix(ROUND).rstrip("."))
    return cut(words("cup.event-round-name", name=loaded.row.name, round=number), LONGEST_NAME)


def _location(loaded: LoadedCup) -> str:
    return f"https://discord.com/channels/{loaded.row.guild_id}/{loaded.row.channel_id}"


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
