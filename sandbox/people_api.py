"""The HTTP API of the people, for the page and for tests in other processes. All ids are strings."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from sandbox.api import respond
from sandbox.channels import Channel, DirectChannel, Thread
from sandbox.errors import Impossible
from sandbox.faults import InjectedFault
from sandbox.interactions import InteractionAnswer, find_opened
from sandbox.people import Person

if TYPE_CHECKING:
    from sandbox.server import Sandbox

PAGE = Path(__file__).parent / "page"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def add_to(app: web.Application, box: Sandbox) -> None:
    """Add the routes to the app."""
    doors = Doors(box)
    app.router.add_get("/", doors.page)
    app.router.add_get("/page/{path:.*}", doors.page_file)
    app.router.add_get("/people", _plainly(doors.people))
    app.router.add_get("/people/{person}/socket", doors.socket)
    for name in ("messages", "press", "command", "autocomplete", "modal", "read", "dms"):
        app.router.add_post(f"/people/{{person}}/{name}", _plainly(getattr(doors, name)))
    app.router.add_get("/sandbox/state", _plainly(doors.state))
    app.router.add_get("/sandbox/requests", _plainly(doors.requests))
    app.router.add_get("/sandbox/channels", _plainly(doors.channels))
    app.router.add_get("/sandbox/messages/{channel}", _plainly(doors.all_messages))
    app.router.add_get("/sandbox/notifications/{person}", _plainly(doors.notifications))
    app.router.add_get("/sandbox/traffic/{person}", _plainly(doors.traffic))
    app.router.add_post("/sandbox/faults", _plainly(doors.faults))
    app.router.add_post("/sandbox/gateway", _plainly(doors.gateway))
    app.router.add_post("/sandbox/channels/{channel}", _plainly(doors.change_channel))
    app.router.add_post("/sandbox/clock", _plainly(doors.clock))


def _plainly(handler: Callable[[web.Request], Awaitable[Any]]) -> Handler:
    """Turn Impossible into a response: 400 and `{"error": ...}`."""

    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return respond(200, await handler(request))
        except Impossible as reason:
            return respond(400, {"error": str(reason)})
        except KeyError as missing:
            return respond(400, {"error": f"{missing.args[0]} is missing or unknown."})

    return answered


class Doors:
    """The request handlers of one sandbox."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box
        self._world = box.world

    # The page

    async def page(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def page_file(self, request: web.Request) -> web.StreamResponse:
        file = (PAGE / request.match_info["path"]).resolve()
        if not file.is_relative_to(PAGE) or not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={"Cache-Control": "no-cache"})

    # Reading

    async def people(self, request: web.Request) -> Any:
        pages, bot = self._world.pages, self._world.bot
        return {
            "servers": [pages.server(guild) for guild in self._world.guilds.values()],
            "people": [pages.person(person) for person in self._world.people.values()],
            "bot": {"id": str(bot.id), "name": bot.name, "online": self._world.gateway.online},
        }

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """A page's socket: a snapshot, then a frame for everything new that this person sees.

        With `?threads=joined` it leaves out threads that they have not joined."""
        try:
            person = self._person(request)
        except Impossible as reason:
            raise web.HTTPNotFound(text=str(reason)) from None
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        texts: asyncio.Queue[str] = asyncio.Queue()
        joined_only = request.query.get("threads") == "joined"
        page = self._world.pages.open(person, texts.put_nowait, joined_only=joined_only)
        writer = asyncio.create_task(_write(socket, texts), name="sandbox page writer")
        try:
            async for _ in socket:
                pass  # the page sends POST requests instead
        finally:
            self._world.pages.close(page)
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
        opened = find_opened(self._world, _number(body["interaction_id"]), person)
        return await _told(
            person.start_submit(InteractionAnswer(opened), body.get("values") or {}, body.get("nonce")), body
        )

    async def read(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        person.read(self._channel(body))
        return {}

    async def dms(self, request: web.Request) -> Any:
        person, body = self._person(request), await request.json()
        person.dms_open = bool(body["open"])
        return {"open": person.dms_open}

    # For tests in other processes

    async def state(self, request: web.Request) -> Any:
        box = self._box
        return {
            "bot_online": box.bot_online,
            "token": box.token,
            "channels": len(self._world.channels),
            "messages": len(self._world.messages),
            "requests": len(box.requests),
            "violations": [violation._asdict() for violation in box.violations],
            "unbuilt": box.unbuilt,
            "faults": box.faults.told(),
        }

    async def requests(self, request: web.Request) -> Any:
        """The request log from entry `?since=` on."""
        return [entry._asdict() for entry in self._box.requests[int(request.query.get("since", 0)) :]]

    async def channels(self, request: web.Request) -> Any:
        return [self._world.pages.channel(channel) for channel in self._world.channels.values()]

    async def all_messages(self, request: web.Request) -> Any:
        channel = self._world.channels.get(_number(request.match_info["channel"]))
        if channel is None:
            raise Impossible("There is no such channel.")
        return [message.shown() | {"only_for": _text(message.person_id)} for message in channel.messages.values()]

    async def notifications(self, request: web.Request) -> Any:
        return [
            {"message_id": str(notice.message.id), "kind": notice.kind, "text": notice.text}
            for notice in self._person(request).notifications
        ]

    async def traffic(self, request: web.Request) -> Any:
        return self._box.traffic(self._person(request))

    async def faults(self, request: web.Request) -> Any:
        """`{"clear": true}`, or `{"add": [fault, ...]}` with the fields of `InjectedFault`."""
        body = await request.json()
        if body.get("clear"):
            self._box.faults.clear()
        for wish in body.get("add") or ():
            try:
                self._box.faults.add(InjectedFault(**wish))
            except TypeError as reason:
                raise Impossible(str(reason)) from None
        return {"faults": self._box.faults.told()}

    async def gateway(self, request: web.Request) -> Any:
        """`{"do": "drop" | "reconnect" | "invalidate", "resumable": false}`."""
        body = await request.json()
        match body["do"]:
            case "drop":
                await self._box.drop_gateway()
            case "reconnect":
                self._box.reconnect_gateway()
            case "invalidate":
                self._box.invalidate_sessions(resumable=bool(body.get("resumable")))
            case other:
                raise Impossible(f"The gateway cannot {other}.")
        return {}

    async def change_channel(self, request: web.Request) -> Any:
        """`{"permissions": {name: true | false | null}}` of the bot; `{"archived": true, "locked": false}`;
        `{"deleted": true}`."""
        channel = self._channel({"channel_id": request.match_info["channel"]})
        body = await request.json()
        if isinstance(channel, DirectChannel):
            raise Impossible("A direct channel stays as it is.")
        if "permissions" in body:
            self._box.permit(channel, **body["permissions"])
        if body.get("archived") and isinstance(channel, Thread):
            self._box.archive(channel, locked=bool(body.get("locked")))
        if body.get("deleted"):
            self._box.delete_channel(channel)  # type: ignore[arg-type]
        return {}

    async def clock(self, request: web.Request) -> Any:
        """`{"advance": seconds}`."""
        self._box.advance(float((await request.json())["advance"]))
        return {}

    # Lookups

    def _person(self, request: web.Request) -> Person:
        """A person by id or by name."""
        wanted = request.match_info["person"]
        for person in self._world.people.values():
            if wanted in (str(person.id), person.name):
                return person
        raise Impossible(f"There is nobody called {wanted}.")

    def _channel(self, body: dict[str, Any]) -> Channel:
        channel = self._world.channels.get(_number(body["channel_id"]))
        if channel is None:
            raise Impossible("There is no such channel.")
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
        raise Impossible(f"{text!r} is no id.") from None


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)
