"""The sandbox as an HTTP server: Discord's REST API and gateway, the API of the people, the page."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from aiohttp import web

from sandbox.access import KEY, Access
from sandbox.api import posting, threads
from sandbox.gateway import Gateway
from sandbox.page.frames import PersonPages
from sandbox.page.people_api import PeopleApi
from sandbox.page.person import Person
from sandbox.rest.commands import registered
from sandbox.rest.rate_limits import Mode, RateLimits
from sandbox.rest.rest_api import PREFIX, LoggedRequest, RestApi
from sandbox.rest.validator import RequestValidator, Violation
from sandbox.world.channels import ForumChannel, TextChannel, Thread
from sandbox.world.clock import SandboxClock
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.faults import Faults
from sandbox.world.guilds import Guild
from sandbox.world.messages import Channel, Message
from sandbox.world.world import SandboxSettings, World

PEOPLE = ("You", "Aja", "Malik", "Ivalu")
CHANNELS = ("general", "cards")
LAST_PORT = 65_535
LOGGED_AT_TIMEOUT = 15
Named = TypeVar("Named", Person, TextChannel)
LARGEST_BODY = 26 * 1024 * 1024


class Sandbox:
    """A stand-in for Discord on 127.0.0.1, with one guild, some people and one bot.

    `port` 0 takes a free one. Its addresses have a secret key, and it answers no web page but its own.
    `validate=False` checks neither requests nor responses, for benchmarks.
    `rate_limits="discord"` enforces limits like Discord's. `privileged` allows privileged intents.
    `answer_within` and `nonce_window` are in seconds. `keep_traffic=False` does not keep the texts sent to pages.
    `bot` is the application's name, `topics` maps names of channels to their topics. Raises ActionNotAllowed for a
    topic of an unknown channel, for no people or channels, for duplicate names, and for numbers out of range.
    `any_token` accepts any token of the right form, not only `token`.
    `session_starts` is how many IDENTIFYs a bot may send a day, `identify_spacing` how many seconds lie between two (at
    Discord 5; a bot that comes sooner is sent opcode 9)."""

    def __init__(
        self,
        *,
        people: Iterable[str] = PEOPLE,
        server: str = "Ilulissat ferry",
        channels: Iterable[str] = CHANNELS,
        port: int = 0,
        validate: bool = True,
        rate_limits: Mode = "off",
        privileged: bool = False,
        shards: int = 1,
        answer_within: float = 3.0,
        nonce_window: float = 180.0,
        keep_traffic: bool = True,
        bot: str = "Bot",
        topics: Mapping[str, str] | None = None,
        any_token: bool = False,
        session_starts: int = 1000,
        identify_spacing: float = 0.0,
    ) -> None:
        if not 0 <= port <= LAST_PORT:
            raise ActionNotAllowed(f"There is no port {port}: 0 (a free one) to {LAST_PORT}.")
        if shards < 1:
            raise ActionNotAllowed(f"There cannot be {shards} shards: 1 or more.")
        if not 0 < answer_within < math.inf:
            raise ActionNotAllowed(f"Nobody can answer within {answer_within} seconds.")
        settings = SandboxSettings(
            bot=bot,
            any_token=any_token,
            privileged=privileged,
            shards=shards,
            answer_within=answer_within,
            nonce_window=nonce_window,
            session_starts=session_starts,
            identify_spacing=identify_spacing,
        )
        self.world = World(settings)
        self.pages = self.world.observer = PersonPages(self.world, keep_traffic=keep_traffic)
        self._people: dict[int, Person] = {}
        persons = [self.add_person(name) for name in _distinct("people", people)]
        self.guild = self.world.add_guild(server, persons, _distinct("channels", channels))
        for name, topic in (topics or {}).items():
            self.channel(name).topic = topic
        self._gateway = Gateway(self.world)
        self._rest = RestApi(self.world, RequestValidator(on=validate), RateLimits(self.world.clock, rate_limits))
        self._access = Access(forms=PREFIX)
        self._port = port
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        self._runner = web.AppRunner(self.routes(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]
        address = f"127.0.0.1:{self._port}{self._access.prefix}"
        self.world.http_url = f"http://{address}"
        self.world.gateway_url = f"ws://{address}/gateway"

    def routes(self) -> web.Application:
        """Everything that is served, below the key of the address."""
        app = web.Application(middlewares=[self._access.check], client_max_size=LARGEST_BODY)
        self._rest.add_routes(app, KEY)
        app.router.add_get(KEY + "/gateway", self._gateway.serve)
        PeopleApi(self.world, self.pages, self._rest, self._people).add_routes(app, KEY)
        return app

    async def stop(self) -> None:
        self._gateway.close(1001)
        if self._runner:
            await self._runner.cleanup()

    # Addresses

    @property
    def url(self) -> str:
        return f"{self.world.http_url}/"

    @property
    def api_base(self) -> str:
        return self.world.http_url + PREFIX

    @property
    def gateway(self) -> str:
        return self.world.gateway_url

    @property
    def token(self) -> str:
        return self.world.token

    @property
    def environment(self) -> dict[str, str]:
        return {"DISCORD_API_BASE": self.api_base, "DISCORD_GATEWAY": self.gateway, "DISCORD_TOKEN": self.token}

    # Contents

    def person(self, wanted: str | int) -> Person:
        """A person by name or id. Raises ActionNotAllowed, or KeyError for an unknown id."""
        return self._people[wanted] if isinstance(wanted, int) else _named(self._people.values(), wanted)

    @property
    def people(self) -> list[Person]:
        return list(self._people.values())

    def add_person(self, name: str) -> Person:
        person = Person(name, self.world, self.pages)
        self._people[person.id] = person
        self.world.add_person(person)
        return person

    @property
    def commands(self) -> list[dict[str, Any]]:
        return registered(self.world)

    def channel(self, name: str) -> TextChannel:
        """A channel of the first guild by name. Raises ActionNotAllowed."""
        return _named(self.guild.channels.values(), name)

    @property
    def threads(self) -> list[Thread]:
        return list(self.guild.threads.values())

    @property
    def bot_online(self) -> bool:
        return self.world.sessions.online

    @property
    def clock(self) -> SandboxClock:
        return self.world.clock

    @property
    def faults(self) -> Faults:
        return self.world.faults

    @property
    def violations(self) -> list[Violation]:
        return self._rest.violations

    @property
    def unsupported(self) -> list[str]:
        return self._rest.unsupported

    @property
    def requests(self) -> list[LoggedRequest]:
        return self._rest.requests

    def traffic(self, person: Person) -> list[str]:
        """Every JSON text sent to the pages of a person."""
        return self.pages.traffic(person)

    async def until(self, condition: Callable[[], Any], timeout: float = 30) -> Any:  # noqa: ASYNC109 (its error names it)
        """Wait until a condition holds, checked again after every change. Return its value.

        Raises TimeoutError with the last requests if it does not hold in time."""
        try:
            return await self.world.changes.until(condition, timeout)
        except TimeoutError:
            lines = [f"{entry.method} {entry.path} -> {entry.status}" for entry in self.requests[-LOGGED_AT_TIMEOUT:]]
            lines += [f"violation: {violation}" for violation in self.violations]
            raise TimeoutError("\n".join([f"not within {timeout} s; the last requests:", *lines])) from None

    # Actions of moderators, and time

    def add_channel(self, name: str) -> TextChannel:
        return self.world.add_channel(self.guild, name)

    def add_forum(self, name: str, tags: Iterable[str] = (), *, requires_tag: bool = False) -> ForumChannel:
        return self.world.add_forum(self.guild, name, tags, requires_tag=requires_tag)

    def add_server(self, name: str, people: Iterable[Person] = (), channels: Iterable[str] = CHANNELS) -> Guild:
        """Add a guild with the bot in it."""
        return self.world.add_guild(name, people, channels)

    def permit(self, channel: Channel, **permissions: bool | None) -> None:
        """Allow (True), deny (False) or reset (None) the bot's permissions in a channel, by discord.py's names."""
        self.world.overwrite(channel, self.world.bot.id, **permissions)

    def offer(self, command: str, *people: Person) -> None:
        """Offer a command to people who lack its default permission, as a server can in its settings."""
        self.guild.offered.setdefault(command, set()).update(person.id for person in people)

    def archive(self, thread: Thread, *, locked: bool = False) -> None:
        threads.set_archived(self.world, thread, True, locked=locked)

    def reopen(self, thread: Thread) -> None:
        threads.set_archived(self.world, thread, False, locked=False)

    def delete_message(self, message: Message) -> None:
        posting.delete(self.world, message)

    def delete_channel(self, channel: TextChannel | Thread) -> None:
        self.world.remove(channel)

    def advance(self, seconds: float) -> None:
        """Push the clock forward: messages and tokens grow old, idle threads are archived. Timers are not moved."""
        threads.advance(self.world, seconds)

    def remove_bot(self) -> None:
        self.world.remove_bot(self.guild)

    def invite_bot(self) -> None:
        self.world.invite_bot(self.guild)

    def outage(self, *, over: bool = False) -> None:
        """Make the first guild unavailable, or (`over`) available again."""
        self.world.set_unavailable(self.guild, not over)

    def limit_old_edits(self, edits: int | None) -> None:
        """Accept so many more edits of messages older than an hour, then raise 30046; None lifts the limit."""
        self.world.old_edits = edits

    async def drop_gateway(self) -> None:
        """Cut the bot's connections; their sessions can be resumed."""
        await self._gateway.drop()

    def reconnect_gateway(self) -> None:
        """Send opcode 7: reconnect."""
        self._gateway.reconnect()

    @property
    def identifies(self) -> int:
        """The number of IDENTIFYs that the bot has sent."""
        return self.world.identify_limit.count

    def spend_identifies(self, count: int) -> None:
        """Reduce what remains of the session start limit."""
        self.world.identify_limit.spend(count)

    def refuse_identify(self, code: int | None) -> None:
        """Answer every IDENTIFY with this close code; None accepts them again."""
        self._gateway.refuses = code

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Send opcode 9: invalid session."""
        self._gateway.invalidate(resumable=resumable)


def _distinct(what: str, names: Iterable[str]) -> list[str]:
    """The names as a list. Raises ActionNotAllowed if it is empty or has duplicates, since lookups are by name."""
    there = list(names)
    if not there:
        raise ActionNotAllowed(f"There are no {what}: one name or more.")
    twice = next((name for name, count in Counter(there).items() if count > 1), None)
    if twice is not None:
        raise ActionNotAllowed(f"There are two {what} named {twice!r}.")
    return there


def _named(things: Iterable[Named], name: str) -> Named:
    there = list(things)
    for thing in there:
        if thing.name == name:
            return thing
    raise ActionNotAllowed(f"There is no {name!r}; there are: {', '.join(thing.name for thing in there)}.")
