"""The scheduled events of cups in their server: of a start, and of rounds at fixed times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from bot.cups import durations
from bot.cups.cup import CupStage
from bot.cups.cup_actions import MissEvent
from bot.cups.cup_notices import CupNotice
from bot.cups.cup_service import CupService, LoadedCup
from bot.cups.messages.cup_text import in_short
from bot.cups.next_due import next_round_at, starts_at
from bot.cups.publishing.competition_publisher import EVENT
from bot.cups.publishing.scheduled_events import EventBook, MessageRows, Occasion, ScheduledEvents
from bot.discord_api.errors import DeliveryError, Forbidden
from bot.members.guilds import Guilds
from bot.publishing.delivery.event_client import EventClient
from bot.runtime.time_units import DAY
from bot.store import CupMessageRow, CupStore
from bot.texts.names import cut
from bot.texts.translator import Translator

ROUND: Final = f"{EVENT}round."
"""The beginning of the keys of events of rounds; the number of the round follows."""
LONGEST_NAME: Final = 100


class CupEvents:
    """Keeps the events of cups in line with them. `client` None: there are none."""

    def __init__(
        self, store: CupStore, cups: CupService, guilds: Guilds, client: EventClient | None, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._cups = cups
        self._guilds = guilds
        self._events = None if client is None else ScheduledEvents(client, now)
        self._now = now

    async def bring(self, loaded: LoadedCup, known: MessageRows) -> None:
        """Bring the events of a cup up to date. Raises Later; the organiser is told once of another refusal."""
        cup, row = loaded
        if self._events is None or not cup.rules.events:
            return
        words = (await self._guilds.reader(row.guild_id, row.language)).words
        book = EventBook(
            f"cup {cup.id}",
            cup.seq,
            row.guild_id,
            f"https://discord.com/channels/{row.guild_id}/{row.channel_id}",
            partial(_name, row.name, words),
            partial(self._put, cup.id),
            partial(self._store.drop_cup_message, cup.id),
            cup.stage is CupStage.CANCELLED,
            partial(self._miss, loaded),
        )
        await self._events.bring(book, known, self._next(loaded, book, words))

    async def _put(self, cup_id: int, key: str, columns: Mapping[str, Any]) -> None:
        await self._store.put_cup_message(CupMessageRow(cup_id, key, **columns))

    async def _miss(self, loaded: LoadedCup, error: DeliveryError) -> None:
        """Note in the record that an event is missing or wrong, once for each reason, so that its organiser is told."""
        why = CupNotice.EVENT_FORBIDDEN if isinstance(error, Forbidden) else CupNotice.EVENT_REFUSED
        missed = MissEvent(why)
        if missed not in (entry.action for entry in loaded.cup.record):
            await self._cups.submit(loaded.cup.id, missed)

    def _next(self, loaded: LoadedCup, book: EventBook, words: Translator) -> Occasion | None:
        """Return what comes next at a known time; None: nothing, as in a pause."""
        cup = loaded.cup
        is_start = cup.stage is CupStage.SIGN_UP
        starts = (starts_at(cup) if is_start else next_round_at(cup)) or 0
        if cup.paused or starts <= self._now():
            return None
        lasts = durations.whole(cup.rules, cup.rules.least) if is_start else cup.rules.round_time
        prefix = EVENT if is_start else f"{ROUND}{len(cup.rounds) + 1}."
        about = words("cup.event" if is_start else "cup.event-round", about=in_short(cup.rules, words))
        return Occasion(prefix, book.plan(prefix, about, starts, starts + min(DAY, lasts)))


def _name(cup: str, words: Translator, prefix: str) -> str:
    """Return the name of an event: that of the cup, and of the round if it is of one."""
    if prefix == EVENT:
        return cup
    number = int(prefix.removeprefix(ROUND).rstrip("."))
    return cut(words("cup.event-round-name", name=cup, round=number), LONGEST_NAME)
