"""The gateway: sessions of bots, their events, and the replay of missed events."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from sandbox.errors import ApiError
from sandbox.starts import Starts

if TYPE_CHECKING:
    from sandbox.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

GUILDS, MEMBERS, PRESENCES, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9, 1 << 12
GUILD_TYPING, DIRECT_TYPING, MESSAGE_CONTENT = 1 << 11, 1 << 14, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SHARD, DISALLOWED_INTENTS = 4005, 4010, 4014

REPLAYED = 5_000  # events that a session keeps for a bot that resumes
HEARTBEAT_MS = 41_250

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Session:
    """The session of one shard of a bot; it outlives its socket, so that it can be resumed."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.line: SessionLine | None = None
        self._sent: deque[tuple[int, str]] = deque(maxlen=REPLAYED)

    def is_for(self, guild_id: int | None) -> bool:
        number, count = self.shard
        return number == ((guild_id >> 22) % count if guild_id else 0)

    def dispatch(self, event: str, told: str) -> None:
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{told}}}'
        self._sent.append((self.sequence, text))
        if self.line:
            self.line.send(text)

    def missed(self, after: int) -> list[str] | None:
        """The events sent after a sequence number; None if some are no longer kept."""
        if after > self.sequence or (self._sent and self._sent[0][0] > after + 1):
            return None
        return [text for number, text in self._sent if number > after]


