"""The table of routes, with the arguments and results of their handlers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from sandbox.rest.rights import must_see
from sandbox.world.channels import ForumChannel, TextChannel, Thread
from sandbox.world.errors import unknown_user, wrong_channel_type
from sandbox.world.files import Upload
from sandbox.world.guilds import Guild
from sandbox.world.messages import Channel, Message
from sandbox.world.users import User
from sandbox.world.world import World


@dataclass(slots=True)
class ApiRequest:
    """A request to a route: ids from the path, query, JSON body, uploads by their number."""

    world: World
    params: dict[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict)

    def id(self, name: str) -> int:
        return int(self.params[name])

    def is_set(self, name: str) -> bool:
        return self.query.get(name, "").lower() in ("1", "true")

    def guild_of(self, channel: TextChannel | Thread) -> Guild:
        return self.world.guilds[channel.guild_id]

    @property
    def channel(self) -> Channel:
        """The channel of the path. Raises 50001 if the bot does not see it."""
        channel = self.world.channel(self.id("channel_id"))
        must_see(self.world, channel)
        return channel

    @property
    def thread(self) -> Thread:
        if not isinstance(channel := self.channel, Thread):
            raise wrong_channel_type()
        return channel

    @property
    def text_channel(self) -> TextChannel:
        """The channel of the path, which is no forum, no thread and no direct channel."""
        if not isinstance(channel := self.channel, TextChannel) or isinstance(channel, ForumChannel):
            raise wrong_channel_type()
        return channel

    @property
    def guild(self) -> Guild:
        return self.world.guild(self.id("guild_id"))

    @property
    def message(self) -> Message:
        return self.world.message(self.channel, self.id("message_id"))

    @property
    def user(self) -> User:
        user = self.world.users.get(self.id("user_id"))
        if user is None or user.deleted:
            raise unknown_user()
        return user


class ApiResponse(NamedTuple):
    """A response: HTTP status and JSON body (None: no body)."""

    status: int
    body: Any


PLACEHOLDER: Final = re.compile(r"{(\w+)}")
RouteHandler = Callable[[ApiRequest], Any]
"""Returns the body of a response with status 200, None for an empty one with 204, or an ApiResponse."""


class Route(NamedTuple):
    """One method of one path; the template is written as in Discord's OpenAPI description."""

    method: str
    template: str
    handler: RouteHandler
    needs_token: bool


class FoundRoute(NamedTuple):
    """The route of a request, and the values of its placeholders."""

    route: Route
    params: dict[str, str]


class Routes:
    """The table of routes: `@routes(method, template, …)` registers a handler.

    It finds them itself: aiohttp would compile the patterns of all paths for each sandbox.
    """

    def __init__(self) -> None:
        self.all: list[Route] = []
        self._patterns: defaultdict[tuple[str, int], list[tuple[re.Pattern[str], Route]]] = defaultdict(list)

    def __call__(
        self, method: str, *templates: str, needs_token: bool = True
    ) -> Callable[[RouteHandler], RouteHandler]:
        def register(handler: RouteHandler) -> RouteHandler:
            for template in templates:
                self._add(Route(method, template, handler, needs_token))
            return handler

        return register

    def _add(self, route: Route) -> None:
        self.all.append(route)
        alike = self._patterns[route.method, route.template.count("/")]
        alike.append((re.compile(PLACEHOLDER.sub(r"(?P<\1>[^/]+)", route.template)), route))
        alike.sort(key=lambda pair: pair[0].groups)

    def find(self, method: str, path: str) -> FoundRoute | None:
        """The route of a path as it was sent; of several, the one with the fewest placeholders."""
        for pattern, route in self._patterns[method, path.count("/")]:
            if found := pattern.fullmatch(path):
                return FoundRoute(route, {name: unquote(value) for name, value in found.groupdict().items()})
        return None


routes = Routes()
