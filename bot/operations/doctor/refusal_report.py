"""Requests that Discord refused: a report for the health pages, the metrics and `voormsi doctor`."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import discord

from bot.discord_api import permissions
from bot.discord_api.errors import ChannelGone, ServerGone
from bot.operations.doctor.findings import Finding, unsure, well, wrong
from bot.publishing.delivery.circuit_breaker import OpenCircuit
from bot.publishing.delivery.invalid_request_guard import ANSWERS_ONLY, BANNED_AT, WINDOW, InvalidRequestGuard
from bot.publishing.publisher import Publisher, Shut
from bot.runtime import metrics
from bot.runtime.settings import Settings
from bot.store import KeyValueStore, StoreError
from bot.store.engine import open_read_only
from bot.texts.names import legible

MEMORY: Final = "refusals"
EVERY: Final = 30.0
"""Seconds between two writes of the report to the store, while there is something to report."""
MANY: Final = 200
"""A number of refusals in ten minutes that is worth a note."""
TOLD: Final = 20
"""The greatest number of places that are listed one by one."""


class RefusedPlace(NamedTuple):
    """A place where tables cannot be shown, with names; `since`: ms since the epoch; `why`: Discord's error text.

    `lacking` (missing permissions) and `gone` depend on the client's cache, so they are for display only.
    """

    channel: str
    server: str
    since: int
    tables: int
    why: str
    lacking: list[str]
    gone: bool
    in_thread: bool
    unexplained: bool = False
    """True if Discord itself has given no reason."""


class RefusalReport:
    """Reports refusals, and stores them for `voormsi doctor`, which is another process. `now`: ms since the epoch."""

    def __init__(
        self,
        store: KeyValueStore,
        request_guard: InvalidRequestGuard,
        publisher: Publisher,
        client: discord.Client,
        now: Callable[[], int],
    ) -> None:
        self._store, self._request_guard, self._publisher = store, request_guard, publisher
        self._client, self._now = client, now
        self._written = False

    async def resume(self) -> None:
        """Count the refusals of the previous process as well; to be called at start-up."""
        loaded = json.loads(await self._store.get_value(MEMORY) or "{}")
        self._request_guard.resume(loaded.get("slices", {}))

    def answer(self) -> dict[str, object]:
        """Refusals in the last ten minutes, the number at which Discord bans, and the tables that cannot be shown."""
        return {"refused": self._request_guard.refused, "banned_at": BANNED_AT, "tables": len(self._publisher.shut)}

    async def write_down(self) -> None:
        """Store the report if there is something to report, or was the last time."""
        refused, shut = self._request_guard.refused, self._publisher.shut
        metrics.used().refuses_now(refused, len(shut))
        something = bool(refused or shut)
        if something or self._written:
            places = [place._asdict() for place in list(self._places())[:TOLD]]
            told = {"at": self._now(), "refused": refused, "tables": len(shut), "places": places}
            await self._store.put_value(MEMORY, json.dumps(told | {"slices": self._request_guard.loaded()}))
        self._written = something

    def _places(self) -> Iterator[RefusedPlace]:
        paused = self._publisher.rendering.delivery.paused()
        for shut, tables in Counter(self._publisher.shut.values()).most_common():
            if shut.place in paused:
                yield self._told(shut, paused[shut.place], tables)

    def _told(self, shut: Shut, rest: OpenCircuit, tables: int) -> RefusedPlace:
        channel = self._client.get_channel(shut.channel)
        place = RefusedPlace(
            str(shut.channel),
            "",
            rest.since,
            tables,
            rest.why,
            [],
            True,
            shut.place != shut.channel,
            rest.is_unexplained,
        )
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return place
        has = channel.permissions_for(channel.guild.me)
        in_thread = place.in_thread or isinstance(channel, discord.Thread)
        lacking = permissions.missing(has, permissions.needed_for_table(has, in_thread=in_thread))
        gone = issubclass(rest.error, (ChannelGone, ServerGone))
        return place._replace(
            channel=legible(channel.name),
            server=legible(channel.guild.name),
            lacking=lacking,
            gone=gone,
            in_thread=in_thread,
        )


async def refusals(settings: Settings, now: Callable[[], float] = time.time) -> list[Finding]:
    """The findings from the running bot's stored report; [] if there is no recent one or no readable database."""
    try:
        if not settings.database.is_file():
            return []
        async with await open_read_only(settings.database) as store:
            loaded = json.loads(await store.get_value(MEMORY) or "{}")
    except (StoreError, OSError):  # other checks report it
        return []
    at = int(now() * 1000)
    return list(_found(loaded, at)) if at - loaded.get("at", 0) < WINDOW else []


def _found(loaded: dict[str, Any], now: int) -> Iterator[Finding]:
    places = [RefusedPlace(**place) for place in loaded["places"]]
    yield _of_all(loaded["refused"])
    yield from (_of_place(place, now) for place in places)
    more = loaded["tables"] - sum(place.tables for place in places)
    if more > 0:
        yield wrong("Refused", f"{more} more tables cannot be shown.", "Help those above first.")


def _of_all(count: int) -> Finding:
    requests = "request" if count == 1 else "requests"
    words = f"{count:,} {requests} in ten minutes; at {BANNED_AT:,} Discord bans this address for an hour."
    if count >= ANSWERS_ONLY:
        return wrong("Refused", f"{words} Only answers are sent now.", "The log says where; it goes on by itself.")
    if count >= MANY:
        return unsure("Refused", words, "The log says where, and `voormsi_refusals_total` by which code.")
    return well("Refused", words)


def _of_place(place: RefusedPlace, now: int) -> Finding:
    tables = "a table has" if place.tables == 1 else f"{place.tables} tables have"
    where = f"Channel {place.channel!r}" + (f" of {place.server!r}" if place.server else "")
    words = f"{tables} not been shown for {(now - place.since) // 60_000} min: {_cause(place)}."
    return wrong(where, words, _remedy(place))


def _cause(place: RefusedPlace) -> str:
    if place.unexplained:
        return f"no reason of Discord's own was given: {place.why!r}"
    if place.lacking:
        return f"the bot may not: {', '.join(place.lacking)}"
    if place.gone:
        return "it is gone, or the bot is not in its server any more"
    return f"Discord says {place.why!r}"


def _remedy(place: RefusedPlace) -> str:
    if place.unexplained:
        return "Look at the network and the proxy; it is tried again within five minutes, and no time runs until then."
    if place.lacking:
        return "Grant it to the bot's role in the channel's settings; all is shown then, and no time runs until then."
    if place.gone:
        return "Its players call a table to another channel by /table move; no time runs until then."
    where = "the thread is unlocked, and " if place.in_thread else ""
    return f"Look whether {where}the bot may write there; all is shown then, and no time runs until then."
