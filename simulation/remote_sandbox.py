"""A client for a sandbox in another process: the methods of `Person`, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from types import TracebackType
from typing import Any, Self

import aiohttp

from sandbox.world.changes import RECHECK_SECONDS, Changes
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.messages import Message


@dataclass(eq=False)
class RemoteChannel:
    """A channel, thread or direct channel as one person sees it; `payload`: as the sandbox sends it."""

    payload: dict[str, Any]
    messages: dict[int, Message] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def name(self) -> str:
        return str(self.payload["name"])

    @property
    def type(self) -> int:
        return int(self.payload["type"])

    @property
    def archived(self) -> bool:
        return bool(self.payload["archived"])


class RemoteAnswer:
    """The result of something that a person did."""

    def __init__(self, person: RemotePerson, payload: dict[str, Any]) -> None:
        self.status: str = payload["status"]
        self.modal: dict[str, Any] | None = payload.get("modal")
        self.message = person.learn(payload["message"]) if payload.get("message") else None
        self.id: str = payload["interaction_id"]

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""


class RemotePerson:
    """A person of the sandbox. After `watch`, their socket keeps up to date what they see."""

    def __init__(self, box: RemoteSandbox, payload: dict[str, Any]) -> None:
        self.id = int(payload["id"])
        self.name: str = payload["name"]
        self.channels: dict[int, RemoteChannel] = {}
        self.notifications: list[dict[str, Any]] = []
        self.commands: list[dict[str, Any]] = []
        self.bot_online = False
        self._box = box
        self._watching: asyncio.Task[None] | None = None
        self._seeing = asyncio.Event()

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    # Actions

    async def command(self, channel: Any, name: str, **options: Any) -> RemoteAnswer:
        """Run a slash command. Return the bot's first response, or its failure."""
        return await self.act("command", channel_id=str(channel.id), name=name, options=_plain(options))

    async def press(self, message: Message, label: str | None = None, *, custom_id: str | None = None) -> RemoteAnswer:
        """Press a button, found by its label (or emoji) or its custom_id."""
        component = message.button(label) if custom_id is None else {"custom_id": custom_id}
        return await self.act("press", message_id=str(message.id), custom_id=component["custom_id"])

    async def select(
        self,
        message: Message,
        values: Iterable[Any],
        *,
        custom_id: str | None = None,
        placeholder: str | None = None,
    ) -> RemoteAnswer:
        """Choose in a menu: values (or labels) of its options, or people, roles, channels."""
        component = message.menu(custom_id=custom_id, placeholder=placeholder)
        chosen = [_plain_value(value) for value in values]
        return await self.act("press", message_id=str(message.id), custom_id=component["custom_id"], values=chosen)

    async def submit(self, opened: RemoteAnswer, values: dict[str, Any]) -> RemoteAnswer:
        """Submit the modal that an interaction opened; `values` by custom_id or label of its fields."""
        return await self.act("modal", interaction_id=opened.id, values=values)

    async def autocomplete(
        self, channel: Any, name: str, options: dict[str, Any], focused: str
    ) -> list[dict[str, Any]]:
        payload = await self._post(
            "autocomplete", channel_id=str(channel.id), name=name, options=_plain(options), focused=focused
        )
        return list(payload["choices"])

    async def say(self, channel: Any, content: str) -> Message:
        return self.learn(await self._post("messages", channel_id=str(channel.id), content=content))

    async def open_dms(self) -> None:
        await self._post("dms", open=True)

    async def close_dms(self) -> None:
        await self._post("dms", open=False)

    async def act(self, action: str, **body: Any) -> RemoteAnswer:
        """Begin an interaction, and wait for the first response."""
        return RemoteAnswer(self, await self._post(action, wait=True, **body))

    async def _post(self, action: str, **body: Any) -> Any:
        return await self._box.ask("POST", f"/people/{self.id}/{action}", body)

    # Views

    def sees(self, channel: Any) -> list[Message]:
        """The messages that this person sees in a channel, oldest first. Needs `watch`."""
        found = self.channels.get(channel.id)
        return list(found.messages.values()) if found else []

    @property
    def dms(self) -> list[Message]:
        return [message for found in self.channels.values() if found.type == 1 for message in found.messages.values()]

    @property
    def messages(self) -> list[Message]:
        """All messages that this person sees, oldest first."""
        found = (message for channel in self.channels.values() for message in channel.messages.values())
        return sorted(found, key=lambda message: message.id)

    @property
    def threads(self) -> list[RemoteChannel]:
        return [found for found in self.channels.values() if found.type in (11, 12)]

    async def watch(self, *, joined_only: bool = False) -> Self:
        """Open this person's page, and keep everything that they see from now on.

        With `joined_only` threads that they have not joined are left out, which saves much work with many people."""
        if self._watching is None:
            path = f"/people/{self.id}/socket" + ("?threads=joined" if joined_only else "")
            self._watching = asyncio.create_task(self._watch(path), name=f"page of {self.name}")
        seeing = asyncio.create_task(self._seeing.wait())
        await asyncio.wait({seeing, self._watching}, return_when=asyncio.FIRST_COMPLETED)
        seeing.cancel()
        return self

    async def stop(self) -> None:
        if self._watching:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError):
                await self._watching
            self._watching = None

    async def _watch(self, path: str) -> None:
        async with self._box.session.ws_connect(self._box.url + path, max_msg_size=0) as socket:
            async for frame in socket:
                self.take(json.loads(frame.data))
                self._box.changes.notify()

    def take(self, frame: dict[str, Any]) -> None:
        """Apply one frame of the socket."""
        match frame["type"]:
            case "snapshot":
                self.bot_online = frame["bot"]["online"]
                self.commands = frame["commands"]
                for payload in frame["channels"]:
                    self._learn_channel(payload)
                for payload in chain.from_iterable(frame["messages"].values()):
                    self.learn(payload)
                self._seeing.set()
            case "channel":
                self._learn_channel(frame["channel"])
            case "channel_deleted":
                self.channels.pop(int(frame["id"]), None)
            case "message" | "edited":
                self.learn(frame["message"])
            case "deleted":
                channel = self.channels.get(int(frame["channel_id"]))
                message = channel.messages.pop(int(frame["message_id"]), None) if channel else None
                if message:
                    message.deleted = True
            case "notification":
                self.notifications.append(frame)
            case "bot":
                self.bot_online = frame["online"]
            case "commands":
                self.commands = frame["commands"]

    def _learn_channel(self, payload: dict[str, Any]) -> RemoteChannel:
        channel = self.channels.setdefault(int(payload["id"]), RemoteChannel(payload))
        channel.payload = payload
        return channel

    def learn(self, payload: dict[str, Any]) -> Message:
        """The live message for a payload from the sandbox; a payload older than the known state changes nothing."""
        channel = self.channels.get(int(payload["channel_id"]))
        if channel is None:
            channel = self._learn_channel({"id": payload["channel_id"], "name": "", "type": 0, "archived": False})
        message = channel.messages.get(int(payload["id"]))
        if message is None:
            message = Message(channel, payload, self.id if payload["ephemeral"] else None)  # type: ignore[arg-type]
            channel.messages[message.id] = message
        elif (payload["edited_timestamp"] or "") >= (message.payload["edited_timestamp"] or ""):
            message.payload = payload
        return message


