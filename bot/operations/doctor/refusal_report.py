"""Requests that Discord refused: a report for the health pages, the metrics and `voormsi doctor`."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, Protocol

import discord

from bot.discord_api import permissions
from bot.discord_api.circuit_breaker import OpenCircuit
from bot.discord_api.errors import ChannelGone, NoPrivateThread, ServerGone
from bot.discord_api.invalid_requests import ANSWERS_ONLY, BANNED_AT, WINDOW, InvalidRequestGuard
from bot.operations.doctor.findings import Finding, unsure, well, wrong
from bot.publishing.table_publisher import Shut, TablePublisher
from bot.runtime import metrics
from bot.runtime.settings import Settings
from bot.store import KeyValueStore, StoreError
from bot.store.engine import open_read_only
from bot.texts.catalogue import SOURCE_LANGUAGE, catalogue
from bot.texts.commands import typed_command
from bot.texts.escaping import legible

MEMORY: Final = "refusals"
EVERY: Final = 30.0
"""Seconds between two writes of the report to the store, while there is something to report."""
MANY: Final = 200
"""A number of refusals in ten minutes that is worth a note."""
TOLD: Final = 20
"""The greatest number of places that are listed one by one."""


class RefusedPlace(NamedTuple):
    """A place where something cannot be shown, with names; `since`: ms since the epoch; `why`: Discord's error text.

    `tables`, `cups`, `leagues`: how many of them.

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
    cups: int = 0
    leagues: int = 0

    @property
    def things(self) -> int:
        return self.tables + self.cups + self.leagues


class ShutPlace(NamedTuple):
    """The requests that are shut out of one place, by kind."""

    shut: Shut
    kinds: Counter[str]


class OtherPublisher(Protocol):
    """A publisher of records that are not tables. `shut`: the place that refuses each record, by its id."""

    @property
    def kind(self) -> str: ...
    @property
    def shut(self) -> Mapping[int, int]: ...


class RefusalReport:
    """Reports refusals, and stores them for `voormsi doctor`, which is another process. `now`: ms since the epoch."""

    def __init__(
        self,
        store: KeyValueStore,
        request_guard: InvalidRequestGuard,
        publisher: TablePublisher,
        client: discord.Client,
        now: Callable[[], int],
        others: Sequence[OtherPublisher] = (),
    ) -> None:
        self._others = others
        self._store, self._request_guard, self._publisher = store, request_guard, publisher
        self._client, self._now = client, now
        self._written = False

    async def resume(self) -> None:
        """Count the refusals of the previous process as well; to be called at start-up."""
        loaded = json.loads(await self._store.get_value(MEMORY) or "{}")
        self._request_guard.resume(loaded.get("slices", {}))

    def answer(self) -> dict[str, object]:
        """Refusals in the last ten minutes, the number at which Discord bans, and what cannot be shown, by kind."""
        others = {f"{publisher.kind}s": len(publisher.shut) for publisher in self._others}
        refused, tables = self._request_guard.refused, len(self._publisher.shut)
        return {"refused": refused, "banned_at": BANNED_AT, "tables": tables, **others}

    async def write_down(self) -> None:
        """Store the report if there is something to report, or was the last time."""
        refused, shut = self._request_guard.refused, self._publisher.shut
        metrics.current.refuses_now(refused, len(shut))
        others = sum(len(publisher.shut) for publisher in self._others)
        something = bool(refused or shut or others)
        if something or self._written:
            places = [place._asdict() for place in islice(self._places(), TOLD)]
            report = {"at": self._now(), "refused": refused, "things": len(shut) + others, "places": places}
            await self._store.put_value(MEMORY, json.dumps(report | {"slices": self._request_guard.counts()}))
        self._written = something

    def _places(self) -> Iterator[RefusedPlace]:
        paused = self._publisher.rendering.delivery.open_circuits()
        for shut, kinds in sorted(self._shut_places(), key=lambda place: -place.kinds.total()):
            if shut.place in paused:
                yield self._describe(shut, paused[shut.place], kinds)

    def _shut_places(self) -> Iterator[ShutPlace]:
        """The unshown posts. The channel of a table is known; a cup or a league waits for a place alone."""
        found: dict[int, ShutPlace] = {}
        for shut in self._publisher.shut.values():
            found.setdefault(shut.place, ShutPlace(shut, Counter())).kinds["table"] += 1
        for publisher in self._others:
            for place in publisher.shut.values():
                found.setdefault(place, ShutPlace(Shut(place, place), Counter())).kinds[publisher.kind] += 1
        yield from found.values()

    def _describe(self, shut: Shut, circuit: OpenCircuit, kinds: Counter[str]) -> RefusedPlace:
        channel = self._client.get_channel(shut.channel)
        hides = issubclass(circuit.error, NoPrivateThread)
        in_thread = (shut.place != shut.channel and not hides) or isinstance(channel, discord.Thread)
        name, server, lacking, gone = str(shut.channel), "", list[str](), True
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            name, server = legible(channel.name), legible(channel.guild.name)
            has = channel.permissions_for(channel.guild.me)
            wanted = permissions.needed_for_table(has, in_thread=in_thread)
            lacking = permissions.missing_names(has, wanted | permissions.HIDING if hides else wanted)
            gone = issubclass(circuit.error, (ChannelGone, ServerGone))
        return RefusedPlace(
            *(name, server, circuit.since, kinds["table"], circuit.why, lacking, gone, in_thread),
            unexplained=circuit.is_unexplained,
            cups=kinds["cup"],
            leagues=kinds["league"],
        )