class SessionLine:
    """A socket with its own writer task, so that dispatching never waits and the order is kept."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket = socket
        self._transport = transport
        self._texts: asyncio.Queue[str | int] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="sandbox gateway writer")

    def send(self, text: str) -> None:
        self._texts.put_nowait(text)

    def tell(self, op: int, told: Any = None) -> None:
        self.send(_encode({"op": op, "d": told, "s": None, "t": None}))

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
    """All sessions, and the protocol of the socket."""

    def __init__(self, world: World, starts: Starts, *, privileged: bool = False, shards: int = 1) -> None:
        self.sessions: dict[str, Session] = {}
        self.privileged = privileged
        self.shards = shards
        self.starts = starts
        self.refuses: int | None = None
        """The close code for every IDENTIFY; None: valid ones are accepted."""
        self._world = world
        self._lines: set[SessionLine] = set()

    @property
    def online(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(session.line for session in self.sessions.values())

    def wants(self, intent: int) -> bool:
        return any(session.intents & intent for session in self.sessions.values())

    def dispatch(self, event: str, data: dict[str, Any], guild_id: int | None = None, intent: int = 0) -> bool:
        """Send an event to every matching session. Return whether there was one, connected or not."""
        concerned = [
            session
            for session in self.sessions.values()
            if session.is_for(guild_id) and (not intent or session.intents & intent)
        ]
        if concerned:
            told = _encode(data)
            for session in concerned:
                session.dispatch(event, told)
        return bool(concerned)

    def each_session(self) -> Iterator[Session]:
        return iter(tuple(self.sessions.values()))

    def reconnect(self) -> None:
        """Opcode 7: ask every bot to reconnect and resume."""
        for line in tuple(self._lines):
            line.tell(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Opcode 9: end the sessions; resumable ones can be resumed."""
        for session in self.each_session():
            if session.line:
                session.line.tell(INVALID_SESSION, resumable)
            if not resumable:
                self._forget(session)

    async def drop(self) -> None:
        """Cut every bot's connection; the sessions remain."""
        for line in tuple(self._lines):
            await line.cut()

    def close(self, code: int = 1000) -> None:
        for line in tuple(self._lines):
            line.close(code)

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        line = SessionLine(socket, request.transport)
        self._lines.add(line)
        line.tell(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._hear(line, frame.data)
        finally:
            self._lines.discard(line)
            self._part(line)
            await line.stop()
        return socket

    def _hear(self, line: SessionLine, text: str) -> None:
        try:
            packet = json.loads(text)
            op = packet["op"]
        except (ValueError, KeyError, TypeError):
            line.close(DECODE_ERROR)
            return
        if op == HEARTBEAT:
            line.tell(HEARTBEAT_ACK)
        elif op == IDENTIFY:
            self._identify(line, packet["d"])
        elif op == RESUME:
            self._resume(line, packet["d"])
        elif op == REQUEST_MEMBERS:
            self._send_members(line, packet["d"])
        elif op not in (PRESENCE, VOICE_STATE):
            line.close(UNKNOWN_OPCODE)

    def _identify(self, line: SessionLine, told: dict[str, Any]) -> None:
        if self._session_of(line):
            line.close(ALREADY_AUTHENTICATED)
            return
        number, count = told.get("shard") or (0, 1)
        if not self._world.is_token(told["token"]):
            line.close(AUTHENTICATION_FAILED)
        elif self.refuses is not None:
            line.close(self.refuses)
        elif not 0 <= number < count:
            line.close(INVALID_SHARD)
        elif told["intents"] & PRIVILEGED and not self.privileged:
            line.close(DISALLOWED_INTENTS)
        else:
            self._start(line, Session((number, count), told["intents"]))

    def _start(self, line: SessionLine, session: Session) -> None:
        match self.starts.identify(session.shard[0]):
            case True:
                self._welcome(line, session)
            case False:
                line.tell(INVALID_SESSION, False)
            case None:  # Discord ends all sessions and resets the token
                self.sessions.clear()
                self.close(AUTHENTICATION_FAILED)

    def _welcome(self, line: SessionLine, session: Session) -> None:
        for old in self.each_session():
            if old.shard == session.shard and old.line is None:
                self._forget(old)
        session.line = line
        self.sessions[session.id] = session
        world = self._world
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
        session.dispatch("READY", _encode(ready))
        for guild in guilds:
            if not guild.unavailable:
                session.dispatch("GUILD_CREATE", _encode(guild.gateway_payload(world.bot.id)))
        world.bot_came_or_went()

    def _resume(self, line: SessionLine, told: dict[str, Any]) -> None:
        session = self.sessions.get(told["session_id"])
        missed = session.missed(told["seq"] or 0) if session and self._world.is_token(told["token"]) else None
        if session is None or missed is None:
            line.tell(INVALID_SESSION, False)
            return
        if session.line and session.line is not line:
            session.line.close(4000)
        for text in missed:
            line.send(text)
        session.line = line
        session.dispatch("RESUMED", "{}")
        self._world.bot_came_or_went()

    def _send_members(self, line: SessionLine, told: dict[str, Any]) -> None:
        session = self._session_of(line)
        guild = self._world.guilds.get(int(told["guild_id"]))
        if session is None or guild is None:
            line.close(NOT_AUTHENTICATED)
            return
        wanted = told.get("user_ids") or []
        wanted = wanted if isinstance(wanted, list) else [wanted]
        found = [
            member.payload()
            for member in guild.members.values()
            if (
                str(member.user.id) in map(str, wanted)
                if wanted
                else member.user.name.startswith(told.get("query") or "")
            )
        ]
        chunk = {"guild_id": str(guild.id), "members": found, "chunk_index": 0, "chunk_count": 1}
        session.dispatch("GUILD_MEMBERS_CHUNK", _encode(chunk | ({"nonce": told["nonce"]} if "nonce" in told else {})))

    def _session_of(self, line: SessionLine) -> Session | None:
        return next((session for session in self.sessions.values() if session.line is line), None)

    def _part(self, line: SessionLine) -> None:
        session = self._session_of(line)
        if session:
            session.line = None
            if line.socket.close_code in (1000, 1001):  # a normal close by the bot ends its session
                self._forget(session)
            self._world.bot_came_or_went()

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)


def check_token(text: str | None) -> str:
    """The token of an Authorization header.

    Raises ApiError (401) if there is none."""
    if not text or not text.startswith("Bot "):
        raise ApiError(401, 0, "401: Unauthorized")
    return text.removeprefix("Bot ")