class RemoteSandbox:
    """A sandbox at an address: `async with RemoteSandbox("http://127.0.0.1:8123") as box: ...`"""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.people: list[RemotePerson] = []
        self._channels: list[dict[str, Any]] = []
        self.changes = Changes()
        self.session: aiohttp.ClientSession

    @property
    def api_base(self) -> str:
        return f"{self.url}/api/v10"

    @property
    def gateway(self) -> str:
        return self.url.replace("http://", "ws://") + "/gateway"

    async def __aenter__(self) -> Self:
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        self.people = [RemotePerson(self, payload) for payload in (await self.ask("GET", "/people"))["people"]]
        self._channels = await self.ask("GET", "/sandbox/channels")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for person in self.people:
            await person.stop()
        await self.session.close()

    def person(self, name: str) -> RemotePerson:
        return next(person for person in self.people if person.name == name)

    def channel(self, name: str) -> RemoteChannel:
        """A text channel of the first guild, by name."""
        return next(
            RemoteChannel(payload) for payload in self._channels if payload["name"] == name and payload["type"] == 0
        )

    async def state(self) -> dict[str, Any]:
        """Counts, violations, unsupported requests and faults."""
        return await self.ask("GET", "/sandbox/state")  # type: ignore[no-any-return]

    async def messages(self, channel: Any) -> list[Message]:
        """All messages in a channel as they are now, everybody's ephemeral messages included."""
        payload = await self.ask("GET", f"/sandbox/messages/{channel.id}")
        return [Message(channel, one, int(one["only_for"]) if one["only_for"] else None) for one in payload]

    async def traffic(self, person: RemotePerson) -> list[str]:
        """Every JSON text sent to the pages of a person."""
        return await self.ask("GET", f"/sandbox/traffic/{person.id}")  # type: ignore[no-any-return]

    async def until(self, condition: Callable[[], Any], timeout: float = 30) -> Any:  # noqa: ASYNC109
        """Wait until a condition on the messages of watching people holds. Return its value. Raises TimeoutError."""
        return await self.changes.until(condition, timeout)

    async def until_online(self, timeout: float = 30) -> None:  # noqa: ASYNC109
        """Wait until a bot is connected and identified."""
        async with asyncio.timeout(timeout):
            while not (await self.state())["bot_online"]:  # noqa: ASYNC110 (asked over HTTP)
                await asyncio.sleep(RECHECK_SECONDS)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send one request to the sandbox's own HTTP API. Raises ActionNotAllowed with its error text."""
        async with self.session.request(method, self.url + path, json=body) as response:
            payload = await response.json()
            if response.status == 400:
                raise ActionNotAllowed(payload["error"])
            response.raise_for_status()
            return payload


def _plain(options: dict[str, Any]) -> dict[str, Any]:
    return {name: _plain_value(value) for name, value in options.items()}


def _plain_value(value: Any) -> Any:
    """Replace people and channels by their ids."""
    return str(value.id) if hasattr(value, "id") else value
