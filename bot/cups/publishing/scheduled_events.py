"""Scheduled events of a server: of the start of a cup or a season, and of rounds at fixed times.

Each is made once, moved and removed with what it is about.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from bot.cups import durations
from bot.cups.cup import CupStage
from bot.cups.cup_actions import MissEvent
from bot.cups.cup_service import CupService, LoadedCup
from bot.cups.leagues.league import SeasonStage
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.messages.cup_text import summary
from bot.cups.next_due import next_round_at, starts_at
from bot.cups.notices import CupNotice
from bot.cups.publishing.competition_publisher import EVENT, MessageOfRecord, PutRow
from bot.discord_api.errors import DeliveryError, Forbidden, Later, Rejected
from bot.discord_api.event_client import EventClient, EventPlan
from bot.members.guilds import Guilds
from bot.publishing.delivery_queues import leave_out
from bot.runtime.times import DAY
from bot.store import CupMessageRow, CupRow, CupStore, LeagueMessageRow, LeagueRow, LeagueStore
from bot.texts.escaping import cut
from bot.texts.translator import Translator

log = logging.getLogger(__name__)

MessageRows = Mapping[str, MessageOfRecord]
"""The rows of a record's messages by their keys."""
ROUND: Final = f"{EVENT}round."
"""The beginning of the keys of events of rounds; the number of the round follows."""
SEASON: Final = f"{EVENT}season."
"""The beginning of the keys of events of seasons; the number of the season follows."""
LONGEST_NAME: Final = 100


class Occasion(NamedTuple):
    """The occasion for an event. `prefix`: of the keys of its rows. Times in ms since the epoch."""

    prefix: str
    about: str
    starts: int
    ends: int

    @property
    def key(self) -> str:
        return f"{self.prefix}{self.starts // 1000}"


class EventBook(NamedTuple):
    """A record with events. `record`: its name in the log. `name_of`: the name of an event, by its prefix.

    `is_cancelled`: also an event whose time has come is removed. `missed`: notes that Discord refuses an event.
    """

    record: str
    seq: int
    home: CupRow | LeagueRow
    name_of: Callable[[str], str]
    put: PutRow
    drop: Callable[[str], Awaitable[None]]
    is_cancelled: bool = False
    missed: Callable[[DeliveryError], Awaitable[None]] | None = None

    @property
    def guild_id(self) -> int:
        return self.home.guild_id

    def plan(self, occasion: Occasion) -> EventPlan:
        prefix, about, starts, ends = occasion
        location = f"https://discord.com/channels/{self.home.guild_id}/{self.home.channel_id}"
        return EventPlan(self.name_of(prefix), about, location, starts, ends)


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
        key, plan = occasion.key, book.plan(occasion)
        state = rows.get(key)
        if state is not None and state.shown_seq:  # it is there, or was refused
            return
        others = {other_key: row for other_key, row in rows.items() if other_key != key}
        event = None
        try:
            with leave_out(book.record, key):
                event = await self._move(book, others, plan) or await self._create(book, state, key, plan)
        except Later:
            raise
        except DeliveryError as error:
            await self._miss(book, key, error)
        await book.put(key, _columns(book, event, shown=True, at=self._now()))
        for other_key in others:
            await book.drop(other_key)

    async def _move(self, book: EventBook, others: MessageRows, plan: EventPlan) -> int | None:
        """Move the event of another time to this one; None if there is none any more."""
        for key, row in others.items():
            try:
                event = await self._find(book, row, plan)
                if event is not None:
                    await self._client.move(book.guild_id, event, plan)
                    return event
            except Rejected as error:
                log.info("%s: %s is gone: %s", book.record, key, error)
        return None

    async def _create(self, book: EventBook, state: MessageOfRecord | None, key: str, plan: EventPlan) -> int:
        """Create an event, unless it was created before a crash."""
        if state is not None:
            if (found := await self._client.find(book.guild_id, plan)) is not None:
                return found
        else:
            await book.put(key, _columns(book, None, shown=False, at=self._now()))
        return await self._client.create(book.guild_id, plan)

    async def _remove(self, book: EventBook, key: str, row: MessageOfRecord) -> None:
        starts = _starts(key)
        plan = book.plan(Occasion(_prefix(key), "", starts, starts))
        try:
            if (event := await self._find(book, row, plan)) is not None:
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

    async def _find(self, book: EventBook, row: MessageOfRecord, plan: EventPlan) -> int | None:
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


class CompetitionEvents:
    """The base of the events of cups and of leagues. `client` None: there are none."""

    def __init__(self, guilds: Guilds, client: EventClient | None, now: Callable[[], int]) -> None:
        self._guilds = guilds
        self._events = None if client is None else ScheduledEvents(client, now)
        self._now = now

    async def _follow(
        self,
        home: CupRow | LeagueRow,
        known: MessageRows,
        book_of: Callable[[Translator], EventBook],
        next_of: Callable[[Translator], Occasion | None],
    ) -> None:
        """Bring the events of a record up to date, in the language of its server."""
        if self._events is not None:
            words = (await self._guilds.reader(home.guild_id, home.language)).words
            await self._events.bring(book_of(words), known, next_of(words))


