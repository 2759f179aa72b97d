"""The Discord client: skips unreadable events, and holds others and requests back while another process may serve.

Discord sends every event to each session of a bot. Presses that came just before this process serves may have
reached only the process that has ended, so `HeldEvents` keeps them until they can be answered.

A process may have been stopped for a while, in the middle of a request, and not know it. Another one takes over the
database no sooner than after `TAKEN_OVER_AFTER` (`bot.availability.heartbeat`). So `TakeoverGuard` takes a shorter
time since the database answered as proof that this one may send.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar, Final

import aiohttp
import discord
from discord.ext import commands

from bot.discord_api import direct_messages, endpoint, permissions, request_pacer
from bot.discord_api.command_tree import Tree
from bot.discord_api.delivery import NO_MENTIONS
from bot.discord_api.invalid_requests import InvalidRequestGuard
from bot.discord_api.reconnect import Sessions
from bot.discord_api.request_pacer import RequestPacer
from bot.runtime.steady_clock import SteadyClock
from bot.store import StoreError

log = logging.getLogger(__name__)

Parser = Callable[[Any], None]
TracedRequest = (
    aiohttp.TraceRequestStartParams | aiohttp.TraceRequestHeadersSentParams | aiohttp.TraceRequestChunkSentParams
)
ANSWERABLE: Final = 2.5
"""The age, in seconds, up to which a press without a response is still answered; Discord allows 3."""
AUTOCOMPLETE: Final = 4
"""Discord's type of interaction for choices while somebody types."""
OF_SHARDS: Final = frozenset({"shard_connect", "shard_resumed", "shard_disconnect"})
KEPT: Final = OF_SHARDS | {"ready"}
"""The events whose latest for each shard is passed on at last."""
INTENTS: Final = discord.Intents(guilds=True, dm_messages=True)
"""Servers, and what people write to the bot; none is privileged."""
NEEDED: Final = frozenset({"READY"})
"""Events that are not skipped, because there is no session without them."""
_NO_CHARACTER: Final = re.compile("[\0\ud800-\udfff]")
"""NUL, which PostgreSQL does not store, and halves of characters, which UTF-8 does not have."""
REPLACEMENT: Final = "\ufffd"
PROVEN_FOR: Final = 10.0
"""Seconds for which an answer of the database proves that this process still has it."""


class HeldEvents:
    """Passes events on, unless it holds them back."""

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self.holds = False
        self._kept: dict[tuple[Any, ...], str] = {}
        """The arguments of an event -> its name."""
        self._presses: deque[tuple[float, Parser, dict[str, Any]]] = deque(maxlen=1_000)
        self.late: set[int] = set()
        """The interactions that came before this process served; another one may have answered them."""

    def wrap(self, parsers: MutableMapping[str, Parser]) -> None:
        """Wrap discord.py's parser of interactions so that it can be held back."""
        parsers["INTERACTION_CREATE"] = partial(self._receive_press, parsers["INTERACTION_CREATE"])

    def _receive_press(self, parse: Parser, data: Any) -> None:
        if not self.holds:
            parse(data)
        elif data["type"] != AUTOCOMPLETE:
            self._presses.append((self._elapsed(), parse, data))

    def hold(self) -> None:
        self.holds = True

    def takes(self, event: str, *args: Any) -> bool:
        """Return whether an event is held back."""
        if self.holds and event in KEPT:
            self._kept.pop(args, None)
            self._kept[args] = event
        return self.holds

    @property
    def is_connected(self) -> bool:
        """True if Discord is connected with every shard, as far as the events that are held back say."""
        return () in self._kept and "shard_disconnect" not in self._kept.values()

    def release(self, dispatch: Callable[..., object]) -> None:
        """Pass on what still matters, and from now on everything."""
        self.holds = False
        for args, event in self._kept.items():
            dispatch(event, *args)
        now = self._elapsed()
        for came_at, parse, data in self._presses:
            if now - came_at <= ANSWERABLE:
                self.late.add(int(data["id"]))
                parse(data)
        self._presses.clear()


