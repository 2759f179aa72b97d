"""The gateway: sessions of bots, their events, and the replay of missed events."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.world.sessions import PRIVILEGED, Session, encode
from sandbox.world.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
RECONNECTED, ALREADY_AUTHENTICATED, INVALID_SHARD, DISALLOWED_INTENTS = 4000, 4005, 4010, 4014

HEARTBEAT_MS = 41_250


class GatewayConnection:
    """A socket with its own writer task, so that dispatching never waits and the order is kept."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket = socket
        self._transport = transport
        self._texts: asyncio.Queue[str | int] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="sandbox gateway writer")

    def send(self, text: str) -> None:
        self._texts.put_nowait(text)

    def send_op(self, op: int, data: Any = None) -> None:
        self.send(encode({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close the socket after all queued texts have been sent."""
        self._texts.put_nowait(code)

    async def cut(self) -> None:
        """Abort the connection without a close frame."""
        await self.stop()
        if self._transport:
            self._transport.abort()

    async def stop(self) -> None:
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                text = await self._texts.get()
                if isinstance(text, int):
                    await self.socket.close(code=text)
                    return
                await self.socket.send_str(text)


class Gateway:
    """The protocol of the socket, which begins and resumes the world's sessions."""

    def __init__(self, world: World) -> None:
        self.refuses: int | None = None
        """The close code for every IDENTIFY; None: valid ones are accepted."""
        self._world = world
        self._connections: set[GatewayConnection] = set()

    def reconnect(self) -> None:
        """Opcode 7: ask every bot to reconnect and resume."""
        for connection in self._connections:
            connection.send_op(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Opcode 9: end the sessions; resumable ones can be resumed."""
        for connection in self._connections:
            if self._session_of(connection):
                connection.send_op(INVALID_SESSION, resumable)
        if not resumable:
            self._world.sessions.clear()

    async def drop(self) -> None:
        """Cut every bot's connection; the sessions remain."""
        for connection in tuple(self._connections):
            await connection.cut()

    def close(self, code: int = 1000) -> None:
        for connection in self._connections:
            connection.close(code)

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = GatewayConnection(socket, request.transport)
        self._connections.add(connection)
        connection.send_op(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(connection, frame.data)
        finally:
            self._connections.discard(connection)
            self._disconnected(connection)
            await connection.stop()
        return socket

    def _receive(self, connection: GatewayConnection, text: str) -> None:
        try:
            packet = json.loads(text)
            op = packet["op"]
        except (ValueError, KeyError, TypeError):
            connection.close(DECODE_ERROR)
            return
        if op == HEARTBEAT:
            connection.send_op(HEARTBEAT_ACK)
        elif op == IDENTIFY:
            self._identify(connection, packet["d"])
        elif op == RESUME:
            self._resume(connection, packet["d"])
        elif op == REQUEST_MEMBERS:
            self._send_members(connection, packet["d"])
        elif op not in (PRESENCE, VOICE_STATE):
            connection.close(UNKNOWN_OPCODE)

    def _identify(self, connection: GatewayConnection, data: dict[str, Any]) -> None:
        number, count = data.get("shard") or (0, 1)
        if self._session_of(connection):
            connection.close(ALREADY_AUTHENTICATED)
        elif not self._world.is_token(data["token"]):
            connection.close(AUTHENTICATION_FAILED)
        elif self.refuses is not None:
            connection.close(self.refuses)
        elif not 0 <= number < count:
            connection.close(INVALID_SHARD)
        elif data["intents"] & PRIVILEGED and not self._world.settings.privileged:
            connection.close(DISALLOWED_INTENTS)
        else:
            self._start(connection, Session((number, count), data["intents"]))

    def _start(self, connection: GatewayConnection, session: Session) -> None:
        match self._world.identify_limit.identify():
            case True:
                self._welcome(connection, session)
            case False:
                connection.send_op(INVALID_SESSION, False)
            case None:  # Discord ends all sessions and resets the token
                self._world.sessions.clear()
                self.close(AUTHENTICATION_FAILED)

    def _welcome(self, connection: GatewayConnection, session: Session) -> None:
        world = self._world
        for old in tuple(world.sessions.values()):
            if old.shard == session.shard and old.connection is None:
                del world.sessions[old.id]
        session.connection = connection
        world.sessions[session.id] = session
        guilds = [
            guild for guild in world.guilds.values() if world.bot.id in guild.members and session.is_for(guild.id)
        ]
        ready = {
            "v": 10,
            "user": world.bot.own_payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.gateway_url,
            "shard": list(session.shard),
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        session.dispatch("READY", encode(ready))
        for guild in guilds:
            if not guild.unavailable:
                session.dispatch("GUILD_CREATE", encode(guild.gateway_payload(world.bot.id)))
        world.bot_came_or_went()

    def _resume(self, connection: GatewayConnection, data: dict[str, Any]) -> None:
        session = self._world.sessions.get(data["session_id"])
        missed = session.missed(data["seq"] or 0) if session and self._world.is_token(data["token"]) else None
        if session is None or missed is None:
            connection.send_op(INVALID_SESSION, False)
            return
        if session.connection and session.connection is not connection:
            session.connection.close(RECONNECTED)
        for text in missed:
            connection.send(text)
        session.connection = connection
        session.dispatch("RESUMED", "{}")
        self._world.bot_came_or_went()

    def _send_members(self, connection: GatewayConnection, data: dict[str, Any]) -> None:
        session = self._session_of(connection)
        guild = self._world.guilds.get(int(data["guild_id"]))
        if session is None or guild is None:
            connection.close(NOT_AUTHENTICATED)
            return
        wanted = data.get("user_ids") or []
        ids = [str(user_id) for user_id in (wanted if isinstance(wanted, list) else [wanted])]
        members = guild.members.values()
        if ids:
            found = [member for member in members if str(member.user.id) in ids]
        else:
            found = [member for member in members if member.user.name.startswith(data.get("query") or "")]
        payloads = [member.payload() for member in found]
        chunk = {"guild_id": str(guild.id), "members": payloads, "chunk_index": 0, "chunk_count": 1}
        session.dispatch("GUILD_MEMBERS_CHUNK", encode(chunk | ({"nonce": data["nonce"]} if "nonce" in data else {})))

    def _session_of(self, connection: GatewayConnection) -> Session | None:
        return next((session for session in self._world.sessions.values() if session.connection is connection), None)

    def _disconnected(self, connection: GatewayConnection) -> None:
        session = self._session_of(connection)
        if session:
            session.connection = None
            if connection.socket.close_code in (1000, 1001):  # a normal close by the bot ends its session
                del self._world.sessions[session.id]
            self._world.bot_came_or_went()