class CupEvents(CompetitionEvents):
    """Keeps the events of cups in line with them: of a start, and of rounds at fixed times."""

    def __init__(
        self, store: CupStore, cups: CupService, guilds: Guilds, client: EventClient | None, now: Callable[[], int]
    ) -> None:
        super().__init__(guilds, client, now)
        self._store = store
        self._cups = cups

    async def bring(self, loaded: LoadedCup, known: MessageRows) -> None:
        """Bring the events of a cup up to date. Raises Later; the organiser is told once of another refusal."""
        if loaded.cup.rules.events:
            await self._follow(loaded.row, known, partial(self._book, loaded), partial(self._next, loaded))

    def _book(self, loaded: LoadedCup, words: Translator) -> EventBook:
        cup, row = loaded
        return EventBook(
            f"cup {cup.id}",
            cup.seq,
            row,
            partial(_name_of_cup, row.name, words),
            partial(self._put, cup.id),
            partial(self._store.drop_cup_message, cup.id),
            cup.stage is CupStage.CANCELLED,
            partial(self._miss, loaded),
        )

    async def _put(self, cup_id: int, key: str, columns: Mapping[str, Any]) -> None:
        await self._store.put_cup_message(CupMessageRow(cup_id, key, **columns))

    async def _miss(self, loaded: LoadedCup, error: DeliveryError) -> None:
        """Note in the record that an event is missing or wrong, once for each reason, so that its organiser is told."""
        why = CupNotice.EVENT_FORBIDDEN if isinstance(error, Forbidden) else CupNotice.EVENT_REFUSED
        missed = MissEvent(why)
        if missed not in (entry.action for entry in loaded.cup.record):
            await self._cups.submit(loaded.cup.id, missed)

    def _next(self, loaded: LoadedCup, words: Translator) -> Occasion | None:
        """Return what comes next at a known time; None: nothing, as in a pause."""
        cup = loaded.cup
        is_start = cup.stage is CupStage.SIGN_UP
        starts = (starts_at(cup) if is_start else next_round_at(cup)) or 0
        if cup.paused or starts <= self._now():
            return None
        lasts = durations.whole(cup.rules, cup.rules.least) if is_start else cup.rules.round_time
        prefix = EVENT if is_start else f"{ROUND}{len(cup.rounds) + 1}."
        about = words("cup.event" if is_start else "cup.event-round", about=summary(cup.rules, words))
        return Occasion(prefix, about, starts, starts + min(DAY, lasts))


def _name_of_cup(cup: str, words: Translator, prefix: str) -> str:
    """Return the name of an event: that of the cup, and of the round if it is of one."""
    if prefix == EVENT:
        return cup
    return cut(words("cup.event-round-name", name=cup, round=_number(prefix)), LONGEST_NAME)


class LeagueEvents(CompetitionEvents):
    """Keeps the events of leagues in line with them: of the start of a season; those of rounds are of cups."""

    def __init__(self, store: LeagueStore, guilds: Guilds, client: EventClient | None, now: Callable[[], int]) -> None:
        super().__init__(guilds, client, now)
        self._store = store

    async def bring(self, loaded: LoadedLeague, known: MessageRows) -> None:
        """Bring the events of a league up to date. Raises Later; another refusal is logged, once."""
        if loaded.league.rules.cup.events:
            await self._follow(loaded.row, known, partial(self._book, loaded), partial(self._next, loaded))

    def _book(self, loaded: LoadedLeague, words: Translator) -> EventBook:
        league, row = loaded
        return EventBook(
            f"league {row.id}",
            league.seq,
            row,
            partial(_name_of_league, row.name, words),
            partial(self._put, row.id),
            partial(self._store.drop_league_message, row.id),
            bool(league.seasons) and league.seasons[-1].stage is SeasonStage.CANCELLED,
        )

    async def _put(self, league_id: int, key: str, columns: Mapping[str, Any]) -> None:
        await self._store.put_league_message(LeagueMessageRow(league_id, key, **columns))

    def _next(self, loaded: LoadedLeague, words: Translator) -> Occasion | None:
        """Return the start of the season that people sign up for; None: there is none to come."""
        season, rules = loaded.league.sign_up_season, loaded.league.rules.cup
        if season is None or season.until <= self._now():
            return None
        about = words("cup.event", about=summary(rules, words))
        return Occasion(f"{SEASON}{season.number}.", about, season.until, season.until + min(DAY, rules.round_time))


def _name_of_league(league: str, words: Translator, prefix: str) -> str:
    return words("league.heading", name=league, n=_number(prefix))


def _number(prefix: str) -> int:
    """Return the number of the round or season at the end of a prefix."""
    return int(prefix.rstrip(".").rpartition(".")[2])
