"""The HTTP API of the people, for the page and for tests in other processes. All ids are strings."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from sandbox.page.frames import PersonPages
from sandbox.page.person import Person
from sandbox.rest.rest_api import RestApi, respond
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.files import Upload
from sandbox.world.interactions import Interaction
from sandbox.world.messages import Channel
from sandbox.world.world import World

PAGE = Path(__file__).parent / "static"
PageBody = dict[str, Any]
ID = re.compile("[0-9]{1,20}")


class PeopleApi:
    def __init__(self, world: World, pages: PersonPages, rest: RestApi, people: dict[int, Person]) -> None:
        self._world = world
        self._pages = pages
        self._rest = rest
        self._people = people

    def add_routes(self, app: web.Application, below: str) -> None:
        app.router.add_get(below + "/", self.page)
        app.router.add_get(below + "/page/{path:.*}", self.page_file)
        app.router.add_get(below + "/attachments/{channel_id}/{file_id:[0-9]{1,20}}/{name}", self.attachment)
        app.router.add_get(below + "/emojis/{file_id:[0-9]{1,20}}.{kind}", self.emoji)
        app.router.add_get(below + "/people/{person}/socket", self.socket)
        for path, read in {
            "/people": self.people,
            "/sandbox/state": self.state,
            "/sandbox/channels": self.channels,
            "/sandbox/messages/{channel}": self.all_messages,
            "/sandbox/traffic/{person}": self.traffic,
        }.items():
            app.router.add_get(below + path, _answered(read))
        acts = self.messages, self.press, self.command, self.autocomplete, self.modal, self.read, self.dms, self.direct
        for act in acts:
            app.router.add_post(f"{below}/people/{{person}}/{act.__name__}", _answered(self._acted(act)))

    def _acted(self, act: Callable[[Person, PageBody], Awaitable[Any]]) -> Callable[[web.Request], Awaitable[Any]]:
        async def acted(request: web.Request) -> Any:
            return await act(self._person(request), await _body(request))

        return acted

    # The page

    async def page(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def page_file(self, request: web.Request) -> web.StreamResponse:
        file = (PAGE / request.match_info["path"]).resolve()
        if not file.is_relative_to(PAGE) or not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={"Cache-Control": "no-cache"})

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        return _served(self._world.files.get(int(request.match_info["file_id"])))

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        return _served(self._world.emoji_pictures.get(int(request.match_info["file_id"])))

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """A page's socket: a snapshot, then a frame for everything new that this person sees.

        With `?threads=joined` it leaves out threads that they have not joined."""
        try:
            person = self._person(request)
        except ActionNotAllowed as reason:
            raise web.HTTPNotFound(text=str(reason)) from None
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        texts: asyncio.Queue[str] = asyncio.Queue()
        joined_only = request.query.get("threads") == "joined"
        page = self._pages.open(person, texts.put_nowait, joined_only=joined_only)
        writer = asyncio.create_task(_write(socket, texts), name="sandbox page writer")
        try:
            async for _ in socket:
                pass  # the page sends POST requests instead
        finally:
            self._pages.close(page)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    # Actions

    async def messages(self, person: Person, body: PageBody) -> Any:
        return person.post(self._channel(body["channel_id"]), body["content"]).shown()

    async def press(self, person: Person, body: PageBody) -> Any:
        message, component = person.find(_number(body["message_id"]), body["custom_id"])
        return await _state(person.start_press(message, component, body.get("values"), body.get("nonce")), body)

    async def command(self, person: Person, body: PageBody) -> Any:
        channel, options = self._channel(body["channel_id"]), body.get("options") or {}
        return await _state(person.start_command(channel, body["name"], options, body.get("nonce")), body)

    async def autocomplete(self, person: Person, body: PageBody) -> Any:
        channel, options = self._channel(body["channel_id"]), body.get("options") or {}
        return {"choices": await person.autocomplete(channel, body["name"], options, body["focused"])}

    async def modal(self, person: Person, body: PageBody) -> Any:
        opened = self._world.interactions.get(_number(body["interaction_id"]))
        if opened is None or opened.person is not person or opened.modal is None:
            raise ActionNotAllowed("That modal is not open.")
        return await _state(person.start_submit(opened, body.get("values") or {}, body.get("nonce")), body)

    async def read(self, person: Person, body: PageBody) -> Any:
        person.read(self._channel(body["channel_id"]))
        return {}

    async def dms(self, person: Person, body: PageBody) -> Any:
        person.dms_open = bool(body["open"])
        return {"open": person.dms_open}

    async def direct(self, person: Person, body: PageBody) -> Any:
        return self._pages.channel(person.open_direct())

    # Reading, for the page and for tests in other processes

    async def people(self, request: web.Request) -> Any:
        pages = self._pages
        return {
            "servers": [pages.server(guild) for guild in self._world.guilds.values()],
            "people": [pages.person(person) for person in self._world.people.values()],
            "bot": pages.bot(),
        }

    async def state(self, request: web.Request) -> Any:
        return {
            "bot_online": self._world.sessions.online,
            "token": self._world.token,
            "channels": len(self._world.channels),
            "messages": len(self._world.messages),
            "requests": len(self._rest.requests),
            "violations": [violation._asdict() for violation in self._rest.violations],
            "unsupported": self._rest.unsupported,
        }

    async def channels(self, request: web.Request) -> Any:
        return [self._pages.channel(channel) for channel in self._world.channels.values()]

    async def all_messages(self, request: web.Request) -> Any:
        messages = self._channel(request.match_info["channel"]).messages.values()
        return [
            message.shown() | {"only_for": str(message.person_id) if message.ephemeral else None}
            for message in messages
        ]

    async def traffic(self, request: web.Request) -> Any:
        return self._pages.traffic(self._person(request))

    # Lookups

    def _person(self, request: web.Request) -> Person:
        """A person by id or by name."""
        wanted = request.match_info["person"]
        for person in self._people.values():
            if wanted in (str(person.id), person.name):
                return person
        raise ActionNotAllowed(f"There is nobody called {wanted}.")

    def _channel(self, channel_id: Any) -> Channel:
        channel = self._world.channels.get(_number(channel_id))
        if channel is None:
            raise ActionNotAllowed("There is no such channel.")
        return channel


def _answered(
    handler: Callable[[web.Request], Awaitable[Any]],
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Respond with JSON; ActionNotAllowed and missing fields become 400 and `{"error": ...}`."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return respond(200, await handler(request))
        except ActionNotAllowed as reason:
            return respond(400, {"error": str(reason)})
        except KeyError as missing:
            return respond(400, {"error": f"{missing.args[0]} is missing or unknown."})

    return answered


async def _write(socket: web.WebSocketResponse, texts: asyncio.Queue[str]) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_str(await texts.get())


async def _state(answer: Interaction, body: PageBody) -> PageBody:
    """The status of an interaction; with `wait`, only after the first response or the failure."""
    state: PageBody = {"interaction_id": str(answer.id)}
    if body.get("wait"):
        await answer.first()
        state |= {"message": answer.message.shown() if answer.message else None, "modal": answer.modal}
    return state | {"status": answer.status}


async def _body(request: web.Request) -> PageBody:
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise ActionNotAllowed("The body is no JSON object.")
    return body


def _number(text: Any) -> int:
    if not ID.fullmatch(str(text)):
        raise ActionNotAllowed(f"{text!r} is no id.")
    return int(text)


def _served(upload: Upload | None) -> web.Response:
    if upload is None:
        raise web.HTTPNotFound
    return web.Response(body=upload.content, content_type=upload.content_type)
