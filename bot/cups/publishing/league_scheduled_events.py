"""The scheduled events of leagues in their server: of the start of a season at a fixed time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from bot.cups.leagues.league import SeasonStage
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.messages.cup_text import in_short
from bot.cups.publishing.competition_publisher import EVENT
from bot.cups.publishing.scheduled_events import EventBook, MessageRows, Occasion, ScheduledEvents
from bot.members.guilds import Guilds
from bot.publishing.delivery.event_client import EventClient
from bot.runtime.time_units import DAY
from bot.store import LeagueMessageRow, LeagueStore
from bot.texts.translator import Translator

SEASON: Final = f"{EVENT}season."
"""The beginning of the keys of these events; the number of the season follows."""


class LeagueEvents:
    """Keeps the events of leagues in line with them; those of rounds are of cups. `client` None: there are none."""

    def __init__(self, store: LeagueStore, guilds: Guilds, client: EventClient | None, now: Callable[[], int]) -> None:
        self._store = store
        self._guilds = guilds
        self._events = None if client is None else ScheduledEvents(client, now)
        self._now = now

    async def bring(self, loaded: LoadedLeague, known: MessageRows) -> None:
        """Bring the events of a league up to date. Raises Later; another refusal is logged, once."""
        league, row = loaded
        if self._events is None or not league.rules.cup.events:
            return
        words = (await self._guilds.reader(row.guild_id, row.language)).words
        book = EventBook(
            f"league {row.id}",
            league.seq,
            row.guild_id,
            f"https://discord.com/channels/{row.guild_id}/{row.channel_id}",
            partial(_name, row.name, words),
            partial(self._put, row.id),
            partial(self._store.drop_league_message, row.id),
            bool(league.seasons) and league.seasons[-1].stage is SeasonStage.CANCELLED,
        )
        await self._events.bring(book, known, self._next(loaded, book, words))

    async def _put(self, league_id: int, key: str, columns: Mapping[str, Any]) -> None:
        await self._store.put_league_message(LeagueMessageRow(league_id, key, **columns))

    def _next(self, loaded: LoadedLeague, book: EventBook, words: Translator) -> Occasion | None:
        """Return the start of the season that people sign up for; None: there is none to come."""
        season, rules = loaded.league.signing_up, loaded.league.rules.cup
        if season is None or season.until <= self._now():
            return None
        prefix = f"{SEASON}{season.number}."
        about = words("cup.event", about=in_short(rules, words))
        return Occasion(prefix, book.plan(prefix, about, season.until, season.until + min(DAY, rules.round_time)))


def _name(league: str, words: Translator, prefix: str) -> str:
    return words("league.heading", name=league, n=int(prefix.removeprefix(SEASON).rstrip(".")))