async def refusals(settings: Settings, now: Callable[[], float] = time.time) -> list[Finding]:
    """The findings from the running bot's stored report; [] if there is no recent one or no readable database."""
    try:
        if not settings.has_database:
            return []
        async with await open_read_only(settings.database) as store:
            report = json.loads(await store.get_value(MEMORY) or "{}")
    except (StoreError, OSError):  # other checks report it
        return []
    at = int(now() * 1000)
    if at - report.get("at", 0) >= WINDOW:
        return []
    places = [RefusedPlace(**place) for place in report["places"]]
    found = [_count_finding(report["refused"]), *(_place_finding(place, at) for place in places)]
    more = report.get("things", 0) - sum(place.things for place in places)
    if more > 0:
        found.append(
            wrong("Refused", f"{more} more tables, cups or leagues cannot be shown.", "Help those above first.")
        )
    return found


def _count_finding(count: int) -> Finding:
    requests = "request" if count == 1 else "requests"
    text = f"{count:,} {requests} in ten minutes; at {BANNED_AT:,} Discord bans this address for an hour."
    if count >= ANSWERS_ONLY:
        return wrong("Refused", f"{text} Only answers are sent now.", "The log says where; it goes on by itself.")
    if count >= MANY:
        return unsure("Refused", text, "The log says where, and `voormsi_refusals_total` by which code.")
    return well("Refused", text)


def _place_finding(place: RefusedPlace, now: int) -> Finding:
    if place.unexplained:
        cause = f"no reason of Discord's own was given: {place.why!r}"
        remedy = (
            "Look at the network and the proxy; it is tried again within five minutes, and no time runs until then."
        )
    elif place.lacking:
        cause = f"the bot may not: {', '.join(place.lacking)}"
        remedy = "Grant it to the bot's role in the channel's settings; all is shown then, and no time runs until then."
    elif place.gone:
        cause = "it is gone, or the bot is not in its server any more"
        move, cancel = (
            typed_command(command, catalogue(SOURCE_LANGUAGE).forms) for command in ("table move", "organise cancel")
        )
        remedy = f"Its players move a table to another channel with {move}; no time runs until then."
        if not place.tables:
            remedy = f"Its organisers end it with {cancel}, and make another one elsewhere."
    else:
        cause = f"Discord says {place.why!r}"
        thread = "the thread is unlocked, and " if place.in_thread else ""
        remedy = f"Look whether {thread}the bot may write there; all is shown then, and no time runs until then."
    kinds = {"table": place.tables, "cup": place.cups, "league": place.leagues}
    what = " and ".join(f"a {kind}" if count == 1 else f"{count} {kind}s" for kind, count in kinds.items() if count)
    where = f"Channel {place.channel!r}" + (f" of {place.server!r}" if place.server else "")
    have = "has" if place.things == 1 else "have"
    text = f"{what} {have} not been shown for {(now - place.since) // 60_000} min: {cause}."
    return wrong(where, text, remedy)
