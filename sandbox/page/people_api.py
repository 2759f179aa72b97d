"""The HTTP API of the people, for the page and for tests in other processes. All ids are strings."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from sandbox.api import threads
from sandbox.gateway import Gateway
from sandbox.page.frames import PersonPages
from sandbox.page.person import InteractionAnswer, Person
from sandbox.rest.rest_api import RestApi, respond
from sandbox.world.channels import TextChannel, Thread
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.faults import InjectedFault
from sandbox.world.files import Upload
from sandbox.world.messages import Channel
from sandbox.world.world import World

PAGE = Path(__file__).parent / "static"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _plainly(handler: Callable[[web.Request], Awaitable[Any]]) -> Handler:
    """Turn ActionNotAllowed into a response: 400 and `{"error": ...}`."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return respond(200, await handler(request))
        except ActionNotAllowed as reason:
            return respond(400, {"error": str(reason)})
        except KeyError as missing:
            return respond(400, {"error": f"{missing.args[0]} is missing or unknown."})

    return answered


class PeopleApi:
    """The request handlers of one sandbox."""

    def __init__(
        self, world: World, pages: PersonPages, gateway: Gateway, rest: RestApi, people: dict[int, Person]
    ) -> None:
        self._world = world
        self._pages = pages
        self._gateway = gateway
        self._rest = rest
        self._people = people

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self.page)
        app.router.add_get("/page/{path:.*}", self.page_file)
        app.router.add_get("/attachments/{channel_id}/{file_id}/{name}", self.attachment)
        app.router.add_get("/emojis/{file_id}", self.emoji)
        app.router.add_get("/people", _plainly(self.people))
        app.router.add_get("/people/{person}/socket", self.socket)
        for name in ("messages", "press", "command", "autocomplete", "modal", "read", "dms"):
            app.router.add_post(f"/people/{{person}}/{name}", _plainly(getattr(self, name)))
        app.router.add_get("/sandbox/state", _plainly(self.state))
        app.router.add_get("/sandbox/requests", _plainly(self.requests))
        app.router.add_get("/sandbox/channels", _plainly(self.channels))
        app.router.add_get("/sandbox/messages/{channel}", _plainly(self.all_messages))
        app.router.add_get("/sandbox/notifications/{person}", _plainly(self.notifications))
        app.router.add_get("/sandbox/traffic/{person}", _plainly(self.traffic))
        app.router.add_post("/sandbox/faults", _plainly(self.faults))
        app.router.add_post("/sandbox/gateway", _plainly(self.gateway))
        app.router.add_post("/sandbox/channels/{channel}", _plainly(self.change_channel))
        app.router.add_post("/sandbox/clock", _plainly(self.clock))

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
        return _served(self._world.emoji_pictures.get(int(request.match_info["file_id"].partition(".")[0])))

    # Reading

    async def people(self, request: web.Request) -> Any:
        pages, bot = self._pages, self._world.bot
        return {
            "servers": [pages.server(guild) for guild in self._world.guilds.values()],
            "people": [pages.person(person) for person in self._world.people.values()],
            "bot": {"id": str(bot.id), "name": bot.name, "online": self._world.sessions.online},
        }

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

    async def messages(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        return person.post(self._channel(body), body["content"]).shown()

    async def press(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        message, component = person.find(_number(body["message_id"]), body["custom_id"])
        answer = person.start_press(message, component, body.get("values"), body.get("nonce"))
        return await _told(answer, body)

    async def command(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        options = body.get("options") or {}
        answer = person.start_command(self._channel(body), body["name"], options, body.get("nonce"))
        return await _told(answer, body)

    async def autocomplete(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        options = body.get("options") or {}
        return {"choices": await person.autocomplete(self._channel(body), body["name"], options, body["focused"])}

    async def modal(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        opened = self._world.interactions.get(_number(body["interaction_id"]))
        if opened is None or opened.person is not person or opened.modal is None:
            raise ActionNotAllowed("That modal is not open.")
        return await _told(person.start_submit(opened, body.get("values") or {}, body.get("nonce")), body)

    async def read(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        person.read_to[self._channel(body).id] = self._world.ids.next()
        return {}

    async def dms(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        person.dms_open = bool(body["open"])
        return {"open": person.dms_open}

    # For tests in other processes

    async def state(self, request: web.Request) -> Any:
        return {
            "bot_online": self._world.sessions.online,
            "token": self._world.token,
            "channels": len(self._world.channels),
            "messages": len(self._world.messages),
            "requests": len(self._rest.requests),
            "violations": [violation._asdict() for violation in self._rest.violations],
            "unsupported": self._rest.unsupported,
            "faults": self._world.faults.payload(),
        }

    async def requests(self, request: web.Request) -> Any:
        """The request log from entry `?since=` on."""
        return [entry._asdict() for entry in self._rest.requests[int(request.query.get("since", 0)) :]]

    async def channels(self, request: web.Request) -> Any:
        return [self._pages.channel(channel) for channel in self._world.channels.values()]

    async def all_messages(self, request: web.Request) -> Any:
        channel = self._world.channels.get(_number(request.match_info["channel"]))
        if channel is None:
            raise ActionNotAllowed("There is no such channel.")
        return [message.shown() | {"only_for": _text(message.person_id)} for message in channel.messages.values()]

    async def notifications(self, request: web.Request) -> Any:
        return [
            {"message_id": str(notice.message.id), "kind": notice.kind, "text": notice.text}
            for notice in self._person(request).notifications
        ]

    async def traffic(self, request: web.Request) -> Any:
        return self._pages.traffic(self._person(request))

    async def faults(self, request: web.Request) -> Any:
        """`{"clear": true}`, or `{"add": [fault, ...]}` with the fields of `InjectedFault`."""
        body = await request.json()
        if body.get("clear"):
            self._world.faults.clear()
        for wish in body.get("add") or ():
            try:
                self._world.faults.add(InjectedFault(**wish))
            except TypeError as reason:
                raise ActionNotAllowed(str(reason)) from None
        return {"faults": self._world.faults.payload()}

    async def gateway(self, request: web.Request) -> Any:
        """`{"do": "drop" | "reconnect" | "invalidate", "resumable": false}`."""
        body = await request.json()
        match body["do"]:
            case "drop":
                await self._gateway.drop()
            case "reconnect":
                self._gateway.reconnect()
            case "invalidate":
                self._gateway.invalidate(resumable=bool(body.get("resumable")))
            case other:
                raise ActionNotAllowed(f"The gateway cannot {other}.")
        return {}

    async def change_channel(self, request: web.Request) -> Any:
        """`{"permissions": {name: true | false | null}}` of the bot; `{"archived": true, "locked": false}`;
        `{"deleted": true}`."""
        channel = self._channel({"channel_id": request.match_info["channel"]})
        body = await request.json()
        if not isinstance(channel, TextChannel | Thread):
            raise ActionNotAllowed("A direct channel stays as it is.")
        if "permissions" in body:
            self._world.permit(channel, **body["permissions"])
        if body.get("archived") and isinstance(channel, Thread):
            threads.archive(self._world, channel, locked=bool(body.get("locked")))
        if body.get("deleted"):
            self._world.remove(channel)
        return {}

    async def clock(self, request: web.Request) -> Any:
        """`{"advance": seconds}`."""
        threads.advance(self._world, float((await request.json())["advance"]))
        return {}

    # Lookups

    def _person(self, request: web.Request) -> Person:
        """A person by id or by name."""
        wanted = request.match_info["person"]
        for person in self._people.values():
            if wanted in (str(person.id), person.name):
                return person
        raise ActionNotAllowed(f"There is nobody called {wanted}.")

    def _channel(self, body: dict[str, Any]) -> Channel:
        channel = self._world.channels.get(_number(body["channel_id"]))
        if channel is None:
            raise ActionNotAllowed("There is no such channel.")
        return channel


async def _write(socket: web.WebSocketResponse, texts: asyncio.Queue[str]) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_str(await texts.get())


async def _told(answer: InteractionAnswer, body: dict[str, Any]) -> dict[str, Any]:
    """The status of an interaction; with `wait`, only after the first response or the failure."""
    if body.get("wait"):
        await answer.first()
    told: dict[str, Any] = {"interaction_id": str(answer.interaction.id), "status": answer.status}
    if body.get("wait"):
        told |= {"message": answer.message.shown() if answer.message else None, "modal": answer.modal}
    return told


def _number(text: Any) -> int:
    try:
        return int(text)
    except (TypeError, ValueError):
        raise ActionNotAllowed(f"{text!r} is no id.") from None


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _served(upload: Upload | None) -> web.Response:
    if upload is None:
        raise web.HTTPNotFound
    return web.Response(body=upload.content, content_type=upload.content_type)