def skip_unreadable(parsers: MutableMapping[str, Parser]) -> None:
    """Wrap discord.py's parsers (by event name) so that they skip events they cannot read."""
    for event, parse in parsers.items():
        if event not in NEEDED:
            parsers[event] = partial(_parse, event, parse)


def _parse(event: str, parse: Parser, data: Any) -> None:
    try:
        parse(_replace_invalid_characters(data))
    except Exception:
        log.exception("an event %s cannot be read, and is skipped", event)


def _replace_invalid_characters(data: Any) -> Any:
    """Replace in place what is no character in the texts of an event; return the event."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        if isinstance(value, str):
            if _NO_CHARACTER.search(value):
                data[key] = _NO_CHARACTER.sub(REPLACEMENT, value)
        elif isinstance(value, (dict, list)):
            _replace_invalid_characters(value)
    return data


class TakenOver(aiohttp.ClientError):
    """Another process may have taken over, so nothing is sent."""


class TakeoverGuard:
    """Lets requests begin and go on only while the database is ours, by `confirm` (see StoreHealth) once there is one.

    aiohttp reports headers, and each chunk of a body, just before it writes them. So a request that was interrupted is
    not completed later.
    """

    def __init__(self) -> None:
        self.confirm: Callable[[float], Awaitable[None]] | None = None

    def trace(self, config: aiohttp.TraceConfig) -> None:
        """Hold back requests of a client with this trace."""
        config.on_request_start.append(self._check)
        config.on_request_headers_sent.append(self._check)
        config.on_request_chunk_sent.append(self._check)

    async def _check(self, _: aiohttp.ClientSession, __: SimpleNamespace, request: TracedRequest) -> None:
        if self.confirm is None or not request.url.scheme.startswith("http"):
            return
        try:
            await self.confirm(PROVEN_FOR)
        except StoreError as error:
            raise TakenOver(str(error)) from error


class DiscordClient(commands.AutoShardedBot):
    """Connects to Discord, now or after standing by."""

    extension: ClassVar[str]
    """The module that brings commands, buttons and listeners."""

    def __init__(self, clock: SteadyClock, requests_per_second: int = 0) -> None:
        self.request_guard = InvalidRequestGuard(clock.unset)
        trace = self.request_guard.trace()
        RequestPacer(requests_per_second).trace(trace)
        self.takeover_guard = TakeoverGuard()
        self.takeover_guard.trace(trace)
        self.held_events = HeldEvents()
        super().__init__(
            http_trace=trace,
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=INTENTS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NO_MENTIONS,
        )
        endpoint.check_login(self.http)
        request_pacer.clear_seldom(self.http)
        skip_unreadable(self._connection.parsers)
        direct_messages.take_written(self._connection.parsers, self.dispatch)
        self.held_events.wrap(self._connection.parsers)
        self.sessions = Sessions(self.http.get_bot_gateway)
        self.at_start: list[Callable[[], Awaitable[None]]] = []
        """Work to do once after the login, before any event is passed on."""
        self._standing_by: asyncio.Task[None] | None = None
        self._is_set_up = False

    async def setup_hook(self) -> None:
        await self.load_extension(self.extension)
        log.info("Invite: %s", permissions.invite_link(self.application_id or 0))
        self._is_set_up = True
        if not self.held_events.holds:
            await self._begin()

    async def _begin(self) -> None:
        for work in self.at_start:
            await work()

    def stand_by(self, token: str) -> asyncio.Task[None]:
        """Connect to Discord, but do not begin yet; return the connection."""
        self.held_events.hold()
        self._standing_by = asyncio.create_task(self.start(token), name="standby")
        return self._standing_by

    async def serve(self, token: str) -> None:
        """Connect to Discord, unless this bot has stood by, and begin. Ends with the connection."""
        if self._standing_by is None:
            return await self.start(token)
        if self._is_set_up:
            await self._begin()
        self.held_events.release(self.dispatch)
        return await self._standing_by

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if not self.held_events.takes(event_name, *args):
            super().dispatch(event_name, *args, **kwargs)

    async def connect(self, *, reconnect: bool = True) -> None:
        await self.sessions.room(for_all=True)
        await super().connect(reconnect=reconnect)
